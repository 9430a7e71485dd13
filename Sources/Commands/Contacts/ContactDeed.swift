import GraphAPI
import JSON

/// One command about contacts in the making: each step is written down before it is done, and all of
/// them are one step for `undo`.
struct ContactDeed {
  var context: Context
  var session: Session
  private let journal: Journal
  private(set) var record: ContactUndo
  private var number: Int?
  /// The journal cannot be written, which was said.
  private var isLost = false

  init(_ deed: String, context: Context, session: Session) {
    self.context = context
    self.session = session
    journal = Journal(context: context, session: session)
    record = ContactUndo(deed)
  }

  /// Whether anything is written down at all.
  var isKept: Bool { journal.isKept }

  /// Does one thing; it is taken out of the journal again when it surely was not done.
  mutating func doing<Value>(
    _ step: ContactUndo.Step, _ body: () async throws(GraphError) -> Value
  ) async throws(GraphError) -> Value {
    await note(step)
    do {
      return try await body()
    } catch {
      if !error.leavesOutcomeOpen { await takeBack() }
      throw error
    }
  }

  /// Writes down a step that is about to be done, or that was just done.
  mutating func note(_ step: ContactUndo.Step) async {
    record.steps.append(step)
    await write()
  }

  /// Puts another step in the place of the last one, of which more is known now.
  mutating func correct(_ step: ContactUndo.Step) async {
    guard !record.steps.isEmpty else { return }
    record.steps[record.steps.count - 1] = step
    await write()
  }

  /// Takes the last step out: it was not done.
  mutating func takeBack() async {
    guard !record.steps.isEmpty else { return }
    record.steps.removeLast()
    await write()
  }

  /// Nothing more is coming.
  func finish() async {
    if !record.steps.isEmpty { await journal.finish(number) }
  }

  private mutating func write() async {
    if record.steps.isEmpty {
      await journal.forget(number)
      number = nil
    } else if number == nil {
      if isLost { return }
      number = await journal.plan(record)
      isLost = number == nil
    } else {
      await journal.update(number, record)
    }
  }
}

extension ContactDeed {
  /// Deletes a contact as it was read; one that is gone already counts as deleted.
  ///
  /// - Throws: `Failure` of kind conflict for one that has changed since.
  mutating func delete(
    _ snapshot: ContactSnapshot, _ habits: ContactHabits
  ) async throws(Failure) {
    let graph = session.graph
    do {
      try await doing(.deleted(snapshot)) { () async throws(GraphError) in
        do throws(GraphError) {
          _ = try await graph.send(ContactRequests.delete(id: snapshot.id, etag: snapshot.etag))
        } catch {
          // A repetition of a request whose answer was lost.
          guard error.isMissing else { throw error }
        }
      }
    } catch {
      if error.leavesOutcomeOpen {
        var open = snapshot
        open.mayBeThere = true
        await correct(.deleted(open))
      }
      let title = snapshot.title(habits)
      var failure = Failure(
        error, writing: "delete \(title)", check: "graphcal show-contact \(snapshot.id)")
      if error.isConflict {
        failure.what = "\(title) was changed since it was read, and was not deleted"
        failure.hint = "look at it with graphcal show-contact, then repeat the command"
      }
      throw failure
    }
  }

  /// Changes a contact, and writes down what of it has become different.
  mutating func change(
    _ base: JSONObject, by update: ContactUpdate
  ) async throws(Failure) -> JSONObject {
    let id = base["id"]?.string ?? ""
    let wanted = try update.changes(base)
    if wanted.isEmpty { return base }
    await note(
      .changed(
        id: id, before: ContactCopy.values(of: wanted.keys, in: base), after: wanted))
    let sent: (before: JSONObject, after: JSONObject)
    do {
      sent = try await update.send(on: base)
    } catch {
      // Nobody knows whether a request without an answer was carried out.
      if error.kind != .tryAgain { await takeBack() }
      throw error
    }
    // The service changes some members along with others, such as what a contact is filed as.
    let names = ContactCopy.differing(sent.before, sent.after)
    await correct(
      .changed(
        id: id, before: ContactCopy.values(of: names, in: sent.before),
        after: ContactCopy.values(of: names, in: sent.after)))
    return sent.after
  }
}
