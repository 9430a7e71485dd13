import JSON
import Testing

@testable import GraphEmulator

@Suite struct CalendarFolderTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  @Test func `a new mailbox has one calendar, the default`() throws {
    let calendars = try graph.all("/me/calendars")
    #expect(calendars.map { $0["name"] } == ["Calendar"])
    let own = try graph.get("/me/calendar")
    #expect(own["id"] == calendars[0]["id"])
    #expect(own["isDefaultCalendar"] == true && own["canEdit"] == true)
    #expect(own["isRemovable"] == false && own["hexColor"] == "")
    #expect(own["owner"]?["address"] == "mira@harbor.example")
    #expect(own["changeKey"]?.string != nil)
    #expect(graph.refusal("DELETE", "/me/calendar") == "400 ErrorDeleteDistinguishedFolder")
  }

  @Test func `a calendar is made, renamed, coloured and deleted`() throws {
    let made = try graph.json("POST", "/me/calendars", ["name": "Club"])
    let path = "/me/calendars/\(made.pathID)"
    #expect(graph.refusal("POST", "/me/calendars", ["name": "club"]) == "409 ErrorFolderExists")
    let changed = try graph.json("PATCH", path, ["name": "Team", "color": "LightBlue"])
    #expect(changed["name"] == "Team" && changed["color"] == "lightBlue")
    #expect(changed["hexColor"]?.string?.hasPrefix("#") == true)
    #expect(changed["changeKey"] != made["changeKey"])
    #expect(
      try graph.all("/me/calendars?$filter=name%20eq%20'Team'").map { $0["id"] } == [made["id"]])
    let event = try graph.add(timed("x", "2027-01-01T10:00", "2027-01-01T11:00"), to: path)
    #expect(graph.refusal("DELETE", path) == nil)
    #expect(graph.refusal("GET", path) == "404 ErrorItemNotFound")
    #expect(graph.refusal("GET", "/me/events/\(event.pathID)") == "404 ErrorItemNotFound")
    #expect(graph.refusal("GET", "/me/calendars/nope") == "400 ErrorInvalidIdMalformed")
    #expect(graph.refusal("POST", "/me/calendars", ["name": " "]) == "400 ErrorInvalidRequest")
  }

  @Test func `another calendar becomes the default`() throws {
    let made = try graph.json("POST", "/me/calendars", ["name": "Work"])
    try graph.json("PATCH", "/me/calendars/\(made.pathID)", ["isDefaultCalendar": true])
    #expect(try graph.get("/me/calendar")["name"] == "Work")
    #expect(try graph.all("/me/calendars").map { $0["isDefaultCalendar"] } == [false, true])
  }

  @Test func `calendars lie in groups`() throws {
    let groups = try graph.all("/me/calendarGroups")
    #expect(groups.map { $0["name"] } == ["My Calendars"])
    let group = try graph.json("POST", "/me/calendargroups", ["name": "Clubs"])
    let path = "/me/calendarGroups/\(group.pathID)"
    let made = try graph.json("POST", path + "/calendars", ["name": "Chess"])
    #expect(try graph.all(path + "/calendars").map { $0["id"] } == [made["id"]])
    #expect(try graph.all("/me/calendars").count == 2)
    let event = try graph.add(
      timed("x", "2027-01-01T10:00", "2027-01-01T11:00"),
      to: path + "/calendars/\(made.pathID)")
    let other = "/me/calendarGroups/\(groups[0].pathID)/calendars/\(made.pathID)"
    #expect(graph.refusal("GET", other) == "404 ErrorItemNotFound")
    #expect(
      try graph.get(path + "/calendars/\(made.pathID)/events/\(event.pathID)").subject == "x")
    #expect(try graph.json("PATCH", path, ["name": "Societies"])["name"] == "Societies")
    #expect(graph.refusal("DELETE", path)?.hasPrefix("400") == true)
    #expect(graph.refusal("DELETE", "/me/calendars/\(made.pathID)") == nil)
    #expect(graph.refusal("DELETE", path) == nil)
    #expect(try graph.all("/me/calendarGroups").count == 1)
  }

  @Test func `another person's calendar stays closed`() throws {
    #expect(
      graph.refusal("GET", "/users/jonas@harbor.example/calendar") != nil)
  }
}
