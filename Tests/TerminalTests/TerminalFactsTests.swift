import Terminal
import Testing

@Suite struct TerminalFactsTests {
  private func facts(
    _ variables: [String: String], terminal: Bool = true, window: Int? = nil,
    coloring: TerminalFacts.Coloring = .auto
  ) -> TerminalFacts {
    TerminalFacts(
      isTerminal: (terminal, terminal, terminal), windowWidth: window, coloring: coloring,
      variable: { variables[$0] })
  }

  @Test(
    arguments: [
      ([:], 120, 120), ([:], nil, 80), ([:], 0, 80), (["COLUMNS": "20"], 120, 20),
      (["COLUMNS": "1"], nil, 1), (["COLUMNS": "0"], 120, 120), (["COLUMNS": "0"], nil, 80),
      (["COLUMNS": "-3"], 0, 80), (["COLUMNS": "abc"], nil, 80), (["COLUMNS": ""], nil, 80),
      (["GRAPHCAL_FORCE_TTY": "60", "COLUMNS": "20"], 120, 60),
      (["GRAPHCAL_FORCE_TTY": "x"], nil, 80),
    ] as [([String: String], Int?, Int)])
  func `width`(variables: [String: String], window: Int?, expected: Int) {
    #expect(facts(variables, window: window).width == expected)
  }

  @Test(
    arguments: [
      ([:], true, 50, 50), ([:], true, nil, nil), ([:], true, 0, nil), ([:], false, 50, nil),
      (["LINES": "30"], true, 50, 30), (["LINES": "0"], true, 50, 50),
      (["LINES": "30"], false, nil, nil), (["GRAPHCAL_FORCE_TTY": "60"], true, 50, nil),
      (["GRAPHCAL_FORCE_TTY": "60", "LINES": "30"], false, nil, 30),
    ] as [([String: String], Bool, Int?, Int?)])
  func `height`(variables: [String: String], terminal: Bool, window: Int?, expected: Int?) {
    let facts = TerminalFacts(
      isTerminal: (terminal, terminal, terminal), windowWidth: 80, windowHeight: window,
      variable: { variables[$0] })
    #expect(facts.height == expected)
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], true, .auto, true), (["TERM": "xterm"], false, .auto, false),
      (["TERM": "dumb"], true, .auto, false), ([:], true, .auto, false),
      (["TERM": "xterm", "NO_COLOR": "1"], true, .auto, false),
      (["TERM": "xterm", "NO_COLOR": ""], true, .auto, true),
      (["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, .auto, false),
      (["CLICOLOR_FORCE": "1"], false, .auto, true), (["CLICOLOR_FORCE": "0"], false, .auto, false),
      (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, .auto, false),
      (["NO_COLOR": "1"], false, .always, true), (["TERM": "xterm"], true, .never, false),
      (["GRAPHCAL_FORCE_TTY": "80", "TERM": "xterm"], false, .auto, true),
    ] as [([String: String], Bool, TerminalFacts.Coloring, Bool)])
  func `colour`(
    variables: [String: String], terminal: Bool, coloring: TerminalFacts.Coloring, expected: Bool
  ) {
    #expect(facts(variables, terminal: terminal, coloring: coloring).outputColored == expected)
  }

  @Test(
    arguments: [
      ([:], false), (["LANG": "C"], false), (["LANG": "C.UTF-8"], true),
      (["LANG": "hu_HU.utf8"], true),
      (["LANG": "hu_HU.UTF-8", "LC_ALL": "POSIX"], false), (["LC_ALL": "hu_HU.ISO-8859-2"], false),
      (["LC_ALL": "", "LC_CTYPE": "en_GB.UTF-8@euro"], true), (["LANG": "@"], false),
    ] as [([String: String], Bool)])
  func `signs follow the locale`(variables: [String: String], isUnicode: Bool) {
    #expect(Symbols(variable: { variables[$0] }).isUnicode == isUnicode)
  }

  @Test func `signs of the C locale are ASCII and one cell wide`() {
    let signs: [KeyPath<Symbols, String>] = [
      \.ellipsis, \.dash, \.bullet, \.dot, \.earlier, \.later, \.now, \.horizontal, \.vertical,
      \.crossing,
    ]
    for sign in signs {
      #expect(Symbols.ascii[keyPath: sign].utf8.allSatisfy { $0 < 0x80 })
      #expect(DisplayWidth.of(Symbols.ascii[keyPath: sign]) == 1)
      #expect(DisplayWidth.of(Symbols.unicode[keyPath: sign]) == 1)
    }
    #expect(Symbols.unicode.spinner.allSatisfy { DisplayWidth.of($0) == 1 })
  }
}
