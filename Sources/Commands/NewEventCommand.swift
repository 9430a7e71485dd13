package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Host
import JSON
import Rendering
import Store

/// `graphcal new-event`: puts an event into a calendar.
package struct NewEventCommand: Command {
  package static let name = "new-event"
  package static let summary = "Create an event."
  package static let discussion = """
    Without --start the event starts at the next full half hour; without --end or --duration it \
    lasts 30 minutes, or one day with --all-day. Times are read in the zone of the command and \
    sent as wall time with the name of that zone. A date given to --end of an all-day event is \
    included.

    --repeat makes it a series: daily, weekly on mon,wed, every 2 weeks, weekdays, monthly on \
    last fri, yearly on 24 dec, or an RRULE; "graphcal help repeat" has the rest. The series goes \
    by the clock on the wall, also when the clocks change.

    Invitations go out at once to everybody given with --attendee or --optional, so that is asked \
    first; --yes answers it.
    """
  package static let options: [Option<Self>] = [
    .value("subject", "S", "What it is.", into: \.subject),
    .value("start", "T", "When it starts.", into: \.start),
    .value("end", "T", "When it ends.", into: \.end),
    .value("duration", "D", "How long it lasts: 45m, 1h30m, 1:30, 2d, PT45M.", into: \.duration),
    .flag("all-day", "Whole days instead of times.", into: \.allDay),
    .value("repeat", "RULE", "Make it a series: plain words or an RRULE.", into: \.repetition),
    .value("until", "D", "Last day of the series.", into: \.until).exclusive("end"),
    .value(
      "count", "N", "Number of events of the series.", into: \.count, in: 1...Int(Int32.max)
    ).exclusive("end"),
    .repeated(
      "attendee", "A", "Invite: address or \"Name <address>\", several parted by a semicolon.",
      into: \.attendees, separatedBy: ";"),
    .repeated(
      "optional", "A", "Invite as optional.", into: \.optionalAttendees, separatedBy: ";"),
    .value("location", "L", "Where it is.", into: \.location),
    .value("body", "TEXT", "Text of the event.", into: \.body),
    .value("body-file", "FILE", "Text of the event from a file, - for stdin.", into: \.bodyFile)
      .completing(.file),
    .value(
      "calendar", "C", "Calendar by name or id; the default one without it.", into: \.calendar),
    .value("reminder", "D", "Remind this long before, or none.", into: \.reminder),
    .repeated("category", "C", "Category, by its name.", into: \.categories),
    .choice("show-as", "What free/busy says.", into: \.showAs),
    .flag("private", "Only show others that the time is taken.", into: \.isPrivate),
  ]
  package static let examples = [
    Example(
      "new-event --subject \"Lunch with Kim\" --start \"tomorrow 12:30\" --duration 45m",
      "Three quarters of an hour tomorrow."),
    Example(
      "new-event --subject Holiday --all-day --start 2026-12-24 --end 2026-12-31",
      "Eight whole days, the 31st included."),
    Example(
      "new-event --subject Stand-up --start \"mon 9:15\" --duration 15m --repeat weekdays",
      "Every Monday to Friday."),
    Example(
      "new-event --subject Sync --start \"2027-03-26 09:00\" --tz Europe/Berlin --dry-run",
      "Shows the request and sends nothing."),
  ]

  /// The words of `--show-as`.
  package enum ShowAsChoice: String, CaseIterable, Sendable {
    case free, tentative, busy, oof, workingElsewhere
  }

  var subject: String?
  var start: String?
  var end: String?
  var duration: String?
  var allDay = false
  var repetition: String?
  var until: String?
  var count: Int?
  var attendees: [String] = []
  var optionalAttendees: [String] = []
  var location: String?
  var body: String?
  var bodyFile: String?
  var calendar: String?
  var reminder: String?
  var categories: [String] = []
  var showAs: ShowAsChoice?
  var isPrivate = false

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard subject != nil else {
      throw ArgumentsError(
        .missingValue, "new-event needs --subject",
        hint: "graphcal new-event --subject \"Lunch\" --start \"tomorrow 12:30\"")
    }
    if end != nil, duration != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--end and --duration both say when the event ends",
        hint: "leave one of them out")
    }
    if repetition == nil, let option = until != nil ? "--until" : count != nil ? "--count" : nil {
      throw ArgumentsError(
        .missingValue, "\(option) ends a series, and there is none without --repeat",
        hint: "graphcal new-event … --repeat weekly \(option) …")
    }
    if body != nil, bodyFile != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--body and --body-file both give the text",
        hint: "leave one of them out")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new event")
    let session = try await context.session(needing: .writeCalendars)
    let zone = try await context.commandZone(session: session, forWriting: true).zone
    let settings = try await context.mailboxSettings(session: session)
    let times = TimeReader(context: context, zone: zone)
    let reader = EventTimeReader(times: times, repeats: repetition != nil)
    var time = try reader.time(start: start, end: end, duration: duration, allDay: allDay)
    var rule: RecurrenceRule?
    if let repetition {
      (time, rule) = try SeriesReader(times: times)
        .series(repetition, until: until, count: count, from: time)
    }
    let draft = try draft(time, rule, in: context)
    var calendarID: String?
    if let calendar {
      calendarID = try await context.calendar(named: calendar, session: session).id
    }
    if context.options.dryRun {
      return try context.printDryRun([draft.request(calendarID: calendarID)])
    }
    if !draft.attendees.isEmpty {
      let count = draft.attendees.count
      try context.confirm(
        "Send invitations to \(count == 1 ? "1 person" : "\(count) people")?",
        refusal: "the event was not created")
    }
    let created: JSONObject
    do {
      created = try await session.graph.create(
        draft, calendarID: calendarID, window: reader.window(of: time))
    } catch {
      throw Failure(error, doing: "create the event")
    }
    guard let event = CalendarEvent(graph: .object(created), zones: context.zones) else {
      throw Failure(
        .general, "the event was created, but the answer about it could not be read",
        hint: "graphcal agenda shows it")
    }
    try await EventOutput(context: context, session: session, zone: zone, settings: settings)
      .printCreated(
        EventEntry(event: event, raw: created, session: session), calendarName: calendar)
  }

  private func draft(
    _ time: EventDraft.Time, _ rule: RecurrenceRule?, in context: Context
  ) throws(Failure) -> EventDraft {
    var draft = EventDraft(
      subject: subject ?? "", time: time, transactionID: context.randomness.uuid())
    draft.recurrence = rule
    draft.attendees = try AttendeeReader.attendees(required: attendees, optional: optionalAttendees)
    draft.location = location
    draft.bodyText = body
    if let bodyFile { draft.bodyText = try context.text(ofFile: bodyFile) }
    draft.categories = categories
    draft.showAs = showAs.flatMap { CalendarEvent.ShowAs(rawValue: $0.rawValue) }
    draft.isPrivate = isPrivate
    if let reminder { draft.reminder = try Self.reminder(reminder) }
    return draft
  }

  private static func reminder(_ text: String) throws(Failure) -> EventDraft.Reminder {
    if text.lowercased() == "none" { return .off }
    do {
      return .minutesBefore(try CalendarDuration(parsing: text).wholeMinutes)
    } catch {
      throw Failure(error, option: "--reminder")
    }
  }
}
