import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// When an event is, as its row on one day and as a whole.
struct EventTimeText: Sendable {
  var time: TimeText
  var symbols: Symbols

  /// What the row of `day` says: `09:00–09:30`, `23:00 →`, `← 06:00`, `← →`, `all day`.
  func row(_ span: EventSpan, on day: CalendarDate) -> String {
    let dates = span.dates(in: time.zone)
    let begins = dates.lowerBound == day
    let ends = dates.upperBound == day
    if span.isAllDay {
      return (begins ? "" : symbols.earlier + " ") + "all day" + (ends ? "" : " " + symbols.later)
    }
    let (start, end) = clocks(span)
    switch (begins, ends) {
    case (true, true): return aligned(end.map { start + symbols.dash + $0 } ?? start)
    case (true, false): return aligned(start + " " + symbols.later)
    case (false, true): return symbols.earlier + " " + (end ?? start)
    case (false, false): return symbols.earlier + " " + symbols.later
    }
  }

  /// A time with a blank in the place of the tens of hours, which 12-hour clocks leave out.
  private func aligned(_ time: String) -> String {
    time.dropFirst().first == ":" ? " " + time : time
  }

  /// When an event of several days began and ends, as far as the row of `day` does not say it.
  ///
  /// Every first and last row of an event among the shown days has it, rows in between do not.
  /// The forms get shorter: with clock times, without, and with a sign for the words.
  func beyond(_ span: EventSpan, on day: CalendarDate, shown: Range<CalendarDate>?) -> [String]? {
    let dates = span.dates(in: time.zone)
    guard dates.lowerBound < dates.upperBound else { return nil }
    let lastShown = shown.map { $0.upperBound.adding(days: -1) } ?? dates.lowerBound
    let rows = (
      first: max(dates.lowerBound, shown?.lowerBound ?? dates.lowerBound),
      last: min(dates.upperBound, lastShown)
    )
    guard day == rows.first || day == rows.last else { return nil }
    let (start, end) = clocks(span)
    func with(_ clock: String) -> String { span.isAllDay ? "" : " " + clock }
    let first = TimeText.day(dates.lowerBound, beside: day)
    let last = TimeText.day(endDate(span) ?? dates.upperBound, beside: day)
    let since = "since \(first)"
    let until = "until \(last)"
    switch (day > dates.lowerBound, day < dates.upperBound) {
    case (true, true):
      return [
        since + with(start) + " " + until + with(end ?? start), first + symbols.dash + last,
        "\(symbols.later) \(last)",
      ]
    case (true, false): return [since + with(start), since, "\(symbols.earlier) \(first)"]
    case (false, true): return [until + with(end ?? start), until, "\(symbols.later) \(last)"]
    case (false, false): return nil
    }
  }

  /// The whole time in one line, as `show` has it.
  func whole(_ span: EventSpan) -> String {
    let dates = span.dates(in: time.zone)
    let first = dates.lowerBound.heading
    if span.isAllDay {
      guard dates.lowerBound < dates.upperBound else { return first + ", all day" }
      let count = dates.upperBound.daysSinceEpoch - dates.lowerBound.daysSinceEpoch + 1
      return "\(first) \(symbols.dash) \(dates.upperBound.heading), all day (\(count) days)"
    }
    let (start, end) = clocks(span)
    guard let end else { return "\(first) \(start)" }
    let last = endDate(span) ?? dates.upperBound
    return last == dates.lowerBound || dates.lowerBound == dates.upperBound
      ? "\(first) \(start)\(symbols.dash)\(end)"
      : "\(first) \(start) \(symbols.dash) \(last.heading) \(end)"
  }

  /// Start and end as clock times; no end for a point in time and for an end before the start.
  func clocks(_ span: EventSpan) -> (start: String, end: String?) {
    switch span {
    case .timed(let start, let end):
      (time.time(start), end > start ? time.time(end) : nil)
    case .unknownZone(_, let start, let end):
      (time.clock.text(start), end > start ? time.clock.text(end) : nil)
    case .allDay: ("", nil)
    }
  }

  /// The date that goes with the end's clock time: an end at midnight names the day that begins.
  private func endDate(_ span: EventSpan) -> CalendarDate? {
    switch span {
    case .timed(_, let end): time.zone.date(at: end)
    case .unknownZone(_, _, let end): end.date
    case .allDay: nil
    }
  }
}
