import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI

/// Works out the new times of an event that stands in a calendar.
///
/// What is not said stays: a start alone keeps the length, a date alone keeps the time of day, a time of
/// day alone is that of the event's own day.
struct EventTimeEditor {
  var reader: EventTimeReader

  /// When an event is going to be, before a zone to write it in is chosen.
  enum Edited: Hashable {
    case timed(from: Date, Length)
    case allDay(first: CalendarDate, end: CalendarDate)
  }

  /// How long an event lasts whose start is known.
  enum Length: Hashable {
    case kept
    case duration(CalendarDuration)
    case until(Date)
  }

  private var zone: Zone { reader.times.zone }
  private static let usualLength = CalendarDuration(seconds: 1800)

  /// What the options make of a span; nil where they say nothing of the time.
  func edited(_ span: EventSpan, _ options: EventOptions) throws(Failure) -> Edited? {
    guard options.namesTime else { return nil }
    let span = try known(span, options)
    let startIsClock = try options.start.map { (text) throws(Failure) in
      try reader.namesTime(text, "--start")
    }
    let endIsClock = try options.end.map { (text) throws(Failure) in
      try reader.namesTime(text, "--end")
    }
    if options.allDay, startIsClock == true || endIsClock == true {
      throw Failure(
        .usage, "an all-day event takes dates, not times of day",
        hint: "give dates to --start and --end, or leave out --all-day")
    }
    if options.allDay || span.isAllDay && startIsClock != true {
      if endIsClock == true {
        throw Failure(
          .usage, "an all-day event has no time at which it ends",
          hint: "give --start a time too, and it becomes an event with times")
      }
      return try wholeDays(span, options)
    }
    return try timed(span, options)
  }

  private func wholeDays(_ span: EventSpan, _ options: EventOptions) throws(Failure) -> Edited {
    let dates = span.dates(in: zone)
    let days = dates.upperBound.daysSinceEpoch - dates.lowerBound.daysSinceEpoch + 1
    let first =
      try options.start.map { (text) throws(Failure) in
        try reader.times.date(text, option: "--start")
      } ?? dates.lowerBound
    let end: CalendarDate
    if let duration = options.duration {
      end = first.adding(days: try reader.wholeDays(of: duration))
    } else if let text = options.end {
      end = try reader.times.date(text, option: "--end").adding(days: 1)
    } else {
      end = first.adding(days: days)
    }
    guard end > first else {
      throw Failure(
        .usage, "the event would end before it starts (\(first))",
        hint: "--end names the last day, the first at the earliest; --duration at least 1d")
    }
    return .allDay(first: first, end: end)
  }

  private func timed(_ span: EventSpan, _ options: EventOptions) throws(Failure) -> Edited {
    var (from, to) = (zone.startOfDay(span.dates(in: zone).lowerBound), Date?.none)
    if case .timed(let start, let end) = span { (from, to) = (start, end) }
    if let text = options.start {
      from = try instant(text, "--start", near: from, timeOf: from)
    }
    if let text = options.duration {
      return .timed(from: from, .duration(try reader.duration(text)))
    }
    if let text = options.end {
      let end = try instant(text, "--end", near: from, timeOf: to ?? from)
      guard end >= from else {
        throw Failure(
          .usage,
          "the event would end (\(end.rfc3339(in: zone))) before it starts "
            + "(\(from.rfc3339(in: zone)))",
          hint: "give a later --end, or a --duration")
      }
      return .timed(from: from, .until(end))
    }
    return .timed(from: from, to == nil ? .duration(Self.usualLength) : .kept)
  }

  /// A time of day on the day of `near`, or a date with the time of day of `clock`.
  private func instant(
    _ text: String, _ option: String, near: Date, timeOf clock: Date
  ) throws(Failure) -> Date {
    let expression = try reader.times.expression(
      text, option: option, now: reader.isClock(text) ? near : nil)
    switch expression.value {
    case .instant(let instant): return instant
    case .date(let date):
      return zone.instant(
        of: WallTime(date: date, secondOfDay: zone.wallTime(at: clock).secondOfDay))
    }
  }

  /// A span with instants; one of an unknown zone only where all of it is said anew.
  private func known(_ span: EventSpan, _ options: EventOptions) throws(Failure) -> EventSpan {
    guard case .unknownZone(let name, let start, let end) = span else { return span }
    guard options.start != nil, options.end != nil || options.duration != nil else {
      throw Failure(
        .usage, "the event is kept in \"\(name)\", a zone that is not known here",
        hint: "give both --start and --end")
    }
    return .timed(start: zone.instant(of: start), end: zone.instant(of: end))
  }

  /// The times of an event without a series, in the zone of the command.
  func time(_ edited: Edited, of span: EventSpan) -> EventDraft.Time {
    switch edited {
    case .allDay(let first, let end):
      return .allDay(first: first, end: end, zoneName: reader.wireName ?? "UTC")
    case .timed(let from, let length):
      let to: Date
      switch length {
      case .duration(let duration): to = duration.end(from: from, in: zone)
      case .until(let end): to = end
      case .kept:
        guard case .timed(let start, let end) = span else {
          return reader.wire(from: from, to: from)
        }
        to = from.addingTimeInterval(end.timeIntervalSince(start))
      }
      return reader.wire(from: from, to: max(from, to))
    }
  }
}

extension WallTime {
  /// The time that so many seconds of the clock on the wall later shows, whatever clocks do meanwhile.
  func adding(seconds: Int) -> WallTime {
    var time = Zone.utc.wallTime(
      at: Zone.utc.instant(of: self).addingTimeInterval(TimeInterval(seconds)))
    time.nanosecond = nanosecond
    return time
  }

  /// Seconds on the wall from another time to this one.
  func seconds(since other: WallTime) -> Int {
    (date.daysSinceEpoch - other.date.daysSinceEpoch) * 86_400 + secondOfDay - other.secondOfDay
  }
}
