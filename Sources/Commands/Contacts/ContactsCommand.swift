package import Arguments
import CalendarTime
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// `graphcal contacts`: the address book.
package struct ContactsCommand: Command {
  package static let name = "contacts"
  package static let summary = "List contacts, or search them."
  package static let discussion = """
    Contacts of all folders. Every word of QUERY has to stand somewhere in the names, the company, \
    the department, the job or the addresses; letter case and accents do not matter, so muller \
    finds Müller. Digits are looked for in telephone numbers, however they are written.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("QUERY", atLeast: 0, "Words or digits to look for.", into: \.query)
  ]
  package static let options: [Option<Self>] = [
    .value("folder", "F", "Only contacts of this folder.", into: \.folder),
    .repeated("category", "C", "Only with this category.", into: \.categories) { $0 },
    .choice("has", "Only with one of these.", into: \.has),
    .choice("sort", "What to sort by; name without it.", into: \.sort),
    .value("limit", "N", "Show at most N contacts.", into: \.limit, in: 1...100_000),
  ]
  package static let examples = [
    Example("contacts muller", "Everybody called Müller, too."),
    Example("contacts 5550100", "Whose number that is."),
    Example("contacts --has birthday --sort birthday", "Birthdays through the year."),
    Example("contacts --fields displayName,emailAddresses --jsonl", "A few properties only."),
  ]

  /// What `--has` asks for.
  package enum Property: String, CaseIterable, Sendable { case email, phone, birthday }
  /// What `--sort` sorts by.
  package enum SortKey: String, CaseIterable, Sendable { case name, company, birthday }

  var query: [String] = []
  var folder: String?
  var categories: [String] = []
  var has: Property?
  var sort: SortKey?
  var limit: Int?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(ContactJSON.fieldNames) { return }
    let sessions = try await context.sessions(needing: .readContacts)
    let habits = ContactHabits(context)
    let properties = try wantedProperties(in: context)
    var entries: [ContactEntry] = []
    var trouble: [Failure] = []
    var folderCount = 0
    for session in sessions {
      do {
        let found = try await context.working("Reading contacts") {
          () async throws(Failure) in try await read(session, context, properties.read)
        }
        folderCount = max(folderCount, found.folders)
        entries += found.entries
      } catch {
        if sessions.count == 1 { throw error }
        trouble.append(error.naming(session, among: sessions))
      }
    }
    if trouble.count == sessions.count, let first = trouble.first { throw first }
    entries = sorted(chosen(entries), habits)
    if let limit, entries.count > limit {
      context.note("showing \(limit) of \(entries.count) contacts; --limit sets how many")
      entries = Array(entries.prefix(limit))
    }
    try await ContactOutput(
      context: context, habits: habits, namesFolders: folderCount > 1 && folder == nil,
      namesAccounts: sessions.count > 1, printed: properties.printed
    ).print(entries)
    try Failure.report(trouble, among: sessions)
  }

  private func read(
    _ session: Session, _ context: Context, _ properties: [String]
  ) async throws(Failure) -> (entries: [ContactEntry], folders: Int) {
    let book = try await ContactBook.forReading(context: context, session: session)
    var folders = try await book.folders()
    let count = folders.count
    if let folder { folders = [try book.folder(named: folder, among: folders)] }
    return (try await book.contacts(in: folders, properties: properties), count)
  }

  /// What is asked of the service and what is printed.
  ///
  /// Fields that were chosen limit both, but for what a search, a choice or an order goes by.
  private func wantedProperties(
    in context: Context
  ) throws(Failure) -> (read: [String], printed: [String]) {
    let listing = Listing(context: context, fields: ContactJSON.fieldNames)
    guard let selection = try listing.selection() else {
      return (contactListProperties, contactListProperties)
    }
    let chosen = Set(selection.paths.compactMap(\.steps.first))
    let printed = contactListProperties.filter(chosen.contains)
    let isPlain =
      query.isEmpty && categories.isEmpty && has == nil && sort == nil
      && !chosen.contains("graphcal")
    // Contacts are sorted by their names even so.
    let needed: Set<String> = [
      "id", "displayName", "givenName", "middleName", "surname", "title", "generation", "initials",
      "nickName", "yomiGivenName", "yomiSurname", "parentFolderId",
    ]
    return (
      isPlain
        ? contactListProperties.filter { chosen.contains($0) || needed.contains($0) }
        : contactListProperties, printed
    )
  }

  private func chosen(_ entries: [ContactEntry]) -> [ContactEntry] {
    let search = ContactSearch(query.joined(separator: " ")) { FoldedText($0).text }
    let wanted = categories.map { FoldedText($0) }
    return entries.filter { entry in
      let contact = entry.contact
      let own = wanted.isEmpty ? [] : (contact.categories.ifKnown ?? []).map { FoldedText($0) }
      guard search.finds(contact), wanted.allSatisfy(own.contains) else { return false }
      switch has {
      case .email: return contact.emails.ifKnown?.isEmpty == false
      case .phone: return contact.phones.ifKnown?.isEmpty == false
      case .birthday: return (contact.birthday.ifKnown ?? nil) != nil
      case nil: return true
      }
    }
  }

  /// In the order asked for; those without the property last, equals by their names.
  private func sorted(_ entries: [ContactEntry], _ habits: ContactHabits) -> [ContactEntry] {
    struct Key: Comparable {
      /// 1 for a contact without what is sorted by.
      var lacks: Int
      var text: String
      var name: String
      /// So that the order does not hang on who answered.
      var id: String

      static func < (left: Key, right: Key) -> Bool {
        (left.lacks, left.text, left.name, left.id)
          < (right.lacks, right.text, right.name, right.id)
      }
    }
    let keyed = entries.map { entry -> (Key, ContactEntry) in
      let contact = entry.contact
      let parts = contact.name.ifKnown?.sortKey(habits.nameOrder) ?? ""
      let name = FoldedText(parts.isEmpty ? contact.title(habits.nameOrder) : parts).text
      let text =
        switch sort {
        case .name, nil: name
        case .company: FoldedText((contact.work.ifKnown?.company ?? nil) ?? "").text
        case .birthday:
          (contact.birthday.ifKnown ?? nil).map { String($0.text.suffix(5)) } ?? ""
        }
      return (Key(lacks: text.isEmpty ? 1 : 0, text: text, name: name, id: contact.id), entry)
    }
    return keyed.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
