import Testing

@testable import Arguments

@Suite struct ManualPageTests {
  @Test(arguments: [
    ("--json", "\\-\\-json"), ("it's", "it\\(aqs"), (#"a\n"#, #"a\en"#), ("\"x\"", "\\(dqx\\(dq"),
    ("`a` ^ ~", "\\(gaa\\(ga \\(ha \\(ti"), ("東京", "\\[u6771]\\[u4EAC]"),
  ])
  func `nothing of a text means anything to roff`(words: String, written: String) {
    #expect(Roff.typed(words) == written)
  }

  @Test func `no line of a text is a request`() {
    var page = Roff(title: "x", section: 1, source: "x 1", date: "")
    page.paragraph(".TH is not a title")
    page.block([".SH", "", "  indented", "'br"])
    let lines = page.text.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        #".TH "X" 1 "" "x 1" "graphcal""#, ".nh", ".ad l", ".PP", #"\&.TH is not a title"#, ".PP",
        ".nf", #"\&.SH"#,
        #"\&"#, #"\&  indented"#, #"\(aqbr"#, ".fi",
      ])
  }
}
