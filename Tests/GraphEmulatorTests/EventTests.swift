import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct EventTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  @Test func `a new event has every property and comes in UTC`() throws {
    let event = try graph.add(
      timed("Lunch", "2027-03-26T12:00:00", "2027-03-26T13:30", zone: "W. Europe Standard Time"))
    #expect(event.startText == "2027-03-26T11:00 UTC")
    #expect(event.endText == "2027-03-26T12:30 UTC")
    #expect(event["start"]?["dateTime"]?.string == "2027-03-26T11:00:00.0000000")
    #expect(event["originalStartTimeZone"] == "W. Europe Standard Time")
    for name in ["location", "organizer", "responseStatus", "body"] {
      #expect(event[name]?.object != nil, "\(name)")
    }
    for name in ["attendees", "categories", "locations"] { #expect(event[name] == [], "\(name)") }
    #expect(event["type"] == "singleInstance")
    #expect(event["showAs"] == "busy")
    #expect(event["seriesMasterId"] == .null)
    #expect(event["transactionId"] == nil)
    #expect(event["organizer"]?["emailAddress"]?["address"] == "mira@harbor.example")
    #expect(event["@odata.etag"]?.string == "W/\"\(event["changeKey"]?.string ?? "")\"")
    #expect(event["iCalUId"]?.string?.count == 112)
  }

  @Test func `Prefer gives times in a zone and the body as text`() throws {
    let prefer = #"outlook.timezone="Pacific Standard Time", outlook.body-content-type="text""#
    let sent = timed(
      "Lunch", "2027-07-01T12:00:00", "2027-07-01T13:00:00", zone: "Europe/Berlin",
      more: ["body": ["contentType": "HTML", "content": "<p>Tom &amp; me</p><p>noon?</p>"]])
    let answer = try graph.answer("POST", "/me/events", sent, prefer: prefer)
    #expect(answer.headers["Preference-Applied"] == prefer)
    let event = try graph.json("POST", "/me/events", sent, prefer: prefer)
    #expect(event.startText == "2027-07-01T03:00 Pacific Standard Time")
    #expect(event["body"] == ["contentType": "text", "content": "Tom & me\r\nnoon?"])
    let html = try graph.get("/me/events/\(event.pathID)")
    #expect(html["body"]?["content"]?.string?.contains("<p>Tom &amp; me</p>") == true)
    #expect(html["bodyPreview"] == "Tom & me\r\nnoon?")
  }

  @Test(
    arguments: [
      ("no times", ["subject": "x"], "400 ErrorPropertyValidationFailure"),
      (
        "end before start", timed("x", "2027-01-01T10:00", "2027-01-01T09:00"),
        "400 ErrorPropertyValidationFailure"
      ),
      (
        "unknown zone", timed("x", "2027-01-01T10:00", "2027-01-01T11:00", zone: "Mars/Base"),
        "400 TimeZoneNotSupportedException"
      ),
      (
        "offset as a zone", timed("x", "2027-01-01T10:00", "2027-01-01T11:00", zone: "GMT+0100"),
        "400 TimeZoneNotSupportedException"
      ),
      (
        "all day at nine",
        timed("x", "2027-01-01T09:00", "2027-01-02T09:00", more: ["isAllDay": true]),
        "400 ErrorPropertyValidationFailure"
      ),
      (
        "all day without a day",
        timed("x", "2027-01-01", "2027-01-01", more: ["isAllDay": true]),
        "400 ErrorPropertyValidationFailure"
      ),
      (
        "attendee without an address",
        timed(
          "x", "2027-01-01T10:00", "2027-01-01T11:00",
          more: ["attendees": [["emailAddress": ["name": "Nobody"]]]]),
        "400 ErrorInvalidRecipients"
      ),
      (
        "no such word",
        timed("x", "2027-01-01T10:00", "2027-01-01T11:00", more: ["showAs": "asleep"]),
        "400 RequestBodyRead"
      ),
      (
        "no boolean",
        timed("x", "2027-01-01T10:00", "2027-01-01T11:00", more: ["isReminderOn": "maybe"]),
        "400 RequestBodyRead"
      ),
      ("no time", timed("x", "tomorrow", "2027-01-01T11:00"), "400 RequestBodyRead"),
    ] as [(String, JSON, String)])
  func `a create that cannot be is refused`(name: String, body: JSON, code: String) {
    #expect(graph.refusal("POST", "/me/events", body) == code)
  }

  @Test func `what foreign clients write is understood`() throws {
    let event = try graph.add(
      timed(
        "x", "2027-01-01T10:00:00.5", "2027-01-01T11:00:00.123456789",
        more: [
          "@odata.type": "#microsoft.graph.event", "isOnlineMeeting": "false",
          "transactionId": nil, "showAs": "WorkingElsewhere", "sensitivity": "PRIVATE",
          "reminderMinutesBeforeStart": "30", "location": ["displayName": ""],
          "attendees": [
            ["emailAddress": ["address": "ben@x.example"], "type": "Optional"]
          ],
          "singleValueExtendedProperties": [
            ["id": "String {00020329-0000-0000-C000-000000000046} Name x", "value": "1"]
          ],
        ]))
    #expect(event["isOnlineMeeting"] == false)
    #expect(event["showAs"] == "workingElsewhere")
    #expect(event["sensitivity"] == "private")
    #expect(event["reminderMinutesBeforeStart"] == 30)
    #expect(event["attendees"]?[0]?["type"] == "optional")
    #expect(event["attendees"]?[0]?["emailAddress"]?["name"] == "ben@x.example")
    #expect(event["start"]?["dateTime"] == "2027-01-01T10:00:00.5000000")
    #expect(event["end"]?["dateTime"] == "2027-01-01T11:00:00.1234567")
    #expect(event["singleValueExtendedProperties"] == nil)
    let expanded = try graph.get(
      "/me/events/\(event.pathID)?$expand=singleValueExtendedProperties($filter=id eq "
        + "'String {00020329-0000-0000-C000-000000000046} Name x')")
    #expect(expanded["singleValueExtendedProperties"]?[0]?["value"] == "1")
  }

  @Test func `an online meeting has an address to join and stays one`() throws {
    let event = try graph.add(
      timed("x", "2027-01-01T10:00", "2027-01-01T11:00", more: ["isOnlineMeeting": true]))
    #expect(event["onlineMeetingProvider"] == "teamsForBusiness")
    #expect(event["onlineMeeting"]?["joinUrl"]?.string?.hasPrefix("https://") == true)
    let changed = try graph.json(
      "PATCH", "/me/events/\(event.pathID)", ["isOnlineMeeting": false])
    #expect(changed["isOnlineMeeting"] == true)
  }

  @Test func `a change keeps the rest and makes a new version`() throws {
    let event = try graph.add(
      timed(
        "Lunch", "2027-01-01T10:00", "2027-01-01T11:00",
        more: [
          "location": ["displayName": "Harry's Bar"], "body": ["content": "see you"],
          "attendees": [["emailAddress": ["address": "a@x.example"]]],
        ]))
    let path = "/me/events/\(event.pathID)"
    let changed = try graph.json("PATCH", path, ["subject": "Late lunch", "categories": ["Red"]])
    #expect(changed.subject == "Late lunch")
    #expect(changed["location"]?["displayName"] == "Harry's Bar")
    #expect(changed["attendees"]?.array?.count == 1)
    #expect(changed["changeKey"] != event["changeKey"])
    #expect(
      graph.refusal("PATCH", path, ["subject": "x"], ifMatch: event["@odata.etag"]?.string)
        == "412 ErrorIrresolvableConflict")
    #expect(
      graph.refusal("PATCH", path, ["subject": "x"], ifMatch: changed["@odata.etag"]?.string) == nil
    )
    let moved = try graph.json("PATCH", path, ["location": ["displayName": "Roof"]])
    #expect(moved["locations"]?[0]?["displayName"] == "Roof")
    let alone = try graph.json("PATCH", path, ["attendees": []])
    #expect(alone["attendees"] == [])
    #expect(
      graph.refusal("DELETE", path, ifMatch: event["@odata.etag"]?.string)
        == "412 ErrorIrresolvableConflict")
    #expect(graph.refusal("DELETE", path) == nil)
    #expect(graph.refusal("GET", path) == "404 ErrorItemNotFound")
    #expect(graph.refusal("DELETE", path) == "404 ErrorItemNotFound")
  }

  @Test(
    arguments: [
      ([], "201 same", "409 ErrorDuplicateTransactionId"),
      ([.duplicate409], "409 ErrorDuplicateTransactionId", "409 ErrorDuplicateTransactionId"),
      ([.duplicate201], "201 same", "201 same"),
    ] as [(Set<EmulatorQuirk>, String, String)])
  func `a transactionId makes one event`(
    quirks: Set<EmulatorQuirk>, same: String, other: String
  ) throws {
    let graph = try CalendarGraph(quirks: quirks)
    var sent = timed(
      "x", "2027-01-01T10:00", "2027-01-01T11:00", more: ["transactionId": "T-1"])
    let first = try graph.add(sent)
    #expect(first["transactionId"] == "T-1")
    func again() -> String {
      do {
        let answer = try graph.answer("POST", "/me/events", sent)
        guard case .json(let event) = answer.body, event["id"] == first["id"] else { return "new" }
        return "\(answer.status) same"
      } catch { return "\(error.status) \(error.code)" }
    }
    #expect(again() == same)
    sent = timed("y", "2027-01-01T10:00", "2027-01-01T11:00", more: ["transactionId": "T-1"])
    #expect(again() == other)
    #expect(try graph.all("/me/events").count == 1)
  }

  @Test func `an event is found by both ids and in its own calendar only`() throws {
    let calendar = try graph.json("POST", "/me/calendars", ["name": "Club"])
    let event = try graph.add(
      timed("x", "2027-01-01T10:00", "2027-01-01T11:00"), to: "/me/calendars/\(calendar.pathID)")
    let immutable = try graph.get(
      "/me/events/\(event.pathID)", prefer: #"IdType="ImmutableId""#)
    #expect(immutable["id"] != event["id"])
    #expect(try graph.get("/me/events/\(immutable.pathID)")["id"] == event["id"])
    #expect(
      try graph.get("/me/calendars/\(calendar.pathID)/events/\(event.pathID)").subject == "x")
    #expect(
      graph.refusal("GET", "/me/calendar/events/\(event.pathID)") == nil)
    let owner = try graph.get("/me/events/\(event.pathID)/calendar")
    #expect(owner["id"] == calendar["id"])
    #expect(try graph.all("/me/events").isEmpty)
    #expect(graph.refusal("GET", "/me/events/nonsense") == "400 ErrorInvalidIdMalformed")
    #expect(graph.refusal("GET", "/me/events/\(event.pathID)", user: 1) == "404 ErrorItemNotFound")
  }

  @Test func `a calendar that is only shown takes no writes`() throws {
    let event = try graph.add(timed("x", "2027-01-01T10:00", "2027-01-01T11:00"))
    try graph.store.perform(for: graph.store.directory.users[0], now: graph.now) {
      (mailbox) throws(GraphError) in
      var calendar = try mailbox.defaultCalendar()
      calendar.document["canEdit"] = false
      try mailbox.update(calendar)
    }
    let path = "/me/events/\(event.pathID)"
    let more = timed("y", "2027-01-01T10:00", "2027-01-01T11:00")
    #expect(graph.refusal("POST", "/me/events", more) == "403 ErrorAccessDenied")
    #expect(graph.refusal("PATCH", path, ["subject": "y"]) == "403 ErrorAccessDenied")
    #expect(graph.refusal("DELETE", path) == "403 ErrorAccessDenied")
    #expect(graph.refusal("GET", path) == nil)
  }
}
