package import Arguments
import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Terminal

/// `graphcal free`: when its owner has time.
package struct FreeCommand: Command {
  package static let name = "free"
  package static let summary = "Show when you have time."
  package static let discussion = """
    Looks from now on, two weeks ahead without --to or --days, in the working hours of the mailbox; \
    --any-time looks at nights and weekends too. All calendars of your own count, not those that others \
    share with you; --calendar names others.

    Events that are busy, out of office or tentative take time; those shown as free or as working \
    elsewhere, cancelled and declined ones do not. A whole day that is busy or out of office takes all \
    of it. Slots begin at quarter hours. With --offline, and where the service cannot be reached, the \
    copy on this machine answers.
    """
  package static let options: [Option<Self>] = [
    .value("for", "D", "How long: 45m, 1h30m; half an hour without it.", into: \.length),
    .value("next", "N", "Show so many slots; five without it.", into: \.count, in: 1...1000),
    .value("from", "T", "From when on; now without it.", into: \.window.from),
    .value("to", "T", "Until when.", into: \.window.to),
    .value("days", "N", "Days to look at, the first included.", into: \.window.days, in: 1...1800),
    .repeated(
      "calendar", "NAME|all", "Only events of this calendar count.", into: \.calendars
    ).completing(.known(.calendarOrAll)),
    .flag("any-time", "Outside working hours too.", into: \.anyTime),
    .flag("over-tentative", "Count tentative time as free.", into: \.overTentative),
  ]
  package static let answersOffline = true
  package static let examples = [
    Example("free --for 30m --next 5", "The next five half hours."),
    Example("free --for 1h --from \"mon 13:00\" --to fri", "An hour next week."),
    Example("free --for 45m --json | jq -r '.[0].graphcal.start'", "The first one, for a script."),
  ]

  var length = "30m"
  var count = 5
  var window = TimeWindow()
  var calendars: [String] = []
  var anyTime = false
  var overTentative = false

  package init() {}

  package func validate() throws(ArgumentsError) { try window.validate() }

  package func run(in context: Context) async throws(Failure) {
    if try context.listedFieldNames(TimeSlotJSON.fieldNames) { return }
    let length = try context.meetingLength(length, option: "--for")
    let sessions = try await context.sessions(needing: .readCalendars)
    let zone = try await context.commandZone(session: sessions[0]).zone
    let settings = try await context.mailboxSettings(session: sessions[0])
    let asked = try window.range(
      TimeReader(context: context, zone: zone), from: context.now(), usualDays: 14)
    let range = min(max(asked.lowerBound, context.now()), asked.upperBound)..<asked.upperBound
    let windows =
      anyTime ? [range] : context.workingWindows(settings, zone: zone, in: range)
    var busy: [Range<Date>] = []
    var wholeDays: [BusyReader.WholeDays] = []
    for session in sessions {
      let home = context.workingTime(settings, zone: zone)?.zone ?? zone
      let reader = BusyReader(context: context, session: session, zone: home)
      let reading = try await context.working("Reading the calendars") {
        () async throws(Failure) in try await self.reading(reader, in: range)
      }
      busy += reading.schedule.taken(countingTentative: !overTentative)
      wholeDays += reading.wholeDays
    }
    let gaps = FreeTime.gaps(in: windows, outside: busy, lasting: length)
    let slots = FreeTime.slots(in: gaps, lasting: length, step: 15, count: count, zone: zone)
    try print(slots, gaps: gaps, range: range, zone: zone, settings: settings, in: context)
    if slots.count < count { tell(wholeDays, in: windows, context) }
  }

  /// What the calendars hold: of the service, or with `--offline` and where that cannot be reached of
  /// the local copy.
  private func reading(
    _ reader: BusyReader, in range: Range<Date>
  ) async throws(Failure) -> (schedule: Schedule, wholeDays: [BusyReader.WholeDays]) {
    if reader.context.options.offline {
      let sources = try await reader.copied(named: calendars, covering: range) ?? []
      return try await reader.reading(sources, in: range)
    }
    do {
      return try await reader.reading(try await reader.calendars(named: calendars), in: range)
    } catch {
      guard
        let sources = try await reader.copied(named: calendars, covering: range, because: error)
      else { throw error }
      return try await reader.reading(sources, in: range)
    }
  }

  /// The most events of whole days that are named.
  private static let named = 3

  /// Says which events of whole days leave none of the time that was looked at.
  private func tell(
    _ wholeDays: [BusyReader.WholeDays], in windows: [Range<Date>], _ context: Context
  ) {
    let blocking = wholeDays.filter { days in
      days.event.showAs.takesTime(countingTentative: !overTentative)
        && windows.contains { $0.overlaps(days.range) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !blocking.isEmpty else { return }
    for days in blocking.prefix(Self.named) {
      guard case .allDay(let first, let end) = days.event.span else { continue }
      let last = end.adding(days: -1)
      let when =
        first < last
        ? "from \(first.heading) to \(last.heading)" : "on \(first.heading)"
      let title = TextSanitizer.line(EventDetails(event: days.event).title)
      let place = days.event.calendarName.map { " in the calendar \"\($0)\"" } ?? ""
      context.note("no time \(when): \"\(title)\"\(place) takes all of it")
    }
    if blocking.count > Self.named {
      context.note("and \(blocking.count - Self.named) more events of whole days")
    }
    if calendars.isEmpty {
      context.note("--calendar NAME looks at one calendar alone")
    }
  }

  private func print(
    _ slots: [Range<Date>], gaps: [Range<Date>], range: Range<Date>, zone: Zone,
    settings: MailboxSettings?, in context: Context
  ) throws(Failure) {
    let found = slots.map { slot in
      TimeSlot(
        range: slot, freeUntil: gaps.first { $0.contains(slot.lowerBound) }?.upperBound)
    }
    let listing = Listing(
      context: context, fields: TimeSlotJSON.fieldNames, columns: TimeSlotJSON.columns)
    if listing.isWanted {
      return try listing.print(found.map { TimeSlotJSON.json($0, zone: zone) })
    }
    let time = TimeText(
      zone: zone,
      clock: context.usesTwelveHours(settings: settings) ? .twelveHours : .twentyFourHours)
    try context.print(
      SlotList.lines(found, looked: range, time: time, on: Surface(context.console.terminal)))
  }
}
