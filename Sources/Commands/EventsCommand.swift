package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// `graphcal events`: searches events.
package struct EventsCommand: Command {
  package static let name = "events"
  package static let summary = "Search events."
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    Every word of QUERY has to stand somewhere in the subject, the beginning of the text, the place, \
    the people or the categories; letter case and accents do not matter. Without --from and --to, \
    from a year back to a year ahead. Occurrences of series are found one by one. Without --from, \
    --limit keeps what is nearest to now, what is to come first.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("QUERY", atLeast: 0, "Words to look for.", into: \.query)
  ]
  package static let options: [Option<Self>] = [
    .value("from", "T", "First day to search; a year back without it.", into: \.from),
    .value("to", "T", "Last day to search; a year ahead without it.", into: \.to),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .person(into: \.person),
    .repeated("category", "C", "Only with this category.", into: \.categories) { $0 }.completing(
      .known(.category)),
    .repeated("attendee", "A", "Only with this person invited.", into: \.attendees) { $0 }
      .completing(.known(.address)),
    .repeated("organizer", "A", "Only by this organizer.", into: \.organizers) { $0 }.completing(
      .known(.address)),
    .choice("show-as", "Only what is shown as this.", into: \.showAs),
    .value("limit", "N", "Show at most N events.", into: \.limit, in: 1...100_000),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("events budget", "Everything about the budget, a year back and a year ahead."),
    Example("events --organizer priya --from today", "What Priya invites to from now on."),
    Example("events review --category Finance --jsonl", "For a script, one event a line."),
  ]

  var query: [String] = []
  var from: String?
  var to: String?
  var calendar: String?
  var person: String?
  var categories: [String] = []
  var attendees: [String] = []
  var organizers: [String] = []
  var showAs: EventOptions.ShowAsChoice?
  var limit: Int?

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let reader = TimeReader(context: context, zone: zone)
    let today = reader.today
    var start = zone.startOfDay(today.adding(days: -365))
    var end = zone.startOfDay(today.adding(days: 366))
    if let from { start = try reader.expression(from, option: "--from").start(in: zone) }
    if let to { end = try reader.expression(to, option: "--to").end(in: zone) }
    guard start < end else {
      throw Failure(
        .usage, "the search ends before it begins", hint: "give the earlier one to --from")
    }
    var filter = EventFilter()
    filter.words = query.flatMap { $0.split(separator: " ") }.map { FoldedText($0) }
    filter.categories = categories.map { FoldedText($0) }
    filter.attendees = attendees.map { FoldedText($0) }
    filter.organizers = organizers.map { FoldedText($0) }
    filter.showAs = showAs.flatMap { CalendarEvent.ShowAs(rawValue: $0.rawValue) }
    var listing = EventListing(
      context: context, sessions: sessions, zone: zone,
      settings: try await context.mailboxSettings(session: sessions[0]),
      dates: zone.date(at: start)..<reader.dayAfter(end), limit: limit, calendar: calendar,
      instants: start..<end)
    listing.filter = filter
    listing.isSearch = true
    listing.hasUsualDates = from == nil && to == nil
    listing.prefersNear = from == nil
    try await listing.run()
  }
}
