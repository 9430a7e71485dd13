import JSON
import Testing

@testable import GraphEmulator

@Suite struct RoomAttendantTests {
  let graph: CalendarGraph

  init() throws { graph = try CalendarGraph() }

  static let room: JSON = [
    "type": "resource", "emailAddress": ["address": "dock5@harbor.example", "name": "Dock 5"],
  ]

  @discardableResult
  private func book(
    _ subject: String, _ start: String, _ end: String, more: JSONObject = [:], user: Int = 0
  ) throws -> JSON {
    var sent = more
    sent["attendees"] = [Self.room]
    return try graph.json("POST", "/me/events", timed(subject, start, end, more: sent), user: user)
  }

  private func answer(_ event: JSON, user: Int = 0) throws -> String {
    let seen = try graph.get("/me/events/\(event.pathID)", user: user)
    return seen["attendees"]?[0]?["status"]?["response"]?.string ?? "?"
  }

  /// When the room is taken, as digits of half hours from 9 to 12.
  private func view(_ day: String) throws -> String {
    let body: JSON = [
      "schedules": ["dock5@harbor.example"],
      "startTime": ["dateTime": .string("\(day)T09:00"), "timeZone": "UTC"],
      "endTime": ["dateTime": .string("\(day)T12:00"), "timeZone": "UTC"],
    ]
    let answer = try graph.json("POST", "/me/calendar/getSchedule", body)
    return answer["value"]?[0]?["availabilityView"]?.string ?? "?"
  }

  @Test func `a room takes what finds it free and declines the rest`() throws {
    let first = try book("Plan", "2027-01-05T09:00", "2027-01-05T10:00")
    #expect(try answer(first) == "accepted")
    let second = try book("Other", "2027-01-05T09:30", "2027-01-05T10:30", user: 1)
    #expect(try answer(second, user: 1) == "declined")
    let third = try book("Next", "2027-01-05T10:00", "2027-01-05T11:00", user: 1)
    #expect(try answer(third, user: 1) == "accepted")
    #expect(try view("2027-01-05") == "222200")
  }

  @Test func `a moved meeting asks the room again, a cancelled one frees it`() throws {
    let event = try book("Plan", "2027-01-05T09:00", "2027-01-05T10:00")
    let path = "/me/events/\(event.pathID)"
    try book("Other", "2027-01-05T11:00", "2027-01-05T12:00", user: 1)
    try graph.json("PATCH", path, timed("Plan", "2027-01-05T10:00", "2027-01-05T11:00"))
    #expect(try answer(event) == "accepted")
    #expect(try view("2027-01-05") == "002222")
    try graph.json("PATCH", path, timed("Plan", "2027-01-05T10:30", "2027-01-05T11:30"))
    #expect(try answer(event) == "declined")
    #expect(try view("2027-01-05") == "000022")
    try graph.json("PATCH", path, timed("Plan", "2027-01-05T09:00", "2027-01-05T10:00"))
    #expect(try answer(event) == "accepted")
    #expect(try graph.answer("POST", path + "/cancel").status == 202)
    #expect(try view("2027-01-05") == "000022")
  }

  @Test func `a series takes a room on all its days or on none`() throws {
    let weekly = SeriesTests.weekly(["tuesday"], from: "2027-01-05", count: 4)
    try book("Once", "2027-01-19T09:00", "2027-01-19T09:30", user: 1)
    let series = try book("Weekly", "2027-01-05T09:00", "2027-01-05T10:00", more: weekly)
    #expect(try answer(series) == "declined")
    let later = try book("Later", "2027-01-05T10:00", "2027-01-05T11:00", more: weekly)
    #expect(try answer(later) == "accepted")
    #expect(try view("2027-01-19") == "202200")
    let days = try graph.all(
      "/me/events/\(later.pathID)/instances?startDateTime=2027-01-01&endDateTime=2027-03-01")
    #expect(try graph.answer("POST", "/me/events/\(days[2].pathID)/cancel").status == 202)
    #expect(try view("2027-01-19") == "200000")
    #expect(try view("2027-01-26") == "002200")
  }
}
