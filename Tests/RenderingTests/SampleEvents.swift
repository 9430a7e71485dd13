import CalendarTime
import Calendaring
import FoundationEssentials
import Rendering
import Terminal

/// A date of RFC 3339.
func date(_ text: String) -> CalendarDate {
  CalendarDate(parsing: text) ?? .init(daysSinceEpoch: 0)
}

/// The instant of a UTC wall time: `2026-11-30T08:00`.
func utc(_ text: String) -> Date {
  let clock = text.suffix(5).split(separator: ":").compactMap { Int($0) }
  return Zone.utc.instant(
    of: WallTime(date: date(String(text.prefix(10))), hour: clock[0], minute: clock[1]))
}

func timed(_ start: String, _ end: String) -> EventSpan { .timed(start: utc(start), end: utc(end)) }

func days(_ first: String, _ end: String) -> Range<CalendarDate> { date(first)..<date(end) }

/// A zone of the machine's data.
func zone(_ name: String) throws -> Zone {
  try ZoneDatabase.system(environment: [:]).zone(named: name)
}

let lena = Person(name: "Lena Fog", address: "lena@contoso.example")
let alex = Person(name: "Alex Wilber", address: "alex@contoso.example")

/// A week with something of everything, around Monday 30 November 2026.
let busyWeek: [CalendarEvent] = [
  CalendarEvent(
    id: "e1", subject: "Stand-up", span: timed("2026-11-30T08:00", "2026-11-30T08:30"),
    organizer: alex, location: "Room 4", kind: .occurrence, isOnlineMeeting: true),
  CalendarEvent(
    id: "e2", subject: "会議室の予約 と 打ち合わせ", span: timed("2026-11-30T12:00", "2026-11-30T13:00"),
    organizer: alex, location: "東京オフィス"),
  CalendarEvent(
    id: "e3", subject: "Company holiday",
    span: .allDay(first: date("2026-12-01"), end: date("2026-12-02")),
    organizer: alex, showAs: .free),
  CalendarEvent(
    id: "e4", subject: "Canceled: Budget", span: timed("2026-12-01T09:00", "2026-12-01T10:00"),
    isCancelled: true, isOrganizer: false, organizer: lena, showAs: .free),
  CalendarEvent(
    id: "e5", subject: "Night shift", span: timed("2026-12-02T22:00", "2026-12-03T05:00"),
    organizer: alex, location: "Plant 2"),
  CalendarEvent(
    id: "e6", span: timed("2026-12-03T14:00", "2026-12-03T15:00"), isOrganizer: false,
    organizer: lena, sensitivity: .private, response: .accepted),
  CalendarEvent(
    id: "e7", subject: "Quarterly review with the whole of the sales department and their guests",
    span: timed("2026-12-04T13:00", "2026-12-04T15:30"), isOrganizer: false, organizer: lena,
    location: "Large meeting room on the second floor, next to the kitchen", response: .notResponded
  ),
  CalendarEvent(
    id: "e8", subject: "👩‍👩‍👧‍👦 picnic 🇭🇺", span: timed("2026-12-05T11:00", "2026-12-05T11:00"),
    organizer: alex, showAs: .tentative),
  CalendarEvent(
    id: "e9", subject: "Migration", span: timed("2026-12-05T20:00", "2026-12-16T08:00"),
    organizer: alex, showAs: .oof),
  CalendarEvent(
    id: "e10", subject: "",
    span: .unknownZone(
      name: "Customized Time Zone", start: WallTime(date: date("2026-12-06"), hour: 14, minute: 0),
      end: WallTime(date: date("2026-12-06"), hour: 15, minute: 0)), organizer: lena),
  CalendarEvent(
    id: "e11", subject: "Offsite",
    span: .allDay(first: date("2026-11-28"), end: date("2026-12-02")),
    organizer: lena, location: "Lake Balaton"),
]

let shortIDs = [
  "e1": "kx7q", "e2": "m3vb", "e3": "pq8r", "e4": "ab3d", "e5": "zz9y", "e6": "hw2c", "e7": "tn6f",
  "e8": "r4ea", "e9": "gu5s", "e10": "yb8k", "e11": "c7pm",
]
