import CalendarTime
import Calendaring
import Terminal

/// A timed event as a rectangle of some rows and cells: a line along its left side, its name, then
/// what else there is room for.
struct EventBlock {
  var face: EventFace
  var segment: DaySegment
  var rows: Int
  var width: Int
  /// The minute of the day with which the first row begins.
  var firstMinute: Int
  var texts: EventTimeText
  /// Whether the rows do not say by themselves when it is.
  var needsTime: Bool
  /// Whether the grid has room for a blank between borders and texts.
  var isRoomy: Bool

  /// Cells of text in each row: those beside the border, with a margin where there is room for one.
  private var textWidth: Int { max(0, width - 1 - leftMargin - (width >= 12 ? 1 : 0)) }
  private var leftMargin: Int { isRoomy && width >= 12 ? 1 : 0 }

  /// The rows, each of `width` cells, and whether the name can be read.
  func lines() -> (lines: [StyledLine], isReadable: Bool) {
    let title = face.title(rows: rows, width: textWidth, prefix: minutes)
    var texts = title.lines
    if texts.count < rows {
      let lines = details(hasMinutes: title.hasPrefix).filter { !$0.isEmpty }
      texts += lines.prefix(rows - texts.count)
        .map { $0.cut(to: textWidth, ellipsis: face.symbols.ellipsis) }
    }
    let lines = (0..<rows).map { row in
      self.line(row, text: texts.indices.contains(row) ? texts[row] : StyledLine())
    }
    return (lines, title.isReadable)
  }

  /// That the event began before this day, or the minutes past the hour where it does not begin with
  /// a row: `:15 `.
  private var minutes: StyledLine {
    guard segment.isFirst else { return StyledLine(face.symbols.earlier + " ", .dim) }
    guard !startsWithRow else { return StyledLine() }
    return StyledLine(":\((segment.minutes.lowerBound % 60).padded(to: 2)) ", .dim)
  }

  private var startsWithRow: Bool { segment.minutes.lowerBound == firstMinute }

  /// What is said below the name, the most important first; `hasMinutes` tells that the name's line
  /// says when the event begins.
  private func details(hasMinutes: Bool) -> [StyledLine] {
    guard textWidth >= 5 else { return [] }
    var lines: [StyledLine] = []
    let span = face.event.span
    let time = StyledLine(self.texts.row(span, on: segment.day), .dim)
    let place = StyledLine(face.event.location ?? "", .dim)
    let saysStart = segment.isFirst && !startsWithRow && !hasMinutes
    let begin = StyledLine(saysStart ? self.texts.clocks(span).start : "", .dim)
    let saysTime = time.cells <= textWidth && (needsTime || textWidth >= 16)
    let both = time + StyledLine(" \(face.symbols.dot) ", .dim) + place
    if saysTime, !place.isEmpty, both.cells <= textWidth {
      lines.append(both)
    } else {
      // Where the rows say the time, the place is the news.
      lines = needsTime ? [saysTime ? time : begin, place] : [place, saysTime ? time : ""]
    }
    lines.append(StyledLine(face.event.calendarName ?? "", .dim))
    let notes = EventNotes.row(face.event, beyond: nil, isRunning: false).fitted(to: textWidth)
    if notes.cells <= textWidth { lines.append(notes) }
    return lines
  }

  private func line(_ row: Int, text: StyledLine) -> StyledLine {
    let signs = face.look.border.signs(face.symbols)
    let frame = FrameSigns(symbols: face.symbols)
    let style = face.edge
    let begins = row == 0 && segment.isFirst
    let ends = row == rows - 1 && segment.isLast
    let sign =
      switch (begins, ends) {
      case (true, true) where segment.minutes.isEmpty: frame.moment
      case (true, true): signs.single
      case (true, false): signs.top
      case (false, true): signs.bottom
      case (false, false): signs.middle
      }
    var line = StyledLine(sign, style)
    if ends, !begins, text.isEmpty {
      line.append(String(repeating: signs.fill, count: max(0, width - 1)), style)
    } else {
      line.append(String(repeating: " ", count: leftMargin))
      line += text
    }
    return line.cut(to: width).padded(to: width)
  }
}
