/// Rows of aligned columns.
package struct Table: Sendable {
  package struct Column: Sendable {
    package var title: String
    package var alignment: Alignment
    /// Cells this column keeps when the terminal is narrow; nil for a column that is never cut.
    package var minimum: Int?

    package init(_ title: String, _ alignment: Alignment = .left, minimum: Int? = nil) {
      self.title = title
      self.alignment = alignment
      self.minimum = minimum
    }
  }

  package var columns: [Column]
  package var rows: [[StyledLine]]

  package init(_ columns: [Column], rows: [[StyledLine]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The table as lines.
  ///
  /// Columns without anything in them are left out. Where `width` is too little even for the least
  /// widths, each field has a line of its own.
  package func lines(width: Int?, symbols: Symbols = .unicode) -> [StyledLine] {
    let used = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    var widths = used.map { column in
      rows.reduce(DisplayWidth.of(columns[column].title)) { max($0, $1[column].cells) }
    }
    let gaps = Self.gap * max(0, used.count - 1)
    if let width {
      let minimums = used.enumerated().map { min(columns[$1].minimum ?? .max, widths[$0]) }
      guard minimums.reduce(gaps, +) <= width else {
        return stacked(used, width: width, symbols: symbols)
      }
      Self.shrink(&widths, to: width - gaps, minimums: minimums)
    }
    let header = used.map { StyledLine(columns[$0].title, Style([.bold, .dim])) }
    let hasTitles = used.contains { !columns[$0].title.isEmpty }
    return ((hasTitles ? [header] : []) + rows.map { row in used.map { row[$0] } }).map { cells in
      var line = StyledLine()
      for (index, cell) in cells.enumerated() {
        if index > 0 { line.append(String(repeating: " ", count: Self.gap)) }
        line += cell.cut(to: widths[index], ellipsis: symbols.ellipsis)
          .padded(to: widths[index], columns[used[index]].alignment)
      }
      return line.trimmed
    }
  }

  private static let gap = 2

  /// Takes cells from the widest columns until all fit.
  private static func shrink(_ widths: inout [Int], to room: Int, minimums: [Int]) {
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let candidates = widths.indices.filter { widths[$0] > minimums[$0] }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
      let next = candidates.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let step = min(excess, max(1, widths[widest] - max(next, minimums[widest])))
      widths[widest] -= step
      excess -= step
    }
  }

  private func stacked(_ used: [Int], width: Int, symbols: Symbols) -> [StyledLine] {
    var lines: [StyledLine] = []
    for row in rows {
      if !lines.isEmpty { lines.append("") }
      for column in used where !row[column].isEmpty {
        lines.append(row[column].cut(to: width, ellipsis: symbols.ellipsis))
      }
    }
    return lines
  }
}
