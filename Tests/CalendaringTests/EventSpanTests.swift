import CalendarTime
import FoundationEssentials
import Testing

import Calendaring

@Suite struct EventSpanTests {
  static let berlin = Zone.fixed(secondsEast: 3600)

  static func date(_ text: String) -> CalendarDate {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return CalendarDate(year: parts[0], month: parts[1], day: parts[2]) ?? .init(daysSinceEpoch: 0)
  }

  /// An instant given as UTC wall time.
  static func at(_ day: String, _ hour: Int, _ minute: Int = 0) -> Date {
    Zone.utc.instant(of: WallTime(date: date(day), hour: hour, minute: minute))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var span: EventSpan
    var days: [String]
  }

  @Test(arguments: [
    Row(
      testDescription: "a night shift is on both days",
      span: .timed(start: at("2026-11-03", 22), end: at("2026-11-04", 5)),
      days: ["2026-11-03", "2026-11-04"]),
    Row(
      testDescription: "an end at midnight does not touch the next day",
      span: .timed(start: at("2026-11-02", 22, 30), end: at("2026-11-02", 23)),
      days: ["2026-11-02"]),
    Row(
      testDescription: "a point in time at midnight is on the day that begins",
      span: .timed(start: at("2026-11-02", 23), end: at("2026-11-02", 23)),
      days: ["2026-11-03"]),
    Row(
      testDescription: "an end before the start does not hang",
      span: .timed(start: at("2026-11-05", 9), end: at("2026-11-01", 9)),
      days: ["2026-11-05"]),
    Row(
      testDescription: "an all-day event ends before its end date",
      span: .allDay(first: date("2026-10-19"), end: date("2026-10-21")),
      days: ["2026-10-19", "2026-10-20"]),
    Row(
      testDescription: "an all-day event of no length has a day",
      span: .allDay(first: date("2026-10-19"), end: date("2026-10-19")), days: ["2026-10-19"]),
    Row(
      testDescription: "an unknown zone is taken at its word",
      span: .unknownZone(
        name: "Customized Time Zone",
        start: WallTime(date: date("2026-06-21"), hour: 14, minute: 0),
        end: WallTime(date: date("2026-06-22"), hour: 0, minute: 0)), days: ["2026-06-21"]),
  ])
  func `days that an event touches`(row: Row) {
    let range = row.span.dates(in: Self.berlin)
    #expect(
      [range.lowerBound.description, range.upperBound.description] == [
        row.days.first, row.days.last,
      ])
  }

  @Test func `an all-day event at the window's edge is kept by its date`() {
    let day = Self.date("2026-10-19")
    let dates = day..<day.adding(days: 1)
    for hours in [-7, 13, 5] {
      let zone = Zone.fixed(secondsEast: hours * 3600)
      let range = zone.startOfDay(day)..<zone.startOfDay(day.adding(days: 1))
      let kept = [-1, 0, 1].filter {
        EventSpan.allDay(first: day.adding(days: $0), end: day.adding(days: $0 + 1))
          .touches(range, dates: dates)
      }
      #expect(kept == [0])
    }
  }

  @Test func `ranges are half-open`() {
    let range = Self.at("2026-11-02", 0)..<Self.at("2026-11-03", 0)
    let dates = Self.date("2026-11-02")..<Self.date("2026-11-03")
    let before = EventSpan.timed(start: Self.at("2026-11-01", 23), end: Self.at("2026-11-02", 0))
    let point = EventSpan.timed(start: Self.at("2026-11-02", 0), end: Self.at("2026-11-02", 0))
    let after = EventSpan.timed(start: Self.at("2026-11-03", 0), end: Self.at("2026-11-03", 1))
    #expect(
      [before, point, after].map { $0.touches(range, dates: dates) } == [false, true, false])
  }

  @Test func `the same wall time twice stays two instants in order`() {
    let first = CalendarEvent(
      id: "O1", span: .timed(start: Self.at("2026-11-01", 5, 30), end: Self.at("2026-11-01", 6)))
    let second = CalendarEvent(
      id: "O2", span: .timed(start: Self.at("2026-11-01", 6, 30), end: Self.at("2026-11-01", 7)))
    #expect([second, first].inReadingOrder(zone: Self.berlin).map(\.id) == ["O1", "O2"])
    #expect(first.span.durationMinutes == 30)
  }

  @Test func `whole days come before times of their day`() {
    let timed = CalendarEvent(
      id: "T", span: .timed(start: Self.at("2026-11-01", 1), end: Self.at("2026-11-01", 2)))
    let whole = CalendarEvent(
      id: "D", span: .allDay(first: Self.date("2026-11-01"), end: Self.date("2026-11-02")))
    #expect([timed, whole].inReadingOrder(zone: Self.berlin).map(\.id) == ["D", "T"])
  }
}
