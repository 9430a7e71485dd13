package import CalendarTime
package import Calendaring
import FoundationEssentials
import Terminal

/// Events in the order of a list by days, with the numbers that lists and grids give them.
package struct DaySheets: Sendable {
  /// The events of one day in the order of its rows: those of the whole day first.
  package struct Sheet: Sendable {
    package var day: CalendarDate
    package var events: [CalendarEvent]
  }

  /// The days that have events, earliest first.
  package let sheets: [Sheet]
  /// Every event once, in the order of its number.
  package let events: [CalendarEvent]
  private let numbers: [String: Int]

  /// Sorts the events, which may come in any order.
  ///
  /// With `days` an event is on each day of them that it touches, and one that touches none is left
  /// out; without, it is on its first day alone. A day that the zone skipped has no sheet.
  package init(
    _ events: some Sequence<CalendarEvent>, days: Range<CalendarDate>?, zone: Zone
  ) {
    sheets = Self.sheets(of: events.inReadingOrder(zone: zone), days: days, zone: zone)
    var numbers: [String: Int] = [:]
    var shown: [CalendarEvent] = []
    for event in sheets.flatMap(\.events) where numbers[event.id] == nil {
      shown.append(event)
      numbers[event.id] = shown.count
    }
    self.events = shown
    self.numbers = numbers
  }

  /// The number of an event, the first being 1; nil for one that is on no sheet.
  package func number(of event: CalendarEvent) -> Int? { numbers[event.id] }

  /// The full ids by number, the first being number 1.
  package var ids: [String] { events.map(\.id) }

  /// How many there are and what is to know of them: `27 events, 1 cancelled, 1 not answered`.
  package var summary: String {
    var words = [events.count == 1 ? "1 event" : "\(events.count) events"]
    let cancelled = events.count { $0.isCancelled }
    if cancelled > 0 { words.append("\(cancelled) cancelled") }
    let waiting = events.count { $0.awaitsAnswer }
    if waiting > 0 { words.append("\(waiting) not answered") }
    return words.joined(separator: ", ")
  }

  private static func sheets(
    of ordered: [CalendarEvent], days: Range<CalendarDate>?, zone: Zone
  ) -> [Sheet] {
    var byDay: [CalendarDate: [CalendarEvent]] = [:]
    for event in ordered {
      var dates = event.span.dates(in: zone)
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
    return byDay.keys.sorted().filter { !zone.day($0).isEmpty }.map { day in
      let events = byDay[day] ?? []
      return Sheet(
        day: day, events: events.filter(\.span.isAllDay) + events.filter { !$0.span.isAllDay })
    }
  }
}
