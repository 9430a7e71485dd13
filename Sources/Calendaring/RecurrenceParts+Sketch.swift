import CalendarTime

// Which rules of RFC 5545 have the same days as a pattern of Outlook. Anything else is refused with
// its reason, never rounded.
extension RecurrenceParts {
  /// The rule in the terms of Outlook; `start` gives what it leaves unsaid.
  func sketch(start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    try checkCombination()
    var sketch: RecurrenceSketch
    switch frequency {
    case .secondly, .minutely, .hourly:
      throw error(.noExactForm("a series has one event a day at most"))
    case .daily: sketch = try daily()
    case .weekly: sketch = try weekly(start)
    case .monthly: sketch = try monthly(start)
    case .yearly: sketch = try yearly(start)
    }
    sketch.interval = interval
    sketch.firstDayOfWeek = weekStart
    sketch.bound = bound
    sketch.isRRule = true
    return sketch
  }

  /// What the RFC itself rules out.
  private func checkCombination() throws(RecurrenceError) {
    let byMonthOrYear = frequency == .monthly || frequency == .yearly
    if !byMonthOrYear, let day = days.first(where: { $0.ordinal != nil }) {
      throw error(
        .invalid("\(name(of: day)) counts within months; FREQ=\(frequency.rawValue) has none"))
    }
    if frequency == .weekly, !monthDays.isEmpty {
      throw error(.invalid("BYMONTHDAY does not go with FREQ=WEEKLY"))
    }
    if !positions.isEmpty, days.isEmpty, monthDays.isEmpty, months.isEmpty {
      throw error(.invalid("BYSETPOS has nothing to choose from"))
    }
  }

  // MARK: Frequencies

  private func daily() throws(RecurrenceError) -> RecurrenceSketch {
    guard months.isEmpty, monthDays.isEmpty, positions.isEmpty else {
      throw error(.noExactForm("days that are left out by month or position (FREQ=DAILY)"))
    }
    return days.isEmpty ? RecurrenceSketch(pattern: .daily) : try everySuchWeekday()
  }

  private func weekly(_ start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    guard months.isEmpty, positions.isEmpty else {
      throw error(.noExactForm("weeks that are left out by month or position (FREQ=WEEKLY)"))
    }
    return RecurrenceSketch(pattern: .weekly(days.isEmpty ? [start.weekday] : weekdays))
  }

  private func monthly(_ start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    if !months.isEmpty {
      guard interval == 1 else {
        throw error(.noExactForm("months that are left out both by INTERVAL and by BYMONTH"))
      }
      return try yearly(start)
    }
    if days.isEmpty, monthDays.isEmpty {
      return RecurrenceSketch(pattern: .absoluteMonthly(day: start.day))
    }
    if monthDays.isEmpty {
      if choosesAllDays { return try everySuchWeekday() }
      let (index, weekdays) = try weekdayChoice(of: "the month")
      return RecurrenceSketch(pattern: .relativeMonthly(index, weekdays))
    }
    let (day, meansLastDay) = try dayChoice(length: 31, start: start)
    return RecurrenceSketch(pattern: .absoluteMonthly(day: day), meansLastDay: meansLastDay)
  }

  private func yearly(_ start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    guard let month = months.first else { return try yearlyWithoutMonth(start) }
    guard months.count == 1 else {
      throw error(.noExactForm("a yearly series has one month (\(Self.part("BYMONTH", months)))"))
    }
    if !days.isEmpty, monthDays.isEmpty {
      guard !choosesAllDays else {
        throw error(.noExactForm("a yearly series has one day, and this has every such weekday"))
      }
      let (index, weekdays) = try weekdayChoice(of: "the month")
      return RecurrenceSketch(pattern: .relativeYearly(month: month, index, weekdays))
    }
    let length = CalendarDate.length(ofMonth: month, year: 2000)
    let (day, meansLastDay) = try dayChoice(length: length, start: start)
    guard day <= length else {
      let name = Month(year: 2000, month: month)?.name ?? ""
      throw error(.neverOccurs("there is no \(day) \(name)"))
    }
    return RecurrenceSketch(
      pattern: .absoluteYearly(month: month, day: day), meansLastDay: meansLastDay)
  }

