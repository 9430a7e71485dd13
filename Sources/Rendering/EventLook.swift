import Calendaring
import Terminal

/// How an event is drawn: its border and its sign tell without colour how it counts.
struct EventLook: Hashable {
  /// What the time is to its owner, each with a line of its own.
  enum Border: CaseIterable {
    case busy, tentative, free, away, elsewhere
    /// Cancelled or declined: it takes no time.
    case off
  }

  /// A mark before the name.
  enum Sign: CaseIterable {
    case cancelled, pending, declined, unanswered, tentative
  }

  var border: Border
  var sign: Sign?
  /// The looks of the border.
  var edge: Style
  /// What is added to the looks of the name.
  var color: Style.Color?

  init(_ event: CalendarEvent, palette: EventPalette) {
    let declined = event.response == .declined
    border = Self.border(event)
    sign =
      if event.isCancelled {
        .cancelled
      } else if event.isPending || event.isStuck {
        .pending
      } else if declined {
        .declined
      } else if event.awaitsAnswer {
        .unanswered
      } else if border == .tentative {
        .tentative
      } else {
        nil
      }
    color = border == .off ? nil : palette.color(of: event)
    edge =
      switch (color, border) {
      case (_, .off): .dim
      case (let color?, _): Style(color: color)
      case (nil, .tentative): Style(color: .yellow)
      case (nil, .away): Style(color: .magenta)
      case (nil, .free), (nil, .elsewhere): .plain
      case (nil, .busy): Style(color: .cyan)
      }
  }

  private static func border(_ event: CalendarEvent) -> Border {
    if event.isCancelled || event.response == .declined { return .off }
    if event.awaitsAnswer || event.response == .tentativelyAccepted { return .tentative }
    return switch event.showAs {
    case .tentative: .tentative
    case .free: .free
    case .oof: .away
    case .workingElsewhere: .elsewhere
    case .busy, .unknown: .busy
    }
  }
}

extension EventLook.Border {
  /// The signs of a line of this kind, one cell each.
  struct Signs {
    /// Where a block begins.
    var top: String
    var middle: String
    /// Where a block ends.
    var bottom: String
    /// A block of one row.
    var single: String
    /// A horizontal stretch.
    var fill: String

    init(_ top: String, _ middle: String, _ bottom: String, _ single: String, _ fill: String) {
      self.top = top
      self.middle = middle
      self.bottom = bottom
      self.single = single
      self.fill = fill
    }
  }

  func signs(_ symbols: Symbols) -> Signs {
    guard symbols.isUnicode else {
      return switch self {
      case .busy: Signs("+", "#", "+", "#", "=")
      case .tentative: Signs("+", "~", "+", "~", "~")
      case .free: Signs("+", "'", "+", "'", "-")
      case .away: Signs("+", "%", "+", "%", "%")
      case .elsewhere: Signs("+", "&", "+", "&", "_")
      case .off: Signs("+", "!", "+", "!", ".")
      }
    }
    return switch self {
    case .busy: Signs("┏", "┃", "┗", "╺", "━")
    case .tentative: Signs("┏", "┇", "┗", "╍", "╍")
    case .free: Signs("┌", "│", "└", "╶", "─")
    case .away: Signs("╔", "║", "╚", "═", "═")
    case .elsewhere: Signs("┌", "╎", "└", "╌", "╌")
    case .off: Signs("┌", "┊", "└", "┈", "┈")
    }
  }

  /// What it means, where a legend has to say it; busy is what events are.
  var meaning: String? {
    switch self {
    case .busy, .off: nil
    case .tentative: "tentative"
    case .free: "free"
    case .away: "away"
    case .elsewhere: "elsewhere"
    }
  }
}

extension EventLook.Sign {
  func text(_ symbols: Symbols) -> String {
    switch self {
    case .cancelled: symbols.isUnicode ? "×" : "x"
    case .pending: symbols.isUnicode ? "↑" : "^"
    case .declined: symbols.isUnicode ? "−" : "-"
    case .unanswered: "?"
    case .tentative: "~"
    }
  }

  var meaning: String {
    switch self {
    case .cancelled: "cancelled"
    case .pending: EventNotes.pending
    case .declined: "declined"
    case .unanswered: "not answered"
    case .tentative: "tentative"
    }
  }
}
