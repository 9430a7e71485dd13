import Terminal

/// Where the columns of a grid stand: a margin, then the columns, each between two lines.
struct GridColumns {
  /// Cells before the first line: the axis of a week, the week numbers of a month.
  var margin: Int
  /// Cells of each column, its lines not counted.
  var widths: [Int]
  private var starts: [Int] = []

  /// Shares the width out by weight, the rest cell by cell from the left; at least one cell a column.
  init(margin: Int, weights: [Double], width: Int) {
    self.margin = margin
    let room = max(weights.count, width - margin - weights.count - 1)
    let total = max(weights.reduce(0, +), .leastNonzeroMagnitude)
    var widths = weights.map { max(1, Int(Double(room) * $0 / total)) }
    var rest = room - widths.reduce(0, +)
    // The narrowest for their weight are given first, so that equals differ by one cell at most.
    while rest > 0,
      let index = widths.indices.min(by: {
        Double(widths[$0]) / weights[$0] < Double(widths[$1]) / weights[$1]
      })
    {
      widths[index] += 1
      rest -= 1
    }
    while rest < 0, let index = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[index] -= 1
      rest += 1
    }
    self.widths = widths
    var start = margin + 1
    for width in widths {
      starts.append(start)
      start += width + 1
    }
  }

  /// Cells of a line from the margin to the last line.
  var width: Int { margin + 1 + widths.reduce(0) { $0 + $1 + 1 } }

  /// The cells of a column.
  func cells(_ column: Int) -> Range<Int> {
    starts[column]..<starts[column] + widths[column]
  }

  /// The cells of adjoining columns, the lines between them included; never empty.
  func cells(_ columns: Range<Int>) -> Range<Int> {
    starts[columns.lowerBound]..<cells(columns.upperBound - 1).upperBound
  }

  /// The places of the lines, from the left edge to the right one.
  var lines: [Int] { [margin] + widths.indices.map { cells($0).upperBound } }

  /// A line with nothing in it but the lines between the columns.
  func row(_ vertical: String, _ style: Style = .dim) -> GridLine {
    var line = GridLine(width: width)
    for position in lines { line.set(vertical, style, at: position) }
    return line
  }

  /// A horizontal line with headings in it.
  func rule(
    _ signs: FrameSigns.Rule, _ horizontal: String, headings: [StyledLine] = [],
    _ style: Style = .dim
  ) -> GridLine {
    var line = GridLine(width: width)
    line.fill(margin..<width, horizontal, style)
    for position in lines { line.set(signs.crossing, style, at: position) }
    line.set(signs.left, style, at: margin)
    line.set(signs.right, style, at: width - 1)
    for (column, heading) in headings.enumerated() where !heading.isEmpty {
      let cells = cells(column)
      let inset = cells.count > heading.cells ? 1 : 0
      line.write(heading, in: cells.lowerBound + inset..<cells.upperBound)
    }
    return line
  }
}
