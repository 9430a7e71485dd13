import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store

/// Sends what waits in the outbox, in the order it was written.
///
/// Each write is marked as sent before it goes, so that a run that is killed leaves what may have been
/// done to be looked at, never to be done twice.
struct OutboxRun: Sendable {
  /// What has become of one write.
  struct Result: Sendable {
    enum State: String, Sendable { case sent, conflict, refused, waiting }

    var write: PendingWrite
    var state: State
    /// The id of the item, the service's own where it has one.
    var id: String
    var failure: Failure?
    /// The parts of the item that were changed elsewhere meanwhile, and stand beside the change.
    var elsewhere: [String] = []
  }

  var context: Context
  var session: Session
  var store: MailboxStore

  /// Sends as much as can be sent; `only` limits it to these numbers.
  ///
  /// What is stuck stays with its reason and holds up what comes after it for the same item; the first
  /// failure that will pass holds up everything. Nobody else may be at it meanwhile.
  func run(only: Set<Int>? = nil) async throws(Failure) -> [Result] {
    var results: [Result] = []
    var stuck: Set<String> = []
    var stop: Failure?
    for number in try await writes().map(\.number) {
      // An earlier one may have given the item another id or state.
      guard let write = try await writes().first(where: { $0.number == number }) else { continue }
      var result = Result(write: write, state: .waiting, id: write.item)
      if write.state.isStuck {
        result.state = write.state == .conflict ? .conflict : .refused
        result.failure = Failure(trouble: write)
      } else if stop == nil, !stuck.contains(write.item), only?.contains(number) ?? true {
        result = try await send(write)
        if result.state == .waiting { stop = result.failure }
      }
      if result.state != .sent { stuck.insert(write.item) }
      if only?.contains(number) ?? true { results.append(result) }
    }
    return results
  }

  private func send(_ write: PendingWrite) async throws(Failure) -> Result {
    var sending = write
    sending.state = .sent
    try await keep(sending)
    let delivery = OutboxDelivery(
      context: context, session: try await session(for: write.kind), write: write,
      time: await context.rememberedTime(ofAccount: session.accountKey))
    var result = Result(write: write, state: .sent, id: write.item)
    switch await delivery.outcome() {
    case .done(let item, let elsewhere):
      result.id = item?["id"]?.string ?? write.item
      result.elsewhere = elsewhere
      try await settle(write, as: result.id, item, isMerged: !elsewhere.isEmpty)
      return result
    case .conflict(let failure):
      (result.state, result.failure, sending.state) = (.conflict, failure, .conflict)
    case .refused(let failure):
      (result.state, result.failure, sending.state) = (.refused, failure, .refused)
    case .stopped(let failure, let mayBeDone):
      (result.state, result.failure) = (.waiting, failure)
      sending.state = mayBeDone || write.state == .sent ? .sent : .waiting
    }
    sending.trouble = sending.state.isStuck ? result.failure?.trouble : nil
    try await keep(sending)
    if result.failure?.kind == .interrupted, let failure = result.failure { throw failure }
    result.write = sending
    return result
  }

  private func session(for kind: CopyKind) async throws(Failure) -> Session {
    try await context.session(
      session, needing: kind == .calendar ? .writeCalendars : .writeContacts)
  }

  // MARK: The file

  private func writes() async throws(Failure) -> [PendingWrite] {
    do { return try await store.outbox() } catch { throw Failure(error, doing: "read the outbox") }
  }

  private func keep(_ write: PendingWrite) async throws(Failure) {
    do { try await store.update(write) } catch { throw Failure(error, doing: "write the outbox") }
  }

  /// Takes out what was done; the id of this machine goes on naming a new item.
  ///
  /// What follows is sent for the state that this has made. Where that holds what was done elsewhere, it is
  /// sent for the state it was written on, so that it is compared as well.
  private func settle(
    _ write: PendingWrite, as id: String, _ item: JSONObject?, isMerged: Bool
  ) async throws(Failure) {
    do throws(MailboxStoreError) {
      try await store.settle(
        write, as: id,
        entityTag: write.action == .create
          ? nil : isMerged ? write.entityTag : item?["@odata.etag"]?.string)
    } catch {
      throw Failure(error, doing: "write the outbox")
    }
    guard id != write.item else { return }
    await context.state.replace(
      write.item,
      with: StateStore.KnownItem(
        id: id, kind: write.kind == .calendar ? .event : .contact, account: session.accountKey))
  }
}

extension Failure {
  /// Why something in the outbox is stuck, as it was written down.
  init(trouble write: PendingWrite) {
    self.init(
      write.state == .conflict ? .conflict : .general,
      write.trouble?["what"]?.string ?? "\(write.title) was not sent",
      why: write.trouble?["why"]?.string, hint: write.trouble?["hint"]?.string)
  }

  /// What is kept of it in the outbox.
  fileprivate var trouble: JSONObject {
    ["what": .string(what), "why": .string(orNull: why), "hint": .string(orNull: hint)]
  }
}
