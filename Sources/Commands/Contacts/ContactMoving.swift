import Contacts
import GraphAPI
import JSON
import Store

/// Puts contacts into another folder, one after another: made there first, deleted here after that.
struct ContactMoving {
  var context: Context
  var session: Session
  private let snapshots: [ContactSnapshot]
  private let target: ContactFolder
  private let habits: ContactHabits

  /// Throws a `Failure` of kind usage where all are in that folder already.
  init(
    _ snapshots: [ContactSnapshot], to target: ContactFolder, context: Context, session: Session
  ) throws(Failure) {
    self.context = context
    self.session = session
    self.target = target
    let habits = ContactHabits(context)
    self.habits = habits
    let (there, away) = snapshots.reduce(into: ([ContactSnapshot](), [ContactSnapshot]())) {
      let isThere = target.id != nil && $1.raw["parentFolderId"]?.string == target.id
      if isThere { $0.0.append($1) } else { $0.1.append($1) }
    }
    let titles = there.map { $0.title(habits) }
    guard !away.isEmpty else {
      throw Failure(
        .usage,
        "\(ContactSnapshot.words(titles)) \(titles.count == 1 ? "is" : "are") in "
          + "\"\(target.path)\" already", hint: "name another folder")
    }
    for title in titles { context.note("\(title) is in \"\(target.path)\" already") }
    self.snapshots = away
  }

  func run() async throws(Failure) {
    if context.options.dryRun {
      return try context.printDryRun(snapshots.flatMap(requests), by: session)
    }
    let unreadable = snapshots.compactMap { snapshot -> String? in
      guard case .unreadable(let why) = snapshot.picture else { return nil }
      return "The picture of \(snapshot.title(habits)) cannot be read (\(why)) and will be lost."
    }
    if !unreadable.isEmpty {
      try context.confirm(
        (unreadable + ["Move all the same?"]).joined(separator: " "),
        refusal: "nothing was moved")
    }
    let titles = snapshots.map { $0.title(habits) }
    var deed = ContactDeed(
      "moved \(ContactSnapshot.words(titles)) to \(target.path)", context: context,
      session: session)
    var moved: [(verb: String, contact: ContactEntry)] = []
    do {
      for snapshot in snapshots {
        let new = try await move(snapshot, &deed)
        moved.append(("Moved", try ContactEntry(new, session: session, folder: target)))
      }
    } catch {
      await deed.finish()
      if !moved.isEmpty || context.options.isForScripts && snapshots.count > 1 {
        try await output.printDone(moved)
      }
      throw stopped(error, after: moved.count, titles)
    }
    await deed.finish()
    try await output.printDone(moved)
  }

  private var output: ContactOutput { ContactOutput(context: context, habits: habits) }

  /// What is sent for one.
  func requests(_ snapshot: ContactSnapshot) -> [GraphRequest] {
    var requests = [creation(snapshot)]
    if let picture = snapshot.picture.content {
      requests.append(ContactRequests.setPhoto(picture, of: "{id of the new contact}"))
    }
    return requests + [ContactRequests.delete(id: snapshot.id, etag: snapshot.etag)]
  }

  private func creation(_ snapshot: ContactSnapshot) -> GraphRequest {
    ContactRequests.create(
      .object(ContactRequests.keyed(body(of: snapshot), snapshot.key(of: "move"))),
      in: target.place)
  }

  /// The contact, with the identity that files know it by.
  private func body(of snapshot: ContactSnapshot) -> JSONObject {
    ExtendedProperties.adding(
      ContactIdentity.uid(of: snapshot.raw), for: ExtendedProperties.sourceUID,
      to: ContactCopy.creation(of: snapshot.raw))
  }

  /// Makes the contact in the folder and deletes it where it was.
  func move(
    _ snapshot: ContactSnapshot, _ deed: inout ContactDeed
  ) async throws(Failure) -> JSONObject {
    let title = snapshot.title(habits)
    var new: JSONObject
    do {
      new = try await session.graph.createContact(
        body(of: snapshot), key: snapshot.key(of: "move"), in: target.place)
    } catch {
      throw Failure(
        error, writing: "make \(title) in \"\(target.path)\"",
        check: "graphcal contacts --folder \"\(target.path)\"; it is still where it was")
    }
    let copy = ContactSnapshot(raw: new)
    await deed.note(
      .created(id: copy.id, ContactCopy.values(of: ContactCopy.properties, in: new)))
    do throws(Failure) {
      if let picture = snapshot.picture.content {
        new = try await put(picture, to: copy.id) ?? new
      }
      try await deed.delete(snapshot, habits)
    } catch {
      throw await halfDone(error, snapshot, copy, &deed)
    }
    await context.state.replace(
      snapshot.id,
      with: StateStore.KnownItem(id: copy.id, kind: .contact, account: session.accountKey))
    return new
  }

  private func put(
    _ picture: GraphRequest.Content, to id: String
  ) async throws(Failure) -> JSONObject? {
    do {
      _ = try await session.graph.send(ContactRequests.setPhoto(picture, of: id))
    } catch {
      throw Failure(error, doing: "put the picture to it")
    }
    // With the picture the contact has another state.
    return try? await session.graph.object(ContactRequests.contact(id: id))
  }

  /// Takes the copy away again, so that nothing has happened; where that fails too, or where the old one
  /// may be gone, says what stands.
  private func halfDone(
    _ error: Failure, _ snapshot: ContactSnapshot, _ copy: ContactSnapshot,
    _ deed: inout ContactDeed
  ) async -> Failure {
    let title = snapshot.title(habits)
    let maybeGone = deed.record.steps.contains {
      if case .deleted(let gone) = $0 { gone.id == snapshot.id } else { false }
    }
    if !maybeGone,
      (try? await session.graph.send(ContactRequests.delete(id: copy.id))) != nil
    {
      await deed.takeBack()
      var failure = error
      failure.what = "\(title) was not moved and is as it was: \(error.what)"
      return failure
    }
    let short = await context.state.remember([
      StateStore.KnownItem(id: copy.id, kind: .contact, account: session.accountKey)
    ])
    var failure = error
    failure.kind = .partlyDone
    failure.what =
      "\(title) stands in \"\(target.path)\" as \(short.first ?? copy.id), and "
      + (maybeGone ? "may be" : "is") + " still where it was: \(error.what)"
    failure.hint =
      "graphcal delete-contact \(snapshot.id) finishes the move; "
      + "graphcal delete-contact \(short.first ?? copy.id) takes it back"
    return failure
  }

  /// Why a move of several has ended before its end.
  private func stopped(_ error: Failure, after done: Int, _ titles: [String]) -> Failure {
    guard titles.count > 1 else { return error }
    var failure = error
    let untried = titles.dropFirst(done + 1)
    if done > 0 { failure.kind = .partlyDone }
    failure.what =
      "\(done) of \(Plural.of(titles.count, "contact")) \(done == 1 ? "was" : "were") moved; "
      + error.what
    if !untried.isEmpty {
      failure.what += "; not tried: \(untried.joined(separator: ", "))"
    }
    return failure
  }
}
