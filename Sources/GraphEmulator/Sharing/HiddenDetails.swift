import JSON

extension CalendarRights {
  /// How much of an event is shown.
  func sight(of document: JSONObject) -> Sight {
    !seesPrivate && document["sensitivity"] == "private" ? .times : sight
  }

  /// The document of an event without what is not to be seen.
  ///
  /// The words that stand for a subject are Outlook's; how the rest is emptied is documented nowhere,
  /// so it is what an event without details has.
  func shown(_ document: JSONObject) -> JSONObject {
    let sight = sight(of: document)
    guard sight < .everything else { return document }
    var shown = document
    for (name, value) in Self.emptied { shown[name] = value }
    for name in OpenProperties.names + ["transactionId"] { shown[name] = nil }
    if self.sight == .times { shown["sensitivity"] = "normal" }
    guard sight == .times else { return shown }
    shown["location"] = EventProperties.noLocation
    shown["locations"] = []
    shown["subject"] =
      self.sight == .times ? Self.word(for: document["showAs"]) : "Private Appointment"
    return shown
  }

  private static let emptied: JSONObject = [
    "body": ["contentType": "html", "content": ""], "categories": [], "attendees": [],
    "hasAttachments": false, "importance": "normal", "isReminderOn": false,
    "isOnlineMeeting": false, "onlineMeetingProvider": "unknown", "onlineMeeting": nil,
    "onlineMeetingUrl": nil,
    "responseStatus": ["response": "none", "time": "0001-01-01T00:00:00Z"],
  ]

  private static func word(for showAs: JSON?) -> JSON {
    switch showAs {
    case "free": "Free"
    case "tentative": "Tentative"
    case "oof": "Away"
    case "workingElsewhere": "Working elsewhere"
    default: "Busy"
    }
  }
}
