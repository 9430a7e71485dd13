import JSON
import Testing

@testable import GraphEmulator

@Suite struct CalendarPermissionTests {
  let graph: CalendarGraph
  let own = "/me/calendar/calendarPermissions"

  init() throws { graph = try CalendarGraph() }

  @discardableResult
  private func share(
    _ role: String, with address: String = "jonas@harbor.example",
    of calendar: String = "/me/calendar", user: Int = 0
  ) throws -> JSON {
    try graph.json(
      "POST", calendar + "/calendarPermissions",
      ["emailAddress": ["name": "J", "address": .string(address)], "role": .string(role)],
      user: user)
  }

  private func roles(_ list: String, user: Int = 0) throws -> [String] {
    try graph.all(list, user: user).map {
      "\($0["emailAddress"]?["name"]?.string ?? "?") \($0["role"]?.string ?? "?")"
    }
  }

  @Test func `the organisation sees free and busy until more is given`() throws {
    let all = try graph.all(own)
    #expect(all.count == 1)
    #expect(
      all[0] == [
        "id": "RGVmYXVsdA==", "isRemovable": false, "isInsideOrganization": true,
        "role": "freeBusyRead",
        "allowedRoles": ["none", "freeBusyRead", "limitedRead", "read", "write"],
        "emailAddress": ["name": "My Organization"],
      ])
    let one = own + "/RGVmYXVsdA%3D%3D"
    #expect(try graph.json("PATCH", one, ["role": "LimitedRead"])["role"] == "limitedRead")
    #expect(try graph.get(one)["role"] == "limitedRead")
    #expect(try graph.json("PATCH", one, ["role": "none"])["role"] == "none")
    #expect(graph.refusal("DELETE", one) == "400 ErrorInvalidRequest")
    #expect(
      graph.refusal("PATCH", one, ["role": "delegateWithPrivateEventAccess"])
        == "400 ErrorInvalidRequest")
    let club = try graph.json("POST", "/me/calendars", ["name": "Club"])
    #expect(
      try roles("/me/calendars/\(club.pathID)/calendarPermissions") == ["My Organization none"])
    #expect(try graph.all(own, user: 3).isEmpty)
  }

  @Test func `somebody is given a role, another one, and none`() throws {
    let made = try share("read")
    #expect(made["isRemovable"] == true && made["isInsideOrganization"] == true)
    #expect(made["allowedRoles"]?.array?.count == 6)
    #expect(try roles(own) == ["J read", "My Organization freeBusyRead"])
    let one = own + "/\(made.pathID)"
    #expect(try graph.json("PATCH", one, ["role": "write"])["role"] == "write")
    #expect(try graph.get(one)["id"] == made["id"])
    #expect(graph.refusal("PATCH", one, [:]) == "400 ErrorInvalidRequest")
    #expect(graph.refusal("PATCH", one, ["role": "king"]) == "400 RequestBodyRead")
    #expect(
      graph.refusal("PATCH", one, ["role": "read"], ifMatch: "W/\"old\"")
        == "412 ErrorIrresolvableConflict")
    #expect(try graph.answer("DELETE", one, ifMatch: "*").status == 204)
    #expect(graph.refusal("GET", one) == "404 ErrorItemNotFound")
    #expect(try graph.all(own).count == 1)
  }

  @Test(
    arguments: [
      ("jonas@harbor.example", "none", "400 ErrorInvalidRequest"),
      ("jonas@harbor.example", "custom", "400 ErrorInvalidRequest"),
      ("mira@harbor.example", "read", "400 ErrorInvalidRequest"),
      ("x@elsewhere.example", "write", "400 ErrorInvalidRequest"),
      ("x@elsewhere.example", "delegateWithPrivateEventAccess", "400 ErrorInvalidRequest"),
      ("nobody", "read", "400 ErrorInvalidRecipients"),
      ("x@elsewhere.example", "read", nil), ("new@harbor.example", "write", nil),
      ("sam.rivera@outlook.example", "limitedRead", nil),
    ] as [(String, String, String?)])
  func `who can be given what`(address: String, role: String, refusal: String?) {
    let body: JSON = [
      "emailAddress": ["address": .string(address)], "role": .string(role),
    ]
    #expect(graph.refusal("POST", own, body) == refusal)
  }

  @Test func `only the default calendar has delegates, and nobody is in a list twice`() throws {
    let club = try graph.json("POST", "/me/calendars", ["name": "Club"])
    let list = "/me/calendars/\(club.pathID)/calendarPermissions"
    let delegate: JSON = [
      "emailAddress": ["address": "jonas@harbor.example"],
      "role": "delegateWithoutPrivateEventAccess",
    ]
    #expect(graph.refusal("POST", list, delegate) == "400 ErrorInvalidRequest")
    #expect(graph.refusal("POST", own, delegate) == nil)
    #expect(graph.refusal("POST", own, delegate) == "400 ErrorInvalidRequest")
    let allowed = try graph.get(
      "/me/calendar/allowedCalendarSharingRoles(User='jonas@harbor.example')")
    #expect(allowed["value"]?.array?.count == 6)
    let outside = try graph.get(
      "/me/calendars/\(club.pathID)/allowedCalendarSharingRoles(User='x@elsewhere.example')")
    #expect(outside["value"] == ["freeBusyRead", "limitedRead", "read"])
  }

  @Test func `permissions are the owner's business`() throws {
    let made = try share("delegateWithPrivateEventAccess")
    graph.scopes = ["calendars.readwrite.shared"]
    let theirs = "/users/mira@harbor.example/calendar/calendarPermissions"
    #expect(try graph.all(theirs, user: 1).isEmpty)
    #expect(graph.refusal("GET", "\(theirs)/\(made.pathID)", user: 1) == "404 ErrorItemNotFound")
    let body: JSON = ["emailAddress": ["address": "aiko@harbor.example"], "role": "read"]
    #expect(graph.refusal("POST", theirs, body, user: 1) == "403 ErrorAccessDenied")
    #expect(
      graph.refusal("DELETE", "\(theirs)/\(made.pathID)", user: 1) == "403 ErrorAccessDenied")
    let view = try #require(
      try graph.all("/me/calendars", user: 1).first { $0["name"] == "Mira Lindqvist" })
    let list = "/me/calendars/\(view.pathID)/calendarPermissions"
    #expect(try graph.all(list, user: 1).isEmpty)
    #expect(graph.refusal("POST", list, body, user: 1) == "403 ErrorAccessDenied")
  }

  @Test(arguments: [("freeBusyRead", nil), ("limitedRead", "x"), ("read", "x")])
  func `free and busy times tell as much as the role`(role: String, subject: String?) throws {
    try graph.add(timed("x", "2027-01-05T09:00", "2027-01-05T10:00"))
    try share(role)
    let body: JSON = [
      "schedules": ["mira@harbor.example"],
      "startTime": ["dateTime": "2027-01-05T08:00", "timeZone": "UTC"],
      "endTime": ["dateTime": "2027-01-05T11:00", "timeZone": "UTC"],
    ]
    let answer = try graph.json("POST", "/me/calendar/getSchedule", body, user: 1)
    let entry = answer["value"]?[0]
    #expect(entry?["availabilityView"] == "002200")
    #expect(entry?["scheduleItems"]?[0]?["subject"]?.string == subject)
    let other = try graph.json("POST", "/me/calendar/getSchedule", body, user: 2)
    #expect(other["value"]?[0]?["availabilityView"] == "002200")
    #expect(other["value"]?[0]?["scheduleItems"]?[0]?["subject"] == nil)
    try graph.json("PATCH", own + "/RGVmYXVsdA%3D%3D", ["role": "none"])
    let closed = try graph.json("POST", "/me/calendar/getSchedule", body, user: 2)
    #expect(closed["value"]?[0]?["error"]?["responseCode"] == "ErrorNoFreeBusyAccess")
    #expect(closed["value"]?[0]?["availabilityView"] == nil)
  }
}
