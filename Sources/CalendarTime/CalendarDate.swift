/// A day of the proleptic Gregorian calendar, without a zone.
package struct CalendarDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before.
  package let daysSinceEpoch: Int

  /// Any day, also outside the years 1 to 9999.
  package init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

  /// The given day, or nil when the calendar has none such.
  ///
  /// - Parameters:
  ///   - year: 1 to 9999, the range of Graph and of RFC 3339.
  ///   - month: 1 to 12.
  ///   - day: 1 to the length of the month.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    daysSinceEpoch = Self.days(year: year, month: month, day: day)
  }

  /// Days from 1970-01-01 to a civil date, by eras of 400 years that start in March.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month and day in one pass, for callers that need more than one.
  package var components: (year: Int, month: Int, day: Int) {
    let shifted = daysSinceEpoch + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9)
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// 0 is the year before 1; only dates reckoned beyond the range of Graph have it.
  package var year: Int { components.year }
  /// 1 to 12.
  package var month: Int { components.month }
  /// The day of the month, 1 to 31.
  package var day: Int { components.day }

  /// The day of the week, which is the same in every zone.
  package var weekday: Weekday {
    // 1970-01-01 was a Thursday, the fourth day of an ISO week.
    Weekday(isoNumber: (daysSinceEpoch + 3).flooredRemainder(7) + 1)
  }

  /// The date so many days later; a negative number goes back.
  package func adding(days: Int) -> CalendarDate {
    CalendarDate(daysSinceEpoch: daysSinceEpoch + days)
  }

  /// Whether the left date comes first.
  package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }

  /// Days of `month`, 28 to 31.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    default: 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// As RFC 3339 writes a full date: `2026-11-30`.
  package var description: String {
    let (year, month, day) = components
    return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
  }
}

/// A day of the week, numbered as ISO 8601 does: Monday 1 to Sunday 7.
package enum Weekday: Int, CaseIterable, Sendable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// - Precondition: `isoNumber` is 1 to 7.
  package init(isoNumber: Int) {
    guard let weekday = Weekday(rawValue: isoNumber) else {
      preconditionFailure("a weekday's number is 1 to 7")
    }
    self = weekday
  }

  /// By ISO number: Monday comes first, Sunday last.
  package static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}

extension Int {
  /// The quotient rounded towards negative infinity.
  package func flooredQuotient(_ divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient
  }

  /// The remainder that goes with `flooredQuotient`: never negative for a positive divisor.
  package func flooredRemainder(_ divisor: Int) -> Int {
    self - flooredQuotient(divisor) * divisor
  }

  /// Decimal digits with zeros in front, at least `width` of them.
  package func padded(to width: Int) -> String {
    let digits = String(magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, width - digits.count))
    return (self < 0 ? "-" : "") + zeros + digits
  }
}
