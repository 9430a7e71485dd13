import CalendarTime
package import Calendaring
package import FoundationEssentials
package import Terminal

/// People's free/busy as lines on one axis of time.
package struct AvailabilityChart: Sendable {
  /// One person.
  package struct Row: Sendable {
    package var name: String
    package var schedule: Schedule
    /// Nil where nobody told it.
    package var work: WorkingTime?
    /// Why there is nothing to show; the words stand in place of the line.
    package var problem: String?

    package init(name: String, schedule: Schedule, work: WorkingTime?, problem: String? = nil) {
      self.name = name
      self.schedule = schedule
      self.work = work
      self.problem = problem
    }
  }

  package var time: TimeText
  /// What *now* is, for the mark of today.
  package var now: Date
  package var range: Range<Date>
  /// When the reader works: what is shown of a day, and when all could meet; nil where that is not known.
  package var work: WorkingTime?
  /// Whether all can meet only in the working hours of everybody.
  package var demandsWork = false

  package init(time: TimeText, now: Date, range: Range<Date>, work: WorkingTime? = nil) {
    self.time = time
    self.now = now
    self.range = range
    self.work = work
  }

  /// Lays out the people in the order given, several blocks of days below each other where the width
  /// asks for it.
  package func lines(_ rows: [Row], on surface: GridSurface) -> [StyledLine] {
    let known = rows.filter { $0.problem == nil }
    // Common time makes sense only where there are several people to have it.
    let showsEverybody = known.count > 1
    let names =
      rows.map { TextSanitizer.line($0.name) } + (showsEverybody ? [Self.everybody] : [])
    let widest = names.map { DisplayWidth.of($0) }.max() ?? 0
    var margin = min(max(widest, 3), max(8, min(32, surface.width / 4)))
    let hours = hours(known)
    var axis = AvailabilityAxis(days: days, hours: hours, room: surface.width - margin)
    // Long names make room for cells that can still be told apart.
    if axis.unit > 60, margin > Self.shortMargin {
      let wider = AvailabilityAxis(
        days: days, hours: hours, room: surface.width - Self.shortMargin)
      if wider.unit < axis.unit { (axis, margin) = (wider, Self.shortMargin) }
    }
    let symbols = surface.symbols
    var lines = [title(symbols).line(width: surface.width)]
    var signs: Set<AvailabilitySign> = []
    for (index, block) in axis.blocks.enumerated() {
      if index > 0 { lines.append("") }
      lines += header(block, axis, margin: margin, symbols)
      let times = block.map { day in axis.cells.map { instants(of: $0, on: day) } }
      var common = zip(block, times).map { day, times in
        let works = works(work, day, axis.cells)
        return zip(times, works).map { $0 != nil && $1 != false }
      }
      for row in rows {
        let name = StyledLine(row.name).cut(to: margin, ellipsis: symbols.ellipsis)
          .padded(to: margin)
        if let problem = row.problem {
          if index == 0 { lines.append(self.line(name, problem, surface)) }
          continue
        }
        var strip: [[AvailabilitySign]] = []
        for (place, day) in block.enumerated() {
          let states = states(of: row, day, axis.cells, times[place])
          for (cell, state) in states.enumerated() where !state.canMeet {
            common[place][cell] = false
          }
          strip.append(states.map(\.sign))
        }
        signs.formUnion(strip.joined())
        lines.append(name + line(strip, symbols))
      }
      if showsEverybody {
        if common.contains(where: { $0.contains(true) }) { signs.insert(.common) }
        let strip = common.map { $0.map { $0 ? AvailabilitySign.common : .outside } }
        lines.append(
          StyledLine(Self.everybody, .bold).cut(to: margin).padded(to: margin)
            + line(strip, symbols))
      }
    }
    return lines + legend(signs, surface)
  }

  private static let everybody = "all free"
  /// Cells of a name that is cut to give room to the time.
  private static let shortMargin = 12

  private var days: [CalendarDate] {
    var days: [CalendarDate] = []
    var day = time.zone.date(at: range.lowerBound)
    let last = time.zone.date(at: range.upperBound.addingTimeInterval(-1))
    while day <= last {
      if !time.zone.day(day).isEmpty { days.append(day) }
      day = day.adding(days: 1)
    }
    return days
  }

  /// The hours of a day that are shown, in minutes: those in which the reader works, and what reaches
  /// out of them; of a single day no more than was asked for.
  ///
  /// Where nobody knows when the reader works, those in which anybody does.
  private func hours(_ rows: [Row]) -> Range<Int> {
    func minutes(_ work: WorkingTime?) -> [Range<Int>] {
      days.prefix(7).flatMap { work?.minutes(on: $0, in: time.zone) ?? [] }
    }
    var shown = minutes(work)
    if shown.isEmpty { shown = rows.flatMap { minutes($0.work) } }
    if shown.isEmpty { shown = [8 * 60..<18 * 60] }
    let core =
      (shown.map(\.lowerBound).min() ?? 480)..<(shown.map(\.upperBound).max() ?? 1080)
    if let first = days.first, let last = days.last {
      for item in rows.flatMap(\.schedule.items) where item.status != .free {
        let span = EventSpan.timed(start: item.range.lowerBound, end: item.range.upperBound)
        shown += span.segments(in: time.zone, days: first..<last.adding(days: 1)).map(\.minutes)
          .filter { !$0.isEmpty && $0.count < 12 * 60 && $0.overlaps(core) }
      }
    }
    var first = (shown.map(\.lowerBound).min() ?? 8 * 60) / 60 * 60
    var last = ((shown.map(\.upperBound).max() ?? 18 * 60) + 59) / 60 * 60
    if days.count == 1 {
      let wall = time.zone.wallTime(at: range.lowerBound)
      let end = time.zone.wallTime(at: range.upperBound)
      let asked =
        wall.secondOfDay / 3600
        * 60..<(end.date > wall.date ? 1440 : (end.secondOfDay + 3599) / 3600 * 60)
      // A stretch of a day that somebody asked for is shown whole.
      if asked != DaySegment.wholeDay { (first, last) = (asked.lowerBound, asked.upperBound) }
    }
    return first..<max(first + 60, min(last, 1440))
  }

  // MARK: Cells

  /// What one person does in one cell.
  private struct State {
    var sign: AvailabilitySign
    /// Whether a meeting could be then: free or elsewhere, and at work where that is demanded.
    var canMeet: Bool
  }

  /// The instants of a cell; nil for an hour that the clocks skip and for what was not asked for.
  private func instants(of minutes: Range<Int>, on day: CalendarDate) -> Range<Date>? {
    let zone = time.zone
    let start = zone.instant(of: WallTime(date: day, secondOfDay: minutes.lowerBound * 60))
    let end =
      minutes.upperBound == 1440
      ? zone.startOfDay(day.adding(days: 1))
      : zone.instant(of: WallTime(date: day, secondOfDay: minutes.upperBound * 60))
    guard start < end, (start..<end).overlaps(range) else { return nil }
    return (start..<end).clamped(to: range)
  }

  private func states(
    of row: Row, _ day: CalendarDate, _ cells: [Range<Int>], _ instants: [Range<Date>?]
  ) -> [State] {
    let works = works(row.work, day, cells)
    let whole = time.zone.day(day)
    let today = Schedule(items: row.schedule.items.filter { $0.range.overlaps(whole) })
    return zip(works, instants).map { works, instants in
      guard let instants else { return State(sign: .outside, canMeet: false) }
      let status = today.status(in: instants)
      let isFree = status == .free || status == .workingElsewhere
      return State(
        sign: AvailabilitySign(status) ?? (works == true ? .free : .outside),
        canMeet: isFree && (works != false || !demandsWork))
    }
  }

  /// Whether each cell of a day lies in working hours; nil where those are not known.
  private func works(
    _ work: WorkingTime?, _ day: CalendarDate, _ cells: [Range<Int>]
  ) -> [Bool?] {
    guard let work else { return cells.map { _ in nil } }
    let minutes = work.minutes(on: day, in: time.zone)
    return cells.map { cell in
      let middle = (cell.lowerBound + cell.upperBound) / 2
      return minutes.contains { $0.contains(middle) }
    }
  }

  /// The signs of some days, each between two lines.
  private func line(_ days: [[AvailabilitySign]], _ symbols: Symbols) -> StyledLine {
    var line = StyledLine(symbols.vertical, .dim)
    for cells in days {
      var rest = cells[...]
      while let sign = rest.first {
        let run = rest.prefix { $0 == sign }
        line.append(String(repeating: sign.text(symbols), count: run.count), sign.style)
        rest = rest[run.endIndex...]
      }
      line.append(symbols.vertical, .dim)
    }
    return line
  }

  /// Why there is nothing about somebody.
  private func line(
    _ name: StyledLine, _ problem: String, _ surface: GridSurface
  ) -> StyledLine {
    (name + StyledLine(surface.symbols.vertical, .dim)
      + StyledLine(" " + problem, Style(color: .red)))
      .cut(to: surface.width, ellipsis: surface.symbols.ellipsis)
  }

  // MARK: Around the lines

  private func title(_ symbols: Symbols) -> GridTitle {
    let first = days.first ?? time.zone.date(at: range.lowerBound)
    let last = days.last ?? first
    let text =
      first == last
      ? first.heading
      : "\(TimeText.day(first, beside: last)) \(symbols.dash) \(TimeText.day(last, beside: nil))"
    return GridTitle(StyledLine("Free/busy", .bold) + StyledLine("  " + text), zone: time.zone)
  }

  /// The days, and the hours below them.
  private func header(
    _ block: [CalendarDate], _ axis: AvailabilityAxis, margin: Int, _ symbols: Symbols
  ) -> [StyledLine] {
    let blank = StyledLine(String(repeating: " ", count: margin))
    let today = time.zone.date(at: now)
    let line = StyledLine(symbols.vertical, .dim)
    var names = blank + line
    var hours = blank + line
    for day in block {
      let forms = [
        "\(day.weekday.shortName) \(day.day) \(Month(containing: day).shortName)",
        "\(day.weekday.shortName) \(day.day)", String(day.weekday.shortName.prefix(2)),
      ]
      let form = forms.first { $0.count <= axis.cells.count } ?? ""
      let style = day == today ? Style(.bold, color: .green) : .bold
      names += StyledLine(form, style).padded(to: axis.cells.count) + line
      hours += StyledLine(axis.hours(clock: time.clock), .dim) + line
    }
    return [names.trimmed, hours.trimmed]
  }

  private func legend(
    _ signs: Set<AvailabilitySign>, _ surface: GridSurface
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    for sign in AvailabilitySign.allCases where signs.contains(sign) {
      guard let meaning = sign.meaning else { continue }
      let item =
        StyledLine(sign.text(surface.symbols), sign.style) + StyledLine(" " + meaning, .dim)
      if let last = lines.last, last.cells + 3 + item.cells <= surface.width {
        lines[lines.count - 1] = last + "   " + item
      } else {
        lines.append(item.cut(to: surface.width))
      }
    }
    return lines
  }
}
