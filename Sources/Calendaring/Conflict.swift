package import CalendarTime
package import FoundationEssentials

/// Events that somebody cannot be at all at once.
package struct Conflict: Hashable, Sendable {
  /// Two at least, by start.
  package var events: [CalendarEvent]
  /// When two of them at least go on.
  package var range: Range<Date>

  package init(events: [CalendarEvent], range: Range<Date>) {
    self.events = events
    self.range = range
  }
}

extension CalendarEvent {
  /// Whether the owner of the calendar is taken by this, and could not be elsewhere.
  ///
  /// Not what is free, cancelled or declined, and not work elsewhere. A whole day counts only where it is
  /// shown as taken: birthdays and holidays are free.
  package var takesPart: Bool {
    !isCancelled && response != .declined && showAs.takesTime(countingTentative: true)
  }

  /// The instants it takes, whole days from midnight to midnight; nil for a point in time and for an
  /// unknown zone.
  package func instants(in zone: Zone) -> Range<Date>? {
    switch span {
    case .timed(let start, let end): start < end ? start..<end : nil
    case .allDay(let first, let end):
      zone.startOfDay(
        first)..<max(zone.startOfDay(end), zone.startOfDay(first).addingTimeInterval(1))
    case .unknownZone: nil
    }
  }
}

extension Sequence<CalendarEvent> {
  /// The ids of what each event that takes time overlaps with, by its id, in reading order; an event that
  /// overlaps with nothing is not in it.
  package func clashes(in zone: Zone) -> [String: [String]] {
    var clashes: [String: [String]] = [:]
    for conflict in conflicts(in: zone) {
      let ranges = conflict.events.map { $0.instants(in: zone) }
      for (index, event) in conflict.events.enumerated() {
        let others = conflict.events.indices.filter { other in
          guard other != index, let own = ranges[index], let range = ranges[other] else {
            return false
          }
          return own.overlaps(range)
        }
        // A later conflict can hold an event again, with others.
        for other in others.map({ conflict.events[$0].id })
        where clashes[event.id]?.contains(other) != true {
          clashes[event.id, default: []].append(other)
        }
      }
    }
    return clashes
  }

  /// The conflicts among events, in order: each is a run of time in which the same two or more overlap.
  ///
  /// Events that touch at an instant do not overlap. One sweep over starts and ends.
  package func conflicts(in zone: Zone) -> [Conflict] {
    var borders: [(at: Date, isStart: Bool, index: Int)] = []
    let taking = filter(\.takesPart)
    for (index, event) in taking.enumerated() {
      guard let range = event.instants(in: zone) else { continue }
      borders.append((range.lowerBound, true, index))
      borders.append((range.upperBound, false, index))
    }
    // At one instant ends come first, so that what touches does not overlap.
    borders.sort { left, right in
      if left.at != right.at { return left.at < right.at }
      if left.isStart != right.isStart { return !left.isStart }
      return left.index < right.index
    }
    var running: [Int] = []
    var found: [Conflict] = []
    var members: Set<Int> = []
    var begin: Date?
    for border in borders {
      if border.isStart {
        running.append(border.index)
        if running.count >= 2 {
          if begin == nil { begin = border.at }
          members.formUnion(running)
        }
      } else {
        running.removeAll { $0 == border.index }
        if running.count < 2, let start = begin {
          let events = members.sorted().map { taking[$0] }.inReadingOrder(zone: zone)
          found.append(Conflict(events: events, range: start..<border.at))
          members = []
          begin = nil
        }
      }
    }
    return found
  }
}
