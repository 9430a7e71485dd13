import CalendarTime
import Calendaring
import JSON
import Rendering
import Terminal
import TestSupport
import Testing

@Suite struct EventDetailsTests {
  private func text(_ details: EventDetails, zone: Zone, width: Int?) -> String {
    details.lines(
      time: TimeText(zone: zone), now: utc("2026-12-04T13:10"), on: Surface(width: width)
    )
    .rendered(colored: false)
  }

  private var review: EventDetails {
    var event = busyWeek[6]
    event.attendees = [
      Attendee(person: alex, response: .accepted),
      Attendee(
        person: Person(name: "Room 4", address: "room4@contoso.example"), role: .resource,
        response: .accepted),
      Attendee(person: Person(name: "List only", address: nil), role: .optional),
      Attendee(person: Person(name: nil, address: "x@contoso.example"), response: .declined),
    ]
    event.categories = ["Red", "Travel"]
    event.isOnlineMeeting = true
    event.joinURL = "https://teams.example/l/meetup-join/19%3ameeting_abcdef0123456789/0?context=x"
    var details = EventDetails(event: event)
    details.shortID = "tn6f"
    details.reminderMinutes = 15
    details.written = WrittenZones(start: "Pacific Standard Time")
    details.importance = "high"
    details.changed = utc("2026-11-20T10:00")
    details.body = .init(
      text:
        "<html><body><p>Agenda&nbsp;for the day, which is a long sentence that must be wrapped on a terminal.</p><ul><li>Numbers</li><li>Plans</li></ul></body></html>",
      isHTML: true)
    return details
  }

  @Test(arguments: [20, 60, 80, 120, 200])
  func `all that is known of an event`(width: Int) throws {
    let output = try text(review, zone: zone("Europe/Berlin"), width: width)
    for line in output.split(separator: "\n") { #expect(DisplayWidth.of(line) <= width) }
    try expectGolden(output, "show-\(width).txt")
  }

  @Test func `in a file nothing is wrapped`() throws {
    try expectGolden(text(review, zone: zone("Europe/Berlin"), width: nil), "show-file.txt")
  }

  @Test func `a large list of people is counted, not printed`() {
    var details = EventDetails(event: busyWeek[0])
    details.event.attendees = (1...484).map {
      Attendee(person: Person(name: nil, address: "guest\($0)@adventure-works.example"))
    }
    let output = text(details, zone: .utc, width: 80)
    #expect(output.contains("484 people"))
    #expect(output.contains("474 more"))
    #expect(!output.contains("guest11@"))
  }

  @Test(arguments: [
    ("2026-11-30T09:00", "2026-11-30T09:30", "Mon 30 Nov 2026 09:00–09:30"),
    ("2026-11-30T09:00", "2026-11-30T09:00", "Mon 30 Nov 2026 09:00"),
    ("2026-11-30T22:00", "2026-12-01T00:00", "Mon 30 Nov 2026 22:00–00:00"),
    ("2026-11-30T22:00", "2026-12-01T05:00", "Mon 30 Nov 2026 22:00 – Tue 1 Dec 2026 05:00"),
  ])
  func `when it is`(start: String, end: String, expected: String) {
    let event = CalendarEvent(id: "e", span: timed(start, end))
    let line = text(EventDetails(event: event), zone: .utc, width: nil).split(separator: "\n")[1]
    #expect(line.hasSuffix("  " + expected))
  }

  @Test func `nothing sentinel is printed and nothing remote is obeyed`() {
    let evil = "\u{1b}[2Jx\u{9b}31m"
    var event = CalendarEvent(
      id: "e", subject: evil, span: .allDay(first: date("2026-11-30"), end: date("2026-12-03")),
      organizer: Person(name: nil, address: nil),
      attendees: [Attendee(person: Person(name: evil, address: nil))], location: evil,
      categories: [evil])
    event.calendarName = evil
    var details = EventDetails(event: event)
    details.body = .init(text: evil + "\r\nline\u{07}", isHTML: false)
    for width in [nil, 1, 30, 80] as [Int?] {
      let output = text(details, zone: .utc, width: width)
      #expect(!output.contains("nil") && !output.contains("Optional"))
      #expect(
        !output.unicodeScalars.contains {
          $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
        })
    }
  }
}
