import CalendarTime
import Calendaring
import Testing

/// Repetitions in plain words, from Wednesday 30 December 2026 on where nothing else is said.
@Suite struct RecurrencePhraseTests {
  private static let start = "2026-12-30"

  @Test(
    arguments: [
      ("daily", 1, .daily),
      ("every day", 1, .daily),
      ("every 3 days", 3, .daily),
      ("Every Other Day", 2, .daily),
      ("weekly", 1, .weekly([.wednesday])),
      ("weekly on mon,wed", 1, .weekly([.monday, .wednesday])),
      ("weekly on Mondays and Fridays", 1, .weekly([.monday, .friday])),
      ("weekly on tues, thu & sat", 1, .weekly([.tuesday, .thursday, .saturday])),
      ("weekly on mon-thu", 1, .weekly([.monday, .tuesday, .wednesday, .thursday])),
      ("weekly on fri–sun", 1, .weekly([.friday, .saturday, .sunday])),
      ("every 2 weeks", 2, .weekly([.wednesday])),
      ("every 2 weeks on fri", 2, .weekly([.friday])),
      ("every second week on fri", 2, .weekly([.friday])),
      ("every other tuesday", 2, .weekly([.tuesday])),
      ("fortnightly", 2, .weekly([.wednesday])),
      ("every weekday", 1, .weekly(workdays)),
      ("weekdays", 1, .weekly(workdays)),
      ("weekends", 1, .weekly(weekend)),
      ("every weekend day", 1, .weekly(weekend)),
      ("mon, wed", 1, .weekly([.monday, .wednesday])),
      ("monthly", 1, .absoluteMonthly(day: 30)),
      ("monthly on 15", 1, .absoluteMonthly(day: 15)),
      ("monthly on the 15th", 1, .absoluteMonthly(day: 15)),
      ("monthly on day 15 of the month", 1, .absoluteMonthly(day: 15)),
      ("every 3 months on 31", 3, .absoluteMonthly(day: 31)),
      ("quarterly on the 1st", 3, .absoluteMonthly(day: 1)),
      ("every other month on the 4th day", 2, .absoluteMonthly(day: 4)),
      ("monthly on the last day", 1, .absoluteMonthly(day: 31)),
      ("monthly on last fri", 1, .relativeMonthly(.last, [.friday])),
      ("monthly on the 2nd tuesday", 1, .relativeMonthly(.second, [.tuesday])),
      ("every last friday of the month", 1, .relativeMonthly(.last, [.friday])),
      ("every 2nd tue of each month", 1, .relativeMonthly(.second, [.tuesday])),
      ("monthly on the first weekday", 1, .relativeMonthly(.first, workdays)),
      ("every month on the third sat or sun", 1, .relativeMonthly(.third, weekend)),
      ("yearly", 1, .absoluteYearly(month: 12, day: 30)),
      ("annually", 1, .absoluteYearly(month: 12, day: 30)),
      ("yearly on 24 dec", 1, .absoluteYearly(month: 12, day: 24)),
      ("yearly on December 24th", 1, .absoluteYearly(month: 12, day: 24)),
      ("every 4 years on the 29th of february", 4, .absoluteYearly(month: 2, day: 29)),
      ("yearly on the last day of february", 1, .absoluteYearly(month: 2, day: 29)),
      (
        "every year on the fourth Thu of November", 1,
        .relativeYearly(month: 11, .fourth, [.thursday])
      ),
      ("yearly on last sun in march", 1, .relativeYearly(month: 3, .last, [.sunday])),
    ] as [(String, Int, RecurrenceRule.Pattern)])
  func `what people write`(
    text: String, interval: Int, pattern: RecurrenceRule.Pattern
  ) throws {
    let rule = try RecurrenceReader(Self.start).read(text).rule
    #expect(rule.pattern == pattern)
    #expect(rule.interval == interval)
    #expect(rule.firstDayOfWeek == .monday)
    #expect(rule.end == .never)
    #expect(rule.firstDate == rule.start)
  }

