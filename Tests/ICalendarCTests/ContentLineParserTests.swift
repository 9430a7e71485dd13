import Testing

@testable import ICalendarC

/// Content lines, taken apart by the libical of the machine.
@Suite struct ContentLineParserTests {
  private func property(_ line: String) throws -> ICalProperty? {
    try ContentLineParser().property(Array(line.utf8), number: 7)
  }

  @Test func `parameters may be quoted and hold what parts a line`() throws {
    let line =
      "attendee;cn=\"Reed: Otto; x, y\";PARTSTAT=NEEDS-ACTION;X-Foo=bar;NEWER=1:mailto:lena@contoso.example"
    let property = try #require(try property(line))
    #expect(property.name == "ATTENDEE")
    #expect(property["CN"] == "Reed: Otto; x, y")
    #expect(property["PARTSTAT"] == "NEEDS-ACTION")
    #expect(property["X-FOO"] == "bar")
    #expect(property["NEWER"] == "1")
    #expect(property.value == "mailto:lena@contoso.example")
    #expect(property.line == 7)
  }

  @Test(arguments: [
    ("SUMMARY:Lunch\\, long\\; really", "Lunch, long; really"),
    ("LOCATION:C:\\\\Temp\\\\new", "C:\\Temp\\new"),
    ("DESCRIPTION:Line 1\\nLine 2\\NLine 3", "Line 1\nLine 2\nLine 3"),
    ("X-ALT-DESC;FMTTYPE=text/html:<p>a\\, b</p>", "<p>a, b</p>"),
    ("SUMMARY:", ""),
    ("summary;language=en:Bürgerbüro 📞", "Bürgerbüro 📞"),
  ])
  func `escapes of texts are undone once`(line: String, text: String) throws {
    #expect(try property(line)?.text == text)
  }

  @Test(arguments: [
    "RRULE:FREQ=WEEKLY;COUNT=3;UNTIL=20270101T000000Z", "RRULE:FREQ=DAILY;COUNT=99999999999",
    "CATEGORIES:A,B\\,C,D", "EXDATE:20260101T000000Z,20260102T000000Z", "DURATION:xx",
  ])
  func `values are kept as they stand, also where libical loses them`(line: String) throws {
    let property = try #require(try property(line))
    #expect(property.name + ":" + property.value == line)
  }

  @Test func `what libical finds wrong is told`() throws {
    #expect(try property("DURATION:xx")?.problem?.contains("DURATION") == true)
    #expect(try property("DTSTART:20260101")?.problem == nil)
  }

  @Test(arguments: [
    ("ATTENDEE;CN=^'Q^' x^nline:mailto:a@b.example", "\"Q\" x\nline"),
    ("ATTENDEE;CN=a^^b:mailto:a@b.example", "a^b"),
    ("ATTENDEE;CN=a^b:mailto:a@b.example", "a^b"),
  ])
  func `circumflexes of parameters are undone`(line: String, name: String) throws {
    #expect(try property(line)?["CN"] == name)
  }

  @Test(arguments: ["no colon here", ":no name", ""])
  func `what is no property is none`(line: String) throws {
    #expect(try property(line) == nil)
  }

  @Test func `one parser reads line after line, after broken ones too`() throws {
    let parser = try ContentLineParser()
    for number in 1...50 {
      _ = parser.property(Array("SUMMARY;CN:x".utf8), number: number)
      _ = parser.property(Array("SUMMARY;X=\"open:foo".utf8), number: number)
      let good = parser.property(
        Array("DTSTART;TZID=\"Customized Time Zone\":20260308T090000".utf8), number: number)
      #expect(good?["TZID"] == "Customized Time Zone")
      #expect(good?.value == "20260308T090000")
    }
  }

  @Test func `a machine without libical is told what to install`() {
    guard case .failure(let error) = ICalLibrary.open("libical-of-nobody.so") else {
      Issue.record("there is such a library")
      return
    }
    #expect(error.reason.contains("libical-of-nobody.so"))
    #expect(error.hint.contains("libical3"))
  }
}
