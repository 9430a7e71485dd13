import CalendarTime
import GraphAPI
import HTTP
import JSON
import Terminal

/// Changes an event that others may change at the same time.
///
/// Only changed properties are sent, for the state that was read (`If-Match`). Where the event has
/// changed meanwhile, the change is worked out anew and sent once more, as long as it touches none of
/// the parts that have changed; otherwise both sides are shown. A lost answer is followed by a read, so
/// that nothing is done twice.
struct EventUpdate {
  var context: Context
  var session: Session
  var zone: Zone
  /// Reads the event anew; as it is kept, or a series with its exceptions.
  var read: @Sendable (String) -> GraphRequest = EventRequests.stored(id:)
  /// What is to change of an event as it was read; empty for nothing.
  var changes: (JSONObject) throws(Failure) -> JSONObject

  private var comparison: EventComparison { EventComparison(zones: context.zones) }

  /// The event after the change.
  func send(on base: JSONObject) async throws(Failure) -> JSONObject {
    let id = base["id"]?.string ?? ""
    let wanted = try changes(base)
    if wanted.isEmpty { return base }
    do throws(GraphError) {
      return try await patch(id, wanted, base)
    } catch {
      guard error.isConflict || error.leavesOutcomeOpen else { throw failure(error) }
      return try await sendAgain(wanted, on: base, after: error)
    }
  }

  private func sendAgain(
    _ wanted: JSONObject, on base: JSONObject, after error: GraphError
  ) async throws(Failure) -> JSONObject {
    let id = base["id"]?.string ?? ""
    let current: JSONObject
    do {
      current = try await session.graph.object(read(id))
    } catch let second {
      guard error.leavesOutcomeOpen else { throw failure(second) }
      var failure = Failure(error, doing: "change the event")
      failure.what = "nobody knows whether the event was changed: the answer was lost"
      failure.hint = "graphcal show \(id) says how it is now"
      throw failure
    }
    if comparison.holds(wanted, in: current) { return current }
    let isUntouched = current["@odata.etag"] == base["@odata.etag"]
    if !isUntouched {
      let (both, elsewhere) = comparison.overlap(of: wanted, on: base, with: current)
      guard both.isEmpty else { throw await conflict(both, wanted, current) }
      let names = elsewhere.map(\.rawValue).joined(separator: ", ")
      context.note(
        "the event was changed meanwhile\(names.isEmpty ? "" : " (\(names))"); both changes stand")
    }
    let again = try changes(current)
    if again.isEmpty { return current }
    do {
      return try await patch(id, again, current)
    } catch let second {
      throw failure(second)
    }
  }

  private func patch(
    _ id: String, _ changes: JSONObject, _ base: JSONObject
  ) async throws(GraphError) -> JSONObject {
    try await session.graph.object(
      EventRequests.update(id: id, changes, etag: base["@odata.etag"]?.string))
  }

  private func conflict(
    _ parts: [EventPart], _ wanted: JSONObject, _ current: JSONObject
  ) async -> Failure {
    let time = await context.rememberedTime(ofAccount: session.accountKey, in: zone)
    let symbols = context.console.terminal.symbols
    var mine = current
    for (name, value) in wanted { mine[name] = value }
    let sides = parts.map { part in
      "\(part.rawValue): there \(comparison.words(part, of: current, time: time, symbols: symbols)), "
        + "here \(comparison.words(part, of: mine, time: time, symbols: symbols))"
    }
    return Failure(
      .conflict, "\(MeetingPeople.title(current)) was changed meanwhile, in what was to be changed",
      why: sides.joined(separator: "; "),
      hint: "look at it with graphcal show, then repeat the command to write over that")
  }

  private func failure(_ error: GraphError) -> Failure { .init(changing: error) }
}

extension Failure {
  /// Why an event could not be changed.
  init(changing error: GraphError) {
    self.init(error, doing: "change the event")
    if case .server(let server) = error, server.code == "ErrorOccurrenceCrossingBoundary" {
      what = "the event would reach or pass the one before or after it in its series"
      hint = "choose a time between those two, or change more of the series with --scope following"
    } else if case .server(let server) = error, server.status == 412 {
      what = "the event keeps changing; nothing was changed by this command"
      hint = "look at it with graphcal show, then repeat the command"
    } else {
      suggestCalendars(error)
    }
  }
}

extension Failure {
  /// Says of a refused change that a calendar can be read-only, which no permission helps against.
  mutating func suggestCalendars(_ error: GraphError) {
    guard case .server(let server) = error, server.status == 403 else { return }
    let rights = "graphcal calendars says in which calendars you may change events"
    hint = hint.map { "\(rights); \($0)" } ?? rights
  }
}

extension GraphError {
  /// Whether the event is no longer what was read.
  var isConflict: Bool {
    guard case .server(let error) = self else { return false }
    return error.status == 412
  }

  /// Whether what was asked for is not there.
  var isMissing: Bool {
    guard case .server(let error) = self else { return false }
    return [404, 410].contains(error.status)
  }
}
