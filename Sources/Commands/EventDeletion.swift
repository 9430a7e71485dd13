import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store
import Terminal

/// Removes what a person has named, after saying what that means and what cannot come back.
struct EventDeletion {
  var context: Context
  var session: Session
  var zone: Zone
  var entry: EventEntry

  private var title: String { MeetingPeople.title(entry.raw) }
  private var isMeeting: Bool { MeetingPeople.isMeeting(entry.raw) }

  // MARK: One event

  func one(isOfSeries: Bool) async throws(Failure) {
    try entry.requireSentSeries()
    let request = EventRequests.deletion(id: entry.event.id, etag: entry.raw["@odata.etag"]?.string)
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    var losses = losses(of: entry.raw)
    if isOfSeries, !isMeeting {
      losses.append("undo brings it back as an event of its own, outside the series")
    }
    try confirm("Delete \(title), \(when)?", losses)
    var record = UndoRecord(kind, "deleted \(title)", id: entry.event.id)
    record.event = entry.raw
    try await remove(request, record)
    try await tell("\(verb) \(title), \(when).", ["deleted": .string(entry.event.id)])
  }

  // MARK: A series

  func series() async throws(Failure) {
    let snapshot = try await snapshot()
    let request = EventRequests.deletion(
      id: snapshot.id, etag: snapshot.master["@odata.etag"]?.string)
    if context.options.dryRun { return try context.printDryRun([request], by: session) }
    let title = MeetingPeople.title(snapshot.master)
    try confirm("Delete all events of the series \(title)?", losses(of: snapshot))
    var record = UndoRecord(
      snapshot.invited().isEmpty || isUnsent ? .delete : .mailed, "deleted the series \(title)",
      id: snapshot.id)
    record.series = snapshot
    record.reference = reference(in: snapshot)
    try await remove(request, record)
    try await tell("\(verb) the series \(title).", ["deleted": .string(snapshot.id)])
  }

  func following() async throws(Failure) {
    let snapshot = try await snapshot()
    let plan = try SeriesPlan(of: snapshot.master, times: TimeReader(context: context, zone: zone))
    guard let day = reference(in: snapshot)?.day, plan.rule.count(before: day) > 0 else {
      // From the first event on, all of it is meant.
      return try await series()
    }
    try snapshot.requireSent()
    guard MeetingPeople.isOrganizer(snapshot.master) else {
      throw Failure(
        .refused,
        "\(title) is a meeting of \(MeetingPeople.organizer(entry.raw)), who alone can end "
          + "its series", hint: "delete single events, or the whole series from your calendar")
    }
    guard let shortened = plan.rule.ending(before: day) else {
      throw Failure(
        .general, "the series has no event before \(day.heading)", hint: "give --scope series")
    }
    let changes: JSONObject = ["recurrence": shortened.graphJSON]
    if context.options.dryRun {
      return try context.printDryRun(
        [
          EventRequests.update(
            id: snapshot.id, changes, etag: snapshot.master["@odata.etag"]?.string)
        ], by: session)
    }
    try confirm("Delete \(title) from \(day.heading) on?", losses(of: snapshot, from: day))
    var record = UndoRecord(
      isMeeting || !snapshot.invited(from: day).isEmpty ? .mailed : .edit,
      "deleted \(title) from \(day.heading) on", id: snapshot.id)
    record.before = Undoing.values(of: changes, in: snapshot.master, zones: context.zones)
    record.after = changes
    record.series = snapshot
    let update = EventUpdate(context: context, session: session, zone: zone) {
      (_) throws(Failure) in changes
    }
    let journal = Journal(context: context, session: session)
    let number = await journal.plan(record)
    do {
      _ = try await update.send(on: snapshot.master)
    } catch {
      await journal.forget(number)
      throw error
    }
    await journal.finish(number)
    let trouble = await putBack(snapshot, plan, before: day)
    try await tell(
      "Deleted \(title) from \(day.heading) on.",
      ["deleted": .string(snapshot.id), "from": .string(day.description)])
    try EditTarget.report(trouble, done: "the series was ended")
  }

  /// Puts back what the service has dropped of the events that stay.
  private func putBack(
    _ snapshot: SeriesSnapshot, _ plan: SeriesPlan, before day: CalendarDate
  ) async -> [String] {
    let expected = snapshot.specialDays(plan: plan, zones: context.zones).filter { $0.key < day }
    if expected.isEmpty { return [] }
    do {
      let now = try await SeriesSnapshot.read(snapshot.id, session: session, context: context)
      return await SeriesRestoration(context: context, session: session)
        .apply(expected.filter { !now.specialDays.contains($0.key) }, to: now.master).lines
    } catch {
      return ["the earlier events could not be looked at again: \(error.shortWhy)"]
    }
  }

