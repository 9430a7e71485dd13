import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Testing

@Suite struct ScheduleInformationTests {
  private let zones = ZoneDatabase.system(environment: [:])

  private func date(_ text: String) throws -> Date {
    try #require(Date(parsingRFC3339: text))
  }

  private static func item(_ status: String, _ start: String, _ end: String) -> JSON {
    [
      "status": .string(status),
      "start": ["dateTime": .string(start), "timeZone": "Pacific Standard Time"],
      "end": ["dateTime": .string(end), "timeZone": "Pacific Standard Time"],
    ]
  }

  @Test func `items are read in any letter case and zone`() throws {
    let info = try #require(
      ScheduleInformation([
        "scheduleId": "AlexW@contoso.example", "availabilityView": "1100",
        "scheduleItems": [
          Self.item("Tentative", "2018-08-06T09:00:00.0000000", "2018-08-06T10:30:00.0000000"),
          Self.item("news", "2018-08-06T11:00:00", "2018-08-06T12:00:00"),
          Self.item("busy", "2018-08-06T12:00:00", "2018-08-06T12:00:00"),
        ],
      ]))
    let schedule = info.schedule(
      from: try date("2018-08-06T16:00:00Z"), interval: 15, zones: zones)
    #expect(
      schedule.items == [
        .init(
          range: try date("2018-08-06T16:00:00Z")..<(try date("2018-08-06T17:30:00Z")),
          status: .tentative),
        .init(
          range: try date("2018-08-06T18:00:00Z")..<(try date("2018-08-06T19:00:00Z")),
          status: .unknown),
      ])
    #expect(ScheduleInformation(["availabilityView": "0"]) == nil)
  }

  @Test func `without items the digits of the view are read`() throws {
    let start = try date("2026-11-30T08:00:00Z")
    let info = try #require(
      ScheduleInformation(["scheduleId": "list@x.example", "availabilityView": "0124 3"]))
    let schedule = info.schedule(from: start, interval: 30, zones: zones)
    #expect(schedule.items.map(\.status) == [.tentative, .busy, .workingElsewhere, .oof])
    #expect(schedule.items[0].range.lowerBound == start.addingTimeInterval(1800))
    #expect(schedule.items[3].range.upperBound == start.addingTimeInterval(6 * 1800))
  }

  @Test func `two ranges are joined, and what reaches over their border is kept once`() throws {
    let night = Self.item("oof", "2026-11-30T23:00:00", "2026-12-01T06:00:00")
    let late = Self.item("busy", "2026-12-01T09:00:00", "2026-12-01T10:00:00")
    var first = try #require(
      ScheduleInformation([
        "scheduleId": "a@x.example", "availabilityView": "03", "scheduleItems": [night],
      ]))
    let second = try #require(
      ScheduleInformation([
        "scheduleId": "a@x.example", "availabilityView": "32", "scheduleItems": [night, late],
      ]))
    first.join(second)
    #expect(first.json["availabilityView"] == "0332")
    #expect(first.json["scheduleItems"] == [night, late])
    var failed = first
    failed.join(ScheduleInformation(id: "a@x.example", errorCode: "E", message: "No."))
    #expect(failed.error?.code == "E" && failed.error?.message == "No.")
  }

  @Test(arguments: [(30, 60 * 24 * 60), (7 * 60, 60 * 24 * 60 - 300), (1440, 60 * 24 * 60)])
  func `pieces are shorter than the service's limit and hold whole digits`(
    interval: Int, longest: Int
  ) throws {
    let start = try date("2026-11-30T08:00:00Z")
    let range = start..<start.addingTimeInterval(130 * 86_400)
    let pieces = ScheduleRequests.pieces(of: range, interval: interval)
    #expect(pieces.count == 3)
    #expect(pieces[0].lowerBound == range.lowerBound && pieces[2].upperBound == range.upperBound)
    for (left, right) in zip(pieces, pieces.dropFirst()) {
      #expect(left.upperBound == right.lowerBound)
      let minutes = Int(left.upperBound.timeIntervalSince(left.lowerBound)) / 60
      #expect(minutes % interval == 0 && minutes == longest)
    }
  }

  @Test func `what is computed looks like what the service sends`() throws {
    let start = try date("2026-11-30T08:00:00Z")
    let item = Schedule.Item(
      range: start.addingTimeInterval(1800)..<start.addingTimeInterval(5400), status: .oof)
    let info = ScheduleInformation(
      id: "me@x.example", schedule: Schedule(items: [item]),
      range: start..<start.addingTimeInterval(2 * 3600), interval: 30)
    #expect(info.json["availabilityView"] == "0330")
    #expect(info.schedule(from: start, interval: 30, zones: zones).items == [item])
  }
}
