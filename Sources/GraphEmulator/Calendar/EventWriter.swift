import CalendarTime
import FoundationEssentials
import JSON

/// Writes the answer for one event from its stored document and what the mailbox knows about it.
struct EventWriter {
  var document: JSONObject
  var style: EventStyle
  var id = ""
  var changeKey = ""
  var created = Date.distantPast
  var modified = Date.distantPast
  var kind = EventInstance.Kind.singleInstance
  var seriesMasterID: String?
  var originalStart: Date?
  var cancelled: [String]?
  var exceptions: [JSON]?
  var attachments: [JSON]?
  var isPersonal = false

  init(document: JSONObject, style: EventStyle) {
    self.document = document
    self.style = style
  }

  /// The properties between `transactionId` and `body`, as they are stored.
  private static let plain = [
    "originalStartTimeZone", "originalEndTimeZone", "iCalUId", "reminderMinutesBeforeStart",
    "isReminderOn", "hasAttachments", "hideAttendees", "subject", "bodyPreview", "importance",
    "sensitivity", "isAllDay", "isCancelled", "isDraft", "isOrganizer", "responseRequested",
    "seriesMasterId", "showAs", "type", "webLink", "onlineMeetingUrl", "isOnlineMeeting",
    "onlineMeetingProvider", "allowNewTimeProposals", "responseStatus",
  ]

  func written(
    zones: GraphZones, quirks: Set<EmulatorQuirk>
  ) throws(GraphError) -> JSONObject {
    var answer: JSONObject = [
      "@odata.etag": .string("W/\"\(changeKey)\""), "id": .string(id),
      "createdDateTime": .string(Self.stamp(created)),
      "lastModifiedDateTime": .string(Self.stamp(modified)), "changeKey": .string(changeKey),
      "categories": document["categories"] ?? [],
    ]
    if let transaction = document["transactionId"] { answer["transactionId"] = transaction }
    let bodies = bodies()
    for name in Self.plain {
      switch name {
      case "bodyPreview":
        if style.withBody { answer[name] = .string(BodyText.preview(bodies.text)) }
      case "seriesMasterId": answer[name] = .string(orNull: seriesMasterID)
      case "type": answer[name] = .string(kind.rawValue)
      case "webLink": answer[name] = .string(webLink)
      default: answer[name] = document[name] ?? .null
      }
    }
    if let originalStart { answer["originalStart"] = .string(Timestamp.zulu(originalStart)) }
    if style.withBody, document["body"]?.isNull == true {
      answer["body"] = .null
    } else if style.withBody {
      answer["body"] =
        style.bodyAsText
        ? ["contentType": "text", "content": .string(bodies.text)]
        : ["contentType": "html", "content": .string(bodies.html)]
    }
    let isAllDay = document["isAllDay"] == true
    answer["start"] = try time("start", isAllDay: isAllDay, zones: zones, quirks: quirks)
    answer["end"] = try time("end", isAllDay: isAllDay, zones: zones, quirks: quirks)
    for name in ["location", "locations", "recurrence"] { answer[name] = document[name] ?? .null }
    answer["attendees"] = try attendees(zones: zones)
    for name in ["organizer", "onlineMeeting"] { answer[name] = document[name] ?? .null }
    for name in [
      "singleValueExtendedProperties", "multiValueExtendedProperties", "extensions",
    ] {
      if let value = document[name] { answer[name] = value }
    }
    if let cancelled { answer["cancelledOccurrences"] = .array(cancelled.map { .string($0) }) }
    if let exceptions { answer["exceptionOccurrences"] = .array(exceptions) }
    if let attachments { answer["attachments"] = .array(attachments) }
    return answer
  }

  /// With seven digits of a fraction, as the service stamps its items.
  static func stamp(_ date: Date) -> String {
    let wall = Zone.utc.wallTime(at: date)
    return EventTime.text(wall) + "Z"
  }

  private var webLink: String {
    let host = isPersonal ? "outlook.live.com" : "outlook.office365.com"
    return "https://\(host)/owa/?itemid=\(PercentCoding.encoded(id))&exvsurl=1&path=/calendar/item"
  }

  private func bodies() -> (html: String, text: String) {
    let content = document["body"]?["content"]?.string ?? ""
    if document["body"]?["contentType"] == "text" {
      return (BodyText.document(text: content), content)
    }
    let html = content.isEmpty ? "" : BodyText.document(html: content)
    return (html, BodyText.text(html: content))
  }

  private func time(
    _ name: String, isAllDay: Bool, zones: GraphZones, quirks: Set<EmulatorQuirk>
  ) throws(GraphError) -> JSON {
    let time = try zones.time(document[name] ?? .null)
    guard !isAllDay || quirks.contains(.allDayZone) else {
      return EventTime.document(
        time.wall, quirks.contains(.allDayUTC) ? "UTC" : style.zoneName)
    }
    return shown(time)
  }

  private func shown(_ time: EventTime) -> JSON {
    EventTime.document(EventTiming.wall(of: time, in: style.zone), style.zoneName)
  }

  /// The attendees, with the times they proposed in the zone that was asked for.
  private func attendees(zones: GraphZones) throws(GraphError) -> JSON {
    guard let stored = document["attendees"]?.array else { return .null }
    var attendees: [JSON] = []
    for attendee in stored {
      guard case .object(var object) = attendee, let proposal = object["proposedNewTime"]?.object
      else {
        attendees.append(attendee)
        continue
      }
      var slot: JSONObject = [:]
      for name in ["start", "end"] {
        slot[name] = shown(try zones.time(proposal[name] ?? .null))
      }
      object["proposedNewTime"] = .object(slot)
      attendees.append(.object(object))
    }
    return .array(attendees)
  }
}
