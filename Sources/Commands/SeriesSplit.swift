import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Store

/// Changes an event of a series and all after it: Graph has no call for that.
///
/// A new series begins on that day, then the old one is ended before it, then both are read again and
/// what the service has dropped is put back. A step that fails leaves what stands before it, and says
/// what that is.
struct SeriesSplit {
  var context: Context
  var session: Session
  var editing: EventEditing
  var snapshot: SeriesSnapshot
  /// The old series as it goes on.
  var plan: SeriesPlan
  /// The first day of the new one, by the rule of the old.
  var day: CalendarDate

  /// What the new series is going to be.
  struct Blueprint {
    /// The body of the create.
    var event: JSONObject
    var plan: SeriesPlan
    /// Where the new series is not as its rule says.
    var days: [CalendarDate: SpecialDay]
    /// How many changed or deleted events have no place in it.
    var lost = 0
    /// The rule of the old series from now on.
    var shortened: RecurrenceRule
  }

  /// Works out both series; nothing is sent.
  func blueprint() throws(Failure) -> Blueprint {
    guard let rest = plan.starting(on: day), let shortened = plan.rule.ending(before: day) else {
      throw Failure(
        .general, "the series has no event on \(day.heading) by its rule",
        hint: "name another of its events, or give --scope series")
    }
    let edited = try SeriesEditor(times: editing.times).edited(rest, on: day, editing.options)
    let master = snapshot.master
    let changes = try editing.properties(of: master)
    var event = EventCopy.alike(master)
    for (name, value) in changes { event[name] = value }
    if let text = editing.text {
      // The new series has a way into a meeting of its own.
      event["body"] = ["contentType": "text", "content": .string(text)]
    }
    let people = changes["attendees"]?.array ?? master["attendees"]?.array ?? []
    if !people.isEmpty { event["attendees"] = .array(people.map(Self.invitation)) }
    for (name, value) in edited.members { event[name] = value }
    event["transactionId"] = .string(context.randomness.uuid())
    var blueprint = Blueprint(event: event, plan: edited, days: [:], shortened: shortened)
    addDays(to: &blueprint, changes: changes)
    return blueprint
  }

  /// An attendee without the answer, which a create does not take.
  private static func invitation(_ attendee: JSON) -> JSON {
    [
      "emailAddress": attendee["emailAddress"] ?? .null,
      "type": attendee["type"] ?? "required",
    ]
  }

  /// Moves the special days of the old series into the new one; what is changed now wins over what was
  /// changed for a single day, but a day stays on the other date that it was moved to.
  private func addDays(to blueprint: inout Blueprint, changes: JSONObject) {
    let moved = blueprint.plan.time.firstDate.daysSinceEpoch - day.daysSinceEpoch
    let isMovedInTime = blueprint.plan.time != plan.time(on: day)
    let parts = EventPart.parts(of: changes)
    for (old, special) in snapshot.specialDays(plan: plan, zones: context.zones) where old >= day {
      let new = old.adding(days: moved)
      guard blueprint.plan.rule.contains(new) else {
        if case .changed = special { blueprint.lost += 1 }
        continue
      }
      guard case .changed(var own) = special else {
        blueprint.days[new] = special
        continue
      }
      for part in parts { for name in part.properties { own[name] = nil } }
      if isMovedInTime, own["start"] != nil {
        for name in EventPart.time.properties { own[name] = nil }
        let days = offset(of: old)
        if days != 0 {
          let time = blueprint.plan.time(on: new).moved(to: new.adding(days: days))
          for (name, value) in time.members { own[name] = value }
        }
      }
      if !own.isEmpty { blueprint.days[new] = .changed(own) }
    }
  }

  /// How many days an exception lies from its day of the rule.
  private func offset(of day: CalendarDate) -> Int {
    guard var event = snapshot.exceptions[day] else { return 0 }
    event["recurrence"] = snapshot.master["recurrence"]
    guard let time = EventDraft.Time(stored: event, zones: context.zones) else { return 0 }
    return time.firstDate.daysSinceEpoch - day.daysSinceEpoch
  }

