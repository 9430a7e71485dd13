import CalendarTime
import Calendaring
import Rendering
import TestSupport
import Testing

@Suite struct RecurrenceTextTests {
  private static let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

  @Test(
    arguments: [
      (.daily, 1, .count(5), "every day from Mon 30 Nov 2026, 5 times"),
      (.daily, 3, .count(1), "every 3 days from Mon 30 Nov 2026, once"),
      (
        .weekly([.friday, .monday]), 2, .never,
        "every 2 weeks on Mon and Fri from Mon 30 Nov 2026"
      ),
      (
        .weekly([.monday]), 1, .date(date("2026-12-25")),
        "every week on Mon from Mon 30 Nov 2026 until Mon 21 Dec 2026"
      ),
      (.absoluteMonthly(day: 15), 1, .never, "every month on day 15 from Mon 30 Nov 2026"),
      (
        .absoluteMonthly(day: 30), 1, .never,
        "every month on day 30 or the last from Mon 30 Nov 2026"
      ),
      (.absoluteMonthly(day: 31), 1, .never, "every month on the last day from Mon 30 Nov 2026"),
      (
        .relativeMonthly(.last, workdays), 1, .never,
        "every month on the last weekday from Mon 30 Nov 2026"
      ),
      (
        .relativeMonthly(.first, [.saturday, .sunday]), 1, .never,
        "every month on the first Sat or Sun from Mon 30 Nov 2026"
      ),
      (
        .relativeMonthly(.third, Set(Weekday.allCases)), 1, .never,
        "every month on the third day from Mon 30 Nov 2026"
      ),
      (
        .relativeYearly(month: 11, .fourth, [.thursday]), 1, .never,
        "every year on the fourth Thu of November from Mon 30 Nov 2026"
      ),
      (
        .absoluteYearly(month: 12, day: 31), 1, .never,
        "every year on 31 December from Mon 30 Nov 2026"
      ),
      (
        .absoluteYearly(month: 2, day: 29), 3, .never,
        "every 3 years on 29 February or the 28th from Mon 30 Nov 2026"
      ),
      (
        .absoluteYearly(month: 4, day: 31), 1, .never,
        "every year on the last day of April from Mon 30 Nov 2026"
      ),
    ] as [(RecurrenceRule.Pattern, Int, RecurrenceRule.End, String)])
  func `how a series goes on`(
    pattern: RecurrenceRule.Pattern, interval: Int, end: RecurrenceRule.End, words: String
  ) throws {
    let rule = try RecurrenceRule(
      pattern, interval: interval, start: date("2026-11-30"), end: end)
    #expect(RecurrenceText.words(.rule(rule)) == words)
    #expect(
      RecurrenceText.shortWords(rule)
        == words.replacing(" from Mon 30 Nov 2026", with: ""))
  }

  // C053
  @Test func `what is not understood is a note`() {
    #expect(
      RecurrenceText.words(.notUnderstood(#"type "somethingNew""#))
        == #"in a way not understood here (type "somethingNew")"#)
  }

  @Test func `what is printed can be typed`() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<300 {
      let pattern = RecurrenceRule.Pattern.random(using: &random)
      let interval = Int.random(in: 1...4, using: &random)
      let rule = try RecurrenceRule(pattern, interval: interval, start: date("2026-11-30"))
      let words = RecurrenceText.shortWords(rule).replacing(" or the last", with: "")
        .replacing(" or the 28th", with: "")
      let reader = RecurrenceReader(start: date("2026-11-30"), time: .allDay(in: .utc))
      let read = try reader.read(words).rule
      let range = days("2026-11-30", "2046-11-30")
      #expect(read.dates(in: range) == rule.dates(in: range), "\(words)")
    }
  }
}
