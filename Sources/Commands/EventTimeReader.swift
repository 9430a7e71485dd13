import CalendarTime
import FoundationEssentials
import GraphAPI

/// Turns `--start`, `--end`, `--duration` and `--all-day` into the times of a draft.
struct EventTimeReader {
  var times: TimeReader
  /// Whether the times are those of a series, which is kept by the clock on the wall.
  var repeats = false

  private static let usualLength = CalendarDuration(seconds: 1800)

  /// The times as they are sent, after everything a clock change does to them was told.
  func time(
    start: String?, end: String?, duration: String?, allDay: Bool
  ) throws(Failure) -> EventDraft.Time {
    if start != nil || end != nil, duration == nil || allDay {
      var hasClock = false
      if let start { hasClock = try namesTime(start, "--start") }
      if let end, !hasClock { hasClock = try namesTime(end, "--end") }
      if allDay, hasClock {
        throw Failure(
          .usage, "an all-day event takes dates, not times of day",
          hint: "give dates to --start and --end, or leave out --all-day")
      }
      if !allDay, !hasClock, start != nil {
        times.context.note("no time of day was given: an all-day event")
        return try wholeDays(start: start, end: end, duration: nil)
      }
    }
    return allDay
      ? try wholeDays(start: start, end: end, duration: duration)
      : try timed(start: start, end: end, duration: duration)
  }

  /// A range of instants that surely holds the event, whatever zone it is read in.
  func window(of time: EventDraft.Time) -> Range<Date> {
    let zone = times.zone
    let day: TimeInterval = 86_400
    switch time {
    case .timed(let start, let end, let name):
      let sent = (try? times.context.zones.zone(named: name)) ?? zone
      let from = sent.instant(of: start)
      return from.addingTimeInterval(
        -day)..<max(from, sent.instant(of: end)).addingTimeInterval(day)
    case .allDay(let first, let end, _):
      return zone.startOfDay(first.adding(days: -1))..<zone.startOfDay(end.adding(days: 1))
    }
  }

  private func wholeDays(
    start: String?, end: String?, duration: String?
  ) throws(Failure) -> EventDraft.Time {
    let first =
      try start.map { (text) throws(Failure) in try times.date(text, option: "--start") }
      ?? times.today
    let after: CalendarDate
    if let duration {
      after = first.adding(days: try wholeDays(of: duration))
    } else if let end {
      var last = try times.date(end, option: "--end")
      if last < first, namesWeekday(end) {
        last = try times.expression(end, option: "--end", now: times.zone.startOfDay(first))
          .date(in: times.zone)
      }
      after = last.adding(days: 1)
    } else {
      after = first.adding(days: 1)
    }
    guard after > first else {
      throw Failure(
        .usage, "the event would end before it starts (\(first))",
        hint: "--end names the last day, the first at the earliest; --duration at least 1d")
    }
    // Only the dates count, and both sides carry the same zone.
    return .allDay(first: first, end: after, zoneName: wireName ?? "UTC")
  }

  private func timed(
    start: String?, end: String?, duration: String?
  ) throws(Failure) -> EventDraft.Time {
    let zone = times.zone
    let from =
      try start.map { (text) throws(Failure) in try self.start(text) } ?? nextHalfHour
    let length =
      try duration.map { (text) throws(Failure) in try self.duration(text) }
      ?? (end == nil ? Self.usualLength : nil)
    var to: Date
    if let length {
      to = length.end(from: from, in: zone)
    } else {
      to = try times.expression(end ?? "", option: "--end", now: isClock(end ?? "") ? from : nil)
        .start(in: zone)
      if to < from, let end, namesWeekday(end) {
        to = try times.expression(end, option: "--end", now: from).start(in: zone)
      }
    }
    guard to >= from else {
      throw Failure(
        .usage,
        "the event would end (\(to.rfc3339(in: zone))) before it starts "
          + "(\(from.rfc3339(in: zone)))",
        hint: "give a later --end, or a --duration")
    }
    return repeats
      ? try wallTimes(from: from, to: to, length: length) : wire(from: from, to: to)
  }

