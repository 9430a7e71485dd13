import CalendarTime
import Calendaring
import GraphAPI
import Host
import JSON
import Rendering
import Store

/// Another event, or series, like one that is or was there; without its attendees.
struct EventDuplicate {
  var context: Context
  var session: Session
  var zone: Zone
  /// What the create sends.
  var event: JSONObject
  var time: EventDraft.Time
  /// Where the new series is not as its rule says.
  var days: [CalendarDate: SpecialDay] = [:]
  /// The events whose files go to a day of the new series.
  var attached: [CalendarDate: JSONObject] = [:]

  private var times: TimeReader { TimeReader(context: context, zone: zone) }

  /// A single event like `original`; `options` may give it another time.
  init(
    of original: EventEntry, options: EventOptions = EventOptions(), context: Context, zone: Zone
  ) throws(Failure) {
    self.context = context
    session = original.session
    self.zone = zone
    var raw = original.raw
    // One event of a series goes by the clocks that the service names for it.
    raw["recurrence"] = .null
    guard var time = EventDraft.Time(stored: raw, zones: context.zones) else {
      throw Failure(
        .general, "the event has no time that can be read", hint: "graphcal show --json shows it")
    }
    let editor = EventTimeEditor(
      reader: EventTimeReader(times: TimeReader(context: context, zone: zone)))
    if let edited = try editor.edited(original.event.span, options) {
      time = editor.time(edited, of: original.event.span)
    }
    self.time = time
    event = EventCopy.alike(original.raw)
    finish(time.members)
  }

  /// A series like the one of `snapshot`, with its single changes and deleted days; `options` may give
  /// it other times, as of its first event.
  init(
    of snapshot: SeriesSnapshot, options: EventOptions = EventOptions(),
    session: Session, context: Context, zone: Zone
  ) throws(Failure) {
    self.context = context
    self.session = session
    self.zone = zone
    let times = TimeReader(context: context, zone: zone)
    let plan = try SeriesPlan(of: snapshot.master, times: times)
    let new = try SeriesEditor(times: times).edited(plan, on: plan.time.firstDate, options)
    time = new.time
    event = EventCopy.alike(snapshot.master)
    let moved = new.rule.start.daysSinceEpoch - plan.rule.start.daysSinceEpoch
    for (day, special) in snapshot.specialDays(plan: plan, zones: context.zones) {
      let there = day.adding(days: moved)
      if snapshot.exceptions[day]?["hasAttachments"]?.bool == true {
        attached[there] = snapshot.exceptions[day]
      }
      guard case .changed(var own) = special, moved != 0, own["start"] != nil,
        var event = snapshot.exceptions[day]
      else {
        days[there] = special
        continue
      }
      // A single event of another time moves along with the others.
      event["recurrence"] = snapshot.master["recurrence"]
      if let time = EventDraft.Time(stored: event, zones: context.zones) {
        let shifted = time.moved(to: time.firstDate.adding(days: moved))
        for (name, value) in shifted.members { own[name] = value }
      }
      days[there] = .changed(own)
    }
    finish(new.members)
  }

  private mutating func finish(_ members: JSONObject) {
    for (name, value) in members { event[name] = value }
    event["transactionId"] = .string(context.randomness.uuid())
  }

  /// The create as it is sent.
  func request(calendarID: String?) -> GraphRequest {
    EventRequests.creation(event, calendarID: calendarID)
  }

  /// Creates it, with the attachments of `original`; what could not be done is told, one line each.
  func create(
    in calendarID: String?, like original: JSONObject
  ) async throws(Failure) -> (event: JSONObject, trouble: [String]) {
    let created: JSONObject
    do {
      created = try await session.graph.create(
        event, calendarID: calendarID, window: EventTimeReader(times: times).window(of: time))
    } catch {
      throw Failure(
        error, writing: "create the event", check: "graphcal agenda --from \(time.firstDate)")
    }
    var trouble = await SeriesRestoration(context: context, session: session)
      .apply(days, attached: attached, to: created).lines
    trouble += await AttachmentCopy(context: context, session: session)
      .copy(from: original, to: created)
    return (created, trouble)
  }
}

extension EventCopy {
  /// The properties of a new event like `event`; the way into an online meeting is not copied, since the
  /// new one gets its own, but that into a meeting of somebody else stays in the text.
  static func alike(_ event: JSONObject) -> JSONObject {
    guard MeetingPeople.isOrganizer(event) else {
      var copy = properties(of: event)
      copy["isOnlineMeeting"] = nil
      copy["onlineMeetingProvider"] = nil
      return copy
    }
    let block = EventEditing.joinBlock(of: event)
    return properties(
      of: event, body: block.map { ["contentType": "html", "content": .string($0.rest)] })
  }
}
