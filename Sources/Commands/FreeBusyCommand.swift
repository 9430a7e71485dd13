package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering

/// `graphcal free-busy`: when people are taken.
package struct FreeBusyCommand: Command {
  package static let name = "free-busy"
  package static let summary = "Show when people are free and busy."
  package static let isPaged = true
  package static let discussion = """
    One line a person on one axis of time, today without --week, --from or --days. PERSON is a mail \
    address, also of a room or a distribution list, or the name of somebody among your contacts and \
    the people you work with; "me" is you. The hours shown are your own working hours; "all free" is \
    where find-time would look: in your working hours, when nobody is taken. --working-hours wants \
    everybody at work as well.

    Of other people only what they share is shown: mostly when they are taken, not with what. Personal \
    accounts see what is in calendars shared with them.
    """
  package static let arguments: [Argument<Self>] = [
    .repeating("PERSON", "Address or name.", into: \.people).completing(.known(.address))
  ]
  package static let options: [Option<Self>] = [
    .optionalValue(
      "week", "WHEN", "A whole week: this one, or --week=+1, --week=2026-W53.", into: \.week,
      bare: "", attachedOnly: true, parse: { $0 }),
    .flag(
      "working-hours", "All are free only in everybody's working hours.", into: \.demandsWork),
    .value("from", "T", "From when on; today without it.", into: \.window.from),
    .value("to", "T", "Until when.", into: \.window.to),
    .value("days", "N", "Days to show, the first included.", into: \.window.days, in: 1...1800),
    .value(
      "interval", "MINUTES", "Minutes of one digit of availabilityView.", into: \.interval,
      in: 5...1440),
  ]
  package static let examples = [
    Example("free-busy jonas aiko", "Today."),
    Example("free-busy me jonas@harbor.example --week", "This week, side by side."),
    Example("free-busy jonas --days 3 --json", "What the service says, for a script."),
  ]

  var people: [String] = []
  var week: String?
  var window = TimeWindow()
  var demandsWork = false
  var interval = ScheduleRequests.usualInterval

  package init() {}

  package func validate() throws(ArgumentsError) {
    try window.validate()
    if weekWord != nil, persons.isEmpty {
      throw ArgumentsError(
        .missingValue, "--week says when, and there is nobody whose week it is",
        hint: "graphcal free-busy jonas --week=+1")
    }
    guard week != nil, window.from != nil || window.to != nil || window.days != nil else { return }
    throw ArgumentsError(
      .exclusiveOptions, "--week and --from, --to or --days all say which time is meant",
      hint: "leave one of them out")
  }

  /// The first word that can be no person, but says which week, after a `--week` that says none.
  private var weekWord: String? {
    week == "" ? people.first(where: Self.saysWeek) : nil
  }

  /// Everybody asked for.
  private var persons: [String] {
    guard let weekWord, let index = people.firstIndex(of: weekWord) else { return people }
    var people = people
    people.remove(at: index)
    return people
  }

  /// Whether a word is `+1`, `-2`, `2026-W53` or a date rather than a name or an address.
  private static func saysWeek(_ word: String) -> Bool {
    guard let first = word.first, !word.contains("@") else { return false }
    let rest = word.dropFirst()
    return "+-".contains(first)
      ? !rest.isEmpty && rest.allSatisfy(\.isNumber)
      : first.isNumber && word.contains("-")
  }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(ScheduleJSON.fieldNames) { return }
    try context.requireNetwork(
      for: "the time of others cannot be told", because: "their free/busy is not in the local copy")
    let session = try await context.session(needing: .readCalendars)
    let zone = try await context.commandZone(session: session).zone
    let settings = try await context.mailboxSettings(session: session)
    let range = try range(settings, zone: zone, in: context)
    let asked = try await PeopleResolver(context: context, session: session).uniquePeople(persons)
    context.detail(
      "range \(range.lowerBound.rfc3339(in: zone)) to \(range.upperBound.rfc3339(in: zone)) "
        + "(\(zone.name))")
    let reader = ScheduleReader(
      context: context, session: session, zone: zone, interval: interval)
    let entries = try await context.working("Asking for free/busy") {
      () async throws(Failure) in
      try await reader.information(asked.compactMap(\.address), in: range)
    }
    let trouble = Failure.ofSchedules(entries)
    if let trouble, trouble.kind != .partlyDone { throw trouble }
    try print(
      zip(asked, entries).map { ($0, $1) }, range: range, zone: zone, settings: settings,
      in: context)
    if let trouble { throw trouble }
  }

  private func range(
    _ settings: MailboxSettings?, zone: Zone, in context: Context
  ) throws(Failure) -> Range<Date> {
    guard let week else {
      let reader = TimeReader(context: context, zone: zone)
      return try window.range(reader, from: zone.startOfDay(reader.today), usualDays: 1)
    }
    do {
      return try WeekExpression.parse(
        weekWord ?? week, now: context.now(), zone: zone,
        firstWeekday: context.firstWeekday(option: nil, settings: settings)
      ).range(in: zone)
    } catch {
      throw Failure(error, option: "--week")
    }
  }

  private func print(
    _ entries: [(person: Person, info: ScheduleInformation)], range: Range<Date>, zone: Zone,
    settings: MailboxSettings?, in context: Context
  ) throws(Failure) {
    let listing = Listing(
      context: context, fields: ScheduleJSON.fieldNames, columns: ScheduleJSON.columns)
    if listing.isWanted {
      return try listing.print(
        entries.map {
          ScheduleJSON.json(
            $0.info, name: $0.person.name, range: range, interval: interval, zone: zone,
            zones: context.zones)
        })
    }
    var chart = AvailabilityChart(
      time: TimeText(
        zone: zone,
        clock: context.usesTwelveHours(settings: settings) ? .twelveHours : .twentyFourHours),
      now: context.now(), range: range, work: context.workingTime(settings, zone: zone))
    chart.demandsWork = demandsWork
    let rows = entries.map { person, info in
      AvailabilityChart.Row(
        name: PersonText.short(person),
        schedule: info.schedule(from: range.lowerBound, interval: interval, zones: context.zones),
        work: context.workingTime(info.workingHours, zone: zone), problem: info.error?.message)
    }
    try context.print(chart.lines(rows, on: GridSurface(context.console.terminal)))
  }
}

extension Failure {
  /// Why some people's time could not be read; nil where all could, of kind partlyDone where some could.
  static func ofSchedules(_ entries: [ScheduleInformation]) -> Failure? {
    let failed = entries.compactMap { entry in
      entry.error.map { (id: entry.id, code: $0.code, message: $0.message) }
    }
    guard let first = failed.first else { return nil }
    let why = failed.map { "\($0.id): \($0.message)" }.joined(separator: "; ")
    guard failed.count == entries.count else {
      return Failure(
        .partlyDone,
        "the free/busy of \(failed.count) of \(entries.count) people could not be read", why: why,
        hint: "check the addresses, or ask them to share their calendar")
    }
    let kind: Kind =
      switch first.code {
      case "ErrorMailRecipientNotFound": .notFound
      case "ErrorNoFreeBusyAccess": .refused
      default: .general
      }
    var failure = Failure(
      kind, "the free/busy of \(first.id) cannot be read", why: why,
      hint: kind == .refused ? "ask them to share their calendar" : "check the address")
    if failed.count > 1 { failure.what = "nobody's free/busy can be read" }
    failure.code = first.code
    return failure
  }
}