  /// Whether a weekday stands in a time, which for an end is the first from the start on.
  private func namesWeekday(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).contains { Weekday(named: $0) != nil }
  }

  /// The instant of `--start`; that of a series has to be a time that the clocks show.
  private func start(_ text: String) throws(Failure) -> Date {
    let expression = try times.expression(text, option: "--start", quietly: repeats)
    if repeats, case .gap(let asked, _, _)? = expression.note {
      throw Failure(beginsInGap: asked, zone: times.zone)
    }
    return expression.start(in: times.zone)
  }

  /// Wall times with the zone's Windows name, without which no series can be kept; a length counts
  /// on the wall, so that a clock change inside the first event does not change those after it.
  private func wallTimes(
    from: Date, to: Date, length: CalendarDuration?
  ) throws(Failure) -> EventDraft.Time {
    let zone = times.zone
    let wireName = try seriesZoneName
    let start = zone.wallTime(at: from)
    var end = zone.wallTime(at: to)
    if let length {
      end = Zone.utc.wallTime(at: length.end(from: Zone.utc.instant(of: start), in: .utc))
    }
    return .timed(start: start, end: max(start, end), zoneName: wireName)
  }

  /// Wall time with the zone's Windows name; UTC where that would not name one instant each.
  func wire(from: Date, to: Date) -> EventDraft.Time {
    let zone = times.zone
    let isExact = [from, to].allSatisfy { instant in
      if case .unique = zone.resolve(zone.wallTime(at: instant)) { return true }
      return false
    }
    if let wireName, isExact {
      return .timed(
        start: zone.wallTime(at: from), end: zone.wallTime(at: to), zoneName: wireName)
    }
    if wireName == nil, zone != .utc {
      times.context.note(
        "\(zone.name) has no Windows name with the same rules; the event is stored in UTC")
    }
    return .timed(
      start: Zone.utc.wallTime(at: from), end: Zone.utc.wallTime(at: to), zoneName: "UTC")
  }

  /// Whether a time expression says more than a date.
  func namesTime(_ text: String, _ option: String) throws(Failure) -> Bool {
    if case .instant = try times.expression(text, option: option, quietly: true).value {
      return true
    }
    return false
  }

  /// Whether the text is a clock time alone, which for an end means the day of the start.
  func isClock(_ text: String) -> Bool {
    text.lowercased().allSatisfy { "0123456789:apm. ".contains($0) }
  }

  /// The name under which a series is kept by the clocks of the zone.
  var seriesZoneName: String {
    get throws(Failure) {
      guard let wireName else {
        throw Failure(
          .usage,
          "a series cannot be kept in \(times.zone.name): no Windows name has its rules",
          hint: "--tz ZONE with a zone that \"graphcal zones\" lists")
      }
      return wireName
    }
  }

  var wireName: String? {
    times.context.zones.windowsName(for: times.zone, from: times.context.now()).name
  }

  private var nextHalfHour: Date {
    let step: TimeInterval = 1800
    let now = times.context.now().timeIntervalSince1970
    return Date(timeIntervalSince1970: (now / step).rounded(.down) * step + step)
  }

  func wholeDays(of text: String) throws(Failure) -> Int {
    let duration = try duration(text)
    guard duration.seconds == 0 else {
      throw Failure(
        .usage, "--duration of an all-day event is whole days, not \(text)", hint: "--duration 2d")
    }
    return duration.days
  }

  func duration(_ text: String) throws(Failure) -> CalendarDuration {
    do { return try CalendarDuration(parsing: text) } catch {
      throw Failure(error, option: "--duration")
    }
  }
}

extension CalendarDuration {
  /// Whole minutes, a day counted as 24 hours: what a reminder is measured in.
  var wholeMinutes: Int { days * 1440 + seconds / 60 }
}
