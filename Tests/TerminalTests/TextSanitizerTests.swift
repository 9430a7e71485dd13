import Terminal
import Testing

@Suite struct TextSanitizerTests {
  @Test(arguments: [
    ("\u{1b}]52;c;Y3VybCB4\u{07}Lunch", "Lunch"), ("\u{1b}[2J\u{1b}[1;1HAll clear", "All clear"),
    ("\u{1b}]8;;https://evil.example\u{1b}\\Join\u{1b}]8;;\u{1b}\\", "Join"),
    ("\u{9b}31mred", "red"), ("a\rb", "a b"), ("bell\u{07}", "bell"), ("del\u{7f}", "del"),
    ("\u{1b}P1$r\u{1b}\\x", "x"), ("a\r\nb\tc\u{85}d\u{2028}e", "a b c d e"),
    ("\u{1b}(Bx\u{1b}cy\u{1b}", "xy"), ("\u{9d}0;title\u{9c}x", "x"),
    ("\u{1b}]never ended", "never ended"), ("\u{1b}[31", "31"), ("\u{1b}[üb", "üb"),
    ("abc\u{202E}fdp.exe\u{2066}\u{200F}", "abcfdp.exe"),
    ("Flóra – 10\u{202F}%", "Flóra – 10\u{202F}%"),
    ("👩\u{200D}👩\u{200D}👧", "👩\u{200D}👩\u{200D}👧"), ("\u{0}\u{1}\u{2}", ""), ("plain", "plain"),
    ("\u{1b}\u{1b}[31mx", "x"), ("\u{1b}]a\nb\u{07}", "a b"),
  ])
  func `what can be read stays, what a terminal obeys goes`(text: String, expected: String) {
    #expect(TextSanitizer.line(text) == expected)
  }

  @Test func `blocks keep their lines`() {
    #expect(TextSanitizer.block("a\r\nb\rc\td\u{1b}[1m\n") == "a\nb\nc    d\n")
  }

  @Test func `no control survives, whatever the mixture`() {
    let pieces = [
      "\u{1b}", "[", "]", "\u{9b}", "\u{90}", "\\", "m", "\u{07}", "x", "\r", "é", "\u{202e}",
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let text = (0..<12).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      for scalar in TextSanitizer.line(text).unicodeScalars {
        #expect(
          scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != "\u{202e}")
      }
    }
  }
}
