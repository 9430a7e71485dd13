package import CalendarTime
import FoundationEssentials

/// The hours in which somebody works, the same on each of some weekdays.
package struct WorkWeek: Hashable, Sendable {
  package var weekdays: Set<Weekday>
  /// Minutes since midnight in `zone`.
  package var start: Int
  /// Minutes since midnight in `zone`; not after `start` means that work ends on the next day.
  package var end: Int
  /// Where the hours are those on the wall.
  package var zone: Zone

  /// - Precondition: `start` and `end` are 0 to 1439.
  package init(weekdays: Set<Weekday>, start: Int, end: Int, zone: Zone) {
    precondition(
      DaySegment.wholeDay.contains(start) && DaySegment.wholeDay.contains(end),
      "working hours are times of a day")
    self.weekdays = weekdays
    self.start = start
    self.end = end
    self.zone = zone
  }

  /// The working time on a day of another zone, in minutes on its wall, earliest first.
  ///
  /// Far away one working day can lie on two days, and two on one.
  package func minutes(on day: CalendarDate, in other: Zone) -> [Range<Int>] {
    guard start != end else { return [] }
    // No two zones are further apart than 26 hours, and work that ends on the next day adds one.
    return (-3...2).flatMap { offset -> [Range<Int>] in
      let date = day.adding(days: offset)
      guard weekdays.contains(date.weekday) else { return [] }
      let last = end > start ? date : date.adding(days: 1)
      let span = EventSpan.timed(
        start: zone.instant(of: WallTime(date: date, secondOfDay: start * 60)),
        end: zone.instant(of: WallTime(date: last, secondOfDay: end * 60)))
      return span.segments(in: other, days: day..<day.adding(days: 1)).map(\.minutes)
    }
  }
}
