import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

/// Series of Outlook as RRULEs.
@Suite struct RecurrenceRRuleTextTests {
  @Test(
    arguments: [
      // C045
      (.relativeMonthly(.second, [.tuesday]), 1, "FREQ=MONTHLY;BYDAY=2TU;WKST=SU"),
      (.relativeMonthly(.last, [.friday]), 1, "FREQ=MONTHLY;BYDAY=-1FR;WKST=SU"),
      (
        .relativeMonthly(.last, workdays), 1,
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;WKST=SU"
      ),
      // C050
      (
        .weekly([.tuesday, .sunday]), 2, "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU"
      ),
      // C052
      (.absoluteMonthly(day: 31), 1, "FREQ=MONTHLY;BYMONTHDAY=-1;WKST=SU"),
      (.absoluteMonthly(day: 30), 1, "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;WKST=SU"),
      (
        .absoluteMonthly(day: 29), 2, "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29;BYSETPOS=-1;WKST=SU"
      ),
      (.absoluteMonthly(day: 28), 1, "FREQ=MONTHLY;BYMONTHDAY=28;WKST=SU"),
      // C053
      (.daily, 3, "FREQ=DAILY;INTERVAL=3;WKST=SU"),
      (.absoluteYearly(month: 12, day: 31), 1, "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31;WKST=SU"),
      (.absoluteYearly(month: 4, day: 31), 1, "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=-1;WKST=SU"),
      (.absoluteYearly(month: 2, day: 29), 1, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;WKST=SU"),
      (
        .relativeYearly(month: 11, .fourth, [.thursday]), 1,
        "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;WKST=SU"
      ),
      (
        .relativeYearly(month: 5, .first, weekend), 1,
        "FREQ=YEARLY;BYMONTH=5;BYDAY=SA,SU;BYSETPOS=1;WKST=SU"
      ),
    ] as [(RecurrenceRule.Pattern, Int, String)])
  func `a series as its RRULE`(
    pattern: RecurrenceRule.Pattern, interval: Int, text: String
  ) throws {
    let rule = try RecurrenceRule(
      pattern, interval: interval, firstDayOfWeek: .sunday, start: day("2026-01-13"))
    #expect(rule.rrule(at: .allDay(in: .utc)) == text)
  }

  // C047
  @Test(arguments: [
    ("2026-11-16", "America/New_York", 75_600, "2026-11-30", "20261201T020000Z"),
    ("2026-11-16", "America/New_York", 75_600, "2026-12-05", "20261201T020000Z"),
    ("2026-11-16", "Asia/Tokyo", 28_800, "2026-11-30", "20261129T230000Z"),
    ("2026-11-16", "Asia/Tokyo", nil, "2026-12-05", "20261130"),
  ])
  func `an end is that of the last occurrence, in UTC or a date`(
    start: String, zoneName: String, secondOfDay: Int?, end: String, until: String
  ) throws {
    let rule = try RecurrenceRule(
      .weekly([.monday]), start: day(start), end: .date(day(end)))
    let time = SeriesTime(zone: try zone(zoneName), secondOfDay: secondOfDay)
    #expect(rule.rrule(at: time) == "FREQ=WEEKLY;BYDAY=MO;UNTIL=\(until);WKST=MO")
  }

  @Test func `a count is a count`() throws {
    let rule = try RecurrenceRule(.daily, start: day("2026-11-16"), end: .count(4))
    #expect(rule.rrule(at: .allDay(in: .utc)) == "FREQ=DAILY;COUNT=4;WKST=MO")
  }

  @Test func `what is written reads back as a series with the same days`() throws {
    let zones = try ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]
      .map(zone)
    var random = SeededRandom(seed: 3310)
    for _ in 0..<500 {
      let rule = RecurrenceRule.random(using: &random)
      let time = SeriesTime(
        zone: zones.randomElement(using: &random) ?? .utc,
        secondOfDay: Bool.random(using: &random)
          ? nil : 1800 * Int.random(in: 0..<48, using: &random))
      let text = rule.rrule(at: time)
      let first = try #require(rule.firstDate)
      let read = try RecurrenceReader(start: first, time: time).read(text)
      #expect(read.notes.isEmpty, "\(text)")
      let range = first..<first.adding(days: 9000)
      #expect(read.rule.dates(in: range) == rule.dates(in: range), "\(text)")
      #expect(read.rule.rrule(at: time) == text)
    }
  }
}
