import CalendarTime
import FoundationEssentials

/// One thing in a calendar at one time: a single event, an occurrence, an exception, or a series as a
/// whole.
///
/// Holds only what sorting and paging need; the document is read when the answer is made.
struct EventInstance: Equatable {
  enum Kind: String {
    case singleInstance, seriesMaster, occurrence, exception
  }

  let kind: Kind
  /// The item that has the document; for an occurrence its master.
  let number: Int
  /// For occurrences and exceptions: the number of the master.
  var series: Int?
  /// For these: the day the series puts it on.
  var day: Int?
  /// The change that wrote the item last.
  var change = 0
  let start: Date
  /// For a series the end of its first occurrence.
  let end: Date

  /// The order of a view that was not told to sort: single events before those of series.
  static func byKind(_ left: EventInstance, _ right: EventInstance) -> Bool {
    let (leftSeries, rightSeries) = (left.series ?? 0, right.series ?? 0)
    if (leftSeries == 0) != (rightSeries == 0) { return leftSeries == 0 }
    return (leftSeries, left.start, left.number, left.day ?? 0)
      < (rightSeries, right.start, right.number, right.day ?? 0)
  }
}
