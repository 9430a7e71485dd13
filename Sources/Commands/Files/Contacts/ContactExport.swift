import Cards
import Contacts
import GraphAPI
import JSON
import Store
import Terminal

/// Writes contacts into a file.
struct ContactExport {
  var context: Context
  var form: ExportFormat
  /// The folder they are of; nil for all.
  var folder: String?
  /// Those that are wanted; empty for all.
  var references: [String] = []
  /// Whether vCards hold the pictures; nil for those that can be read.
  var photos: Bool?

  /// A contact as its card needs it.
  private struct Item: Sendable {
    var contact: Contact
    var extras: CardWriter.Extras
    var rank: ContactOrder.Rank
    /// Its place among the sessions.
    var session = 0
  }

  private var isOfCards: Bool { [.vcard, .vcard3, .vcard4].contains(form) }

  func run(into file: ExportFile) async throws(Failure) {
    if isOfCards, photos == true {
      try context.requireNetwork(
        for: "photos cannot be read", because: "they are not kept in the local copy")
    }
    let habits = ContactHabits(context)
    var sessions: [Session] = []
    var items = try await context.working("Reading contacts") { () async throws(Failure) in
      references.isEmpty
        ? try await listed(habits, &sessions) : try await named(habits, &sessions)
    }
    items.sort { $0.rank < $1.rank }
    var trouble: [String] = []
    if isOfCards, photos ?? !context.options.offline {
      trouble = await readPhotos(of: &items, sessions)
    }
    let bytes: [UInt8]
    do throws(UnfetchedProperty) {
      bytes = try self.bytes(items, habits)
    } catch {
      throw Failure(error)
    }
    try file.write(bytes, holding: Plural.of(items.count, "contact"))
    if isOfCards, context.options.offline, photos == nil, !items.isEmpty {
      context.note(
        "without photos: they are not kept in the local copy (--no-photos says that too)")
    }
    guard let first = trouble.first else { return }
    throw Failure(
      .partlyDone, "\(Plural.of(trouble.count, "photo")) could not be read and is not in the file",
      why: first, hint: "--no-photos leaves them out")
  }

  // MARK: Reading

  private func listed(
    _ habits: ContactHabits, _ sessions: inout [Session]
  ) async throws(Failure) -> [Item] {
    let session = try await context.session(needing: .readContacts)
    sessions = [session]
    var book = ContactBook(context: context, session: session)
    book.expansion = ContactRequests.sourceExpansion
    if context.options.offline {
      book.copy = try await context.copyReader(.contacts, session: session)
    }
    var folders = try await book.folders()
    if let folder { folders = [try book.folder(named: folder, among: folders)] }
    let order = ContactOrder(.name, habits)
    return try await book.contacts(in: folders, properties: ContactIdentity.properties) {
      Self.item($0.contact, $0.raw, order)
    }
  }

  private func named(
    _ habits: ContactHabits, _ sessions: inout [Session]
  ) async throws(Failure) -> [Item] {
    let order = ContactOrder(.name, habits)
    var items: [Item] = []
    let resolver = ReferenceResolver(context: context, permission: .readContacts)
    for reference in references {
      let (id, session) = try await resolver.item(reference, kind: .contact)
      let raw = try await raw(id, session)
      let entry = try ContactEntry(raw, session: session)
      if items.contains(where: { $0.contact.id == entry.contact.id }) { continue }
      var item = Self.item(entry.contact, raw, order)
      if let known = sessions.firstIndex(where: { $0.accountKey == session.accountKey }) {
        item.session = known
      } else {
        item.session = sessions.count
        sessions.append(session)
      }
      items.append(item)
    }
    return items
  }

  private func raw(_ id: String, _ session: Session) async throws(Failure) -> JSONObject {
    guard !context.options.offline else {
      guard let (contact, _) = try await context.copiedItem(.contactFolder, id, session: session)
      else { throw context.notCopied("the local copy does not have it") }
      return contact
    }
    do {
      return try await session.graph.object(ContactRequests.contactWithSource(id: id))
    } catch {
      throw Failure(error, doing: "read the contact")
    }
  }

  private static func item(_ contact: Contact, _ raw: JSONObject, _ order: ContactOrder) -> Item {
    Item(
      contact: contact,
      extras: CardWriter.Extras(
        uid: ContactIdentity.uid(of: raw), revision: raw["lastModifiedDateTime"]?.string),
      rank: order.rank(of: contact))
  }

  /// Puts the pictures to their contacts; what could not be read.
  private func readPhotos(of items: inout [Item], _ sessions: [Session]) async -> [String] {
    var places: [String: Int] = [:]
    for (place, item) in items.enumerated() { places[item.contact.id] = place }
    var trouble: [String] = []
    await context.working("Reading photos") { (progress) async throws(Never) in
      for (number, session) in sessions.enumerated() {
        let ids = items.filter { $0.session == number }.map(\.contact.id)
        await ContactPhotos(context: context, session: session).readAll(ids) { found in
          for (id, picture) in found.pictures {
            if let place = places[id] { items[place].extras.photo = picture }
          }
          trouble += found.trouble.values.map(\.shortWhy)
        } progress: { count in
          await progress.show("Reading photos: \(count) of \(items.count)")
        }
      }
    }
    return trouble
  }

  // MARK: Writing

  private func bytes(
    _ items: [Item], _ habits: ContactHabits
  ) throws(UnfetchedProperty) -> [UInt8] {
    let order = habits.nameOrder
    switch form {
    case .vcard, .vcard3, .vcard4, .ics, .html, .svg, .org, .markdown:
      let writer = CardWriter(form == .vcard4 ? .v4 : .v3, order: order)
      var bytes: [UInt8] = []
      for item in items { bytes += try writer.card(of: item.contact, item.extras) }
      return bytes
    case .csv:
      let writer = ContactTableWriter()
      var text = writer.header
      for item in items { text += try writer.row(of: item.contact) }
      return Array(text.utf8)
    case .mutt:
      var aliases = MuttAliases(order: order)
      for item in items { try aliases.add(item.contact) }
      for address in aliases.leftOut {
        context.note("left out, since mutt could take it for something else: \(address)")
      }
      return Array(aliases.text.utf8)
    case .abook:
      var book = AbookFile()
      var text = AbookFile.header
      for item in items { text += try book.entry(of: item.contact, order: order) }
      return Array(text.utf8)
    }
  }
}
