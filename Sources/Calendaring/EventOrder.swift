package import CalendarTime
import FoundationEssentials

extension Sequence<CalendarEvent> {
  /// All-day events first, then by start, then the longer one, then by id, so that an order is total.
  package func inReadingOrder(zone: Zone) -> [CalendarEvent] {
    let events = Array(self)
    return events.indices.map { ReadingPlace($0, of: events[$0], in: zone) }
      .sorted { left, right in
        if left.day != right.day { return left.day < right.day }
        if left.isAllDay != right.isAllDay { return left.isAllDay }
        if left.start != right.start { return left.start < right.start }
        if left.length != right.length { return left.length > right.length }
        return events[left.index].id < events[right.index].id
      }
      .map { events[$0.index] }
  }
}

/// What decides where an event stands among others, found out once an event.
private struct ReadingPlace {
  let index: Int
  let day: CalendarDate
  let isAllDay: Bool
  let start: Date
  let length: Int

  init(_ index: Int, of event: CalendarEvent, in zone: Zone) {
    self.index = index
    day = event.span.dates(in: zone).lowerBound
    isAllDay = event.span.isAllDay
    start = event.span.sortInstant(in: zone)
    length = event.span.durationMinutes ?? 0
  }
}

extension EventSpan {
  package var isAllDay: Bool {
    guard case .allDay = self else { return false }
    return true
  }
}
