import CalendarTime
import FoundationEssentials
import Testing

@Suite struct TimeExpressionTests {
  static let database = ZoneDatabase.system(environment: [:])

  /// Reads a time on Monday 2026-11-30 at 09:30 in Berlin, and writes what it means there.
  static func meaning(_ text: String, zone name: String = "Europe/Berlin") throws -> String {
    let zone = try database.zone(named: name)
    let now = try #require(Date(parsingRFC3339: "2026-11-30T09:30:00+01:00"))
    switch try TimeExpression.parse(text, now: now, zone: zone).value {
    case .date(let date): return date.description
    case .instant(let instant): return String(instant.rfc3339(in: zone).dropLast(9))
    }
  }

  @Test(arguments: [
    ("2026-12-01T09:00", "2026-12-01T09:00"), ("2026-12-01 09:00", "2026-12-01T09:00"),
    ("2026-12-01t09:00:00z", "2026-12-01T10:00"), ("2026-12-01 9:00", "2026-12-01T09:00"),
    ("2026-12-01T9:00", "2026-12-01T09:00"), ("2026-12-01 09:00 +05:00", "2026-12-01T05:00"),
    ("2026-12-01 09:00:30.5-01:00", "2026-12-01T11:00"),
    ("2026-12-01 09:00 UTC", "2026-12-01T10:00"),
    ("2026-12-01", "2026-12-01"), ("9:00", "2026-11-30T09:00"), ("9am", "2026-11-30T09:00"),
    ("9 pm", "2026-11-30T21:00"), ("12am", "2026-11-30T00:00"), ("12pm", "2026-11-30T12:00"),
    ("9:15PM", "2026-11-30T21:15"), ("now", "2026-11-30T09:30"), ("today", "2026-11-30"),
    ("Tomorrow", "2026-12-01"), ("yesterday", "2026-11-29"), ("tomorrow 9am", "2026-12-01T09:00"),
    ("tomorrow at 9:00", "2026-12-01T09:00"), ("9am tomorrow", "2026-12-01T09:00"),
    ("mon", "2026-11-30"), ("next mon", "2026-12-07"), ("fri 15:00", "2026-12-04T15:00"),
    ("friday", "2026-12-04"), ("next fri", "2026-12-04"), ("sun", "2026-12-06"),
    ("next fri 3pm", "2026-12-04T15:00"), ("+2h", "2026-11-30T11:30"), ("-1d", "2026-11-29T09:30"),
    ("in 3 days", "2026-12-03T09:30"), ("in 2 hours", "2026-11-30T11:30"),
    ("+1h30m", "2026-11-30T11:00"), ("+1w", "2026-12-07T09:30"), ("-45m", "2026-11-30T08:45"),
    ("21 dec", "2026-12-21"), ("dec 21", "2026-12-21"), ("Dec 21st", "2026-12-21"),
    ("21. December 9:00", "2026-12-21T09:00"), ("15:00 21 dec", "2026-12-21T15:00"),
    ("30 nov", "2026-11-30"), ("29 nov", "2027-11-29"), ("29 feb", "2028-02-29"),
    ("21 dec 2025", "2025-12-21"), ("dec 21, 2027 9am", "2027-12-21T09:00"),
    ("+1d 15:00", "2026-12-01T15:00"), ("  today   15:00 ", "2026-11-30T15:00"),
  ])
  func `a time means`(text: String, meaning: String) throws {
    #expect(try Self.meaning(text) == meaning)
  }

