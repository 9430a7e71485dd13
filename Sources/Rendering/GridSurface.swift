package import Terminal

/// What a grid is drawn for: unlike a list it always has a width.
package struct GridSurface: Hashable, Sendable {
  /// Cells of a line.
  package var width: Int
  /// Lines of the terminal; nil where nobody knows.
  package var height: Int?
  package var symbols: Symbols
  /// Whether events are numbered, which only a terminal remembers.
  package var showsNumbers: Bool

  package init(
    width: Int, height: Int? = nil, symbols: Symbols = .unicode, showsNumbers: Bool = true
  ) {
    self.width = width
    self.height = height
    self.symbols = symbols
    self.showsNumbers = showsNumbers
  }

  /// Standard output as it was found.
  package init(_ facts: TerminalFacts) {
    self.init(
      width: facts.width, height: facts.height, symbols: facts.symbols,
      showsNumbers: facts.isOutputTerminal)
  }

  /// The least width at which a grid is drawn unasked.
  package static let usualWidth = 60

  /// The least width at which seven columns can be told apart at all.
  package static let minimumWidth = 32
}
