import CalendarTime
import JSON
import Testing

@testable import GraphEmulator

@Suite struct CalendarViewTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  func subjects(_ from: String, _ to: String, more: String = "", prefer: String? = nil) throws
    -> [String]
  {
    try graph.all(
      "/me/calendarView?startDateTime=\(from)&endDateTime=\(to)\(more)", prefer: prefer
    ).map(\.subject)
  }

  @Test func `a view shows what overlaps its half-open window`() throws {
    for (name, start, end) in [
      ("before", "08:00", "09:00"), ("into", "08:30", "09:30"), ("inside", "09:15", "09:20"),
      ("around", "08:00", "18:00"), ("out of", "09:45", "10:30"), ("after", "10:00", "11:00"),
      ("point at start", "09:00", "09:00"), ("point at end", "10:00", "10:00"),
    ] {
      try graph.add(timed(name, "2027-01-04T\(start)", "2027-01-04T\(end)"))
    }
    let found = try subjects("2027-01-04T09:00:00Z", "2027-01-04T10:00:00Z")
    #expect(Set(found) == ["into", "inside", "around", "out of", "point at start"])
  }

  @Test(arguments: [
    "2027-01-04T10:00:00%2B01:00", "2027-01-04T10:00:00+01:00", "2027-01-04T09:00:00",
    "2027-01-04T04:00:00-05:00", "2027-01-04T09:00:00.0000000Z",
  ])
  func `the window's own offset counts, also with a bare plus`(start: String) throws {
    try graph.add(timed("x", "2027-01-04T08:00", "2027-01-04T09:00"))
    try graph.add(timed("y", "2027-01-04T08:00", "2027-01-04T09:01"))
    #expect(try subjects(start, "2027-01-04T12:00:00Z") == ["y"])
  }

  @Test(arguments: [
    ("", "400 ErrorInvalidParameter"),
    ("?startDateTime=2027-01-01T00:00:00Z", "400 ErrorInvalidParameter"),
    ("?endDateTime=&startDateTime=", "400 ErrorInvalidParameter"),
    ("?startDateTime=x&endDateTime=2027-01-01", "400 ErrorInvalidParameter"),
    ("?startDateTime=2027-01-02&endDateTime=2027-01-01", "400 ErrorInvalidParameter"),
    ("?startDateTime=2020-01-01&endDateTime=2025-01-01", "400 ErrorInvalidRequest"),
    ("?startDateTime=2020-01-01&endDateTime=2024-12-30", nil),
    ("?startDateTime=2027-01-01&endDateTime=2027-01-02&$top=0", "400 ErrorInvalidUrlQuery"),
  ])
  func `a window that is none is refused`(query: String, code: String?) {
    #expect(graph.refusal("GET", "/me/calendarView" + query) == code)
  }

  @Test func `single events come before those of series until an order is asked for`() throws {
    try graph.add(
      timed(
        "series", "2027-01-04T08:00", "2027-01-04T08:30",
        more: [
          "recurrence": [
            "pattern": ["type": "daily", "interval": 1],
            "range": ["type": "numbered", "startDate": "2027-01-04", "numberOfOccurrences": 2],
          ]
        ]))
    try graph.add(timed("single", "2027-01-05T08:00", "2027-01-05T09:00"))
    let (from, to) = ("2027-01-04", "2027-01-08")
    #expect(try subjects(from, to) == ["single", "series", "series"])
    #expect(
      try subjects(from, to, more: "&$orderby=start/dateTime") == ["series", "single", "series"])
  }

  @Test func `pages hold ten, or what is asked for, and never lose one`() throws {
    for index in 0..<25 {
      let hour = (index % 12 + 8).padded(to: 2)
      try graph.add(timed("e\(index)", "2027-01-04T\(hour):00", "2027-01-04T\(hour):30"))
    }
    let target = "/me/calendarView?startDateTime=2027-01-04&endDateTime=2027-01-05"
    let first = try graph.get(target + "&$count=true")
    #expect(first["value"]?.array?.count == 10)
    #expect(first["@odata.count"] == 25)
    #expect(try graph.get(target + "&$top=100")["@odata.nextLink"] == nil)
    let sorted = try graph.all(target + "&$top=7&$orderby=start/dateTime")
    #expect(Set(sorted.map(\.subject)).count == 25)
    #expect(sorted.map(\.startText) == sorted.map(\.startText).sorted())
    let wished = try graph.get(target, prefer: "odata.maxpagesize=3")
    #expect(wished["value"]?.array?.count == 3)
  }

  @Test func `an all-day event is on its date in every zone`() throws {
    try graph.add(
      timed("day off", "2026-10-19", "2026-10-20", zone: "Asia/Tokyo", more: ["isAllDay": true]))
    for zone in ["UTC", "Pacific/Auckland", "Pacific Standard Time"] {
      let found = try graph.all(
        "/me/calendarView?startDateTime=2026-10-19T12:00:00Z&endDateTime=2026-10-19T13:00:00Z",
        prefer: "outlook.timezone=\"\(zone)\"")
      #expect(found.map(\.startText) == ["2026-10-19T00:00 \(zone)"])
      #expect(found.map(\.endText) == ["2026-10-20T00:00 \(zone)"])
    }
  }

  @Test(arguments: [
    (EmulatorQuirk.allDayUTC, "2026-10-19T00:00 UTC"),
    (.allDayZone, "2026-10-19T04:00 New Zealand Standard Time"),
  ])
  func `quirks give all-day events as other services are suspected to`(
    quirk: EmulatorQuirk, expected: String
  ) throws {
    let graph = try CalendarGraph(quirks: [quirk])
    let event = try graph.add(
      timed("x", "2026-10-19", "2026-10-20", zone: "Asia/Tokyo", more: ["isAllDay": true]))
    let got = try graph.get(
      "/me/events/\(event.pathID)", prefer: #"outlook.timezone="New Zealand Standard Time""#)
    #expect(got.startText == expected)
  }

  @Test func `filters speak of the stored times`() throws {
    try graph.add(
      timed("early", "2027-01-04T00:30", "2027-01-04T02:00", zone: "Europe/Berlin"))
    try graph.add(timed("late", "2027-01-04T09:00", "2027-01-04T10:00"))
    let filter = "/me/events?$filter=start/dateTime%20ge%20'2027-01-04T00:00:00'"
    let found = try graph.all(filter, prefer: #"outlook.timezone="Europe/Berlin""#)
    #expect(found.map(\.subject) == ["late"])
    #expect(
      try graph.all("/me/events?$filter=startswith(subject,'EAR')").map(\.subject) == ["early"])
  }

  @Test func `ReadBasic shows no bodies`() throws {
    let event = try graph.add(
      timed("x", "2027-01-04T01:00", "2027-01-04T02:00", more: ["body": ["content": "secret"]]))
    graph.scopes = ["calendars.readbasic"]
    let got = try graph.get("/me/events/\(event.pathID)")
    #expect(got["body"] == nil && got["bodyPreview"] == nil && got.subject == "x")
    #expect(graph.refusal("DELETE", "/me/events/\(event.pathID)") == "403 ErrorAccessDenied")
  }
}
