package import Arguments
import CalendarTime
import FoundationEssentials

/// `graphcal agenda`: the events of the coming days, or between two dates.
package struct AgendaCommand: Command {
  package static let name = "agenda"
  package static let summary = "Show the events of the coming days."
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    Without options, seven days from today. --from and --to take dates and times as \
    "graphcal help times" says; a date given to --to is included.
    """
  package static let options: [Option<Self>] = [
    .value("from", "T", "First day to show; today without it.", into: \.from),
    .value("to", "T", "Last day to show.", into: \.to),
    .value("days", "N", "Days to show, the first included.", into: \.days, in: 1...100_000),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .person(into: \.person),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("agenda", "The next seven days."),
    Example("agenda --from 2026-12-01 --to 2026-12-24", "All of Advent, the 24th included."),
    Example("agenda --of frontdesk@contoso.example", "The days of a shared mailbox."),
    Example("agenda --days 30 --jsonl", "A month, one JSON object a line."),
  ]

  package static let formats: [GlobalOptions.ListFormat] = [.table, .tsv, .csv, .markdown]

  var from: String?
  var to: String?
  var days: Int?
  var calendar: String?
  var person: String?
  var limit: Int?

  package init() {}

  package func validate() throws(ArgumentsError) {
    if to != nil, days != nil {
      throw ArgumentsError(
        .exclusiveOptions, "--to and --days both say where the list ends",
        hint: "leave one of them out")
    }
  }

  package func run(in context: Context) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let session = sessions[0]
    let zone = try await context.commandZone(session: session).zone
    let reader = TimeReader(context: context, zone: zone)
    let begin = try reader.expression(from ?? "today", option: "--from")
    let start = begin.start(in: zone)
    let first = zone.date(at: start)
    var end = zone.startOfDay(first.adding(days: days ?? 7))
    var isForward = start < end
    if let to {
      let last = try reader.expression(to, option: "--to")
      end = last.end(in: zone)
      // A day that the zone skipped has no length, and is still no step back.
      isForward = start < end || last.value == begin.value
    }
    guard isForward else {
      throw Failure(
        .usage, "--to \(to ?? "") lies before --from \(from ?? "today")",
        hint: "give the earlier one to --from")
    }
    let after = reader.dayAfter(end)
    try await EventListing(
      context: context, sessions: sessions, zone: zone,
      settings: try await context.mailboxSettings(session: session), dates: first..<after,
      limit: limit, calendar: calendar, instants: start..<end
    ).run()
  }
}
