import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// One picture of a month, from the weeks to the finished lines.
struct MonthDrawing {
  private let grid: MonthGrid
  private let surface: GridSurface
  private let geometry: GridColumns
  private let weeks: [Week]
  private let frame: FrameSigns
  private let texts: EventTimeText
  private let today: CalendarDate

  /// The events in the order of their numbers.
  let faces: [EventFace]
  /// What the signs and colours of the events mean, as far as there is room for it.
  private(set) var legend: [StyledLine]
  private(set) var lines: [StyledLine] = []
  /// Events that are not drawn on at least one of their days, by their place.
  private(set) var undrawn: Set<Int> = []

  init(_ grid: MonthGrid, _ sorted: DaySheets, _ surface: GridSurface) {
    self.grid = grid
    self.surface = surface
    let zone = grid.time.zone
    weeks = grid.month.weeks(firstWeekday: grid.firstWeekday)
    frame = FrameSigns(symbols: surface.symbols)
    texts = EventTimeText(time: grid.time, symbols: surface.symbols)
    today = zone.date(at: grid.now)
    geometry = GridColumns(
      margin: 3, weights: Array(repeating: 1, count: 7), width: surface.width)
    faces = sorted.events.enumerated().map { index, event in
      EventFace(
        event, number: surface.showsNumbers ? index + 1 : nil, palette: grid.palette, zone: zone,
        now: grid.now, symbols: surface.symbols)
    }
    legend = GridLegend(palette: grid.palette, surface: surface).lines(faces)
    draw(sorted.events)
  }

  private mutating func draw(_ events: [CalendarEvent]) {
    let laidOut = weeks.map { MonthWeek($0, events: events, zone: grid.time.zone) }
    let needs = laidOut.map(\.lineCount)
    if let room = room(needs) {
      // Two lines a week go before an explanation.
      legend = Array(legend.prefix(max(0, room - Self.total(needs, Self.leastLines))))
    }
    let limit = lineLimit(needs)
    lines.append(weekdays)
    for (index, week) in laidOut.enumerated() {
      lines.append(rule(index, week))
      draw(week, limit: limit)
    }
    lines.append(geometry.rule(frame.bottom, surface.symbols.horizontal).line)
  }

  /// The most lines of a week with which the whole fits the height; some lines in any case.
  private func lineLimit(_ needs: [Int]) -> Int {
    guard let room = room(needs) else { return MonthGrid.comfortableLines }
    var limit = Self.leastLines
    while limit < needs.max() ?? 0, Self.total(needs, limit + 1) <= room - legend.count {
      limit += 1
    }
    return limit
  }

  /// The most lines of a week that are drawn in any case.
  private static let leastLines = 2

  /// The lines that all weeks take with at most so many each.
  private static func total(_ needs: [Int], _ limit: Int) -> Int {
    needs.reduce(0) { $0 + max(1, min(limit, $1)) }
  }

  /// The lines that a height leaves for weeks and legend; nil where no height is known.
  private func room(_ needs: [Int]) -> Int? {
    // Title, weekdays, a rule a week and the last, an empty line, the count, the prompt.
    surface.height.map { $0 - needs.count - 6 }
  }

  private var weekdays: StyledLine {
    var line = GridLine(width: geometry.width)
    for (column, day) in (weeks.first?.days ?? []).enumerated() {
      let cells = geometry.cells(column)
      let name = cells.count >= 12 ? day.weekday.name : day.weekday.shortName
      line.write(
        StyledLine(name, Style([.bold, .dim])),
        in: cells.lowerBound + min(2, max(0, cells.count - name.count))..<cells.upperBound)
    }
    return line.line
  }

  /// The line above a week, with its number and the days.
  private func rule(_ index: Int, _ week: MonthWeek) -> StyledLine {
    let headings = zip(week.days, geometry.widths).map { day, width in
      let mark = day == today ? " " + frame.today : ""
      let text = (isOutside(day) ? TimeText.day(day, beside: day) : String(day.day)) + mark
      let style =
        day == today ? Style(.bold, color: .green) : isOutside(day) ? Style.dim : Style.bold
      return StyledLine(text.count + 2 <= width ? " \(text) " : text, style)
    }
    var line = geometry.rule(
      index == 0 ? frame.top : frame.middle, surface.symbols.horizontal, headings: headings)
    if geometry.margin > 0 {
      // A week that begins with another day than Monday goes by the number of its Thursday.
      let number = WeekNumber(containing: .first(.thursday, from: weeks[index].firstDay))
      line.put(StyledLine(String(number.week), .dim).padded(to: 2, .right), over: 0..<2)
    }
    return line.line
  }

  private func isOutside(_ day: CalendarDate) -> Bool { Month(containing: day) != grid.month }

  private mutating func draw(_ week: MonthWeek, limit: Int) {
    let count = max(1, min(limit, week.lineCount))
    let (shown, left) = week.fitted(to: count)
    var rows = (0..<count).map { _ in geometry.row(surface.symbols.vertical) }
    for entry in shown {
      let cells = geometry.cells(entry.columns)
      var line = self.line(entry, width: cells.count)
      if entry.columns.allSatisfy({ isOutside(week.days[$0]) }) {
        line = StyledLine(line.text, .dim)
      }
      rows[entry.line].put(line, over: cells, ellipsis: surface.symbols.ellipsis)
    }
    for column in week.days.indices {
      let number = left.count { $0.columns.contains(column) }
      guard number > 0 else { continue }
      let cells = geometry.cells(column)
      let text = cells.count >= 8 ? "+\(number) more" : "+\(number)"
      rows[count - 1].write(StyledLine(text, .dim), in: cells)
    }
    undrawn.formUnion(left.map(\.event))
    lines += rows.map(\.line)
  }

  // MARK: One event

  private func line(_ entry: MonthWeek.Entry, width: Int) -> StyledLine {
    let face = faces[entry.event]
    if let bar = entry.bar {
      return DayBar(face, bar, texts: texts).line(width: width).line
    }
    guard let segment = entry.segment else { return StyledLine() }
    let signs = face.look.border.signs(surface.symbols)
    var line = StyledLine()
    if width >= 12 { line.append(segment.minutes.isEmpty ? frame.moment : signs.middle, face.edge) }
    line += face.label
    // Two numbers before a name would leave nothing of it; that of the event is the one to go by.
    if face.number == nil || width >= Self.widthOfBoth {
      line.append(clock(segment, width: width) + " ", .dim)
    } else if !segment.isFirst {
      line.append(surface.symbols.earlier, .dim)
    }
    return line + face.name
  }

  /// Cells of a day that hold a number, a time and something of a name.
  private static let widthOfBoth = 18

  /// When an event is on one day, as short as the width asks for: `09:00`, `9`, `←05:00`, `←`.
  private func clock(_ segment: DaySegment, width: Int) -> String {
    let text = AxisText(clock: grid.time.clock)
    func moment(_ minute: Int) -> String { text.moment(minute % 1440, isNarrow: width < 12) }
    if segment.isFirst { return moment(segment.minutes.lowerBound) }
    let earlier = surface.symbols.earlier
    return segment.isLast ? earlier + moment(segment.minutes.upperBound) : earlier
  }
}
