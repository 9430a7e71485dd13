import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

@testable import Interchange

/// Series of files as series of Outlook, with their special days.
@Suite struct SeriesReadingTests {
  private func dates(_ item: FiledItem) throws -> [String] {
    let rule = try #require(item.rule)
    return (0..<6).compactMap { rule.date(at: $0)?.description }
  }

  // C047
  @Test(arguments: [
    (
      "DTSTART;TZID=America/New_York:20261116T210000\nRRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261201T045959Z",
      ["2026-11-16", "2026-11-23", "2026-11-30"]
    ),
    (
      "DTSTART;TZID=Asia/Tokyo:20261110T080000\nRRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20261130T230000Z",
      ["2026-11-10", "2026-11-17", "2026-11-24", "2026-12-01"]
    ),
    (
      "DTSTART;TZID=America/New_York:20261128T210000\nRRULE:FREQ=DAILY;UNTIL=20261201T120000Z",
      ["2026-11-28", "2026-11-29", "2026-11-30"]
    ),
    (
      "DTSTART;TZID=Europe/London:20260815T140000\nRRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20260829",
      ["2026-08-15", "2026-08-22", "2026-08-29"]
    ),
    (
      "DTSTART;TZID=Europe/London:20260815T140000\nRRULE:FREQ=WEEKLY;BYDAY=SA;UNTIL=20260829T140000",
      ["2026-08-15", "2026-08-22", "2026-08-29"]
    ),
    (
      "DTSTART;TZID=Europe/London:20260902T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3",
      ["2026-09-07", "2026-09-14", "2026-09-21"]
    ),
    (
      "DTSTART;VALUE=DATE:20260131\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3",
      ["2026-01-31", "2026-02-28", "2026-03-31"]
    ),
  ])
  func `a rule has the days of the file`(lines: String, days: [String]) throws {
    #expect(try dates(try item(event(lines))) == days)
  }

