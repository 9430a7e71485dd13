import CalendarTime

// RFC 5545 passes over months that are too short for a day of theirs, and Outlook takes their last day
// instead (section 3.3.10; Microsoft Graph, "recurrencePattern"). A rule of the RFC is kept where both
// come to the same days, if need be with a longer interval or without single days, else refused.
extension RecurrenceReader {
  /// More days than this are not looked at one by one: a hundred years of months.
  private static let mostDays = 1200
  /// More days than this are not left out of a series: each is a request of its own.
  private static let mostLeftOut = 100

  /// The series of an RRULE that names a day, 29 to 31, which some months lack.
  func reading(
    _ sketch: RecurrenceSketch, of wanted: Int, until bound: Bound?, text: String
  ) throws(RecurrenceError) -> Reading {
    let fromStart = try rule(sketch, from: start, end: .never, of: text)
    // Later days repeat these, or come in centuries.
    let early = (0..<480).lazy.compactMap(fromStart.date(at:))
    guard let first = early.first(where: { $0.day == wanted }) else {
      throw RecurrenceError(
        text: text, problem: .neverOccurs("no month of it has a day \(wanted)"))
    }
    let endless = try rule(sketch, from: first, end: .never, of: text)
    let end = try end(bound, of: endless, from: first, text: text)
    if let plain = try plain(sketch, from: first, end: end, of: text) { return plain }
    let refusal = RecurrenceError(
      text: text,
      problem: .noExactForm(
        "it has the event on the last day of months without a day \(wanted), which the rule skips"))
    guard let all = days(of: endless, wanted, until: end), let last = all.last else {
      throw refusal
    }
    let days = all.filter { $0.day == wanted }
    if let steady = try steady(sketch, days, end, of: text) { return steady }
    guard leavesOut, all.count - days.count <= Self.mostLeftOut else { throw refusal }
    var series = Reading(
      rule: try rule(sketch, from: first, end: .date(last), of: text),
      notes: moved(to: first) + [.daysLeftOut(all.count - days.count)])
    series.leftOut = Set(all).subtracting(days)
    return series
  }

  /// The rule as it is, where no month on its way is too short.
  private func plain(
    _ sketch: RecurrenceSketch, from first: CalendarDate, end: RecurrenceRule.End, of text: String
  ) throws(RecurrenceError) -> Reading? {
    let rule = try rule(sketch, from: first, end: end, of: text)
    return rule.missedDay == nil ? Reading(rule: rule, notes: moved(to: first)) : nil
  }

  /// The same days by a rule with a longer interval, as every fourth year for 29 February; nil where
  /// they do not lie equally far from each other.
  private func steady(
    _ sketch: RecurrenceSketch, _ days: [CalendarDate], _ end: RecurrenceRule.End, of text: String
  ) throws(RecurrenceError) -> Reading? {
    guard days.count > 1 else { return nil }
    var sparse = sketch
    let months = 12 * (days[1].year - days[0].year) + days[1].month - days[0].month
    if case .absoluteYearly = sketch.pattern {
      sparse.interval = months / 12
    } else {
      sparse.interval = months
    }
    let last = days[days.count - 1]
    let isCounted = if case .count = end { true } else { false }
    let rule = try rule(sparse, from: days[0], end: isCounted ? end : .date(last), of: text)
    guard rule.count == days.count, (days.indices).allSatisfy({ rule.date(at: $0) == days[$0] })
    else { return nil }
    return Reading(rule: rule, notes: moved(to: days[0]))
  }

  /// The days of Outlook's rule up to the last that the RFC's has; nil for a rule without end, and for
  /// more than are looked at.
  private func days(
    of endless: RecurrenceRule, _ wanted: Int, until end: RecurrenceRule.End
  ) -> [CalendarDate]? {
    var days: [CalendarDate] = []
    var hits = 0
    for position in 0..<Self.mostDays {
      guard let day = endless.date(at: position) else { return nil }
      if case .date(let last) = end, day > last { return upToLast(days, wanted) }
      days.append(day)
      if day.day == wanted { hits += 1 }
      if case .count(let count) = end, hits == count { return days }
    }
    return nil
  }

  private func upToLast(_ days: [CalendarDate], _ wanted: Int) -> [CalendarDate]? {
    days.lastIndex { $0.day == wanted }.map { Array(days[...$0]) }
  }

  private func moved(to first: CalendarDate) -> [RecurrenceNote] {
    first == start ? [] : [.startMoved(from: start, to: first)]
  }
}
