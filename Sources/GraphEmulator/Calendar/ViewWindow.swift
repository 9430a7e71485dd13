import CalendarTime
import FoundationEssentials

/// The window that a view is asked for.
enum ViewWindow {
  /// Reads `startDateTime` and `endDateTime` of a call's query.
  ///
  /// A time without offset is UTC. A `+` that was sent bare means a blank by the rules of forms and is
  /// taken back. Sources: Graph "List calendarView"; msgraph-beta-sdk-php#321; for the longest window
  /// microsoft-graph-docs#6284.
  static func read(_ call: GraphCall) throws(GraphError) -> Range<Date> {
    let start = call.query.item("startDateTime")
    let end = call.query.item("endDateTime")
    guard let start, let end else {
      throw .invalidParameter(
        "This request requires a time window specified by the query string parameters "
          + "StartDateTime and EndDateTime.")
    }
    return try range(
      try instant(start, "StartDateTime"), try instant(end, "EndDateTime"), text: end.value)
  }

  /// The same from texts that are not of a query.
  static func read(_ start: String, _ end: String) throws(GraphError) -> Range<Date> {
    guard let from = instant(start) else { throw .invalidValue(start, "StartDateTime") }
    guard let to = instant(end) else { throw .invalidValue(end, "EndDateTime") }
    return try range(from, to, text: end)
  }

  private static func range(
    _ start: Date, _ end: Date, text: String
  ) throws(GraphError) -> Range<Date> {
    guard start <= end else { throw .invalidValue(text, "EndDateTime") }
    guard end.timeIntervalSince(start) <= 1825 * 86_400 else {
      throw .badRequest(
        "ErrorInvalidRequest",
        "Your request can't be completed. The range between the start and end dates is greater than "
          + "the allowed range. Maximum number of days: 1825")
    }
    return start..<end
  }

  private static func instant(
    _ item: GraphQuery.Item, _ name: String
  ) throws(GraphError) -> Date {
    guard let instant = instant(item.valueWithPlus) ?? instant(item.value) else {
      throw .invalidValue(item.value, name)
    }
    return instant
  }

  private static func instant(_ text: String) -> Date? {
    guard let (wall, offset) = EventTime.wall(text) else { return nil }
    return Zone.fixed(secondsEast: offset ?? 0).instant(of: wall)
  }
}

extension GraphError {
  static func invalidParameter(_ message: String) -> GraphError {
    .badRequest("ErrorInvalidParameter", message)
  }

  fileprivate static func invalidValue(_ value: String, _ name: String) -> GraphError {
    invalidParameter("The value '\(value)' of parameter '\(name)' is invalid.")
  }
}
