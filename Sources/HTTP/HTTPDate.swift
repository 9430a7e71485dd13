package import struct FoundationEssentials.Date

/// The three forms of a date in an HTTP header.
///
/// Source: RFC 9110 section 5.6.7. All are in UTC; the name of the weekday is not checked.
package enum HTTPDate {
  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  /// `Sun Nov  6 08:49:37 1994`; nil for anything else.
  ///
  /// `now` decides the century of a two-digit year: never over 50 years ahead.
  package static func parse(_ text: String, now: Date) -> Date? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT" || words[5] == "UTC":
      return date(day: words[1], month: words[2], year: words[3], time: words[4])
    case 4 where words[3] == "GMT" || words[3] == "UTC":
      let parts = words[1].split(separator: "-").map(String.init)
      guard parts.count == 3, parts[2].utf8.count == 2, let short = number(parts[2]) else {
        return nil
      }
      return twoDigitYear(short, day: parts[0], month: parts[1], time: words[2], now: now)
    case 5:
      return date(day: words[2], month: words[1], year: words[4], time: words[3])
    default:
      return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigitYear(
    _ short: Int, day: String, month: String, time: String, now: Date
  ) -> Date? {
    let limit = now.addingTimeInterval(50 * 365.25 * 86400)
    for century in [2200, 2100, 2000, 1900] {
      if let found = date(day: day, month: month, year: String(century + short), time: time),
        found <= limit
      {
        return found
      }
    }
    return nil
  }

  private static func date(day: String, month: String, year: String, time: String) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), let month = months.firstIndex(of: month),
      year.utf8.count == 4, let year = number(year), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysSince1970(year: year, month: month + 1, day: day)
    return Date(
      timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second))
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, years counted from March on.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
