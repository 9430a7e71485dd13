package import CalendarTime
package import Calendaring
package import FoundationEssentials
import Terminal

/// The events of a month as a picture: a row of cells a week, one cell a day.
package struct MonthGrid: Sendable {
  /// The zone and the clock of all times.
  package var time: TimeText
  /// What *now* is, for the mark of today.
  package var now: Date
  package var month: Month
  /// The weekday of the first column.
  package var firstWeekday: Weekday
  package var palette: EventPalette

  package init(
    time: TimeText, now: Date, month: Month, firstWeekday: Weekday,
    palette: EventPalette = EventPalette()
  ) {
    self.time = time
    self.now = now
    self.month = month
    self.firstWeekday = firstWeekday
    self.palette = palette
  }

  /// The most lines of a week on a terminal whose height is not known.
  static let comfortableLines = 5

  /// The days that the grid shows: whole weeks, so that some lie outside of the month.
  package var days: Range<CalendarDate> {
    let weeks = month.weeks(firstWeekday: firstWeekday)
    return (weeks.first?.firstDay ?? month.firstDay)..<(weeks.last?.endDay ?? month.endDay)
  }

  /// Draws the events, which may come in any order and reach past the month.
  ///
  /// Every line of the grid has exactly the width of the surface. Where a day has more events than
  /// lines, it says how many are left out.
  package func page(
    _ events: some Sequence<CalendarEvent>, on surface: GridSurface
  ) -> EventList.Page {
    let sorted = DaySheets(events, days: days, zone: time.zone)
    let drawing = MonthDrawing(self, sorted, surface)
    var lines = [title(on: surface)] + drawing.lines + drawing.legend
    let own = DaySheets(sorted.events, days: month.firstDay..<month.endDay, zone: time.zone)
    var summary = own.events.isEmpty ? "No events in \(month.heading)" : own.summary
    // The numbers go on through the days of other months.
    let others = sorted.events.count - own.events.count
    if others > 0 { summary += ", \(others) more around" }
    let listed = Set(own.events.map(\.id))
    let undrawn = drawing.undrawn.count { listed.contains(sorted.events[$0].id) }
    if undrawn > 0 {
      summary +=
        "; \(undrawn) not drawn: graphcal month \(month.firstDay.description.prefix(7)) --list"
    }
    let footer = StyledLine(summary, .dim).wrapped(to: surface.width)
    // The last line of the terminal is the prompt's.
    let isTight = surface.height.map { lines.count + 1 + footer.count >= $0 } ?? false
    lines += (isTight ? [] : [""]) + footer
    return EventList.Page(lines: lines, numbered: sorted.ids)
  }

  private func title(on surface: GridSurface) -> StyledLine {
    GridTitle(StyledLine(month.heading, .bold), zone: time.zone).line(width: surface.width)
  }
}
