import HTTP

/// The reads of what is attached to an event.
///
/// Source: Microsoft Graph, "List attachments" and "Get attachment".
extension AttachmentRequests {
  /// The properties of an attachment that lists carry; its bytes are none of them.
  package static let properties = [
    "contentType", "id", "isInline", "lastModifiedDateTime", "name", "size",
  ]

  /// Everything attached to an event, without the bytes.
  package static func list(eventID: String) -> GraphRequest {
    GraphRequest(
      path: path(ofEvent: eventID) + "/attachments",
      query: ["$select": properties.joined(separator: ",")],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// The bytes of one: of a file as they are, of an attached item as MIME, iCalendar or vCard.
  package static func content(_ id: String, eventID: String) -> GraphRequest {
    GraphRequest(
      path: path(ofEvent: eventID) + "/attachments/\(PercentEncoding.segment(id))/$value",
      headers: ["Accept": "*/*", "Prefer": Preferences.utc.field])
  }
}
