import CalendarTime
import FoundationEssentials
import JSON

/// Makes the stored document of an event from what was sent.
struct NewEvent {
  let mailbox: Mailbox
  private var zones: GraphZones { mailbox.store.zones }

  /// The document of an event that is created, every property filled as the service fills it.
  func document(
    _ properties: EventProperties, calendar: MailboxItem
  ) throws(GraphError) -> JSONObject {
    let sent = properties.document
    guard let start = sent["start"], let end = sent["end"] else { throw .propertyValidation }
    var document: JSONObject = ["categories": []]
    if let id = sent["transactionId"] { document["transactionId"] = id }
    document["originalStartTimeZone"] = start["timeZone"]
    document["originalEndTimeZone"] = end["timeZone"]
    document["iCalUId"] = .string(try iCalUId())
    let defaults: JSONObject = [
      "reminderMinutesBeforeStart": 15, "isReminderOn": true, "hasAttachments": false,
      "hideAttendees": false, "subject": "", "importance": "normal", "sensitivity": "normal",
      "isAllDay": false, "isCancelled": false, "isDraft": false, "isOrganizer": true,
      "responseRequested": true, "showAs": "busy", "onlineMeetingUrl": nil,
      "isOnlineMeeting": false, "onlineMeetingProvider": "unknown", "onlineMeeting": nil,
      "allowNewTimeProposals": true,
      "responseStatus": ["response": "organizer", "time": "0001-01-01T00:00:00Z"],
      "body": ["contentType": "html", "content": ""], "start": nil, "end": nil,
      "location": EventProperties.noLocation, "locations": [], "recurrence": nil, "attendees": [],
      "organizer": ["emailAddress": mailbox.ownAddress],
    ]
    for (name, value) in defaults { document[name] = value }
    for (name, value) in sent { document[name] = value }
    try settle(&document, calendar: calendar)
    return document
  }

  /// Checks what belongs together and works out what follows from it.
  func settle(_ document: inout JSONObject, calendar: MailboxItem?) throws(GraphError) {
    let start = try zones.time(document["start"] ?? .null)
    let end = try zones.time(document["end"] ?? .null)
    if document["isAllDay"] == true {
      guard start.isMidnight, end.isMidnight, start.zone == end.zone, start.wall < end.wall else {
        throw .propertyValidation
      }
    } else {
      guard start.instant <= end.instant else { throw .propertyValidation }
    }
    try settleRecurrence(&document, start: start)
    settleMeeting(&document, calendar: calendar)
  }

  private func settleRecurrence(
    _ document: inout JSONObject, start: EventTime
  ) throws(GraphError) {
    guard let recurrence = document["recurrence"], !recurrence.isNull else {
      document["recurrence"] = .null
      return
    }
    var zoneName = start.zoneName
    if let named = recurrence.object?.value("range")?.object?.value("recurrenceTimeZone")?.string,
      !named.isEmpty
    {
      _ = try zones.zone(named)
      zoneName = named
    }
    let wall =
      document["isAllDay"] == true
      ? start.wall : EventTiming.wall(of: start, in: try zones.zone(zoneName))
    document["recurrence"] =
      try Recurrence(
        recurrence, start: wall.date, eventStart: start.wall.date, zone: zoneName
      ).document
  }

  private func settleMeeting(_ document: inout JSONObject, calendar: MailboxItem?) {
    guard document["isOnlineMeeting"] == true else {
      document["onlineMeetingProvider"] = "unknown"
      document["onlineMeeting"] = .null
      return
    }
    let provider = mailbox.user.isPersonal ? "skypeForConsumer" : "teamsForBusiness"
    if document["onlineMeetingProvider"] ?? "unknown" == "unknown" {
      document["onlineMeetingProvider"] = .string(provider)
    }
    guard document["onlineMeeting"]?.object == nil else { return }
    let mark = (document["iCalUId"]?.string ?? "").suffix(32).lowercased()
    document["onlineMeeting"] = [
      "joinUrl": .string(
        "https://teams.microsoft.com/l/meetup-join/19%3ameeting_\(mark)%40thread.v2/0?context="
          + "%7b%22Tid%22%3a%22\(mailbox.user.tenant.id)%22%2c%22Oid%22%3a%22\(mailbox.user.id)%22%7d"
      ),
      "conferenceId": .string(
        String(mark.utf8.reduce(100_000_007) { ($0 * 31 + Int($1)) % 899_999_999 })),
      "tollNumber": "+1 323-555-0166",
    ]
    MeetingBlock.add(to: &document)
  }

  /// A global object id like Exchange's: its fixed beginning, no date, the time of creation, and a
  /// number that no other event has.
  private func iCalUId() throws(GraphError) -> String {
    let created = UInt64(max(0, (mailbox.now.timeIntervalSince1970 + 11_644_473_600) * 10_000_000))
    let serial = try mailbox.lastChange() + 1
    var own = mailbox.mark.bytes
    for place in 0..<8 { own[place] ^= UInt8(truncatingIfNeeded: serial >> (8 * place)) }
    return GlobalObjectID.text(
      GlobalObjectID.start + [0, 0, 0, 0]
        + (0..<8).map { UInt8(truncatingIfNeeded: created >> (8 * $0)) }
        + [UInt8](repeating: 0, count: 8) + [16, 0, 0, 0] + own)
  }
}

/// The `iCalUId` of an event, in which each occurrence of a series has its day.
///
/// Source: [MS-OXOCAL] section 2.2.1.27, PidLidGlobalObjectId.
enum GlobalObjectID {
  static let start: [UInt8] = [
    0x04, 0x00, 0x00, 0x00, 0x82, 0x00, 0xE0, 0x00, 0x74, 0xC5, 0xB7, 0x10, 0x1A, 0x82, 0xE0, 0x08,
  ]

  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The series and the day that the id of an occurrence names; nil for an id without a day.
  static func parts(of id: String) -> (series: String, day: CalendarDate)? {
    let digits: Substring
    let series: String
    if id.hasPrefix(text(start)), id.utf8.count >= 40 {
      digits = id.dropFirst(32).prefix(8)
      series = id.prefix(32) + "00000000" + id.dropFirst(40)
    } else {
      digits = id.suffix(8)
      series = String(id.dropLast(9))
      guard id.dropLast(8).last == "_" else { return nil }
    }
    guard let number = Int(digits, radix: 16), number != 0,
      let day = CalendarDate(year: number >> 16, month: number >> 8 & 255, day: number & 255)
    else { return nil }
    return (series, day)
  }

  /// The id of the occurrence on a day; an id of another make gets the day as a suffix.
  static func occurrence(_ series: String, on day: CalendarDate) -> String {
    let (year, month, dayOfMonth) = day.components
    let date = text([
      UInt8(truncatingIfNeeded: year >> 8), UInt8(truncatingIfNeeded: year), UInt8(month),
      UInt8(dayOfMonth),
    ])
    guard series.hasPrefix(text(start)), series.utf8.count >= 40 else {
      return "\(series)_\(date)"
    }
    return series.prefix(32) + date + series.dropFirst(40)
  }
}
