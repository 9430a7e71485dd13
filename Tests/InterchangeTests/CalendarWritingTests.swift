import CalendarTime
import Calendaring
import FoundationEssentials
import TestSupport
import Testing

@testable import Interchange

/// What is written, as text and as it reads again.
@Suite struct CalendarWritingTests {
  private func text(_ items: [FiledItem]) throws -> String {
    let writer = CalendarWriter(
      maker: "-//graphcal//EN", now: try instant("2026-11-30T09:00:00Z"), name: "Team")
    return String(decoding: writer.file(items), as: UTF8.self)
  }

  private func meeting() throws -> FiledEvent {
    var event = FiledEvent(
      time: .timed(
        start: try instant("2026-12-01T08:00:00Z"), end: try instant("2026-12-01T09:30:00Z"),
        zone: try zone("Europe/Berlin")))
    event.subject = "Planning, Q1; \"draft\""
    event.text = "First line\nSecond \\ line"
    event.html = "<p>First line<br>Second \\ line</p>"
    event.locations = ["Dock 5", "Room; One"]
    event.categories = ["Work, deep", "Blue"]
    event.showAs = .oof
    event.sensitivity = .personal
    event.importance = .high
    event.reminder = 15
    event.organizer = Person(name: "Otto \"O\" Reed", address: "otto@contoso.example")
    event.attendees = [
      Attendee(
        person: Person(name: "Reed: Kim, K.", address: "kim@contoso.example"), response: .accepted),
      Attendee(person: Person(name: nil, address: "lena@contoso.example"), role: .optional),
      Attendee(
        person: Person(name: "Dock 5", address: "dock5@contoso.example"), role: .resource,
        response: .declined),
    ]
    event.joinURL = "https://teams.microsoft.com/l/meetup-join/19%3ameeting?context=a&b=c"
    event.created = try instant("2026-11-01T10:00:00Z")
    event.modified = try instant("2026-11-02T10:00:00Z")
    return event
  }

  private func series() throws -> FiledItem {
    var item = FiledItem(uid: "040000008200E00074C5B7101A82E008", event: try meeting())
    item.sequence = 3
    item.rule = try RecurrenceRule(
      .weekly([.tuesday]), firstDayOfWeek: .sunday, start: day("2026-12-01"),
      end: .date(day("2027-04-06")))
    item.deleted = [try day("2026-12-22"), try day("2027-03-30")]
    var other = try meeting()
    other.subject = "Planning (moved)"
    other.time = .timed(
      start: try instant("2026-12-09T10:00:00Z"), end: try instant("2026-12-09T11:00:00Z"),
      zone: try zone("Europe/Berlin"))
    item.changed = [try day("2026-12-08"): other]
    return item
  }

  private func holiday() throws -> FiledItem {
    var event = FiledEvent(time: .allDay(first: try day("2026-12-24"), end: try day("2026-12-27")))
    event.subject = "Holidays"
    event.showAs = .free
    var item = FiledItem(uid: "h1@example.org", event: event)
    item.rule = try RecurrenceRule(
      .absoluteYearly(month: 12, day: 24), start: day("2026-12-24"),
      end: .date(day("2030-12-24")))
    item.deleted = [try day("2028-12-24")]
    return item
  }

  @Test func `a series with all its words is written like this`() throws {
    try expectGolden(
      try text([try series(), try holiday()]).replacing("\r\n", with: "\n"), "series.ics")
  }

  @Test func `what is written reads as it was`() throws {
    let items = [try series(), try holiday()]
    let read = try read(try text(items))
    #expect(try read.map { try $0.outcome.get() } == items)
    #expect(read.flatMap(\.notes).isEmpty)
  }

