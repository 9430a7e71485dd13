package import CalendarTime
package import FoundationEssentials

/// The hours of a week in which somebody may be asked for a meeting.
package struct WorkingTime: Hashable, Sendable {
  package var days: Set<Weekday>
  /// Seconds after midnight by the wall clock; `end` of 86,400 is midnight at the end of the day.
  package var start: Int
  package var end: Int
  package var zone: Zone

  /// From `start` up to `end`; where the end is not after the start, the work goes on past midnight.
  package init(days: Set<Weekday>, start: Int, end: Int, zone: Zone) {
    self.days = days
    self.start = start
    self.end = end
    self.zone = zone
  }

  /// Monday to Friday from eight to five, for people who did not say when they work.
  package static func usual(in zone: Zone) -> WorkingTime {
    WorkingTime(
      days: [.monday, .tuesday, .wednesday, .thursday, .friday], start: 8 * 3600, end: 17 * 3600,
      zone: zone)
  }

  /// The stretches of work that touch `range`, cut to it, in order.
  package func windows(in range: Range<Date>) -> [Range<Date>] {
    var windows: [Range<Date>] = []
    var day = zone.date(at: range.lowerBound).adding(days: -1)
    let last = zone.date(at: range.upperBound)
    while day <= last {
      if days.contains(day.weekday) {
        let lasts = end > start
        let from = zone.instant(of: WallTime(date: day, secondOfDay: start))
        let endDay = lasts && end < 86_400 ? day : day.adding(days: 1)
        let until = zone.instant(of: WallTime(date: endDay, secondOfDay: end % 86_400))
        let window =
          max(
            from, range.lowerBound)..<max(min(until, range.upperBound), max(from, range.lowerBound))
        if !window.isEmpty { windows.append(window) }
      }
      day = day.adding(days: 1)
    }
    return windows.joined()
  }
}

/// Time in which nothing is going on.
package enum FreeTime {
  /// The stretches of `windows` that `busy` leaves over and that last `length` seconds at least.
  ///
  /// Both lists may overlap and be in any order; the result is in order and does not.
  package static func gaps(
    in windows: [Range<Date>], outside busy: [Range<Date>], lasting length: TimeInterval
  ) -> [Range<Date>] {
    let taken = busy.joined()
    var gaps: [Range<Date>] = []
    var next = taken.startIndex
    for window in windows.joined() {
      var start = window.lowerBound
      while next < taken.endIndex, taken[next].upperBound <= start { next += 1 }
      var index = next
      while index < taken.endIndex, taken[index].lowerBound < window.upperBound {
        if taken[index].lowerBound > start { gaps.append(start..<taken[index].lowerBound) }
        start = Swift.max(start, taken[index].upperBound)
        index += 1
      }
      if start < window.upperBound { gaps.append(start..<window.upperBound) }
    }
    return gaps.filter { $0.upperBound.timeIntervalSince($0.lowerBound) >= length }
  }

  /// The first `count` meetings of `length` seconds that fit into the gaps, one after the other, each
  /// beginning at a round time of the wall clock.
  ///
  /// `step` is in minutes, such as 30 for the full and the half hour.
  package static func slots(
    in gaps: [Range<Date>], lasting length: TimeInterval, step: Int, count: Int, zone: Zone
  ) -> [Range<Date>] {
    var slots: [Range<Date>] = []
    for gap in gaps {
      var start = rounded(gap.lowerBound, step: step, zone: zone)
      while start.addingTimeInterval(length) <= gap.upperBound {
        if slots.count == count { return slots }
        slots.append(start..<start.addingTimeInterval(length))
        start = rounded(start.addingTimeInterval(length), step: step, zone: zone)
      }
    }
    return slots
  }

  /// Every meeting of `length` seconds that fits into the gaps and begins at a round time of the wall
  /// clock; they overlap where the step is shorter than the meeting.
  package static func starts(
    in gaps: [Range<Date>], lasting length: TimeInterval, step: Int, zone: Zone
  ) -> [Range<Date>] {
    var slots: [Range<Date>] = []
    for gap in gaps {
      var start = rounded(gap.lowerBound, step: step, zone: zone)
      while start.addingTimeInterval(length) <= gap.upperBound {
        slots.append(start..<start.addingTimeInterval(length))
        start = rounded(start.addingTimeInterval(1), step: step, zone: zone)
      }
    }
    return slots
  }

  /// The first round time at or after `instant`.
  private static func rounded(_ instant: Date, step: Int, zone: Zone) -> Date {
    let wall = zone.wallTime(at: instant)
    let seconds = step * 60
    let over = wall.secondOfDay % seconds
    let isRound = over == 0 && wall.nanosecond == 0
    let fraction = Double(wall.nanosecond) / 1e9
    return isRound ? instant : instant.addingTimeInterval(Double(seconds - over) - fraction)
  }
}

extension [Range<Date>] {
  /// The same time in ranges that neither overlap nor touch, in order.
  package func joined() -> [Range<Date>] {
    var result: [Range<Date>] = []
    for range in filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
