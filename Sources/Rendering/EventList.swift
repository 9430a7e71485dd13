package import CalendarTime
package import Calendaring
package import FoundationEssentials
package import Terminal

/// The list of events by days, as `today`, `week` and `agenda` print it.
package struct EventList: Sendable {
  /// The zone and the clock of all rows and headings.
  package var time: TimeText
  /// What *now* is, for the marks of today and of what is running.
  package var now: Date
  /// The days asked for; nil for a list without a range, where each event stands on its first day.
  package var days: Range<CalendarDate>?
  /// The short ids to print by full id; an event without one has an empty place.
  package var shortIDs: [String: String]
  /// Whether each row names its calendar.
  package var namesCalendars: Bool

  package init(
    time: TimeText, now: Date, days: Range<CalendarDate>?, shortIDs: [String: String] = [:],
    namesCalendars: Bool = false
  ) {
    self.time = time
    self.now = now
    self.days = days
    self.shortIDs = shortIDs
    self.namesCalendars = namesCalendars
  }

  /// A list laid out.
  package struct Page: Sendable {
    package var lines: [StyledLine]
    /// The full ids by row number, the first being number 1.
    package var numbered: [String]
  }

  /// Lays out the events, which may come in any order.
  ///
  /// An event has a row on each day it touches, always under the same number. A day that the zone
  /// skipped has neither heading nor rows.
  package func page(_ events: some Sequence<CalendarEvent>, on surface: Surface) -> Page {
    let sorted = DaySheets(events, days: days, zone: time.zone)
    var rows: [(cells: [Table.Cell], notes: Notes)] = []
    for sheet in sorted.sheets {
      for event in sheet.events {
        rows.append(
          row(
            event, on: sheet.day, number: surface.number(sorted.number(of: event) ?? 0),
            clashes: clashes(of: event, sorted, on: surface), symbols: surface.symbols))
      }
    }
    var table = Table(columns(notes: rows.map(\.notes), width: surface.width))
    for row in rows { table.add(row.cells) }
    var lines: [StyledLine] = []
    let layout = table.layout(width: surface.width, symbols: surface.symbols)
    var laidOut = layout.rows[...]
    for sheet in sorted.sheets {
      if !lines.isEmpty { lines.append("") }
      lines += heading(sheet.day, on: surface)
      for index in sheet.events.indices {
        if layout.isStacked, index > 0 { lines.append("") }
        lines += laidOut.popFirst() ?? []
      }
    }
    if !lines.isEmpty { lines.append("") }
    lines += StyledLine(summary(sorted), .dim).wrapped(to: surface.width)
    return Page(lines: lines, numbered: sorted.ids)
  }

  /// What an event overlaps with: row numbers, in a file short ids.
  private func clashes(
    of event: CalendarEvent, _ sorted: DaySheets, on surface: Surface
  ) -> [String] {
    // Mostly there are none, and then nobody looks through all the others for each event.
    guard !event.conflictsWith.isEmpty else { return [] }
    let others = sorted.events.filter { event.conflictsWith.contains($0.id) }
    return others.compactMap { other in
      surface.showsNumbers ? sorted.number(of: other).map(String.init) : shortIDs[other.id]
    }
  }

  /// The columns of the rows that have these notes.
  ///
  /// The notes keep room for as much as they weigh: what an event overlaps with is not left out before the
  /// place is. Where there is hardly any room, some of them are better than none.
  private func columns(notes: [Notes], width: Int?) -> [Table.Column] {
    let whole = notes.reduce(Self.leastNotes) { max($0, $1.weight) }
    let weight =
      (width ?? .max) >= Self.comfortableWidth
      ? whole : notes.contains(where: \.hasEssential) ? min(whole, 19) : Self.leastNotes
    return [
      .init("", .right), .init(rank: 2), .init(), .init(minimum: 10, comfort: 24),
      .init(minimum: 14, comfort: 24, rank: 4), .init(minimum: 6, comfort: 16, rank: 3),
      .init(minimum: weight, comfort: max(20, weight), rank: 1),
    ]
  }

  /// Cells of a line that holds the name, the place and the notes of an event.
  private static let comfortableWidth = 72

  /// Cells of a short note.
  private static let leastNotes = 9

  private func row(
    _ event: CalendarEvent, on day: CalendarDate, number: StyledLine, clashes: [String],
    symbols: Symbols
  ) -> (cells: [Table.Cell], notes: Notes) {
    let texts = EventTimeText(time: time, symbols: symbols)
    let isRunning =
      !event.span.isAllDay && !event.isCancelled && event.span.contains(now, in: time.zone)
      && day == time.zone.date(at: now)
    let quiet = event.isCancelled || event.response == .declined
    let subject = EventNotes.subject(event)
    let notes = EventNotes.row(
      event, beyond: texts.beyond(event.span, on: day, shown: days), isRunning: isRunning,
      clashes: clashes)
    let place = EventPlace(event, symbols: symbols)
    let cells = [
      Table.Cell(
        (isRunning ? StyledLine(symbols.now + " ", Style(.bold, color: .green)) : "  ")
          + number),
      Table.Cell(StyledLine(shortIDs[event.id] ?? "", Style(color: .cyan))),
      Table.Cell(StyledLine(texts.row(event.span, on: day), quiet ? .dim : .plain)),
      Table.Cell(isRunning ? StyledLine(subject.text, .bold) : subject),
      Table.Cell(place.line, shorten: { place.fitted(to: $0) }),
      Table.Cell(StyledLine(namesCalendars ? event.calendarName ?? "" : "", .dim)),
      Table.Cell(notes.line, shorten: { notes.fitted(to: $0) }),
    ]
    return (cells, notes)
  }

  private func heading(_ day: CalendarDate, on surface: Surface) -> [StyledLine] {
    let isToday = day == time.zone.date(at: now)
    var line = StyledLine(
      day.heading, isToday ? Style([.bold], color: .green) : .bold)
    if isToday { line.append("  today", Style(color: .green)) }
    return line.wrapped(to: surface.width)
  }

  private func summary(_ sorted: DaySheets) -> String {
    sorted.events.isEmpty ? "No events\(range)" : sorted.summary
  }

  private var range: String {
    guard let days, !days.isEmpty else { return "" }
    let last = days.upperBound.adding(days: -1)
    if last == days.lowerBound { return " on \(last.heading)" }
    return " from \(days.lowerBound.heading) to \(last.heading)"
  }
}
