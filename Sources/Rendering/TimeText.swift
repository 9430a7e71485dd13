package import CalendarTime
package import Calendaring
package import FoundationEssentials
package import Terminal

/// Dates and times as people read them, in English, in one zone.
package struct TimeText: Sendable {
  package var zone: Zone
  package var clock: ClockStyle

  package init(zone: Zone, clock: ClockStyle = .twentyFourHours) {
    self.zone = zone
    self.clock = clock
  }

  /// A date beside another: `4 Nov`, with the year where it differs from that of `other`.
  package static func day(_ date: CalendarDate, beside other: CalendarDate?) -> String {
    let short = "\(date.day) \(Month(containing: date).shortName)"
    return date.year == other?.year ? short : "\(short) \(date.year)"
  }

  /// The time of an instant, with its offset where the clock shows that time twice: `01:30 (-04:00)`.
  package func time(_ instant: Date) -> String {
    let wall = zone.wallTime(at: instant)
    let time = clock.text(wall)
    guard case .overlap = zone.resolve(wall) else { return time }
    return "\(time) (\(OffsetText.extended(zone.offset(at: instant))))"
  }

  /// The changes of the clocks in some days: `Sun 29 Mar: clocks go forward from 02:00 to 03:00`.
  func clockChanges(_ days: Range<CalendarDate>) -> [String] {
    zone.transitions(in: zone.range(from: days.lowerBound, to: days.upperBound))
      .filter { $0.shift != 0 }
      .map { change in
        let after = zone.wallTime(at: change.instant)
        let before = Zone.fixed(secondsEast: change.before.offset).wallTime(at: change.instant)
        let way = change.shift > 0 ? "forward" : "back"
        let day = after.date
        return "\(day.weekday.shortName) \(Self.day(day, beside: day)): clocks go \(way) from "
          + "\(clock.text(before)) to \(clock.text(after))"
      }
  }

  /// A whole stretch of time in one line: `Mon 30 Nov 2026 07:45–08:30`.
  package func whole(_ span: EventSpan, symbols: Symbols) -> String {
    EventTimeText(time: self, symbols: symbols).whole(span)
  }

  /// What a move from one stretch of time to another changes: of a move within a day the clock times
  /// alone, else both as a whole.
  package func move(
    from old: EventSpan, to new: EventSpan, symbols: Symbols
  ) -> (old: String, new: String) {
    let texts = EventTimeText(time: self, symbols: symbols)
    let (days, newDays) = (old.dates(in: zone), new.dates(in: zone))
    guard !old.isAllDay, !new.isAllDay, days == newDays, days.lowerBound == days.upperBound else {
      return (texts.whole(old), texts.whole(new))
    }
    func clock(_ span: EventSpan) -> String {
      let (start, end) = texts.clocks(span)
      return end.map { start + symbols.dash + $0 } ?? start
    }
    return (clock(old), clock(new))
  }

  /// A length in words short enough for a column: `45 min`, `1 h 30 min`, `2 d`.
  package static func length(minutes: Int) -> String {
    var parts: [String] = []
    let days = minutes / 1440
    let hours = minutes / 60 % 24
    if days > 0 { parts.append("\(days) d") }
    if hours > 0 { parts.append("\(hours) h") }
    if minutes % 60 > 0 || parts.isEmpty { parts.append("\(minutes % 60) min") }
    return parts.joined(separator: " ")
  }
}
