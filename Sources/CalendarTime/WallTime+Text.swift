package import FoundationEssentials

/// A wall time as written, with the offset that may stand behind it.
package struct WrittenTime: Hashable, Sendable {
  /// Date and time of day as written, not moved by the offset.
  package let wall: WallTime
  /// Seconds east of UTC; nil where none was written, 0 for `Z`.
  package let offset: Int?

  /// Reads `2026-12-01T09:00`, with or without seconds, fractions and offset.
  ///
  /// A blank may stand for the `T`. Of the fraction, nine digits count and the rest is cut off,
  /// never rounded. The offset is `Z`, `+02:00`, `+0200` or `+02` (RFC 3339 section 5.6, ISO 8601).
  /// Nil for any other text, a date alone and the 30th of February among it.
  package init?(parsing text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let clock = scanner.clock()
    else { return nil }
    let offset = scanner.offset()
    guard scanner.isAtEnd else { return nil }
    wall = WallTime(
      date: date, secondOfDay: clock.secondOfDay, nanosecond: clock.nanosecond)
    self.offset = offset
  }

  /// The instant: by the written offset, else in `zone`.
  package func instant(in zone: Zone) -> Date {
    guard let offset else { return zone.instant(of: wall) }
    return Date(unixSecond: wall.localSecond - offset, nanosecond: wall.nanosecond)
  }
}

extension WallTime {
  /// Reads a wall time that has no offset; see `WrittenTime` for its forms.
  package init?(parsing text: some StringProtocol) {
    guard let written = WrittenTime(parsing: text), written.offset == nil else { return nil }
    self = written.wall
  }

  /// As Graph writes it, `2026-12-01T09:00:00.0000000`; further digits are cut off.
  ///
  /// `fractionDigits` is 0 to 9; with 0 there is no full stop.
  package func text(fractionDigits: Int = 7) -> String {
    let time = "\(date)T\(clockText):\(second.padded(to: 2))"
    guard fractionDigits > 0 else { return time }
    return time + "." + nanosecond.padded(to: 9).prefix(fractionDigits)
  }

  /// Hours and minutes, `09:00`.
  package var clockText: String { "\(hour.padded(to: 2)):\(minute.padded(to: 2))" }
}

extension Date {
  /// Reads an instant with its offset, `2026-05-04T08:59:59.9999999Z`.
  ///
  /// Nil where the offset is missing; see `WrittenTime` for the forms.
  package init?(parsingRFC3339 text: some StringProtocol) {
    guard let written = WrittenTime(parsing: text), let offset = written.offset else { return nil }
    self.init(
      unixSecond: written.wall.localSecond - offset, nanosecond: written.wall.nanosecond)
  }

  /// The instant as clocks of a zone show it, `2026-12-01T09:00:00+01:00`; in UTC with `Z`.
  ///
  /// Fractions of a second are left out. Where the zone's old offset has seconds, UTC is written,
  /// since RFC 3339 has no room for them.
  package func rfc3339(in zone: Zone = .utc) -> String {
    let offset = zone.offset(at: self)
    if zone.isUTC || offset % 60 != 0 {
      return Zone.utc.wallTime(at: self).text(fractionDigits: 0) + "Z"
    }
    return zone.wallTime(at: self).text(fractionDigits: 0) + OffsetText.extended(offset)
  }
}

/// Reads the parts of written times from left to right.
struct TimeScanner {
  private var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    let text = rest.prefix(count)
    guard text.count == count, let value = Digits.value(of: text) else { return nil }
    rest = rest.dropFirst(count)
    return value
  }

  /// `2026-11-30`.
  mutating func date() -> CalendarDate? {
    guard let date = CalendarDate(parsing: rest.prefix(10)) else { return nil }
    rest = rest.dropFirst(10)
    return date
  }

  /// `09:00`, `09:00:30`, `09:00:30.5`.
  mutating func clock() -> (secondOfDay: Int, nanosecond: Int)? {
    guard let hour = digits(2), hour <= 23, take(":"), let minute = digits(2), minute <= 59 else {
      return nil
    }
    let clock = hour * 3600 + minute * 60
    guard take(":") else { return (clock, 0) }
    guard let second = digits(2), second <= 59 else { return nil }
    guard take(".") || take(",") else { return (clock + second, 0) }
    let fraction = rest.prefix { $0.isASCII && $0.isNumber }
    guard !fraction.isEmpty else { return nil }
    rest = rest[fraction.endIndex...]
    let nine = fraction.prefix(9)
    let nanosecond = (Digits.value(of: nine) ?? 0) * Self.powerOfTen(9 - nine.count)
    return (clock + second, nanosecond)
  }

  /// `Z`, `+02:00`, `+0200`, `+02`; nil, and nothing read, for other text.
  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    guard [3, 5, 6].contains(rest.count), let seconds = OffsetText.seconds(in: rest),
      rest.count != 6 || rest.contains(":")
    else { return nil }
    rest = ""
    return seconds
  }

  private static func powerOfTen(_ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
