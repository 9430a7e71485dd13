import CalendarTime

/// A date, with or without a time and an offset, as filters write it and resources hold it.
///
/// Two of them compare as instants; one without an offset counts as UTC, which is how Graph stores
/// and compares the times of a mailbox.
package struct ODataInstant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int
  /// 0 to 999,999,999.
  package let nanosecond: Int

  /// Reads `2026-06-01`, `2026-06-01T08:00`, with seconds, up to nine digits of a fraction and an
  /// offset (`Z`, `+01:00`); nil for anything else.
  package init?(_ text: String) {
    var rest = Substring(text).utf8
    guard let date = Self.date(&rest) else { return nil }
    var clock = (hour: 0, minute: 0, second: 0, nanosecond: 0)
    var offset = 0
    if let separator = rest.first {
      guard separator == UInt8(ascii: "T") || separator == UInt8(ascii: "t") else { return nil }
      rest.removeFirst()
      guard let time = Self.time(&rest), let east = Self.offset(&rest) else { return nil }
      clock = time
      offset = east
    }
    seconds =
      date.daysSinceEpoch * 86_400 + clock.hour * 3600 + clock.minute * 60 + clock.second - offset
    nanosecond = clock.nanosecond
  }

  package static func < (left: ODataInstant, right: ODataInstant) -> Bool {
    (left.seconds, left.nanosecond) < (right.seconds, right.nanosecond)
  }

  private typealias Bytes = Substring.UTF8View

  private static func number(_ count: Int, _ rest: inout Bytes) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let byte = rest.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private static func skip(_ sign: Unicode.Scalar, _ rest: inout Bytes) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private static func date(_ rest: inout Bytes) -> CalendarDate? {
    guard let year = number(4, &rest), skip("-", &rest), let month = number(2, &rest),
      skip("-", &rest), let day = number(2, &rest)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func time(
    _ rest: inout Bytes
  ) -> (hour: Int, minute: Int, second: Int, nanosecond: Int)? {
    guard let hour = number(2, &rest), hour < 24, skip(":", &rest), let minute = number(2, &rest),
      minute < 60
    else { return nil }
    guard skip(":", &rest) else { return (hour, minute, 0, 0) }
    guard let second = number(2, &rest), second < 60 else { return nil }
    guard skip(".", &rest) else { return (hour, minute, second, 0) }
    var nanosecond = 0
    var digits = 0
    while digits < 9, let digit = rest.first.map({ Int($0) - 48 }), (0...9).contains(digit) {
      nanosecond = nanosecond * 10 + digit
      digits += 1
      rest.removeFirst()
    }
    guard digits > 0 else { return nil }
    for _ in digits..<9 { nanosecond *= 10 }
    return (hour, minute, second, nanosecond)
  }

  /// Seconds east; 0 when nothing is left.
  private static func offset(_ rest: inout Bytes) -> Int? {
    guard let sign = rest.popFirst() else { return 0 }
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      return rest.isEmpty ? 0 : nil
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(2, &rest), hours < 24, skip(":", &rest),
        let minutes = number(2, &rest), minutes < 60, rest.isEmpty
      else { return nil }
      return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
    default:
      return nil
    }
  }
}
