import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import HTTP
import JSON
import Rendering
import Store
import Terminal

/// Sends one write of the outbox, and finds out what became of it where no answer says so.
///
/// What it changes is compared with the state that it was written on: what was done elsewhere to other
/// parts of the item stands beside it, what was done to the same ones is a conflict. Nothing is deleted
/// of which a person sees anything that is different now.
struct OutboxDelivery {
  enum Outcome {
    /// The item after it, nil where nothing is left of it or nothing is known; and the parts of it that
    /// were changed elsewhere, which stand.
    case done(JSONObject?, elsewhere: [String] = [])
    case conflict(Failure)
    case refused(Failure)
    /// It may go another time.
    case stopped(Failure, mayBeDone: Bool)
  }

  var context: Context
  var session: Session
  var write: PendingWrite
  /// How times are told.
  var time: TimeText

  private var graph: GraphClient { session.graph }
  /// Whether an earlier run has sent it without hearing of its end.
  private var wasSent: Bool { write.state == .sent }

  func outcome() async -> Outcome {
    do throws(GraphError) {
      switch (write.action, write.kind) {
      case (.create, .calendar): return .done(try await createEvent())
      case (.create, .contactFolder): return .done(try await createContact())
      case (.change, _), (.delete, _): return try await change()
      case (.answer, _): return try await answer()
      }
    } catch {
      return outcome(of: error)
    }
  }

  /// What an error means for the write.
  private func outcome(of error: GraphError) -> Outcome {
    let failure = Failure(error, doing: action)
    if error.leavesOutcomeOpen { return .stopped(failure, mayBeDone: true) }
    if error.stopsRun { return .stopped(failure, mayBeDone: false) }
    return .refused(failure)
  }

  // MARK: New items

  /// The transaction of the event keeps it one, however often it is sent.
  private func createEvent() async throws(GraphError) -> JSONObject {
    let times = TimeReader(context: context, zone: .utc)
    let window = EventDraft.Time(stored: write.base ?? [:], zones: context.zones)
      .map { EventTimeReader(times: times).window(of: $0) }
    return try await graph.create(
      write.body ?? [:], calendarID: write.place, window: window ?? write.time..<write.time)
  }

  /// The key that the contact carries keeps it one.
  private func createContact() async throws(GraphError) -> JSONObject {
    guard let body = write.body, let key = ContactRequests.key(of: body) else {
      return try await graph.object(request())
    }
    return try await graph.createContact(
      body, key: key, in: write.place.map { .other(id: $0) } ?? .standard, mayBeMade: wasSent)
  }

  // MARK: Changes and deletions

  private func change() async throws(GraphError) -> Outcome {
    do throws(GraphError) {
      return .done(try await sendChange(request()))
    } catch {
      if error.isMissing { return write.action == .delete ? .done(nil) : .conflict(gone) }
      guard error.isConflict || error.leavesOutcomeOpen else { throw error }
      return try await changeAgain(after: error)
    }
  }

  private func sendChange(_ request: GraphRequest) async throws(GraphError) -> JSONObject? {
    if write.action == .change { return try await graph.object(request) }
    _ = try await graph.send(request)
    return nil
  }

  /// Looks at the item: what was wanted may be done already, and what nobody can see is no conflict.
  private func changeAgain(after error: GraphError) async throws(GraphError) -> Outcome {
    let current: JSONObject
    do throws(GraphError) {
      current = try await self.current()
    } catch let second {
      if second.isMissing { return write.action == .delete ? .done(nil) : .conflict(gone) }
      return .stopped(Failure(second, doing: action), mayBeDone: error.leavesOutcomeOpen)
    }
    let (both, elsewhere) =
      comparison.overlap(write.body ?? [:], on: write.base ?? [:], with: current)
    if write.action == .change, comparison.holds(write.body ?? [:], current) {
      return .done(current, elsewhere: elsewhere)
    }
    if error.leavesOutcomeOpen, current["@odata.etag"]?.string == write.entityTag {
      return .stopped(Failure(error, doing: action), mayBeDone: false)
    }
    let goes = write.action == .change ? both.isEmpty : both.isEmpty && elsewhere.isEmpty
    guard goes else { return .conflict(comparison.conflict(write, current)) }
    do throws(GraphError) {
      return .done(try await sendChange(request(on: current)), elsewhere: elsewhere)
    } catch let second where second.isConflict {
      return .conflict(comparison.conflict(write, current))
    }
  }

  // MARK: Answers

  private func answer() async throws(GraphError) -> Outcome {
    let declines = write.path.hasSuffix("/decline")
    let current: JSONObject
    do throws(GraphError) {
      current = try await self.current()
    } catch {
      // A meeting that was declined leaves the calendar.
      guard error.isMissing else { throw error }
      return declines && wasSent ? .done(nil) : .conflict(gone)
    }
    if Self.response(current) == wantedResponse { return .done(current) }
    if !write.overwrites, let failure = comparison.hindrance(write, current) {
      return .conflict(failure)
    }
    do throws(GraphError) {
      _ = try await graph.send(request())
    } catch {
      guard error.leavesOutcomeOpen, let now = try? await self.current(),
        Self.response(now) == wantedResponse
      else { throw error }
      return .done(now)
    }
    return declines ? .done(nil) : .done(await lookedAt())
  }

  /// The item as it is now, where it can be had.
  private func lookedAt() async -> JSONObject? { try? await current() }

  private var wantedResponse: String? {
    write.path.split(separator: "/").last
      .flatMap { MeetingRequests.Answer(rawValue: String($0)) }?.response.rawValue.lowercased()
  }

  private static func response(_ event: JSONObject) -> String? {
    event["responseStatus"]?["response"]?.string?.lowercased()
  }

  // MARK: Parts

  private var comparison: OutboxComparison {
    OutboxComparison(context: context, kind: write.kind, time: time)
  }

  private func current() async throws(GraphError) -> JSONObject {
    try await graph.object(
      write.kind == .calendar
        ? EventRequests.stored(id: write.item) : ContactRequests.contact(id: write.item))
  }

  private func request(on current: JSONObject? = nil) -> GraphRequest {
    var write = write
    if let current { write.entityTag = current["@odata.etag"]?.string }
    return write.graphRequest
  }

  private var action: String {
    switch write.action {
    case .create: "create \(write.title)"
    case .change: "change \(write.title)"
    case .delete: "delete \(write.title)"
    case .answer: "answer the invitation to \(write.title)"
    }
  }

  private var gone: Failure {
    Failure(
      .conflict, "\(write.title) is gone: it was deleted or moved elsewhere",
      hint: "graphcal outbox drop \(write.number) gives the change up")
  }
}

extension PendingWrite {
  /// The request as it is sent.
  var graphRequest: GraphRequest {
    var request = GraphRequest(
      method: method,
      path: path.replacing("{id}", with: PercentEncoding.segment(item)),
      body: body.map { .object($0) })
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { request.headers[name] = value }
    return request
  }
}
