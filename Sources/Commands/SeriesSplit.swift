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
    /// The events of the old series whose files go to a day of the new one.
    var attached: [CalendarDate: JSONObject] = [:]
    /// How many changed or deleted events have no place in it.
    var lost = 0
    /// How many single events stay as they were changed, in what is changed now.
    var kept = 0
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

  /// Moves the special days of the old series into the new one, where they stay as they were changed.
  private func addDays(to blueprint: inout Blueprint, changes: JSONObject) {
    let moved = blueprint.plan.time.firstDate.daysSinceEpoch - day.daysSinceEpoch
    let isOfOtherKind =
      (blueprint.plan.time.secondOfDay == nil) != (plan.time.secondOfDay == nil)
    var changed = Set(EventPart.parts(of: changes))
    if blueprint.plan.time != plan.time(on: day) { changed.insert(.time) }
    let special = snapshot.specialDays(
      plan: plan, zones: context.zones, inviting: MeetingPeople.isOrganizer(snapshot.master))
    for (old, special) in special where old >= day {
      let new = old.adding(days: moved)
      guard blueprint.plan.rule.contains(new) else {
        if case .changed = special { blueprint.lost += 1 }
        continue
      }
      guard case .changed(var own) = special else {
        blueprint.days[new] = special
        continue
      }
      if own["start"] != nil {
        let time = isOfOtherKind ? nil : time(of: old)
        for name in EventPart.time.properties { own[name] = nil }
        if let time {
          let shifted = time.moved(to: time.firstDate.adding(days: moved))
          for (name, value) in shifted.members { own[name] = value }
        }
      }
      if !changed.isDisjoint(with: EventPart.parts(of: own)) { blueprint.kept += 1 }
      if !own.isEmpty { blueprint.days[new] = .changed(own) }
      if snapshot.exceptions[old]?["hasAttachments"]?.bool == true {
        blueprint.attached[new] = snapshot.exceptions[old]
      }
    }
  }

  /// When an exception is, by the clocks of the series.
  private func time(of day: CalendarDate) -> EventDraft.Time? {
    guard var event = snapshot.exceptions[day] else { return nil }
    event["recurrence"] = snapshot.master["recurrence"]
    return EventDraft.Time(stored: event, zones: context.zones)
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
    if !snapshot.invited(from: day).isEmpty { record.kind = .mailed }
    let number = await journal.plan(record)
    var outcome = Outcome(new: try await create(blueprint, calendarID, journal, number))
    record.created = outcome.new["id"]?.string
    await journal.update(number, record)
    outcome.trouble += await SeriesRestoration(context: context, session: session)
      .apply(blueprint.days, attached: blueprint.attached, to: outcome.new).lines
    outcome.trouble += await AttachmentCopy(context: context, session: session)
      .copy(from: snapshot.master, to: outcome.new)
    do {
      try await shorten(blueprint, outcome)
    } catch {
      if error.kind == .conflict { await journal.forget(number) }
      throw error
    }
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
      let isOpen = error.leavesOutcomeOpen
      failure.why = [
        failure.why,
        isOpen
          ? "nobody knows whether it was made; the old one stands"
          : "the old series stands as it was",
      ].compactMap(\.self).joined(separator: "; ")
      if isOpen { failure.hint = "look before you repeat it: graphcal agenda --from \(day)" }
      throw failure
    }
  }

  private func shorten(_ blueprint: Blueprint, _ outcome: Outcome) async throws(Failure) {
    do throws(Failure) {
      let now = try await SeriesSnapshot.read(snapshot.id, session: session, context: context)
      guard now.isSame(as: snapshot, zones: context.zones) else {
        return try await takeBack(blueprint, outcome)
      }
    } catch {
      if error.kind == .conflict { throw error }
      if error.kind == .notFound { return try await takeBack(blueprint, outcome) }
      throw await notEnded(blueprint, outcome, error)
    }
    do throws(GraphError) {
      try await shorten(blueprint, etag: snapshot.master["@odata.etag"]?.string)
    } catch {
      guard error.isConflict || error.leavesOutcomeOpen else {
        throw await notEnded(blueprint, outcome, Failure(changing: error))
      }
      try await shortenAgain(blueprint, outcome, after: error)
    }
  }

  private func shorten(_ blueprint: Blueprint, etag: String?) async throws(GraphError) {
    _ = try await session.graph.object(
      EventRequests.update(id: snapshot.id, shortening(blueprint), etag: etag))
  }

  /// Ends the old series as it is now, unless somebody else has given it another end meanwhile.
  private func shortenAgain(
    _ blueprint: Blueprint, _ outcome: Outcome, after error: GraphError
  ) async throws(Failure) {
    let comparison = EventComparison(zones: context.zones)
    do throws(GraphError) {
      let now = try await session.graph.object(EventRequests.stored(id: snapshot.id))
      if error.leavesOutcomeOpen, comparison.holds(shortening(blueprint), in: now) { return }
      if comparison.differing(now, snapshot.master).isEmpty {
        return try await shorten(blueprint, etag: now["@odata.etag"]?.string)
      }
    } catch let second {
      if !second.isMissing {
        throw await notEnded(blueprint, outcome, Failure(changing: second))
      }
    }
    try await takeBack(blueprint, outcome)
  }

  /// Removes the new series: two of one change would double the events from this day on, and what others
  /// have changed meanwhile would be lost in it.
  private func takeBack(_ blueprint: Blueprint, _ outcome: Outcome) async throws(Failure) {
    let id = outcome.new["id"]?.string ?? ""
    do throws(GraphError) {
      _ = try await session.graph.send(EventRequests.deletion(id: id))
    } catch let trouble {
      if !trouble.isMissing {
        throw await notEnded(blueprint, outcome, Failure(changing: trouble))
      }
    }
    throw Failure(
      .conflict, "the series was changed by somebody else meanwhile; nothing was changed",
      why: "it does not go on as it did when it was read",
      hint: "look at it with graphcal agenda, then repeat the command")
  }

  private func notEnded(
    _ blueprint: Blueprint, _ outcome: Outcome, _ error: Failure
  ) async -> Failure {
    let id = outcome.new["id"]?.string ?? ""
    let (new, old) = (ShortID.of(id), ShortID.of(snapshot.id))
    // So that the names in the hint are known.
    _ = await context.state.remember([id, snapshot.id].map(session.knownEvent))
    let isWhole = outcome.trouble.isEmpty
    var failure = Failure(
      .partlyDone,
      "the new series \(new) stands from \(day.heading) on, but the old one could not be ended",
      why: ([error.shortWhy] + outcome.trouble).joined(separator: "; "),
      hint: (isWhole
        ? "graphcal edit-event \(old) --scope series --until "
          + "\(blueprint.shortened.lastDate?.description ?? "DATE") ends the old one; " : "")
        + "graphcal delete-event \(new) --scope series takes the new one back")
    failure.code = error.code
    failure.status = error.status
    failure.requestID = error.requestID
    return failure
  }

  /// Puts back what the service has dropped of the old series when it was ended.
  private func putBack(_ blueprint: Blueprint) async -> [String] {
    let expected = snapshot.specialDays(plan: plan, zones: context.zones).filter { $0.key < day }
    if expected.isEmpty { return [] }
    do {
      let now = try await SeriesSnapshot.read(snapshot.id, session: session, context: context)
      let dropped = expected.filter { !now.specialDays.contains($0.key) }
      return await SeriesRestoration(context: context, session: session)
        .apply(dropped, to: now.master).lines + snapshot.lostFiles(of: dropped.keys)
    } catch {
      return ["the earlier events could not be looked at again: \(error.shortWhy)"]
    }
  }
}
