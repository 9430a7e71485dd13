package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI

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

    Invitations go out at once to everybody given with --attendee, --optional or --room, so that is \
    asked first; --yes answers it. Files are attached before that: where one cannot be, there is no \
    event and nobody was invited.
    """
  package static let options: [Option<Self>] =
    EventOptions.options.lifted(into: \.event) + EventExtras.options.lifted(into: \.extras) + [
      .value(
        "calendar", "C", "Calendar by name or id; the default one without it.", into: \.calendar
      ).completing(.known(.calendar))
    ]
  package static let writesOffline = true
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
      "new-event --subject Review --start \"fri 10:00\" --room dock5@harbor.example --online",
      "In a room, with a link for those who are not there."),
    Example(
      "new-event --subject Sync --start \"2027-03-26 09:00\" --tz Europe/Berlin --dry-run",
      "Shows the request and sends nothing."),
  ]

  var event = EventOptions()
  var extras = EventExtras()
  var calendar: String?

  package init() {}

  package func validate() throws(ArgumentsError) {
    guard event.subject != nil else {
      throw ArgumentsError(
        .missingValue, "new-event needs --subject",
        hint: "graphcal new-event --subject \"Lunch\" --start \"tomorrow 12:30\"")
    }
    try event.validate()
    if event.repetition == nil, let option = event.boundOption {
      throw ArgumentsError(
        .missingValue, "\(option) ends a series, and there is none without --repeat",
        hint: "graphcal new-event … --repeat weekly \(option) …")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    try context.requireWriting("a new event")
    // What cannot be attached is refused before anything is asked of the service.
    let files = try OutgoingFile.files(extras.attachments)
    try extras.checkRoom()
    try extras.checkNetwork(in: context)
    let session = try await context.session(needing: .writeCalendars)
    var maker = try await EventMaker(event, calendar: calendar, session: session, in: context)
    maker.extras = extras
    maker.files = files
    let draft = try await maker.draft()
    tellPast(draft, maker.zone, in: context)
    try await maker.make(draft)
  }

  /// Tells that a time of day alone, or one of a weekday that is today, is over, unless a series begins
  /// with it; a date says for itself that it is.
  private func tellPast(_ draft: EventDraft, _ zone: Zone, in context: Context) {
    let reader = EventTimeReader(times: TimeReader(context: context, zone: zone))
    guard let text = event.start, draft.recurrence == nil,
      reader.isClock(text) || text.first?.isLetter == true,
      case .timed(let start, _)? = draft.time.span(in: context), start < context.now()
    else { return }
    context.note("the event starts in the past: \(start.rfc3339(in: zone))")
  }
}
