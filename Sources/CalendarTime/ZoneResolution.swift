package import FoundationEssentials

/// The instants at which the clocks of a zone show a given wall time.
package enum ZoneResolution: Hashable, Sendable {
  /// The one instant; the case of nearly all wall times.
  case unique(Date)
  /// No clock ever shows it.
  ///
  /// The instant is that of the offset before the gap (RFC 5545 section 3.3.5), so the clocks then
  /// show a time later by the seconds of `by`.
  case gap(Date, by: Int)
  /// Clocks show it twice, or in some zone's past even more often: the first two instants.
  case overlap(first: Date, second: Date)

  /// The instant to take where no other choice is made: moved out of a gap, first of an overlap.
  package var instant: Date {
    switch self {
    case .unique(let instant), .gap(let instant, _), .overlap(let instant, _): instant
    }
  }
}

extension Zone {
  /// Finds the instants of a wall time.
  package func resolve(_ wall: WallTime) -> ZoneResolution {
    let local = wall.localSecond
    func date(_ second: Int) -> Date { Date(unixSecond: second, nanosecond: wall.nanosecond) }
    switch rules.resolve(local) {
    case .found(let first, nil): return .unique(date(first))
    case .found(let first, let second?): return .overlap(first: date(first), second: date(second))
    case .gap(_, let before, let after):
      return .gap(date(local - before), by: after - before)
    }
  }

  /// The instant of a wall time: moved out of a gap by its length, the first of an overlap.
  package func instant(of wall: WallTime) -> Date { resolve(wall).instant }

  /// The first instant of a date: midnight where the clocks show it, else what they show instead.
  ///
  /// A date that the zone skipped begins, and ends, where the next one begins.
  package func startOfDay(_ date: CalendarDate) -> Date {
    switch rules.resolve(WallTime(date: date).localSecond) {
    case .found(let first, _): Date(unixSecond: first)
    case .gap(let change, _, _): Date(unixSecond: change)
    }
  }

  /// From the first instant of a date to that of the next; empty for a date that was skipped.
  package func day(_ date: CalendarDate) -> Range<Date> {
    let start = startOfDay(date)
    return start..<max(start, startOfDay(date.adding(days: 1)))
  }
}

extension ZoneRules {
  enum Resolution {
    case found(Int, Int?)
    /// The second of the change, and the offsets around it.
    case gap(change: Int, before: Int, after: Int)
  }

  /// Finds the seconds since 1970 UTC at which local clocks stand `local` seconds past 1970.
  func resolve(_ local: Int) -> Resolution {
    var found: [Int] = []
    var previous: ZonePeriod?
    var gap = Resolution.found(local - types[0].offset, nil)
    // No offset moves a time further than this, so all candidates lie in between.
    var period = period(at: local - LocalTimeType.offsets.upperBound - 1)
    let last = local - LocalTimeType.offsets.lowerBound + 1
    while true {
      let second = local - period.type.offset
      if period.start <= second, second < period.end { found.append(second) }
      if let previous, found.isEmpty, local - previous.type.offset >= period.start,
        second < period.start
      {
        gap = .gap(
          change: period.start, before: previous.type.offset, after: period.type.offset)
      }
      if period.end > last { break }
      previous = period
      period = self.period(at: period.end)
    }
    return found.isEmpty ? gap : .found(found[0], found.count > 1 ? found[1] : nil)
  }
}
