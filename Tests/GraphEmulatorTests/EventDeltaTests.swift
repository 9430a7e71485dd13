import CalendarTime
import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct EventDeltaTests {
  let window = "startDateTime=2027-01-04T00:00:00Z&endDateTime=2027-01-11T00:00:00Z"

  /// A client that follows a round to its end and keeps the link for the next.
  struct Client {
    let graph: CalendarGraph
    var link: String
    var pages = 0

    init(_ graph: CalendarGraph, _ first: String) {
      self.graph = graph
      link = first
    }

    mutating func round(pageSize: Int = 3) throws -> [JSON] {
      var entries: [JSON] = []
      pages = 0
      while true {
        let page = try graph.get(link, prefer: "odata.maxpagesize=\(pageSize)")
        entries += page["value"]?.array ?? []
        pages += 1
        let next = page["@odata.nextLink"]?.string ?? page["@odata.deltaLink"]?.string ?? ""
        link = String(next.dropFirst("http://127.0.0.1:8080/v1.0".count))
        if page["@odata.nextLink"] == nil { return entries }
      }
    }
  }

  func client(_ graph: CalendarGraph) -> Client {
    Client(graph, "/me/calendarView/delta()?\(window)")
  }

  func series(_ graph: CalendarGraph) throws -> JSON {
    try graph.add(
      timed(
        "Stand-up", "2027-01-04T09:00", "2027-01-04T09:15",
        more: SeriesTests.weekly(["monday", "wednesday", "friday"], from: "2027-01-04", count: 9)))
  }

  @Test func `the first round has all of the window in pages, the next is empty`() throws {
    let graph = try CalendarGraph()
    for hour in 8..<15 {
      let time = hour.padded(to: 2)
      try graph.add(timed("e\(hour)", "2027-01-05T\(time):00", "2027-01-05T\(time):30"))
    }
    try graph.add(timed("outside", "2027-01-15T08:00", "2027-01-15T09:00"))
    var client = client(graph)
    let first = try client.round()
    #expect(first.map(\.subject) == (8..<15).map { "e\($0)" })
    #expect(client.pages == 3)
    #expect(first.allSatisfy { $0["@odata.type"] == "#microsoft.graph.event" })
    #expect(try client.round().isEmpty)
    #expect(try client.round().isEmpty)
  }

  @Test func `later rounds tell what is new, changed, gone and moved out`() throws {
    let graph = try CalendarGraph()
    let events = try (8..<12).map { hour in
      let time = hour.padded(to: 2)
      return try graph.add(timed("e\(hour)", "2027-01-05T\(time):00", "2027-01-05T\(time):30"))
    }
    var client = client(graph)
    _ = try client.round()
    try graph.json("PATCH", "/me/events/\(events[0].pathID)", ["subject": "changed"])
    #expect(graph.refusal("DELETE", "/me/events/\(events[1].pathID)") == nil)
    try graph.json(
      "PATCH", "/me/events/\(events[2].pathID)",
      timed("moved", "2027-02-01T08:00", "2027-02-01T09:00"))
    let brief = try graph.add(timed("brief", "2027-01-05T08:00", "2027-01-05T09:00"))
    #expect(graph.refusal("DELETE", "/me/events/\(brief.pathID)") == nil)
    let new = try graph.add(timed("new", "2027-01-05T08:00", "2027-01-05T09:00"))
    try graph.add(timed("far", "2027-03-05T08:00", "2027-03-05T09:00"))
    let told = try client.round()
    #expect(
      told.map { $0["id"] } == [events[0]["id"], events[1]["id"], events[2]["id"], new["id"]])
    #expect(told[0].subject == "changed")
    #expect(told[1]["@removed"] == ["reason": "deleted"])
    #expect(told[2]["@removed"] != nil)
    #expect(told[3].subject == "new")
    #expect(try client.round().isEmpty)
  }

  @Test(arguments: [([], 4), ([.deltaWithoutMasters], 3)] as [(Set<EmulatorQuirk>, Int)])
  func `a series comes as its master and stubs of its occurrences`(
    quirks: Set<EmulatorQuirk>, count: Int
  ) throws {
    let graph = try CalendarGraph(quirks: quirks)
    let master = try series(graph)
    var client = client(graph)
    let first = try client.round()
    #expect(first.count == count)
    let stubs = first.filter { $0["type"] == "occurrence" }
    #expect(stubs.count == 3)
    #expect(
      stubs.allSatisfy {
        $0["subject"] == nil && $0["start"] != nil && $0["seriesMasterId"] == master["id"]
      })
    let masters = first.filter { $0["type"] == "seriesMaster" }
    #expect(masters.allSatisfy { $0.subject == "Stand-up" && $0["id"] == master["id"] })
  }

  @Test func `one changed occurrence and one deleted are told alone`() throws {
    let graph = try CalendarGraph()
    _ = try series(graph)
    var client = client(graph)
    let stubs = try client.round().filter { $0["type"] == "occurrence" }
    try graph.json("PATCH", "/me/events/\(stubs[1].pathID)", ["subject": "Long"])
    #expect(graph.refusal("DELETE", "/me/events/\(stubs[2].pathID)") == nil)
    let told = try client.round()
    #expect(told.map { $0["id"] } == [stubs[1]["id"], stubs[2]["id"]])
    #expect(told[0]["type"] == "exception" && told[0].subject == "Long")
    #expect(told[1]["@removed"] != nil)
    #expect(try client.round().isEmpty)
  }

  @Test func `a series on other days tells the new ones and takes the old ones back`() throws {
    let graph = try CalendarGraph()
    let master = try series(graph)
    var client = client(graph)
    let before = try client.round().filter { $0["type"] == "occurrence" }
    let change = SeriesTests.weekly(["monday", "thursday"], from: "2027-01-04", count: 6)
    try graph.json("PATCH", "/me/events/\(master.pathID)", .object(change))
    let told = try client.round()
    let removed = told.filter { $0["@removed"] != nil }.map { $0["id"] }
    #expect(Set(removed) == [before[1]["id"], before[2]["id"]])
    let stubs = told.filter { $0["type"] == "occurrence" }
    #expect(stubs.map(\.startText) == ["2027-01-04T09:00 UTC", "2027-01-07T09:00 UTC"])
    #expect(stubs[0]["id"] == before[0]["id"])
    #expect(told.contains { $0["type"] == "seriesMaster" })
  }

  @Test func `a deleted series takes its occurrences along`() throws {
    let graph = try CalendarGraph()
    let master = try series(graph)
    var client = client(graph)
    let first = try client.round()
    #expect(graph.refusal("DELETE", "/me/events/\(master.pathID)") == nil)
    let told = try client.round()
    #expect(told.allSatisfy { $0["@removed"] != nil })
    #expect(Set(told.map { $0["id"] }) == Set(first.map { $0["id"] }))
  }

  @Test func `what changes while a round runs is told, then or in the next`() throws {
    let graph = try CalendarGraph()
    let events = try (8..<13).map { hour in
      let time = hour.padded(to: 2)
      return try graph.add(timed("e\(hour)", "2027-01-05T\(time):00", "2027-01-05T\(time):30"))
    }
    let first = try graph.get(
      "/me/calendarView/delta?\(window)", prefer: "odata.maxpagesize=2")
    try graph.json("PATCH", "/me/events/\(events[4].pathID)", ["subject": "changed"])
    let link = first["@odata.nextLink"]?.string ?? ""
    var client = Client(graph, String(link.dropFirst("http://127.0.0.1:8080/v1.0".count)))
    let rest = try client.round()
    let next = try client.round()
    let told = (first["value"]?.array ?? []) + rest + next
    #expect(Set(told.map { $0["id"] }) == Set(events.map { $0["id"] }))
    #expect(told.last { $0["id"] == events[4]["id"] }?.subject == "changed")
  }

  @Test func `a round without a window is of events and series`() throws {
    let graph = try CalendarGraph()
    let club = try graph.json("POST", "/me/calendars", ["name": "Club"])
    let folder = "/me/calendars/\(club.pathID)"
    let event = try graph.add(timed("x", "2027-01-05T08:00", "2027-01-05T09:00"), to: folder)
    var client = Client(graph, folder + "/events/delta")
    #expect(try client.round().map(\.subject) == ["x"])
    #expect(graph.refusal("DELETE", "/me/events/\(event.pathID)") == nil)
    #expect(try client.round().map { $0["id"] } == [event["id"]])
    #expect(graph.refusal("DELETE", folder) == nil)
    #expect(graph.refusal("GET", client.link) == "410 ErrorSyncFolderNotFound")
  }

  @Test(arguments: [
    ("$deltatoken=nonsense", "410 SyncStateNotFound"),
    ("$skiptoken=AAAA", "410 SyncStateNotFound"),
    ("", "400 ErrorInvalidParameter"),
    ("startDateTime=2027-01-04&endDateTime=2027-01-11&$select=subject", "400 ErrorInvalidUrlQuery"),
    (
      "startdatetime=2027-01-04&enddatetime=2027-01-11&$orderby=start/dateTime",
      "400 ErrorInvalidUrlQuery"
    ),
    ("startdatetime=2027-01-04&enddatetime=2027-01-11", nil),
  ])
  func `what a round does not take is refused`(query: String, code: String?) throws {
    let graph = try CalendarGraph()
    #expect(graph.refusal("GET", "/me/calendarView/delta?" + query) == code)
  }

  @Test func `the token of another calendar is not known`() throws {
    let graph = try CalendarGraph()
    let club = try graph.json("POST", "/me/calendars", ["name": "Club"])
    var client = client(graph)
    _ = try client.round()
    let token = client.link.split(separator: "?")[1]
    #expect(
      graph.refusal("GET", "/me/calendars/\(club.pathID)/calendarView/delta?\(token)")
        == "410 SyncStateNotFound")
  }
}
