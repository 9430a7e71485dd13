import Terminal

/// How wide a field is in cells of the terminal, and where its text stands in them.
///
/// `40` cuts and fills on the right, `>8` fills on the left, `^8` on both sides, `<40` only cuts.
package struct TemplateWidth: Hashable, Sendable {
  package enum Side: Hashable, Sendable { case left, right, middle, onlyCut }

  package let cells: Int
  package let side: Side

  /// Nil for anything but a number of 1 to 1000 with a sign before it or none.
  init?(_ text: some StringProtocol) {
    let side: Side =
      switch text.first {
      case ">": .right
      case "^": .middle
      case "<": .onlyCut
      default: .left
      }
    let digits = side == .left ? text[...] : text.dropFirst()
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let cells = Int(digits),
      (1...1000).contains(cells)
    else { return nil }
    self.cells = cells
    self.side = side
  }

  /// A text of one line, cut where it is wider and filled where it is narrower.
  func fitted(_ text: String) -> String {
    let text = CellText.cut(text, to: cells)
    switch side {
    case .onlyCut: return text
    case .left: return CellText.pad(text, to: cells)
    case .right: return CellText.pad(text, to: cells, .right)
    case .middle:
      let left = (cells - DisplayWidth.of(text)) / 2
      return CellText.pad(String(repeating: " ", count: left) + text, to: cells)
    }
  }
}
