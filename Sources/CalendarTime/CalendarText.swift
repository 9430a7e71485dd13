extension Weekday {
  /// `Monday`.
  package var name: String { Self.names[rawValue - 1] }

  /// `Mon`.
  package var shortName: String { String(name.prefix(3)) }

  /// The weekday of an English name, or of its first two letters or more: `fri`, `Tues`; also `weds`.
  package init?(named text: some StringProtocol) {
    let wanted = text.lowercased() == "weds" ? "wed" : text.lowercased()
    guard wanted.count >= 2,
      let index = Self.names.firstIndex(where: { $0.lowercased().hasPrefix(wanted) })
    else { return nil }
    self.init(isoNumber: index + 1)
  }

  private static let names = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}

extension Month {
  /// `November`.
  package var name: String { Self.names[month - 1] }

  /// `Nov`.
  package var shortName: String { String(name.prefix(3)) }

  /// `November 2026`.
  package var heading: String { "\(name) \(year)" }

  /// The number of a month by its English name or the first three letters or more of it.
  ///
  /// A full stop may stand behind it: `dec`, `Sept.`. Nil for any other word.
  package static func number(named text: some StringProtocol) -> Int? {
    var word = text.lowercased()
    if word.hasSuffix(".") { word.removeLast() }
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
  }

  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension CalendarDate {
  /// The day as headings read, `Mon 30 Nov 2026`.
  package var heading: String {
    "\(weekday.shortName) \(day) \(Month(containing: self).shortName) \(year)"
  }
}

/// How clock times are shown.
package enum ClockStyle: Hashable, Sendable {
  /// `3:00 pm`; midnight and noon are 12.
  case twelveHours
  /// `15:00`, with two digits for the hour.
  case twentyFourHours

  /// Hours and minutes: `15:00`, or `3:00 pm`.
  package func text(_ wall: WallTime) -> String {
    switch self {
    case .twentyFourHours: return wall.clockText
    case .twelveHours:
      let hour = wall.hour % 12 == 0 ? 12 : wall.hour % 12
      return "\(hour):\(wall.minute.padded(to: 2)) \(wall.hour < 12 ? "am" : "pm")"
    }
  }
}
