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
    if !drawing.undrawn.isEmpty {
      // A list holds the days of the month alone.
      let listed = Set(own.events.map(\.id))
      let isListed = drawing.undrawn.allSatisfy { listed.contains(sorted.events[$0].id) }
      let length = days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch
      summary +=
        "; \(drawing.undrawn.count) had no room "
        + (isListed
          ? "(--list shows them)"
          : "(agenda --from \(days.lowerBound) --days \(length) shows them)")
    }
    lines += [""] + StyledLine(summary, .dim).wrapped(to: surface.width)
    return EventList.Page(lines: lines, numbered: sorted.ids)
  }

  private func title(on surface: GridSurface) -> StyledLine {
    GridTitle(StyledLine(month.heading, .bold), zone: time.zone).line(width: surface.width)
  }
}
