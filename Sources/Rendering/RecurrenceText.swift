import CalendarTime
package import Calendaring

/// How a series goes on, in words.
package enum RecurrenceText {
  /// The words for a series: `every 2 weeks on Mon and Fri from Mon 30 Nov 2026, 5 times`.
  ///
  /// What is not understood becomes a note that says what.
  package static func words(_ recurrence: Recurrence) -> String {
    switch recurrence {
    case .rule(let rule): pattern(rule) + " from \(rule.start.heading)" + end(rule)
    case .notUnderstood(let what): "in a way not understood here (\(what))"
    }
  }

  /// The same without its start, for a line that says it already.
  package static func shortWords(_ rule: RecurrenceRule) -> String { pattern(rule) + end(rule) }

  private static func pattern(_ rule: RecurrenceRule) -> String {
    func every(_ unit: String) -> String {
      rule.interval == 1 ? "every \(unit)" : "every \(rule.interval) \(unit)s"
    }
    switch rule.pattern {
    case .daily: return every("day")
    case .weekly(let days): return every("week") + " on " + list(days)
    case .absoluteMonthly(day: 31): return every("month") + " on the last day"
    case .absoluteMonthly(let day):
      return every("month") + " on day \(day)" + (day > 28 ? " or the last" : "")
    case .relativeMonthly(let index, let days):
      return every("month") + " on the " + relative(index, days)
    case .absoluteYearly(let month, let day):
      let isPlain = !rule.pattern.isOftenLastDay
      return every("year") + " on " + (isPlain ? "\(day) \(name(month))" : lastDay(of: month))
    case .relativeYearly(let month, let index, let days):
      return every("year") + " on the \(relative(index, days)) of \(name(month))"
    }
  }

  private static func end(_ rule: RecurrenceRule) -> String {
    switch rule.end {
    case .never: ""
    case .date(let date): " until \((rule.lastDate ?? date).heading)"
    case .count(1): ", once"
    case .count(let count): ", \(count) times"
    }
  }

  private static func relative(_ index: RecurrenceRule.Index, _ days: Set<Weekday>) -> String {
    let name: String
    switch days {
    case Set(Weekday.allCases): name = "day"
    case [.monday, .tuesday, .wednesday, .thursday, .friday]: name = "weekday"
    default: name = list(days, last: "or")
    }
    return "\(index.rawValue) \(name)"
  }

  private static func lastDay(of month: Int) -> String {
    month == 2 ? "29 February or the 28th" : "the last day of \(name(month))"
  }

  private static func name(_ month: Int) -> String { Month(year: 2000, month: month)?.name ?? "" }

  private static func list(_ days: Set<Weekday>, last: String = "and") -> String {
    let words = days.sorted().map(\.shortName)
    guard let final = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + final
  }
}
