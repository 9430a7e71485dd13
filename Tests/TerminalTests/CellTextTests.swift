import Terminal
import Testing

@Suite struct CellTextTests {
  @Test(arguments: [
    ("Stand-up", 8), ("\u{4f1a}\u{8b70}\u{5ba4}\u{306e}\u{4e88}\u{7d04}", 12),
    ("👩\u{200D}👩\u{200D}👧\u{200D}👦 picnic", 9), ("🇭🇺 Budapest", 11), ("cafe\u{0301}", 4),
    ("\u{ff76}\u{ff80}\u{ff76}\u{ff85}", 4), ("\u{2708}\u{FE0F} Flight", 9), ("", 0),
    ("\u{2708} Flight", 8), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("☝🏽", 2), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("a\u{200B}b", 2), ("שלום", 4),
    ("e\u{0301}\u{0323}", 1),
  ])
  func `cells of a text`(text: String, cells: Int) {
    #expect(DisplayWidth.of(text) == cells)
  }

  @Test(arguments: [
    ("Stand-up", "Stan…"), ("\u{4f1a}\u{8b70}\u{5ba4}\u{306e}", "\u{4f1a}\u{8b70}…"),
    ("👩\u{200D}👩\u{200D}👧\u{200D}👦 picnic", "👩\u{200D}👩\u{200D}👧\u{200D}👦 p…"),
    ("🇭🇺 Budapest", "🇭🇺 B…"), ("cafe\u{0301}s x", "cafe\u{0301}…"),
    ("cafe\u{0301}s", "cafe\u{0301}s"),
    ("a🇭🇺🇭🇺🇭🇺", "a🇭🇺…"), ("12345", "12345"), ("\u{2708}\u{FE0F} Flight", "\u{2708}\u{FE0F} F…"),
  ])
  func `cut to five cells`(text: String, expected: String) {
    #expect(CellText.cut(text, to: 5) == expected)
    #expect(DisplayWidth.of(CellText.cut(text, to: 5)) <= 5)
  }

  @Test func `cut never exceeds the width and never splits a cluster`() {
    let text = "a👩\u{200D}👩\u{200D}👧e\u{0301}🇭🇺会議✈\u{FE0F}한"
    let clusters = Set(text.map(String.init))
    for width in -3...20 {
      let cut = CellText.cut(text, to: width)
      #expect(DisplayWidth.of(cut) <= max(0, width))
      for cluster in cut where cluster != "…" { #expect(clusters.contains(String(cluster))) }
    }
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two", 7, ["one two"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("a abcdefgh", 3, ["a", "abc", "def", "gh"]),
    ("会議室の予約", 5, ["会議", "室の", "予約"]), ("", 5, [""]), ("a\n\nb", 5, ["a", "", "b"]),
    ("  indented text", 10, ["  indented", "text"]), ("one   two", 4, ["one", "two"]),
    ("one two ", 7, ["one two"]), ("会", 1, ["会"]), ("a b", 0, ["a", "b"]),
  ])
  func `wrapping`(text: String, width: Int, lines: [String]) {
    #expect(CellText.wrap(text, to: width) == lines)
  }

  @Test func `padding counts cells`() {
    #expect(CellText.pad("会", to: 4) == "会  ")
    #expect(CellText.pad("7", to: 3, .right) == "  7")
    #expect(CellText.pad("long", to: 2) == "long")
  }
}
