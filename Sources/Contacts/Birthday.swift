/// A day of birth, with its year or, for those who keep it to themselves, without.
package struct Birthday: Hashable, Sendable {
  package let month: Int
  package let day: Int
  /// Nil when it is not known.
  package let year: Int?

  /// The year that stands for an unknown one where a date needs a year.
  ///
  /// It is far enough back to be nobody's, and a leap year, so that 29 February survives; the desktop
  /// and telephone programs of others use the same.
  package static let placeholderYear = 1604

  /// Nil for a date that no calendar has; without a year 29 February is one.
  package init?(year: Int?, month: Int, day: Int) {
    guard (1...12).contains(month), year.map({ (1...9999).contains($0) }) ?? true else {
      return nil
    }
    let known = year == Self.placeholderYear ? nil : year
    guard (1...Self.days(of: month, in: known ?? Self.placeholderYear)).contains(day) else {
      return nil
    }
    self.month = month
    self.day = day
    self.year = known
  }

  /// Reads `1984-04-01`, and `04-01`, `--04-01` or `--0401` for one without year (RFC 6350, 4.3.1).
  package init?(_ text: some StringProtocol) {
    var written = String(text)
    let isYearless = written.hasPrefix("--")
    if isYearless {
      written.removeFirst(2)
      if written.count == 4 {
        written.insert("-", at: written.index(written.startIndex, offsetBy: 2))
      }
    }
    let parts: [Substring] = written.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count else { return nil }
    switch parts.map({ $0.count }) {
    case [4, 2, 2] where !isYearless:
      self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    case [2, 2]: self.init(year: nil, month: numbers[0], day: numbers[1])
    default: return nil
    }
  }

  /// `1984-04-01`, or `--04-01` without a year; what `init(_:)` reads.
  package var text: String {
    let date = "\(Self.twoDigits(month))-\(Self.twoDigits(day))"
    guard let year else { return "--" + date }
    return String(repeating: "0", count: max(0, 4 - String(year).count)) + "\(year)-" + date
  }

  /// The month and day of the birthday in a year: 29 February is kept on the 28th of common years, as
  /// Outlook does with a yearly event.
  package func anniversary(in year: Int) -> (month: Int, day: Int) {
    (month, min(day, Self.days(of: month, in: year)))
  }

  /// The age that the birthday in `year` brings; nil without a year of birth, and before it.
  package func age(in year: Int) -> Int? {
    guard let born = self.year, year >= born else { return nil }
    return year - born
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