  private func yearlyWithoutMonth(
    _ start: CalendarDate
  ) throws(RecurrenceError) -> RecurrenceSketch {
    if !monthDays.isEmpty {
      guard interval == 1, positions.isEmpty else {
        throw error(.noExactForm("a yearly series has one month (BYMONTH)"))
      }
      return try monthly(start)
    }
    if days.isEmpty {
      return RecurrenceSketch(pattern: .absoluteYearly(month: start.month, day: start.day))
    }
    if choosesAllDays { return try everySuchWeekday() }
    // The first four of a year lie in January, the last in December.
    let (index, weekdays) = try weekdayChoice(of: "the year")
    return RecurrenceSketch(
      pattern: .relativeYearly(month: index == .last ? 12 : 1, index, weekdays))
  }

  // MARK: Choices

  private var weekdays: Set<Weekday> { Set(days.map(\.weekday)) }

  /// Whether nothing chooses among the days of `BYDAY`.
  private var choosesAllDays: Bool { positions.isEmpty && days.allSatisfy { $0.ordinal == nil } }

  private func everySuchWeekday() throws(RecurrenceError) -> RecurrenceSketch {
    guard interval == 1 else {
      throw error(
        .noExactForm("every \(interval) and only some weekdays (BYDAY with INTERVAL)"))
    }
    return RecurrenceSketch(pattern: .weekly(weekdays))
  }

  /// The one weekday of a month or year that `BYDAY` and `BYSETPOS` choose together.
  private func weekdayChoice(
    of period: String
  ) throws(RecurrenceError) -> (RecurrenceRule.Index, Set<Weekday>) {
    let numbered = days.filter { $0.ordinal != nil }
    guard numbered.isEmpty || days.count == 1 else {
      throw error(.noExactForm("several positions in \(period) (\(names))"))
    }
    guard let day = numbered.first, let ordinal = day.ordinal else {
      let part = Self.part("BYSETPOS", positions)
      guard let position = positions.first, positions.count == 1 else {
        throw error(.noExactForm("several positions in \(period) (\(part))"))
      }
      return (try index(position, part, period), weekdays)
    }
    try checkTrivialPosition()
    return (try index(ordinal, "BYDAY=\(name(of: day))", period), weekdays)
  }

  private func index(
    _ number: Int, _ part: String, _ period: String
  ) throws(RecurrenceError) -> RecurrenceRule.Index {
    guard let index = RecurrenceRule.Index(number: number) else {
      throw error(
        .noExactForm("it counts from the first to the fourth of \(period), and the last (\(part))"))
    }
    return index
  }

  /// The one day that `BYMONTHDAY` and `BYSETPOS` choose in a month of at most `length` days, and
  /// whether a shorter month is meant to have it on its last.
  private func dayChoice(
    length: Int, start: CalendarDate
  ) throws(RecurrenceError) -> (day: Int, meansLastDay: Bool) {
    guard days.isEmpty else {
      throw error(.noExactForm("a weekday only when it is a certain day of the month"))
    }
    if monthDays.count < 2 {
      try checkTrivialPosition()
      let day = monthDays.first ?? start.day
      if day == -1 { return (length, true) }
      guard day > 0 else {
        throw error(.noExactForm("it counts back to the last day only (BYMONTHDAY=\(day))"))
      }
      return (day, false)
    }
    // Day 28 is in every month, so the last of these is the highest that the month has.
    if positions == [-1], let highest = monthDays.max(), (29...31).contains(highest),
      monthDays == Set(28...highest)
    {
      return (min(highest, length), true)
    }
    let part = Self.part("BYMONTHDAY", monthDays)
    throw error(.noExactForm("several days of a month (\(part))"))
  }

  /// One day has no second position.
  private func checkTrivialPosition() throws(RecurrenceError) {
    guard positions.isEmpty || positions.contains(1) || positions.contains(-1) else {
      throw error(
        .neverOccurs("there is one such day at a time (\(Self.part("BYSETPOS", positions)))"))
    }
  }

  private func name(of day: Day) -> String {
    (day.ordinal.map(String.init) ?? "") + day.weekday.rruleName
  }

  private var names: String {
    "BYDAY=" + days.map { name(of: $0) }.sorted().joined(separator: ",")
  }
}
