import CalendarTime
package import Calendaring

extension RecurrenceRule {
  /// A rule of any kind, begun between 2020 and 2030, that has days; often its start is none of them.
  package static func random(
    timeZone: String? = nil, using random: inout SeededRandom
  ) -> RecurrenceRule {
    while true {
      let start = CalendarDate(daysSinceEpoch: Int.random(in: 18_262...21_914, using: &random))
      let end: End =
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .never
        case 1: .count(Int.random(in: 1...30, using: &random))
        default: .date(start.adding(days: Int.random(in: 0...1500, using: &random)))
        }
      let interval =
        Bool.random(using: &random) ? 1 : Int.random(in: 1...13, using: &random)
      let rule = try? RecurrenceRule(
        .random(using: &random), interval: interval,
        firstDayOfWeek: Weekday.allCases.randomElement(using: &random) ?? .monday, start: start,
        end: end, timeZone: timeZone)
      // An end before the first day makes no rule.
      if let rule { return rule }
    }
  }
}

extension RecurrenceRule.Pattern {
  /// Any of the six, short months and many weekdays among them.
  package static func random(using random: inout SeededRandom) -> Self {
    let month = Int.random(in: 1...12, using: &random)
    let day = Int.random(in: 1...31, using: &random)
    let index = RecurrenceRule.Index.allCases.randomElement(using: &random) ?? .first
    var days: Set<Weekday> = []
    repeat {
      days.insert(Weekday(isoNumber: Int.random(in: 1...7, using: &random)))
    } while Int.random(in: 0..<3, using: &random) == 0
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .daily
    case 1: return .weekly(days)
    case 2: return .absoluteMonthly(day: day)
    case 3: return .relativeMonthly(index, days)
    case 4: return .absoluteYearly(month: month, day: day)
    default: return .relativeYearly(month: month, index, days)
    }
  }
}
