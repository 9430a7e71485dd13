import CalendarTime
import Calendaring
import FoundationEssentials
import Rendering
import Terminal
import TestSupport
import Testing

@Suite struct EventListTests {
  private func list(
    _ events: [CalendarEvent], _ days: Range<CalendarDate>?, zone: Zone,
    now: String = "2000-01-01T00:00",
    clock: ClockStyle = .twentyFourHours
  ) -> EventList {
    EventList(
      time: TimeText(zone: zone, clock: clock), now: utc(now), days: days, shortIDs: shortIDs)
  }

  private func text(_ page: EventList.Page, colored: Bool = false) -> String {
    page.lines.rendered(colored: colored)
  }

  @Test(arguments: [10, 20, 40, 60, 80, 120, 200])
  func `a week at the width of a terminal`(width: Int) throws {
    let list = try list(
      busyWeek, days("2026-11-30", "2026-12-07"), zone: zone("Europe/Berlin"),
      now: "2026-11-30T08:10")
    let page = list.page(busyWeek, on: Surface(width: width))
    for line in page.lines { #expect(line.cells <= width, "\(line.text)") }
    try expectGolden(text(page), "week-\(width).txt")
  }

  @Test func `a week in a file, in colour, in ASCII`() throws {
    let list = try list(
      busyWeek, days("2026-11-30", "2026-12-07"), zone: zone("Europe/Berlin"),
      now: "2026-11-30T08:10",
      clock: .twelveHours)
    try expectGolden(text(list.page(busyWeek, on: Surface(width: nil))), "week-file.txt")
    try expectGolden(
      text(list.page(busyWeek, on: Surface(width: 80)), colored: true), "week-color.txt")
    let ascii = text(
      list.page(
        busyWeek.filter { $0.subject?.utf8.allSatisfy { $0 < 128 } ?? true },
        on: Surface(width: 80, symbols: .ascii)))
    #expect(ascii.utf8.allSatisfy { $0 < 128 })
    try expectGolden(ascii, "week-ascii.txt")
  }

  @Test func `events across midnight and across the window`() throws {
    let events = [
      CalendarEvent(
        id: "e1", subject: "Night shift", span: timed("2026-11-03T22:00", "2026-11-04T05:00")),
      CalendarEvent(
        id: "e2", subject: "Sea trial", span: timed("2026-10-20T06:00", "2026-11-05T16:00")),
      CalendarEvent(
        id: "e3", subject: "Migration", span: timed("2026-11-06T20:00", "2026-11-16T08:00")),
      CalendarEvent(
        id: "e4", subject: "Late call", span: timed("2026-11-02T22:30", "2026-11-02T23:00")),
    ]
    let list = try list(events, days("2026-11-02", "2026-11-09"), zone: zone("Europe/Budapest"))
    let page = list.page(events, on: Surface(width: nil))
    try expectGolden(text(page), "across-midnight.txt")
    #expect(page.numbered == ["e2", "e4", "e1", "e3"])
  }

  @Test func `the autumn overlap is told apart`() throws {
    let events = [
      CalendarEvent(
        id: "e2", subject: "Second", span: timed("2026-11-01T06:30", "2026-11-01T07:00")),
      CalendarEvent(
        id: "e1", subject: "First", span: timed("2026-11-01T05:30", "2026-11-01T06:00")),
    ]
    let list = try list(events, days("2026-11-01", "2026-11-03"), zone: zone("America/New_York"))
    let lines = list.page(events, on: Surface(width: 80)).lines.map(\.text)
    #expect(lines[1].contains("01:30 (-04:00)–01:00 (-05:00)"))
    #expect(lines[1].contains("First"))
    #expect(lines[2].contains("01:30 (-05:00)–02:00"))
  }

  @Test func `a day that the zone skipped has no heading`() throws {
    let events = [
      CalendarEvent(id: "e1", subject: "A", span: timed("2011-12-29T20:00", "2011-12-29T21:00")),
      CalendarEvent(id: "e2", subject: "B", span: timed("2011-12-30T20:00", "2011-12-30T21:00")),
      CalendarEvent(
        id: "e3", subject: "C", span: .allDay(first: date("2011-12-29"), end: date("2012-01-01"))),
    ]
    let list = try list(events, days("2011-12-29", "2012-01-01"), zone: zone("Pacific/Apia"))
    let output = text(list.page(events, on: Surface(width: 80)))
    #expect(output.contains("Thu 29 Dec 2011\n"))
    #expect(output.contains("Sat 31 Dec 2011\n"))
    #expect(!output.contains("30 Dec"))
    #expect(output.contains("10:00–11:00"))
  }

  @Test func `private is not the same as nameless`() throws {
    let events = [
      CalendarEvent(
        id: "e1", subject: "Private appointment",
        span: timed("2026-04-14T13:00", "2026-04-14T14:00"), sensitivity: .private),
      CalendarEvent(
        id: "e2", span: timed("2026-04-14T15:00", "2026-04-14T16:00"), sensitivity: .private),
      CalendarEvent(
        id: "e3", subject: " \u{200F}", span: timed("2026-04-14T17:00", "2026-04-14T18:00")),
    ]
    let lines = list(events, nil, zone: .utc).page(events, on: Surface(width: 80)).lines.map(\.text)
    #expect(lines[1].contains("Private appointment"))
    #expect(lines[2].contains("(private)"))
    #expect(lines[3].contains("(no subject)"))
  }

  @Test func `cancelled is a fact, not a prefix`() {
    let events = [
      CalendarEvent(
        id: "e1", subject: "Canceled: Budget", span: timed("2026-04-15T09:00", "2026-04-15T10:00"),
        isCancelled: true, showAs: .free),
      CalendarEvent(
        id: "e2", subject: "Abgesagt: Planung", span: timed("2026-04-15T10:00", "2026-04-15T11:00"),
        isCancelled: true),
      CalendarEvent(
        id: "e3", subject: "Canceled: a film review",
        span: timed("2026-04-15T11:00", "2026-04-15T12:00")),
      CalendarEvent(
        id: "e4", subject: "Budget", span: timed("2026-04-15T12:00", "2026-04-15T13:00"),
        isCancelled: true, kind: .exception),
    ]
    let lines = list(events, days("2026-04-15", "2026-04-16"), zone: .utc)
      .page(events, on: Surface(width: 80)).lines.map(\.text)
    #expect(lines[1...4].map { $0.contains("  cancelled") } == [true, true, false, true])
    #expect(lines[3].contains("Canceled: a film review"))
    #expect(lines.last == "4 events, 3 cancelled")
  }

  @Test func `nothing remote is obeyed, wherever it stands`() {
    let evil = "\u{1b}]52;c;Y3VybCB4\u{07}Lunch\u{9b}31m\r\n\u{202e}"
    let event = CalendarEvent(
      id: "e1", subject: evil, span: timed("2026-04-15T09:00", "2026-04-15T10:00"),
      isOrganizer: false,
      organizer: Person(name: evil, address: nil), location: evil, calendarName: evil)
    var list = list([event], nil, zone: .utc)
    list.namesCalendars = true
    for width in [nil, 20, 80, 200] as [Int?] {
      let output = text(list.page([event], on: Surface(width: width)))
      #expect(output.contains("Lunch"))
      #expect(
        !output.unicodeScalars.contains {
          $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0 == "\u{202e}"
        })
    }
  }

