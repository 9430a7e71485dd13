package import CalendarTime
package import FoundationEssentials

/// Why one event of a file is not taken.
package struct ItemRefusal: Error, Hashable, Sendable {
  /// The number of the line that is the reason.
  package let line: Int
  /// One line without a full stop.
  package let reason: String

  package init(line: Int, _ reason: String) {
    self.line = line
    self.reason = reason
  }
}

/// What a file says of one identity, as far as it could be read.
package struct ReadItem: Sendable {
  /// What the file wants to be done with it.
  package enum Wish: Hashable, Sendable {
    /// It is to be in the calendar.
    case keep
    /// It, or these days of a series, are called off.
    case cancel(days: [CancelledDay])
  }

  /// A day of a series that is called off, by when it would have begun.
  package enum CancelledDay: Hashable, Sendable {
    case date(CalendarDate)
    case instant(Date)
  }

  /// The number of the line that its first component begins with.
  package var line: Int
  package var uid: String
  package var sequence: Int
  /// For people; empty where there is none.
  package var subject: String
  package var wish = Wish.keep
  package var outcome: Result<FiledItem, ItemRefusal>
  /// Whether it is one of a series that is not in the file.
  package var isOneOfSeries = false
  /// What is not, or otherwise, in the calendar than the file says it.
  package var notes: [String] = []
}
