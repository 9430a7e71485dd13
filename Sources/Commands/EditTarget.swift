import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// The event that a person wants changed, and the ways to change it.
struct EditTarget: Sendable {
  var context: Context
  var session: Session
  var zone: Zone
  /// What was named: an event, one of a series, or a series.
  var entry: EventEntry
  var reference: String
  /// What is attached once the change is made.
  var files: [OutgoingFile] = []

  private var comparison: EventComparison { EventComparison(zones: context.zones) }

  /// Changes as much as the scope says, asks before, and prints what has become of it.
  func change(_ editing: EventEditing, scope: Scope?) async throws(Failure) {
    switch scope {
    case nil, .this: try await changeOne(editing, scope)
    case .series: try await changeSeries(editing)
    case .following: try await changeFollowing(editing)
    }
  }

  /// The event as an editor shows it: the named one, or the series with the named one's time.
  func shown(_ scope: Scope?) async throws(Failure) -> JSONObject {
    guard scope == .series || scope == .following, entry.event.kind != .seriesMaster else {
      return entry.raw
    }
    let snapshot = try await snapshot()
    let (plan, day) = try named(in: snapshot)
    var shown = snapshot.master
    for (name, value) in plan.time(on: day).members { shown[name] = value }
    return shown
  }

  /// The series of the named event, and that event's day by its rule.
  func series() async throws(Failure) -> (snapshot: SeriesSnapshot, day: CalendarDate) {
    let snapshot = try await snapshot()
    return (snapshot, try named(in: snapshot).day)
  }

  // MARK: One event

  private func changeOne(_ editing: EventEditing, _ scope: Scope?) async throws(Failure) {
    try entry.requireSentSeries()
    if scope == .this, editing.changesRule {
      throw Failure(
        .usage, "the rule belongs to the whole series, not to one of its events",
        hint: "give --scope series or --scope following")
    }
    if scope == nil, editing.endsSeries || editing.options.repetition == nil && editing.changesRule
    {
      throw Failure(
        .usage, "\(MeetingPeople.title(entry.raw)) does not repeat",
        hint: "give --repeat RULE to make it a series")
    }
    let changes = try editing.changes(of: entry.raw)
    guard !changes.isEmpty else { return try await unchanged(entry.raw) }
    try requireOrganizer(changes)
    if context.options.dryRun { return try dryRun(changes, of: entry.raw) }
    let people = mailed(changes, of: entry.raw)
    if people > 0 {
      try context.confirm(
        "Change \(title) and tell \(Plural.people(people))?",
        refusal: "\(title) was not changed")
    }
    let update = EventUpdate(context: context, session: session, zone: zone) {
      (event) throws(Failure) in try editing.changes(of: event)
    }
    let record = record(of: entry.raw, changes, people: people)
    let changed = try await journaled(record) { () async throws(Failure) in
      try await update.send(on: entry.raw)
    }
    try await printed(changed)
    try await tellWhatWas(changes)
  }

  /// Says what no line about the changed event shows: when it was, and which categories it lost.
  private func tellWhatWas(_ changes: JSONObject) async throws(Failure) {
    if changes["start"] != nil || changes["end"] != nil {
      let settings = try await context.mailboxSettings(session: session)
      let when = EventDetails(event: entry.event)
        .when(time: context.timeText(zone, settings), on: Surface(context.console.terminal))
      context.note("before: \(when)")
    }
    if let categories = changes["categories"]?.array {
      let lost = entry.event.categories.filter { !categories.contains(.string($0)) }
      if !lost.isEmpty { context.note("no longer in \(lost.joined(separator: ", "))") }
    }
  }

  // MARK: A series

  private func changeSeries(_ editing: EventEditing) async throws(Failure) {
    let snapshot = try await snapshot()
    let (plan, day) = try named(in: snapshot)
    let master = snapshot.master
    let changes = try editing.changes(ofSeries: master, on: day)
    guard !changes.isEmpty else { return try await unchanged(master) }
    try requireOrganizer(changes)
    if context.options.dryRun { return try dryRun(changes, of: master) }
    // Who is invited to single events is told of a change of all of them.
    let people = max(
      mailed(changes, of: master),
      mailed(changes, of: master.inviting(snapshot.invited())))
    try context.confirm(
      "Change all events of the series \(title)?"
        + (people > 0 ? " \(Plural.people(people)) will be told." : ""),
      refusal: "\(title) was not changed")
    let update = EventUpdate(context: context, session: session, zone: zone) {
      (event) throws(Failure) in try editing.changes(ofSeries: event, on: day)
    }
    var record = record(of: master, changes, people: people)
    record.series = snapshot
    let changed = try await journaled(record) { () async throws(Failure) in
      try await update.send(on: master)
    }
    let trouble = await putBack(snapshot, plan, changes, on: changed)
    try await printed(changed)
    try Self.report(trouble, done: "the series was changed")
  }

