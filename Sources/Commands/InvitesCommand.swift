package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials

/// `graphcal invites`: invitations that wait for an answer.
package struct InvitesCommand: Command {
  package static let name = "invites"
  package static let summary = "Show invitations that wait for your answer."
  package static let discussion = """
    From now on, 90 days ahead without --days. What overlaps with something else that takes your time \
    is marked with "conflict".
    """
  package static let options: [Option<Self>] = [
    .value("days", "N", "Days to look ahead.", into: \.days, in: 1...1800),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
  ]
  package static let examples = [
    Example("invites", "What to answer."),
    Example("invites --json | jq length", "How many there are, for a status bar."),
  ]

  var days = 90
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
      let conflicts = entries.map(\.event).conflicts(in: zone)
      let clashing = Set(conflicts.flatMap(\.events).map(\.id))
      return entries.filter(\.event.awaitsAnswer).map { entry in
        var entry = entry
        entry.event.hasConflict = clashing.contains(entry.event.id)
        return entry
      }
    }
    try await listing.run()
  }
}
