import CalendarTime
import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// Prints contacts in the form that was asked for.
struct ContactOutput {
  var context: Context
  var habits: ContactHabits
  /// Whether each row names its folder.
  var namesFolders = false
  /// Whether each row names its account.
  var namesAccounts = false
  /// The properties that JSON holds.
  var printed = contactListProperties

  /// A list, with the number of contacts at its end.
  func print(_ contacts: [PackedContact]) async throws(Failure) {
    let known = contacts.map(\.known)
    let shorts = await context.state.remember(known)
    let listing = Listing(
      context: context, fields: ContactJSON.fieldNames, columns: ContactJSON.columns)
    if listing.isWanted {
      return try listing.print(
        contacts.lazy.map {
          ContactJSON.listItem($0.entry, properties: printed, habits: habits)
        })
    }
    let rows = zip(contacts, shorts).map { contact, short in
      let entry = contact.entry
      return ContactList.Row(
        contact: entry.contact, shortID: short,
        place: [
          entry.raw.isPending ? EventNotes.pending : nil,
          entry.raw.stuck == nil ? nil : EventNotes.stuck,
          namesAccounts ? entry.session.userName : nil,
          namesFolders ? entry.folder?.path : nil,
        ].compactMap(\.self).joined(separator: " · "))
    }
    try context.print(
      ContactList(nameOrder: habits.nameOrder).lines(rows, on: Surface(context.console.terminal)))
    await context.numberRows(known)
  }

  /// Persons over folders and accounts, one a line, with their number at the end.
  func print(_ persons: [UnifiedContact]) async throws(Failure) {
    let known = persons.map(\.entry.known)
    let shorts = Dictionary(
      zip(known.map(\.id), await context.state.remember(known))
    ) { first, _ in first }
    _ = await context.state.remember(persons.flatMap(\.sources).map(\.known))
    let listing = Listing(
      context: context, fields: UnifiedContact.fieldNames, columns: UnifiedContact.columns)
    if listing.isWanted { return try listing.print(persons.map { $0.json(habits) }) }
    let rows = persons.map { person in
      ContactList.Row(
        contact: person.entry.contact, shortID: shorts[person.entry.contact.id] ?? "",
        place: person.place(namesAccounts: namesAccounts))
    }
    var list = ContactList(nameOrder: habits.nameOrder)
    list.counted = ("person", "people")
    try context.print(list.lines(rows, on: Surface(context.console.terminal)))
    await context.numberRows(known)
  }

  /// One contact in full; `more` goes into what is computed for programs.
  func printWhole(_ entry: ContactEntry, more: JSONObject = [:]) async throws(Failure) {
    let shorts = await context.state.remember([entry.known])
    let listing = Listing(
      context: context, fields: ContactJSON.fieldNames(of: entry.raw), columns: ContactJSON.columns)
    if listing.isWanted {
      return try listing.print(ContactJSON.whole(entry, habits: habits, more: more))
    }
    var details = ContactDetails(
      contact: entry.contact, nameOrder: habits.nameOrder, language: habits.language,
      home: habits.home)
    details.shortID = shorts.first
    details.folder = entry.folder?.path
    details.isPending = entry.raw.isPending
    details.isStuck = entry.raw.stuck != nil
    details.account = namesAccounts ? entry.session.userName : nil
    try context.print(
      details.lines(today: context.today, on: Surface(context.console.terminal)))
  }

  /// What was done to several contacts, a line each; for a program one whole object, or an array.
  func printDone(_ entries: [(verb: String, contact: ContactEntry)]) async throws(Failure) {
    let listing = Listing(context: context, fields: [])
    guard listing.isWanted else {
      for (verb, entry) in entries { try await printDone(verb, entry) }
      return
    }
    if entries.count == 1 { return try await printWhole(entries[0].contact) }
    _ = await context.state.remember(entries.map(\.contact.known))
    let names = Set(entries.flatMap { ContactJSON.fieldNames(of: $0.contact.raw) }).sorted()
    try Listing(context: context, fields: names, columns: ContactJSON.columns)
      .print(entries.map { ContactJSON.whole($0.contact, habits: habits) })
  }

  /// What was made or changed, in one line, or whole for a program.
  func printDone(
    _ verb: String, _ entry: ContactEntry, more: JSONObject = [:]
  ) async throws(Failure) {
    let listing = Listing(context: context, fields: [])
    if listing.isWanted { return try await printWhole(entry, more: more) }
    let shorts = await context.state.remember([entry.known])
    let place = entry.folder.map { StyledLine(" in \(TextSanitizer.line($0.path))") }
    try context.print([
      StyledLine(verb + " ") + StyledLine(shorts.first ?? "", Style(color: .cyan))
        + StyledLine("  ")
        + StyledLine(TextSanitizer.line(entry.contact.title(habits.nameOrder)), .bold)
        + (place ?? StyledLine()) + EventNotes.pendingMark(entry.raw.isPending)
    ])
  }
}

extension Context {
  /// The day of this person's clock on which ages are told.
  var today: (year: Int, month: Int, day: Int) {
    let zone = (try? zoneOfPeople()) ?? .utc
    let date = zone.wallTime(at: now()).date
    return (date.year, date.month, date.day)
  }

  /// The zone in which a day begins for this person, found without asking the service.
  func zoneOfPeople() throws(Failure) -> Zone {
    if let name = options.timeZone ?? configuration.timeZone {
      do { return try zones.zone(named: name) } catch { throw Failure(error) }
    }
    return try machineZone().zone
  }
}
