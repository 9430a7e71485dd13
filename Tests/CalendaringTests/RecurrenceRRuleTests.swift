import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

/// RRULEs of RFC 5545 as series of Outlook.
@Suite struct RecurrenceRRuleTests {
  @Test(
    arguments: [
      // C045
      (
        "RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=4", "2026-01-13",
        .relativeMonthly(.second, [.tuesday]),
        ["2026-01-13", "2026-02-10", "2026-03-10", "2026-04-14"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=-1FR;COUNT=4", "2026-01-30", .relativeMonthly(.last, [.friday]),
        ["2026-01-30", "2026-02-27", "2026-03-27", "2026-04-24"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3", "2026-01-30",
        .relativeMonthly(.last, workdays), ["2026-01-30", "2026-02-27", "2026-03-31"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=4;COUNT=2", "2026-03-23",
        .relativeMonthly(.fourth, [.monday]), ["2026-03-23", "2026-04-27"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;COUNT=2", "2026-03-30",
        .relativeMonthly(.last, [.monday]), ["2026-03-30", "2026-04-27"]
      ),
      (
        "freq=monthly;byday=+1sa;count=2;", "2026-03-07", .relativeMonthly(.first, [.saturday]),
        ["2026-03-07", "2026-04-04"]
      ),
      // C050
      (
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4", "2026-08-04",
        .weekly([.tuesday, .sunday]), ["2026-08-04", "2026-08-09", "2026-08-18", "2026-08-23"]
      ),
      (
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4;WKST=SU", "2026-08-04",
        .weekly([.tuesday, .sunday]), ["2026-08-04", "2026-08-16", "2026-08-18", "2026-08-30"]
      ),
      ("FREQ=WEEKLY;COUNT=2", "2026-08-04", .weekly([.tuesday]), ["2026-08-04", "2026-08-11"]),
      // C047: counted from the first day that the rule hits.
      (
        "FREQ=WEEKLY;BYDAY=MO;COUNT=3", "2026-09-02", .weekly([.monday]),
        ["2026-09-07", "2026-09-14", "2026-09-21"]
      ),
      // C052
      (
        "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5", "2026-01-31", .absoluteMonthly(day: 31),
        ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]
      ),
      (
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;COUNT=3", "2026-01-30",
        .absoluteMonthly(day: 30), ["2026-01-30", "2026-02-28", "2026-03-30"]
      ),
      // C053
      (
        "FREQ=DAILY;INTERVAL=3;COUNT=4", "2026-01-13", .daily,
        ["2026-01-13", "2026-01-16", "2026-01-19", "2026-01-22"]
      ),
      (
        "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=2", "2026-11-27", .weekly(workdays),
        ["2026-11-27", "2026-11-30"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=MO,WE;COUNT=3", "2026-11-30", .weekly([.monday, .wednesday]),
        ["2026-11-30", "2026-12-02", "2026-12-07"]
      ),
      (
        "FREQ=YEARLY;COUNT=2", "2026-11-30", .absoluteYearly(month: 11, day: 30),
        ["2026-11-30", "2027-11-30"]
      ),
      (
        "FREQ=YEARLY;BYMONTH=3;COUNT=2", "2026-01-15", .absoluteYearly(month: 3, day: 15),
        ["2026-03-15", "2027-03-15"]
      ),
      (
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3", "2027-01-01",
        .absoluteYearly(month: 2, day: 29), ["2027-02-28", "2028-02-29", "2029-02-28"]
      ),
      (
        "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2", "2026-11-26",
        .relativeYearly(month: 11, .fourth, [.thursday]), ["2026-11-26", "2027-11-25"]
      ),
      (
        "FREQ=YEARLY;BYMONTH=10;BYDAY=SU;BYSETPOS=-1;COUNT=2", "2026-01-01",
        .relativeYearly(month: 10, .last, [.sunday]), ["2026-10-25", "2027-10-31"]
      ),
      (
        "FREQ=MONTHLY;BYMONTH=6;BYDAY=1MO;COUNT=2", "2026-06-01",
        .relativeYearly(month: 6, .first, [.monday]), ["2026-06-01", "2027-06-07"]
      ),
      (
        "FREQ=YEARLY;BYDAY=1MO;COUNT=2", "2026-01-05",
        .relativeYearly(month: 1, .first, [.monday]), ["2026-01-05", "2027-01-04"]
      ),
      (
        "FREQ=YEARLY;BYDAY=-1FR;COUNT=2", "2026-01-01",
        .relativeYearly(month: 12, .last, [.friday]), ["2026-12-25", "2027-12-31"]
      ),
      (
        "FREQ=YEARLY;BYMONTHDAY=15;COUNT=3", "2026-11-15", .absoluteMonthly(day: 15),
        ["2026-11-15", "2026-12-15", "2027-01-15"]
      ),
      (
        "FREQ=MONTHLY;BYMONTHDAY=15;BYSETPOS=1,-1;COUNT=2", "2026-11-15",
        .absoluteMonthly(day: 15), ["2026-11-15", "2026-12-15"]
      ),
    ] as [(String, String, RecurrenceRule.Pattern, [String])])
  func `a rule that Outlook can keep`(
    text: String, start: String, pattern: RecurrenceRule.Pattern, days: [String]
  ) throws {
    let rule = try RecurrenceReader(start).read(text).rule
    #expect(rule.pattern == pattern)
    #expect(rule.first(days.count + 1) == days)
    #expect(rule.end == .count(days.count))
    #expect(rule.firstDayOfWeek == (text.contains("WKST=SU") ? .sunday : .monday))
  }

  @Test(
    arguments: [
      // C045
      ("FREQ=MONTHLY;BYDAY=5MO;COUNT=4", "BYDAY=5MO"),
      ("FREQ=MONTHLY;BYDAY=-2FR;COUNT=4", "BYDAY=-2FR"),
      ("FREQ=MONTHLY;BYDAY=1MO,3MO", "BYDAY=1MO,3MO"),
      ("FREQ=MONTHLY;BYDAY=1MO,1TU", "BYDAY=1MO,1TU"),
      ("FREQ=MONTHLY;BYDAY=1MO,TU", "BYDAY=1MO,TU"),
      ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5", "BYSETPOS=5"),
      ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1", "BYSETPOS=-1,1"),
      ("FREQ=YEARLY;BYDAY=20MO", "BYDAY=20MO"),
      ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "BYWEEKNO"),
      ("FREQ=YEARLY;BYYEARDAY=100", "BYYEARDAY"),
      ("FREQ=YEARLY;BYMONTH=1,2", "BYMONTH=1,2"),
      ("FREQ=YEARLY;BYMONTH=11;BYDAY=MO", "every such weekday"),
      // C052
      ("FREQ=MONTHLY;BYMONTHDAY=-2", "BYMONTHDAY=-2"),
      ("FREQ=MONTHLY;BYMONTHDAY=1,15", "BYMONTHDAY=1,15"),
      ("FREQ=MONTHLY;BYMONTHDAY=28,30;BYSETPOS=-1", "BYMONTHDAY=28,30"),
      ("FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "a weekday only when"),
      ("FREQ=MONTHLY;INTERVAL=2;BYMONTH=3;BYMONTHDAY=1", "BYMONTH"),
      ("FREQ=MONTHLY;INTERVAL=2;BYDAY=MO", "every 2"),
      ("FREQ=DAILY;INTERVAL=2;BYDAY=MO", "every 2"),
      ("FREQ=DAILY;BYMONTH=1", "by month"),
      ("FREQ=WEEKLY;BYDAY=MO;BYMONTH=1", "by month"),
      ("FREQ=DAILY;BYHOUR=9,15", "BYHOUR"),
      ("FREQ=SECONDLY", "one event a day"),
      ("FREQ=HOURLY;INTERVAL=2", "one event a day"),
      ("FREQ=DAILY;RSCALE=HEBREW", "RSCALE"),
    ])
  func `a rule without an exact form is refused and quoted with the reason`(
    text: String, reason: String
  ) {
    let error = #expect(throws: RecurrenceError.self) {
      try RecurrenceReader("2026-03-30").read(text)
    }
    guard case .noExactForm(let given)? = error?.problem else {
      Issue.record("\(String(describing: error?.problem))")
      return
    }
    #expect(given.contains(reason))
    #expect(error?.message.contains("\"\(text)\"") == true)
  }

  @Test(
    arguments: [
      // C045
      ("FREQ=WEEKLY;BYDAY=2TU", .invalid("2TU counts within months; FREQ=WEEKLY has none")),
      ("FREQ=WEEKLY;BYMONTHDAY=1", .invalid("BYMONTHDAY does not go with FREQ=WEEKLY")),
      ("FREQ=MONTHLY;BYSETPOS=1", .invalid("BYSETPOS has nothing to choose from")),
      ("BYDAY=MO", .invalid("FREQ is missing")),
      ("FREQ=OFTEN", .invalid("there is no FREQ=OFTEN")),
      ("FREQ=DAILY;FREQ=DAILY", .invalid("FREQ stands in it twice")),
      ("FREQ=DAILY;INTERVAL=0", .invalid("INTERVAL=0 is no number above 0")),
      ("FREQ=DAILY;INTERVAL=-1", .invalid("INTERVAL=-1 is no number above 0")),
      ("FREQ=DAILY;COUNT=0", .invalid("COUNT=0 is no number above 0")),
      ("FREQ=DAILY;COUNT=9999999999", .invalid("9999999999 times is not from 1 to 2147483647")),
      ("FREQ=WEEKLY;BYDAY=MON", .invalid("BYDAY=ON is no weekday")),
      ("FREQ=WEEKLY;WKST=XX", .invalid("WKST=XX is no weekday")),
      ("FREQ=MONTHLY;BYMONTHDAY=0", .invalid("BYMONTHDAY=0 is out of range")),
      ("FREQ=MONTHLY;BYMONTHDAY=32", .invalid("BYMONTHDAY=32 is out of range")),
      ("FREQ=YEARLY;BYMONTH=-1", .invalid("BYMONTH=-1 is out of range")),
      ("FREQ=DAILY;UNTIL=20261301", .invalid("UNTIL=20261301 is no date and no time")),
      ("FREQ=DAILY;UNTIL=20261201T2500Z", .invalid("UNTIL=20261201T2500Z is no date and no time")),
      ("FREQ=DAILY;COUNT", .unknown("COUNT")),
      ("FREQ=DAILY;;COUNT=1", .unknown("")),
      ("FREQ=DAILY;X-PLAN=1", .unknown("X-PLAN")),
      // C047
      ("FREQ=DAILY;COUNT=3;UNTIL=20270101T000000Z", .severalEnds),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", .neverOccurs("there is no 30 February")),
      ("FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31", .neverOccurs("there is no 31 April")),
      (
        "FREQ=MONTHLY;BYDAY=2TU;BYSETPOS=2",
        .neverOccurs("there is one such day at a time (BYSETPOS=2)")
      ),
      (
        "FREQ=DAILY;UNTIL=20260329",
        .neverOccurs("it would end before its first day, Mon 30 Mar 2026")
      ),
    ] as [(String, RecurrenceError.Problem)])
  func `a rule that is none`(text: String, problem: RecurrenceError.Problem) {
    let error = #expect(throws: RecurrenceError.self) {
      try RecurrenceReader("2026-03-30").read(text)
    }
    #expect(error?.problem == problem)
  }

  // C047
  @Test(arguments: [
    (
      "A", "2026-11-16", "21:00", "America/New_York",
      "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261201T045959Z", "2026-11-30", 3
    ),
    (
      "B", "2026-11-10", "08:00", "Asia/Tokyo", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261130T230000Z",
      "2026-12-01", 4
    ),
    (
      "C", "2026-11-16", "21:00", "America/New_York", "FREQ=DAILY;UNTIL=20261201T120000Z",
      "2026-11-30", 15
    ),
    (
      "D", "2026-08-01", "14:00", "Europe/London", "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260829",
      "2026-08-29", 5
    ),
    (
      "E", "2026-08-01", "14:00", "Europe/London", "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260829T140000",
      "2026-08-29", 5
    ),
    (
      "a second too early", "2026-08-01", "14:00", "Europe/London",
      "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260829T135959", "2026-08-22", 4
    ),
    (
      "the day that Samoa left out", "2011-12-28", "08:00", "Pacific/Apia",
      "FREQ=DAILY;UNTIL=20111230T175959Z", "2011-12-29", 2
    ),
  ])
  func `an end is the local date of the last occurrence`(
    name: String, start: String, clock: String, zoneName: String, text: String, last: String,
    count: Int
  ) throws {
    let rule = try RecurrenceReader(start, clock, zone: try zone(zoneName)).read(text).rule
    #expect(rule.end == .date(day(last)))
    #expect(rule.lastDate == day(last))
    #expect(rule.count == count)
  }

  @Test(arguments: ["UNTIL=20261203", "UNTIL=20261203T000000", "UNTIL=20261203T000000Z"])
  func `whole days end with a date, however it is written`(until: String) throws {
    let reader = RecurrenceReader(
      start: day("2026-12-01"), time: .allDay(in: try zone("Europe/Berlin")))
    #expect(try reader.read("FREQ=DAILY;" + until).rule.end == .date(day("2026-12-03")))
  }

  // C047 F
  @Test func `a count from a start off the pattern is told`() throws {
    let reading = try RecurrenceReader("2026-09-02").read("FREQ=WEEKLY;BYDAY=MO;COUNT=3")
    #expect(reading.notes == [.startMoved(from: day("2026-09-02"), to: day("2026-09-07"))])
  }

  // C052
  @Test(arguments: [
    ("2026-01-31", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5"), ("2026-01-31", "FREQ=MONTHLY"),
    ("2026-01-30", "FREQ=MONTHLY;BYMONTHDAY=30"), ("2026-01-29", "FREQ=MONTHLY;UNTIL=20260501"),
    ("2026-01-31", "FREQ=YEARLY;BYMONTHDAY=31"), ("2028-02-29", "FREQ=YEARLY"),
    ("2028-02-29", "FREQ=YEARLY;INTERVAL=4"), ("2028-02-29", "FREQ=YEARLY;UNTIL=21050101"),
    ("2028-02-29", "FREQ=YEARLY;COUNT=20"), ("2026-03-01", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
    ("2026-01-31", "FREQ=MONTHLY;COUNT=2147483647"),
  ])
  func `a rule that skips short months is refused, since Outlook takes their last day`(
    start: String, text: String
  ) {
    do throws(RecurrenceError) {
      Issue.record("it became \(try RecurrenceReader(start).read(text))")
    } catch {
      guard case .noExactForm = error.problem else {
        Issue.record("\(error)")
        return
      }
      #expect(error.message.contains("\"\(text)\""))
      #expect(error.message.contains("the rule skips"))
    }
  }

  // C052
  @Test(
    arguments: [
      // No month on the way is too short.
      ("2026-01-31", "FREQ=MONTHLY;INTERVAL=12", 12, .never, ["2026-01-31", "2027-01-31"]),
      (
        "2026-05-31", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31;COUNT=2", 2, .count(2),
        ["2026-05-31", "2026-07-31"]
      ),
      (
        "2026-03-30", "FREQ=MONTHLY;UNTIL=20260601", 1, .date(day("2026-05-30")),
        ["2026-03-30", "2026-04-30", "2026-05-30"]
      ),
      ("2026-01-31", "FREQ=MONTHLY;UNTIL=20260227", 1, .date(day("2026-01-31")), ["2026-01-31"]),
      ("2026-12-31", "FREQ=YEARLY", 1, .never, ["2026-12-31", "2027-12-31"]),
      // As far from each other as those of a rule with a longer interval.
      ("2026-01-31", "FREQ=MONTHLY;COUNT=2", 2, .count(2), ["2026-01-31", "2026-03-31"]),
      (
        "2028-02-29", "FREQ=YEARLY;COUNT=3", 4, .count(3),
        ["2028-02-29", "2032-02-29", "2036-02-29"]
      ),
      (
        "2028-02-29", "FREQ=YEARLY;INTERVAL=3;COUNT=2", 12, .count(2), ["2028-02-29", "2040-02-29"]
      ),
      (
        "2092-02-29", "FREQ=YEARLY;UNTIL=21030101", 4, .date(day("2096-02-29")),
        ["2092-02-29", "2096-02-29"]
      ),
      // The start is no day of the rule.
      (
        "2026-02-10", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=1", 1, .count(1), ["2026-03-31"]
      ),
      (
        "2026-03-01", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2", 4, .count(2),
        ["2028-02-29", "2032-02-29"]
      ),
    ] as [(String, String, Int, RecurrenceRule.End, [String])])
  func `a rule that skips short months is kept where it comes to the same days`(
    start: String, text: String, interval: Int, end: RecurrenceRule.End, days: [String]
  ) throws {
    let reading = try RecurrenceReader(start).read(text)
    #expect(reading.rule.interval == interval)
    #expect(reading.rule.end == end)
    #expect(reading.rule.first(days.count + (end == .never ? 0 : 1)) == days)
    #expect(reading.leftOut.isEmpty)
    #expect(
      reading.notes == (start == days[0] ? [] : [.startMoved(from: day(start), to: day(days[0]))]))
  }

  @Test func `single days are left out where that can be done`() throws {
    var reader = RecurrenceReader("2026-01-31")
    reader.leavesOut = true
    let reading = try reader.read("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5")
    #expect(reading.rule.end == .date(day("2026-08-31")))
    #expect(
      reading.leftOut.sorted() == [day("2026-02-28"), day("2026-04-30"), day("2026-06-30")])
    #expect(reading.notes == [.daysLeftOut(3)])
    #expect(throws: RecurrenceError.self) { try reader.read("FREQ=MONTHLY;BYMONTHDAY=31") }
    #expect(throws: RecurrenceError.self) {
      try reader.read("FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=21260101")
    }
  }

  @Test func `no month of a rule may have its day`() {
    #expect {
      try RecurrenceReader("2026-02-10").read("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31")
    } throws: { error in
      guard case .neverOccurs = (error as? RecurrenceError)?.problem else { return false }
      return true
    }
  }

