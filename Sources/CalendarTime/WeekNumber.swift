/// A week of ISO 8601: from Monday to Sunday, numbered within the year of its Thursday.
package struct WeekNumber: Hashable, Comparable, Sendable {
  /// The ISO year, which near 1 January may differ from the calendar's.
  package let year: Int
  /// 1 to 53.
  package let week: Int

  /// The week of a date.
  package init(containing date: CalendarDate) {
    let thursday = date.startOfWeek(firstWeekday: .monday).adding(days: 3)
    year = thursday.year
    week = (thursday.daysSinceEpoch - CalendarDate.days(year: year, month: 1, day: 1)) / 7 + 1
  }

  /// The given week; nil when the year has none such: few have a week 53.
  package init?(year: Int, week: Int) {
    guard (1...9999).contains(year), (1...53).contains(week) else { return nil }
    let monday = Self.firstMonday(ofYear: year).adding(days: (week - 1) * 7)
    let found = WeekNumber(containing: monday)
    guard found.year == year, found.week == week else { return nil }
    self = found
  }

  /// The first of the seven days.
  package var monday: CalendarDate { Self.firstMonday(ofYear: year).adding(days: (week - 1) * 7) }

  /// 4 January is always in week 1.
  private static func firstMonday(ofYear year: Int) -> CalendarDate {
    CalendarDate(daysSinceEpoch: CalendarDate.days(year: year, month: 1, day: 4))
      .startOfWeek(firstWeekday: .monday)
  }

  /// Whether the left week comes first.
  package static func < (left: WeekNumber, right: WeekNumber) -> Bool {
    (left.year, left.week) < (right.year, right.week)
  }
}

extension WeekNumber: CustomStringConvertible {
  /// As ISO 8601 writes it: `2026-W53`.
  package var description: String { "\(year.padded(to: 4))-W\(week.padded(to: 2))" }
}

extension CalendarDate {
  /// The last date, this one included, that is a `firstWeekday`.
  package func startOfWeek(firstWeekday: Weekday) -> CalendarDate {
    adding(days: -(weekday.rawValue - firstWeekday.rawValue).flooredRemainder(7))
  }
}
