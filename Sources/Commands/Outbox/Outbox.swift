import FoundationEssentials
import GraphAPI
import JSON
import Store

/// What one account has written without a network and not sent yet.
struct Outbox {
  var context: Context
  var session: Session
  let store: MailboxStore

  /// Nil where nothing is kept: with a token that was given.
  init?(context: Context, session: Session) {
    guard context.tokenGiver == nil, !session.accountKey.isEmpty,
      let store = MailboxFile.store(
        account: session.accountKey, environment: context.environment)
    else { return nil }
    self.context = context
    self.session = session
    self.store = store
  }

  func writes() async throws(Failure) -> [PendingWrite] {
    do { return try await store.outbox() } catch { throw Failure(error, doing: "read the outbox") }
  }

  func items() async throws(Failure) -> [OutboxItem] {
    await items(of: try await writes())
  }

  /// These writes as people and programs are told of them.
  func items(of writes: [PendingWrite]) async -> [OutboxItem] {
    let time = await context.rememberedTime(ofAccount: session.accountKey)
    return writes.map {
      OutboxItem(context: context, write: $0, time: time, account: session.userName)
    }
  }

  /// Gives writes up, with all that follows a new item that is not going to be made.
  ///
  /// - Returns: what was given up.
  @discardableResult
  func drop(_ wanted: [PendingWrite]) async throws(Failure) -> [PendingWrite] {
    let never = Set(wanted.filter { $0.action == .create }.map(\.item))
    let numbers = Set(wanted.map(\.number))
    let all = try await writes()
    let dropped = all.filter { numbers.contains($0.number) || never.contains($0.item) }
    do {
      try await store.drop(dropped.map(\.number))
    } catch {
      throw Failure(error, doing: "write the outbox")
    }
    let gone = Set(dropped.map(\.number))
    let left = Set(all.filter { !gone.contains($0.number) }.map(\.deed))
    for deed in Set(dropped.map(\.deed)).subtracting(left) { await store.forgetDeed(deed) }
    return dropped
  }

  /// Has writes sent over whatever the service holds now.
  func overwrite(_ writes: [PendingWrite]) async throws(Failure) {
    for var write in writes {
      write.state = write.state == .sent ? .sent : .waiting
      write.overwrites = true
      write.entityTag = nil
      write.trouble = nil
      do { try await store.update(write) } catch {
        throw Failure(error, doing: "write the outbox")
      }
    }
  }
}

// MARK: - Undo

extension Outbox {
  /// Takes back what the last command has written and not sent, and says so; false where it was sent, or
  /// needed not to be.
  ///
  /// - Throws: `Failure` of kind tryAgain where nobody knows whether it was done.
  func takeBack(_ entry: MailboxStore.Entry, journal: Journal) async throws(Failure) -> Bool {
    guard let deed = entry.record["outbox"]?.string else { return false }
    var own = try await writes().filter { $0.deed == deed }
    let contacts = ContactUndo(entry.record)
    if contacts == nil { own = own.filter { .string($0.item) == entry.record["id"] } }
    guard !own.isEmpty else { return false }
    guard !own.contains(where: { $0.state == .sent }) else {
      throw Failure(
        .tryAgain, "it is not known whether this was done: you \(words(entry))",
        why: "it was sent, and the answer was lost",
        hint: "graphcal sync finds out; then graphcal undo")
    }
    if context.options.dryRun {
      try context.printDryRun([])
      return true
    }
    try await drop(own)
    let dropped = Set(own.map(\.item))
    if var rest = contacts {
      rest.steps.removeAll { dropped.contains($0.id) }
      if !rest.steps.isEmpty {
        await journal.update(entry.number, rest)
        context.note("a part of it was sent before; graphcal undo once more takes that back")
      } else {
        await journal.forget(entry.number)
      }
    } else {
      await journal.forget(entry.number)
    }
    if try context.printedForScripts([
      "dropped": .array(own.map { .string($0.item) })
    ]) {
      return true
    }
    try context.say("Taken out of the outbox, never sent: you \(words(entry)).")
    return true
  }

  private func words(_ entry: MailboxStore.Entry) -> String {
    entry.record["deed"]?.string ?? "changed something"
  }
}

extension ContactUndo.Step {
  /// The contact it is about.
  var id: String {
    switch self {
    case .changed(let id, _, _), .pictured(let id), .created(let id, _): id
    case .deleted(let snapshot): snapshot.id
    }
  }
}

extension Failure {
  /// Whether no server was reached, or none knew who asks.
  var isOfNetwork: Bool {
    kind == .signedOut || kind == .tryAgain && status == nil
  }
}
