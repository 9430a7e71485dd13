package import FoundationEssentials

/// Seven calendar days in a row.
package struct Week: Hashable, Sendable {
  /// A day of any weekday: the one that weeks begin with for this person.
  package let firstDay: CalendarDate

  /// The week of a date, for people whose weeks begin with `firstWeekday`.
  package init(containing date: CalendarDate, firstWeekday: Weekday) {
    firstDay = date.startOfWeek(firstWeekday: firstWeekday)
  }

  /// The seven days in the order of the columns.
  package var days: [CalendarDate] { (0..<7).map { firstDay.adding(days: $0) } }

  /// The first day of the following week.
  package var endDay: CalendarDate { firstDay.adding(days: 7) }

  /// Whether a date is one of the seven days.
  package func contains(_ date: CalendarDate) -> Bool { firstDay <= date && date < endDay }

  /// The ISO number; nil for a week that does not begin with Monday, since it belongs to two.
  package var isoNumber: WeekNumber? {
    firstDay.weekday == .monday ? WeekNumber(containing: firstDay) : nil
  }

  /// The week so many weeks later; a negative number goes back.
  package func adding(weeks: Int) -> Week {
    Week(containing: firstDay.adding(days: weeks * 7), firstWeekday: firstDay.weekday)
  }

  /// From the first instant of the first day to that of the following week: 167, 168 or 169 hours,
  /// and fewer where a zone skipped a day.
  package func range(in zone: Zone) -> Range<Date> {
    zone.range(from: firstDay, to: endDay)
  }
}

/// A month of a year.
package struct Month: Hashable, Comparable, Sendable {
  /// 1 to 9999.
  package let year: Int
  /// 1 to 12.
  package let month: Int

  /// The given month, or nil when there is none such.
  package init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }

  /// The month of a date.
  package init(containing date: CalendarDate) {
    let components = date.components
    year = components.year
    month = components.month
  }

  /// The first of the month.
  package var firstDay: CalendarDate {
    CalendarDate(daysSinceEpoch: CalendarDate.days(year: year, month: month, day: 1))
  }

  /// The first day of the following month.
  package var endDay: CalendarDate { firstDay.adding(months: 1) }

  /// 28 to 31 days.
  package var days: [CalendarDate] {
    (firstDay.daysSinceEpoch..<endDay.daysSinceEpoch).map(CalendarDate.init(daysSinceEpoch:))
  }

  /// The weeks that touch the month, earliest first: 4 to 6, as a grid shows them.
  package func weeks(firstWeekday: Weekday) -> [Week] {
    var weeks = [Week(containing: firstDay, firstWeekday: firstWeekday)]
    while let last = weeks.last, last.endDay < endDay { weeks.append(last.adding(weeks: 1)) }
    return weeks
  }

  /// The month so many months later; a negative number goes back.
  package func adding(months: Int) -> Month {
    Month(containing: firstDay.adding(months: months))
  }

  /// From the first instant of the first day to that of the following month.
  package func range(in zone: Zone) -> Range<Date> { zone.range(from: firstDay, to: endDay) }

  /// Whether the left month comes first.
  package static func < (left: Month, right: Month) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

extension Zone {
  /// From the first instant of a date to that of another, which is left out.
  package func range(from first: CalendarDate, to end: CalendarDate) -> Range<Date> {
    let start = startOfDay(first)
    return start..<max(start, startOfDay(end))
  }

  /// The week of a date: `[first midnight, first midnight + 7 calendar days)`.
  package func weekRange(containing date: CalendarDate, firstWeekday: Weekday) -> Range<Date> {
    Week(containing: date, firstWeekday: firstWeekday).range(in: self)
  }
}
