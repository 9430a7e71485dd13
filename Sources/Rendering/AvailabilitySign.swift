import Calendaring
import Terminal

/// What one cell of a line of free/busy shows; no two look alike without colour.
enum AvailabilitySign: CaseIterable, Hashable {
  case busy, tentative, away, elsewhere, free
  /// Everybody could meet.
  case common
  /// Free, and outside working hours; or nothing is known.
  case outside

  /// Nil for free time, which is inside or outside working hours.
  init?(_ status: CalendarEvent.ShowAs) {
    switch status {
    case .free: return nil
    case .workingElsewhere: self = .elsewhere
    case .tentative: self = .tentative
    case .busy, .unknown: self = .busy
    case .oof: self = .away
    }
  }

  /// One cell.
  func text(_ symbols: Symbols) -> String {
    switch self {
    case .busy: symbols.isUnicode ? "█" : "#"
    case .tentative: symbols.isUnicode ? "▒" : "~"
    case .away: symbols.isUnicode ? "║" : "%"
    case .elsewhere: symbols.isUnicode ? "╎" : "&"
    case .free: symbols.isUnicode ? "·" : "."
    case .common: symbols.isUnicode ? "○" : "o"
    case .outside: " "
    }
  }

  var style: Style {
    switch self {
    case .busy: Style(color: .cyan)
    case .tentative: Style(color: .yellow)
    case .away: Style(color: .magenta)
    case .elsewhere: Style(color: .blue)
    case .free: .dim
    case .common: Style(color: .green)
    case .outside: .plain
    }
  }

  /// What it means; blank speaks for itself.
  var meaning: String? {
    switch self {
    case .busy: "busy"
    case .tentative: "tentative"
    case .away: "away"
    case .elsewhere: "working elsewhere"
    case .free: "free in working hours"
    case .common: "all can meet"
    case .outside: nil
    }
  }
}