  @Test(arguments: [
    RecurrenceRule.Pattern.daily, .weekly([.monday, .friday]), .absoluteMonthly(day: 31),
    .absoluteMonthly(day: 30), .relativeMonthly(.second, [.tuesday]),
    .relativeMonthly(.last, [.saturday, .sunday]), .absoluteYearly(month: 2, day: 29),
    .relativeYearly(month: 11, .fourth, [.thursday]),
  ])
  func `each pattern comes back, with each end, on each clock`(
    pattern: RecurrenceRule.Pattern
  ) throws {
    let ends: [RecurrenceRule.End] = [.never, .count(5), .date(try day("2031-03-01"))]
    let spans: [FiledEvent.Time] = [
      .timed(
        start: try instant("2026-01-01T02:30:00Z"), end: try instant("2026-01-01T03:00:00Z"),
        zone: try zone("America/New_York")),
      .timed(
        start: try instant("2026-01-01T23:30:00Z"), end: try instant("2026-01-02T03:00:00Z"),
        zone: .utc),
      .allDay(first: try day("2026-01-01"), end: try day("2026-01-02")),
    ]
    for (end, time) in ends.flatMap({ end in spans.map { (end, $0) } }) {
      let plain = try RecurrenceRule(
        pattern, interval: 2, firstDayOfWeek: .sunday, start: time.firstDate, end: end)
      let first = try #require(plain.firstDate)
      let rule = try #require(plain.starting(on: first))
      var item = FiledItem(
        uid: "r",
        event: FiledEvent(
          time: time.moved(days: first.daysSinceEpoch - time.firstDate.daysSinceEpoch)))
      item.rule = rule
      let read = try #require(try read(try text([item])).first)
      let back = try #require(try read.outcome.get().rule)
      #expect(read.notes.isEmpty, "\(rule) \(read.notes)")
      #expect(
        (0..<20).map { back.date(at: $0) } == (0..<20).map { rule.date(at: $0) }, "\(rule)")
      #expect(try read.outcome.get().event.time == item.event.time)
    }
  }

  // C056
  @Test func `lines are folded at 75 octets, between characters`() throws {
    var event = FiledEvent(time: .allDay(first: try day("2026-12-24"), end: try day("2026-12-25")))
    event.subject = String(repeating: "\u{1F4DE}", count: 30)
    event.text = String(repeating: "a", count: 62) + "\n\u{2022}tail"
    let text = try text([FiledItem(uid: "f", event: event)])
    for line in text.utf8.split(separator: 10, omittingEmptySubsequences: true) {
      #expect(line.last == 13)
      #expect(line.count - 1 <= 75)
      #expect(String(validating: Array(line), as: UTF8.self) != nil)
    }
    let back = try item(text).event
    #expect(back.subject == event.subject)
    #expect(back.text == event.text)
  }

  @Test func `controls and line ends cannot leave their property`() throws {
    var event = FiledEvent(time: .allDay(first: try day("2026-12-24"), end: try day("2026-12-25")))
    event.subject = "a\u{7}b\r\nEND:VEVENT"
    event.joinURL = "https://a.example/x\r\nEND:VCALENDAR"
    event.organizer = Person(name: "n\r\nX:1", address: "o@a.example")
    event.attendees = [
      Attendee(person: Person(name: "evil\";X=1:\r\nEND:VEVENT", address: "a@b.example\r\nX:2"))
    ]
    let item = try item(try text([FiledItem(uid: "x\r\nEND:VEVENT", event: event)]))
    #expect(item.event.subject == "ab END:VEVENT")
    #expect(item.event.attendees.first?.person.name == "evil\";X=1:\nEND:VEVENT")
  }

  @Test func `the second of two equal times keeps its instant`() throws {
    let berlin = try zone("Europe/Berlin")
    var event = FiledEvent(
      time: .timed(
        start: try instant("2026-10-25T01:30:00Z"), end: try instant("2026-10-25T02:30:00Z"),
        zone: berlin))
    event.subject = "Night"
    let back = try item(try text([FiledItem(uid: "n", event: event)])).event.time
    #expect(back.words.hasPrefix("2026-10-25T01:30:00Z 2026-10-25T02:30:00Z"))
  }
}
