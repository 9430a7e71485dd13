import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store
import Terminal

/// Takes back what the journal holds.
struct Undoing {
  var context: Context
  var session: Session
  var zone: Zone

  private var comparison: EventComparison { EventComparison(zones: context.zones) }

  /// What stands after that.
  struct Outcome {
    /// The event as it is again; nil where nothing had to be done.
    var event: JSONObject?
    /// What could not be brought back, one line each.
    var trouble: [String] = []
    /// The request had not been carried out at all.
    var wasNeverDone = false
    /// A move that seemed to have stopped had been carried out.
    var wasMoved = false
  }

  /// The requests that would be sent first; those for single days follow from their answers.
  func requests(_ record: UndoRecord) throws(Failure) -> [GraphRequest] {
    switch record.kind {
    case .mailed, .move, .kept, .applied: return []
    case .edit:
      let created = record.created.map { [EventRequests.deletion(id: $0)] } ?? []
      return created + [EventRequests.update(id: record.id, record.before, etag: nil)]
    case .delete:
      return [EventRequests.creation(try restored(record), calendarID: record.calendarID)]
    case .create: return [EventRequests.deletion(id: record.id)]
    }
  }

  func undo(_ record: UndoRecord, isDone: Bool) async throws(Failure) -> Outcome {
    switch record.kind {
    case .mailed, .move, .kept, .applied: return Outcome()
    case .edit: return try await undoEdit(record)
    case .delete:
      if !isDone, let event = try await existing(record.id) {
        return Outcome(event: event, wasNeverDone: true)
      }
      return try await undoDelete(record)
    case .create:
      let copy = try await existing(record.id)
      if let original = record.original, let copy,
        try await existing(original) == nil
      {
        // The move had come to its end: what stands is the only one.
        return Outcome(event: copy, wasMoved: true)
      }
      guard copy != nil else {
        throw Failure(
          .notFound, "what was made is not there any more", why: "you \(record.deed)",
          hint: "graphcal agenda")
      }
      do {
        _ = try await session.graph.send(EventRequests.deletion(id: record.id))
      } catch {
        if !error.isMissing {
          throw Failure(error, writing: "delete the event", check: "graphcal agenda")
        }
      }
      return Outcome()
    }
  }

  private func existing(_ id: String) async throws(Failure) -> JSONObject? {
    do {
      return try await session.graph.object(EventRequests.stored(id: id))
    } catch {
      if error.isMissing { return nil }
      throw Failure(error, doing: "read the event")
    }
  }

  /// What a deletion of what was made takes away, as the beginning of a sentence: `The event is`, `The
  /// whole series of 10 events is`.
  func made(_ record: UndoRecord) async -> String {
    guard let event = try? await existing(record.id),
      case .rule(let rule) = Recurrence(graph: event["recurrence"])
    else { return "The event is" }
    let count: Int
    switch rule.end {
    case .never: return "The whole series, which has no end, is"
    case .count(let number): count = number
    case .date(let last): count = rule.count(before: last.adding(days: 1))
    }
    return "The whole series of \(Plural.of(count, "event")) is"
  }

  // MARK: A change

  private func undoEdit(_ record: UndoRecord) async throws(Failure) -> Outcome {
    guard let current = try await existing(record.id) else {
      throw Failure(
        .notFound, "what was changed is not there any more",
        why: "\(record.deed); it was deleted since", hint: "graphcal agenda")
    }
    guard
      comparison.holds(record.before, in: current) || comparison.holds(record.after, in: current)
    else {
      let time = await context.rememberedTime(ofAccount: session.accountKey, in: zone)
      let symbols = context.console.terminal.symbols
      let parts = EventPart.parts(of: record.after).filter { part in
        var wanted = current
        for (name, value) in record.after { wanted[name] = value }
        return !comparison.isSame(part, wanted, current)
      }
      throw Failure(
        .conflict, "\(MeetingPeople.title(current)) was changed again since; nothing was undone",
        why: parts.map { part in
          "\(part.rawValue) is now "
            + comparison.words(part, of: current, time: time, symbols: symbols)
        }.joined(separator: "; "),
        hint: "graphcal edit-event changes it by hand")
    }
    if let created = record.created {
      do {
        _ = try await session.graph.send(EventRequests.deletion(id: created))
      } catch {
        if !error.isMissing { throw Failure(error, doing: "remove the new series") }
      }
    }
    let before = record.before
    let update = EventUpdate(context: context, session: session, zone: zone) {
      (_) throws(Failure) in before
    }
    var outcome = Outcome(event: try await update.send(on: current))
    if let series = record.series {
      outcome.trouble = try await putBack(series)
    }
    return outcome
  }

