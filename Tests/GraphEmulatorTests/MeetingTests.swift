import FoundationEssentials
import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct MeetingTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  let view = "/me/calendarView?startDateTime=2027-01-04T00:00:00Z&endDateTime=2027-02-01T00:00:00Z"

  /// Mira invites Jonas and somebody who has no mailbox here.
  @discardableResult
  func invite(_ subject: String = "Plan", more: JSONObject = [:]) throws -> JSON {
    var sent = more
    sent["attendees"] = [
      ["emailAddress": ["address": "jonas@harbor.example"]],
      ["emailAddress": ["address": "x@elsewhere.example"], "type": "optional"],
    ]
    return try graph.add(timed(subject, "2027-01-05T09:00", "2027-01-05T10:00", more: sent))
  }

  func invitations() throws -> [JSON] { try graph.all(view, user: 1) }

  @Test func `an invitation is in the attendee's calendar at once`() throws {
    let event = try invite()
    let copy = try invitations()[0]
    #expect(copy["iCalUId"] == event["iCalUId"] && copy["id"] != event["id"])
    #expect(copy["isOrganizer"] == false && copy["showAs"] == "tentative")
    #expect(copy["responseStatus"]?["response"] == "notResponded")
    #expect(copy["organizer"]?["emailAddress"]?["address"] == "mira@harbor.example")
    #expect(graph.refusal("GET", "/me/events/\(event.pathID)", user: 1) == "404 ErrorItemNotFound")
  }

  @Test(
    arguments: [
      ("accept", "accepted", "busy", 1),
      ("tentativelyAccept", "tentativelyAccepted", "tentative", 1),
      ("decline", "declined", nil, 0),
    ] as [(String, JSON, JSON?, Int)])
  func `an answer reaches the organizer`(
    action: String, response: JSON, showAs: JSON?, left: Int
  ) throws {
    let event = try invite()
    let copy = try invitations()[0]
    let answer = try graph.answer(
      "POST", "/me/events/\(copy.pathID)/\(action)", ["Comment": "ok", "SendResponse": "true"],
      user: 1)
    #expect(answer.status == 202)
    let after = try invitations()
    #expect(after.count == left)
    #expect(after.first?["showAs"] == showAs)
    let seen = try graph.get("/me/events/\(event.pathID)")
    #expect(seen["attendees"]?[0]?["status"]?["response"] == response)
    #expect(seen["attendees"]?[0]?["status"]?["time"] == "2026-11-30T08:00:00Z")
    #expect(seen["attendees"]?[1]?["status"]?["response"] == "none")
  }

  @Test func `an answer that is not sent stays with the attendee`() throws {
    let event = try invite()
    let copy = try invitations()[0]
    try graph.json("POST", "/me/events/\(copy.pathID)/accept", ["sendResponse": false], user: 1)
    #expect(try invitations()[0]["responseStatus"]?["response"] == "accepted")
    let seen = try graph.get("/me/events/\(event.pathID)")
    #expect(seen["attendees"]?[0]?["status"]?["response"] == "none")
  }

  @Test func `a proposed time shows at the organizer in the zone asked for`() throws {
    let event = try invite()
    let copy = try invitations()[0]
    let zone: JSON = "Pacific Standard Time"
    try graph.json(
      "POST", "/me/events/\(copy.pathID)/tentativelyAccept",
      [
        "proposedNewTime": [
          "Start": ["DateTime": "2027-01-06T10:00:00", "TimeZone": zone],
          "End": ["DateTime": "2027-01-06T11:00:00", "TimeZone": zone],
        ]
      ], user: 1)
    let seen = try graph.get("/me/events/\(event.pathID)")
    #expect(seen["attendees"]?[0]?["proposedNewTime"]?.startText == "2027-01-06T18:00 UTC")
  }

  @Test func `the organizer takes up a proposal, which asks everybody again`() throws {
    let event = try invite()
    let copy = try invitations()[0]
    try graph.json(
      "POST", "/me/events/\(copy.pathID)/decline",
      [
        "sendResponse": true,
        "proposedNewTime": [
          "start": ["dateTime": "2027-01-06T10:00:00", "timeZone": "UTC"],
          "end": ["dateTime": "2027-01-06T11:00:00", "timeZone": "UTC"],
        ],
      ], user: 1)
    let path = "/me/events/\(event.pathID)"
    #expect(try invitations().isEmpty)
    var seen = try graph.json("PATCH", path, ["subject": "Plan, maybe"])
    #expect(seen["attendees"]?[0]?["status"]?["response"] == "declined")
    #expect(seen["attendees"]?[0]?["proposedNewTime"] != nil)
    seen = try graph.json(
      "PATCH", path, timed("Plan", "2027-01-06T10:00", "2027-01-06T11:00"))
    #expect(seen["attendees"]?[0]?["status"]?["response"] == "none")
    #expect(seen["attendees"]?[0]?["proposedNewTime"] == nil)
    #expect(try invitations()[0]["responseStatus"]?["response"] == "notResponded")
  }

  @Test func `no time is proposed where the organizer takes none`() throws {
    try invite(more: ["allowNewTimeProposals": false])
    let copy = try invitations()[0]
    let body: JSON = [
      "proposedNewTime": [
        "start": ["dateTime": "2027-01-06T10:00"], "end": ["dateTime": "2027-01-06T11:00"],
      ]
    ]
    let path = "/me/events/\(copy.pathID)"
    #expect(
      graph.refusal("POST", path + "/tentativelyAccept", body, user: 1)
        == "400 ErrorInvalidRequest")
    #expect(graph.refusal("POST", path + "/tentativelyAccept", ["comment": "?"], user: 1) == nil)
  }

  @Test(
    arguments: [
      ("accept", ["comment": "no", "sendResponse": false]),
      ("accept", ["proposedNewTime": ["start": ["dateTime": "2027-01-06"], "end": nil]]),
      (
        "decline",
        [
          "sendResponse": false,
          "proposedNewTime": [
            "start": ["dateTime": "2027-01-06T10:00"], "end": ["dateTime": "2027-01-06T11:00"],
          ],
        ]
      ),
    ] as [(String, JSON)])
  func `an answer that cannot be is refused`(action: String, body: JSON) throws {
    try invite()
    let copy = try invitations()[0]
    let refusal = graph.refusal("POST", "/me/events/\(copy.pathID)/\(action)", body, user: 1)
    #expect(refusal == "400 ErrorInvalidRequest")
  }

  @Test func `answers nobody asked for, and the organizer's own, are refused`() throws {
    let event = try invite(more: ["responseRequested": false])
    let copy = try invitations()[0]
    let path = "/me/events/\(copy.pathID)/accept"
    #expect(graph.refusal("POST", path, user: 1) == "400 ErrorInvalidRequest")
    #expect(graph.refusal("POST", path, ["sendResponse": false], user: 1) == nil)
    #expect(graph.refusal("POST", "/me/events/\(event.pathID)/accept") == "400 ErrorInvalidRequest")
    #expect(
      graph.refusal("POST", "/me/events/\(copy.pathID)/cancel", user: 1)
        == "400 ErrorInvalidRequest")
  }

  @Test func `a new time asks again, other changes keep the answer`() throws {
    let event = try invite()
    let copy = try invitations()[0]
    try graph.json("POST", "/me/events/\(copy.pathID)/accept", user: 1)
    try graph.json(
      "PATCH", "/me/events/\(copy.pathID)", ["categories": ["Red"], "isReminderOn": false], user: 1)
    try graph.json("PATCH", "/me/events/\(event.pathID)", ["subject": "Plan B"])
    var seen = try invitations()[0]
    #expect(seen.subject == "Plan B" && seen["showAs"] == "busy")
    #expect(seen["categories"] == ["Red"] && seen["isReminderOn"] == false)
    try graph.json(
      "PATCH", "/me/events/\(event.pathID)",
      timed("Plan C", "2027-01-07T09:00", "2027-01-07T10:00"))
    seen = try invitations()[0]
    #expect(seen["id"] == copy["id"] && seen.startText == "2027-01-07T09:00 UTC")
    #expect(seen["responseStatus"]?["response"] == "notResponded")
  }

  @Test(arguments: ["cancel", "delete", "uninvite"])
  func `who is no longer asked sees the meeting cancelled`(how: String) throws {
    let event = try invite()
    let path = "/me/events/\(event.pathID)"
    switch how {
    case "cancel": #expect(try graph.answer("POST", path + "/cancel").status == 202)
    case "delete": #expect(graph.refusal("DELETE", path) == nil)
    default: try graph.json("PATCH", path, ["attendees": []])
    }
    let seen = try invitations()[0]
    #expect(seen["isCancelled"] == true && seen["showAs"] == "free")
    #expect(seen.subject == "Canceled: Plan")
    #expect((graph.refusal("GET", path) == nil) == (how == "uninvite"))
  }

  @Test func `one occurrence of a series is moved, answered and cancelled`() throws {
    let event = try invite(
      more: SeriesTests.weekly(["tuesday"], from: "2027-01-05", count: 4))
    let own = try graph.all(view)
    try graph.json(
      "PATCH", "/me/events/\(own[1].pathID)",
      timed("Plan", "2027-01-13T11:00", "2027-01-13T12:00"))
    var seen = try graph.all(view + "&$orderby=start/dateTime", user: 1)
    #expect(seen.map(\.startText)[1] == "2027-01-13T11:00 UTC")
    try graph.json("POST", "/me/events/\(seen[2].pathID)/accept", user: 1)
    try graph.json("POST", "/me/events/\(seen[3].pathID)/decline", user: 1)
    #expect(try graph.answer("POST", "/me/events/\(own[0].pathID)/cancel").status == 202)
    seen = try graph.all(view + "&$orderby=start/dateTime", user: 1)
    #expect(seen.count == 3)
    #expect(seen[0]["isCancelled"] == true)
    #expect(seen[2]["responseStatus"]?["response"] == "accepted")
    let mine = try graph.all(view + "&$orderby=start/dateTime")
    let answers = mine.map { $0["attendees"]?[0]?["status"]?["response"]?.string ?? "?" }
    #expect(answers == ["none", "accepted", "declined"])
    #expect(try graph.get("/me/events/\(event.pathID)")["type"] == "seriesMaster")
  }

  @Test func `a forwarded meeting has one attendee more`() throws {
    let event = try invite()
    let copy = try invitations()[0]
    let body: JSON = [
      "ToRecipients": [["emailAddress": ["address": "aiko@harbor.example", "name": "Aiko"]]],
      "Comment": "join us",
    ]
    let path = "/me/events/\(copy.pathID)/forward"
    #expect(try graph.answer("POST", path, body, user: 1).status == 202)
    let seen = try graph.get("/me/events/\(event.pathID)")
    #expect(seen["attendees"]?.array?.count == 3)
    #expect(try graph.all(view, user: 2).map(\.subject) == ["Plan"])
    #expect(
      graph.refusal("POST", path, ["toRecipients": []], user: 1) == "400 ErrorInvalidRecipients")
  }

  @Test func `one day of a series is forwarded, answered, moved and cancelled by itself`() throws {
    let event = try invite(
      more: SeriesTests.weekly(["tuesday"], from: "2027-01-05", count: 4))
    let days = try graph.all(view + "&$orderby=start/dateTime")
    let day = "/me/events/\(days[1].pathID)"
    let body: JSON = ["toRecipients": [["emailAddress": ["address": "aiko@harbor.example"]]]]
    #expect(try graph.answer("POST", day + "/forward", body).status == 202)
    var hers = try graph.all(view, user: 2)
    #expect(hers.map(\.startText) == ["2027-01-12T09:00 UTC"])
    #expect(hers[0]["type"] == "singleInstance" && hers[0]["isOrganizer"] == false)
    #expect(try graph.get(day)["attendees"]?.array?.count == 3)
    #expect(try graph.get("/me/events/\(event.pathID)")["attendees"]?.array?.count == 2)
    #expect(try graph.answer("POST", "/me/events/\(hers[0].pathID)/accept", user: 2).status == 202)
    var seen = try graph.get(day)
    #expect(seen["attendees"]?[2]?["status"]?["response"] == "accepted")
    seen = try graph.json("PATCH", day, timed("Plan", "2027-01-13T09:00", "2027-01-13T10:00"))
    #expect(seen["attendees"]?[2]?["status"]?["response"] == "none")
    hers = try graph.all(view, user: 2)
    #expect(hers.map(\.startText) == ["2027-01-13T09:00 UTC"])
    #expect(try graph.answer("POST", day + "/cancel").status == 202)
    #expect(try graph.all(view, user: 2).map { $0["isCancelled"] } == [true])
    #expect(try graph.all(view, user: 1).filter { $0["isCancelled"] == true }.count == 1)
  }

  @Test func `from a personal account a meeting goes on without its organizer's knowledge`() throws
  {
    let event = try graph.add(
      timed(
        "Plan", "2027-01-05T09:00", "2027-01-05T10:00",
        more: ["attendees": [["emailAddress": ["address": "sam.rivera@outlook.example"]]]]))
    let copy = try graph.all(view, user: 3)[0]
    let body: JSON = ["toRecipients": [["emailAddress": ["address": "aiko@harbor.example"]]]]
    #expect(
      try graph.answer("POST", "/me/events/\(copy.pathID)/forward", body, user: 3).status == 202)
    #expect(try graph.all(view, user: 2).map(\.subject) == ["Plan"])
    #expect(try graph.get("/me/events/\(event.pathID)")["attendees"]?.array?.count == 1)
  }

  @Test func `a reminder comes up, is put off and is dismissed`() throws {
    let event = try graph.add(
      timed(
        "Dentist", "2027-01-05T09:00", "2027-01-05T10:00",
        more: ["reminderMinutesBeforeStart": 20, "location": ["displayName": "Main St"]]))
    try graph.add(
      timed("quiet", "2027-01-05T09:00", "2027-01-05T10:00", more: ["isReminderOn": false]))
    try graph.add(timed("before", "2027-01-03T09:00", "2027-01-03T10:00"))
    let path =
      "/me/reminderView(startDateTime='2027-01-05T08:00:00.0000000',endDateTime='2027-01-06T11:00:00')"
    func reminders() throws -> [JSON] {
      try graph.get(path, prefer: #"outlook.timezone="Europe/Berlin""#)["value"]?.array ?? []
    }
    let first = try reminders()
    #expect(first.map { $0["eventSubject"] } == ["Dentist"])
    #expect(first[0]["eventId"] == event["id"])
    #expect(first[0]["eventLocation"]?["displayName"] == "Main St")
    #expect(
      first[0]["reminderFireTime"] == [
        "dateTime": "2027-01-05T09:40:00.0000000", "timeZone": "Europe/Berlin",
      ])
    let snooze: JSON = [
      "newReminderTime": ["dateTime": "2027-01-05T09:55", "timeZone": "Europe/Berlin"]
    ]
    let target = "/me/events/\(event.pathID)"
    #expect(try graph.answer("POST", target + "/snoozeReminder", snooze).status == 200)
    #expect(
      try reminders()[0]["reminderFireTime"]?["dateTime"] == "2027-01-05T09:55:00.0000000")
    #expect(try graph.answer("POST", target + "/dismissReminder").status == 200)
    #expect(try reminders().isEmpty)
    #expect(
      graph.refusal("POST", target + "/snoozeReminder", [:]) == "400 ErrorInvalidRequest")
  }
}
