import CalendarTime
import FoundationEssentials
import ICalendarC

/// A time as iCalendar writes it, before its zone is known.
///
/// Source: RFC 5545 sections 3.3.4 and 3.3.5.
enum WrittenMoment: Hashable {
  case date(CalendarDate)
  /// On the clocks of the zone that the file calls so; nil for a time that floats.
  case wall(WallTime, zone: String?)
  case utc(Date)

  /// Reads a value; nil for what is no date and no time.
  init?(_ text: some StringProtocol, zone: String? = nil) {
    let text = text.trimmed.uppercased()
    guard text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
    let halves = text.split(separator: "T", omittingEmptySubsequences: false)
    guard (1...2).contains(halves.count), let date = Self.date(halves[0]) else { return nil }
    guard halves.count == 2 else {
      self = .date(date)
      return
    }
    let isUTC = halves[1].hasSuffix("Z")
    guard let second = Self.secondOfDay(isUTC ? halves[1].dropLast() : halves[1]) else {
      return nil
    }
    let wall = WallTime(date: date, secondOfDay: second)
    self = isUTC ? .utc(Zone.utc.instant(of: wall)) : .wall(wall, zone: zone)
  }

  /// The date or time that a property holds; nil where it holds none.
  init?(_ property: ICalProperty) {
    self.init(property.value, zone: property["TZID"])
  }

  var isDate: Bool {
    if case .date = self { return true }
    return false
  }

  private static func date(_ text: Substring) -> CalendarDate? {
    guard text.utf8.count == 8, let number = number(text) else { return nil }
    return CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// A leap second counts as the one before it.
  private static func secondOfDay(_ text: Substring) -> Int? {
    guard text.utf8.count == 6, let number = number(text) else { return nil }
    let (hour, minute, second) = (number / 10_000, number / 100 % 100, number % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + min(second, 59)
  }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }
}

/// A duration as iCalendar writes it, which may go back: `-PT15M`, `P1DT2H`, `P2W`.
///
/// Source: RFC 5545 section 3.3.6.
struct WrittenDuration: Hashable {
  var length: CalendarDuration

  /// Nil for other text and for more than 100 years.
  init?(_ text: String) {
    let text = text.trimmed
    let isNegative = text.hasPrefix("-")
    let rest = text.hasPrefix("+") || isNegative ? String(text.dropFirst()) : text
    guard rest.uppercased().hasPrefix("P"), let length = try? CalendarDuration(parsing: rest) else {
      return nil
    }
    self.length = isNegative ? length.negated : length
  }
}

/// An offset from UTC as iCalendar writes it: `+0100`, `-053000`.
///
/// Source: RFC 5545 section 3.3.14.
enum WrittenOffset {
  /// Seconds east of UTC, less than a day; nil for other text.
  static func seconds(_ text: String) -> Int? {
    let text = text.trimmed
    let digits = text.dropFirst()
    guard let sign = text.first, "+-".contains(sign), [4, 6].contains(digits.utf8.count),
      digits.allSatisfy({ $0.isASCII && $0.isNumber }), var number = Int(digits)
    else { return nil }
    if digits.utf8.count == 4 { number *= 100 }
    let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * (sign == "-" ? -1 : 1)
  }
}
