import CalendarTime

/// On which days a series happens: Graph's pattern and range as one value.
///
/// Days are those of the series' own zone. Source: Graph `recurrencePattern` and `recurrenceRange`.
struct SeriesRule: Equatable, Sendable {
  enum Pattern: Equatable, Sendable {
    case daily
    /// On these weekdays of every n-th week; weeks start with `firstDay`.
    case weekly(Set<Weekday>, firstDay: Weekday)
    /// On a day of the month; where the month is too short, on its last.
    case absoluteMonthly(day: Int)
    /// On the index-th day of the month among these weekdays.
    case relativeMonthly(Set<Weekday>, Index)
    case absoluteYearly(month: Int, day: Int)
    case relativeYearly(month: Int, Set<Weekday>, Index)
  }

  enum Index: String, Sendable, CaseIterable {
    case first, second, third, fourth, last
  }

  enum End: Equatable, Sendable {
    case never
    /// Inclusive.
    case date(CalendarDate)
    case count(Int)
  }

  var pattern: Pattern
  /// Every n-th day, week, month or year; 1 or more.
  var interval: Int
  /// The first period is the one that holds this day; nothing happens before it.
  var start: CalendarDate
  /// The last day anything may happen on; nil for a series without end.
  private(set) var lastDay: CalendarDate?

  /// A rule of which `end` is worked out at once.
  ///
  /// `interval` is at least 1 and a set of weekdays has at least one.
  init(_ pattern: Pattern, interval: Int = 1, start: CalendarDate, end: End) {
    self.pattern = pattern
    self.interval = interval
    self.start = start
    switch end {
    case .never: lastDay = nil
    case .date(let date): lastDay = date
    case .count(let count): lastDay = nthDate(count) ?? start.adding(days: -1)
    }
  }

  // MARK: Dates

  /// The days of the series from one day to another, both included.
  func dates(from: CalendarDate, through: CalendarDate) -> [CalendarDate] {
    let from = max(from, start)
    let through = lastDay.map { min($0, through) } ?? through
    guard from <= through else { return [] }
    var found: [CalendarDate] = []
    var period = max(0, periodIndex(of: from))
    while let dates = dates(ofPeriod: period) {
      for date in dates where date >= from && date <= through { found.append(date) }
      guard let begin = beginning(ofPeriod: period + 1), begin <= through else { break }
      period += 1
    }
    return found
  }

  func contains(_ date: CalendarDate) -> Bool { !dates(from: date, through: date).isEmpty }

  /// The first day after `date`, or nil when none is left.
  func date(after date: CalendarDate) -> CalendarDate? {
    var period = max(0, periodIndex(of: max(date, start)))
    while let dates = dates(ofPeriod: period) {
      if let lastDay, let begin = beginning(ofPeriod: period), begin > lastDay { return nil }
      if let found = dates.first(where: { $0 > date && $0 >= start }) {
        return lastDay.map { found <= $0 } ?? true ? found : nil
      }
      period += 1
    }
    return nil
  }

  /// The last day before `date`, or nil when it is the first.
  func date(before date: CalendarDate) -> CalendarDate? {
    let limit = lastDay.map { min(date, $0.adding(days: 1)) } ?? date
    var period = periodIndex(of: limit)
    while period >= 0 {
      let dates = dates(ofPeriod: period) ?? []
      if let found = dates.last(where: { $0 < limit && $0 >= start }) { return found }
      period -= 1
    }
    return nil
  }

  /// The first day of the series, which may be later than `start`.
  var firstDate: CalendarDate? { date(after: start.adding(days: -1)) }

  /// The last day of the series; nil when it has no end, or no day at all.
  var lastDate: CalendarDate? { lastDay.flatMap { date(before: $0.adding(days: 1)) } }

  private func nthDate(_ count: Int) -> CalendarDate? {
    var left = count
    var period = 0
    while left > 0, let dates = dates(ofPeriod: period) {
      let dates = dates.filter { $0 >= start }
      if dates.count >= left { return dates[left - 1] }
      left -= dates.count
      period += 1
    }
    return nil
  }

  // MARK: Periods

  /// The days of the n-th period, earliest first; nil after the year 9999.
  private func dates(ofPeriod period: Int) -> [CalendarDate]? {
    guard let begin = beginning(ofPeriod: period) else { return nil }
    switch pattern {
    case .daily: return [begin]
    case .weekly(let days, _):
      return (0..<7).map(begin.adding(days:)).filter { days.contains($0.weekday) }
    case .absoluteMonthly(let day), .absoluteYearly(_, let day):
      let (year, month, _) = begin.components
      let length = CalendarDate.length(ofMonth: month, year: year)
      return [begin.adding(days: min(day, length) - 1)]
    case .relativeMonthly(let days, let index), .relativeYearly(_, let days, let index):
      let (year, month, _) = begin.components
      let fitting = (0..<CalendarDate.length(ofMonth: month, year: year))
        .map(begin.adding(days:)).filter { days.contains($0.weekday) }
      switch index {
      case .last: return fitting.suffix(1)
      case .first: return [fitting[0]]
      case .second: return [fitting[1]]
      case .third: return [fitting[2]]
      case .fourth: return [fitting[3]]
      }
    }
  }

  /// The first day of the n-th period: the day itself, of the week, or of the month.
  private func beginning(ofPeriod period: Int) -> CalendarDate? {
    let (steps, overflow) = period.multipliedReportingOverflow(by: interval)
    guard !overflow, steps < 4_000_000 else { return nil }
    switch pattern {
    case .daily: return inCalendar(start.adding(days: steps))
    case .weekly(_, let firstDay):
      return inCalendar(weekStart(start, firstDay).adding(days: 7 * steps))
    case .absoluteMonthly, .relativeMonthly:
      let (year, month, _) = start.components
      let months = year * 12 + month - 1 + steps
      return CalendarDate(year: months / 12, month: months % 12 + 1, day: 1)
    case .absoluteYearly(let month, _), .relativeYearly(let month, _, _):
      return CalendarDate(year: start.year + steps, month: month, day: 1)
    }
  }

  /// The number of the last period that begins on or before `date`; negative before the first.
  private func periodIndex(of date: CalendarDate) -> Int {
    let steps: Int
    switch pattern {
    case .daily: steps = date.daysSinceEpoch - start.daysSinceEpoch
    case .weekly(_, let firstDay):
      let days = date.daysSinceEpoch - weekStart(start, firstDay).daysSinceEpoch
      steps = days.flooredQuotient(7)
    case .absoluteMonthly, .relativeMonthly:
      let (from, to) = (start.components, date.components)
      steps = (to.year - from.year) * 12 + to.month - from.month
    case .absoluteYearly(let month, _), .relativeYearly(let month, _, _):
      steps = date.year - start.year - (date.month < month ? 1 : 0)
    }
    return steps.flooredQuotient(interval)
  }

  private func weekStart(_ date: CalendarDate, _ firstDay: Weekday) -> CalendarDate {
    let distance = (date.weekday.rawValue - firstDay.rawValue).flooredRemainder(7)
    return date.adding(days: -distance)
  }

  private func inCalendar(_ date: CalendarDate) -> CalendarDate? {
    date.year <= 9999 ? date : nil
  }
}
