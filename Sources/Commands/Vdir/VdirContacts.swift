import Cards
import Contacts
import GraphAPI
import JSON

/// A folder of contacts as files.
struct VdirContacts: VdirSide {
  var context: Context
  var session: Session
  var folder: ContactFolder
  var habits: ContactHabits

  var ending: String { ".vcf" }
  var closed: String? { nil }

  // MARK: There

  func items(_ known: [String: VdirMemory]) async throws(Failure) -> [String: VdirRemote] {
    var book = ContactBook(context: context, session: session)
    book.expansion = ContactRequests.sourceExpansion
    let read = try await book.contacts(in: [folder], properties: ContactIdentity.properties) {
      (entry) -> JSONObject? in entry.raw
    }
    var items: [String: VdirRemote] = [:]
    var changed: [String] = []
    for raw in read {
      var remote = remote(raw)
      // Two that came from one card are told apart by their own identities.
      if items[remote.uid.lowercased()] != nil { remote.uid = ContactIdentity.own(remote.id) }
      let key = remote.uid.lowercased()
      if let memory = known[key], memory.id == remote.id, memory.etag == remote.etag,
        remote.etag != nil
      {
        remote.print = memory.remotePrint
      } else {
        changed.append(key)
      }
      items[key] = remote
    }
    try await write(changed, of: &items)
    return items
  }

  func items(ids: [String]) async throws(Failure) -> [VdirRemote] {
    var items: [String: VdirRemote] = [:]
    for id in ids {
      do {
        let raw = try await session.graph.object(ContactRequests.contactWithSource(id: id))
        items[id] = remote(raw)
      } catch {
        throw Failure(error, doing: "read the contact again")
      }
    }
    try await write(Array(items.keys), of: &items)
    return ids.compactMap { items[$0] }
  }

  private func remote(_ raw: JSONObject) -> VdirRemote {
    VdirRemote(
      uid: ContactIdentity.uid(of: raw), id: raw["id"]?.string ?? "",
      title: Contact(graph: .object(raw))?.title(habits.nameOrder) ?? "",
      etag: raw["@odata.etag"]?.string, print: "", raw: raw)
  }

  /// Makes the cards of these, with their pictures.
  private func write(
    _ keys: [String], of items: inout [String: VdirRemote]
  ) async throws(Failure) {
    guard !keys.isEmpty else { return }
    var pictures: [String: [UInt8]] = [:]
    var trouble: Failure?
    await ContactPhotos(context: context, session: session).readAll(
      keys.compactMap { items[$0]?.id }
    ) { found in
      pictures.merge(found.pictures) { $1 }
      trouble = trouble ?? found.trouble.values.first
    } progress: { _ in
    }
    if let trouble {
      // Where there are no pictures to be had, cards do without; else the next run has them.
      if [.tryAgain, .signedOut, .interrupted].contains(trouble.kind) { throw trouble }
      context.note("photos of contacts are left out: \(trouble.shortWhy)")
    }
    let writer = CardWriter(.v3, order: habits.nameOrder)
    for key in keys {
      guard let remote = items[key], let contact = Contact(graph: .object(remote.raw)) else {
        continue
      }
      let extras = CardWriter.Extras(
        uid: remote.uid, revision: remote.raw["lastModifiedDateTime"]?.string,
        photo: pictures[remote.id])
      guard let bytes = try? writer.card(of: contact, extras) else { continue }
      items[key]?.bytes = bytes
      items[key]?.print = VdirPrint.remote(bytes)
    }
  }

  // MARK: Here

  private func card(_ bytes: [UInt8]) throws(VdirRefusal) -> ReadContact {
    let items = CardReader.items(of: bytes, order: habits.nameOrder)
    guard items.count == 1 else {
      throw VdirRefusal(
        items.isEmpty ? "it is no vCard" : "it holds \(items.count) cards; a file here is one")
    }
    switch items[0] {
    case .refused(_, let line, let reason): throw VdirRefusal("line \(line): \(reason)")
    case .contact(let read): return read
    }
  }

  func identity(of bytes: [UInt8]) throws(VdirRefusal) -> (uid: String, title: String) {
    let card = try card(bytes)
    guard let uid = card.uid, !uid.isEmpty else {
      throw VdirRefusal("it has no UID, so it could not be known again")
    }
    return (uid, card.contact.title(habits.nameOrder))
  }

  /// Its members, and the picture by what tells it from others.
  func form(of bytes: [UInt8]) -> JSONObject {
    guard let card = try? card(bytes), let members = try? card.contact.creationBody().object else {
      return [:]
    }
    var form = JSONObject(
      members.keys.map { ($0, ContactChanges.normal($0, of: members)) })
    if let photo = card.photo { form["photo"] = .string(VdirFolder.print(photo)) }
    return form
  }

  // MARK: To there

  func plan(_ pushes: [VdirPush]) -> [VdirWork?] {
    pushes.map { push in plan(push).map { .contact($0) } }
  }

