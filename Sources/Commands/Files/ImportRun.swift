import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Interchange
import JSON

/// What sending one entry of a file has come to.
enum ImportOutcome: Sendable {
  /// It is as the file says; what could not be done of it is told.
  case done(id: String?, trouble: [String])
  case failed(Failure)
  case notSent

  /// Whether all others would meet the same failure.
  var stopsRun: Bool {
    guard case .failed(let failure) = self else { return false }
    return [.tryAgain, .signedOut, .interrupted].contains(failure.kind)
  }
}

/// Sends what was planned for a file, a few at once, tells what became of it, and writes it down for
/// `undo`.
struct ImportRun {
  var context: Context
  var session: Session
  var calendarID: String?
  var zone: Zone
  /// What the journal calls it.
  var deed = "imported events from a file"

  /// At most so many requests are on their way (Microsoft Graph, "Throttling limits": Outlook).
  static let width = 4

  /// The requests of a plan, as a dry run prints them; those for single days of a new series need an
  /// id that only the service can give.
  func requests(_ planned: PlannedImport) -> [GraphRequest] {
    switch planned.deed {
    case .create(let event, _):
      return [EventRequests.creation(event, calendarID: calendarID)]
    case .update(let changes, _):
      return Self.isOnlySource(changes) ? [] : [update(planned, changes)]
    case .cancel(let days):
      return days.isEmpty ? [EventRequests.deletion(id: planned.event?["id"]?.string ?? "")] : []
    case .unchanged, .skipped, .refused: return []
    }
  }

  /// Whether nothing of the series itself differs, only single days of it.
  private static func isOnlySource(_ changes: JSONObject) -> Bool {
    changes.keys == ["singleValueExtendedProperties"]
  }

  private func update(_ planned: PlannedImport, _ changes: JSONObject) -> GraphRequest {
    EventRequests.update(
      id: planned.event?["id"]?.string ?? "", changes,
      etag: planned.event?["@odata.etag"]?.string)
  }

  /// Sends plans; the outcomes come in the order of the plans.
  ///
  /// After a failure that all others would meet too the rest is not sent.
  func send(
    _ plans: [PlannedImport], progress: @Sendable (Int) async -> Void
  ) async -> [ImportOutcome] {
    var outcomes: [ImportOutcome] = []
    var journal = ImportJournal(deed, context: context, session: session)
    var isStopped = false
    for start in stride(from: 0, to: plans.count, by: Self.width) {
      let chunk = plans[start..<min(start + Self.width, plans.count)]
      guard !isStopped, !Task.isCancelled else {
        outcomes += chunk.map { _ in .notSent }
        continue
      }
      let run = self
      var done = await withTaskGroup(of: (place: Int, sent: Sent).self) { group in
        for (place, plan) in chunk.enumerated() {
          group.addTask { (place, await run.send(plan)) }
        }
        return await group.reduce(into: [(place: Int, sent: Sent)]()) { $0.append($1) }
      }
      done.sort { $0.place < $1.place }
      await journal.note(done.flatMap(\.sent.steps))
      outcomes += done.map(\.sent.outcome)
      isStopped = done.contains { $0.sent.outcome.stopsRun }
      await progress(outcomes.count)
    }
    await journal.finish()
    return outcomes
  }

  /// What one entry has come to, and what takes it back.
  private struct Sent: Sendable {
    var outcome: ImportOutcome
    var steps: [ImportJournal.Step] = []
  }

  private func send(_ planned: PlannedImport) async -> Sent {
    do throws(Failure) {
      switch planned.deed {
      case .create(let event, let days): return try await create(event, days)
      case .update(let changes, let days): return try await change(planned, changes, days)
      case .cancel(let days): return try await cancel(planned, days)
      case .unchanged, .skipped, .refused:
        return Sent(outcome: .done(id: planned.event?["id"]?.string, trouble: []))
      }
    } catch {
      return Sent(outcome: .failed(error))
    }
  }

  private func create(
    _ event: JSONObject, _ days: [CalendarDate: SpecialDay]
  ) async throws(Failure) -> Sent {
    var created: JSONObject
    do {
      created = try await session.graph.create(
        event, calendarID: calendarID, window: window(of: event))
    } catch {
      throw Failure(
        error, writing: "create the event", check: "importing the file again finds it")
    }
    let id = created["id"]?.string ?? ""
    let trouble = await restore(days, of: created)
    if !days.isEmpty {
      // With other days the series has another state; without knowing it, any state is taken back.
      created["@odata.etag"] =
        try? await session.graph.object(EventRequests.stored(id: id))["@odata.etag"]
    }
    return Sent(outcome: .done(id: id, trouble: trouble), steps: [.deletion(of: created)])
  }

  private func change(
    _ planned: PlannedImport, _ changes: JSONObject, _ days: [CalendarDate: SpecialDay]
  ) async throws(Failure) -> Sent {
    let before = planned.event ?? [:]
    var event = before
    var steps: [ImportJournal.Step] = days.isEmpty ? [] : [.lasting]
    // Where only single days differ, the series itself is left alone: nobody is told of it.
    if !Self.isOnlySource(changes) {
      do throws(GraphError) {
        event = try await session.graph.object(update(planned, changes))
      } catch {
        throw Failure(error, doing: "change the event")
      }
      if days.isEmpty {
        steps = [.change(of: before, by: changes, to: event, zones: context.zones)]
      }
    }
    let id = event["id"]?.string ?? before["id"]?.string
    return Sent(outcome: .done(id: id, trouble: await restore(days, of: event)), steps: steps)
  }

  private func cancel(
    _ planned: PlannedImport, _ days: [CalendarDate: SpecialDay]
  ) async throws(Failure) -> Sent {
    let event = planned.event ?? [:]
    let id = event["id"]?.string ?? ""
    guard days.isEmpty else {
      return Sent(
        outcome: .done(id: id, trouble: await restore(days, of: event)), steps: [.lasting])
    }
    do {
      _ = try await session.graph.send(EventRequests.deletion(id: id))
    } catch {
      guard error.isMissing else { throw Failure(error, doing: "remove the event") }
    }
    return Sent(
      outcome: .done(id: id, trouble: []),
      steps: [.creation(of: event, calendarID: calendarID, zones: context.zones)])
  }

  private func restore(
    _ days: [CalendarDate: SpecialDay], of event: JSONObject
  ) async -> [String] {
    guard !days.isEmpty else { return [] }
    return await SeriesRestoration(context: context, session: session).apply(days, to: event).lines
  }

  /// Instants that surely hold the event, or the first of its series.
  private func window(of event: JSONObject) -> Range<Date> {
    let reader = EventTimeReader(times: TimeReader(context: context, zone: zone))
    guard let start = GraphDateTime(event["start"]), let end = GraphDateTime(event["end"]) else {
      return context.now()..<context.now()
    }
    return reader.window(
      of: event["isAllDay"]?.bool == true
        ? .allDay(first: start.wall.date, end: end.wall.date, zoneName: start.timeZone)
        : .timed(start: start.wall, end: end.wall, zoneName: start.timeZone))
  }
}
