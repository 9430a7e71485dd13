package import FoundationEssentials

/// The `WHEN` of `week`: which week is meant.
package enum WeekExpression {
  /// Reads a week.
  ///
  /// `+1`, `-1` and `0` count from this week; `2026-W53` and `W53` are weeks of ISO 8601, and of
  /// weeks that do not begin with Monday the one with the same Thursday; `2026-12` is the week of
  /// that month's first day, and so are `dec` and `dec 2026`; anything that `TimeExpression` knows is
  /// the week of its day.
  ///
  /// - Parameters:
  ///   - text: as typed; empty is this week.
  ///   - now: what *this week* means.
  ///   - zone: where the days are counted.
  ///   - firstWeekday: with which day weeks begin.
  /// - Returns: the week, which begins with `firstWeekday`.
  /// - Throws: `TimeExpressionError` for text that is unclear.
  package static func parse(
    _ text: String, now: Date, zone: Zone, firstWeekday: Weekday
  ) throws(TimeExpressionError) -> Week {
    let this = Week(containing: zone.date(at: now), firstWeekday: firstWeekday)
    switch try WhenText.parse(text, now: now, zone: zone) {
    case .step(let count): return this.adding(weeks: count)
    case .week(let number):
      return Week(containing: number.monday.adding(days: 3), firstWeekday: firstWeekday)
    case .month(let month): return Week(containing: month.firstDay, firstWeekday: firstWeekday)
    case .date(let date): return Week(containing: date, firstWeekday: firstWeekday)
    }
  }
}

/// The `WHEN` of `month`: which month is meant.
package enum MonthExpression {
  /// Reads a month.
  ///
  /// `+1`, `-1` and `0` count from this month; `2026-12` and `dec 2026` are that month, `dec` is this
  /// one or the next of that name; `2026-W53` is the month of that week's Thursday; anything that
  /// `TimeExpression` knows is the month of its day.
  ///
  /// - Parameters:
  ///   - text: as typed; empty is this month.
  ///   - now: what *this month* means.
  ///   - zone: where the days are counted.
  /// - Returns: the month.
  /// - Throws: `TimeExpressionError` for text that is unclear.
  package static func parse(
    _ text: String, now: Date, zone: Zone
  ) throws(TimeExpressionError) -> Month {
    switch try WhenText.parse(text, now: now, zone: zone) {
    case .step(let count): return Month(containing: zone.date(at: now)).adding(months: count)
    case .week(let number): return Month(containing: number.monday.adding(days: 3))
    case .month(let month): return month
    case .date(let date): return Month(containing: date)
    }
  }
}

private enum WhenText {
  case step(Int)
  case week(WeekNumber)
  case month(Month)
  case date(CalendarDate)

  static func parse(
    _ text: String, now: Date, zone: Zone
  ) throws(TimeExpressionError) -> WhenText {
    let lowercase = text.trimmingBlanks().lowercased()
    func error(_ problem: TimeExpressionError.Problem) -> TimeExpressionError {
      TimeExpressionError(
        text: text, problem: problem, understood: [], hint: TimeExpressionError.weekHint)
    }
    if lowercase.isEmpty || lowercase == "0" { return .step(0) }
    if let sign = lowercase.first, sign == "+" || sign == "-",
      let count = Digits.value(of: lowercase.dropFirst())
    {
      guard count <= 5200 else { throw error(.outOfRange) }
      return try checked(.step(sign == "-" ? -count : count), now, zone, error)
    }
    let parts = lowercase.split(separator: "-", omittingEmptySubsequences: false)
    if let last = parts.last, last.hasPrefix("w"), parts.count <= 2,
      let week = Digits.value(of: last.dropFirst())
    {
      let today = WeekNumber(containing: zone.date(at: now))
      let year = parts.count == 1 ? today.year : Digits.value(of: parts[0])
      guard let year, parts[0].count == 4 || parts.count == 1,
        let number = WeekNumber(year: year, week: week)
      else {
        throw error(.noSuchWeek(lowercase.uppercased()))
      }
      return .week(number)
    }
    if parts.count == 2, parts[0].count == 4, parts[1].count == 2,
      let year = Digits.value(of: parts[0]), let number = Digits.value(of: parts[1])
    {
      guard let month = Month(year: year, month: number) else {
        throw error(.noSuchDate(lowercase))
      }
      return .month(month)
    }
    if let month = named(lowercase, now, zone) { return .month(month) }
    do {
      return .date(try TimeExpression.parse(text, now: now, zone: zone).date(in: zone))
    } catch let unclear {
      throw TimeExpressionError(
        text: text, problem: unclear.problem, understood: unclear.understood,
        hint: TimeExpressionError.weekHint)
    }
  }

  /// `dec`, this month or the next of that name, and `dec 2026`; nil for other text.
  private static func named(_ text: String, _ now: Date, _ zone: Zone) -> Month? {
    let words = text.split(separator: " ")
    guard let name = words.first, let number = Month.number(named: name) else { return nil }
    let this = Month(containing: zone.date(at: now))
    if words.count == 1 {
      return Month(year: number >= this.month ? this.year : this.year + 1, month: number)
    }
    guard words.count == 2, words[1].count == 4, let year = Digits.value(of: words[1]) else {
      return nil
    }
    return Month(year: year, month: number)
  }

  /// Refuses steps that leave the years 1 to 9999, counted in months, the longer of the two.
  private static func checked(
    _ step: WhenText, _ now: Date, _ zone: Zone,
    _ error: (TimeExpressionError.Problem) -> TimeExpressionError
  ) throws(TimeExpressionError) -> WhenText {
    guard case .step(let count) = step,
      (2...9998).contains(zone.date(at: now).adding(months: count).year)
    else { throw error(.outOfRange) }
    return step
  }
}