  private func plan(_ push: VdirPush) -> PlannedContact? {
    guard let card = try? card(push.bytes) else { return nil }
    var planned = PlannedContact(line: card.line, deed: .unchanged)
    planned.uid = card.uid
    planned.title = card.contact.title(habits.nameOrder)
    planned.notes = card.remarks.filter { !$0.isInNote }.map {
      ImportRow.Note("\($0.what) stays in the file alone", value: $0.value)
    }
    guard let remote = push.remote else {
      let body = (try? card.contact.creationBody().object) ?? [:]
      planned.photo = card.photo
      planned.deed = .create(
        ExtendedProperties.adding(
          card.uid ?? "", for: ExtendedProperties.sourceUID, to: body))
      return planned
    }
    planned.id = remote.id
    let isWanted = { (part: String) in push.parts?.contains(part) ?? true }
    if isWanted("photo") {
      planned.photo = card.photo
      planned.losesPhoto = card.photo == nil && push.parts != nil
    }
    guard let old = Contact(graph: .object(remote.raw)),
      let changes = try? card.contact.changes(from: old)?.object
    else { return planned }
    let touched = changes.members.filter {
      // What it is filed as is made by the service where a card does not say it.
      isWanted($0.key) && !($0.key == "fileAs" && $0.value.isNull)
    }
    var wanted = JSONObject(touched.map { ($0.key, $0.value) })
    if ContactChanges.nameParts.contains(where: { wanted[$0] != nil }),
      wanted["displayName"] == nil
    {
      wanted["displayName"] = changes["displayName"] ?? remote.raw["displayName"]
    }
    if !wanted.isEmpty { planned.deed = .update(wanted, base: remote.raw) }
    return planned
  }

  private var run: ContactImportRun {
    ContactImportRun(
      context: context, session: session, folder: folder, habits: habits,
      deed: "changed contacts in files")
  }

  func requests(_ work: VdirWork) -> [GraphRequest] {
    guard case .contact(let plan) = work else { return [] }
    return run.requests(plan)
  }

  func send(_ work: [VdirWork]) async -> [ImportOutcome] {
    let plans = work.compactMap { work in
      if case .contact(let plan) = work { plan } else { Optional.none }
    }
    return await run.send(plans) { _ in }
  }

  func told(ofDeleting _: VdirRemote) -> Int { 0 }

  func objection(toDeleting _: VdirRemote) -> String? { nil }

  func deletion(of remote: VdirRemote) -> GraphRequest {
    ContactRequests.delete(id: remote.id, etag: remote.etag)
  }

  func keeping(_ remote: VdirRemote) async throws(Failure) -> VdirDeletion {
    .contact(try await snapshot(remote))
  }

  func delete(_ remote: VdirRemote) async throws(GraphError) {
    do throws(GraphError) {
      _ = try await session.graph.send(deletion(of: remote))
    } catch {
      // A repetition of a request whose answer was lost.
      guard error.isMissing else { throw error }
    }
  }

  /// The contact whole, to be changed only where it is as it was read.
  private func snapshot(_ remote: VdirRemote) async throws(Failure) -> ContactSnapshot {
    var snapshot = try await ContactSnapshot.read(remote.id, session: session)
    snapshot.raw["@odata.etag"] = remote.raw["@odata.etag"]
    return snapshot
  }

  // MARK: From one folder to another

  func objection(toMoving _: VdirRemote) -> String? { nil }

  func moveRequests(
    _ remote: VdirRemote, to target: any VdirSide
  ) throws(Failure) -> [GraphRequest] {
    guard let target = target as? VdirContacts else { return [] }
    let snapshot = ContactSnapshot(raw: remote.raw)
    return try moving(snapshot, to: target).requests(snapshot)
  }

  func move(_ remote: VdirRemote, to target: any VdirSide) async throws(Failure) -> String {
    guard let target = target as? VdirContacts else { return remote.id }
    let snapshot = try await snapshot(remote)
    if case .unreadable(let why) = snapshot.picture {
      throw Failure(.general, "its picture cannot be read and would be lost", why: why)
    }
    var deed = ContactDeed(
      "moved \(snapshot.title(habits)) to \(target.folder.path)", context: context,
      session: session)
    let moving = try moving(snapshot, to: target)
    do {
      let new = try await moving.move(snapshot, &deed)
      await deed.finish()
      return new["id"]?.string ?? ""
    } catch {
      await deed.finish()
      throw error
    }
  }

  private func moving(
    _ snapshot: ContactSnapshot, to target: VdirContacts
  ) throws(Failure) -> ContactMoving {
    try ContactMoving([snapshot], to: target.folder, context: context, session: session)
  }

  func file(
    _ bytes: [UInt8], keeping old: [UInt8], known _: JSONObject?
  ) -> (bytes: [UInt8], lost: [String]) {
    KeptCardLines.outcome(bytes, keeping: old, order: habits.nameOrder)
  }
}

/// By which a file that the service would write is known to be another one.
enum VdirPrint {
  /// When it was last touched says nothing of what it holds.
  private static let passing = ["DTSTAMP", "LAST-MODIFIED", "REV", "CREATED"]

  static func remote(_ bytes: [UInt8]) -> String {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
      .filter { line in !passing.contains { line.hasPrefix($0 + ":") } }
    return VdirFolder.print(Array(lines.joined(separator: "\n").utf8))
  }
}