  /// Puts back the single days that the service has dropped because the series was changed.
  private func putBack(
    _ snapshot: SeriesSnapshot, _ plan: SeriesPlan, _ changes: JSONObject, on changed: JSONObject
  ) async -> [String] {
    let isMoved = EventPart.parts(of: changes).contains { $0 == .time || $0 == .recurrence }
    guard isMoved, !snapshot.specialDays.isEmpty,
      let new = try? SeriesPlan(of: changed, times: TimeReader(context: context, zone: zone))
    else { return [] }
    do {
      let now = try await SeriesSnapshot.read(snapshot.id, session: session, context: context)
      var dropped: [CalendarDate: SpecialDay] = [:]
      var lost = 0
      for (day, special) in snapshot.specialDays(plan: plan, zones: context.zones)
      where !now.specialDays.contains(day) {
        if new.rule.contains(day) { dropped[day] = special } else { lost += 1 }
      }
      if lost > 0 {
        context.note(
          "\(Plural.of(lost, "single change")) of the series \(lost == 1 ? "has" : "have") no place "
            + "in it any more")
      }
      return await SeriesRestoration(context: context, session: session)
        .apply(dropped, to: now.master).lines + snapshot.lostFiles(of: dropped.keys)
    } catch {
      return ["its single changes could not be looked at again: \(error.shortWhy)"]
    }
  }

  // MARK: An event and those after it

  private func changeFollowing(_ editing: EventEditing) async throws(Failure) {
    if editing.endsSeries {
      throw Failure(
        .usage, "--repeat none is for the whole series", hint: "give --scope series")
    }
    let snapshot = try await snapshot()
    let (plan, day) = try named(in: snapshot)
    // From the first event on, all of it is meant.
    if plan.rule.count(before: day) == 0 { return try await changeSeries(editing) }
    try snapshot.requireSent()
    guard MeetingPeople.isOrganizer(snapshot.master) else { throw organizerOnly("its series") }
    try await Journal(context: context, session: session).requireEnded(snapshot.id, title: title)
    let split = SeriesSplit(
      context: context, session: session, editing: editing, snapshot: snapshot, plan: plan, day: day
    )
    let blueprint = try split.blueprint()
    let calendarID = try await context.calendar(of: snapshot.id, session: session)
    if context.options.dryRun {
      context.note(
        "\(Plural.of(blueprint.days.count, "single change")) of the series would follow, as soon as "
          + "the new one has an id")
      return try context.printDryRun(split.requests(blueprint, calendarID: calendarID), by: session)
    }
    if blueprint.lost > 0 {
      context.note("\(Plural.of(blueprint.lost, "single change")) will have no place in the series")
    }
    if blueprint.kept > 0 {
      context.note("\(Plural.of(blueprint.kept, "single event")) will stay as changed before")
    }
    let people = snapshot.invited(from: day).count
    try context.confirm(
      "Change \(title) from \(day.heading) on?"
        + (people > 0
          ? " \(Plural.people(people)) will be told of the end of the old series and invited to the "
            + "new one." : ""),
      refusal: "\(title) was not changed")
    let outcome = try await split.run(blueprint, calendarID: calendarID)
    try await printed(outcome.new)
    try Self.report(outcome.trouble, done: "both series stand")
  }

  // MARK: Parts

  private var title: String { MeetingPeople.title(entry.raw) }

  private func snapshot() async throws(Failure) -> SeriesSnapshot {
    let id = entry.raw["seriesMasterId"]?.string ?? entry.event.id
    return try await SeriesSnapshot.read(id, session: session, context: context)
  }

  /// The plan of the series, and the day in it of the event that was named.
  private func named(
    in snapshot: SeriesSnapshot
  ) throws(Failure) -> (plan: SeriesPlan, day: CalendarDate) {
    let plan = try SeriesPlan(
      of: snapshot.master, times: TimeReader(context: context, zone: zone))
    if entry.event.kind == .seriesMaster { return (plan, plan.time.firstDate) }
    let clock = SeriesClock(of: snapshot.master, zones: context.zones)
    if let day = snapshot.exceptions.first(where: { $0.value["id"]?.string == entry.event.id })?.key
    {
      return (plan, day)
    }
    if let day = clock.day(of: entry.raw) { return (plan, day) }
    switch entry.event.span {
    case .timed(let start, _): return (plan, clock.zone.date(at: start))
    case .allDay(let first, _): return (plan, first)
    case .unknownZone(_, let start, _): return (plan, start.date)
    }
  }

