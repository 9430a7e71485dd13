package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering

/// `graphcal next`: what is on now or comes next.
package struct NextCommand: Command {
  package static let name = "next"
  package static let summary = "Show the event that is on now, or the next one."
  package static let discussion = """
    Looks a week ahead without --days. What is all day, cancelled, declined or shown as free is passed \
    over. With --json one object, or null where there is nothing.
    """
  package static let options: [Option<Self>] = [
    .value("days", "N", "Days to look ahead.", into: \.days, in: 1...1800),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar),
    .person(into: \.person),
  ]
  package static let examples = [
    Example("next", "What is on, or what comes."),
    Example("next --json | jq -r .subject", "Its subject alone."),
  ]

  var days = 7
  var calendar: String?
  var person: String?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(EventJSON.fieldNames) { return }
    guard
      let (entry, output) = try await NextEvent(days: days, calendar: calendar, person: person)
        .find(in: context)
    else {
      if context.options.isForScripts { return try context.console.print("null\n") }
      return context.note("nothing in the next \(days) days")
    }
    try await output.printNext(entry)
  }
}

/// Finds the event that is on now, else the first that begins.
struct NextEvent {
  var days: Int
  var calendar: String?
  /// Whose calendar; nil for one's own.
  var person: String?
  /// What has to be true of it besides.
  var accepts: @Sendable (EventEntry) -> Bool = { _ in true }

  func find(in context: Context) async throws(Failure) -> (EventEntry, EventOutput)? {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let settings = try await context.mailboxSettings(session: sessions[0])
    let now = context.now()
    let last = zone.date(at: now).adding(days: days + 1)
    let listing = EventListing(
      context: context, sessions: sessions, zone: zone, settings: settings,
      dates: zone.date(at: now)..<last, calendar: calendar, instants: now..<zone.startOfDay(last))
    let harvest = try await listing.harvest()
    for trouble in harvest.trouble { context.note(trouble.shortWhy) }
    let timed = harvest.entries.filter { entry in
      !entry.event.span.isAllDay && entry.event.blocksTime && entry.event.response != .declined
        && accepts(entry)
    }
    let output = EventOutput(
      context: context, session: sessions[0], zone: zone, settings: settings,
      namesCalendars: harvest.namesCalendars, namesAccounts: sessions.count > 1)
    // Of those that run, the one that began last: it is where one ought to be.
    let running = timed.last { $0.event.span.contains(now, in: zone) }
    let coming = timed.first { $0.event.span.sortInstant(in: zone) > now }
    return (running ?? coming).map { ($0, output) }
  }
}