  @Test func `a subject of 5000 letters is whole in a file and cut on a terminal`() {
    let long = String(repeating: "W", count: 5000)
    var event = CalendarEvent(
      id: "e1", subject: long, span: timed("2026-04-15T09:00", "2026-04-15T10:00"), organizer: lena)
    event.isOrganizer = false
    let list = list([event], nil, zone: .utc)
    #expect(text(list.page([event], on: Surface(width: nil))).contains(long + "  "))
    for width in 1...200 {
      let lines = list.page([event], on: Surface(width: width)).lines
      #expect(lines.allSatisfy { $0.cells <= width })
      if width >= 11 { #expect(lines.contains { $0.text.contains("09:00–10:00") }) }
      if width >= 30 { #expect(lines.contains { $0.text.contains("…") }) }
    }
  }

  @Test func `an empty list says so`() {
    let range = days("2026-11-30", "2026-12-07")
    let page = list([], range, zone: .utc).page([], on: Surface(width: 80))
    #expect(page.lines.map(\.text) == ["No events from Mon 30 Nov 2026 to Sun 6 Dec 2026"])
    #expect(
      list([], days("2026-11-30", "2026-12-01"), zone: .utc).page([], on: Surface(width: 80)).lines
        .map(\.text) == ["No events on Mon 30 Nov 2026"])
  }
}
