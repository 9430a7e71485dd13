import JSON
import Testing

@testable import GraphEmulator

@Suite struct SeriesTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  static func weekly(
    _ days: [JSON], from date: String, count: Int, more: JSONObject = [:]
  ) -> JSONObject {
    var event = more
    event["recurrence"] = [
      "pattern": ["type": "Weekly", "interval": 1, "daysOfWeek": .array(days)],
      "range": [
        "type": "numbered", "startDate": .string(date), "numberOfOccurrences": .number(count),
      ],
    ]
    return event
  }

  /// A stand-up on Mondays and Wednesdays at 9:15 in New York, over the change of its clocks.
  func standUp(_ graph: CalendarGraph) throws -> JSON {
    try graph.add(
      timed(
        "Stand-up", "2026-03-02T09:15", "2026-03-02T09:30", zone: "Eastern Standard Time",
        more: Self.weekly(["Monday", "wednesday"], from: "2026-03-02", count: 6)))
  }

  let window = "startDateTime=2026-03-01T00:00:00Z&endDateTime=2026-04-01T00:00:00Z"

  func occurrences(_ graph: CalendarGraph) throws -> [JSON] {
    try graph.all("/me/calendarView?\(window)&$top=50&$orderby=start/dateTime")
  }

  @Test func `occurrences keep their wall clock when clocks change`() throws {
    let master = try standUp(graph)
    #expect(master["type"] == "seriesMaster")
    #expect(
      master["recurrence"]?["pattern"] == [
        "type": "weekly", "interval": 1, "month": 0, "dayOfMonth": 0,
        "daysOfWeek": ["monday", "wednesday"], "firstDayOfWeek": "sunday", "index": "first",
      ])
    #expect(
      master["recurrence"]?["range"] == [
        "type": "numbered", "startDate": "2026-03-02", "endDate": "0001-01-01",
        "recurrenceTimeZone": "Eastern Standard Time", "numberOfOccurrences": 6,
      ])
    let found = try occurrences(graph)
    #expect(
      found.map(\.startText) == [
        "2026-03-02T14:15 UTC", "2026-03-04T14:15 UTC", "2026-03-09T13:15 UTC",
        "2026-03-11T13:15 UTC", "2026-03-16T13:15 UTC", "2026-03-18T13:15 UTC",
      ])
    #expect(found.allSatisfy { $0["type"] == "occurrence" })
    #expect(found.allSatisfy { $0["seriesMasterId"] == master["id"] })
    #expect(Set(found.compactMap { $0["id"]?.string }).count == 6)
    #expect(Set(found.compactMap { $0["iCalUId"]?.string }).count == 6)
    let again = try graph.get("/me/events/\(found[2].pathID)?$select=subject,start,originalStart")
    #expect(again["originalStart"] == "2026-03-09T13:15:00Z")
    #expect(try graph.all("/me/events").map(\.subject) == ["Stand-up"])
  }

  @Test func `a window is given in New York's own days`() throws {
    _ = try standUp(graph)
    let found = try graph.all(
      "/me/calendarView?startDateTime=2026-03-09T09:30:00-04:00&endDateTime=2026-03-16T09:16:00-04:00",
      prefer: #"outlook.timezone="Europe/Berlin""#)
    #expect(
      found.map(\.startText) == [
        "2026-03-11T14:15 Europe/Berlin", "2026-03-16T14:15 Europe/Berlin",
      ])
  }

  @Test func `one occurrence is changed, one deleted, the rest is as before`() throws {
    let master = try standUp(graph)
    let before = try occurrences(graph)
    let changed = try graph.json(
      "PATCH", "/me/events/\(before[1].pathID)", ["subject": "Stand-up, long"])
    #expect(changed["type"] == "exception")
    #expect(changed["id"] == before[1]["id"])
    #expect(changed["recurrence"] == .null)
    #expect(graph.refusal("DELETE", "/me/events/\(before[2].pathID)") == nil)
    #expect(graph.refusal("GET", "/me/events/\(before[2].pathID)") == "404 ErrorItemNotFound")
    let after = try occurrences(graph)
    #expect(
      after.map(\.subject) == ["Stand-up", "Stand-up, long"]
        + [String](repeating: "Stand-up", count: 3))
    let instances = try graph.all("/me/events/\(master.pathID)/instances?\(window)")
    #expect(
      instances.map { $0["type"]?.string } == ["exception"]
        + [String](repeating: "occurrence", count: 4))
    let whole = try graph.get(
      "/me/events/\(master.pathID)?$select=subject,cancelledOccurrences,exceptionOccurrences"
        + "&$expand=exceptionOccurrences")
    #expect(
      whole["cancelledOccurrences"] == [.string("OID.\(master["id"]?.string ?? "").2026-03-09")])
    #expect(whole["exceptionOccurrences"]?[0]?.subject == "Stand-up, long")
    // What the master changes, an exception keeps where it has its own.
    try graph.json(
      "PATCH", "/me/events/\(master.pathID)", ["subject": "Daily", "showAs": "tentative"])
    let later = try occurrences(graph)
    #expect(later.map(\.subject) == ["Daily", "Stand-up, long", "Daily", "Daily", "Daily"])
    #expect(later.allSatisfy { $0["showAs"] == "tentative" })
    #expect(graph.refusal("DELETE", "/me/events/\(master.pathID)") == nil)
    #expect(try occurrences(graph).isEmpty)
    #expect(graph.refusal("GET", "/me/events/\(before[0].pathID)") == "404 ErrorItemNotFound")
  }

  @Test(arguments: [
    ("2026-03-04T16:00", "2026-03-04T17:00", nil),
    ("2026-03-03T09:15", "2026-03-03T09:30", nil),
    ("2026-03-08T09:15", "2026-03-08T09:30", nil),
    ("2026-03-02T20:00", "2026-03-02T21:00", "400 ErrorOccurrenceCrossingBoundary"),
    ("2026-03-09T20:00", "2026-03-09T21:00", "400 ErrorOccurrenceCrossingBoundary"),
    ("2026-03-12T09:15", "2026-03-12T09:30", "400 ErrorOccurrenceCrossingBoundary"),
    ("2026-02-20T09:15", "2026-02-20T09:30", "400 ErrorOccurrenceCrossingBoundary"),
  ])
  func `an occurrence moves between its neighbours' days and no further`(
    start: String, end: String, code: String?
  ) throws {
    _ = try standUp(graph)
    let second = try occurrences(graph)[1]
    let zone: JSON = "Eastern Standard Time"
    let change: JSON = [
      "start": ["dateTime": .string(start), "timeZone": zone],
      "end": ["dateTime": .string(end), "timeZone": zone],
    ]
    #expect(graph.refusal("PATCH", "/me/events/\(second.pathID)", change) == code)
    let moved = try graph.get(
      "/me/events/\(second.pathID)?$select=start,originalStart",
      prefer: #"outlook.timezone="Eastern Standard Time""#)
    #expect(moved.startText.hasPrefix(code == nil ? start : "2026-03-04T09:15"))
    #expect(moved["originalStart"] == "2026-03-04T14:15:00Z")
  }

  @Test(
    arguments: [([], 1), ([.recurrenceDropsExceptions], 0)] as [(Set<EmulatorQuirk>, Int)])
  func `exceptions survive a new time of day unless the quirk drops them`(
    quirks: Set<EmulatorQuirk>, exceptions: Int
  ) throws {
    let graph = try CalendarGraph(quirks: quirks)
    let master = try standUp(graph)
    let before = try occurrences(graph)
    try graph.json("PATCH", "/me/events/\(before[1].pathID)", ["subject": "Long"])
    let zone: JSON = "Eastern Standard Time"
    let moved = try graph.json(
      "PATCH", "/me/events/\(master.pathID)",
      [
        "start": ["dateTime": "2026-03-02T10:00", "timeZone": zone],
        "end": ["dateTime": "2026-03-02T10:15", "timeZone": zone],
      ])
    #expect(moved["recurrence"]?["range"]?["startDate"] == "2026-03-02")
    let after = try occurrences(graph)
    #expect(after.count == 6)
    #expect(after.filter { $0["type"] == "exception" }.count == exceptions)
    #expect(after[1].startText == "2026-03-04T15:00 UTC")
  }

  @Test(arguments: ["2026-03-05", "2026-03-06"])
  func `a series follows the clocks of its own zone`(startDate: JSON) throws {
    let event = timed(
      "Asia call", "2026-03-05T23:00", "2026-03-06T00:00",
      more: [
        "recurrence": [
          "pattern": ["type": "weekly", "interval": 1, "daysOfWeek": ["friday"]],
          "range": [
            "type": "numbered", "startDate": startDate, "numberOfOccurrences": 2,
            "recurrenceTimeZone": "Tokyo Standard Time",
          ],
        ]
      ])
    let master = try graph.add(event)
    #expect(master["recurrence"]?["range"]?["startDate"] == "2026-03-06")
    #expect(
      try occurrences(graph).map(\.startText) == ["2026-03-05T23:00 UTC", "2026-03-12T23:00 UTC"])
    let path = "/me/events/\(master.pathID)"
    try graph.json("PATCH", path, ["recurrence": master["recurrence"] ?? .null])
    #expect(try occurrences(graph).first?.startText == "2026-03-05T23:00 UTC")
    var later = master["recurrence"]?["range"]?.object ?? [:]
    later["startDate"] = "2026-03-13"
    let pattern = master["recurrence"]?["pattern"] ?? .null
    try graph.json(
      "PATCH", path, ["recurrence": ["pattern": pattern, "range": .object(later)]])
    #expect(try occurrences(graph).first?.startText == "2026-03-12T23:00 UTC")
  }

  @Test func `a series that is no more is one event`() throws {
    let master = try standUp(graph)
    let single = try graph.json("PATCH", "/me/events/\(master.pathID)", ["recurrence": nil])
    #expect(single["type"] == "singleInstance")
    #expect(try occurrences(graph).map { $0["type"]?.string } == ["singleInstance"])
  }

  @Test func `an all-day series is a series of dates`() throws {
    try graph.add(
      timed(
        "Bins", "2026-03-03", "2026-03-04", zone: "Pacific/Auckland",
        more: Self.weekly(["tuesday"], from: "2026-03-03", count: 3, more: ["isAllDay": true])))
    #expect(
      try occurrences(graph).map(\.startText) == [
        "2026-03-03T00:00 UTC", "2026-03-10T00:00 UTC", "2026-03-17T00:00 UTC",
      ])
  }

  @Test func `a long event of a series shows on each day it touches`() throws {
    try graph.add(
      timed(
        "Night shift", "2026-03-02T22:00", "2026-03-03T06:00",
        more: Self.weekly(["monday"], from: "2026-03-02", count: 10)))
    let found = try graph.all(
      "/me/calendarView?startDateTime=2026-03-10T05:00:00Z&endDateTime=2026-03-10T05:30:00Z")
    #expect(found.map(\.startText) == ["2026-03-09T22:00 UTC"])
  }

  @Test(
    arguments: [
      ("no days for weekly", ["type": "weekly", "interval": 1]),
      ("interval 0", ["type": "daily", "interval": 0]),
      ("no type", ["interval": 1]),
      ("no day of month", ["type": "absoluteMonthly", "interval": 1]),
      ("no month", ["type": "absoluteYearly", "interval": 1, "dayOfMonth": 2]),
      ("an unused day out of range", ["type": "daily", "interval": 1, "dayOfMonth": 32]),
      ("an unused month out of range", ["type": "daily", "interval": 1, "month": 13]),
    ] as [(String, JSON)])
  func `a pattern that cannot be is refused`(name: String, pattern: JSON) {
    let event = timed(
      "x", "2026-03-02T09:00", "2026-03-02T10:00",
      more: [
        "recurrence": ["pattern": pattern, "range": ["type": "noEnd", "startDate": "2026-03-02"]]
      ])
    #expect(graph.refusal("POST", "/me/events", event) == "400 ErrorPropertyValidationFailure")
  }

  @Test(
    arguments: [
      ("another start", ["type": "noEnd", "startDate": "2026-03-03"]),
      (
        "end before start", ["type": "endDate", "startDate": "2026-03-02", "endDate": "2026-03-01"]
      ),
      ("no end", ["type": "endDate", "startDate": "2026-03-02"]),
      ("no count", ["type": "numbered", "startDate": "2026-03-02"]),
      ("count 0", ["type": "numbered", "startDate": "2026-03-02", "numberOfOccurrences": 0]),
    ] as [(String, JSON)])
  func `a range that cannot be is refused`(name: String, range: JSON) {
    let event = timed(
      "x", "2026-03-02T09:00", "2026-03-02T10:00",
      more: ["recurrence": ["pattern": ["type": "daily", "interval": 1], "range": range]])
    #expect(graph.refusal("POST", "/me/events", event) == "400 ErrorPropertyValidationFailure")
  }
}
