package import Arguments
import CalendarTime
import GraphAPI

/// `graphcal week`: the events of one week.
package struct WeekCommand: Command {
  package static let name = "week"
  package static let summary = "Show the events of a week."
  package static let discussion = """
    WHEN is a date, a weekday, +1 or -1 for the next or last week, or an ISO week such as 2026-W53; \
    without it, this week.

    On a terminal of 60 columns and more the week is drawn as a grid: a column a day, time running \
    down, what overlaps side by side. Elsewhere, and for programs, it is a list.

    The first day of the week is taken from --week-start, the configuration, the language of the \
    mailbox, the process locale (LC_ALL, LC_TIME, LANG), else Monday. A week is seven calendar days \
    from midnight to midnight: 167 or 169 hours when the clocks change.

    The zone is taken from --tz, the configuration, the mailbox, the machine, else UTC.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("WHEN", "Which week.", into: \.when)
  ]
  package static let options: [Option<Self>] = [
    .value("week-start", "DAY", "First day of the week.", into: \.weekStart, parse: Weekday.parse),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar),
    .person(into: \.person),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
    .flag("grid", "Draw a grid, also off a terminal.", into: \.grid).exclusive("output"),
    .flag("list", "Print a list, also on a terminal.", into: \.list),
  ]
  package static let examples = [
    Example("week", "This week in the mailbox's time zone."),
    Example("week --list", "The same as a list, with places and answers."),
    Example("week +1 --json", "Next week as a JSON array."),
    Example("week 2026-03-08 --tz America/New_York", "A week of 167 hours."),
  ]

  var when: String?
  var weekStart: Weekday?
  var calendar: String?
  var person: String?
  var limit: Int?
  var grid = false
  var list = false

  package init() {}

  private var choice: PictureChoice { PictureChoice(grid: grid, list: list) }

  package func validate() throws(ArgumentsError) { try choice.validate() }

  package func run(in context: Context) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let session = sessions[0]
    let zone = try await context.commandZone(session: session).zone
    let settings = try await context.mailboxSettings(session: session)
    let first = context.firstWeekday(option: weekStart, settings: settings)
    let dates: Range<CalendarDate>
    do {
      let week = try WeekExpression.parse(
        when ?? "", now: context.now(), zone: zone, firstWeekday: first)
      dates = week.firstDay..<week.endDay
    } catch {
      throw Failure(error)
    }
    try await EventListing(
      context: context, sessions: sessions, zone: zone, settings: settings, dates: dates,
      limit: limit, calendar: calendar, picture: context.drawsGrid(choice) ? .week : nil
    ).run()
  }
}

extension Weekday {
  /// For option tables.
  @Sendable static func parse(_ text: String) throws(ValueError) -> Weekday? {
    guard let day = Weekday(named: text) else {
      throw .needs("a weekday such as monday or sunday")
    }
    return day
  }
}
