/// What a clock on the wall shows: a date and a time of day, without a zone.
package struct WallTime: Hashable, Comparable, Sendable {
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

  package init(date: CalendarDate, hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    self.init(
      date: date, secondOfDay: hour * 3600 + minute * 60 + second, nanosecond: nanosecond)
  }

  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  package static func < (left: WallTime, right: WallTime) -> Bool {
    (left.date.daysSinceEpoch, left.secondOfDay, left.nanosecond)
      < (right.date.daysSinceEpoch, right.secondOfDay, right.nanosecond)
  }
}
