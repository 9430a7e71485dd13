package import CalendarTime
package import FoundationEssentials

// Each period holds the same number of places, so every occurrence can be reckoned by its position
// and none has to be counted through.
extension RecurrenceRule {
  /// The first day of the series, which may be later than `start`; nil past the year 9999.
  package var firstDate: CalendarDate? { date(at: 0) }

  /// The last day of the series; nil for one without end, or with an end past the year 9999.
  package var lastDate: CalendarDate? { count.flatMap { date(at: $0 - 1) } }

  /// How many days the series has; nil for one without end.
  package var count: Int? {
    switch end {
    case .never: nil
    case .count(let count): count
    case .date(let last): position(from: last.adding(days: 1))
    }
  }

  /// The day at a position, counted from 0; nil past the end and past the year 9999.
  package func date(at position: Int) -> CalendarDate? {
    guard position >= 0 else { return nil }
    if case .count(let count) = end, position >= count { return nil }
    let (index, overflow) = position.addingReportingOverflow(passedPlaces)
    guard !overflow, let date = date(period: index / places, place: index % places) else {
      return nil
    }
    if case .date(let last) = end, date > last { return nil }
    return date
  }

  /// The last day of the series that is not after `date`; nil before its first.
  package func lastDate(through date: CalendarDate) -> CalendarDate? {
    let position = position(from: date.adding(days: 1)) - 1
    return self.date(at: min(position, (count ?? .max) - 1))
  }

  /// Whether the series happens on a day.
  package func contains(_ date: CalendarDate) -> Bool {
    self.date(at: position(from: date)) == date
  }

  /// The days of the series in a range, earliest first.
  package func dates(in range: Range<CalendarDate>) -> [CalendarDate] {
    var found: [CalendarDate] = []
    var position = position(from: range.lowerBound)
    while let date = date(at: position), date < range.upperBound {
      found.append(date)
      position += 1
    }
    return found
  }

  /// The instants in a range at which the occurrences begin that have `secondOfDay` on the clocks of
  /// `zone`, earliest first.
  ///
  /// A time that the clocks skip is moved by the gap, and one that comes twice is the first, each by
  /// itself: the days after it are not moved (RFC 5545 section 3.3.5).
  package func instants(in range: Range<Date>, secondOfDay: Int, zone: Zone) -> [Date] {
    // Where a zone skipped a whole day, an instant lies a day away from its date.
    let first = zone.date(at: range.lowerBound).adding(days: -2)
    let after = zone.date(at: range.upperBound).adding(days: 3)
    return dates(in: first..<after)
      .map { zone.instant(of: WallTime(date: $0, secondOfDay: secondOfDay)) }
      .filter(range.contains)
  }

  /// How many days the series has before `date`, its end left aside.
  func position(from date: CalendarDate) -> Int {
    let period = max(0, period(of: date))
    let before = (0..<places).count { place in
      self.date(period: period, place: place).map { $0 < date } ?? false
    }
    return max(0, period * places + before - passedPlaces)
  }

  /// Places of the first period that lie before the start.
  private var passedPlaces: Int {
    (0..<places).count { place in date(period: 0, place: place).map { $0 < start } ?? false }
  }

  /// The number of occurrences in each period.
  private var places: Int {
    guard case .weekly(let days) = pattern else { return 1 }
    return days.count
  }
}

// MARK: Periods

extension RecurrenceRule {
  /// The number of the last period that begins on or before `date`; negative before the first.
  private func period(of date: CalendarDate) -> Int {
    let steps: Int
    switch pattern {
    case .daily: steps = date.daysSinceEpoch - start.daysSinceEpoch
    case .weekly:
      let first = start.startOfWeek(firstWeekday: firstDayOfWeek)
      steps = (date.daysSinceEpoch - first.daysSinceEpoch).flooredQuotient(7)
    case .absoluteMonthly, .relativeMonthly: steps = date.monthNumber - start.monthNumber
    case .absoluteYearly, .relativeYearly: steps = date.year - start.year
    }
    return steps.flooredQuotient(interval)
  }

  /// The day at a place of a period, both counted from 0; nil past the year 9999.
  private func date(period: Int, place: Int) -> CalendarDate? {
    let (steps, overflow) = period.multipliedReportingOverflow(by: interval)
    // The calendar has fewer days than this.
    guard !overflow, (0..<4_000_000).contains(steps) else { return nil }
    switch pattern {
    case .daily: return start.adding(days: steps).inCalendar
    case .weekly(let days):
      let first = start.startOfWeek(firstWeekday: firstDayOfWeek)
      let offsets = days.map { $0.days(after: firstDayOfWeek) }.sorted()
      return first.adding(days: 7 * steps + offsets[place]).inCalendar
    case .absoluteMonthly(let day): return month(after: steps)?.day(upTo: day)
    case .relativeMonthly(let index, let days): return month(after: steps)?.day(index, of: days)
    case .absoluteYearly(let month, let day):
      return Month(year: start.year + steps, month: month)?.day(upTo: day)
    case .relativeYearly(let month, let index, let days):
      return Month(year: start.year + steps, month: month)?.day(index, of: days)
    }
  }

  private func month(after steps: Int) -> Month? {
    let number = start.monthNumber + steps
    return Month(year: number / 12, month: number % 12 + 1)
  }
}

extension Month {
  /// A day of the month, or its last where it is shorter.
  fileprivate func day(upTo day: Int) -> CalendarDate {
    firstDay.adding(days: min(day, CalendarDate.length(ofMonth: month, year: year)) - 1)
  }

  /// The day at an index among the days that are any of these weekdays, at least one.
  fileprivate func day(_ index: RecurrenceRule.Index, of weekdays: Set<Weekday>) -> CalendarDate {
    if index == .last {
      let last = endDay.adding(days: -1)
      return last.adding(days: -(weekdays.map { last.weekday.days(after: $0) }.min() ?? 0))
    }
    // The first of each weekday; all others follow by whole weeks.
    let firsts = weekdays.map { $0.days(after: firstDay.weekday) }.sorted()
    let number = index.number - 1
    return firstDay.adding(days: firsts[number % firsts.count] + 7 * (number / firsts.count))
  }
}

extension RecurrenceRule.Index {
  /// 1 to 4, and -1 for the last.
  var number: Int {
    switch self {
    case .first: 1
    case .second: 2
    case .third: 3
    case .fourth: 4
    case .last: -1
    }
  }

  /// The index of a number of that kind; nil for the fifth and for the last but one.
  init?(number: Int) {
    guard let index = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = index
  }
}

extension Weekday {
  /// Days from another weekday to this one, 0 to 6.
  fileprivate func days(after other: Weekday) -> Int {
    (rawValue - other.rawValue).flooredRemainder(7)
  }
}

extension CalendarDate {
  /// Months from the beginning of the year 0.
  fileprivate var monthNumber: Int {
    let (year, month, _) = components
    return year * 12 + month - 1
  }

  /// The date itself, or nil past the year 9999.
  fileprivate var inCalendar: CalendarDate? { year <= 9999 ? self : nil }
}
