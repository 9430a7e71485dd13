import CalendarTime
import Calendaring
import Terminal

/// What stands below the grid of a week: changes of the clocks, the events that had no room, and how
/// many there are.
struct WeekFooter {
  var grid: WeekGrid
  var surface: GridSurface

  private var time: TimeText { grid.time }
  private var days: Range<CalendarDate> { grid.days }

  /// The events that the grid could not name, in the order of their numbers.
  func remainder(_ events: [CalendarEvent], sorted: DaySheets) -> [StyledLine] {
    guard !events.isEmpty else { return [] }
    let texts = EventTimeText(time: time, symbols: surface.symbols)
    var table = Table([
      .init("", .right), .init(rank: 2), .init(), .init(), .init(minimum: 10, comfort: 40),
      .init(minimum: 8, comfort: 30, rank: 1),
    ])
    for event in events {
      let day = max(event.span.dates(in: time.zone).lowerBound, days.lowerBound)
      let number = sorted.number(of: event).flatMap { surface.showsNumbers ? String($0) : nil }
      table.add([
        StyledLine(number ?? "", .dim),
        StyledLine(grid.shortIDs[event.id] ?? "", Style(color: .cyan)),
        StyledLine("\(day.weekday.shortName) \(day.day)"),
        StyledLine(texts.row(event.span, on: day)),
        EventNotes.subject(event),
        StyledLine(surface.width < 80 ? "" : event.location ?? "", .dim),
      ])
    }
    return table.lines(width: surface.width, symbols: surface.symbols)
  }

  /// All of it; `unnamed` are the events whose name cannot be read in the grid.
  func lines(
    unnamed: [CalendarEvent], sorted: DaySheets, drawn: Int
  ) -> [StyledLine] {
    var lines = time.clockChanges(days)
      .flatMap { StyledLine($0, .dim).wrapped(to: surface.width) }
    if !unnamed.isEmpty {
      lines += ["", StyledLine("Too small to read above", .dim).cut(to: surface.width)]
      lines += remainder(unnamed, sorted: sorted)
    }
    let hidden = sorted.events.count - drawn
    let note = hidden == 0 ? "" : ", \(hidden) of them only listed"
    let count = sorted.events.isEmpty ? "No events" : sorted.summary + note
    return lines + [""] + StyledLine(count, .dim).wrapped(to: surface.width)
  }
}
