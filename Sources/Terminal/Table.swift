/// Rows of aligned columns.
package struct Table: Sendable {
  /// How one column is headed, aligned and narrowed.
  package struct Column: Sendable {
    package var title: String
    package var alignment: Alignment
    /// Cells this column keeps when the terminal is narrow; nil for a column that is never cut.
    package var minimum: Int?
    /// Cells above which this column gives way before any other.
    package var comfort: Int
    /// How soon this column is narrowed and then left out: the highest first, 0 never left out.
    package var rank: Int

    package init(
      _ title: String = "", _ alignment: Alignment = .left, minimum: Int? = nil,
      comfort: Int = .max, rank: Int = 0
    ) {
      self.title = title
      self.alignment = alignment
      self.minimum = minimum
      self.comfort = comfort
      self.rank = rank
    }
  }

  /// A table laid out: what stands above it, and the lines of each row.
  package struct Layout: Sendable {
    package var header: StyledLine?
    package var rows: [[StyledLine]]
    /// Whether each field has a line of its own.
    package var isStacked: Bool
  }

  /// What stands in one place, and how it makes do with less room.
  package struct Cell: Sendable {
    package var line: StyledLine
    /// A shorter form for at most so many cells; nil for one that is simply cut.
    package var shorten: (@Sendable (Int) -> StyledLine)?

    package init(_ line: StyledLine, shorten: (@Sendable (Int) -> StyledLine)? = nil) {
      self.line = line
      self.shorten = shorten
    }

    func fitted(to cells: Int, ellipsis: String) -> StyledLine {
      guard line.cells > cells else { return line }
      return (shorten?(cells) ?? line).cut(to: cells, ellipsis: ellipsis)
    }
  }

  package var columns: [Column]
  package private(set) var rows: [[Cell]]

  package init(_ columns: [Column], rows: [[StyledLine]] = []) {
    self.columns = columns
    self.rows = rows.map { $0.map { Cell($0) } }
  }

  /// Adds a row of as many cells as there are columns.
  package mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// Adds a row of texts that are simply cut.
  package mutating func add(_ lines: [StyledLine]) { rows.append(lines.map { Cell($0) }) }

  /// The table as lines, rows of several lines parted by empty ones.
  package func lines(width: Int?, symbols: Symbols = .unicode) -> [StyledLine] {
    let layout = layout(width: width, symbols: symbols)
    let header = layout.header.map { [$0] } ?? []
    guard layout.isStacked else { return header + layout.rows.flatMap(\.self) }
    return Array(layout.rows.joined(separator: [""]))
  }

  /// Lays the table out for a terminal of `width` cells, or without cutting for a file (nil).
  ///
  /// Columns without anything in them are left out. On a terminal that is too narrow columns are cut
  /// down to their least width, then left out by rank; what then still does not fit is stacked.
  /// In a file a text longer than twice its column's comfort reaches past the column.
  package func layout(width: Int?, symbols: Symbols = .unicode) -> Layout {
    var used = columns.indices.filter { column in rows.contains { !$0[column].line.isEmpty } }
    guard let width else {
      let widths = used.map { column in
        naturalWidth(column) { $0 / 2 <= columns[column].comfort }
      }
      return aligned(used, widths: widths, cuts: false, symbols: symbols)
    }
    while true {
      var widths = used.map { naturalWidth($0) { _ in true } }
      let room = width - Self.gap * max(0, used.count - 1)
      let minimums = zip(used, widths).map { min(columns[$0].minimum ?? .max, $1) }
      if minimums.reduce(0, +) <= room {
        shrink(&widths, of: used, to: room, minimums: minimums)
        return aligned(used, widths: widths, cuts: true, symbols: symbols)
      }
      let expendable = used.filter { columns[$0].rank > 0 }
      guard let last = expendable.max(by: { columns[$0].rank < columns[$1].rank }) else { break }
      used.removeAll { $0 == last }
    }
    return stacked(used, width: width, symbols: symbols)
  }

  private static let gap = 2

  private func naturalWidth(_ column: Int, where counts: (Int) -> Bool) -> Int {
    rows.lazy.map { $0[column].line.cells }.filter(counts)
      .reduce(DisplayWidth.of(columns[column].title), max)
  }

  /// Takes cells from the columns until all fit.
  ///
  /// First what goes past the comfort of a column, then the columns one by one from the highest rank;
  /// among equals the widest gives first.
  private func shrink(_ widths: inout [Int], of used: [Int], to room: Int, minimums: [Int]) {
    let comforts = zip(used, minimums).map { max(columns[$0].comfort, $1) }
    Self.level(&widths, widths.indices.map(\.self), to: room, floors: comforts)
    let ranks = Set(used.map { columns[$0].rank }).sorted(by: >)
    for rank in ranks {
      let members = used.indices.filter { columns[used[$0]].rank == rank }
      Self.level(&widths, members, to: room, floors: minimums)
    }
  }

  private static func level(
    _ widths: inout [Int], _ members: [Int], to room: Int, floors: [Int]
  ) {
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let candidates = members.filter { widths[$0] > floors[$0] }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
      let next = candidates.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let step = min(excess, max(1, widths[widest] - max(next, floors[widest])))
      widths[widest] -= step
      excess -= step
    }
  }

  private func aligned(
    _ used: [Int], widths: [Int], cuts: Bool, symbols: Symbols
  ) -> Layout {
    func line(_ cells: [Cell]) -> StyledLine {
      var line = StyledLine()
      for (index, cell) in cells.enumerated() {
        if index > 0 { line.append(String(repeating: " ", count: Self.gap)) }
        let cut = cuts ? cell.fitted(to: widths[index], ellipsis: symbols.ellipsis) : cell.line
        line += cut.padded(to: widths[index], columns[used[index]].alignment)
      }
      return line.trimmed
    }
    let hasTitles = used.contains { !columns[$0].title.isEmpty }
    let titles = used.map { Cell(StyledLine(columns[$0].title, Style([.bold, .dim]))) }
    return Layout(
      header: hasTitles ? line(titles) : nil,
      rows: rows.map { row in [line(used.map { row[$0] })] }, isStacked: false)
  }

  /// One field a line: those that may be cut are, the others go on below.
  private func stacked(_ used: [Int], width: Int, symbols: Symbols) -> Layout {
    let rows = rows.map { row in
      used.flatMap { column -> [StyledLine] in
        let cell = row[column].line
        guard !cell.isEmpty else { return [] }
        return columns[column].minimum == nil
          ? cell.wrapped(to: width) : [row[column].fitted(to: width, ellipsis: symbols.ellipsis)]
      }
    }
    return Layout(header: nil, rows: rows, isStacked: true)
  }
}
