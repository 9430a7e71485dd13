import Glibc

/// What is known of the three standard streams before anything is written.
package struct TerminalFacts: Hashable, Sendable {
  package var isInputTerminal: Bool
  /// Whether standard output is a terminal, pretended ones included.
  package var isOutputTerminal: Bool
  package var isErrorTerminal: Bool
  /// Cells of a line on standard output, at least 1; also the width of a grid off a terminal.
  package var width: Int
  /// Lines of the window on standard output, at least 1; nil where nobody knows.
  package var height: Int?
  /// Whether colour sequences go to standard output.
  package var outputColored: Bool
  /// Whether colour sequences go to standard error.
  package var errorColored: Bool
  /// Which colours are asked for, where any are.
  package var theme = Theme.standard
  /// The signs that the locale can show.
  package var symbols: Symbols
  /// Whether the cursor can be moved: not on `TERM=dumb`.
  package var canRedraw: Bool
  /// Whether `GRAPHCAL_FORCE_TTY` made a terminal of standard output.
  package var isForced: Bool

  /// The width where nobody knows better.
  package static let usualWidth = 80

  /// When to colour, as the option `--color` says it.
  package enum Coloring: String, CaseIterable, Sendable { case auto, always, never }

  /// The facts of streams described by the caller; what `of(environment:)` finds out is given here.
  package init(
    isTerminal: (input: Bool, output: Bool, error: Bool), windowWidth: Int?,
    windowHeight: Int? = nil, coloring: Coloring = .auto, variable: (String) -> String?
  ) {
    let forced = variable("GRAPHCAL_FORCE_TTY").flatMap { $0.isEmpty ? nil : $0 }
    isForced = forced != nil
    isInputTerminal = isTerminal.input
    isOutputTerminal = isTerminal.output || isForced
    isErrorTerminal = isTerminal.error
    let candidates = [
      forced.flatMap(Self.cells), variable("COLUMNS").flatMap(Self.cells),
      isTerminal.output ? windowWidth.flatMap { $0 > 0 ? $0 : nil } : nil,
    ]
    width = candidates.lazy.compactMap(\.self).first ?? Self.usualWidth
    // Where a terminal is pretended no window is looked at.
    let window = isTerminal.output && !isForced ? windowHeight.flatMap { $0 > 0 ? $0 : nil } : nil
    height = isOutputTerminal ? variable("LINES").flatMap(Self.cells) ?? window : nil
    let term = variable("TERM") ?? ""
    canRedraw = !term.isEmpty && term != "dumb"
    let color = Self.color(coloring, canRedraw: canRedraw, variable: variable)
    outputColored = color ?? isOutputTerminal
    errorColored = color ?? isTerminal.error
    symbols = Symbols(variable: variable)
  }

  /// The facts of this process.
  package static func current(
    coloring: Coloring = .auto, variable: (String) -> String?
  ) -> TerminalFacts {
    let isTerminal = (isatty(0) == 1, isatty(1) == 1, isatty(2) == 1)
    let window = isTerminal.1 ? windowSize(of: 1) : nil
    return TerminalFacts(
      isTerminal: isTerminal, windowWidth: window?.columns, windowHeight: window?.lines,
      coloring: coloring, variable: variable)
  }

  /// Yes, no, or as the stream is (nil).
  ///
  /// The option wins; then `NO_COLOR` (https://no-color.org), a terminal that knows no sequences, and
  /// `CLICOLOR_FORCE`.
  private static func color(
    _ coloring: Coloring, canRedraw: Bool, variable: (String) -> String?
  ) -> Bool? {
    switch coloring {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = variable("NO_COLOR"), !value.isEmpty { return false }
    if variable("TERM") == "dumb" { return false }
    if let value = variable("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
    return canRedraw ? nil : false
  }

  /// A number of cells or lines a person could mean: digits, 1 or more.
  private static func cells(_ text: String) -> Int? {
    guard let number = Int(text), number > 0 else { return nil }
    return min(number, 10_000)
  }

  private static func windowSize(of descriptor: Int32) -> (columns: Int, lines: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
