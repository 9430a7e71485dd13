package import Contacts
package import Terminal

/// The table of an address book.
package struct ContactList: Sendable {
  /// A contact and what is known about where it was found.
  package struct Row: Sendable {
    package var contact: Contact
    package var shortID: String
    /// Account and folder; empty where all are in one.
    package var place: String

    package init(contact: Contact, shortID: String, place: String = "") {
      self.contact = contact
      self.shortID = shortID
      self.place = place
    }
  }

  private let nameOrder: PersonName.Order
  /// What one row and several are called at the end.
  package var counted = (one: "contact", many: "contacts")

  package init(nameOrder: PersonName.Order) { self.nameOrder = nameOrder }

  /// The rows, numbered from 1 on a terminal, and how many they are.
  package func lines(_ rows: [Row], on surface: Surface) -> [StyledLine] {
    // Half an address or number is of no use: there is room for it whole, or there is none.
    var table = Table([
      .init("", .right), .init("ID", rank: 1), .init("NAME", minimum: 12, comfort: 30),
      .init("E-MAIL", minimum: 40), .init("PHONE", rank: 3),
      .init("COMPANY", minimum: 8, comfort: 24, rank: 4), .init("FOLDER", minimum: 8, rank: 5),
    ])
    for (index, row) in rows.enumerated() {
      let contact = row.contact
      let title = TextSanitizer.line(contact.title(nameOrder))
      let work = contact.work.ifKnown
      table.add([
        surface.number(index + 1), StyledLine(row.shortID, Style(color: .cyan)),
        title.isEmpty ? StyledLine("(no name)", .dim) : StyledLine(title),
        Self.first(contact.emails.ifKnown?.map(\.address), symbols: surface.symbols),
        Self.first(contact.phones.ifKnown?.map(\.number.text), symbols: surface.symbols),
        StyledLine(TextSanitizer.line((work?.company ?? nil) ?? "")),
        StyledLine(TextSanitizer.line(row.place), .dim),
      ])
    }
    let count = "\(rows.count) \(rows.count == 1 ? counted.one : counted.many)"
    let lines = table.lines(width: surface.width, symbols: surface.symbols)
    return (lines.isEmpty ? [] : lines + [""])
      + StyledLine(rows.isEmpty ? "No \(counted.many)" : count, .dim).wrapped(to: surface.width)
  }

  /// The first value, and how many more there are.
  private static func first(_ values: [String]?, symbols: Symbols) -> StyledLine {
    guard let values, let first = values.first else { return StyledLine() }
    let line = StyledLine(TextSanitizer.line(first))
    return values.count == 1 ? line : line + StyledLine(" +\(values.count - 1)", .dim)
  }
}
