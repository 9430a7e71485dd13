package import CalendarTime
package import Calendaring
package import FoundationEssentials
import Terminal

/// The events of some days as a picture: a column a day, time running down.
package struct WeekGrid: Sendable {
  /// The zone and the clock of the axis.
  package var time: TimeText
  /// What *now* is, for today, the line of this moment and what is running.
  package var now: Date
  /// The days to draw, seven as a rule; those that the zone skipped have no column.
  package var days: Range<CalendarDate>
  /// When the owner works; nil where nobody knows.
  package var work: WorkingTime?
  package var palette: EventPalette
  /// The short ids by full id, for events that the grid has no room to name.
  package var shortIDs: [String: String]

  package init(
    time: TimeText, now: Date, days: Range<CalendarDate>, work: WorkingTime? = nil,
    palette: EventPalette = EventPalette(), shortIDs: [String: String] = [:]
  ) {
    self.time = time
    self.now = now
    self.days = days
    self.work = work
    self.palette = palette
    self.shortIDs = shortIDs
  }

  /// Minutes of the day that are shown when the owner's hours are not known.
  static let usualHours = 8 * 60..<18 * 60

  /// The most half hours of a grid on a terminal whose height is not known.
  static let comfortableRows = 36

  /// Draws the events, which may come in any order.
  ///
  /// Every line of the grid has exactly the width of the surface. Events that it cannot name are
  /// listed below it; all are numbered as `EventList` numbers them.
  package func page(
    _ events: some Sequence<CalendarEvent>, on surface: GridSurface
  ) -> EventList.Page {
    let sorted = DaySheets(events, days: days, zone: time.zone)
    let drawing = WeekDrawing(self, sorted, surface)
    let footer = WeekFooter(grid: self, surface: surface)
    var lines = [title(on: surface)] + drawing.lines + drawing.legend
    lines += footer.lines(
      unnamed: sorted.events.enumerated().filter { !drawing.named.contains($0.offset) }
        .map(\.element),
      sorted: sorted, drawn: drawing.drawn.count)
    return EventList.Page(lines: lines, numbered: sorted.ids)
  }

  /// Week, dates and zone.
  private func title(on surface: GridSurface) -> StyledLine {
    let last = days.upperBound.adding(days: -1)
    let dates =
      TimeText.day(days.lowerBound, beside: last) + " \(surface.symbols.dash) "
      + TimeText.day(last, beside: nil)
    let week = Week(containing: days.lowerBound, firstWeekday: days.lowerBound.weekday)
    var line = StyledLine()
    if let number = week.isoNumber { line.append("Week \(number.week)  ", .bold) }
    line.append(dates, .bold)
    return GridTitle(line, zone: time.zone).line(width: surface.width)
  }
}
