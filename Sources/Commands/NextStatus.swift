import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// What `next` shows in a bar, from the copy on this machine alone.
///
/// A bar asks each second, so nothing is refreshed, no server called and no token opened.
struct NextStatus {
  var context: Context
  var form: StatusLine.Form
  /// The days to look ahead for what is named when nothing is left today.
  var days: Int
  var calendar: String?
  var options: StatusOptions

  /// What begins within so many minutes comes soon.
  private static let soon = 10
  /// How far beyond midnight the evening looks.
  private static let evening: TimeInterval = 6 * 3600
  /// The most lines that are told besides.
  private static let mostDetails = 12

  /// Prints the line; where there is none to tell, why.
  ///
  /// - Throws: `Failure` after that has been printed, so that a bar shows it and a script sees it.
  func print() async throws(Failure) {
    let staleAfter = try options.age()
    do throws(Failure) {
      let line = try await line(staleAfter: staleAfter)
      try context.console.print(line.text(form, width: options.width))
    } catch {
      if ![.usage, .outputClosed, .interrupted].contains(error.kind) {
        var line = StatusLine(
          state: .missing, subject: "no calendar: ", rest: error.hint ?? error.what,
          short: "no calendar")
        line.details = [error.what, error.why, error.hint.map { "try: \($0)" }].compactMap(\.self)
        try context.console.print(line.text(form))
      }
      throw error
    }
  }

  /// An event and what it was read from.
  private typealias Entry = (event: CalendarEvent, raw: JSON)

  private func line(staleAfter: TimeInterval) async throws(Failure) -> StatusLine {
    let copy = try await context.storedCopy()
    guard let known = copy.complete(.calendar) else { throw context.missingCopy(nil) }
    let calendars = try chosen(known)
    let settings = await context.storedSettings(account: copy.account)
    let zone = try context.storedZone(settings)
    let time = context.timeText(zone, settings)
    let now = context.now()
    let today = zone.date(at: now)
    let end = max(zone.startOfDay(today.adding(days: 1)), now.addingTimeInterval(Self.evening))
    try requireWindow(now..<end, in: calendars)
    let entries = try await self.entries(
      now..<end, today..<today.adding(days: 1), zone, calendars, copy)
    let timed = entries.filter { !$0.event.span.isAllDay && $0.event.blocksTime }
    let running = timed.last { $0.event.span.contains(now, in: zone) }
    let coming = timed.first { $0.event.span.sortInstant(in: zone) > now }

    var line: StatusLine
    if let running {
      line = Self.line(running, leftUntil: now)
      if let coming, Self.minutes(from: now, to: coming, zone) <= Self.soon {
        line.state = .soon
        line.rest += ", then \(coming.event.subject ?? "")"
      }
    } else if let coming {
      let minutes = Self.minutes(from: now, to: coming, zone)
      line = StatusLine(
        state: minutes <= Self.soon ? .soon : .next, subject: Self.subject(coming),
        rest: " in \(EventOutput.length(minutes))", short: "in \(EventOutput.length(minutes))")
    } else if let whole = entries.first(where: { $0.event.span.isAllDay && $0.event.blocksTime }) {
      line = StatusLine(
        state: .allday, subject: whole.event.subject ?? "", rest: ", all day", short: "all day")
    } else {
      let words = options.empty ?? "nothing left today"
      line = StatusLine(state: .free, subject: words, short: words)
    }
    if let entry = running ?? coming, Self.link(entry) != nil {
      line.isOnline = true
      line.rest = " [online]" + line.rest
    }
    line.details = details(entries, today, time)
    if running == nil, coming == nil {
      let later = try await next(after: end, zone, calendars, copy)
      if let later { line.details.append(Self.later(later, today, time)) }
    }
    await tellAge(&line, calendars, now: now, staleAfter: staleAfter)
    return line
  }

  /// The calendars that are meant.
  private func chosen(_ known: [CopyCollection]) throws(Failure) -> [CopyCollection] {
    guard let calendar else {
      let standard = known.filter { $0.resource["isDefaultCalendar"]?.bool == true }
      if standard.isEmpty { throw context.missingCopy("no calendar in it is the default one") }
      return standard
    }
    if calendar.lowercased() == "all" { return known }
    let found = try Context.calendar(
      named: calendar,
      among: known.map { ($0.id, $0.name, $0.resource["color"]?.string) })
    return known.filter { $0.id == found.id }
  }

  /// A copy that has not been brought up to date for a year knows nothing of today.
  private func requireWindow(
    _ range: Range<Date>, in calendars: [CopyCollection]
  ) throws(Failure) {
    let isWhole = calendars.allSatisfy { calendar in
      calendar.window.map {
        $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound
      } ?? false
    }
    if !isWhole { throw context.missingCopy("the copy has other days") }
  }

