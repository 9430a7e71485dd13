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
    let ordered = events.inReadingOrder(zone: time.zone)
    let sheets = sheets(of: ordered)
    var numbers: [String: Int] = [:]
    var numbered: [String] = []
    var shown: [CalendarEvent] = []
    for event in sheets.flatMap(\.events) where numbers[event.id] == nil {
      numbered.append(event.id)
      numbers[event.id] = numbered.count
      shown.append(event)
    }
    var table = Table(columns)
    for sheet in sheets {
      for event in sheet.events {
        table.add(
          row(
            event, on: sheet.day, number: numbers[event.id] ?? 0, numbers: surface.width != nil,
            symbols: surface.symbols))
      }
    }
    var lines: [StyledLine] = []
    let layout = table.layout(width: surface.width, symbols: surface.symbols)
    var rows = layout.rows[...]
    for sheet in sheets {
      if !lines.isEmpty { lines.append("") }
      lines += heading(sheet.day, on: surface)
      for index in sheet.events.indices {
        if layout.isStacked, index > 0 { lines.append("") }
        lines += rows.popFirst() ?? []
      }
    }
    if !lines.isEmpty { lines.append("") }
    lines += StyledLine(summary(shown), .dim).wrapped(to: surface.width)
    return Page(lines: lines, numbered: numbered)
  }

  /// The events of one day in the order of its rows.
  private struct Sheet {
    var day: CalendarDate
    var events: [CalendarEvent]
  }

  private func sheets(of ordered: [CalendarEvent]) -> [Sheet] {
    var byDay: [CalendarDate: [CalendarEvent]] = [:]
    for event in ordered {
      var dates = event.span.dates(in: time.zone)
      if let days {
        guard !days.isEmpty else { break }
        let window = days.lowerBound...days.upperBound.adding(days: -1)
        guard dates.overlaps(window) else { continue }
        dates = dates.clamped(to: window)
      } else {
        dates = dates.lowerBound...dates.lowerBound
      }
      var day = dates.lowerBound
      while day <= dates.upperBound {
        byDay[day, default: []].append(event)
        day = day.adding(days: 1)
      }
    }
    return byDay.keys.sorted().filter { !time.zone.day($0).isEmpty }.map { day in
      let events = byDay[day] ?? []
      return Sheet(
        day: day, events: events.filter(\.span.isAllDay) + events.filter { !$0.span.isAllDay })
    }
  }

  private var columns: [Table.Column] {
    [
      .init("", .right), .init(rank: 2), .init(), .init(minimum: 10, comfort: 24),
      .init(minimum: 14, comfort: 24, rank: 4), .init(minimum: 6, comfort: 16, rank: 3),
      .init(minimum: 9, comfort: 20, rank: 1),
    ]
  }

  private func row(
    _ event: CalendarEvent, on day: CalendarDate, number: Int, numbers: Bool, symbols: Symbols
  ) -> [Table.Cell] {
    let texts = EventTimeText(time: time, symbols: symbols)
    let isRunning =
      !event.span.isAllDay && !event.isCancelled && event.span.contains(now, in: time.zone)
      && day == time.zone.date(at: now)
    let quiet = event.isCancelled || event.response == .declined
    let subject = EventNotes.subject(event)
    let notes = EventNotes.row(
      event, beyond: texts.beyond(event.span, on: day, shown: days), isRunning: isRunning)
    let place = EventPlace(event, symbols: symbols)
    return [
      Table.Cell(
        (isRunning ? StyledLine(symbols.now + " ", Style(.bold, color: .green)) : "  ")
          + StyledLine(numbers ? String(number) : "", .dim)),
      Table.Cell(StyledLine(shortIDs[event.id] ?? "", Style(color: .cyan))),
      Table.Cell(StyledLine(texts.row(event.span, on: day), quiet ? .dim : .plain)),
      Table.Cell(isRunning ? StyledLine(subject.text, .bold) : subject),
      Table.Cell(place.line, shorten: { place.fitted(to: $0) }),
      Table.Cell(StyledLine(namesCalendars ? event.calendarName ?? "" : "", .dim)),
      Table.Cell(notes.line, shorten: { notes.fitted(to: $0) }),
    ]
  }

  private func heading(_ day: CalendarDate, on surface: Surface) -> [StyledLine] {
    let isToday = day == time.zone.date(at: now)
    var line = StyledLine(
      day.heading, isToday ? Style([.bold], color: .green) : .bold)
    if isToday { line.append("  today", Style(color: .green)) }
    return line.wrapped(to: surface.width)
  }

  private func summary(_ events: [CalendarEvent]) -> String {
    guard !events.isEmpty else { return "No events\(range)" }
    var words = [events.count == 1 ? "1 event" : "\(events.count) events"]
    let cancelled = events.count { $0.isCancelled }
    if cancelled > 0 { words.append("\(cancelled) cancelled") }
    let waiting = events.count { $0.awaitsAnswer }
    if waiting > 0 { words.append("\(waiting) not answered") }
    return words.joined(separator: ", ")
  }

  private var range: String {
    guard let days, !days.isEmpty else { return "" }
    let last = days.upperBound.adding(days: -1)
    if last == days.lowerBound { return " on \(last.heading)" }
    return " from \(days.lowerBound.heading) to \(last.heading)"
  }
}
