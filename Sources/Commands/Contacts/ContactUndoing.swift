import Contacts
import GraphAPI
import JSON
import Store
import Terminal

/// Takes back what one command has done to contacts.
///
/// The steps go backwards, the last first. What is done is taken out of the journal at once, so that an
/// undoing that was interrupted goes on where it was and does nothing twice.
struct ContactUndoing {
  var context: Context
  var session: Session
  var journal: Journal
  var number: Int
  /// Whether the last step was surely done; else its request may have had no answer.
  private var isLastSure: Bool
  /// What is left to do; it shrinks from its end.
  private(set) var record: ContactUndo
  private let habits: ContactHabits
  /// What stands again, newest last, with what was done to it.
  private(set) var done: [(verb: String, contact: JSONObject)] = []
  /// Whether it prints what stands again.
  var prints = true
  /// The ids of contacts that this undoing takes away.
  private var copies: Set<String> = []
  /// What could not be brought back, one line each.
  private var trouble: [String] = []

  init(
    _ record: ContactUndo, of entry: MailboxStore.Entry, journal: Journal, session: Session,
    context: Context
  ) {
    self.record = record
    number = entry.number
    isLastSure = entry.isDone
    self.journal = journal
    self.session = session
    self.context = context
    habits = ContactHabits(context)
  }

  /// Does it all, or prints the requests with `--dry-run`.
  mutating func run() async throws(Failure) {
    if context.options.dryRun {
      return try context.printDryRun(
        record.steps.reversed().flatMap(Self.requests), by: session)
    }
    let isCreation = record.isCreation
    let states: [String: JSONObject]
    do {
      states = try await self.states()
    } catch {
      throw await journal.passing(number, error)
    }
    do {
      while let step = record.steps.last {
        try await undo(step, states)
        record.steps.removeLast()
        isLastSure = true
        await journal.update(number, record)
      }
    } catch {
      try await tell()
      guard !done.isEmpty else { throw error }
      var failure = error
      failure.kind = .partlyDone
      failure.hint = (error.hint.map { $0 + "; " } ?? "") + "graphcal undo goes on where this ended"
      throw failure
    }
    await journal.forget(number)
    try await tell()
    if isCreation, !context.options.isForScripts {
      try context.say("Deleted again: you \(TextSanitizer.line(record.deed)).")
    }
    guard trouble.isEmpty else {
      throw Failure(
        .partlyDone, "it was undone, but not everything could be put back",
        why: trouble.joined(separator: "; "), hint: "graphcal contacts shows how it is now")
    }
  }

  /// The requests that a step takes, as far as they are known before the answers.
  static func requests(_ step: ContactUndo.Step) -> [GraphRequest] {
    switch step {
    case .changed(let id, let before, _):
      [ContactRequests.update(id: id, .object(before), etag: nil)]
    case .pictured(let id): [ContactRequests.removePhoto(of: id)]
    case .created(let id, _): [ContactRequests.delete(id: id)]
    case .deleted(let snapshot):
      [
        ContactRequests.create(
          .object(
            ContactRequests.keyed(
              ContactCopy.creation(of: snapshot.raw), snapshot.key(of: Self.keyName))),
          in: snapshot.folder)
      ]
    }
  }

  // MARK: Before anything is done

