import CalendarTime
import Calendaring
import GraphAPI
import JSON
import TestSupport
import Testing

@Suite struct RecurrenceMappingTests {
  private static let start = CalendarDate(daysSinceEpoch: 20_466)  // 2026-01-13

  private func rule(_ json: String) throws -> RecurrenceRule? {
    guard case .rule(let rule) = Recurrence(graph: try JSON(parsing: json)) else { return nil }
    return rule
  }

  // C053
  @Test func `the type decides which fields count`() throws {
    let second = try #require(
      try rule(
        #"{"pattern":{"type":"relativeMonthly","interval":1,"month":0,"dayOfMonth":0,"daysOfWeek":["tuesday"],"firstDayOfWeek":"sunday","index":"second"},"range":{"type":"noEnd","startDate":"2026-01-13","endDate":"0001-01-01","recurrenceTimeZone":"","numberOfOccurrences":0}}"#
      ))
    #expect(
      try second
        == RecurrenceRule(
          .relativeMonthly(.second, [.tuesday]), firstDayOfWeek: .sunday, start: Self.start))
    #expect(second.rrule(at: .allDay(in: .utc)) == "FREQ=MONTHLY;BYDAY=2TU;WKST=SU")
    let daily = try #require(
      try rule(
        #"{"pattern":{"type":"daily","interval":3,"month":0,"dayOfMonth":0,"firstDayOfWeek":"sunday","index":"first"},"range":{"type":"numbered","startDate":"2026-01-13","endDate":"0001-01-01","numberOfOccurrences":4}}"#
      ))
    #expect(
      daily.dates(in: Self.start..<Self.start.adding(days: 99)).map(\.description)
        == ["2026-01-13", "2026-01-16", "2026-01-19", "2026-01-22"])
    #expect(daily.rrule(at: .allDay(in: .utc)) == "FREQ=DAILY;INTERVAL=3;COUNT=4;WKST=SU")
  }

  // C053
  @Test func `only what the type uses is sent, and where weeks begin`() throws {
    let rule = try RecurrenceRule(
      .relativeMonthly(.second, [.tuesday]), start: Self.start, timeZone: "Tokyo Standard Time")
    #expect(
      rule.graphJSON == [
        "pattern": [
          "type": "relativeMonthly", "interval": 1, "daysOfWeek": ["tuesday"], "index": "second",
          "firstDayOfWeek": "monday",
        ],
        "range": [
          "type": "noEnd", "startDate": "2026-01-13", "recurrenceTimeZone": "Tokyo Standard Time",
        ],
      ])
  }

  // C053
  @Test func `words come in any letter case`() throws {
    let read = try rule(
      #"{"pattern":{"type":"RelativeYearly","interval":2,"month":11,"daysOfWeek":["Thursday","FRIDAY"],"firstDayOfWeek":"Monday","index":"Fourth"},"range":{"type":"EndDate","startDate":"2026-01-13","endDate":"2030-12-31"}}"#
    )
    #expect(
      try read
        == RecurrenceRule(
          .relativeYearly(month: 11, .fourth, [.thursday, .friday]), interval: 2,
          start: Self.start, end: .date(#require(CalendarDate(parsing: "2030-12-31")))))
  }

  // C050
  @Test func `weeks begin on Sunday where the service does not say`() throws {
    let read = try #require(
      try rule(
        #"{"pattern":{"type":"weekly","interval":2,"daysOfWeek":["tuesday","sunday"]},"range":{"type":"numbered","startDate":"2026-08-04","numberOfOccurrences":4}}"#
      ))
    #expect(read.firstDayOfWeek == .sunday)
    #expect(
      read.rrule(at: .allDay(in: .utc))
        == "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=SU")
  }

  // C053
  @Test(arguments: [
    (
      #"{"pattern":{"type":"somethingNew","interval":1},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      #"type "somethingNew""#
    ),
    (
      #"{"pattern":{"interval":1},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      "type missing"
    ),
    (#"{"pattern":{"type":"daily"},"range":{"type":"noEnd"}}"#, "startDate missing"),
    (#"{"pattern":{"type":"daily"}}"#, "startDate missing"),
    (
      #"{"pattern":{"type":"daily"},"range":{"type":"someday","startDate":"2026-01-13"}}"#,
      #"range type "someday""#
    ),
    (
      #"{"pattern":{"type":"weekly","daysOfWeek":["monday","funday"]},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      #"daysOfWeek ["monday","funday"]"#
    ),
    (
      #"{"pattern":{"type":"weekly","daysOfWeek":[]},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      "daysOfWeek []"
    ),
    (
      #"{"pattern":{"type":"relativeMonthly","daysOfWeek":["monday"],"index":"fifth"},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      #"index "fifth""#
    ),
    (
      #"{"pattern":{"type":"absoluteMonthly","dayOfMonth":0},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      "there is no day 0"
    ),
    (
      #"{"pattern":{"type":"daily"},"range":{"type":"endDate","startDate":"2026-01-13","endDate":"0001-01-01"}}"#,
      "it has no day before its end"
    ),
    (
      #"{"pattern":{"type":"daily"},"range":{"type":"numbered","startDate":"2026-01-13","numberOfOccurrences":0}}"#,
      "0 times is not from 1 to 2147483647"
    ),
    (
      #"{"pattern":{"type":"daily","interval":0},"range":{"type":"noEnd","startDate":"2026-01-13"}}"#,
      "every 0 is not from 1 to 2147483647"
    ),
  ])
  func `what is not understood says so`(json: String, what: String) throws {
    #expect(Recurrence(graph: try JSON(parsing: json)) == .notUnderstood(what))
  }

  @Test(arguments: [nil, .null, "weekly", []] as [JSON?])
  func `an event that does not repeat has no rule`(json: JSON?) {
    #expect(Recurrence(graph: json) == nil)
  }

  @Test func `nothing is lost on the way to Graph and back`() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let rule = RecurrenceRule.random(
        timeZone: Bool.random(using: &random) ? "Tokyo Standard Time" : nil, using: &random)
      #expect(Recurrence(graph: rule.graphJSON) == .rule(rule))
      let text = try JSON(parsing: rule.graphJSON.text(.wire))
      #expect(Recurrence(graph: text) == .rule(rule))
    }
  }
}
