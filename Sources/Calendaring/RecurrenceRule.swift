package import CalendarTime

/// On which days a series happens, in the terms in which Outlook keeps it.
///
/// Days are those of the clocks that the series goes by. A value of this type has at least one day.
/// Source: Microsoft Graph, resources "recurrencePattern" and "recurrenceRange".
package struct RecurrenceRule: Hashable, Sendable {
  /// Which days of a period are meant; the period is what the first word says.
  package enum Pattern: Hashable, Sendable {
    case daily
    /// On each of these weekdays.
    case weekly(Set<Weekday>)
    /// On a day of the month, 1 to 31; a month that is too short has it on its last.
    case absoluteMonthly(day: Int)
    /// Once a month: on the first to fourth or last day that is any of these weekdays.
    case relativeMonthly(Index, Set<Weekday>)
    /// On a day of a month, 1 to 12; in a year where the month is too short, on its last.
    case absoluteYearly(month: Int, day: Int)
    /// Once a year: as `relativeMonthly`, of one month.
    case relativeYearly(month: Int, Index, Set<Weekday>)
  }

  /// Which of several days of a month; there is no fifth and no last but one.
  package enum Index: String, Sendable, CaseIterable {
    case first, second, third, fourth, last
  }

  /// Where a series ends.
  package enum End: Hashable, Sendable {
    case never
    /// With the last occurrence that is not after this day.
    case date(CalendarDate)
    /// After so many occurrences, 1 or more.
    case count(Int)
  }

  /// Why no series has such a rule.
  package enum Flaw: Error, Hashable, Sendable {
    case interval(Int)
    case dayOfMonth(Int)
    case month(Int)
    case noWeekday
    case count(Int)
    /// The end comes before the first day that the pattern hits.
    case neverOccurs

    /// One line without a full stop.
    package var message: String {
      switch self {
      case .interval(let interval): "every \(interval) is not from 1 to \(Int32.max)"
      case .dayOfMonth(let day): "there is no day \(day)"
      case .month(let month): "there is no month \(month)"
      case .noWeekday: "no weekday is named"
      case .count(let count): "\(count) times is not from 1 to \(Int32.max)"
      case .neverOccurs: "it has no day before its end"
      }
    }
  }

  package let pattern: Pattern
  /// Every n-th day, week, month or year.
  package let interval: Int
  /// Where weeks begin, which decides with every second week and more.
  package let firstDayOfWeek: Weekday
  /// The first period is the one that holds this day; nothing happens before it.
  package let start: CalendarDate
  package let end: End
  /// The zone whose clocks the series goes by, by any name; nil for that of the event.
  package let timeZone: String?

  /// Checks what the rule is made of.
  ///
  /// Interval and count go from 1 to 2,147,483,647, the largest number that Graph's type holds.
  package init(
    _ pattern: Pattern, interval: Int = 1, firstDayOfWeek: Weekday = .monday, start: CalendarDate,
    end: End = .never, timeZone: String? = nil
  ) throws(Flaw) {
    guard Self.numbers.contains(interval) else { throw .interval(interval) }
    if case .count(let count) = end, !Self.numbers.contains(count) { throw .count(count) }
    try Self.check(pattern)
    self.pattern = pattern
    self.interval = interval
    self.firstDayOfWeek = firstDayOfWeek
    self.start = start
    self.end = end
    self.timeZone = timeZone
    guard firstDate != nil else { throw .neverOccurs }
  }

  private static let numbers = 1...Int(Int32.max)

  private static func check(_ pattern: Pattern) throws(Flaw) {
    switch pattern {
    case .daily: break
    case .weekly(let days), .relativeMonthly(_, let days): try check(days)
    case .absoluteMonthly(let day): try check(day: day)
    case .absoluteYearly(let month, let day):
      try check(month: month)
      try check(day: day)
    case .relativeYearly(let month, _, let days):
      try check(month: month)
      try check(days)
    }
  }

  private static func check(_ days: Set<Weekday>) throws(Flaw) {
    if days.isEmpty { throw .noWeekday }
  }

  private static func check(day: Int) throws(Flaw) {
    guard (1...31).contains(day) else { throw .dayOfMonth(day) }
  }

  private static func check(month: Int) throws(Flaw) {
    guard (1...12).contains(month) else { throw .month(month) }
  }
}

extension RecurrenceRule.Pattern {
  /// Whether it means a day that its one month has only in leap years, or never.
  package var isOftenLastDay: Bool {
    guard case .absoluteYearly(let month, let day) = self else { return false }
    return day > CalendarDate.length(ofMonth: month, year: 2001)
  }
}

/// How a series goes on, as far as this program understands it.
package enum Recurrence: Hashable, Sendable {
  case rule(RecurrenceRule)
  /// Something newer or odder than this program, and what about it, for people.
  case notUnderstood(String)
}
