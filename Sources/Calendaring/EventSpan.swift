package import CalendarTime
package import FoundationEssentials

/// When an event takes place: between two instants, or on whole days.
///
/// The two never mix: an all-day event is a range of dates whatever zone is asked for.
/// Source: Microsoft Graph, resource "event", property `isAllDay`.
package enum EventSpan: Hashable, Sendable {
  /// From `start` up to `end`; equal for a point in time, and a server may even send them reversed.
  case timed(start: Date, end: Date)
  /// The days from `first` up to, not including, `end`; at least one.
  case allDay(first: CalendarDate, end: CalendarDate)
  /// A wall time whose zone nobody here knows; it is shown as it was sent, with the zone's name.
  case unknownZone(name: String, start: WallTime, end: WallTime)
}

extension EventSpan {
  /// The length in whole minutes, from the instants; nil for whole days and for an unknown zone.
  package var durationMinutes: Int? {
    guard case .timed(let start, let end) = self else { return nil }
    return Int((end.timeIntervalSince(start) / 60).rounded(.down))
  }

  /// The instant that orders this among other events of `zone`: an all-day event starts its day.
  package func sortInstant(in zone: Zone) -> Date {
    switch self {
    case .timed(let start, _): start
    case .allDay(let first, _): zone.startOfDay(first)
    case .unknownZone(_, let start, _): zone.instant(of: start)
    }
  }

  /// The dates of `zone` that this touches.
  ///
  /// An end at midnight does not touch the day it begins. A point in time touches its day, and so
  /// does a span whose end lies before its start.
  package func dates(in zone: Zone) -> ClosedRange<CalendarDate> {
    switch self {
    case .timed(let start, let end):
      let first = zone.wallTime(at: start).date
      guard end > start else { return first...first }
      let endWall = zone.wallTime(at: end)
      let touchesLast = endWall.secondOfDay > 0 || endWall.nanosecond > 0
      let last = touchesLast ? endWall.date : endWall.date.adding(days: -1)
      return first...max(first, last)
    case .allDay(let first, let end):
      return first...max(first, end.adding(days: -1))
    case .unknownZone(_, let start, let end):
      guard end > start else { return start.date...start.date }
      let last = end.secondOfDay > 0 ? end.date : end.date.adding(days: -1)
      return start.date...max(start.date, last)
    }
  }

  /// Whether any part lies in the half-open range of instants, or of dates for an all-day event.
  ///
  /// A point in time counts when it is in the range; an event that ends where the range begins does
  /// not. An unknown zone counts as inside, since nobody can say that it is not.
  package func touches(_ range: Range<Date>, dates: Range<CalendarDate>) -> Bool {
    switch self {
    case .timed(let start, let end):
      end > start
        ? start < range.upperBound && end > range.lowerBound
        : range.contains(start)
    case .allDay(let first, let end):
      first < dates.upperBound && max(end, first.adding(days: 1)) > dates.lowerBound
    case .unknownZone: true
    }
  }

  /// Whether the event is going on at `instant`; whole days go on from midnight to midnight.
  package func contains(_ instant: Date, in zone: Zone) -> Bool {
    switch self {
    case .timed(let start, let end): start <= instant && instant < end
    case .allDay(let first, let end):
      zone.startOfDay(first) <= instant && instant < zone.startOfDay(end)
    case .unknownZone: false
    }
  }
}
