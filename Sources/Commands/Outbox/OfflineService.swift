import CalendarTime
import FoundationEssentials
import GraphAPI
import HTTP
import JSON
import Store

/// Stands in for the service where there is no network: reads are answered from the local copy with what
/// waits laid over it, writes go into the outbox and are answered with what will come of them.
///
/// A command need not know: it reads its item, makes its request and prints the answer as ever. What
/// cannot be answered so fails as it does without a network.
struct OfflineService: Transport {
  var store: MailboxStore
  /// The version root without a slash at its end.
  var root: String
  /// Who is signed in.
  var owner: String?
  var zones: ZoneDatabase
  var writing: OfflineWriting
  var now: @Sendable () -> Date
  var makeKey: @Sendable () -> String

  /// The code of an answer about what the copy does not have.
  static let notCopied = "graphcalNotCopied"
  /// The code of an answer about an item that an earlier change is stuck of.
  static let stuck = "graphcalStuck"
  /// The code of an answer about what has to be sent first.
  static let unsent = "graphcalUnsent"

  /// The codes whose message says all there is to say.
  static let codes = [notCopied, stuck, unsent]

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard let call = OfflineCall(request, root: root) else { throw offline() }
    // A series that is not sent yet has no exceptions.
    if call.query["$expand"] == "exceptionOccurrences",
      !(call.segments.last.map(PendingWrite.isTemporary) ?? false)
    {
      throw offline(because: "a whole series needs the service, one event of it does not")
    }
    if call.method != "GET", let id = call.segments.dropFirst(2).first,
      PendingWrite.occurrence(id) != nil
    {
      return error(
        429, Self.unsent, "one event of a series that is not sent yet cannot be changed alone")
    }
    do throws(MailboxStoreError) {
      if let answer = try await call.method == "GET" ? read(call) : write(call) { return answer }
    } catch {
      let failure = Failure(error, doing: "use the outbox")
      throw offline(because: failure.shortWhy, reason: .other)
    }
    throw offline()
  }

  func offline(
    because detail: String = "--offline is given", reason: TransportError.Reason = .offline
  ) -> TransportError {
    TransportError(
      reason: reason, host: HTTPURL(root)?.host ?? root, detail: detail, wasNotSent: true)
  }

  // MARK: Reading

  /// Nil for what no copy has.
  private func read(_ call: OfflineCall) async throws(MailboxStoreError) -> HTTPResponse? {
    guard call.segments.first == "me" else { return nil }
    switch (call.segments.dropFirst().first, call.segments.count) {
    case ("events", 3): return try await whole(call.segments[2], .calendar)
    case ("events", 4) where call.segments[3] == "calendar":
      let event = try await item(call.segments[2], .calendar)
      let calendars = try await calendars()
      return found(
        calendars.first { calendar in
          event?.place.map { calendar["id"]?.string == $0 }
            ?? (calendar["isDefaultCalendar"]?.bool == true)
        })
    case ("calendars", 2):
      return answer(200, ["value": .array(try await calendars().map { .object($0) })])
    case ("calendar", 2), ("calendars", 3):
      let calendar = try await calendars().first {
        call.segments.count == 2
          ? $0["isDefaultCalendar"]?.bool == true : $0["id"]?.string == call.segments[2]
      }
      // The copy has what lists have, and no more.
      let wanted = call.query["$select"]?.split(separator: ",").map(String.init) ?? []
      guard let calendar, wanted.allSatisfy({ calendar[$0] != nil }) else { return nil }
      return found(calendar)
    case ("contacts", 3): return try await whole(call.segments[2], .contactFolder)
    default: return nil
    }
  }

  /// An item that is going to be changed, or why it cannot be.
  private func whole(_ id: String, _ kind: CopyKind) async throws(MailboxStoreError) -> HTTPResponse
  {
    if let refusal = try await refusal(of: id, kind) { return refusal }
    return found(try await item(id, kind)?.item)
  }

  /// The answer about an item whose change is stuck, or whose deletion waits; nil for any other.
  ///
  /// What is written behind a change that is stuck would never be done, and never be seen.
  private func refusal(
    of id: String, _ kind: CopyKind
  ) async throws(MailboxStoreError) -> HTTPResponse? {
    let series = PendingWrite.occurrence(id)?.series
    let own = try await store.outbox(kind).filter { $0.item == id || $0.item == series }
    if let write = own.first(where: \.state.isStuck) {
      return error(
        409, Self.stuck,
        "\(write.title): an earlier change of it is stuck in the outbox, as number \(write.number)")
    }
    guard let write = own.first(where: { $0.action == .delete }) else { return nil }
    return error(
      404, Self.notCopied,
      "its deletion waits in the outbox already, as number \(write.number)")
  }

  func item(
    _ id: String, _ kind: CopyKind
  ) async throws(MailboxStoreError) -> (item: JSONObject, place: String?)? {
    try await store.item(id, kind, zones: zones)
  }

  private func calendars() async throws(MailboxStoreError) -> [JSONObject] {
    (try await store.collections() ?? []).filter { $0.kind == .calendar }.map(\.resource)
  }

  // MARK: Writing

  /// Nil for what cannot wait.
  private func write(_ call: OfflineCall) async throws(MailboxStoreError) -> HTTPResponse? {
    guard call.segments.first == "me" else { return nil }
    let rest = Array(call.segments.dropFirst())
    switch (call.method, rest.first, rest.count) {
    case ("POST", "events", 1): return try await create(.calendar, in: nil, call)
    case ("POST", "calendars", 3) where rest[2] == "events":
      return try await create(.calendar, in: rest[1], call)
    case ("POST", "contacts", 1): return try await create(.contactFolder, in: nil, call)
    case ("POST", "contactFolders", 3) where rest[2] == "contacts":
      return try await create(.contactFolder, in: rest[1], call)
    case ("PATCH", "events", 2): return try await change(.change, .calendar, rest[1], call)
    case ("PATCH", "contacts", 2):
      return try await change(.change, .contactFolder, rest[1], call)
    case ("DELETE", "events", 2): return try await change(.delete, .calendar, rest[1], call)
    case ("DELETE", "contacts", 2):
      return try await change(.delete, .contactFolder, rest[1], call)
    case ("POST", "events", 3) where MeetingRequests.Answer(rawValue: rest[2]) != nil:
      return try await change(.answer, .calendar, rest[1], call)
    default: return nil
    }
  }

  private func create(
    _ kind: CopyKind, in place: String?, _ call: OfflineCall
  ) async throws(MailboxStoreError) -> HTTPResponse {
    let key = call.body?["transactionId"]?.string ?? makeKey()
    let id = PendingWrite.temporaryID(key)
    var body = call.body ?? [:]
    let item: JSONObject
    if kind == .calendar {
      item = OutboxOverlay.event(body, id: id, owner: owner, at: now(), zones: zones)
    } else {
      if body["singleValueExtendedProperties"] == nil { body = ContactRequests.keyed(body, key) }
      item = OutboxOverlay.contact(body, id: id, folder: place)
    }
    var write = self.write(.create, kind, id, place, item, call)
    write.path = call.path
    write.body = body
    return try await queue(write, status: 201)
  }

  private func change(
    _ action: PendingWrite.Action, _ kind: CopyKind, _ id: String, _ call: OfflineCall
  ) async throws(MailboxStoreError) -> HTTPResponse? {
    if let refusal = try await refusal(of: id, kind) { return refusal }
    guard let (base, place) = try await item(id, kind) else { return found(Optional.none) }
    if PendingWrite.isTemporary(id) {
      let own = try await store.outbox(kind).filter { $0.item == id }
      // What is on its way, or may have been made already, is not changed behind its back.
      guard let first = own.first, first.state != .sent else { return nil }
      if action == .delete {
        try await store.drop(own.map(\.number))
        writing.takeBack(own.count { $0.deed == writing.deed })
        for deed in Set(own.map(\.deed)) { await store.forgetDeed(deed) }
        return answer(204)
      }
    }
    var write = self.write(action, kind, id, place, base, call)
    write.path = "/me/\(call.segments[1])/{id}"
    if let verb = call.segments.dropFirst(3).first { write.path += "/" + verb }
    if PendingWrite.isTemporary(id) { write.entityTag = nil }
    return try await queue(
      write, status: action == .change ? 200 : action == .answer ? 202 : 204)
  }

  private func write(
    _ action: PendingWrite.Action, _ kind: CopyKind, _ id: String, _ place: String?,
    _ base: JSONObject, _ call: OfflineCall
  ) -> PendingWrite {
    PendingWrite(
      time: now(), deed: writing.deed, kind: kind, action: action, item: id, place: place,
      title: kind == .calendar ? MeetingPeople.title(base) : ContactWords.title(base),
      method: call.method, path: call.path, headers: call.headers, body: call.body, base: base)
  }

  /// Keeps what is to be sent, and answers as the service will.
  private func queue(
    _ write: PendingWrite, status: Int
  ) async throws(MailboxStoreError) -> HTTPResponse {
    try await store.queue(write)
    writing.note()
    guard [200, 201].contains(status) else { return answer(status) }
    let item = OutboxOverlay([write], zones: zones).result(of: write, on: write.base)
    return answer(status, .object(item ?? [:]))
  }

  // MARK: Answers

  private func found(_ item: JSONObject?) -> HTTPResponse {
    guard let item else {
      return error(404, Self.notCopied, "the copy on this machine does not have it")
    }
    return answer(200, .object(item))
  }

  private func error(_ status: Int, _ code: String, _ message: String) -> HTTPResponse {
    answer(status, ["error": ["code": .string(code), "message": .string(message)]])
  }

  private func answer(_ status: Int, _ body: JSON? = nil) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: body?.bytes(.wire) ?? [])
  }
}
