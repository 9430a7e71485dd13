package import CalendarTime

/// What a person should be told about a series that was understood.
package enum RecurrenceNote: Hashable, Sendable {
  /// The day asked for is not one of the series, which begins later.
  case startMoved(from: CalendarDate, to: CalendarDate)
  /// Some occurrences fall on the last day of a month that lacks this day; `ruleSkips` says that the
  /// rule as it was written leaves such months out (RFC 5545 section 3.3.10).
  case shortMonths(day: Int, ruleSkips: Bool)
  /// The same for 29 February in common years.
  case commonYears(ruleSkips: Bool)

  /// One line without a full stop.
  package var message: String {
    switch self {
    case .startMoved(let from, let to):
      "\(from.heading) is not a day of the series: it begins on \(to.heading)"
    case .shortMonths(let day, let ruleSkips):
      "months without a day \(day) have the event on their last day"
        + (ruleSkips ? "; the rule as written skips them" : "")
    case .commonYears(let ruleSkips):
      "years without 29 February have the event on the 28th"
        + (ruleSkips ? "; the rule as written skips them" : "")
    }
  }
}

extension RecurrenceRule {
  /// The day of the month that an occurrence lacks; nil where none does.
  ///
  /// Every 480th occurrence and later repeats what came before, or comes in centuries.
  var missedDay: Int? {
    let wanted: Int
    switch pattern {
    case .absoluteMonthly(let day), .absoluteYearly(_, let day): wanted = day
    default: return nil
    }
    guard wanted > 28 else { return nil }
    let some = (0..<min(count ?? 480, 480)).lazy.compactMap(date(at:))
    return some.contains { $0.day < wanted } ? wanted : nil
  }
}