  @Test(arguments: [
    ("", TimeExpressionError.Problem.empty), ("soon", .unknown("soon")),
    ("fri 25:00", .noSuchClock("25:00")), ("2026-02-30", .noSuchDate("2026-02-30")),
    ("13pm", .noSuchClock("13pm")), ("0am", .noSuchClock("0am")), ("9", .missingUnit("9")),
    ("03/04/2026", .ambiguousDate("03/04/2026")), ("1.2.2026", .ambiguousDate("1.2.2026")),
    ("fri mon", .repeated("mon")), ("9:00 10:00", .repeated("10:00")), ("+2", .missingUnit("+2")),
    ("+02:00", .offsetWithoutClock("+02:00")), ("next", .unknown("next")),
    ("next year", .unknown("next year")), ("in", .unknown("in")), ("in 3", .missingUnit("3")),
    ("+9999999w", .outOfRange), ("tomorrow +2h", .repeated("+2h")), ("now 9:00", .repeated("9:00")),
    ("9:00 z z", .repeated("z")), ("-1M2q", .unknown("1m2q")),
    ("2026-12-1", .noSuchDate("2026-12-1")), ("31 nov", .noSuchDate("31 nov")),
    ("feb 29 2027", .noSuchDate("feb 29 2027")), ("dec", .unknown("dec")),
    ("21 dec fri", .repeated("fri")),
    ("24:00", .noSuchClock("24:00")), ("９:00", .unknown("９:00")),
  ])
  func `an unclear time says what is wrong`(
    text: String, problem: TimeExpressionError.Problem
  ) throws {
    let error = #expect(throws: TimeExpressionError.self) { try Self.meaning(text) }
    #expect(error?.problem == problem)
    #expect(error?.message.contains("Optional") == false)
  }

