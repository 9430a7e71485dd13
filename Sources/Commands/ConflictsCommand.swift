package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials

/// `graphcal conflicts`: events that overlap.
package struct ConflictsCommand: Command {
  package static let name = "conflicts"
  package static let summary = "Show events that overlap."
  package static let discussion = """
    From now on, 14 days ahead without --days. Each row says which others it overlaps with. What is \
    free, cancelled or declined takes no time and conflicts with nothing; nor does working elsewhere.
    """
  package static let options: [Option<Self>] = [
    .value("days", "N", "Days to look ahead.", into: \.days, in: 1...1800),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
  ]
  package static let examples = [
    Example("conflicts", "What overlaps in the next two weeks."),
    Example("conflicts --calendar all --days 30", "Also between calendars."),
  ]

  var days = 14
  var calendar: String?
  var limit: Int?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let now = context.now()
    let last = zone.date(at: now).adding(days: days)
    var listing = EventListing(
      context: context, sessions: sessions, zone: zone,
      settings: try await context.mailboxSettings(session: sessions[0]),
      dates: zone.date(at: now)..<last, limit: limit, calendar: calendar,
      instants: now..<zone.startOfDay(last))
    listing.isSearch = true
    listing.select = { entries in
      let clashes = entries.map(\.event).clashes(in: zone)
      return entries.compactMap { entry in
        guard let others = clashes[entry.event.id] else { return nil }
        var entry = entry
        entry.event.hasConflict = true
        entry.event.conflictsWith = others
        return entry
      }
    }
    try await listing.run()
  }
}