  /// The contacts that were changed or made, as they are now, by the ids of the journal.
  ///
  /// - Throws: `Failure` of kind conflict where one was changed again since, and of kind notFound where
  ///   what was changed, or all that was made, is gone: nothing is undone then.
  private mutating func states() async throws(Failure) -> [String: JSONObject] {
    var states: [String: JSONObject] = [:]
    for step in record.steps.reversed() {
      switch step {
      case .changed(let id, let before, let after):
        guard let current = try await current(id) else {
          throw Failure(
            .notFound, "what was changed is not there any more",
            why: "\(record.deed); it was deleted since", hint: "graphcal contacts")
        }
        states[id] = current
        let isKnown =
          ContactCopy.holds(before, in: current) || ContactCopy.holds(after, in: current)
        if !isKnown { throw conflict(current, after) }
      case .created(let id, let members):
        guard let current = try await current(id) else { continue }
        states[id] = current
        copies.formUnion([id, current["id"]?.string ?? id])
        let changed = ContactCopy.differing(members, current).filter {
          // What the service makes of the names by itself is nobody's change.
          !Self.derived.contains($0) || members[$0]?.string != nil
        }
        if !changed.isEmpty { throw conflict(current, members) }
      case .pictured, .deleted: break
      }
    }
    if record.isCreation, states.isEmpty {
      throw Failure(
        .notFound, "what was made is not there any more",
        why: "you \(record.deed); it was deleted since", hint: "graphcal contacts")
    }
    return states
  }

  private func conflict(_ current: JSONObject, _ expected: JSONObject) -> Failure {
    let names = ContactCopy.properties.filter {
      expected[$0] != nil && !ContactCopy.isSame($0, expected[$0], current[$0])
    }
    return Failure(
      .conflict,
      "\(ContactSnapshot(raw: current).title(habits)) was changed again since; nothing was undone",
      why: names.map { "\(ContactWords.label($0)) is now \(ContactWords.words(current[$0]))" }
        .joined(separator: "; "), hint: "graphcal edit-contact changes it by hand")
  }

  /// A contact as it is now, also under the id that it has got since; nil where it is gone.
  private func current(_ id: String) async throws(Failure) -> JSONObject? {
    if let contact = try await existing(id) { return contact }
    return try await follower(of: id)
  }

  /// The contact that has taken the place of one that is gone.
  private func follower(of id: String) async throws(Failure) -> JSONObject? {
    let followers = await context.state.items(shortPrefix: ShortID.of(id))
      .filter { $0.kind == .contact && $0.id != id }
    guard followers.count == 1 else { return nil }
    return try await existing(followers[0].id)
  }

  /// A contact that is noted as deleted and stands all the same, since its request was never carried out
  /// or since it was brought back already.
  private func standing(_ snapshot: ContactSnapshot) async throws(Failure) -> JSONObject? {
    guard snapshot.mayBeThere || !isLastSure else { return nil }
    // The service may go on showing what lies among deleted items, in another folder.
    if let contact = try await existing(snapshot.id),
      contact["parentFolderId"] == snapshot.raw["parentFolderId"]
    {
      return contact
    }
    guard let follower = try await follower(of: snapshot.id),
      let id = follower["id"]?.string, !copies.contains(id)
    else { return nil }
    return follower
  }

  private func existing(_ id: String) async throws(Failure) -> JSONObject? {
    do {
      return try await session.graph.object(ContactRequests.contact(id: id))
    } catch {
      if error.isMissing { return nil }
      throw Failure(error, doing: "read the contact")
    }
  }

  // MARK: The steps

  private mutating func undo(
    _ step: ContactUndo.Step, _ states: [String: JSONObject]
  ) async throws(Failure) {
    switch step {
    case .changed(let id, let before, _): try await changeBack(states[id] ?? [:], before)
    case .pictured(let id): try await removePicture(of: id)
    case .created(let id, _): try await remove(id, states[id])
    case .deleted(let snapshot): try await restore(snapshot)
    }
  }

  private mutating func changeBack(
    _ current: JSONObject, _ before: JSONObject
  ) async throws(Failure) {
    let update = ContactUpdate(context: context, session: session) { (contact) throws(Failure) in
      ContactCopy.holds(before, in: contact) ? [:] : before
    }
    // A picture that was taken away since then has changed the contact too.
    let id = current["id"]?.string ?? ""
    let base = try await existing(id) ?? current
    done.append(("Changed back", try await update.send(on: base).after))
  }