  @Test(
    arguments: [
      ("", .empty),
      ("  , ", .empty),
      ("sometimes", .unknown("sometimes")),
      ("daily on mon", .unknown("on")),
      ("daily at noon", .unknown("at")),
      ("weekly on foo", .unknown("foo")),
      ("weekly on", .incomplete("on which day")),
      ("every", .incomplete("every what")),
      ("every other", .incomplete("every other what")),
      ("every 2", .incomplete("every 2 what")),
      ("every blue moon", .unknown("blue")),
      (
        "every 2nd tue",
        .ambiguous("every 2nd", readings: ["every 2 weeks on tue", "monthly on 2nd tue"])
      ),
      ("monthly on fri", .incomplete("which Fri of the month, as in \"last\"")),
      ("monthly on 32", .invalid("there is no day 32")),
      ("monthly on 0", .invalid("there is no day 0")),
      ("every 0 days", .invalid("every 0 is not from 1 to 2147483647")),
      (
        "monthly on the 5th friday",
        .noExactForm("it counts from the first to the fourth of a month, and the last (5th)")
      ),
      (
        "monthly on the 2nd last friday",
        .noExactForm("it counts from the first to the fourth, and the last")
      ),
      ("monthly on 1 and 15", .noExactForm("several days of a month (1 and 15)")),
      ("monthly on 1,15", .noExactForm("several days of a month (1 and 15)")),
      ("yearly on 30 feb", .neverOccurs("there is no 30 February")),
      ("yearly on april 31", .neverOccurs("there is no 31 April")),
      ("yearly on dec", .incomplete("which day of December")),
      ("yearly on 24", .incomplete("of which month")),
      ("yearly on the last fri", .incomplete("of which month")),
      ("yearly on 24 dec and 25 dec", .unknown("and")),
      ("monthly on 15 please", .unknown("please")),
    ] as [(String, RecurrenceError.Problem)])
  func `what is unclear or cannot be is said`(text: String, problem: RecurrenceError.Problem) {
    let error = #expect(throws: RecurrenceError.self) {
      try RecurrenceReader(Self.start).read(text)
    }
    #expect(error?.problem == problem)
    #expect(error?.text == text)
    #expect(error.map { text.isEmpty || $0.problem == .empty || $0.message.contains(text) } == true)
  }

  @Test func `an end goes with it, once`() throws {
    let reader = RecurrenceReader(Self.start)
    #expect(try reader.read("daily", until: .count(5)).rule.end == .count(5))
    #expect(
      try reader.read("weekly on mon", until: .date(day("2027-01-30"))).rule.end
        == .date(day("2027-01-25")))
    for rule in ["FREQ=DAILY;COUNT=3", "FREQ=DAILY;UNTIL=20270101"] {
      let error = #expect(throws: RecurrenceError.self) {
        try reader.read(rule, until: .count(5))
      }
      #expect(error?.problem == .severalEnds)
    }
    let error = #expect(throws: RecurrenceError.self) {
      try reader.read("weekly on mon", until: .date(day("2027-01-03")))
    }
    #expect(
      error?.message
        == "\"weekly on mon\" never happens: it would end before its first day, Mon 4 Jan 2027")
  }

  @Test(
    arguments: [
      ("weekly on wed", "2026-12-30", []),
      (
        "weekly on mon", "2026-12-30",
        ["Wed 30 Dec 2026 is not a day of the series: it begins on Mon 4 Jan 2027"]
      ),
      ("monthly on 30", "2026-12-30", ["months without a day 30 have the event on their last day"]),
      ("monthly on the last day", "2026-12-31", []),
      ("every 12 months", "2026-12-31", []),
      (
        "every 3 months", "2026-12-31", ["months without a day 31 have the event on their last day"]
      ),
      ("yearly", "2028-02-29", ["years without 29 February have the event on the 28th"]),
      ("every 4 years", "2028-02-29", ["years without 29 February have the event on the 28th"]),
      ("monthly on 28", "2026-12-28", []),
    ] as [(String, String, [String])])
  func `what is worth telling is told`(text: String, start: String, notes: [String]) throws {
    #expect(try RecurrenceReader(start).read(text).notes.map(\.message) == notes)
  }

  @Test func `an end that comes before the short months needs no word about them`() throws {
    let reading = try RecurrenceReader("2026-12-31").read("monthly", until: .count(2))
    #expect(reading.notes.isEmpty)
    #expect(reading.rule.first(9) == ["2026-12-31", "2027-01-31"])
  }
}
