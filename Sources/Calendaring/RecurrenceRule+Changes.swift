package import CalendarTime

// What becomes of a series when it is cut, moved or ended. Each is exact or nil, never rounded.
extension RecurrenceRule {
  /// How many days the series has before `date`.
  package func count(before date: CalendarDate) -> Int {
    min(position(from: date), count ?? .max)
  }

  /// The rest of the series from one of its days on, with the same end; nil for a day that it has not.
  ///
  /// A number of occurrences becomes that of those left.
  package func starting(on date: CalendarDate) -> RecurrenceRule? {
    guard contains(date) else { return nil }
    var end = end
    if case .count(let count) = end { end = .count(count - position(from: date)) }
    return changed(start: date, end: end)
  }

  /// The part of the series before `date`, ended by its last day; nil where there is none.
  package func ending(before date: CalendarDate) -> RecurrenceRule? {
    lastDate(through: date.adding(days: -1)).flatMap { changed(end: .date($0)) }
  }

  /// The series with another end; nil where that lies before its first day.
  package func ending(_ end: End) -> RecurrenceRule? { changed(end: end) }

  /// The series by other clocks.
  package func kept(in timeZone: String) -> RecurrenceRule? { changed(timeZone: timeZone) }

  /// The series with each of its days so many days later; nil where no rule says that.
  ///
  /// Days of a month move only as long as every month has them.
  package func moved(byDays days: Int) -> RecurrenceRule? {
    if days == 0 { return self }
    let start = start.adding(days: days)
    let pattern: Pattern
    var firstDayOfWeek = firstDayOfWeek
    switch self.pattern {
    case .daily: pattern = .daily
    case .weekly(let weekdays):
      pattern = .weekly(Set(weekdays.map { $0.moved(byDays: days) }))
      // So that each week stays together.
      firstDayOfWeek = firstDayOfWeek.moved(byDays: days)
    case .absoluteMonthly(let day)
    where Self.always.contains(day) && Self.always.contains(day + days)
      && start.month == self.start.month && start.year == self.start.year:
      pattern = .absoluteMonthly(day: day + days)
    case .absoluteYearly(let month, let day)
    where Self.always.contains(day) && Self.always.contains(day + days)
      && start.year == self.start.year:
      pattern = .absoluteYearly(month: month, day: day + days)
    default: return nil
    }
    var end = end
    if case .date(let last) = end { end = .date(last.adding(days: days)) }
    return try? RecurrenceRule(
      pattern, interval: interval, firstDayOfWeek: firstDayOfWeek, start: start, end: end,
      timeZone: timeZone)
  }

  /// The days that every month has.
  private static let always = 1...28

  private func changed(
    start: CalendarDate? = nil, end: End? = nil, timeZone: String? = nil
  ) -> RecurrenceRule? {
    try? RecurrenceRule(
      pattern, interval: interval, firstDayOfWeek: firstDayOfWeek, start: start ?? self.start,
      end: end ?? self.end, timeZone: timeZone ?? self.timeZone)
  }
}

extension Weekday {
  fileprivate func moved(byDays days: Int) -> Weekday {
    Weekday(isoNumber: (rawValue - 1 + days).flooredRemainder(7) + 1)
  }
}
