package import CalendarTime
import FoundationEssentials

/// Events laid over some days: bars that take whole days, and parts of single days.
package struct DaySpread: Sendable {
  /// An event over one or more columns: all-day, or so long that no clock is needed to see it.
  package struct Bar: Hashable, Sendable {
    /// The event's place among those given.
    package var event: Int
    /// The columns it covers, by their place among the days; never empty.
    package var columns: Range<Int>
    /// Counted from 0; no two bars of a row share a column.
    package var row: Int
    /// Whether the event began before the first of the columns.
    package var isCutBefore: Bool
    /// Whether the event goes on after the last of the columns.
    package var isCutAfter: Bool
  }

  /// The part of an event on one day.
  package struct Part: Hashable, Sendable {
    /// The event's place among those given.
    package var event: Int
    package var segment: DaySegment
  }

  /// The bars in the order of their events.
  package private(set) var bars: [Bar] = []
  /// For each day the parts on it, earliest first, at the same time in the order of their events.
  package private(set) var parts: [[Part]]

  /// Lays out the events of `days`, which ascend; days that the zone skipped are not among them.
  ///
  /// An event of 24 hours, or of one whole day where that is shorter, is a bar. What touches none of
  /// the days is left out.
  package init(_ events: [CalendarEvent], days: [CalendarDate], zone: Zone) {
    parts = Array(repeating: [], count: days.count)
    guard let first = days.first, let last = days.last else { return }
    let columns = Dictionary(zip(days, days.indices)) { first, _ in first }
    for (index, event) in events.enumerated() {
      if event.span.isBar(in: zone) {
        let dates = event.span.dates(in: zone)
        let start = days.firstIndex { $0 >= dates.lowerBound } ?? days.count
        let end = (days.lastIndex { $0 <= dates.upperBound } ?? -1) + 1
        guard start < end else { continue }
        bars.append(
          Bar(
            event: index, columns: start..<end, row: 0, isCutBefore: dates.lowerBound < days[start],
            isCutAfter: dates.upperBound > days[end - 1]))
      } else {
        for segment in event.span.segments(in: zone, days: first..<last.adding(days: 1)) {
          guard let column = columns[segment.day] else { continue }
          parts[column].append(Part(event: index, segment: segment))
        }
      }
    }
    for (index, place) in Lanes(bars.map(\.columns)).places.enumerated() {
      bars[index].row = place.lane
    }
    for column in parts.indices {
      parts[column].sort {
        ($0.segment.minutes.lowerBound, $0.event) < ($1.segment.minutes.lowerBound, $1.event)
      }
    }
  }
}

extension EventSpan {
  /// Whether the event is drawn across days rather than on a clock.
  ///
  /// All-day events are, and those that last 24 hours or take a whole day of the zone.
  package func isBar(in zone: Zone) -> Bool {
    switch self {
    case .allDay: return true
    case .timed(let start, let end):
      if end.timeIntervalSince(start) >= 86_400 { return true }
      // A day of 23 hours is a whole day too.
      guard end.timeIntervalSince(start) >= 20 * 3600 else { return false }
      let day = zone.day(zone.date(at: start))
      return start <= day.lowerBound && end >= day.upperBound
    case .unknownZone(_, let start, let end):
      let days = end.date.daysSinceEpoch - start.date.daysSinceEpoch
      return days > 1 || days == 1 && end.secondOfDay >= start.secondOfDay
    }
  }
}
