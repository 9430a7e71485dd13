package import JSON

/// What of an event can be sent to make another like it.
///
/// Source: Microsoft Graph, "Create event" and "Update event". Attendees are left out, since a create
/// with attendees invites them at once.
package enum EventCopy {
  /// The properties that are taken as they are.
  package static let plain = [
    "subject", "importance", "sensitivity", "showAs", "isReminderOn", "reminderMinutesBeforeStart",
    "categories", "responseRequested", "allowNewTimeProposals", "hideAttendees",
  ]

  /// The properties of a new event like `event`, all but its time and its rule.
  ///
  /// An online meeting becomes another one: `body` is the text without the way into the old one.
  package static func properties(of event: JSONObject, body: JSON? = nil) -> JSONObject {
    var copy: JSONObject = [:]
    for name in plain {
      if let value = event[name], !value.isNull { copy[name] = value }
    }
    if let body = body ?? self.body(of: event) { copy["body"] = body }
    if let places = self.places(of: event) { copy[places.name] = places.value }
    if event["isOnlineMeeting"]?.bool == true {
      copy["isOnlineMeeting"] = true
      if let provider = event["onlineMeetingProvider"]?.string, provider != "unknown" {
        copy["onlineMeetingProvider"] = .string(provider)
      }
    }
    return copy
  }

  /// The text as it is kept; nil for an empty one.
  package static func body(of event: JSONObject) -> JSON? {
    guard let content = event["body"]?["content"]?.string, !content.isEmpty else { return nil }
    return [
      "contentType": event["body"]?["contentType"] ?? "html", "content": .string(content),
    ]
  }

  /// The place, or the places where there are several, which one property cannot hold.
  private static func places(of event: JSONObject) -> (name: String, value: JSON)? {
    let many = (event["locations"]?.array ?? []).map(place)
    if many.count > 1 { return ("locations", .array(many)) }
    guard let name = event["location"]?["displayName"]?.string, !name.isEmpty else { return nil }
    return event["location"].map { ("location", place($0)) }
  }

  private static func place(_ sent: JSON) -> JSON {
    var place: JSONObject = [:]
    for name in [
      "displayName", "locationType", "locationEmailAddress", "locationUri", "address",
      "coordinates",
    ] {
      if let value = sent[name], !value.isNull, value.object?.isEmpty != true {
        place[name] = value
      }
    }
    return .object(place)
  }
}
