package import FoundationEssentials

/// When somebody is taken, as others may know it.
package struct Schedule: Hashable, Sendable {
  /// A stretch of time and what it counts as.
  package struct Item: Hashable, Sendable {
    package var range: Range<Date>
    package var status: CalendarEvent.ShowAs

    package init(range: Range<Date>, status: CalendarEvent.ShowAs) {
      self.range = range
      self.status = status
    }
  }

  /// In any order; they may overlap.
  package var items: [Item]

  package init(items: [Item]) { self.items = items }

  /// What counts most in a range; free where nothing is.
  package func status(in range: Range<Date>) -> CalendarEvent.ShowAs {
    items.lazy.filter { $0.range.overlaps(range) }.map(\.status)
      .max { $0.weight < $1.weight } ?? .free
  }

  /// The times in which nobody should be asked to be anywhere.
  ///
  /// Working elsewhere is working, so it takes no time, as for Outlook.
  package func taken(countingTentative: Bool) -> [Range<Date>] {
    items.filter { $0.status.takesTime(countingTentative: countingTentative) }.map(\.range)
  }
}

extension CalendarEvent.ShowAs {
  /// How much a status counts beside others: the availability view of Outlook, in finer steps.
  fileprivate var weight: Int {
    switch self {
    case .free: 0
    case .workingElsewhere: 1
    case .tentative: 2
    case .unknown: 3
    case .busy: 4
    case .oof: 5
    }
  }

  /// Whether somebody could not be elsewhere meanwhile.
  package func takesTime(countingTentative: Bool) -> Bool {
    switch self {
    case .free, .workingElsewhere: false
    case .tentative: countingTentative
    case .busy, .oof, .unknown: true
    }
  }
}
