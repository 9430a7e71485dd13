import CalendarTime
import FoundationEssentials
import JSON

/// One side of an event, or of a window, as a `dateTimeTimeZone` says it.
struct EventTime: Equatable, Sendable {
  /// What the clocks of `zone` show.
  var wall: WallTime
  /// The name as it was sent.
  var zoneName: String
  var zone: Zone

  var instant: Date { zone.instant(of: wall) }

  var isMidnight: Bool { wall.secondOfDay == 0 && wall.nanosecond == 0 }

  var document: JSON { Self.document(wall, zoneName) }

  /// The resource as answers write it: seven digits, no offset.
  static func document(_ wall: WallTime, _ zoneName: String) -> JSON {
    ["dateTime": .string(text(wall)), "timeZone": .string(zoneName)]
  }

  /// `2026-11-30T09:00:00.0000000`.
  static func text(_ wall: WallTime) -> String {
    let clock =
      "\(wall.hour.padded(to: 2)):\(wall.minute.padded(to: 2)):\(wall.second.padded(to: 2))"
    return "\(wall.date)T\(clock).\((wall.nanosecond / 100).padded(to: 7))"
  }

  /// Reads a date, or a date and a time with up to nine digits of a fraction, with or without offset.
  ///
  /// - Parameter text: such as `2026-11-30`, `2026-11-30T09:00`, `2026-11-30T09:00:00.0000000Z`.
  /// - Returns: the wall time and its offset in seconds east, if it has one; nil for other text.
  static func wall(_ text: String) -> (wall: WallTime, offset: Int?)? {
    var reader = TimeReader(text)
    return reader.dateTime()
  }
}

/// Reads RFC 3339 and its looser relatives byte by byte.
private struct TimeReader {
  private var bytes: Substring.UTF8View

  init(_ text: String) { bytes = text[...].utf8 }

  mutating func dateTime() -> (wall: WallTime, offset: Int?)? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2),
      let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    if bytes.isEmpty { return (WallTime(date: date), nil) }
    guard take("T") || take("t") || take(" "), let hour = digits(2), hour < 24, take(":"),
      let minute = digits(2), minute < 60
    else { return nil }
    var second = 0
    var nanosecond = 0
    if take(":") {
      guard let whole = digits(2), whole < 60 else { return nil }
      second = whole
      if take(".") {
        guard let fraction = fraction() else { return nil }
        nanosecond = fraction
      }
    }
    guard let offset = offset(), bytes.isEmpty else { return nil }
    let wall = WallTime(
      date: date, hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    return (wall, offset.seconds)
  }

  private mutating func fraction() -> Int? {
    var value = 0
    var count = 0
    while let digit = digits(1) {
      if count < 9 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { value *= 10 }
    return value
  }

  /// The offset, with nil seconds when there is none; nil when there is something else.
  private mutating func offset() -> (seconds: Int?, Void)? {
    if bytes.isEmpty { return (nil, ()) }
    if take("Z") || take("z") { return (0, ()) }
    let isWest = take("-")
    guard isWest || take("+"), let hours = digits(2), hours < 24 else { return nil }
    var minutes = 0
    if take(":") || !bytes.isEmpty {
      guard let found = digits(2), found < 60 else { return nil }
      minutes = found
    }
    return ((hours * 60 + minutes) * (isWest ? -60 : 60), ())
  }

  private mutating func digits(_ count: Int) -> Int? {
    guard bytes.count >= count else { return nil }
    var value = 0
    for byte in bytes.prefix(count) {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte) - 48
    }
    bytes = bytes.dropFirst(count)
    return value
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: sign) else { return false }
    bytes = bytes.dropFirst()
    return true
  }
}