  // MARK: Parts

  private var kind: UndoRecord.Kind {
    MeetingPeople.count(entry.raw) > 0 && !isUnsent ? .mailed : .delete
  }

  /// Whether the service has never heard of it, nor has anybody else.
  private var isUnsent: Bool {
    PendingWrite.isTemporary(entry.event.id)
  }

  private var verb: String { isUnsent ? "Taken out of the outbox, never sent:" : "Deleted" }

  private func snapshot() async throws(Failure) -> SeriesSnapshot {
    let id = entry.raw["seriesMasterId"]?.string ?? entry.event.id
    return try await SeriesSnapshot.read(id, session: session, context: context)
  }

  /// The named event of the series and its day by the rule; nil for the series itself.
  private func reference(in snapshot: SeriesSnapshot) -> (id: String, day: CalendarDate)? {
    guard entry.event.kind != .seriesMaster else { return nil }
    let clock = SeriesClock(of: snapshot.master, zones: context.zones)
    if let day = snapshot.exceptions.first(where: { $0.value["id"]?.string == entry.event.id })?.key
      ?? clock.day(of: entry.raw)
    {
      return (entry.event.id, day)
    }
    switch entry.event.span {
    case .timed(let start, _): return (entry.event.id, clock.zone.date(at: start))
    case .allDay(let first, _): return (entry.event.id, first)
    case .unknownZone(_, let start, _): return (entry.event.id, start.date)
    }
  }

  private var when: String {
    switch entry.event.span {
    case .timed(let start, _):
      let wall = zone.wallTime(at: start)
      return "\(wall.date.heading) \(wall.clockText)"
    case .allDay(let first, _): return first.heading
    case .unknownZone(_, let start, _): return "\(start.date.heading) \(start.clockText)"
    }
  }

  /// The same of a series, or of its events from `day` on.
  private func losses(of snapshot: SeriesSnapshot, from day: CalendarDate? = nil) -> [String] {
    var losses = losses(of: snapshot.master, people: snapshot.invited(from: day).count)
    let attached = snapshot.attachedDays(from: day).count
    if attached > 0 {
      losses.append(
        "undo cannot bring back the attachments of \(Plural.of(attached, "single event"))")
    }
    return losses
  }

  /// What nobody can bring back, for the question before it goes.
  private func losses(of event: JSONObject, people: Int? = nil) -> [String] {
    let people = isUnsent ? 0 : people ?? MeetingPeople.count(event)
    guard people > 0 || Journal(context: context, session: session).isKept else {
      return ["with \(context.tokenGiver ?? "a given token") nothing can be undone"]
    }
    if people > 0 {
      return [
        "\(Plural.people(people)) will be told that it is called off, and mails cannot be called back; "
          + "graphcal cancel-event adds a message"
      ]
    }
    var losses: [String] = []
    if !MeetingPeople.isOrganizer(event) {
      losses.append(
        "\(MeetingPeople.organizer(event)) is not told (graphcal respond declines); undo brings back "
          + "a copy without the others")
    }
    if event["hasAttachments"]?.bool == true { losses.append("undo cannot bring back attachments") }
    if event["isOnlineMeeting"]?.bool == true {
      losses.append("undo brings back the meeting with another link")
    }
    return losses
  }

  private func confirm(_ question: String, _ losses: [String]) throws(Failure) {
    let lines = losses.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    // Who is not asked is told all the same.
    if context.options.yes { for line in lines { context.note(line) } }
    try context.confirm(
      (lines + [question]).joined(separator: " "), refusal: "\(title) was not deleted")
  }

  private func remove(_ request: GraphRequest, _ record: UndoRecord) async throws(Failure) {
    var record = record
    let journal = Journal(context: context, session: session)
    if record.kind == .delete, journal.isKept {
      record.calendarID = try await context.calendar(of: entry.event.id, session: session)
      record.transactionID = context.randomness.uuid()
    }
    do {
      _ = try await journal.doing(record) { () async throws(GraphError) in
        do throws(GraphError) {
          _ = try await session.graph.send(request)
        } catch {
          // A repetition of a request whose answer was lost.
          guard error.isMissing else { throw error }
        }
      }
    } catch {
      var failure = Failure(error, doing: "delete the event")
      failure.suggestCalendars(error)
      if error.isConflict {
        failure.what = "\(title) was changed since it was read; nothing was deleted"
        failure.hint = "look at it with graphcal show, then repeat the command"
      }
      throw failure
    }
  }

  private func tell(_ line: String, _ json: JSONObject) async throws(Failure) {
    if try context.printedForScripts(.object(json)) { return }
    try context.console.print(TextSanitizer.line(line) + "\n")
  }
}
