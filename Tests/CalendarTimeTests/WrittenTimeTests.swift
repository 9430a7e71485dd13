import CalendarTime
import FoundationEssentials
import Testing

@Suite struct WrittenTimeTests {
  // C020
  @Test(arguments: [
    ("2026-05-04T09:00:00.0000000", 0, nil), ("2026-05-04T09:00:00", 0, nil),
    ("2026-05-04T09:00", 0, nil), ("2026-05-04T09:00:00.5", 500_000_000, nil),
    ("2026-05-04T09:00:00.1234567", 123_456_700, nil),
    ("2026-05-04T09:00:00.9999999", 999_999_900, nil),
    ("2026-05-04T09:00:00.123456789", 123_456_789, nil), ("2026-05-04T09:00:00Z", 0, 0),
    ("2026-05-04T09:00:00+02:00", 0, 7200), ("2026-05-04 09:00-0330", 0, -12_600),
    ("2026-05-04T09:00:00.9999999999Z", 999_999_999, 0),
  ])
  func `fractions and offsets of any length`(
    text: String, nanosecond: Int, offset: Int?
  ) throws {
    let written = try #require(WrittenTime(parsing: text))
    #expect(written.wall.clockText == "09:00")
    #expect(written.wall.second == 0)
    #expect(written.wall.nanosecond == nanosecond)
    #expect(written.offset == offset)
    #expect((WallTime(parsing: text) == nil) == (offset != nil))
    // The way through an instant never carries into the next second.
    let instant = written.instant(in: .utc)
    #expect(Zone.utc.wallTime(at: instant).second == 0)
  }

  @Test(arguments: [
    "", "2026-05-04", "2026-02-29T09:00", "2026-05-04T9:00", "2026-05-04T24:00", "2026-05-04T09:60",
    "2026-05-04T09:00:60", "2026-05-04T09:00:00.", "2026-05-04T09:00:00+2", "0000-01-01T00:00",
    "2026-05-04T09:00:00.5x", "２０２６-05-04T09:00", "2026-05-04T09:00 ", "2026-5-4T09:00",
    "2026-05-04T09:00:00+25:00", "+026-05-04T09:00", "99999-01-01T00:00",
  ])
  func `text that is no time`(text: String) {
    #expect(WrittenTime(parsing: text) == nil)
  }

  @Test func `an offset decides the instant`() throws {
    let berlin = try ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin")
    let pinned = try #require(WrittenTime(parsing: "2026-05-04T09:00:00+02:00"))
    #expect(pinned.instant(in: .utc).rfc3339() == "2026-05-04T07:00:00Z")
    let local = try #require(WrittenTime(parsing: "2026-05-04T09:00:00"))
    #expect(local.instant(in: berlin).rfc3339(in: berlin) == "2026-05-04T09:00:00+02:00")
    #expect(Date(parsingRFC3339: "2026-05-04T09:00:00") == nil)
  }

  @Test func `year 1 is a date like any other`() throws {
    let never = try #require(Date(parsingRFC3339: "0001-01-01T00:00:00Z"))
    #expect(never.rfc3339() == "0001-01-01T00:00:00Z")
    #expect(Zone.utc.wallTime(at: never).text() == "0001-01-01T00:00:00.0000000")
  }

  @Test func `a wall time goes back as Graph writes it`() throws {
    let wall = try #require(WallTime(parsing: "2026-05-04T09:00:00.1234567"))
    #expect(wall.text() == "2026-05-04T09:00:00.1234567")
    #expect(wall.text(fractionDigits: 3) == "2026-05-04T09:00:00.123")
    #expect(wall.text(fractionDigits: 0) == "2026-05-04T09:00:00")
  }

  @Test(arguments: [
    (0, "00:00", "12:00 am"), (9 * 60 + 5, "09:05", "9:05 am"), (720, "12:00", "12:00 pm"),
    (15 * 60, "15:00", "3:00 pm"), (1439, "23:59", "11:59 pm"),
  ])
  func `clocks of 12 and 24 hours`(minutes: Int, long: String, short: String) {
    let wall = WallTime(
      date: CalendarDate(daysSinceEpoch: 0), secondOfDay: minutes * 60)
    #expect(ClockStyle.twentyFourHours.text(wall) == long)
    #expect(ClockStyle.twelveHours.text(wall) == short)
  }

  @Test func `a heading reads as people say it`() throws {
    let date = try #require(CalendarDate(parsing: "2026-11-30"))
    #expect(date.heading == "Mon 30 Nov 2026")
  }
}
