import Calendaring
import Terminal

/// An event over whole days as a line of some cells with its name in it.
struct DayBar {
  private let face: EventFace
  private let bar: DaySpread.Bar
  /// When it begins and ends on its first and last day; nil for whole days and where it is cut.
  private let start: String?
  private let end: String?

  init(_ face: EventFace, _ bar: DaySpread.Bar, texts: EventTimeText) {
    self.face = face
    self.bar = bar
    let clocks = face.event.span.isAllDay ? nil : texts.clocks(face.event.span)
    start = bar.isCutBefore ? nil : clocks?.start
    end = bar.isCutAfter ? nil : clocks?.end
  }

  /// The line, and whether the name can be read.
  func line(width: Int) -> (line: StyledLine, isReadable: Bool) {
    let signs = face.look.border.signs(face.symbols)
    let style = face.edge
    let head = bar.isCutBefore ? face.symbols.earlier : signs.single
    let tail = bar.isCutAfter ? face.symbols.later : ""
    // The line that a bar is drawn with is no part of its number or name.
    let gap = width >= 12 ? " " : ""
    let room = max(0, width - 1 - gap.count - tail.count)
    let prefix = start.map { StyledLine($0 + " ", .dim) } ?? StyledLine()
    let title = face.title(rows: 1, width: room, prefix: room >= 20 ? prefix : StyledLine())
    var text = title.lines.first ?? StyledLine()
    let isWhole = face.name.cells <= text.cells
    if isWhole, let place = face.event.location, !place.isEmpty,
      text.cells + DisplayWidth.of(place) + 4 <= room
    {
      text.append(" \(face.symbols.dot) ", .dim)
      text.append(place, .dim)
    }
    if isWhole, let end, text.cells + end.count + 7 <= room {
      text.append(" until \(end)", .dim)
    }
    var line =
      StyledLine(head, style) + StyledLine(gap)
      + text.cut(to: room, ellipsis: face.symbols.ellipsis)
    let rest = width - line.cells - tail.count
    if rest > 1 {
      line.append(" ")
      line.append(String(repeating: signs.fill, count: rest - 1), style)
    }
    line = line.padded(to: width - tail.count)
    line.append(tail, style)
    return (line, title.isReadable)
  }
}
