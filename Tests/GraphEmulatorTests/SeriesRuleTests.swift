import CalendarTime
import Testing

@testable import GraphEmulator

struct RuleRow: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let rule: SeriesRule
  let dates: [String]

  init(
    _ name: String, _ pattern: SeriesRule.Pattern, every interval: Int = 1, from start: String,
    until last: String? = nil, _ dates: [String]
  ) {
    testDescription = name
    rule = SeriesRule(
      pattern, interval: interval, start: day(start),
      end: last.map { .date(day($0)) } ?? .count(dates.count))
    self.dates = dates
  }
}

func day(_ text: String) -> CalendarDate {
  let parts = text.split(separator: "-").compactMap { Int($0) }
  return CalendarDate(year: parts[0], month: parts[1], day: parts[2])
    ?? CalendarDate(daysSinceEpoch: 0)
}

private let weekdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

@Suite struct SeriesRuleTests {
  /// The days are those that Python's dateutil 2.9 gives for the equivalent RRULE; where a month is
  /// too short, for BYMONTHDAY=-1 and its like.
  static let rows = [
    RuleRow(
      "every third day", .daily, every: 3, from: "2026-01-13",
      ["2026-01-13", "2026-01-16", "2026-01-19", "2026-01-22"]),
    RuleRow(
      "every second week from Monday", .weekly([.tuesday, .sunday], firstDay: .monday), every: 2,
      from: "2026-08-04", ["2026-08-04", "2026-08-09", "2026-08-18", "2026-08-23"]),
    RuleRow(
      "every second week from Sunday", .weekly([.tuesday, .sunday], firstDay: .sunday), every: 2,
      from: "2026-08-04", ["2026-08-04", "2026-08-16", "2026-08-18", "2026-08-30"]),
    RuleRow(
      "every third week from Saturday, off pattern",
      .weekly([.monday, .wednesday, .friday], firstDay: .saturday), every: 3, from: "2027-01-07",
      ["2027-01-08", "2027-01-25", "2027-01-27", "2027-01-29", "2027-02-15", "2027-02-17"]),
    RuleRow(
      "the 31st or the last day", .absoluteMonthly(day: 31), from: "2026-01-31",
      ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
    RuleRow(
      "the 30th", .absoluteMonthly(day: 30), from: "2026-01-30",
      ["2026-01-30", "2026-02-28", "2026-03-30", "2026-04-30"]),
    RuleRow(
      "every second month over the year's end", .absoluteMonthly(day: 15), every: 2,
      from: "2026-12-15", ["2026-12-15", "2027-02-15", "2027-04-15", "2027-06-15"]),
    RuleRow(
      "a day of the month that has passed", .absoluteMonthly(day: 15), from: "2026-01-20",
      ["2026-02-15", "2026-03-15", "2026-04-15"]),
    RuleRow(
      "second Tuesday", .relativeMonthly([.tuesday], .second), from: "2026-01-13",
      ["2026-01-13", "2026-02-10", "2026-03-10", "2026-04-14"]),
    RuleRow(
      "last Friday", .relativeMonthly([.friday], .last), from: "2026-01-30",
      ["2026-01-30", "2026-02-27", "2026-03-27", "2026-04-24"]),
    RuleRow(
      "last weekday", .relativeMonthly(weekdays, .last), from: "2026-01-30",
      ["2026-01-30", "2026-02-27", "2026-03-31", "2026-04-30", "2026-05-29"]),
    RuleRow(
      "first day of a weekend", .relativeMonthly([.saturday, .sunday], .first), from: "2026-01-03",
      ["2026-01-03", "2026-02-01", "2026-03-01", "2026-04-04"]),
    RuleRow(
      "third day", .relativeMonthly(Set(Weekday.allCases), .third), from: "2026-01-03",
      ["2026-01-03", "2026-02-03", "2026-03-03"]),
    RuleRow(
      "29 February", .absoluteYearly(month: 2, day: 29), from: "2024-02-29",
      ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
    RuleRow(
      "last Sunday of March every second year", .relativeYearly(month: 3, [.sunday], .last),
      every: 2, from: "2026-03-29", ["2026-03-29", "2028-03-26", "2030-03-31"]),
    RuleRow(
      "fourth Thursday of November", .relativeYearly(month: 11, [.thursday], .fourth),
      from: "2026-11-26", ["2026-11-26", "2027-11-25", "2028-11-23"]),
    RuleRow(
      "until a day, which counts", .weekly([.monday], firstDay: .sunday), from: "2026-11-16",
      until: "2026-11-30", ["2026-11-16", "2026-11-23", "2026-11-30"]),
    RuleRow(
      "until a day that it misses", .weekly([.monday], firstDay: .sunday), from: "2026-11-16",
      until: "2026-11-29", ["2026-11-16", "2026-11-23"]),
  ]

  @Test(arguments: rows)
  func `the days of a series`(row: RuleRow) {
    let found = row.rule.dates(from: day("1990-01-01"), through: day("2040-01-01"))
    #expect(found.map(\.description) == row.dates)
    #expect(row.rule.firstDate == found.first)
    #expect(row.rule.lastDate == found.last)
  }

  @Test(arguments: rows)
  func `a part of the days is found without the others`(row: RuleRow) {
    for (index, text) in row.dates.enumerated() {
      let date = day(text)
      #expect(row.rule.dates(from: date, through: date) == [date])
      #expect(row.rule.contains(date))
      let after = index + 1 < row.dates.count ? day(row.dates[index + 1]) : nil
      let before = index > 0 ? day(row.dates[index - 1]) : nil
      #expect(row.rule.date(after: date) == after)
      #expect(row.rule.date(before: date) == before)
    }
  }

  @Test func `a series without end is found far from its start`() {
    let rule = SeriesRule(.daily, interval: 7, start: day("1990-01-01"), end: .never)
    let found = rule.dates(from: day("9990-01-01"), through: day("9990-01-14"))
    #expect(found.count == 2)
    #expect(rule.date(after: day("9999-12-30")) == nil)
    #expect(rule.lastDate == nil)
  }
}
