import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials

/// The options of commands that look from now on for events to act upon.
struct LookAhead: OptionTable {
  static let options: [Option<Self>] = [
    .value("days", "N", "Days to look ahead.", into: \.days, in: 1...1800),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
  ]

  var days: Int?
  var calendar: String?
  var limit: Int?

  init() {}

  /// Prints what `select` keeps of the events to come; without `--days` of so many days as is usual.
  func print(
    usualDays: Int, in context: Context,
    select: @escaping @Sendable (_ entries: [EventEntry], _ zone: Zone) -> [EventEntry]
  ) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let now = context.now()
    let today = zone.date(at: now)
    let end = today.adding(days: days ?? usualDays)
    var listing = EventListing(
      context: context, sessions: sessions, zone: zone,
      settings: try await context.mailboxSettings(session: sessions[0]), dates: today..<end,
      limit: limit, calendar: calendar, instants: now..<zone.startOfDay(end))
    listing.isSearch = true
    listing.select = { select($0, zone) }
    try await listing.run()
  }
}
