import CalendarTime
import Calendaring
import FoundationEssentials
import Terminal

/// One picture of a week, from the shares of the columns to the finished lines.
struct WeekDrawing {
  let grid: WeekGrid
  let surface: GridSurface
  let days: [CalendarDate]
  let spread: DaySpread
  let columns: [DayColumn]
  let geometry: GridColumns
  let axis: TimeAxis
  let work: [[Range<Int>]]
  /// Today's column and the minute on its wall.
  let moment: (column: Int, minute: Int)?
  /// What clocks skip on a day: its column and minutes.
  let skipped: [(column: Int, minutes: Range<Int>)]
  let texts: EventTimeText
  let frame: FrameSigns

  /// The events in the order of their numbers.
  let faces: [EventFace]
  /// What the signs and colours of the events mean.
  let legend: [StyledLine]
  var lines: [StyledLine] = []
  /// Events whose name can be read in the grid, by their place.
  var named: Set<Int> = []
  /// Events that are drawn, though perhaps too small for their name.
  var drawn: Set<Int> = []

  init(_ grid: WeekGrid, _ sorted: DaySheets, _ surface: GridSurface) {
    self.grid = grid
    self.surface = surface
    let zone = grid.time.zone
    let first = grid.days.lowerBound
    let count = grid.days.upperBound.daysSinceEpoch - first.daysSinceEpoch
    let days = (0..<count).map { first.adding(days: $0) }.filter { !zone.day($0).isEmpty }
    let wall = zone.wallTime(at: grid.now)
    let moment = days.firstIndex(of: wall.date).map { ($0, wall.secondOfDay / 60) }
    let events = sorted.events
    faces = events.enumerated().map { index, event in
      EventFace(
        event, number: surface.showsNumbers ? index + 1 : nil, palette: grid.palette, zone: zone,
        now: grid.now, symbols: surface.symbols)
    }
    legend = GridLegend(palette: grid.palette, surface: surface).lines(faces)
    spread = DaySpread(events, days: days, zone: zone)
    work = days.map { day in grid.work?.minutes(on: day, in: zone) ?? [] }
    let changes = zone.transitions(in: zone.range(from: first, to: grid.days.upperBound))
    skipped = changes.filter { $0.shift > 0 }.compactMap { change in
      let wall = zone.wallTime(at: change.instant)
      let minute = wall.secondOfDay / 60
      return days.firstIndex(of: wall.date).map {
        ($0, max(0, minute - change.shift / 60)..<minute)
      }
    }
    let narrow = surface.width < 72
    let shown = work.contains { !$0.isEmpty } ? work.flatMap(\.self) : [WeekGrid.usualHours]
    let now = moment.map { [$0.1..<$0.1 + 1] } ?? []
    let bars = min(Self.bandLimit, (spread.bars.map(\.row).max() ?? -1) + 1)
    // Title, two rules, the band with its rule, the legend, an empty line, the count, the prompt.
    let others = 6 + bars + (bars > 0 ? 1 : 0) + legend.count
    (columns, axis) = Self.rows(
      spread, shown: shown + now,
      room: surface.height.map { max(0, $0 - others) } ?? WeekGrid.comfortableRows)
    geometry = GridColumns(
      margin: narrow ? 3 : 5, weights: Self.weights(columns, spread.bars), width: surface.width)
    texts = EventTimeText(time: grid.time, symbols: surface.symbols)
    frame = FrameSigns(symbols: surface.symbols)
    self.days = days
    self.moment = moment
    draw()
  }

  /// Half hours where they fit `room`, else hours.
  private static func rows(
    _ spread: DaySpread, shown: [Range<Int>], room: Int
  ) -> ([DayColumn], TimeAxis) {
    func rows(step: Int) -> ([DayColumn], TimeAxis) {
      let columns = spread.parts.map { DayColumn($0, step: step) }
      return (
        columns, TimeAxis(step: step, shown: shown, blocks: columns.lazy.flatMap(\.touched))
      )
    }
    let fine = rows(step: 30)
    return fine.1.slots.count <= room ? fine : rows(step: 60)
  }

  /// More width for days with events side by side, less for empty ones.
  private static func weights(_ columns: [DayColumn], _ bars: [DaySpread.Bar]) -> [Double] {
    columns.enumerated().map { index, column in
      switch column.laneCount {
      case 0: bars.contains { $0.columns == index..<index + 1 } ? 1 : 0.75
      case let lanes: 1 + 0.4 * Double(min(lanes, 3) - 1)
      }
    }
  }

  private mutating func draw() {
    lines.append(
      geometry.rule(frame.top, surface.symbols.horizontal, headings: headings).line)
    if !spread.bars.isEmpty {
      drawBand()
      lines.append(geometry.rule(frame.middle, surface.symbols.horizontal).line)
    }
    var rows = axis.slots.indices.map { background($0) }
    for column in columns.indices { draw(column, on: &rows) }
    lines += rows.map(\.line)
    lines.append(geometry.rule(frame.bottom, surface.symbols.horizontal).line)
  }

  /// The days over the columns, all in the longest form that fits each of them.
  private var headings: [StyledLine] {
    let forms: [(CalendarDate) -> String] = [
      { "\($0.weekday.shortName) \($0.day) \(Month(containing: $0).shortName)" },
      { "\($0.weekday.shortName) \($0.day)" }, { "\($0.weekday.shortName.prefix(2))\($0.day)" },
      { "\($0.day)" },
    ]
    func texts(_ form: (CalendarDate) -> String) -> [String] {
      days.enumerated().map { form($1) + ($0 == moment?.column ? " " + frame.today : "") }
    }
    let all = forms.map(texts)
    let chosen =
      all.first { texts in
        zip(texts, geometry.widths).allSatisfy {
          DisplayWidth.of($0) + ($0.count > 8 ? 4 : 0) <= $1
        }
      } ?? all[all.count - 1]
    return zip(chosen, geometry.widths).enumerated().map { index, heading in
      let (text, width) = heading
      let style = index == moment?.column ? Style(.bold, color: .green) : .bold
      return StyledLine(DisplayWidth.of(text) + 2 <= width ? " \(text) " : text, style)
    }
  }

  // MARK: The band of whole days

  /// Rows of the band before what is left is only counted.
  private static let bandLimit = 6

  private mutating func drawBand() {
    let count = (spread.bars.map(\.row).max() ?? -1) + 1
    let isFull = count > Self.bandLimit
    let shown = isFull ? Self.bandLimit - 1 : count
    var rows = (0..<min(count, Self.bandLimit)).map { _ in geometry.row(surface.symbols.vertical) }
    var hidden = Array(repeating: 0, count: days.count)
    for bar in spread.bars {
      guard bar.row < shown else {
        for column in bar.columns { hidden[column] += 1 }
        continue
      }
      let cells = geometry.cells(bar.columns)
      let (line, isReadable) = DayBar(faces[bar.event], bar, texts: texts)
        .line(width: cells.count)
      rows[bar.row].put(line, over: cells)
      drawn.insert(bar.event)
      if isReadable { named.insert(bar.event) }
    }
    for (column, count) in hidden.enumerated() where count > 0 {
      rows[shown].write(StyledLine("+\(count) more", .dim), in: geometry.cells(column))
    }
    lines += rows.map(\.line)
  }
}
