package import Contacts

/// Reads contacts out of the tables that Outlook and Google write (CSV).
///
/// Columns are known by the names in the header, in any order. What the dates in the table mean is told
/// by all of them together; one that can still be read in two ways is left out and told.
package struct ContactTable: Sendable {
  /// Why a table as a whole was not read.
  package enum Problem: Error, Hashable, Sendable {
    case empty
    /// No column of its header is known; the header as it is, shortened.
    case unknownHeader(String)
    /// A quote on this line is never closed, so that nobody knows where its field ends.
    case openQuote(line: Int)
  }

  private let rows: [DelimitedRows.Row]
  private let columns: [TableColumn?]
  /// How many columns of the same kind stand before each.
  private let turns: [Int]
  private let header: [String]
  private let dayFirst: Bool?
  private let order: PersonName.Order

  /// Takes a table that is in memory.
  package init(_ bytes: [UInt8], order: PersonName.Order = .givenFirst) throws(Problem) {
    var text = TextBytes()
    let whole = text.add(bytes) + text.finish()
    var rows = DelimitedRows(whole)
    guard let first = rows.next() else { throw .empty }
    header = first.fields
    columns = header.map { TableColumn(header: $0) }
    let tells = columns.contains { column in
      switch column {
      case nil, .ignored?, .notes?, .categories?: false
      default: true
      }
    }
    guard tells else {
      throw .unknownHeader(String(header.joined(separator: ", ").prefix(120)))
    }
    self.rows = Array(rows)
    if let line = self.rows.last?.openQuote ?? first.openQuote { throw .openQuote(line: line) }
    self.order = order
    turns = Self.turns(columns)
    dayFirst = Self.dayFirst(self.rows, columns)
  }

  /// The contacts of the table, in the order of its rows.
  package var items: [ContactFileItem] {
    rows.enumerated().map { index, row in item(row, number: index + 1) }
  }

  private func item(_ row: DelimitedRows.Row, number: Int) -> ContactFileItem {
    var mapper = TableRow(line: row.line, dayFirst: dayFirst)
    for (index, field) in row.fields.enumerated() {
      guard let value = field.trimmedOrNil.flatMap({ CellText.plain($0).trimmedOrNil }) else {
        continue
      }
      let name = index < header.count ? header[index] : "column \(index + 1)"
      guard index < columns.count, let column = columns[index] else {
        mapper.draft.leaveOut(row.line, name, value)
        continue
      }
      mapper.add(column, value, header: name, turn: turns[index])
    }
    mapper.finish()
    guard let (contact, remarks) = mapper.draft.contact(order: order) else {
      return .refused(
        number: number, line: row.line, reason: "it tells of nobody: no name, address or number")
    }
    return .contact(
      ReadContact(number: number, line: row.line, contact: contact, remarks: remarks))
  }

  private static func turns(_ columns: [TableColumn?]) -> [Int] {
    var seen: [TableColumn: Int] = [:]
    return columns.map { column in
      guard let column else { return 0 }
      defer { seen[column, default: 0] += 1 }
      return seen[column] ?? 0
    }
  }

  /// Whether the day stands before the month in dates with slashes; nil where no date of the table says.
  private static func dayFirst(_ rows: [DelimitedRows.Row], _ columns: [TableColumn?]) -> Bool? {
    var answers: Set<Bool> = []
    for row in rows {
      for (column, field) in zip(columns, row.fields) {
        guard column == .birthday || column == .anniversary,
          let (first, second, _) = TableRow.numbers(field, separator: "/")
        else { continue }
        if first > 12 { answers.insert(true) }
        if second > 12 { answers.insert(false) }
      }
    }
    return answers.count == 1 ? answers.first : nil
  }
}
