import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// What can be written of an event where there is little room.
struct EventFace {
  let event: CalendarEvent
  /// The number it is referred to by; nil where numbers mean nothing.
  let number: Int?
  let look: EventLook
  let isRunning: Bool
  let symbols: Symbols
  /// The name in its looks with what is marked on it before: `?Colour workshop`.
  let name: StyledLine

  init(
    _ event: CalendarEvent, number: Int?, palette: EventPalette, zone: Zone, now: Date,
    symbols: Symbols
  ) {
    self.event = event
    self.number = number
    self.symbols = symbols
    look = EventLook(event, palette: palette)
    isRunning = !event.isCancelled && !event.span.isAllDay && event.span.contains(now, in: zone)
    let subject = EventNotes.subject(event)
    var style = subject.runs.first?.style ?? .plain
    style.color = style.color ?? look.color
    if isRunning { style = style.adding(.bold) }
    var name = StyledLine()
    if let sign = look.sign {
      name.append(
        sign.text(symbols), sign == .unanswered ? Style(.bold, color: .yellow) : look.edge)
    }
    name.append(subject.text, style)
    self.name = name
  }

  /// The looks of its lines: those of what is running stand out.
  var edge: Style { isRunning ? Style(.bold, color: .green) : look.edge }

  /// Cells of a name that let it be recognised.
  static let readable = 4

  /// The number with a blank behind it; empty without one.
  var label: StyledLine { number.map { StyledLine("\($0) ", .dim) } ?? StyledLine() }

  /// A name over some lines.
  struct Title {
    var lines: [StyledLine]
    /// Whether enough of the name can be read.
    var isReadable: Bool
    /// Whether there was room for what was to stand before the name.
    var hasPrefix: Bool
  }

  /// Number, `prefix` and name in at most `rows` lines of `width` cells; what does not fit gives way,
  /// the number last of all: it is how a person says which event is meant.
  func title(rows: Int, width: Int, prefix: StyledLine = StyledLine()) -> Title {
    let needed = min(Self.readable, name.cells)
    // A head that leaves no room for the first word beside it takes a line of its own.
    let word = DisplayWidth.of(name.text.prefix { $0 != " " })
    let number = label.trimmed
    // Half of a number would be another number.
    guard number.cells <= width else {
      return Title(lines: [], isReadable: false, hasPrefix: false)
    }
    var hasPrefix = false
    var head = label
    var above: [StyledLine] = []
    if !number.isEmpty, width <= Self.readable {
      // Too narrow for a number before the name: it stands above.
      (above, head) = ([number], StyledLine())
    } else {
      // In a single row the more has to be left of the name the more stands before it.
      let whole = head + prefix
      hasPrefix = rows > 3 || whole.cells + (rows > 1 ? word : min(8, name.cells)) <= width
      if hasPrefix { head = whole }
    }
    let text = head + name
    let lines = text.wrapped(
      to: width, lines: rows - above.count, ellipsis: symbols.ellipsis)
    let cells = lines.reduce(0) { $0 + $1.cells }
    // Blanks go at the breaks, and the mark of a cut is no letter.
    let isCut = cells + lines.count <= text.cells
    let seen = cells - head.cells - (isCut ? 1 : 0)
    return Title(
      lines: above + lines, isReadable: width >= 3 && seen >= needed, hasPrefix: hasPrefix)
  }
}
