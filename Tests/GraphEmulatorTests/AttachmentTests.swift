import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct AttachmentTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  static func file(_ name: String = "menu.txt", _ text: String = "mac and cheese today") -> JSON {
    [
      "@odata.type": "#microsoft.graph.fileAttachment", "name": .string(name),
      "contentBytes": .string(Base64.text(Array(text.utf8), alphabet: .plain)),
    ]
  }

  private func event(_ more: JSONObject = [:]) throws -> JSON {
    try graph.add(timed("Lunch", "2027-01-05T09:00", "2027-01-05T10:00", more: more))
  }

  private func attachments(of event: JSON, user: Int = 0) throws -> String {
    try graph.all("/me/events/\(event.pathID)/attachments", user: user)
      .map { $0["name"]?.string ?? "?" }.joined(separator: " ")
  }

  @Test func `a file is added, listed, read and taken away`() throws {
    let event = try event()
    let list = "/me/events/\(event.pathID)/attachments"
    let made = try graph.json("POST", list, Self.file())
    #expect(made["@odata.type"] == "#microsoft.graph.fileAttachment")
    #expect(made["contentType"] == "text/plain" && made["isInline"] == false)
    #expect(made["size"]?.int == 177 && made["contentId"] == .null)
    #expect(made["contentBytes"] == "bWFjIGFuZCBjaGVlc2UgdG9kYXk=")
    var seen = try graph.get("/me/events/\(event.pathID)")
    #expect(seen["hasAttachments"] == true && seen["changeKey"] != event["changeKey"])
    let one = list + "/\(made.pathID)"
    #expect(try graph.get(one)["name"] == "menu.txt")
    guard case .bytes(let bytes, let type) = try graph.answer("GET", one + "/$value").body else {
      Issue.record("no bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "mac and cheese today")
    #expect(type == "text/plain")
    let slim = try graph.get(list + "?$select=name,size")["value"]?[0]
    #expect(slim?.object?.keys == ["@odata.type", "@odata.mediaContentType", "id", "name", "size"])
    #expect(try graph.answer("DELETE", one).status == 204)
    #expect(graph.refusal("GET", one) == "404 ErrorItemNotFound")
    seen = try graph.get("/me/events/\(event.pathID)")
    #expect(seen["hasAttachments"] == false)
  }

  @Test(
    arguments: [
      "/me/events/EVENT", "/me/calendar/events/EVENT", "/me/calendars/CAL/events/EVENT",
      "/users/mira@harbor.example/events/EVENT",
      "/me/calendarGroups/GROUP/calendars/CAL/events/EVENT",
    ])
  func `attachments lie below every path of an event`(path: String) throws {
    let event = try event()
    let calendar = try graph.get("/me/calendar")
    let group = try graph.get("/me/calendarGroups")["value"]?[0] ?? .null
    let list =
      path.replacing("EVENT", with: event.pathID).replacing("CAL", with: calendar.pathID)
      .replacing("GROUP", with: group.pathID) + "/attachments"
    let made = try graph.json("POST", list, Self.file())
    #expect(try graph.get(list)["value"]?[0]?["id"] == made["id"])
    #expect(try graph.answer("GET", list + "/$count").text == "1")
    #expect(try graph.answer("DELETE", "\(list)/\(made.pathID)").status == 204)
  }

  @Test func `a picture inside the body does not count as an attachment`() throws {
    let event = try event()
    let list = "/me/events/\(event.pathID)/attachments"
    guard case .object(var picture) = Self.file("logo.png") else { return }
    picture["isInline"] = true
    picture["contentId"] = "logo"
    let made = try graph.json("POST", list, .object(picture))
    #expect(made["contentId"] == "logo" && made["contentType"] == "image/png")
    #expect(try graph.get("/me/events/\(event.pathID)")["hasAttachments"] == false)
    #expect(try graph.all(list + "?$filter=isInline%20eq%20true").count == 1)
    try graph.json("POST", list, Self.file())
    #expect(try graph.get("/me/events/\(event.pathID)")["hasAttachments"] == true)
    let found = try graph.all("/me/events?$filter=hasAttachments%20eq%20true&$expand=attachments")
    #expect(found[0]["attachments"]?.array?.count == 2)
    #expect(try graph.all("/me/events")[0]["attachments"] == nil)
  }

  @Test func `an attached event is read whole only when it is expanded`() throws {
    let event = try event()
    let list = "/me/events/\(event.pathID)/attachments"
    let made = try graph.json(
      "POST", list,
      [
        "@odata.type": "#microsoft.graph.itemAttachment", "name": "Holiday event",
        "item": timed(
          "Gifts; for all", "2026-12-02T18:00:00", "2026-12-02T19:00:00",
          more: ["@odata.type": "microsoft.graph.event"]),
      ])
    #expect(made["contentType"] == .null && made["item"] == nil && made["size"]?.int ?? 0 > 200)
    let one = list + "/\(made.pathID)"
    #expect(try graph.get(one)["item"] == nil)
    let whole = try graph.get(one + "?$expand=microsoft.graph.itemattachment/item")
    #expect(whole["item"]?["subject"] == "Gifts; for all")
    #expect(whole["item"]?["@odata.type"] == "#microsoft.graph.event")
    let text = try graph.answer("GET", one + "/$value").text
    #expect(text?.contains("SUMMARY:Gifts\\; for all\r\n") == true)
    #expect(text?.contains("DTSTART:20261202T180000Z\r\n") == true)
  }

  @Test func `a reference has no bytes`() throws {
    let event = try event()
    let list = "/me/events/\(event.pathID)/attachments"
    let made = try graph.json(
      "POST", list, ["@odata.type": "#microsoft.graph.referenceAttachment", "name": "Plan"])
    #expect(made["contentBytes"] == nil)
    #expect(graph.refusal("GET", "\(list)/\(made.pathID)/$value")?.hasPrefix("405") == true)
  }

  @Test(
    arguments: [
      (["name": "x", "contentBytes": "YQ=="], "400 RequestBodyRead"),
      (
        ["@odata.type": "#microsoft.graph.fileAttachment", "contentBytes": "YQ=="],
        "400 ErrorInvalidRequest"
      ),
      (
        ["@odata.type": "#microsoft.graph.fileAttachment", "name": "x", "contentBytes": "%%"],
        "400 RequestBodyRead"
      ),
      (
        [
          "@odata.type": "#microsoft.graph.itemAttachment", "name": "x",
          "item": ["@odata.type": "#microsoft.graph.message"],
        ], "400 ErrorInvalidRequest"
      ),
    ] as [(JSON, String)])
  func `what is no attachment is refused`(body: JSON, refusal: String) throws {
    let path = "/me/events/\(try event().pathID)/attachments"
    #expect(graph.refusal("POST", path, body) == refusal)
    #expect(try graph.all(path).isEmpty)
  }

  @Test func `a file below three megabytes goes in one request, and no larger one`() throws {
    let path = "/me/events/\(try event().pathID)/attachments"
    let text = String(repeating: "x", count: 3 << 20)
    #expect(graph.refusal("POST", path, Self.file("big", text)) == "413 RequestEntityTooLarge")
    #expect(
      graph.refusal("POST", path, Self.file("huge", text + text)) == "413 RequestEntityTooLarge")
    try graph.json("POST", path, Self.file("fits", String(text.dropLast())))
    #expect(try graph.all(path).count == 1)
  }

  @Test func `an occurrence has those of its series until it gets its own`() throws {
    let master = try event(SeriesTests.weekly(["tuesday"], from: "2027-01-05", count: 3))
    try graph.json("POST", "/me/events/\(master.pathID)/attachments", Self.file("all.txt"))
    let days = try graph.all(
      "/me/events/\(master.pathID)/instances?startDateTime=2027-01-01&endDateTime=2027-02-01")
    #expect(try days.map { try attachments(of: $0) } == ["all.txt", "all.txt", "all.txt"])
    let second = "/me/events/\(days[1].pathID)"
    try graph.json("POST", second + "/attachments", Self.file("once.txt"))
    #expect(try days.map { try attachments(of: $0) } == ["all.txt", "all.txt once.txt", "all.txt"])
    let third = "/me/events/\(days[2].pathID)/attachments"
    let shared = try graph.get(third)["value"]?[0] ?? .null
    #expect(try graph.answer("DELETE", "\(third)/\(shared.pathID)").status == 204)
    #expect(try days.map { try attachments(of: $0) } == ["all.txt", "all.txt once.txt", ""])
    let seen = try days.map { try graph.get("/me/events/\($0.pathID)") }
    #expect(seen.map { $0["hasAttachments"] } == [true, true, false])
    #expect(seen.map { $0["type"] } == ["occurrence", "exception", "exception"])
    #expect(try attachments(of: master) == "all.txt")
    let once = try graph.all(second + "/attachments").last ?? .null
    #expect(
      graph.refusal("GET", "/me/events/\(days[0].pathID)/attachments/\(once.pathID)")
        == "404 ErrorItemNotFound")
  }

  @Test func `the organizer's attachments go out with the next update`() throws {
    let meeting = try event([
      "attendees": [["emailAddress": ["address": "jonas@harbor.example"]]]
    ])
    let path = "/me/events/\(meeting.pathID)"
    let file = try graph.json("POST", path + "/attachments", Self.file())
    let copy = try graph.all("/me/events", user: 1)[0]
    #expect(try attachments(of: copy, user: 1) == "")
    try graph.json("PATCH", path, ["body": ["contentType": "text", "content": "see menu"]])
    #expect(try attachments(of: copy, user: 1) == "menu.txt")
    #expect(try graph.get("/me/events/\(copy.pathID)", user: 1)["hasAttachments"] == true)
    #expect(try graph.answer("DELETE", "\(path)/attachments/\(file.pathID)").status == 204)
    try graph.json("PATCH", path, ["subject": "Dinner"])
    #expect(try attachments(of: copy, user: 1) == "")
    #expect(graph.refusal("GET", "\(path)/attachments", user: 1) == "404 ErrorItemNotFound")
  }

  @Test func `a token for the basics shows no attachments`() throws {
    let path = "/me/events/\(try event().pathID)/attachments"
    graph.scopes = ["calendars.readbasic"]
    #expect(graph.refusal("GET", path) == "403 ErrorAccessDenied")
    graph.scopes = ["calendars.read"]
    #expect(graph.refusal("GET", path) == nil)
    #expect(graph.refusal("POST", path, Self.file()) == "403 ErrorAccessDenied")
  }

  @Test func `attachments go with their event`() throws {
    let event = try event()
    let path = "/me/events/\(event.pathID)"
    try graph.json("POST", path + "/attachments", Self.file())
    #expect(try graph.answer("DELETE", path).status == 204)
    #expect(graph.refusal("GET", path + "/attachments") == "404 ErrorItemNotFound")
  }
}

extension GraphAnswer {
  /// The body as text, when it is bytes.
  var text: String? {
    guard case .bytes(let bytes, _) = body else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
