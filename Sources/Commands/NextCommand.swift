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
  package static let itemFields = EventJSON.fieldNames
  package static let discussion = """
    Looks a week ahead without --days. What is all day, cancelled, declined or shown as free is passed \
    over. With --json one object, or null where there is nothing.

    --format waybar, tmux, i3status (also for i3blocks and i3status-rs) and text print one line for a \
    bar, from the copy on this machine alone, so that it may be asked each second: the event that is on \
    with the minutes left, the next one of today with the minutes to go, else the day's whole-day event, \
    else "nothing left today". What is left of the day is the tooltip of waybar. Its classes, and "alt", are \
    running, soon (within ten minutes), next, allday, free and missing; online and stale come besides. A \
    copy older than an hour is told with its age: keep "graphcal sync" going. Without a copy the bar \
    shows what to type, and the exit status is 3. Settings for bars are in the folder Integrations of \
    the source.
    """
  package static let options: [Option<Self>] = [
    .value("days", "N", "Days to look ahead.", into: \.days, in: 1...1800),
    .value(
      "calendar", "NAME|all", "This calendar, or all of them; the default one without it.",
      into: \.calendar
    ).completing(.known(.calendarOrAll)),
    .person(into: \.person),
    .choice("format", "Form of the output; the last four are for bars.", into: \.format)
      .exclusive("output").group("Bars").replacingGlobal(),
    .value(
      "width", "N", "Cut the subject so that all takes at most N cells.",
      into: \.status.width, in: 8...500
    ).group("Bars"),
    .value(
      "stale-after", "D", "Tell the age of a copy older than this; 1h without it.",
      into: \.status.staleAfter
    ).group("Bars"),
    .value(
      "empty", "TEXT", "What to show when nothing is left today.",
      into: \.status.empty
    ).group("Bars"),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("next", "What is on, or what comes."),
    Example("next --json | jq -r .subject", "Its subject alone."),
    Example("next --format tmux --width 40", "For the status line of tmux, from the local copy."),
  ]

  /// The forms beside JSON: those of lists, and those of bars.
  package enum Format: String, CaseIterable, Sendable {
    case table, tsv, csv, text, waybar, tmux, i3status
  }

  var days = 7
  var calendar: String?
  var person: String?
  var format: Format?
  var status = StatusOptions()

  package init() {}

  package func run(in context: Context) async throws(Failure) {
    if let form = format.flatMap({ StatusLine.Form(rawValue: $0.rawValue) }) {
      return try await print(form, in: context)
    }
    var context = context
    if let format { context.options.format = GlobalOptions.ListFormat(rawValue: format.rawValue) }
    guard status.isUnused else {
      throw Failure(
        .usage, "--width, --stale-after and --empty are for bars",
        hint: "graphcal next --format waybar, or tmux, i3status, text")
    }
    if try context.listedFieldNames(EventJSON.fieldNames) { return }
    guard
      let (entry, output) = try await NextEvent(days: days, calendar: calendar, person: person)
        .find(in: context)
    else {
      if context.options.isForScripts { return try context.say("null") }
      return context.note("nothing in the next \(days) days")
    }
    try await output.printNext(entry)
  }

  private func print(_ form: StatusLine.Form, in context: Context) async throws(Failure) {
    let options = context.options
    let others = [
      options.isForScripts ? "--json" : nil, person != nil ? "--of" : nil,
      options.fresh ? "--fresh" : nil,
      options.fields != .all ? "--fields" : nil,
    ]
    if let other = others.compactMap(\.self).first {
      throw Failure(
        .usage, "\(other) does not go with --format \(form.rawValue)",
        why: "what a bar shows comes from the local copy of your own mailbox",
        hint: "leave out one of them")
    }
    try await NextStatus(
      context: context, form: form, days: days, calendar: calendar, options: status
    ).print()
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
    // Mostly it is not far: a day of the copy is read first, since another look costs no request.
    if context.options.offline, days > 1,
      let near = try await find(within: 1, in: context)
    {
      return near
    }
    return try await find(within: days, in: context)
  }

  private func find(
    within days: Int, in context: Context
  ) async throws(Failure) -> (EventEntry, EventOutput)? {
    let sessions = try await context.sessions(needing: .readCalendars, of: person)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let settings = try await context.mailboxSettings(session: sessions[0])
    let now = context.now()
    let last = zone.date(at: now).adding(days: days + 1)
    let listing = EventListing(
      context: context, sessions: sessions, zone: zone, settings: settings,
      dates: zone.date(at: now)..<last, calendar: calendar, instants: now..<zone.startOfDay(last))
    let harvest = try await listing.harvest()
    for trouble in harvest.trouble where !context.options.quiet {
      context.console.noteOnce(trouble.shortWhy)
    }
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
