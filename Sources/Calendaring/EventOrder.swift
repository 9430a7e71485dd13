package import CalendarTime

extension Sequence<CalendarEvent> {
  /// All-day events first, then by start, then the longer one, then by id, so that an order is total.
  package func inReadingOrder(zone: Zone) -> [CalendarEvent] {
    sorted { left, right in
      let leftDay = left.span.dates(in: zone).lowerBound
      let rightDay = right.span.dates(in: zone).lowerBound
      if leftDay != rightDay { return leftDay < rightDay }
      if left.span.isAllDay != right.span.isAllDay { return left.span.isAllDay }
      let leftStart = left.span.sortInstant(in: zone)
      let rightStart = right.span.sortInstant(in: zone)
      if leftStart != rightStart { return leftStart < rightStart }
      let leftLength = left.span.durationMinutes ?? 0
      let rightLength = right.span.durationMinutes ?? 0
      if leftLength != rightLength { return leftLength > rightLength }
      return left.id < right.id
    }
  }
}

extension EventSpan {
  package var isAllDay: Bool {
    guard case .allDay = self else { return false }
    return true
  }
}
