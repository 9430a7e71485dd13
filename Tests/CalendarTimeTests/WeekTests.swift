import CalendarTime
import FoundationEssentials
import Testing

@Suite struct WeekTests {
  static let database = ZoneDatabase.system(environment: [:])

  // C014
  @Test(arguments: [
    ("2026-11-01", Weekday.monday, "2026-10-26"), ("2026-11-01", .sunday, "2026-11-01"),
    ("2026-11-01", .saturday, "2026-10-31"), ("2026-11-07", .monday, "2026-11-02"),
    ("2026-11-07", .sunday, "2026-11-01"), ("2026-11-07", .saturday, "2026-11-07"),
    ("2026-11-02", .monday, "2026-11-02"), ("2026-11-02", .sunday, "2026-11-01"),
    ("2026-11-02", .saturday, "2026-10-31"),
  ])
  func `a week begins with the chosen day`(today: String, first: Weekday, start: String) throws {
    let week = Week(containing: try #require(CalendarDate(parsing: today)), firstWeekday: first)
    #expect(week.firstDay.description == start)
    #expect(week.days.map(\.weekday).first == first)
    #expect(week.endDay == week.firstDay.adding(days: 7))
  }

  @Test(arguments: [
    ("2026-03-08", "America/New_York", Weekday.sunday, 167),
    ("2026-11-01", "America/New_York", .sunday, 169),
    ("2026-03-29", "Europe/Berlin", .monday, 167), ("2026-10-25", "Europe/Berlin", .monday, 169),
    ("2026-06-01", "Europe/Berlin", .monday, 168), ("2011-12-28", "Pacific/Apia", .monday, 144),
  ])
  func `a week has as many hours as its clocks count`(
    day: String, zone: String, first: Weekday, hours: Int
  ) throws {
    let zone = try Self.database.zone(named: zone)
    let date = try #require(CalendarDate(parsing: day))
    let range = zone.weekRange(containing: date, firstWeekday: first)
    #expect(range.upperBound.timeIntervalSince(range.lowerBound) == Double(hours * 3600))
  }

  @Test(arguments: [
    ("2026-01-01", "2026-W01"), ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"),
    ("2024-12-30", "2025-W01"), ("2021-01-03", "2020-W53"), ("2026-12-28", "2026-W53"),
  ])
  func `a week is numbered within the year of its Thursday`(day: String, week: String) throws {
    #expect(
      WeekNumber(containing: try #require(CalendarDate(parsing: day))).description == week)
  }

  @Test func `only some years have a week 53`() {
    #expect(WeekNumber(year: 2026, week: 53)?.monday.description == "2026-12-28")
    #expect(WeekNumber(year: 2025, week: 53) == nil)
    #expect(WeekNumber(year: 2025, week: 0) == nil)
  }

  @Test func `weeks that do not begin with Monday have no number`() throws {
    let date = try #require(CalendarDate(parsing: "2026-11-30"))
    #expect(Week(containing: date, firstWeekday: .sunday).isoNumber == nil)
    #expect(Week(containing: date, firstWeekday: .monday).isoNumber?.week == 49)
  }

  @Test func `a month knows its days and the weeks that touch it`() throws {
    let month = try #require(Month(year: 2026, month: 2))
    #expect(month.days.count == 28)
    #expect(month.weeks(firstWeekday: .sunday).count == 4)
    #expect(month.weeks(firstWeekday: .monday).count == 5)
    #expect(month.adding(months: -2) == Month(year: 2025, month: 12))
    #expect(month.heading == "February 2026")
  }

  @Test func `a month ends on its last day when days are missing`() throws {
    let date = try #require(CalendarDate(parsing: "2024-01-31"))
    #expect(date.adding(months: 1).description == "2024-02-29")
    #expect(date.adding(months: -2).description == "2023-11-30")
    #expect(date.adding(months: 13).description == "2025-02-28")
  }
}
