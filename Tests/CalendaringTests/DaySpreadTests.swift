import CalendarTime
import FoundationEssentials
import TestSupport
import Testing

import Calendaring

@Suite struct DaySpreadTests {
  private static func date(_ text: String) -> CalendarDate {
    CalendarDate(parsing: text) ?? .init(daysSinceEpoch: 0)
  }

  /// An instant as wall time of a zone, or with an offset behind it.
  private static func at(_ text: String, _ zone: Zone) throws -> Date {
    try #require(WrittenTime(parsing: text)).instant(in: zone)
  }

  private static func zone(_ name: String) throws -> Zone {
    try ZoneDatabase.system(environment: [:]).zone(named: name)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var zone: String
    var start: String
    var end: String
    /// Day, minutes on the wall, length: `29 22:00-24:00 120`.
    var parts: [String]

    init(
      _ name: String, _ start: String, _ end: String, _ parts: [String],
      in zone: String = "Europe/Berlin"
    ) {
      testDescription = name
      self.zone = zone
      self.start = start
      self.end = end
      self.parts = parts
    }
  }

  private static func clock(_ minute: Int) -> String {
    "\((minute / 60).padded(to: 2)):\((minute % 60).padded(to: 2))"
  }

  @Test(arguments: [
    Row("within a day", "2026-11-30T09:15", "2026-11-30T10:00", ["30 09:15-10:00 45"]),
    Row(
      "over midnight", "2026-11-30T22:00", "2026-12-01T05:00",
      ["30 22:00-24:00 120 →", "01 00:00-05:00 300 ←"]),
    Row("up to midnight", "2026-11-30T22:00", "2026-12-01T00:00", ["30 22:00-24:00 120"]),
    Row("a point in time", "2026-11-30T17:00", "2026-11-30T17:00", ["30 17:00-17:00 0"]),
    Row("a point at midnight", "2026-12-01T00:00", "2026-12-01T00:00", ["01 00:00-00:00 0"]),
    Row("an end before the start", "2026-11-30T17:00", "2026-11-30T09:00", ["30 17:00-17:00 0"]),
    Row(
      "started minutes count", "2026-11-30T17:00:20", "2026-11-30T17:10:20", ["30 17:00-17:11 10"]),
    Row(
      "over the hour that clocks skip", "2026-03-29T01:30", "2026-03-29T03:30",
      ["29 01:30-03:30 60"]),
    Row(
      "over the hour that comes twice", "2026-10-25T01:30+02:00", "2026-10-25T02:30+01:00",
      ["25 01:30-03:00 120"]),
    Row(
      "the first of two hours", "2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00",
      ["25 02:00-03:00 60"]),
    Row(
      "from the first hour into the second", "2026-10-25T02:45+02:00", "2026-10-25T02:15+01:00",
      ["25 02:45-03:00 30"]),
    Row(
      "the second of two hours", "2026-10-25T02:00+01:00", "2026-10-25T03:00+01:00",
      ["25 02:00-03:00 60"]),
    Row(
      "a day without a midnight", "2018-11-03T23:00", "2018-11-04T02:00",
      ["03 23:00-24:00 60 →", "04 01:00-02:00 60 ←"], in: "America/Sao_Paulo"),
    Row(
      "a day that the zone skipped", "2011-12-29T23:00", "2011-12-31T01:00",
      ["29 23:00-24:00 60 →", "31 00:00-01:00 60 ←"], in: "Pacific/Apia"),
  ])
  func `parts of an event`(row: Row) throws {
    let zone = try Self.zone(row.zone)
    let span = EventSpan.timed(
      start: try Self.at(row.start, zone), end: try Self.at(row.end, zone))
    let first = Self.date(String(row.start.prefix(10)))
    let parts = span.segments(in: zone, days: first..<first.adding(days: 7)).map { part in
      "\(part.day.description.suffix(2)) \(Self.clock(part.minutes.lowerBound))-"
        + "\(Self.clock(part.minutes.upperBound)) \(part.length)"
        + (part.isFirst ? "" : " ←") + (part.isLast ? "" : " →")
    }
    #expect(parts == row.parts)
    #expect(span.segments(in: zone, days: first..<first).isEmpty)
    #expect(span.segments(in: zone, days: first.adding(days: 9)..<first.adding(days: 12)).isEmpty)
  }

  @Test func `an unknown zone is cut by what was written`() {
    let day = Self.date("2026-06-21")
    let span = EventSpan.unknownZone(
      name: "?", start: WallTime(date: day, hour: 22, minute: 0),
      end: WallTime(date: day.adding(days: 1), hour: 6, minute: 30))
    let parts = span.segments(in: .utc, days: day..<day.adding(days: 2))
    #expect(parts.map(\.minutes) == [1320..<1440, 0..<390])
    #expect(!span.isBar(in: .utc))
    let week = EventSpan.unknownZone(
      name: "?", start: WallTime(date: day), end: WallTime(date: day.adding(days: 7)))
    #expect(week.isBar(in: .utc))
  }

