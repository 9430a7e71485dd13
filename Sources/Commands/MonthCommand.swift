package import Arguments
import CalendarTime

/// `graphcal month`: the events of one month.
package struct MonthCommand: Command {
  package static let name = "month"
  package static let summary = "Show the events of a month."
  package static let discussion = """
    WHEN is a month such as 2026-12 or dec, +1 or -1 for the next or last one, or any date; without it, \
    this month.

    On a terminal of 60 columns and more the month is drawn as a grid of whole weeks, with their \
    ISO numbers where weeks begin with Monday; a day with more events than lines says how many are \
    left out. Elsewhere, and for programs, it is a list of the month alone.
    """
  package static let arguments: [Argument<Self>] = [
    .optional("WHEN", "Which month.", into: \.when)
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
    Example("month", "This month."),
    Example("month +1", "The next one."),
    Example("month 2026-12 --json", "All of December as a JSON array."),
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
    let month: Month
    do {
      month = try MonthExpression.parse(when ?? "", now: context.now(), zone: zone)
    } catch {
      throw Failure(error)
    }
    var listing = EventListing(
      context: context, sessions: sessions, zone: zone, settings: settings,
      dates: month.firstDay..<month.endDay, limit: limit, calendar: calendar)
    if context.drawsGrid(choice) {
      let first = context.firstWeekday(option: weekStart, settings: settings)
      listing.draw(month, firstWeekday: first)
    }
    try await listing.run()
  }
}