  private func removePicture(of id: String) async throws(Failure) {
    let id = try await current(id)?["id"]?.string ?? id
    do {
      _ = try await session.graph.send(ContactRequests.removePhoto(of: id))
    } catch {
      if !error.isMissing {
        throw Failure(
          error, writing: "take the picture away", check: "graphcal show-contact \(id)")
      }
    }
  }

  private func remove(_ id: String, _ current: JSONObject?) async throws(Failure) {
    guard let current else { return }
    let contact = ContactSnapshot(raw: current)
    do {
      _ = try await session.graph.send(
        ContactRequests.delete(id: contact.id, etag: contact.etag))
    } catch {
      if !error.isMissing {
        throw Failure(
          error, writing: "delete \(contact.title(habits))",
          check: "graphcal show-contact \(contact.id)")
      }
    }
  }

  private mutating func restore(_ snapshot: ContactSnapshot) async throws(Failure) {
    if let contact = try await standing(snapshot) {
      context.note("\(snapshot.title(habits)) is there already")
      done.append(("Still there:", contact))
      return
    }
    let title = snapshot.title(habits)
    var created = try await remade(snapshot)
    let id = created["id"]?.string ?? ""
    if let picture = snapshot.picture.content {
      do {
        _ = try await session.graph.send(ContactRequests.setPhoto(picture, of: id))
        // With the picture the contact has another state.
        created = try await existing(id) ?? created
      } catch let error as GraphError {
        trouble.append(
          "\(title) has no picture: \(Failure(error, doing: "put it back").shortWhy)")
      } catch {
        context.detail("the contact was not read again: \(error)")
      }
    }
    await follow(snapshot.id, id)
    done.append(("Restored", created))
  }

  private static let keyName = "undo"
  /// Properties that the service fills in from others where a new contact has none.
  private static let derived: Set<String> = ["displayName", "fileAs", "initials"]

  /// The contact made anew, once: by an earlier try whose answer was lost, or now.
  private mutating func remade(_ snapshot: ContactSnapshot) async throws(Failure) -> JSONObject {
    let (title, key) = (snapshot.title(habits), snapshot.key(of: Self.keyName))
    let body = ContactCopy.creation(of: snapshot.raw)
    let graph = session.graph
    do throws(GraphError) {
      if snapshot.mayBeThere || !isLastSure {
        for folder in [snapshot.folder, .standard] {
          if let made = try await graph.contact(madeWith: key, in: folder) { return made }
        }
      }
      // From here on nobody knows, until the answer is there.
      var open = snapshot
      open.mayBeThere = true
      record.steps[record.steps.count - 1] = .deleted(open)
      await journal.update(number, record)
      do throws(GraphError) {
        return try await graph.createContact(body, key: key, in: snapshot.folder)
      } catch {
        guard error.isMissing, snapshot.folder != .standard else { throw error }
        let made = try await graph.createContact(body, key: key, in: .standard)
        trouble.append("the folder of \(title) is not there any more; it is in the default one")
        return made
      }
    } catch {
      throw Failure(
        error, writing: "bring \(title) back",
        check: "graphcal undo once more, which looks whether it is there")
    }
  }

  /// Lets all short ids of a contact that is gone name the one in its place.
  private func follow(_ old: String, _ new: String) async {
    guard !new.isEmpty, old != new else { return }
    let item = StateStore.KnownItem(id: new, kind: .contact, account: session.accountKey)
    let followers = await context.state.items(shortPrefix: ShortID.of(old))
    for gone in [old] + followers.map(\.id) where gone != new {
      await context.state.replace(gone, with: item)
    }
  }

  private func tell() async throws(Failure) {
    guard prints else { return }
    var entries: [(String, ContactEntry)] = []
    for (verb, contact) in done {
      entries.append((verb, try ContactEntry(contact, session: session)))
    }
    try await ContactOutput(context: context, habits: habits).printDone(entries)
  }
}