  /// The requests as far as they are known before the new series has an id.
  func requests(_ blueprint: Blueprint, calendarID: String?) -> [GraphRequest] {
    [
      EventRequests.creation(blueprint.event, calendarID: calendarID),
      EventRequests.update(
        id: snapshot.id, shortening(blueprint), etag: snapshot.master["@odata.etag"]?.string),
    ]
  }

  private func shortening(_ blueprint: Blueprint) -> JSONObject {
    ["recurrence": blueprint.shortened.graphJSON]
  }

  // MARK: Doing it

  /// What stands at the end.
  struct Outcome {
    var new: JSONObject
    /// What could not be done for single days, one line each.
    var trouble: [String] = []
  }

  func run(_ blueprint: Blueprint, calendarID: String?) async throws(Failure) -> Outcome {
    let journal = Journal(context: context, session: session)
    var record = UndoRecord(
      .edit, "changed \(MeetingPeople.title(snapshot.master)) from \(day.heading) on",
      id: snapshot.id)
    record.before = ["recurrence": snapshot.master["recurrence"] ?? .null]
    record.after = shortening(blueprint)
    record.series = snapshot
    if MeetingPeople.count(snapshot.master) > 0 { record.kind = .mailed }
    let number = await journal.plan(record)
    var outcome = Outcome(new: try await create(blueprint, calendarID, journal, number))
    record.created = outcome.new["id"]?.string
    await journal.update(number, record)
    let restoration = SeriesRestoration(context: context, session: session)
    outcome.trouble += await restoration.apply(blueprint.days, to: outcome.new).lines
    outcome.trouble += await AttachmentCopy(context: context, session: session)
      .copy(from: snapshot.master, to: outcome.new)
    try await shorten(blueprint, outcome)
    await journal.finish(number)
    outcome.trouble += await putBack(blueprint)
    return outcome
  }

  private func create(
    _ blueprint: Blueprint, _ calendarID: String?, _ journal: Journal, _ number: Int?
  ) async throws(Failure) -> JSONObject {
    let reader = EventTimeReader(times: editing.times)
    do throws(GraphError) {
      return try await session.graph.create(
        blueprint.event, calendarID: calendarID, window: reader.window(of: blueprint.plan.time))
    } catch {
      if !error.leavesOutcomeOpen { await journal.forget(number) }
      var failure = Failure(error, doing: "create the new series")
      failure.why = [failure.why, "the old series stands as it was"].compactMap(\.self)
        .joined(separator: "; ")
      throw failure
    }
  }

  private func shorten(_ blueprint: Blueprint, _ outcome: Outcome) async throws(Failure) {
    let changes = shortening(blueprint)
    let update = EventUpdate(context: context, session: session, zone: editing.zone) {
      (_) throws(Failure) in changes
    }
    do {
      _ = try await update.send(on: snapshot.master)
    } catch {
      let id = outcome.new["id"]?.string ?? ""
      let (new, old) = (ShortID.of(id), ShortID.of(snapshot.id))
      // So that the names in the hint are known.
      _ = await context.state.remember(
        [id, snapshot.id].map(session.knownEvent))
      var failure = Failure(
        .partlyDone,
        "the new series \(new) stands from \(day.heading) on, but the old one could not be ended",
        why: error.shortWhy + (outcome.trouble.isEmpty ? "" : "; ")
          + outcome.trouble.joined(separator: "; "),
        hint: "graphcal edit-event \(old) --scope series --until "
          + "\(blueprint.shortened.lastDate?.description ?? "DATE") ends the old one; "
          + "graphcal delete-event \(new) --scope series takes the new one back")
      failure.code = error.code
      failure.status = error.status
      failure.requestID = error.requestID
      throw failure
    }
  }

  /// Puts back what the service has dropped of the old series when it was ended.
  private func putBack(_ blueprint: Blueprint) async -> [String] {
    let expected = snapshot.specialDays(plan: plan, zones: context.zones).filter { $0.key < day }
    if expected.isEmpty { return [] }
    do {
      let now = try await SeriesSnapshot.read(snapshot.id, session: session, context: context)
      let dropped = expected.filter { !now.specialDays.contains($0.key) }
      return await SeriesRestoration(context: context, session: session)
        .apply(dropped, to: now.master).lines
    } catch {
      return ["the earlier events could not be looked at again: \(error.shortWhy)"]
    }
  }
}
