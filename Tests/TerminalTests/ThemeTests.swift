import Terminal
import Testing

@Suite struct ThemeTests {
  private static let line = StyledLine("x", Style(.bold, color: .blue))

  @Test(arguments: [
    (Theme.standard, "\u{1B}[1;34mx\u{1B}[0m"), (.bright, "\u{1B}[1;94mx\u{1B}[0m"),
    (.plain, "\u{1B}[1mx\u{1B}[0m"),
  ])
  func `a colour is asked for as the theme has it`(theme: Theme, shown: String) {
    #expect(Self.line.rendered(colored: true, theme: theme) == shown)
    #expect(Self.line.rendered(colored: false, theme: theme) == "x")
  }

  @Test func `one colour stands in the place of another`() throws {
    let theme = try #require(Theme.standard.replacing("blue", with: "bright-cyan"))
    #expect(Self.line.rendered(colored: true, theme: theme) == "\u{1B}[1;96mx\u{1B}[0m")
    let without = try #require(theme.replacing("blue", with: "none"))
    #expect(Self.line.rendered(colored: true, theme: without) == "\u{1B}[1mx\u{1B}[0m")
    #expect(
      theme.replacing("beige", with: "red") == nil && theme.replacing("red", with: "bright") == nil)
  }
}
