import Terminal

/// One line of a grid: a background of single cells, and pieces of text laid over it.
///
/// However wide the letters of the pieces are, the line has exactly its number of cells.
struct GridLine {
  private struct Cell {
    var sign: Unicode.Scalar
    var style: Style
  }

  private var cells: [Cell]
  private var pieces: [(cells: Range<Int>, line: StyledLine)] = []

  /// A line of blanks.
  init(width: Int) {
    cells = Array(repeating: Cell(sign: " ", style: .plain), count: max(0, width))
  }

  /// Puts one sign of a single cell into the background.
  mutating func set(_ sign: String, _ style: Style = .plain, at position: Int) {
    guard cells.indices.contains(position), let scalar = sign.unicodeScalars.first else { return }
    cells[position] = Cell(sign: scalar, style: style)
  }

  /// Fills a part of the background with one sign.
  mutating func fill(_ range: Range<Int>, _ sign: String, _ style: Style = .plain) {
    for position in range { set(sign, style, at: position) }
  }

  /// Lays a text over some cells: what is longer is cut off, what is left of them is blank.
  ///
  /// Pieces do not overlap; whoever lays them sees to that.
  mutating func put(_ line: StyledLine, over range: Range<Int>, ellipsis: String = "") {
    let range = range.clamped(to: cells.indices)
    guard !range.isEmpty else { return }
    pieces.append((range, line.cut(to: range.count, ellipsis: ellipsis).padded(to: range.count)))
  }

  /// Lays a text over as many cells as it takes, within `range`.
  mutating func write(_ line: StyledLine, in range: Range<Int>, ellipsis: String = "") {
    let fitted = line.cut(to: range.count, ellipsis: ellipsis)
    put(fitted, over: range.lowerBound..<range.lowerBound + fitted.cells)
  }

  /// The finished line.
  var line: StyledLine {
    var result = StyledLine()
    var position = 0
    for piece in pieces.sorted(by: { $0.cells.lowerBound < $1.cells.lowerBound }) {
      precondition(piece.cells.lowerBound >= position, "two texts of a grid stand in one cell")
      result += background(position..<piece.cells.lowerBound)
      result += piece.line
      position = piece.cells.upperBound
    }
    return result + background(position..<cells.count)
  }

  private func background(_ range: Range<Int>) -> StyledLine {
    var line = StyledLine()
    var position = range.lowerBound
    while position < range.upperBound {
      let style = cells[position].style
      var text = String.UnicodeScalarView()
      while position < range.upperBound, cells[position].style == style {
        text.append(cells[position].sign)
        position += 1
      }
      line.append(String(text), style)
    }
    return line
  }
}
