package import CalendarTime

/// What a person should be told about a series that was understood.
package enum RecurrenceNote: Hashable, Sendable {
  /// The day asked for is not one of the series, which begins later.
  case startMoved(from: CalendarDate, to: CalendarDate)
  /// Some occurrences fall on the last day of a month that lacks this day.
  case shortMonths(day: Int)
  /// The same for 29 February in common years.
  case commonYears
  /// So many days that Outlook adds to the rule are left out of the series, one by one.
  case daysLeftOut(Int)

  /// One line without a full stop.
  package var message: String {
    switch self {
    case .startMoved(let from, let to):
      "\(from.heading) is not a day of the series: it begins on \(to.heading)"
    case .shortMonths(let day): "months without a day \(day) have the event on their last day"
    case .commonYears: "years without 29 February have the event on the 28th"
    case .daysLeftOut(let count):
      "of the series \(count) \(count == 1 ? "day is" : "days are") deleted that Outlook adds in short "
        + "months"
    }
  }
}

extension RecurrenceRule {
  /// The day of the month that an occurrence lacks; nil where none does.
  ///
  /// Every 480th occurrence and later repeats what came before, or comes in centuries.
  var missedDay: Int? {
    guard let wanted = pattern.lackingDay else { return nil }
    let some = (0..<min(count ?? 480, 480)).lazy.compactMap(date(at:))
    return some.contains { $0.day < wanted } ? wanted : nil
  }
}

extension RecurrenceRule.Pattern {
  /// The day of the month where some months lack it; nil for all others.
  var lackingDay: Int? {
    switch self {
    case .absoluteMonthly(let day), .absoluteYearly(_, let day): day > 28 ? day : nil
    default: nil
    }
  }
}
