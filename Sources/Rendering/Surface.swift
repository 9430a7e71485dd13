package import Terminal

/// What a text is laid out for: a terminal of some width, or a file or pipe.
package struct Surface: Hashable, Sendable {
  /// Cells of a line; nil off a terminal, where nothing is cut.
  package var width: Int?
  package var symbols: Symbols

  package init(width: Int?, symbols: Symbols = .unicode) {
    self.width = width
    self.symbols = symbols
  }

  /// Whether rows are numbered: only a terminal remembers its numbers, so elsewhere they mean nothing.
  package var showsNumbers: Bool { width != nil }

  /// The number of a row, the first being 1; nothing where rows have none.
  package func number(_ number: Int) -> StyledLine {
    showsNumbers ? StyledLine(String(number), .dim) : StyledLine()
  }

  /// Standard output as it was found.
  package init(_ facts: TerminalFacts) {
    self.init(width: facts.isOutputTerminal ? facts.width : nil, symbols: facts.symbols)
  }
}