  /// The days of a rule of the RFC, counted out month by month.
  private static func counted(
    _ month: Int, of first: Int, step: Int, day: Int, _ most: Int, through last: CalendarDate?
  ) -> [CalendarDate] {
    var days: [CalendarDate] = []
    for months in stride(from: 0, to: 2400, by: step) where days.count < most {
      let number = month - 1 + months
      let date = CalendarDate(year: first + number / 12, month: number % 12 + 1, day: day)
      if let date, last.map({ date <= $0 }) ?? true { days.append(date) }
    }
    return days
  }

  @Test func `whatever is kept has the days that the rule has, none more and none less`() throws {
    var random = SeededRandom(seed: 3310)
    var kept = 0
    for _ in 0..<600 {
      let isYearly = Bool.random(using: &random)
      let day = Int.random(in: 29...31, using: &random)
      let months = isYearly && day == 29 ? [2, 1, 4] : day == 31 ? [1, 3, 8, 12] : [1, 3, 4, 11]
      let month = months.randomElement(using: &random) ?? 1
      let interval = Int.random(in: 1...5, using: &random)
      let count = Int.random(in: 1...8, using: &random)
      guard let start = CalendarDate(year: 2028, month: month, day: day) else { continue }
      let last =
        Bool.random(using: &random)
        ? start.adding(days: Int.random(in: 0...4000, using: &random)) : nil
      let bound = last.map { "UNTIL=\($0.description.filter { $0 != "-" })" } ?? "COUNT=\(count)"
      let text = "FREQ=\(isYearly ? "YEARLY" : "MONTHLY");INTERVAL=\(interval);\(bound)"
      let wanted = Self.counted(
        month, of: 2028, step: isYearly ? 12 * interval : interval, day: day,
        last == nil ? count : .max, through: last)
      var reader = RecurrenceReader(start: start, time: .allDay(in: .utc))
      reader.leavesOut = Bool.random(using: &random)
      guard let reading = try? reader.read(text) else { continue }
      kept += 1
      let all = try #require(reading.rule.count)
      let days = (0..<all).compactMap(reading.rule.date(at:))
      #expect(days.filter { !reading.leftOut.contains($0) } == wanted, "\(start) \(text)")
      #expect(reading.leftOut.isSubset(of: days))
    }
    #expect(kept > 300)
  }

  @Test func `no text makes the reader fail`() {
    let pieces = [
      "FREQ=", "DAILY", "MONTHLY", "YEARLY", ";", "=", ",", "BYDAY=", "-", "9999999999", "MO", "1",
      "UNTIL=", "T", "Z", "every ", "on ", "last ", "fri", "é", "\u{0}", "👩‍👩‍👧", "month", "31", " ",
    ]
    var random = SeededRandom(seed: 5545)
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<9, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
      // Each is read or refused.
      if let rule = try? RecurrenceReader("2026-03-30").read(text).rule {
        #expect(rule.firstDate == rule.start, "\(text)")
      }
    }
  }
}
