import GraphAPI
import HTTP
import JSON

/// What an event remembers of the file that it came from.
///
/// It is kept in properties that no program shows, since a new event gets an identity of the service's
/// own. Source: Microsoft Graph, "Outlook extended properties overview".
struct SourceIdentity: Hashable, Sendable {
  /// The UID of the file.
  var uid: String
  /// How often its maker had changed it.
  var sequence: Int

  init(uid: String, sequence: Int) {
    self.uid = uid
    self.sequence = sequence
  }

  /// What an event remembers; nil for one that came from no file.
  init?(of event: JSONObject) {
    guard let uid = ExtendedProperties.value(ExtendedProperties.sourceUID, of: event) else {
      return nil
    }
    self.uid = uid
    sequence =
      ExtendedProperties.value(ExtendedProperties.sourceSequence, of: event).flatMap { Int($0) }
      ?? 0
  }

  /// `singleValueExtendedProperties`, as a create or an update sends them.
  var graphJSON: JSON {
    ExtendedProperties.json([
      (ExtendedProperties.sourceUID, uid), (ExtendedProperties.sourceSequence, String(sequence)),
    ])
  }

  /// The sequence number to write into a file: that of the source, else that of Exchange.
  static func sequence(of event: JSONObject) -> Int {
    if let own = SourceIdentity(of: event) { return own.sequence }
    return ExtendedProperties.value(ExtendedProperties.exchangeSequence, of: event)
      .flatMap { Int($0) } ?? 0
  }

  /// What `$expand` asks for, so that these properties come along.
  static let expansion = ExtendedProperties.expansion(of: [
    ExtendedProperties.sourceUID, ExtendedProperties.sourceSequence,
    ExtendedProperties.exchangeSequence,
  ])
}

/// The requests that read whole events for files, and find them again.
enum FileRequests {
  private static let preference = Preferences(timeZone: "UTC", bodyContentType: "html").field

  /// Every single event and series of a calendar, whole.
  static func events(calendarID: String?) -> GraphRequest {
    GraphRequest(
      path: path(calendarID),
      query: [
        "$expand": SourceIdentity.expansion, "$top": String(CalendarRequests.pageSize),
      ],
      headers: ["Prefer": preference])
  }

  /// The events of a calendar with an identity: the service's own, or that of the file they came from.
  static func events(
    withUID uid: String, calendarID: String?, isSource: Bool
  ) -> GraphRequest {
    let literal = "'" + uid.replacing("'", with: "''") + "'"
    var request = events(calendarID: calendarID)
    request.query["$filter"] =
      isSource
      ? "singleValueExtendedProperties/any(p:p/id eq '\(ExtendedProperties.sourceUID)' "
        + "and p/value eq \(literal))"
      : "iCalUId eq \(literal)"
    return request
  }

  /// A series with its exceptions, its text as HTML, and what it remembers of a file.
  static func series(id: String) -> GraphRequest {
    var request = EventRequests.series(id: id)
    request.query["$expand"] = "exceptionOccurrences," + SourceIdentity.expansion
    return request
  }

  /// One event whole, with what it remembers of a file.
  static func event(id: String) -> GraphRequest {
    var request = EventRequests.stored(id: id)
    request.query["$expand"] = SourceIdentity.expansion
    return request
  }

  private static func path(_ calendarID: String?) -> String {
    calendarID.map { "/me/calendars/\(PercentEncoding.segment($0))/events" }
      ?? "/me/calendar/events"
  }
}
