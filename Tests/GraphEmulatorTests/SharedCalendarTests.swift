import JSON
import Testing

@testable import GraphEmulator

/// What Jonas may see and do in Mira's calendar.
@Suite struct SharedCalendarTests {
  let graph: CalendarGraph
  let event: JSON
  let secret: JSON
  let theirs = "/users/mira@harbor.example"
  static let view = "?startDateTime=2027-01-04T00:00:00Z&endDateTime=2027-02-01T00:00:00Z"

  init() throws {
    graph = try CalendarGraph()
    graph.scopes = ["calendars.readwrite.shared"]
    event = try graph.add(
      timed(
        "Plan", "2027-01-05T09:00", "2027-01-05T10:00",
        more: [
          "location": ["displayName": "Pier"], "categories": ["Red"],
          "body": ["contentType": "text", "content": "words"],
          "attendees": [["emailAddress": ["address": "x@elsewhere.example"]]],
        ]))
    secret = try graph.add(
      timed(
        "Doctor", "2027-01-06T09:00", "2027-01-06T10:00",
        more: ["sensitivity": "private", "location": ["displayName": "Main St"]]))
  }

  private func share(_ role: String) throws {
    try graph.json(
      "POST", "/me/calendar/calendarPermissions",
      ["emailAddress": ["address": "jonas@harbor.example"], "role": .string(role)])
  }

