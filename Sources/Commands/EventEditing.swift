import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Rendering
import Terminal

/// What a person wants changed of an event, as the properties that an update sends.
///
/// Worked out from the event as it was read, and again where that has changed meanwhile.
struct EventEditing: Sendable {
  var context: Context
  /// The zone of the command.
  var zone: Zone
  var options: EventOptions
  var attendees = AttendeeChange()
  /// The text of `--body` or `--body-file`, read once.
  var text: String?
  var reminder: EventDraft.Reminder?
  /// The room that it is held in from now on.
  var room: Person?
  /// Graph's name of who holds it online from now on.
  var onlineProvider: String?

  /// Reads what the options hold; people given by name are looked for in the account of `session`.
  ///
  /// With `namesAll` those given are all who are invited from now on.
  init(
    context: Context, session: Session, zone: Zone, options: EventOptions, added: [String] = [],
    removed: [String] = [], namesAll: Bool = false
  ) async throws(Failure) {
    self.context = context
    self.zone = zone
    self.options = options
    text = try options.text(in: context)
    reminder = try options.readReminder()
    let reader = AttendeeReader(context: context, session: session)
    let people = try await reader.attendees(
      required: options.attendees, optional: options.optionalAttendees)
    attendees.required = people.filter { $0.role == .required }
    attendees.optional = people.filter { $0.role == .optional }
    attendees.added = try await reader.attendees(required: added, optional: [])
    attendees.removed = try await reader.attendees(required: removed, optional: [])
    attendees.isWhole = namesAll
  }

  /// Adds a room and an online meeting, for which the calendar of the event is asked.
  mutating func add(
    _ extras: EventExtras, to event: JSONObject, session: Session
  ) async throws(Failure) {
    if let wanted = extras.room {
      let room = try await RoomResolver(context: context, session: session).room(wanted)
      self.room = room
      attendees.added.append(Attendee(person: room, role: .resource))
    }
    guard extras.isOnline, event["isOnlineMeeting"]?.bool != true else { return }
    let calendarID = try await context.calendar(
      of: event["id"]?.string ?? "", session: session)
    onlineProvider = try await extras.provider(calendarID, session)
  }

  var times: TimeReader { TimeReader(context: context, zone: zone) }
  private var comparison: EventComparison { EventComparison(zones: context.zones) }

  /// Whether the rule of a series is to change.
  var changesRule: Bool {
    options.repetition != nil || options.until != nil || options.count != nil
  }

  /// Whether the series is to become one event.
  var endsSeries: Bool { options.repetition?.lowercased() == "none" }

  /// The changes of an event without a series, or of one event of a series; empty where it is so.
  func changes(of event: JSONObject) throws(Failure) -> JSONObject {
    var changes = try properties(of: event)
    let span = EventSpan(graph: .object(event), zones: context.zones)
    let editor = EventTimeEditor(reader: EventTimeReader(times: times))
    var time: EventDraft.Time?
    if let span, let edited = try editor.edited(span, options) {
      time = editor.time(edited, of: span)
    }
    if let repetition = options.repetition, !endsSeries {
      let first: EventDraft.Time
      if let time { first = time } else { first = try wallTime(of: event) }
      let (start, rule) = try SeriesReader(times: times).series(
        repetition, until: options.until, count: options.count, from: first)
      changes["recurrence"] = rule.graphJSON
      time = start
    }
    if let time { for (name, value) in time.members { changes[name] = value } }
    return comparison.reduced(changes, on: event)
  }

  /// The time of an event on the clocks of the command's zone, by which a series of it is kept.
  private func wallTime(of event: JSONObject) throws(Failure) -> EventDraft.Time {
    guard let span = EventSpan(graph: .object(event), zones: context.zones) else {
      throw Failure(.general, "the event has no time that can be read", hint: "give --start")
    }
    let name = try EventTimeReader(times: times).seriesZoneName
    switch span {
    case .allDay(let first, let end): return .allDay(first: first, end: end, zoneName: name)
    case .timed(let start, let end):
      return .timed(
        start: zone.wallTime(at: start), end: zone.wallTime(at: end), zoneName: name)
    case .unknownZone(_, let start, let end):
      return .timed(start: start, end: end, zoneName: name)
    }
  }

  /// The changes of a whole series; times are those of its event on `day`.
  func changes(
    ofSeries master: JSONObject, on day: CalendarDate
  ) throws(Failure) -> JSONObject {
    var changes = try properties(of: master)
    if endsSeries {
      changes["recurrence"] = .null
      return changes
    }
    let plan = try SeriesPlan(of: master, times: times)
    let edited = try SeriesEditor(times: times).edited(plan, on: day, options)
    var needed = comparison.reduced(changes, on: master)
    if edited.time != plan.time {
      for (name, value) in edited.time.members { needed[name] = value }
    }
    if edited.rule != plan.rule { needed["recurrence"] = edited.rule.graphJSON }
    return needed
  }

  /// The changes of everything but the time and the rule, whether they are needed or not.
  func properties(of event: JSONObject) throws(Failure) -> JSONObject {
    var changes: JSONObject = [:]
    if let subject = options.subject { changes["subject"] = .string(subject) }
    if let location = options.location {
      changes["location"] = ["displayName": .string(location)]
    }
    if let room {
      changes["location"] = [
        "displayName": .string(options.location ?? room.label ?? ""),
        "locationEmailAddress": .string(orNull: room.address),
      ]
    }
    if let onlineProvider {
      changes["isOnlineMeeting"] = true
      changes["onlineMeetingProvider"] = .string(onlineProvider)
    }
    if let text { changes["body"] = Self.body(text, of: event) }
    if !options.categories.isEmpty {
      changes["categories"] = .array(options.categories.filter { !$0.isEmpty }.map { .string($0) })
    }
    switch reminder {
    case .off: changes["isReminderOn"] = false
    case .minutesBefore(let minutes):
      changes["isReminderOn"] = true
      changes["reminderMinutesBeforeStart"] = .number(minutes)
    case nil: break
    }
    if let showAs = options.showAs { changes["showAs"] = .string(showAs.rawValue) }
    if let isPrivate = options.isPrivate {
      changes["sensitivity"] = isPrivate ? "private" : "normal"
    }
    if !attendees.isEmpty {
      changes["attendees"] = .array(try attendees.list(from: event["attendees"]?.array ?? []))
    }
    return changes
  }

  /// A new text; the way into an online meeting stays below it.
  static func body(_ text: String, of event: JSONObject) -> JSON {
    guard let block = joinBlock(of: event) else {
      return ["contentType": "text", "content": .string(text)]
    }
    return ["contentType": "html", "content": .string(block.body(withText: text))]
  }

  /// The part of the text that leads into the online meeting.
  static func joinBlock(of event: JSONObject) -> JoinBlock? {
    guard event["body"]?["contentType"]?.string?.lowercased() == "html",
      let html = event["body"]?["content"]?.string,
      let link = event["onlineMeeting"]?["joinUrl"]?.string
        ?? event["onlineMeetingUrl"]?.string
    else { return nil }
    return JoinBlock(in: html, leadingTo: link)
  }
}
