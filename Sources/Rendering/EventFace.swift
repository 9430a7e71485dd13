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

  /// A name over some lines, and whether enough of it can be read.
  struct Title {
    var lines: [StyledLine]
    var isReadable: Bool
  }

  /// Number, `prefix` and name in at most `rows` lines of `width` cells; what does not fit gives way,
  /// the number before the name.
  func title(rows: Int, width: Int, prefix: StyledLine = StyledLine()) -> Title {
    let needed = min(Self.readable, name.cells)
    var head = StyledLine()
    var above: [StyledLine] = []
    if number != nil, width <= Self.readable {
      // Too narrow for a number before the name: it stands above.
      above = [label.trimmed.cut(to: width)]
    } else {
      if width >= 9 || rows > 2 { head = label }
      if head.cells + prefix.cells + needed <= width || rows > 1 && width >= 9 { head += prefix }
    }
    let text = head + name
    let lines = Self.broken(text, rows: rows - above.count, width: width, symbols: symbols)
    let cells = lines.reduce(0) { $0 + $1.cells }
    // Blanks go at the breaks, and the mark of a cut is no letter.
    let isCut = cells + lines.count <= text.cells
    let seen = cells - head.cells - (isCut ? 1 : 0)
    return Title(lines: above + lines, isReadable: width >= 3 && seen >= needed)
  }

  /// A text in at most `rows` lines, the last one cut.
  private static func broken(
    _ text: StyledLine, rows: Int, width: Int, symbols: Symbols
  ) -> [StyledLine] {
    guard rows > 0 else { return [] }
    guard rows > 1 else { return [text.cut(to: width, ellipsis: symbols.ellipsis)] }
    var lines = text.wrapped(to: width)
    if lines.count > rows {
      let rest = lines[(rows - 1)...].reduce(StyledLine()) { $0.isEmpty ? $1 : $0 + " " + $1 }
      lines = lines.prefix(rows - 1) + [rest.cut(to: width, ellipsis: symbols.ellipsis)]
    }
    return lines
  }
}
