package import Arguments
import CalendarTime

/// `graphcal today`: the events of this day.
package struct TodayCommand: Command {
  package static let name = "today"
  package static let summary = "Show the events of today."
  package static let itemFields = EventJSON.fieldNames
  package static let options: [Option<Self>] = [
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .person(into: \.person),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("today", "What is on today."),
    Example("today --format tsv", "The same for a script, one event a line."),
  ]

  package static let formats: [GlobalOptions.ListFormat] = [.table, .tsv, .csv, .markdown]

  var calendar: String?
  var person: String?
  var limit: Int?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let session = sessions[0]
    let zone = try await context.commandZone(session: session).zone
    let today = zone.date(at: context.now())
    try await EventListing(
      context: context, sessions: sessions, zone: zone,
      settings: try await context.mailboxSettings(session: session),
      dates: today..<today.adding(days: 1), limit: limit, calendar: calendar
    ).run()
  }
}
