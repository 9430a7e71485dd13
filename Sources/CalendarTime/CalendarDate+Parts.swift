extension CalendarDate {
  /// The same day of another month, or its last day where the month is shorter.
  package func adding(months: Int) -> CalendarDate {
    let (year, month, day) = components
    let index = year * 12 + month - 1 + months
    let newYear = index.flooredQuotient(12)
    let newMonth = index.flooredRemainder(12) + 1
    let length = Self.length(ofMonth: newMonth, year: newYear)
    return CalendarDate(
      daysSinceEpoch: Self.days(year: newYear, month: newMonth, day: min(day, length)))
  }

  /// The first such day of a year from `date` on; nil where no year has it.
  package static func first(day: Int, month: Int, from date: CalendarDate) -> CalendarDate? {
    // Eight years hold a 29 February wherever they begin.
    (date.year...date.year + 8).lazy
      .compactMap { CalendarDate(year: $0, month: month, day: day) }.first { $0 >= date }
  }

  /// The first such weekday from `date` on.
  package static func first(_ weekday: Weekday, from date: CalendarDate) -> CalendarDate {
    date.adding(days: (weekday.rawValue - date.weekday.rawValue).flooredRemainder(7))
  }

  /// Reads `2026-11-30` and nothing else.
  package init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      parts[2].utf8.count == 2, let year = Digits.value(of: parts[0]),
      let month = Digits.value(of: parts[1]), let day = Digits.value(of: parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
