import CalendarTime
import Calendaring
import Terminal

// The rows of time: what stands behind the events, and the events.
extension WeekDrawing {
  /// A row without events: the axis, the lines, working hours, and the line of this moment.
  func background(_ index: Int) -> GridLine {
    let slot = axis.slots[index]
    let vertical = slot.isFolded ? frame.foldedVertical : surface.symbols.vertical
    var line = geometry.row(vertical)
    let isNow = moment.map { slot.minutes.contains($0.minute) } ?? false
    for column in days.indices where !slot.isFolded {
      guard work[column].contains(where: { $0.overlaps(slot.minutes) }) else { continue }
      let cells = geometry.cells(column)
      // Each row stands a little aside of the one before, so that no columns appear.
      let shift = index.isMultiple(of: 2) ? 1 : 3
      for position in cells where (position - cells.lowerBound) % 4 == shift {
        line.set(frame.shade, .dim, at: position)
      }
    }
    for (column, minutes) in skipped where minutes.overlaps(slot.minutes) && !slot.isFolded {
      line.fill(geometry.cells(column), frame.skipped, .dim)
    }
    if isNow, let moment {
      let green = Style(color: .green)
      for column in 0..<moment.column { line.fill(geometry.cells(column), frame.nowLead, green) }
      line.fill(geometry.cells(moment.column), frame.now, green.adding(.bold))
      line.set(surface.symbols.now, green.adding(.bold), at: geometry.margin)
    }
    line.put(label(index, isNow: isNow), over: 0..<geometry.margin)
    return line
  }

  private func label(_ index: Int, isNow: Bool) -> StyledLine {
    let slot = axis.slots[index]
    let style = isNow ? Style(.bold, color: .green) : .dim
    if slot.isFolded {
      return StyledLine(frame.fold, style).padded(to: geometry.margin, .right)
    }
    if isNow, geometry.margin < 5 { return StyledLine("now", style) }
    let minute = isNow ? moment?.minute ?? 0 : slot.minutes.lowerBound
    let follows = index > 0 && !axis.slots[index - 1].isFolded
    guard isNow || minute % 60 == 0 || !follows else { return StyledLine() }
    return StyledLine(AxisText(clock: grid.time.clock).row(minute, cells: geometry.margin), style)
      .padded(to: geometry.margin, .right)
  }

  mutating func draw(_ column: Int, on rows: inout [GridLine]) {
    let cells = geometry.cells(column)
    for block in columns[column].blocks(width: cells.count, on: axis) {
      let start = cells.lowerBound + block.cells.lowerBound
      let texts: [StyledLine]
      if let segment = block.segment, let event = block.events.first {
        let result = eventBlock(event, segment, block).lines()
        texts = result.lines
        drawn.insert(event)
        if result.isReadable { named.insert(event) }
      } else {
        texts = more(block)
      }
      for (row, line) in zip(block.rows, texts) {
        rows[row].put(line, over: start..<start + block.cells.count)
      }
    }
  }

  private func eventBlock(
    _ event: Int, _ segment: DaySegment, _ block: DayColumn.Block
  ) -> EventBlock {
    let face = faces[event]
    let shown =
      axis.slots[block.rows.lowerBound].minutes
      .lowerBound..<axis.slots[block.rows.upperBound - 1].minutes.upperBound
    let isPlain =
      segment.isFirst && segment.isLast && axis.isWhole(block.rows) && segment.minutes == shown
      && segment.length == segment.minutes.count
    return EventBlock(
      face: face, segment: segment, rows: block.rows.count, width: block.cells.count,
      firstMinute: shown.lowerBound,
      texts: texts, needsTime: !isPlain, isRoomy: isRoomy)
  }

  /// Whether there is room for a blank between borders and texts.
  private var isRoomy: Bool { geometry.widths.allSatisfy { $0 >= 16 } }

  /// A stretch where events had no room side by side: how many, and which.
  private func more(_ block: DayColumn.Block) -> [StyledLine] {
    let width = block.cells.count
    let sign = EventLook.Border.off.signs(surface.symbols).middle
    let count = StyledLine("+\(block.events.count)", .bold)
    let text = count.cells + 6 <= width ? count + StyledLine(" more") : count
    let numbers = block.events.compactMap { faces[$0].number }.sorted().map(String.init)
    let rest = StyledLine(numbers.joined(separator: " "), .dim).wrapped(to: max(1, width - 1))
    return block.rows.enumerated().map { row, _ in
      let line = row == 0 ? text : rest.indices.contains(row - 1) ? rest[row - 1] : StyledLine()
      return StyledLine(sign, .dim) + line.cut(to: width - 1, ellipsis: surface.symbols.ellipsis)
    }
  }
}