  @Test func `bars, and what is short enough for a clock`() throws {
    let zone = try Self.zone("Europe/Berlin")
    func timed(_ start: String, _ end: String) throws -> EventSpan {
      .timed(start: try Self.at(start, zone), end: try Self.at(end, zone))
    }
    #expect(
      EventSpan.allDay(first: Self.date("2026-12-01"), end: Self.date("2026-12-02"))
        .isBar(in: zone))
    #expect(try timed("2026-12-01T09:00", "2026-12-02T09:00").isBar(in: zone))
    #expect(try !timed("2026-12-01T09:00", "2026-12-02T08:59").isBar(in: zone))
    // 23 hours from midnight to midnight, and 24 that do not reach the end of a day of 25.
    #expect(try timed("2026-03-29T00:00", "2026-03-30T00:00").isBar(in: zone))
    #expect(try !timed("2026-03-29T00:00", "2026-03-29T23:30").isBar(in: zone))
    #expect(try timed("2026-10-25T00:00", "2026-10-25T23:00").isBar(in: zone))
  }

  @Test func `bars stand in rows and are cut at the ends`() {
    let monday = Self.date("2026-11-30")
    func bar(_ id: String, _ first: Int, _ end: Int) -> CalendarEvent {
      CalendarEvent(
        id: id,
        span: .allDay(first: monday.adding(days: first), end: monday.adding(days: end)))
    }
    let events = [bar("a", -2, 2), bar("b", 1, 2), bar("c", 2, 3), bar("d", 6, 9), bar("e", 7, 8)]
    let spread = DaySpread(events, days: (0..<7).map { monday.adding(days: $0) }, zone: .utc)
    #expect(spread.bars.map(\.event) == [0, 1, 2, 3])
    #expect(spread.bars.map(\.columns) == [0..<2, 1..<2, 2..<3, 6..<7])
    #expect(spread.bars.map(\.row) == [0, 1, 0, 0])
    #expect(spread.bars.map(\.isCutBefore) == [true, false, false, false])
    #expect(spread.bars.map(\.isCutAfter) == [false, false, false, true])
    #expect(spread.parts.map(\.count).max() == 0)
    #expect(DaySpread(events, days: [], zone: .utc).bars.isEmpty)
  }

  @Test(arguments: 0..<60)
  func `every event is placed once on each day it touches`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let zones = ["Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "UTC"]
    let zone = try Self.zone(zones[seed % zones.count])
    // Weeks around changes of clocks, and the day that Samoa skipped.
    let weeks = ["2026-03-23", "2026-10-19", "2011-12-26", "2026-04-01", "2026-10-29"]
    let first = Self.date(weeks[seed / 5 % weeks.count])
    let days = (0..<7).map { first.adding(days: $0) }.filter { !zone.day($0).isEmpty }
    let origin = zone.startOfDay(first.adding(days: -2))
    let events = (0..<60).map { index -> CalendarEvent in
      let start = origin.addingTimeInterval(Double.random(in: 0..<11 * 86_400, using: &random))
      let lengths: [Double] = [0, 900, 3600, 30_000, 100_000, -60]
      let length = lengths.randomElement(using: &random) ?? 0
      return CalendarEvent(
        id: "e\(index)", span: .timed(start: start, end: start.addingTimeInterval(length)))
    }
    let spread = DaySpread(events, days: days, zone: zone)
    for (index, event) in events.enumerated() {
      let touched = event.span.dates(in: zone)
      let expected = days.filter(touched.contains)
      let bars = spread.bars.filter { $0.event == index }
      let columns = days.indices.filter { column in
        spread.parts[column].contains { $0.event == index }
      }
      #expect(bars.isEmpty || columns.isEmpty)
      #expect(bars.count <= 1)
      let covered = bars.flatMap(\.columns) + columns
      #expect(covered.map { days[$0] } == expected)
    }
    for (column, parts) in spread.parts.enumerated() {
      #expect(Set(parts.map(\.event)).count == parts.count)
      for part in parts {
        #expect(part.segment.day == days[column])
        #expect(part.segment.minutes.lowerBound >= 0 && part.segment.minutes.upperBound <= 1440)
        #expect(part.segment.length >= 0)
      }
      // Earliest first.
      #expect(parts.map(\.segment.minutes.lowerBound).isSorted)
    }
    for row in 0...6 {
      let taken = spread.bars.filter { $0.row == row }.flatMap { Array($0.columns) }
      #expect(Set(taken).count == taken.count)
    }
  }
}

extension [Int] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy(<=) }
}
