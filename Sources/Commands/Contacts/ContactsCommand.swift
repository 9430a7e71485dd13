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

    With --unified contacts of one person are one line that says where they are, over the folders and, \
    with --account all, over the accounts: those that share a mail address or a number and whose names \
    do not speak against it. Nothing is changed by that.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("QUERY", atLeast: 0, "Words or digits to look for.", into: \.query)
  ]
  package static let options: [Option<Self>] = [
    .value("folder", "F", "Only contacts of this folder.", into: \.folder).completing(
      .known(.contactFolder)),
    .repeated("category", "C", "Only with this category.", into: \.categories) { $0 }.completing(
      .known(.category)),
    .choice("has", "Only with one of these.", into: \.has),
    .choice("sort", "What to sort by; name without it.", into: \.sort),
    .flag("unified", "One line a person, with the folders and accounts.", into: \.isUnified),
    .value("limit", "N", "Show at most N contacts.", into: \.limit, in: 1...100_000),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("contacts muller", "Everybody called Müller, too."),
    Example("contacts 5550100", "Whose number that is."),
    Example("contacts --has birthday --sort birthday", "Birthdays through the year."),
    Example("contacts --unified --account all", "Every person once, over all accounts."),
    Example("contacts --fields displayName,emailAddresses --jsonl", "A few properties only."),
  ]

  /// What `--has` asks for.
  package enum Property: String, CaseIterable, Sendable { case email, phone, birthday }
  var query: [String] = []
  var folder: String?
  var categories: [String] = []
  var has: Property?
  var sort: ContactOrder.Key?
  var isUnified = false
  var limit: Int?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let names = isUnified ? UnifiedContact.fieldNames : ContactJSON.fieldNames
    if try context.listedFieldNames(names) { return }
    let sessions = try await context.sessions(needing: .readContacts)
    let habits = ContactHabits(context)
    let properties = try wantedProperties(in: context)
    let reading = ContactReading(context: context, folder: folder, properties: properties.read)
    let order = ContactOrder(sort ?? .name, habits)
    var output = ContactOutput(
      context: context, habits: habits, namesAccounts: sessions.count > 1,
      printed: properties.printed)
    let isWanted = isWanted
    let trouble: [Failure]
    if isUnified {
      let read = try await reading.contacts(of: sessions)
      let persons = UnifiedContact.persons(read.items, habits)
      // A person is found by any contact of theirs, and by what several of them hold together.
      let found = order.sorted(
        persons.filter { person in
          isWanted(person.entry.contact) || person.sources.contains { isWanted($0.contact) }
        }
      ) { $0.entry }
      try await output.print(limited(found, "people", in: context))
      trouble = read.trouble
    } else {
      var read = try await reading.contacts(of: sessions) { entry in
        isWanted(entry.contact) ? PackedContact(entry, in: order) : nil
      }
      read.items.sort { $0.rank < $1.rank }
      output.namesFolders = read.folderCount > 1 && folder == nil
      try await output.print(limited(read.items, "contacts", in: context))
      trouble = read.trouble
    }
    try Failure.report(trouble, among: sessions)
  }

  /// At most as many as are asked for; that there are more is told.
  private func limited<Item>(_ items: [Item], _ name: String, in context: Context) -> [Item] {
    guard let limit, items.count > limit else { return items }
    context.note("showing \(limit) of \(items.count) \(name); --limit sets how many")
    return Array(items.prefix(limit))
  }

  /// What is asked of the service and what is printed.
  ///
  /// Fields that were chosen limit both, but for what a search, a choice or an order goes by.
  private func wantedProperties(
    in context: Context
  ) throws(Failure) -> (read: [String], printed: [String]) {
    let listing = Listing(context: context, fields: ContactJSON.fieldNames)
    guard !isUnified, let selection = try listing.selection() else {
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

  /// Whether the options and the query leave a contact in the list.
  private var isWanted: @Sendable (Contact) -> Bool {
    let search = ContactSearch(query.joined(separator: " ")) { FoldedText($0).text }
    let wanted = categories.map { FoldedText($0) }
    let has = has
    return { contact in
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
}
