package import CalendarTime
package import FoundationEssentials

/// How the clock is read: `15:30` or `3:30 PM`.
package enum ClockFormat: Sendable {
  case hours24
  case hours12
}

/// Dates and times as people read them, in English, in one zone.
package struct TimeText: Sendable {
  package var zone: Zone
  package var clock: ClockFormat

  package init(zone: Zone, clock: ClockFormat = .hours24) {
    self.zone = zone
    self.clock = clock
  }

  /// A heading: `Mon 30 Nov 2026`.
  package static func day(_ date: CalendarDate) -> String {
    let (year, month, day) = date.components
    return "\(weekday(date.weekday)) \(day) \(months[month - 1]) \(year.padded(to: 4))"
  }

  /// A date beside another: `4 Nov`, with the year where it differs from that of `other`.
  package static func day(_ date: CalendarDate, beside other: CalendarDate?) -> String {
    let (year, month, day) = date.components
    let short = "\(day) \(months[month - 1])"
    return year == other?.year ? short : "\(short) \(year.padded(to: 4))"
  }

  /// `Mon`.
  package static func weekday(_ weekday: Weekday) -> String { weekdays[weekday.rawValue - 1] }

  /// The time of a wall clock: `09:30`, or `9:30 AM`.
  package func time(_ wall: WallTime) -> String {
    switch clock {
    case .hours24:
      return "\(wall.hour.padded(to: 2)):\(wall.minute.padded(to: 2))"
    case .hours12:
      let hour = wall.hour % 12 == 0 ? 12 : wall.hour % 12
      return "\(hour):\(wall.minute.padded(to: 2)) \(wall.hour < 12 ? "AM" : "PM")"
    }
  }

  /// The time of an instant, with its offset where the clock shows that time twice: `01:30 (-04:00)`.
  package func time(_ instant: Date) -> String {
    let wall = zone.wallTime(at: instant)
    let time = time(wall)
    guard case .overlap = zone.resolve(wall) else { return time }
    return "\(time) (\(OffsetText.extended(zone.offset(at: instant))))"
  }

  /// A length in words short enough for a column: `45 min`, `1 h 30 min`, `2 d`.
  package static func length(minutes: Int) -> String {
    var parts: [String] = []
    let days = minutes / 1440
    let hours = minutes / 60 % 24
    if days > 0 { parts.append("\(days) d") }
    if hours > 0 { parts.append("\(hours) h") }
    if minutes % 60 > 0 || parts.isEmpty { parts.append("\(minutes % 60) min") }
    return parts.joined(separator: " ")
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
