import Terminal

/// The signs that the frame of a grid is drawn with.
struct FrameSigns {
  var symbols: Symbols

  /// The ends and the crossings of a horizontal line.
  struct Rule {
    var left: String
    var crossing: String
    var right: String
  }

  var top: Rule { rule("┌", "┬", "┐") }
  var middle: Rule { rule("├", "┼", "┤") }
  var bottom: Rule { rule("└", "┴", "┘") }
  /// A line between rows of time that are not shown.
  var foldedVertical: String { symbols.isUnicode ? "┊" : ":" }
  /// Beside the rows that were left out.
  var fold: String { symbols.isUnicode ? "⋮" : ":" }
  /// Beside the heading of today.
  var today: String { symbols.isUnicode ? "●" : "*" }
  /// An event without length.
  var moment: String { symbols.isUnicode ? "◆" : "*" }
  /// What free working time is strewn with.
  var shade: String { symbols.isUnicode ? "·" : "." }
  /// An hour that the clocks skip.
  var skipped: String { symbols.isUnicode ? "╱" : "/" }
  /// The line of this moment, on its day and on the way there.
  var now: String { symbols.isUnicode ? "━" : "=" }
  var nowLead: String { symbols.isUnicode ? "╌" : "-" }

  private func rule(_ left: String, _ crossing: String, _ right: String) -> Rule {
    symbols.isUnicode
      ? Rule(left: left, crossing: crossing, right: right)
      : Rule(left: "+", crossing: "+", right: "+")
  }
}
