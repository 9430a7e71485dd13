import CalendarTime
import Calendaring
import FoundationEssentials
import Rendering
import Terminal
import TestSupport
import Testing

@Suite struct AvailabilityChartTests {
  private static func item(
    _ start: String, _ end: String, _ status: CalendarEvent.ShowAs
  ) -> Schedule.Item {
    Schedule.Item(range: utc(start)..<utc(end), status: status)
  }

  /// Four people in the week of Monday 30 November 2026, and one whom nobody knows.
  private func rows() throws -> [AvailabilityChart.Row] {
    func work(_ start: Int, _ end: Int, _ name: String) throws -> WorkingTime {
      WorkingTime(
        days: [.monday, .tuesday, .wednesday, .thursday, .friday], start: start * 3600,
        end: end * 3600, zone: try zone(name))
    }
    return [
      .init(
        name: "Mira Lindqvist",
        schedule: Schedule(items: [
          Self.item("2026-11-30T08:00", "2026-11-30T08:30", .busy),
          Self.item("2026-11-30T08:15", "2026-11-30T09:45", .tentative),
          Self.item("2026-12-01T11:00", "2026-12-01T14:00", .oof),
          Self.item("2026-12-02T09:00", "2026-12-02T15:00", .workingElsewhere),
          Self.item("2026-12-03T10:00", "2026-12-03T10:10", .busy),
        ]), work: try work(9, 17, "Europe/Berlin")),
      .init(
        name: "田中 愛子 in a name too long for its column",
        schedule: Schedule(items: [
          Self.item("2026-11-30T23:00", "2026-12-05T15:00", .oof),
          Self.item("2026-11-30T06:00", "2026-11-30T07:00", .busy),
        ]), work: try work(9, 18, "Asia/Tokyo")),
      .init(
        name: "Sales",
        schedule: Schedule(items: [
          Self.item("2026-12-04T08:00", "2026-12-04T16:00", .unknown)
        ]), work: nil),
      .init(
        name: "nobody@x.example", schedule: Schedule(items: []), work: nil,
        problem: "Unable to resolve e-mail address nobody@x.example to an Active Directory object."),
    ]
  }

  private func chart(
    _ range: Range<Date>, clock: ClockStyle = .twentyFourHours
  ) throws -> AvailabilityChart {
    AvailabilityChart(
      time: TimeText(zone: try zone("Europe/Berlin"), clock: clock), now: utc("2026-11-30T08:10"),
      range: range)
  }

  private static let week = utc("2026-11-29T23:00")..<utc("2026-12-06T23:00")
  private static let day = utc("2026-11-29T23:00")..<utc("2026-11-30T23:00")

  @Test(arguments: [60, 80, 120, 200, 250])
  func `a week of people at the width of a terminal`(width: Int) throws {
    let lines = try chart(Self.week).lines(try rows(), on: GridSurface(width: width))
    #expect(lines.allSatisfy { $0.cells <= width })
    if width == 80 || width == 200 {
      try expectGolden(lines.rendered(colored: false), "free-busy-week-\(width).txt")
    }
  }

  @Test func `a day, hours of a day, without Unicode, by twelve hours`() throws {
    try expectGolden(
      try chart(Self.day).lines(try rows(), on: GridSurface(width: 80)).rendered(colored: false),
      "free-busy-day-80.txt")
    let hours = utc("2026-11-30T07:30")..<utc("2026-11-30T11:00")
    try expectGolden(
      try chart(hours, clock: .twelveHours)
        .lines(try rows(), on: GridSurface(width: 80)).rendered(colored: false),
      "free-busy-hours-80.txt")
    let plain = try rows().filter { $0.name.utf8.allSatisfy { $0 < 128 } }
    let ascii = try chart(Self.week)
      .lines(plain, on: GridSurface(width: 80, symbols: .ascii)).rendered(colored: false)
    #expect(ascii.utf8.allSatisfy { $0 < 128 })
    try expectGolden(ascii, "free-busy-ascii.txt")
    try expectGolden(
      try chart(Self.day).lines(try rows(), on: GridSurface(width: 100)).rendered(colored: true),
      "free-busy-color.txt")
  }

  @Test(arguments: [80, 100]) func `the reader's own hours are shown, whoever else is there`(
    width: Int
  ) throws {
    var chart = try chart(Self.week)
    chart.work = WorkingTime(
      days: [.monday, .tuesday, .wednesday, .thursday, .friday], start: 9 * 3600, end: 17 * 3600,
      zone: try zone("Europe/Berlin"))
    let rows = try rows().dropLast(2)
    let lines = chart.lines(Array(rows), on: GridSurface(width: width))
    try expectGolden(lines.rendered(colored: false), "free-busy-reader-\(width).txt")
    // Tokyo's evening is Berlin's morning: free is free, at work or not, unless that is demanded.
    let common = { (lines: [StyledLine]) in
      lines.filter { $0.text.hasPrefix("all free") }.map(\.text).joined().contains("○")
    }
    #expect(common(lines))
    chart.demandsWork = true
    #expect(!common(chart.lines(Array(rows), on: GridSurface(width: width))))
  }

  @Test(arguments: [1, 3, 7, 8, 14, 31, 100]) func `any number of days fits any width`(count: Int)
    throws
  {
    let berlin = try zone("Europe/Berlin")
    let first = date("2027-03-20")
    let range = berlin.range(from: first, to: first.adding(days: count))
    for width in [1, 20, 40, 60, 80, 133, 250] {
      let lines = try chart(range).lines(try rows(), on: GridSurface(width: width))
      let people = lines.filter { $0.text.hasPrefix("Mira") }
      if width >= 60 {
        #expect(lines.allSatisfy { $0.cells <= width }, "\(count) days in \(width)")
        #expect(!people.isEmpty)
        // Every day is there once.
        let names = lines.map(\.text).joined(separator: "\n")
        #expect(names.contains("Mira"))
      }
    }
  }

  @Test func `in a day with a change of the clocks a time stands under its hour`() throws {
    let berlin = try zone("Europe/Berlin")
    for (day, start) in [("2027-03-28", "2027-03-28T08:00"), ("2026-10-25", "2026-10-25T09:00")] {
      let first = date(day)
      let meeting = utc(start)..<utc(start).addingTimeInterval(3600)
      let row = AvailabilityChart.Row(
        name: "Bo", schedule: Schedule(items: [.init(range: meeting, status: .busy)]), work: nil)
      let lines = AvailabilityChart(
        time: TimeText(zone: berlin), now: utc("2026-01-01T00:00"),
        range: berlin.range(from: first, to: first.adding(days: 1))
      ).lines([row], on: GridSurface(width: 80)).map { Array($0.text) }
      let hours = try #require(lines.first { String($0).contains("09") })
      let bar = try #require(lines.first { String($0).hasPrefix("Bo") })
      // Ten o'clock on the wall, on both days.
      let place = try #require(bar.firstIndex(of: "█"))
      #expect(String(hours[place...].prefix(2)) == "10")
    }
  }
}
