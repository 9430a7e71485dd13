package import CalendarTime
import FoundationEssentials

/// The part of an event that lies on one day, as the clocks of a zone show it.
package struct DaySegment: Hashable, Sendable {
  /// The day, which the zone did not skip.
  package var day: CalendarDate
  /// Minutes since midnight on the wall, within 0 to 1440; started minutes count, and a point in time
  /// has none.
  ///
  /// Where clocks are put back within the part, this reaches to the latest time they showed.
  package var minutes: Range<Int>
  /// How long the part lasts in whole minutes: by the instants, so that a change of the clocks counts.
  package var length: Int
  /// Whether the event starts on this day.
  package var isFirst: Bool
  /// Whether the event ends on this day.
  package var isLast: Bool

  package init(
    day: CalendarDate, minutes: Range<Int>, length: Int, isFirst: Bool = true, isLast: Bool = true
  ) {
    self.day = day
    self.minutes = minutes
    self.length = length
    self.isFirst = isFirst
    self.isLast = isLast
  }

  /// Minutes of a day on the wall.
  package static let wholeDay = 0..<1440
}

extension EventSpan {
  /// The parts of this on the days of `days` that it touches, cut at the midnights of `zone`.
  ///
  /// All-day events have none: they have no place on a clock. An event of an unknown zone is cut by the
  /// wall times it was sent with.
  package func segments(in zone: Zone, days: Range<CalendarDate>) -> [DaySegment] {
    guard !days.isEmpty, !isAllDay else { return [] }
    let touched = dates(in: zone)
    let shown = days.lowerBound...days.upperBound.adding(days: -1)
    guard touched.overlaps(shown) else { return [] }
    var segments: [DaySegment] = []
    var day = max(touched.lowerBound, shown.lowerBound)
    while day <= min(touched.upperBound, shown.upperBound) {
      if let (minutes, length) = part(on: day, in: zone) {
        segments.append(
          DaySegment(
            day: day, minutes: minutes, length: length, isFirst: day == touched.lowerBound,
            isLast: day == touched.upperBound))
      }
      day = day.adding(days: 1)
    }
    return segments
  }

  /// Minutes on the wall and length of the part on a day that this touches; nil for a skipped day.
  private func part(on day: CalendarDate, in zone: Zone) -> (minutes: Range<Int>, length: Int)? {
    switch self {
    case .allDay: return nil
    case .unknownZone(_, let start, let end):
      let first = start.date < day ? 0 : start.secondOfDay / 60
      let last = end.date > day ? 1440 : end.minuteRoundedUp
      let minutes = first..<max(first, end > start ? last : first)
      return (minutes, minutes.count)
    case .timed(let start, let end):
      let whole = zone.day(day)
      guard !whole.isEmpty else { return nil }
      let from = max(start, whole.lowerBound)
      let to = max(from, min(end, whole.upperBound))
      let first = zone.wallTime(at: from).secondOfDay / 60
      var last = to == whole.upperBound ? 1440 : zone.wallTime(at: to).minuteRoundedUp
      if to > from, zone.offset(at: to) < zone.offset(at: from) {
        for change in zone.transitions(in: from..<to.addingTimeInterval(1)) where change.shift < 0 {
          // What the clocks would show had they not been put back.
          let wall = zone.wallTime(at: change.instant)
          last = max(last, min(1440, wall.minuteRoundedUp - change.shift / 60))
        }
      }
      let length = Int((to.timeIntervalSince(from) / 60).rounded(.down))
      return (first..<max(first, last), length)
    }
  }
}

extension WallTime {
  /// Minutes since midnight, a started one counted whole.
  fileprivate var minuteRoundedUp: Int {
    secondOfDay / 60 + (secondOfDay % 60 > 0 || nanosecond > 0 ? 1 : 0)
  }
}
