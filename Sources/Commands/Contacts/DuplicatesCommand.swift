package import Arguments
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal duplicates`: contacts that may be of the same person.
package struct DuplicatesCommand: Command {
  package static let name = "duplicates"
  package static let summary = "Find contacts that may be of the same person."
  package static let discussion = """
    Contacts of all folders that share a mail address, a telephone line or a name, with what they \
    share. The same name alone does not make one person of two: look before you merge.
    """
  package static let options: [Option<Self>] = []
  package static let answersOffline = true
  package static let examples = [
    Example("duplicates", "Groups with the reasons."),
    Example("duplicates --json", "One object a group."),
  ]

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let names = ["contacts", "reasons"]
    if try context.listedFieldNames(names) { return }
    let session = try await context.session(needing: .readContacts)
    let book = try await ContactBook.forReading(context: context, session: session)
    let folders = try await book.folders()
    let habits = ContactHabits(context)
    // By name, so that the groups and their reasons do not hang on who answered.
    let order = ContactOrder(.name, habits)
    let entries = order.sorted(
      try await context.working("Reading contacts") { () async throws(Failure) in
        try await book.contacts(in: folders, properties: contactListProperties)
      })
    let groups = DuplicateContacts.groups(entries.map(\.contact), order: habits.nameOrder) {
      FoldedText($0).text
    }
    let members = groups.flatMap(\.members).map { entries[$0] }
    let shorts = await context.state.remember(members.map(\.known))
    let listing = Listing(context: context, fields: names)
    if listing.isWanted {
      return try listing.print(groups.map { Self.json($0, entries, habits) })
    }
    var lines: [StyledLine] = []
    var row = 0
    let surface = Surface(context.console.terminal)
    for group in groups {
      if !lines.isEmpty { lines.append("") }
      let reasons = group.reasons.prefix(4).map(\.text)
      let more = group.reasons.count - reasons.count
      lines += StyledLine(
        reasons.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""), .bold
      ).wrapped(to: surface.width)
      var table = Table([
        .init("", .right), .init("", rank: 1), .init("", minimum: 12), .init("", minimum: 14),
        .init("", rank: 2), .init("", rank: 3),
      ])
      for member in group.members {
        let entry = entries[member]
        let contact = entry.contact
        table.add([
          surface.number(row + 1), StyledLine(shorts[row], Style(color: .cyan)),
          StyledLine(TextSanitizer.line(contact.title(habits.nameOrder))),
          StyledLine(TextSanitizer.line(contact.emails.ifKnown?.first?.address ?? "")),
          StyledLine(TextSanitizer.line(contact.phones.ifKnown?.first?.number.text ?? "")),
          StyledLine(folders.count > 1 ? TextSanitizer.line(entry.folder?.path ?? "") : "", .dim),
        ])
        row += 1
      }
      lines += table.lines(width: surface.width, symbols: surface.symbols)
    }
    if groups.isEmpty { lines = [StyledLine("No duplicates", .dim)] }
    try context.print(lines)
    await context.numberRows(members.map(\.known))
    if let first = groups.first {
      let names =
        surface.showsNumbers
        ? first.members.indices.map { String($0 + 1) } : Array(shorts.prefix(first.members.count))
      context.note(
        "to make one of the first: graphcal merge-contacts \(names.joined(separator: " ")); it asks "
          + "before")
    }
  }

  private static func json(
    _ group: DuplicateContacts.Group, _ entries: [ContactEntry], _ habits: ContactHabits
  ) -> JSON {
    [
      "reasons": .array(group.reasons.map(\.json)),
      "contacts": .array(
        group.members.map {
          ContactJSON.listItem(entries[$0], properties: contactListProperties, habits: habits)
        }),
    ]
  }
}

extension DuplicateContacts.Reason {
  /// In a few words, for a person.
  fileprivate var text: String {
    switch self {
    case .email(let address): "same address \(TextSanitizer.line(address))"
    case .phone(let number): "same number \(TextSanitizer.line(number))"
    case .name(let name): "same name \(TextSanitizer.line(name))"
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .email(let address): ["kind": "email", "value": .string(address)]
    case .phone(let number): ["kind": "phone", "value": .string(number)]
    case .name(let name): ["kind": "name", "value": .string(name)]
    }
  }
}
