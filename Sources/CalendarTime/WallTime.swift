/// What a clock on the wall shows: a date and a time of day, without a zone.
package struct WallTime: Hashable, Comparable, Sendable {
  /// The day that the clock shows.
  package var date: CalendarDate
  /// 0 to 86,399.
  package var secondOfDay: Int
  /// 0 to 999,999,999.
  package var nanosecond: Int

  /// - Precondition: `secondOfDay` is 0 to 86,399 and `nanosecond` 0 to 999,999,999.
  package init(date: CalendarDate, secondOfDay: Int = 0, nanosecond: Int = 0) {
    precondition((0..<86_400).contains(secondOfDay), "a day has 86,400 seconds on the wall")
    precondition((0..<1_000_000_000).contains(nanosecond), "a second has 10^9 nanoseconds")
    self.date = date
    self.secondOfDay = secondOfDay
    self.nanosecond = nanosecond
  }

  /// A wall time by the numbers on the clock; those of `init(date:secondOfDay:nanosecond:)` bound it.
  package init(date: CalendarDate, hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    self.init(
      date: date, secondOfDay: hour * 3600 + minute * 60 + second, nanosecond: nanosecond)
  }

  /// 0 to 23.
  package var hour: Int { secondOfDay / 3600 }
  /// 0 to 59.
  package var minute: Int { secondOfDay / 60 % 60 }
  /// 0 to 59; clocks on the wall know no leap second.
  package var second: Int { secondOfDay % 60 }

  /// By what the clocks show, which in an overlap is not the order of the instants.
  package static func < (left: WallTime, right: WallTime) -> Bool {
    (left.date.daysSinceEpoch, left.secondOfDay, left.nanosecond)
      < (right.date.daysSinceEpoch, right.secondOfDay, right.nanosecond)
  }
}