  /// Gives a series that goes by its old rule again the days that were different.
  private func putBack(_ old: SeriesSnapshot) async throws(Failure) -> [String] {
    guard !old.specialDays.isEmpty else { return [] }
    let plan = try SeriesPlan(of: old.master, times: TimeReader(context: context, zone: zone))
    let now = try await SeriesSnapshot.read(old.id, session: session, context: context)
    let missing = old.specialDays(plan: plan, zones: context.zones)
      .filter { !now.specialDays.contains($0.key) }
    return await SeriesRestoration(context: context, session: session)
      .apply(missing, to: now.master).lines
  }

  // MARK: A deletion

  /// The body of the create that brings a deleted event back.
  private func restored(_ record: UndoRecord) throws(Failure) -> JSONObject {
    guard let event = record.series?.master ?? record.event else {
      throw Failure(
        .general, "the journal does not hold what was deleted", hint: "graphcal new-event")
    }
    var properties = EventCopy.alike(event)
    let times = TimeReader(context: context, zone: zone)
    let members =
      record.series == nil
      ? EventDraft.Time(stored: event, zones: context.zones)?.members
      : try SeriesPlan(of: event, times: times).members
    for (name, value) in members ?? [:] { properties[name] = value }
    // The file that it came from is to find it again.
    if let source = SourceIdentity(of: event) {
      properties["singleValueExtendedProperties"] = source.graphJSON
    }
    properties["transactionId"] = .string(record.transactionID ?? context.randomness.uuid())
    return properties
  }

  private func undoDelete(_ record: UndoRecord) async throws(Failure) -> Outcome {
    let properties = try restored(record)
    let source = record.series?.master ?? record.event ?? [:]
    let times = TimeReader(context: context, zone: zone)
    let time = EventDraft.Time(stored: source, zones: context.zones)
    let now = context.now()
    let created: JSONObject
    do {
      created = try await session.graph.create(
        properties, calendarID: record.calendarID,
        window: time.map { EventTimeReader(times: times).window(of: $0) } ?? now..<now)
    } catch {
      throw Failure(error, doing: "bring the event back")
    }
    var outcome = Outcome(event: created)
    await replace(record.id, with: created["id"]?.string)
    guard let series = record.series else { return outcome }
    let plan = try SeriesPlan(of: series.master, times: times)
    let restoration = await SeriesRestoration(context: context, session: session).apply(
      series.specialDays(plan: plan, zones: context.zones), to: created,
      others: record.reference.map { [$0.day] } ?? [])
    outcome.trouble = restoration.lines
    for (day, exception) in series.exceptions {
      if let old = exception["id"]?.string { await replace(old, with: restoration.ids[day]) }
    }
    if let (old, day) = record.reference { await replace(old, with: restoration.ids[day]) }
    return outcome
  }

  /// What is left to do where some days of a series could not be brought back.
  func rest(of record: UndoRecord, after outcome: Outcome) -> UndoRecord {
    guard record.kind == .delete, let id = outcome.event?["id"]?.string else { return record }
    var rest = UndoRecord(.edit, record.deed, id: id)
    rest.series = record.series
    rest.series?.master["id"] = .string(id)
    return rest
  }

  /// Lets the old short id name the event that has come back.
  private func replace(_ old: String, with new: String?) async {
    guard let new, new != old else { return }
    await context.state.replace(old, with: session.knownEvent(new))
    await Journal(context: context, session: session).follow(old, new)
  }
}

extension Undoing {
  /// The properties of `changes` as an event has them, as an update sends them.
  static func values(
    of changes: JSONObject, in event: JSONObject, zones: ZoneDatabase
  ) -> JSONObject {
    var values: JSONObject = [:]
    for part in EventPart.parts(of: changes) {
      switch part {
      case .time:
        for (name, value) in EventDraft.Time(stored: event, zones: zones)?.members ?? [:] {
          values[name] = value
        }
      case .recurrence:
        if case .rule(let rule) = Recurrence(graph: event["recurrence"]) {
          values["recurrence"] = rule.graphJSON
        } else {
          values["recurrence"] = event["recurrence"] ?? .null
        }
      case .place:
        let copy = EventCopy.properties(of: event)
        if let many = copy["locations"] {
          values["locations"] = many
        } else {
          values["location"] = copy["location"] ?? ["displayName": ""]
        }
      case .text:
        values["body"] = EventCopy.body(of: event) ?? ["contentType": "text", "content": ""]
      default:
        for name in part.properties where changes[name] != nil {
          values[name] = event[name] ?? .null
        }
      }
    }
    return values
  }
}
