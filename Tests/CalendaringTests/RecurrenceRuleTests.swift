import CalendarTime
import Calendaring
import FoundationEssentials
import Testing

@Suite struct RecurrenceRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var pattern: RecurrenceRule.Pattern
    var interval = 1
    var firstDay = Weekday.monday
    var start: String
    var end: RecurrenceRule.End?
    /// All days, or the first ones of a series without end.
    var days: [String]

    init(
      _ name: String, _ pattern: RecurrenceRule.Pattern, every interval: Int = 1,
      firstDay: Weekday = .monday, from start: String, end: RecurrenceRule.End? = nil,
      _ days: [String]
    ) {
      testDescription = name
      self.pattern = pattern
      self.interval = interval
      self.firstDay = firstDay
      self.start = start
      self.end = end
      self.days = days
    }

    /// By count, where the row names no end.
    var rule: RecurrenceRule {
      get throws {
        try RecurrenceRule(
          pattern, interval: interval, firstDayOfWeek: firstDay, start: day(start),
          end: end ?? .count(days.count))
      }
    }
  }

  static let rows = [
    // C053
    Row(
      "every third day", .daily, every: 3, from: "2026-01-13",
      ["2026-01-13", "2026-01-16", "2026-01-19", "2026-01-22"]),
    // C050
    Row(
      "every second week, Monday first", .weekly([.tuesday, .sunday]), every: 2,
      from: "2026-08-04", ["2026-08-04", "2026-08-09", "2026-08-18", "2026-08-23"]),
    Row(
      "every second week, Sunday first", .weekly([.tuesday, .sunday]), every: 2, firstDay: .sunday,
      from: "2026-08-04", ["2026-08-04", "2026-08-16", "2026-08-18", "2026-08-30"]),
    Row(
      "a start between the days", .weekly([.monday, .friday]), every: 2, from: "2026-09-02",
      ["2026-09-04", "2026-09-14", "2026-09-18", "2026-09-28"]),
    Row(
      "a start after the week's only day", .weekly([.monday]), every: 3, from: "2026-09-02",
      ["2026-09-21", "2026-10-12"]),
    // C052
    Row(
      "the 31st or the last day", .absoluteMonthly(day: 31), from: "2026-01-31",
      ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
    Row(
      "the 30th over a leap year's February", .absoluteMonthly(day: 30), from: "2027-12-30",
      ["2027-12-30", "2028-01-30", "2028-02-29", "2028-03-30"]),
    Row(
      "a day that the first month has behind it", .absoluteMonthly(day: 15), every: 3,
      from: "2026-01-20", ["2026-04-15", "2026-07-15", "2026-10-15", "2027-01-15"]),
    // C045
    Row(
      "second Tuesday", .relativeMonthly(.second, [.tuesday]), from: "2026-01-13",
      ["2026-01-13", "2026-02-10", "2026-03-10", "2026-04-14"]),
    Row(
      "last Friday", .relativeMonthly(.last, [.friday]), from: "2026-01-30",
      ["2026-01-30", "2026-02-27", "2026-03-27", "2026-04-24"]),
    Row(
      "last weekday", .relativeMonthly(.last, workdays), from: "2026-01-30",
      ["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30"]),
    Row(
      "fourth Monday is not the last", .relativeMonthly(.fourth, [.monday]), from: "2026-03-01",
      ["2026-03-23", "2026-04-27", "2026-05-25", "2026-06-22"]),
    Row(
      "last Monday", .relativeMonthly(.last, [.monday]), from: "2026-03-01",
      ["2026-03-30", "2026-04-27", "2026-05-25", "2026-06-29"]),
    Row(
      "third day of a weekend", .relativeMonthly(.third, weekend), from: "2026-02-01",
      ["2026-02-08", "2026-03-08", "2026-04-11", "2026-05-09"]),
    Row(
      "fourth day", .relativeMonthly(.fourth, Set(Weekday.allCases)), from: "2026-02-05",
      ["2026-03-04", "2026-04-04"]),
    Row(
      "29 February", .absoluteYearly(month: 2, day: 29), from: "2024-02-29",
      ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
    Row(
      "fourth Thursday of November every second year",
      .relativeYearly(month: 11, .fourth, [.thursday]), every: 2, from: "2026-11-27",
      ["2028-11-23", "2030-11-28"]),
    Row(
      "an end that is a day of it", .weekly([.monday]), from: "2026-11-16",
      end: .date(day("2026-11-30")), ["2026-11-16", "2026-11-23", "2026-11-30"]),
    Row(
      "an end between its days", .weekly([.monday]), from: "2026-11-16",
      end: .date(day("2026-11-29")), ["2026-11-16", "2026-11-23"]),
    Row("once", .daily, from: "2026-11-16", end: .date(day("2026-11-16")), ["2026-11-16"]),
  ]

  @Test(arguments: rows)
  func `the days of a series`(row: Row) throws {
    let rule = try row.rule
    #expect(rule.dates(in: day("1990-01-01")..<day("2040-01-01")).map(\.description) == row.days)
    #expect(rule.count == row.days.count)
    #expect(rule.firstDate?.description == row.days.first)
    #expect(rule.lastDate?.description == row.days.last)
    #expect(rule.date(at: row.days.count) == nil)
    #expect(rule.date(at: -1) == nil)
  }

  @Test(arguments: rows)
  func `a part of the days is found without the others`(row: Row) throws {
    let rule = try row.rule
    let days = Set(row.days)
    let first = day(row.start).adding(days: -3)
    for offset in 0..<200 {
      let date = first.adding(days: offset)
      #expect(rule.contains(date) == days.contains(date.description), "\(date)")
      let through = row.days.last { $0 <= date.description }
      #expect(rule.lastDate(through: date)?.description == through, "\(date)")
    }
  }

  @Test func `a series without end goes on to the year 9999 and no further`() throws {
    let rule = try RecurrenceRule(.daily, interval: 7, start: day("1990-01-01"))
    #expect(rule.count == nil)
    #expect(rule.lastDate == nil)
    #expect(rule.dates(in: day("9990-01-01")..<day("9990-01-15")).count == 2)
    let last = try #require(rule.lastDate(through: day("9999-12-31")))
    #expect(last > day("9999-12-24"))
    #expect(rule.dates(in: last..<last.adding(days: 100)) == [last])
    let yearly = try RecurrenceRule(.absoluteYearly(month: 12, day: 31), start: day("9998-12-31"))
    #expect(yearly.first(5) == ["9998-12-31", "9999-12-31"])
  }

  @Test func `numbers as large as Graph's do no harm`() throws {
    let large = Int(Int32.max)
    let rule = try RecurrenceRule(
      .weekly(Set(Weekday.allCases)), interval: large, start: day("2026-11-30"),
      end: .count(large))
    #expect(rule.count == large)
    #expect(rule.dates(in: day("2026-01-01")..<day("9999-12-31")).count == 7)
    #expect(rule.lastDate == nil)
    #expect(rule.date(at: .max) == nil)
  }

  @Test func `what no series can be is refused`() {
    let start = day("2026-11-30")
    func flaw(
      _ pattern: RecurrenceRule.Pattern, interval: Int = 1, end: RecurrenceRule.End = .never
    ) -> RecurrenceRule.Flaw? {
      do throws(RecurrenceRule.Flaw) {
        _ = try RecurrenceRule(pattern, interval: interval, start: start, end: end)
        return nil
      } catch { return error }
    }
    #expect(flaw(.daily, interval: 0) == .interval(0))
    #expect(flaw(.daily, interval: Int(Int32.max) + 1) == .interval(Int(Int32.max) + 1))
    #expect(flaw(.daily, end: .count(0)) == .count(0))
    #expect(flaw(.weekly([])) == .noWeekday)
    #expect(flaw(.relativeMonthly(.first, [])) == .noWeekday)
    #expect(flaw(.absoluteMonthly(day: 0)) == .dayOfMonth(0))
    #expect(flaw(.absoluteMonthly(day: 32)) == .dayOfMonth(32))
    #expect(flaw(.absoluteYearly(month: 13, day: 1)) == .month(13))
    #expect(flaw(.relativeYearly(month: 0, .first, [.monday])) == .month(0))
    #expect(flaw(.daily, end: .date(day("2026-11-29"))) == .neverOccurs)
    #expect(flaw(.weekly([.sunday]), end: .date(day("2026-12-05"))) == .neverOccurs)
    #expect(flaw(.weekly([.sunday]), end: .date(day("2026-12-06"))) == nil)
  }

  @Test(arguments: [
    // C010: the 8th is moved by the gap, the days after it are not.
    (
      "America/New_York", "2026-03-07", 9000,
      ["2026-03-07T02:30:00-05:00", "2026-03-08T03:30:00-04:00", "2026-03-09T02:30:00-04:00"]
    ),
    // C013
    (
      "Europe/Berlin", "2027-03-27", 32_400,
      ["2027-03-27T09:00:00+01:00", "2027-03-28T09:00:00+02:00", "2027-03-29T09:00:00+02:00"]
    ),
    // C011: the first of the hour that comes twice.
    (
      "America/New_York", "2026-10-31", 5400,
      ["2026-10-31T01:30:00-04:00", "2026-11-01T01:30:00-04:00", "2026-11-02T01:30:00-05:00"]
    ),
    // C009: the day that Samoa left out.
    (
      "Pacific/Apia", "2011-12-29", 28_800,
      ["2011-12-29T08:00:00-10:00", "2011-12-31T08:00:00+14:00", "2011-12-31T08:00:00+14:00"]
    ),
  ])
  func `occurrences keep the time on the wall`(
    name: String, start: String, secondOfDay: Int, expected: [String]
  ) throws {
    let zone = try zone(name)
    let rule = try RecurrenceRule(.daily, start: day(start), end: .count(3))
    let all = Date(unixSecond: 0)..<Date(unixSecond: 4_000_000_000)
    let found = rule.instants(in: all, secondOfDay: secondOfDay, zone: zone)
    #expect(found.map { $0.rfc3339(in: zone) } == expected)
    // Each by itself, and the end of a range is outside.
    #expect(rule.instants(in: found[0]..<found[1], secondOfDay: secondOfDay, zone: zone).count == 1)
  }

  // C009
  @Test func `a week's series in Samoa keeps eight o'clock`() throws {
    let apia = try zone("Pacific/Apia")
    let rule = try RecurrenceRule(.weekly([.saturday]), start: day("2021-03-27"), end: .count(4))
    let all = Date(unixSecond: 0)..<Date(unixSecond: 4_000_000_000)
    #expect(
      rule.instants(in: all, secondOfDay: 28_800, zone: apia).map { $0.rfc3339(in: apia) } == [
        "2021-03-27T08:00:00+14:00", "2021-04-03T08:00:00+14:00", "2021-04-10T08:00:00+13:00",
        "2021-04-17T08:00:00+13:00",
      ])
  }

  // C013
  @Test func `a week's series in New York moves by an hour in Berlin for some weeks`() throws {
    let (newYork, berlin) = (try zone("America/New_York"), try zone("Europe/Berlin"))
    let rule = try RecurrenceRule(
      .weekly([.wednesday]), start: day("2026-03-04"), end: .date(day("2026-11-04")))
    let all = Date(unixSecond: 0)..<Date(unixSecond: 4_000_000_000)
    let found = rule.instants(in: all, secondOfDay: 32_400, zone: newYork)
    let clocks = found.map { berlin.wallTime(at: $0).clockText }
    #expect(clocks.prefix(5) == ["15:00", "14:00", "14:00", "14:00", "15:00"])
    #expect(clocks.suffix(3) == ["15:00", "14:00", "15:00"])
    #expect(found.first?.rfc3339() == "2026-03-04T14:00:00Z")
    #expect(found.last?.rfc3339() == "2026-11-04T14:00:00Z")
  }
}