  /// How many people a change is told to.
  private func mailed(_ changes: JSONObject, of event: JSONObject) -> Int {
    let parts = EventPart.parts(of: changes)
    guard parts.contains(where: { !EventPart.silent.contains($0) }) else { return 0 }
    guard MeetingPeople.isOrganizer(event) else { return 0 }
    var after = event
    if let attendees = changes["attendees"] { after["attendees"] = attendees }
    guard parts == [.people] else {
      return max(MeetingPeople.count(event), MeetingPeople.count(after))
    }
    // Only those who come or go are told, or play another part.
    let (old, new) = (Self.parts(of: event), Self.parts(of: after))
    return Set(old.keys).union(new.keys).count { old[$0] != new[$0] }
  }

  private static func parts(of event: JSONObject) -> [String: Attendee.Role] {
    Dictionary(
      MeetingPeople.invited(event).map { ($0.person.address?.lowercased() ?? "", $0.role) }
    ) { first, _ in first }
  }

  /// Refuses what only the organizer of a meeting can change.
  private func requireOrganizer(_ changes: JSONObject) throws(Failure) {
    guard !MeetingPeople.isOrganizer(entry.raw) else { return }
    let parts = EventPart.parts(of: changes).filter { !EventPart.personal.contains($0) }
    guard !parts.isEmpty else { return }
    throw organizerOnly("its " + parts.map(\.rawValue).joined(separator: ", "))
  }

  private func organizerOnly(_ what: String) -> Failure {
    Failure(
      .refused,
      "\(title) is a meeting of \(MeetingPeople.organizer(entry.raw)), who alone can change \(what)",
      why: "yours are its categories, reminder, free/busy and privacy",
      hint: "propose another time: graphcal respond \(reference) tentative --propose …")
  }

  private func record(of event: JSONObject, _ changes: JSONObject, people: Int) -> UndoRecord {
    var record = UndoRecord(
      people > 0 ? .mailed : .edit, "changed \(title)", id: event["id"]?.string ?? "")
    guard people == 0 else { return record }
    record.after = changes
    record.before = Undoing.values(of: changes, in: event, zones: context.zones)
    return record
  }

  private func journaled(
    _ record: UndoRecord, _ body: () async throws(Failure) -> JSONObject
  ) async throws(Failure) -> JSONObject {
    let journal = Journal(context: context, session: session)
    let number = await journal.plan(record)
    do {
      let changed = try await body()
      await journal.finish(number)
      return changed
    } catch {
      // Where the answer was lost it may have been done.
      if error.kind != .interrupted, error.kind != .tryAgain { await journal.forget(number) }
      throw error
    }
  }

  private func unchanged(_ event: JSONObject) async throws(Failure) {
    if context.options.dryRun { return try dryRun([:], of: event) }
    if !files.isEmpty { return try await printed(event) }
    context.note("\(title) is so already; nothing was changed")
    if context.options.isForScripts { try await printed(event) }
  }

  private func dryRun(_ changes: JSONObject, of event: JSONObject) throws(Failure) {
    let id = event["id"]?.string ?? ""
    var requests: [GraphRequest] = []
    if !changes.isEmpty {
      requests.append(
        EventRequests.update(id: id, changes, etag: event["@odata.etag"]?.string))
    }
    requests += try AttachmentSender(context: context, session: session)
      .requests(for: files, to: AttachmentRequests.path(ofEvent: id))
    try context.printDryRun(requests, by: session)
  }

  /// Attaches the files to what stands now.
  private func attach(to event: JSONObject) async throws(Failure) {
    guard !files.isEmpty, let id = event["id"]?.string else { return }
    let there: [JSON]
    do {
      there = try await session.graph.list(EventRequests.attachments(of: id)).items
    } catch {
      throw Failure(error, doing: "look at the attachments")
    }
    do {
      try await AttachmentSender(context: context, session: session)
        .attach(files, to: id, besides: there.compactMap { $0["name"]?.string })
    } catch {
      throw Failure(
        .partlyDone, "the event stands, but not all of its files are attached",
        why: error.shortWhy, hint: error.hint)
    }
    await Journal(context: context, session: session)
      .kept("attached files to \(MeetingPeople.title(event))", id: id)
  }

  private func printed(_ event: JSONObject) async throws(Failure) {
    try await attach(to: event)
    try await EventOutput(
      context: context, session: session, zone: zone,
      settings: try await context.mailboxSettings(session: session)
    ).printCreated(
      try context.entry(event, session: session), calendarName: nil, verb: "Changed")
  }

  /// Ends a command that did what was asked but for some days.
  static func report(
    _ trouble: [String], done: String, hint: String = "graphcal agenda shows how it is now"
  ) throws(Failure) {
    guard !trouble.isEmpty else { return }
    throw Failure(
      .partlyDone, "\(done), but not everything could be put back",
      why: trouble.joined(separator: "; "), hint: hint)
  }
}
