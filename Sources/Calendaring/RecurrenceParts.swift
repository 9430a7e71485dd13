import CalendarTime
import FoundationEssentials

/// The parts of an RRULE, each checked by itself.
///
/// Source: RFC 5545 section 3.3.10.
struct RecurrenceParts {
  enum Frequency: String {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday of `BYDAY`, with the number before it: `2TU`, `-1FR`, `MO`.
  struct Day: Hashable {
    var ordinal: Int?
    var weekday: Weekday
  }

  let text: String
  private(set) var frequency = Frequency.daily
  private(set) var interval = 1
  private(set) var bound: RecurrenceReader.Bound?
  private(set) var weekStart = Weekday.monday
  private(set) var days: Set<Day> = []
  private(set) var monthDays: Set<Int> = []
  private(set) var months: Set<Int> = []
  private(set) var positions: Set<Int> = []

  /// Takes a rule apart; names and words in any letter case.
  init(_ text: String) throws(RecurrenceError) {
    self.text = text
    var rule = Substring(text.filter { !$0.isWhitespace }.uppercased())
    if rule.hasPrefix("RRULE:") { rule = rule.dropFirst(6) }
    if rule.hasSuffix(";") { rule.removeLast() }
    var seen: Set<Substring> = []
    for part in rule.split(separator: ";", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty else { throw error(.unknown(String(part))) }
      guard seen.insert(sides[0]).inserted else {
        throw error(.invalid("\(sides[0]) stands in it twice"))
      }
      try take(sides[0], sides[1])
    }
    guard seen.contains("FREQ") else { throw error(.invalid("FREQ is missing")) }
    if seen.contains("COUNT"), seen.contains("UNTIL") { throw error(.severalEnds) }
  }

  func error(_ problem: RecurrenceError.Problem) -> RecurrenceError {
    RecurrenceError(text: text, problem: problem)
  }

  /// A name with its values as they are shown to people: `BYSETPOS=1,-1`.
  static func part(_ name: String, _ values: Set<Int>) -> String {
    name + "=" + values.sorted().map(String.init).joined(separator: ",")
  }

  private mutating func take(_ name: Substring, _ value: Substring) throws(RecurrenceError) {
    switch name {
    case "FREQ":
      guard let known = Frequency(rawValue: String(value)) else {
        throw error(.invalid("there is no FREQ=\(value)"))
      }
      frequency = known
    case "INTERVAL": interval = try number(value, of: name)
    case "COUNT": bound = .count(try number(value, of: name))
    case "UNTIL": bound = try until(value)
    case "WKST": weekStart = try weekday(value, of: name)
    case "BYDAY":
      for piece in value.split(separator: ",", omittingEmptySubsequences: false) {
        days.insert(try day(piece))
      }
    case "BYMONTHDAY": monthDays = try numbers(value, of: name, upTo: 31, signed: true)
    case "BYMONTH": months = try numbers(value, of: name, upTo: 12, signed: false)
    case "BYSETPOS": positions = try numbers(value, of: name, upTo: 366, signed: true)
    case "BYWEEKNO", "BYYEARDAY":
      throw error(.noExactForm("it counts neither weeks nor days of the year (\(name))"))
    case "BYHOUR", "BYMINUTE", "BYSECOND":
      throw error(.noExactForm("the time of day is that of the start (\(name))"))
    case "RSCALE", "SKIP": throw error(.noExactForm("\(name) is not known to it"))
    default: throw error(.unknown(String(name)))
    }
  }

  private func number(_ value: Substring, of name: Substring) throws(RecurrenceError) -> Int {
    guard let number = Self.digits(value), number > 0 else {
      throw error(.invalid("\(name)=\(value) is no number above 0"))
    }
    return number
  }

  private func numbers(
    _ value: Substring, of name: Substring, upTo limit: Int, signed: Bool
  ) throws(RecurrenceError) -> Set<Int> {
    var found: Set<Int> = []
    for piece in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Self.signed(piece), (1...limit).contains(abs(number)),
        number > 0 || signed
      else { throw error(.invalid("\(name)=\(piece) is out of range")) }
      found.insert(number)
    }
    return found
  }

  private func day(_ piece: Substring) throws(RecurrenceError) -> Day {
    let weekday = try weekday(piece.suffix(2), of: "BYDAY")
    let number = piece.dropLast(2)
    if number.isEmpty { return Day(weekday: weekday) }
    guard let ordinal = Self.signed(number), (1...53).contains(abs(ordinal)) else {
      throw error(.invalid("BYDAY=\(piece) is out of range"))
    }
    return Day(ordinal: ordinal, weekday: weekday)
  }

  private func weekday(
    _ value: Substring, of name: Substring
  ) throws(RecurrenceError) -> Weekday {
    guard value.count == 2, let weekday = Weekday(named: value) else {
      throw error(.invalid("\(name)=\(value) is no weekday"))
    }
    return weekday
  }

  /// `20261201`, `20261201T090000` of the series' own clocks, `20261201T080000Z`; also with the
  /// hyphens and colons of RFC 3339.
  private func until(_ value: Substring) throws(RecurrenceError) -> RecurrenceReader.Bound {
    let plain = value.filter { $0 != "-" && $0 != ":" }
    let halves = plain.split(separator: "T", omittingEmptySubsequences: false)
    if halves.count <= 2, halves[0].utf8.count == 8, let digits = Self.digits(halves[0]),
      let date = CalendarDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
    {
      if halves.count == 1 { return .date(date) }
      let isUTC = halves[1].hasSuffix("Z")
      let clock = halves[1].prefix(6)
      if halves[1].utf8.count == (isUTC ? 7 : 6), let digits = Self.digits(clock),
        digits < 240_000, digits / 100 % 100 < 60, digits % 100 <= 60
      {
        // A leap second counts as the one before it.
        let wall = WallTime(
          date: date, hour: digits / 10_000, minute: digits / 100 % 100,
          second: min(digits % 100, 59))
        return isUTC ? .instant(Zone.utc.instant(of: wall)) : .wall(wall)
      }
    }
    throw error(.invalid("UNTIL=\(value) is no date and no time"))
  }

  /// A number of 1 to 10 digits.
  private static func digits(_ text: some StringProtocol) -> Int? {
    guard (1...10).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(text)
  }

  private static func signed(_ text: Substring) -> Int? {
    if text.hasPrefix("-") { return digits(text.dropFirst()).map { -$0 } }
    return digits(text.hasPrefix("+") ? text.dropFirst() : text)
  }
}
