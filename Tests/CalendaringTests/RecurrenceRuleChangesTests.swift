import CalendarTime
import Calendaring
import TestSupport
import Testing

/// Series that are cut in two, ended and moved.
@Suite struct RecurrenceRuleChangesTests {
  private static func date(_ text: String) throws -> CalendarDate {
    try #require(CalendarDate(parsing: text))
  }

  private static func far(_ rule: RecurrenceRule) -> Range<CalendarDate> {
    rule.start.adding(days: -30)..<rule.start.adding(days: 1200)
  }

  private static let rules: [RecurrenceRule] = {
    var random = SeededRandom(seed: 4)
    return (0..<300).map { _ in RecurrenceRule.random(timeZone: "UTC", using: &random) }
  }()

  @Test func `a series and its two halves have the same days`() throws {
    for rule in Self.rules {
      let days = rule.dates(in: Self.far(rule))
      guard days.count > 2 else { continue }
      let cut = days[days.count / 2]
      let before = try #require(rule.ending(before: cut), "\(rule)")
      let after = try #require(rule.starting(on: cut), "\(rule)")
      #expect(before.dates(in: Self.far(rule)) == days.filter { $0 < cut }, "\(rule)")
      #expect(after.dates(in: Self.far(rule)) == days.filter { $0 >= cut }, "\(rule)")
      #expect(rule.count(before: cut) == days.count { $0 < cut })
    }
  }

  @Test func `no series begins on a day that it has not, or ends before its first`() throws {
    let rule = try RecurrenceRule(.weekly([.monday]), start: Self.date("2026-11-30"))
    #expect(rule.starting(on: try Self.date("2026-12-01")) == nil)
    #expect(rule.ending(before: try Self.date("2026-11-30")) == nil)
    #expect(rule.ending(.date(try Self.date("2026-11-29"))) == nil)
    #expect(rule.ending(.count(2))?.lastDate == (try Self.date("2026-12-07")))
  }

  @Test(arguments: [-9, -1, 1, 5, 13])
  func `a series that is moved has each of its days so much later`(days: Int) {
    for rule in Self.rules {
      guard let moved = rule.moved(byDays: days) else {
        switch rule.pattern {
        case .daily, .weekly: Issue.record("\(rule)")
        default: continue
        }
        continue
      }
      let before = rule.dates(in: Self.far(rule)).prefix(40).map { $0.adding(days: days) }
      let range =
        Self.far(rule).lowerBound.adding(days: -60)..<Self.far(rule).upperBound.adding(days: 60)
      #expect(Array(moved.dates(in: range).prefix(before.count)) == before, "\(rule) by \(days)")
    }
  }
}