  @Test func `a start off the pattern is told`() throws {
    let lines = "DTSTART;TZID=Europe/London:20260902T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3"
    let found = try #require(try read(event(lines)).first)
    #expect(found.notes.first?.contains("begins on Mon 7 Sep 2026") == true)
    #expect(
      try found.outcome.get().event.time.words
        == "2026-09-07T08:00:00Z 2026-09-07T08:00:00Z Europe/London")
  }

  // C045, C047, C052
  @Test(arguments: [
    "FREQ=MONTHLY;BYDAY=5MO;COUNT=4", "FREQ=MONTHLY;BYDAY=-2FR;COUNT=4",
    "FREQ=WEEKLY;BYDAY=2TU", "FREQ=WEEKLY;COUNT=3;UNTIL=20270101T000000Z",
    "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=HOURLY", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=BLAH",
    "FREQ=DAILY;COUNT=99999999999", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=30",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
  ])
  func `a rule without exact form is refused and quoted`(rule: String) throws {
    let found = try #require(
      try read(event("DTSTART;TZID=Europe/Berlin:20260105T090000\nRRULE:\(rule)")).first)
    guard case .failure(let refusal) = found.outcome else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.reason.contains(rule), "\(refusal.reason)")
    #expect(refusal.line == 8)
  }

  // C052
  @Test func `the 31st of every month is a series without the days that Outlook adds`() throws {
    let lines = """
      DTSTART;TZID=Europe/Berlin:20260131T090000
      RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5
      EXDATE;TZID=Europe/Berlin:20260531T090000
      """
    let found = try #require(try read(event(lines)).first)
    let item = try found.outcome.get()
    #expect(item.rule?.lastDate?.description == "2026-08-31")
    #expect(
      item.deleted.sorted().map(\.description)
        == ["2026-02-28", "2026-04-30", "2026-05-31", "2026-06-30"])
    #expect(found.notes == ["of the series 3 days are deleted that Outlook adds in short months"])
    // What is written of it reads as the same.
    let writer = CalendarWriter(
      maker: "-//test//EN", now: try instant("2026-11-30T09:00:00Z"))
    let text = String(decoding: writer.file([item]), as: UTF8.self)
    let again = try #require(try read(text).first).outcome.get()
    #expect(again.rule?.lastDate == item.rule?.lastDate)
    #expect(again.deleted == item.deleted)
  }

  // C049
  private static let series = """
    BEGIN:VEVENT
    UID:s1@contoso.example
    DTSTART;TZID=Asia/Tokyo:20260706T090000
    DTEND;TZID=Asia/Tokyo:20260706T100000
    RRULE:FREQ=DAILY;INTERVAL=3;COUNT=4
    SUMMARY:Watch change
    END:VEVENT
    """
  private static let moved = """
    BEGIN:VEVENT
    UID:s1@contoso.example
    RECURRENCE-ID;TZID=America/New_York:20260711T200000
    DTSTART;TZID=America/New_York:20260711T213000
    DTEND;TZID=America/New_York:20260711T223000
    SUMMARY:Watch change (moved)
    END:VEVENT
    """

  @Test func `an override is found by its instant, in whatever zone and order`() throws {
    let identity = "RECURRENCE-ID;TZID=America/New_York:20260711T200000"
    let inUTC = Self.moved.replacing(identity, with: "RECURRENCE-ID:20260712T000000Z")
    let asDate = Self.moved.replacing(identity, with: "RECURRENCE-ID;VALUE=DATE:20260712")
    for parts in [
      [Self.series, Self.moved], [Self.moved, Self.series], [Self.series, inUTC],
      [Self.series, asDate],
    ] {
      let item = try item(calendar(parts.joined(separator: "\n")))
      #expect(try dates(item) == ["2026-07-06", "2026-07-09", "2026-07-12", "2026-07-15"])
      #expect(try item.changed.keys.sorted() == [day("2026-07-12")])
      let event = try #require(item.changed.values.first)
      #expect(event.subject == "Watch change (moved)")
      #expect(event.time.words.hasPrefix("2026-07-12T01:30:00Z 2026-07-12T02:30:00Z"))
    }
  }

  @Test func `an override without its series is a single event, and that is told`() throws {
    let found = try #require(try read(calendar(Self.moved)).first)
    #expect(try found.outcome.get().rule == nil)
    #expect(found.uid == "s1@contoso.example#20260711T200000")
    #expect(found.notes.contains { $0.contains("single event") })
  }

  @Test func `an override for all that follow is refused`() throws {
    let range = Self.moved.replacing("RECURRENCE-ID;", with: "RECURRENCE-ID;RANGE=THISANDFUTURE;")
    let items = try read(calendar(Self.series + "\n" + range))
    #expect(items.count == 1)
    guard case .failure(let refusal) = items[0].outcome else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.reason.contains("THISANDFUTURE"))
  }

  @Test(arguments: [
    "EXDATE;TZID=Asia/Tokyo:20260709T090000,20260715T090000",
    "EXDATE:20260709T000000Z\nEXDATE;TZID=America/New_York:20260714T200000",
    "EXDATE;VALUE=DATE:20260709,20260715",
  ])
  func `days are left out by instant or by date`(lines: String) throws {
    let text = Self.series.replacing("SUMMARY", with: lines + "\nSUMMARY")
    let found = try #require(try read(calendar(text)).first)
    #expect(try found.outcome.get().deleted == [day("2026-07-09"), day("2026-07-15")])
    #expect(found.notes.isEmpty)
  }

  @Test func `a left-out day that is none is told, a cancelled one is deleted`() throws {
    let text = Self.series.replacing(
      "SUMMARY", with: "EXDATE;TZID=Asia/Tokyo:20260710T090000\nSUMMARY")
    let off = Self.moved.replacing("SUMMARY", with: "STATUS:CANCELLED\nSUMMARY")
    let found = try #require(try read(calendar(text + "\n" + off)).first)
    #expect(try found.outcome.get().deleted == [day("2026-07-12")])
    #expect(try found.outcome.get().changed.isEmpty)
    #expect(found.notes == ["EXDATE:20260710T090000 is no day of the series and is left aside"])
  }
}