  private func entries(
    _ range: Range<Date>, _ dates: Range<CalendarDate>, _ zone: Zone,
    _ calendars: [CopyCollection], _ copy: StoredCopy
  ) async throws(Failure) -> [Entry] {
    var raws: [String: JSON] = [:]
    var events: [CalendarEvent] = []
    for calendar in calendars {
      let items: [JSONObject]
      do {
        items = try await copy.store.events(around: range, in: calendar, zones: context.zones)
      } catch {
        throw Failure(error, doing: "read the local copy")
      }
      for item in items {
        guard let event = CalendarEvent(graph: .object(item), zones: context.zones),
          event.span.touches(range, dates: dates), !event.isCancelled, event.response != .declined,
          raws[event.id] == nil
        else { continue }
        raws[event.id] = .object(item)
        events.append(event)
      }
    }
    return events.inReadingOrder(zone: zone).map { ($0, raws[$0.id] ?? .null) }
  }

  /// The first event after today, within the days that are looked ahead.
  private func next(
    after start: Date, _ zone: Zone, _ calendars: [CopyCollection], _ copy: StoredCopy
  ) async throws(Failure) -> Entry? {
    let last = zone.date(at: context.now()).adding(days: days + 1)
    let ends = calendars.compactMap { $0.window?.upperBound } + [zone.startOfDay(last)]
    guard let end = ends.min(), start < end else { return nil }
    let dates = zone.date(at: start)..<max(zone.date(at: end), zone.date(at: start).adding(days: 1))
    return try await entries(start..<end, dates, zone, calendars, copy).first {
      !$0.event.span.isAllDay && $0.event.blocksTime
        && $0.event.span.sortInstant(in: zone) >= start
    }
  }

  private static func subject(_ entry: Entry) -> String { entry.event.subject ?? "" }

  private static func minutes(from now: Date, to entry: Entry, _ zone: Zone) -> Int {
    Int((entry.event.span.sortInstant(in: zone).timeIntervalSince(now) / 60).rounded(.up))
  }

  private static func line(_ entry: Entry, leftUntil now: Date) -> StatusLine {
    var line = StatusLine(state: .running, subject: subject(entry), short: "now")
    guard case .timed(let start, let end) = entry.event.span, start < end else { return line }
    let left = EventOutput.length(Int((end.timeIntervalSince(now) / 60).rounded(.up)))
    line.rest = ", \(left) left"
    line.short = "\(left) left"
    line.percentage = Int(100 * now.timeIntervalSince(start) / end.timeIntervalSince(start))
    return line
  }

  private static func link(_ entry: Entry) -> JoinLink? { JoinCommand.link(in: entry.raw) }

  /// One line an event of today that is not over.
  private func details(_ entries: [Entry], _ today: CalendarDate, _ time: TimeText) -> [String] {
    var lines = entries.prefix(Self.mostDetails).map { entry in
      var line: String
      switch entry.event.span {
      case .allDay: line = "all day"
      case .timed(let start, let end):
        line = start == end ? time.time(start) : "\(time.time(start))–\(time.time(end))"
      case .unknownZone(_, let start, let end):
        line = "\(time.clock.text(start))–\(time.clock.text(end))"
      }
      line += "  \(Self.subject(entry))"
      if let place = entry.event.location, !place.isEmpty { line += ", \(place)" }
      if let link = Self.link(entry) { line += " [\(link.provider.rawValue)]" }
      return line
    }
    if entries.count > lines.count { lines.append("and \(entries.count - lines.count) more") }
    return lines
  }

  /// The first event of a later day.
  private static func later(
    _ entry: Entry, _ today: CalendarDate, _ time: TimeText
  ) -> String {
    let start = entry.event.span.sortInstant(in: time.zone)
    let day = time.zone.date(at: start)
    let name =
      day == today.adding(days: 1)
      ? "tomorrow" : "\(day.weekday.shortName) \(TimeText.day(day, beside: today))"
    return "\(name) \(time.time(start))  \(subject(entry))"
  }

  /// Says how old the copy is where it is too old to be relied on.
  private func tellAge(
    _ line: inout StatusLine, _ calendars: [CopyCollection], now: Date, staleAfter: TimeInterval
  ) async {
    let last = await CopyMark.last(in: context.state)
    if calendars.contains(where: { $0.mark != last }) {
      line.details.append("before the last change made on this machine")
    }
    guard let synced = LocalCopy.time(of: calendars) else { return }
    // A clock that was put back makes the copy come from the future.
    guard !(-300...staleAfter).contains(now.timeIntervalSince(synced)) else { return }
    let age = "as of \(LocalCopy.age(since: synced, now: now))"
    line.isStale = true
    line.rest += " (\(age))"
    line.details.append(age)
  }
}

/// The options that `next` has for bars.
struct StatusOptions {
  var width: Int?
  var staleAfter: String?
  var empty: String?

  /// Whether none was given.
  var isUnused: Bool { width == nil && staleAfter == nil && empty == nil }

  /// How old the copy may be before it is told, in seconds; an hour without the option.
  func age() throws(Failure) -> TimeInterval {
    guard let staleAfter else { return 3600 }
    guard let length = try? CalendarDuration(parsing: staleAfter) else {
      throw Failure(
        .usage, "--stale-after \"\(staleAfter)\" is no length of time",
        hint: "write it as 30m, 2h or 1d")
    }
    return TimeInterval(length.wholeMinutes * 60)
  }
}
