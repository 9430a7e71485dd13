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

  private static let space = "{2c8a0f5e-6d0b-4b7e-9a51-6f0c4b1d7e93}"
  static let uidProperty = "String \(space) Name graphcalSourceUID"
  static let sequenceProperty = "String \(space) Name graphcalSourceSequence"
  /// How often the event was changed, as Exchange counts it (PidLidAppointmentSequence).
  static let exchangeSequence = "Integer {00062002-0000-0000-C000-000000000046} Id 0x8201"

  init(uid: String, sequence: Int) {
    self.uid = uid
    self.sequence = sequence
  }

  /// What an event remembers; nil for one that came from no file.
  init?(of event: JSONObject) {
    guard let uid = Self.value(Self.uidProperty, of: event) else { return nil }
    self.uid = uid
    sequence = Self.value(Self.sequenceProperty, of: event).flatMap { Int($0) } ?? 0
  }

  /// `singleValueExtendedProperties`, as a create or an update sends them.
  var graphJSON: JSON {
    [
      ["id": .string(Self.uidProperty), "value": .string(uid)],
      ["id": .string(Self.sequenceProperty), "value": .string(String(sequence))],
    ]
  }

  /// The sequence number to write into a file: that of the source, else that of Exchange.
  static func sequence(of event: JSONObject) -> Int {
    if let own = SourceIdentity(of: event) { return own.sequence }
    return value(exchangeSequence, of: event).flatMap { Int($0) } ?? 0
  }

  private static func value(_ id: String, of event: JSONObject) -> String? {
    event["singleValueExtendedProperties"]?.array?
      .first { $0["id"]?.string?.lowercased() == id.lowercased() }?["value"]?.string
  }

  /// What `$expand` asks for, so that these properties come along.
  static let expansion =
    "singleValueExtendedProperties($filter="
    + [uidProperty, sequenceProperty, exchangeSequence].map { "id eq '\($0)'" }
    .joined(separator: " or ") + ")"
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
      ? "singleValueExtendedProperties/any(p:p/id eq '\(SourceIdentity.uidProperty)' "
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
