package import FoundationEssentials

/// A length of time in days of the calendar and seconds of the clock.
///
/// Days are nominal: the wall clock shows the same time after them, though 23 or 25 hours may have
/// passed. Seconds are exact (RFC 5545 section 3.3.6).
package struct CalendarDuration: Hashable, Sendable {
  /// Days of the calendar, 0 to 36,525 when read from text.
  package let days: Int
  /// Seconds of the clock, also negative.
  package let seconds: Int

  /// Any length; both parts count in the same direction.
  package init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// As far back as this goes forward.
  package var negated: CalendarDuration { CalendarDuration(days: -days, seconds: -seconds) }

  /// The instant that is this much later on the calendar of a zone: first days, then seconds.
  package func end(from start: Date, in zone: Zone) -> Date {
    endWithNote(from: start, in: zone).instant
  }

  func endWithNote(from start: Date, in zone: Zone) -> (instant: Date, note: TimeNote?) {
    if days == 0 { return (start.addingTimeInterval(Double(seconds)), nil) }
    var wall = zone.wallTime(at: start)
    wall.date = wall.date.adding(days: days)
    let (instant, note) = zone.instantWithNote(of: wall)
    return (instant.addingTimeInterval(Double(seconds)), note)
  }
}

extension CalendarDuration {
  /// Reads a duration as people and ISO 8601 write it.
  ///
  /// `45m`, `1h30m`, `2 hours`, `1:30` (hours and minutes), `2d`, `1w`, `PT45M`, `P1DT2H`, `P2W`.
  /// Months and years are refused, since their length depends on where they begin.
  ///
  /// - Parameter text: without a sign, in any case.
  /// - Throws: `TimeExpressionError` for other text and for more than 100 years.
  package init(parsing text: String) throws(TimeExpressionError) {
    let lowercase = text.trimmingBlanks().lowercased()
    func error(_ problem: TimeExpressionError.Problem) -> TimeExpressionError {
      TimeExpressionError(
        text: text, problem: problem, understood: [], hint: TimeExpressionError.durationHint)
    }
    if lowercase.isEmpty { throw error(.empty) }
    if Digits.value(of: lowercase) != nil { throw error(.missingUnit(lowercase)) }
    guard
      let parsed = Self.clock(lowercase) ?? Self.iso8601(lowercase) ?? Self.units(lowercase)
    else { throw error(.unknown(lowercase)) }
    guard parsed.days <= 36_525, parsed.seconds <= 36_525 * 86_400 else {
      throw error(.outOfRange)
    }
    self = parsed
  }

  /// `1:30`, `1:30:00`.
  private static func clock(_ text: String) -> CalendarDuration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), (1...3).contains(parts[0].count),
      let hours = Digits.value(of: parts[0])
    else { return nil }
    var seconds = hours * 3600
    for (part, unit) in zip(parts.dropFirst(), [60, 1]) {
      guard part.count == 2, let value = Digits.value(of: part), value <= 59 else { return nil }
      seconds += value * unit
    }
    return CalendarDuration(seconds: seconds)
  }

  /// `pt45m`, `p1dt2h`, `p2w`.
  private static func iso8601(_ text: String) -> CalendarDuration? {
    guard text.first == "p" else { return nil }
    let halves = text.dropFirst().split(separator: "t", omittingEmptySubsequences: false)
    guard halves.count <= 2, text.last != "t", text.count > 1 else { return nil }
    let date = halves[0].isEmpty ? CalendarDuration() : sequence(halves[0], units: ["w", "d"])
    guard let date else { return nil }
    guard halves.count == 2 else { return date }
    guard let time = sequence(halves[1], units: ["h", "m", "s"]) else { return nil }
    return CalendarDuration(days: date.days, seconds: time.seconds)
  }

  private static func units(_ text: String) -> CalendarDuration? {
    sequence(text[...], units: ["w", "d", "h", "m", "s"])
  }

  /// Numbers, each with its unit, in the order of `units`, none twice.
  private static func sequence(_ text: Substring, units: [String]) -> CalendarDuration? {
    var rest = text.drop { $0 == " " }
    var allowed = units[...]
    var days = 0
    var seconds = 0
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[number.endIndex...].drop { $0 == " " }
      let word = rest.prefix { $0.isLetter }
      rest = rest[word.endIndex...].drop { $0 == " " }
      guard number.utf8.count <= 7, let value = Digits.value(of: number),
        let unit = words[String(word)], let place = allowed.firstIndex(of: unit)
      else { return nil }
      allowed = allowed[(place + 1)...]
      switch unit {
      case "w": days += value * 7
      case "d": days += value
      case "h": seconds += value * 3600
      case "m": seconds += value * 60
      default: seconds += value
      }
    }
    return allowed.count == units.count ? nil : CalendarDuration(days: days, seconds: seconds)
  }

  private static let words: [String: String] = [
    "w": "w", "week": "w", "weeks": "w", "d": "d", "day": "d", "days": "d",
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
    "m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
  ]
}

extension CalendarDuration: CustomStringConvertible {
  /// As ISO 8601 writes it: `P1DT1H30M`, `PT0S`.
  package var description: String {
    var time = ""
    if seconds / 3600 != 0 { time += "\(seconds / 3600)H" }
    if seconds / 60 % 60 != 0 { time += "\(seconds / 60 % 60)M" }
    if seconds % 60 != 0 { time += "\(seconds % 60)S" }
    if days == 0 && time.isEmpty { return "PT0S" }
    return "P" + (days == 0 ? "" : "\(days)D") + (time.isEmpty ? "" : "T" + time)
  }
}