  @Test func `an error tells what was understood`() throws {
    let error = #expect(throws: TimeExpressionError.self) { try Self.meaning("fri 25:00") }
    #expect(
      error?.message
        == "unclear \"fri 25:00\": no clock shows 25:00, understood: Fri 4 Dec 2026")
  }

  @Test(arguments: [
    ("21 dec", "21 dec is taken as Mon 21 Dec 2026"),
    ("1 jan 9:00", "1 jan is taken as Fri 1 Jan 2027"), ("21 dec 2026", nil), ("fri", nil),
  ])
  func `a year that was not given is told`(text: String, note: String?) throws {
    let zone = try Self.database.zone(named: "Europe/Berlin")
    let now = try #require(Date(parsingRFC3339: "2026-11-30T09:30:00+01:00"))
    #expect(try TimeExpression.parse(text, now: now, zone: zone).note?.message == note)
  }

  // C010
  @Test(arguments: [
    ("2026-03-08 02:30", "America/New_York", "2026-03-08T03:30", "2026-03-08T07:30:00Z"),
    ("2026-03-29 02:30", "Europe/Berlin", "2026-03-29T03:30", "2026-03-29T01:30:00Z"),
  ])
  func `a time in the gap is moved and told`(
    text: String, zone: String, wall: String, instant: String
  ) throws {
    let zone = try Self.database.zone(named: zone)
    let found = try TimeExpression.parse(text, now: Date(unixSecond: 0), zone: zone)
    #expect(found.start(in: zone).rfc3339() == instant)
    #expect(zone.wallTime(at: found.start(in: zone)).text(fractionDigits: 0) == wall + ":00")
    let note = try #require(found.note?.message)
    #expect(note.contains("02:30 does not exist") && note.contains("taken as 03:30"))
  }

  // C011
  @Test func `a time in the overlap is the first, told, and can be pinned`() throws {
    let zone = try Self.database.zone(named: "America/New_York")
    func parse(_ text: String) throws -> TimeExpression {
      try TimeExpression.parse(text, now: Date(unixSecond: 0), zone: zone)
    }
    let first = try parse("2026-11-01 01:30")
    #expect(first.start(in: zone).rfc3339() == "2026-11-01T05:30:00Z")
    #expect(try #require(first.note).message.hasSuffix("the second is 2026-11-01T01:30-05:00"))
    let second = try parse("2026-11-01T01:30-05:00")
    #expect(second.start(in: zone).rfc3339() == "2026-11-01T06:30:00Z")
    #expect(second.note == nil)
  }

  @Test func `a date as an end includes the day`() throws {
    let zone = try Self.database.zone(named: "Europe/Berlin")
    let day = try TimeExpression.parse("2026-03-29", now: Date(unixSecond: 0), zone: zone)
    #expect(day.start(in: zone).rfc3339(in: zone) == "2026-03-29T00:00:00+01:00")
    #expect(day.end(in: zone).rfc3339(in: zone) == "2026-03-30T00:00:00+02:00")
    let noon = try TimeExpression.parse("2026-03-29 12:00", now: Date(unixSecond: 0), zone: zone)
    #expect(noon.end(in: zone) == noon.start(in: zone))
  }

  @Test(arguments: [
    ("45m", 0, 2700), ("1h30m", 0, 5400), ("1:30", 0, 5400), ("2d", 2, 0), ("PT45M", 0, 2700),
    ("P1D", 1, 0), ("p1dt2h", 1, 7200), ("1w", 7, 0), ("P2W", 14, 0), ("90 min", 0, 5400),
    ("2 hours 15 minutes", 0, 8100), ("0m", 0, 0), ("36h", 0, 129_600), ("1:00:30", 0, 3630),
  ])
  func `a duration means days and seconds`(text: String, days: Int, seconds: Int) throws {
    #expect(
      try CalendarDuration(parsing: text) == CalendarDuration(days: days, seconds: seconds))
  }

  @Test(arguments: [
    "", "90", "-1h", "1:60", "h", "30m1h", "1h1h", "P", "PT", "P1M", "P1Y", "P1H", "PT1D", "1.5h",
    "99999999d", "999999w", "1x", "P1DT",
  ])
  func `an unclear duration is refused`(text: String) {
    #expect(throws: TimeExpressionError.self) { try CalendarDuration(parsing: text) }
  }

  @Test func `a day of a duration is a day of the calendar, hours are exact`() throws {
    let zone = try Self.database.zone(named: "Europe/Berlin")
    let start = try #require(Date(parsingRFC3339: "2026-03-28T12:00:00+01:00"))
    let day = try CalendarDuration(parsing: "1d").end(from: start, in: zone)
    #expect(day.rfc3339(in: zone) == "2026-03-29T12:00:00+02:00")
    let hours = try CalendarDuration(parsing: "24h").end(from: start, in: zone)
    #expect(hours.rfc3339(in: zone) == "2026-03-29T13:00:00+02:00")
  }

  @Test(arguments: [
    ("", Weekday.monday, "2026-11-30"), ("+1", .monday, "2026-12-07"),
    ("-1", .monday, "2026-11-23"),
    ("+1", .sunday, "2026-12-06"), ("2026-W53", .monday, "2026-12-28"),
    ("2026-w53", .sunday, "2026-12-27"), ("W01", .monday, "2025-12-29"),
    ("2026-12", .monday, "2026-11-30"), ("2026-12-25", .monday, "2026-12-21"),
    ("next fri", .sunday, "2026-11-29"), ("tomorrow", .saturday, "2026-11-28"),
    ("0", .sunday, "2026-11-29"), ("7 dec", .monday, "2026-12-07"),
    ("dec", .monday, "2026-11-30"), ("dec 2027", .monday, "2027-11-29"),
  ])
  func `a week is meant`(text: String, first: Weekday, start: String) throws {
    let zone = try Self.database.zone(named: "Europe/Berlin")
    let now = try #require(Date(parsingRFC3339: "2026-11-30T09:30:00+01:00"))
    let week = try WeekExpression.parse(text, now: now, zone: zone, firstWeekday: first)
    #expect(week.firstDay.description == start)
  }

  @Test(arguments: [
    ("", "November 2026"), ("+1", "December 2026"), ("-11", "December 2025"),
    ("2026-12", "December 2026"), ("2026-W53", "December 2026"), ("2027-02-28", "February 2027"),
    ("2026-W01", "January 2026"), ("tomorrow", "December 2026"), ("dec", "December 2026"),
    ("nov", "November 2026"), ("oct", "October 2027"), ("may 2030", "May 2030"),
    ("7 jan", "January 2027"),
  ])
  func `a month is meant`(text: String, heading: String) throws {
    let zone = try Self.database.zone(named: "Europe/Berlin")
    let now = try #require(Date(parsingRFC3339: "2026-11-30T09:30:00+01:00"))
    #expect(try MonthExpression.parse(text, now: now, zone: zone).heading == heading)
  }

  @Test(arguments: ["2025-W53", "2026-13", "W0", "+99999", "26-W01", "fri fri", "2026-W", "++1"])
  func `an unclear week is refused`(text: String) throws {
    #expect(throws: TimeExpressionError.self) {
      try WeekExpression.parse(text, now: Date(unixSecond: 0), zone: .utc, firstWeekday: .monday)
    }
    #expect(throws: TimeExpressionError.self) {
      try MonthExpression.parse(text, now: Date(unixSecond: 0), zone: .utc)
    }
  }
}