  /// Mira's calendar in Jonas's list.
  private func shown() throws -> JSON {
    try #require(
      try graph.all("/me/calendars", user: 1).first {
        $0["owner"]?["address"] == "mira@harbor.example"
      })
  }

  private func subjects(_ target: String) throws -> [String] {
    try graph.all(target, user: 1).map(\.subject)
  }

  @Test func `what was not shared is not there`() throws {
    #expect(graph.refusal("GET", theirs + "/calendar", user: 1) == "404 ErrorItemNotFound")
    #expect(graph.refusal("GET", theirs + "/events", user: 1) == "404 ErrorItemNotFound")
    #expect(graph.refusal("GET", theirs + "/calendars", user: 1) == "404 ErrorItemNotFound")
    #expect(
      graph.refusal("GET", theirs + "/calendarView" + Self.view, user: 1) == "404 ErrorItemNotFound"
    )
    #expect(
      graph.refusal("GET", "\(theirs)/events/\(event.pathID)", user: 1) == "404 ErrorItemNotFound")
    #expect(
      graph.refusal("GET", "/users/nobody@harbor.example/calendar", user: 1)
        == "404 ErrorInvalidUser")
    #expect(try graph.all("/me/calendars", user: 1).count == 1)
  }

  @Test func `a token for one's own calendars opens no others`() throws {
    try share("write")
    graph.scopes = ["calendars.readwrite"]
    #expect(graph.refusal("GET", theirs + "/calendar", user: 1) == "403 ErrorAccessDenied")
    #expect(try shown()["canEdit"] == true)
    #expect(
      try subjects("/me/calendars/\(try shown().pathID)/events") == ["Plan", "Private Appointment"])
    graph.scopes = ["calendars.read.shared"]
    #expect(graph.refusal("GET", theirs + "/calendar", user: 1) == nil)
    #expect(
      graph.refusal("DELETE", "\(theirs)/events/\(event.pathID)", user: 1)
        == "403 ErrorAccessDenied"
    )
  }

  @Test(
    arguments: [
      ("freeBusyRead", ["Busy", "Busy"], "", 0, false, false),
      ("limitedRead", ["Plan", "Private Appointment"], "Pier", 0, false, false),
      ("read", ["Plan", "Private Appointment"], "Pier", 1, false, false),
      ("write", ["Plan", "Private Appointment"], "Pier", 1, true, false),
      (
        "delegateWithoutPrivateEventAccess", ["Plan", "Private Appointment"], "Pier", 1, true, false
      ),
      ("delegateWithPrivateEventAccess", ["Plan", "Doctor"], "Pier", 1, true, true),
    ] as [(String, [String], JSON, Int, Bool, Bool)])
  func `each role sees its part`(
    role: String, seen: [String], place: JSON, attendees: Int, edits: Bool, seesPrivate: Bool
  ) throws {
    try share(role)
    let calendar = try graph.get(theirs + "/calendar", user: 1)
    #expect(calendar["canEdit"] == .bool(edits) && calendar["canShare"] == false)
    #expect(calendar["canViewPrivateItems"] == .bool(seesPrivate))
    #expect(try graph.all(theirs + "/calendars", user: 1).map { $0["id"] } == [calendar["id"]])
    #expect(try subjects(theirs + "/events") == seen)
    #expect(try subjects(theirs + "/calendarView" + Self.view) == seen)
    #expect(try subjects(theirs + "/calendars/\(calendar.pathID)/events") == seen)
    let one = try graph.get("\(theirs)/events/\(event.pathID)", user: 1)
    #expect(one.subject == seen[0] && one["location"]?["displayName"] == place)
    #expect(one["attendees"]?.array?.count == attendees)
    #expect((one["bodyPreview"] == "words") == (attendees == 1))
    #expect((one["categories"] == ["Red"]) == (attendees == 1))
    let list = try graph.all(theirs + "/events", user: 1)
    #expect((list[1]["location"]?["displayName"] == "Main St") == seesPrivate)
    #expect(list[1].startText == "2027-01-06T09:00 UTC")
    let hidden = graph.refusal("GET", "\(theirs)/events/\(secret.pathID)", user: 1)
    #expect(hidden == (seesPrivate ? nil : "404 ErrorItemNotFound"))
    let found = try subjects(theirs + "/events?$filter=startswith(subject,'Doc')")
    #expect(found == (seesPrivate ? ["Doctor"] : []))
    let files = graph.refusal("GET", "\(theirs)/events/\(event.pathID)/attachments", user: 1)
    #expect(files == (attendees == 1 ? nil : "403 ErrorAccessDenied"))
    let change = graph.refusal(
      "PATCH", "\(theirs)/events/\(event.pathID)", ["subject": "New"], user: 1)
    #expect(change == (edits ? nil : "403 ErrorAccessDenied"))
    let removal = graph.refusal("DELETE", "\(theirs)/events/\(secret.pathID)", user: 1)
    #expect(removal == (seesPrivate ? nil : "404 ErrorItemNotFound"))
  }

  @Test func `the entry in one's own list shows the same events under other ids`() throws {
    try share("write")
    let view = try shown()
    let direct = try graph.get(theirs + "/calendar", user: 1)
    #expect(view["name"] == "Mira Lindqvist" && view["id"] != direct["id"])
    #expect(view["isDefaultCalendar"] == false && view["isRemovable"] == true)
    let list = "/me/calendars/\(view.pathID)"
    let copy = try #require(try graph.all(list + "/events", user: 1).first)
    #expect(copy["id"] != event["id"] && copy["iCalUId"] == event["iCalUId"])
    #expect(try graph.get("/me/events/\(copy.pathID)", user: 1).subject == "Plan")
    #expect(graph.refusal("GET", "/me/events/\(event.pathID)", user: 1) == "404 ErrorItemNotFound")
    #expect(
      graph.refusal("GET", "\(theirs)/events/\(copy.pathID)", user: 1) == "404 ErrorItemNotFound")
    #expect(try subjects("/me/events") == [])
    #expect(
      try graph.get("/me/events/\(copy.pathID)/calendar", user: 1)["id"] == view["id"])
    try graph.json("PATCH", "/me/events/\(copy.pathID)", ["subject": "Plan B"], user: 1)
    #expect(try graph.get("/me/events/\(event.pathID)").subject == "Plan B")
    let groups = try graph.all("/me/calendarGroups", user: 1)
    #expect(groups.map { $0["name"] } == ["My Calendars", "People's Calendars"])
    #expect(
      try graph.all("/me/calendarGroups/\(groups[1].pathID)/calendars", user: 1)
        .map { $0["id"] } == [view["id"]])
  }

  @Test func `only the own view is renamed, and it can be put away`() throws {
    try share("delegateWithPrivateEventAccess")
    let path = "/me/calendars/\(try shown().pathID)"
    let renamed = try graph.json("PATCH", path, ["name": "Boss", "color": "lightRed"], user: 1)
    #expect(renamed["name"] == "Boss" && renamed["hexColor"] == "#F88C9B")
    #expect(try graph.get("/me/calendar")["name"] == "Calendar")
    #expect(
      graph.refusal("PATCH", theirs + "/calendar", ["name": "x"], user: 1)
        == "403 ErrorAccessDenied")
    #expect(graph.refusal("DELETE", path, user: 1) == nil)
    #expect(graph.refusal("GET", path, user: 1) == "404 ErrorItemNotFound")
    #expect(try subjects(theirs + "/events") == ["Plan", "Doctor"])
  }

  @Test func `a share that ends takes the calendar out of the list`() throws {
    try share("read")
    let path = "/me/calendars/\(try shown().pathID)"
    let permission = try graph.all("/me/calendar/calendarPermissions")[0]
    #expect(
      graph.refusal("DELETE", "/me/calendar/calendarPermissions/\(permission.pathID)") == nil)
    #expect(graph.refusal("GET", path, user: 1) == "404 ErrorItemNotFound")
    #expect(graph.refusal("GET", theirs + "/calendar", user: 1) == "404 ErrorItemNotFound")
    let club = try graph.json("POST", "/me/calendars", ["name": "Club"])
    try graph.json(
      "POST", "/me/calendars/\(club.pathID)/calendarPermissions",
      ["emailAddress": ["address": "jonas@harbor.example"], "role": "read"])
    #expect(try shown()["name"] == "Club")
    #expect(graph.refusal("GET", theirs + "/calendar", user: 1) == "404 ErrorItemNotFound")
    #expect(try graph.all(theirs + "/calendars", user: 1).map { $0["name"] } == ["Club"])
    #expect(graph.refusal("DELETE", "/me/calendars/\(club.pathID)") == nil)
    #expect(try graph.all("/me/calendars", user: 1).count == 1)
  }

  @Test func `a delegate's new event is the owner's`() throws {
    try share("delegateWithoutPrivateEventAccess")
    let made = try graph.json(
      "POST", "/me/calendars/\(try shown().pathID)/events",
      timed(
        "Dinner", "2027-01-07T18:00", "2027-01-07T20:00",
        more: ["attendees": [["emailAddress": ["address": "aiko@harbor.example"]]]]), user: 1)
    #expect(made["organizer"]?["emailAddress"]?["address"] == "mira@harbor.example")
    #expect(made["isOrganizer"] == true && made["attendees"]?.array?.count == 1)
    #expect(try graph.all("/me/events").map(\.subject) == ["Plan", "Doctor", "Dinner"])
    let invitation = try graph.all("/me/events", user: 2)[0]
    #expect(invitation["organizer"]?["emailAddress"]?["address"] == "mira@harbor.example")
    let other = try graph.json(
      "POST", theirs + "/calendar/events",
      timed("Lunch", "2027-01-08T12:00", "2027-01-08T13:00"), user: 1)
    #expect(try graph.get("/me/events/\(other.pathID)").subject == "Lunch")
  }

  @Test func `a delegate answers for the owner`() throws {
    try share("delegateWithoutPrivateEventAccess")
    let meeting = try graph.json(
      "POST", "/me/events",
      timed(
        "Talk", "2027-01-09T09:00", "2027-01-09T10:00",
        more: ["attendees": [["emailAddress": ["address": "mira@harbor.example"]]]]), user: 2)
    let copy = try #require(
      try graph.all(theirs + "/events", user: 1).first { $0.subject == "Talk" })
    #expect(
      try graph.answer("POST", "\(theirs)/events/\(copy.pathID)/accept", user: 1).status == 202)
    let seen = try graph.get("/me/events/\(meeting.pathID)", user: 2)
    #expect(seen["attendees"]?[0]?["status"]?["response"] == "accepted")
  }

  @Test func `rounds of changes run over a shared calendar both ways`() throws {
    try share("write")
    let lists = ["/me/calendars/\(try shown().pathID)", theirs + "/calendar"]
    for list in lists {
      let first = try graph.get(list + "/calendarView/delta" + Self.view, user: 1)
      let entries = first["value"]?.array ?? []
      #expect(entries.map(\.subject).sorted() == ["Plan", "Private Appointment"], "\(list)")
      try graph.json("PATCH", "/me/events/\(event.pathID)", ["importance": "low"])
      let link = first["@odata.deltaLink"]?.string ?? ""
      let next = try graph.get(
        String(link.dropFirst("http://127.0.0.1:8080/v1.0".count)), user: 1)
      #expect(next["value"]?.array?.map(\.subject) == ["Plan"], "\(list)")
      let plan = entries.first { $0.subject == "Plan" }
      #expect(next["value"]?[0]?["id"] == plan?["id"], "\(list)")
    }
  }

  @Test func `large files are not for shared calendars`() throws {
    try share("write")
    let body: JSON = [
      "AttachmentItem": ["attachmentType": "file", "name": "x", "size": .number(4 << 20)]
    ]
    let direct = "\(theirs)/events/\(event.pathID)/attachments"
    #expect(
      graph.refusal("POST", direct + "/createUploadSession", body, user: 1)
        == "403 ErrorAccessDenied")
    #expect(graph.refusal("POST", direct, AttachmentTests.file(), user: 1) == nil)
    let copy = try graph.all("/me/calendars/\(try shown().pathID)/events", user: 1)[0]
    #expect(
      graph.refusal(
        "POST", "/me/events/\(copy.pathID)/attachments/createUploadSession", body, user: 1)
        == "403 ErrorAccessDenied")
  }
}
