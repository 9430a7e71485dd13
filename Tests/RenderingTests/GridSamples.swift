import CalendarTime
import Calendaring
import Rendering
import Terminal

private func event(
  _ id: String, _ subject: String?, _ start: String, _ end: String,
  _ change: (inout CalendarEvent) -> Void = { _ in }
) -> CalendarEvent {
  var event = CalendarEvent(id: id, subject: subject, span: timed(start, end), organizer: alex)
  change(&event)
  return event
}

private func allDay(
  _ id: String, _ subject: String, _ first: String, _ end: String,
  _ change: (inout CalendarEvent) -> Void = { _ in }
) -> CalendarEvent {
  var event = CalendarEvent(
    id: id, subject: subject, span: .allDay(first: date(first), end: date(end)), organizer: alex)
  change(&event)
  return event
}

/// What a grid finds hard, in the week of Monday 30 November 2026 and in Berlin's winter time.
let gridWeek: [CalendarEvent] = [
  allDay("a1", "Offsite", "2026-11-28", "2026-12-02") {
    $0.location = "Lake Balaton"
    $0.showAs = .oof
  },
  allDay("a2", "Company holiday", "2026-12-01", "2026-12-02") { $0.showAs = .free },
  allDay("a3", "Release 4.2 発売日", "2026-12-03", "2026-12-04") { $0.categories = ["Important"] },
  allDay("a4", "Working from Hamburg", "2026-12-02", "2026-12-05") {
    $0.showAs = .workingElsewhere
  },
  event("t1", "Inbox and plan for the week", "2026-11-30T08:00", "2026-11-30T09:00") {
    $0.showAs = .free
  },
  event("t2", "Daily stand-up", "2026-11-30T08:15", "2026-11-30T08:30") { $0.kind = .occurrence },
  event("t3", "Sprint planning", "2026-11-30T09:00", "2026-11-30T10:30") {
    $0.location = "Dock 5"
    $0.categories = ["team"]
  },
  event("t4", "Handover with Pune", "2026-11-30T12:00", "2026-11-30T12:45"),
  event("t5", "Feedback", "2026-11-30T12:45", "2026-11-30T13:30"),
  event("t6", "Daily stand-up", "2026-12-01T08:15", "2026-12-01T08:30") { $0.kind = .occurrence },
  event("t7", "Lunch with Priya 🍜", "2026-12-01T11:00", "2026-12-01T12:00") {
    $0.location = "Ramen Hafen"
    $0.categories = ["Personal"]
  },
  event("t8", "Finance review", "2026-12-01T10:00", "2026-12-01T11:00") {
    $0.isOrganizer = false
    $0.response = .accepted
  },
  event("t9", "Budget", "2026-12-01T14:00", "2026-12-01T15:00") {
    $0.isOrganizer = false
    $0.response = .declined
  },
  event("w1", "Design review: crane console", "2026-12-02T09:00", "2026-12-02T10:30") {
    $0.location = "Lighthouse room"
    $0.categories = ["Important"]
  },
  event("w2", "Vendor call, Kotva", "2026-12-02T10:00", "2026-12-02T11:00") {
    $0.showAs = .tentative
    $0.isOnlineMeeting = true
  },
  event("w3", "Budget Q&A", "2026-12-02T10:15", "2026-12-02T10:45") { $0.location = "Online" },
  event("w4", "Night shift", "2026-12-02T21:30", "2026-12-03T04:00") { $0.location = "Plant 2" },
  event("h1", "Colour workshop 色彩ワークショップ", "2026-12-03T10:00", "2026-12-03T11:30") {
    $0.isOrganizer = false
    $0.response = .notResponded
    $0.organizer = lena
  },
  event("h2", "Canceled: Launch rehearsal", "2026-12-03T15:00", "2026-12-03T16:00") {
    $0.isCancelled = true
    $0.showAs = .free
  },
  event("h3", nil, "2026-12-03T13:00", "2026-12-03T14:00") {
    $0.sensitivity = .private
    $0.isOrganizer = false
    $0.response = .accepted
  },
  event("f1", "Dentist", "2026-12-04T07:00", "2026-12-04T07:45") {
    $0.showAs = .oof
    $0.sensitivity = .private
  },
  event("f2", "👩‍👩‍👧‍👦 family day 🇭🇺 ✈️ to Pécs", "2026-12-04T12:00", "2026-12-04T13:30") {
    $0.showAs = .free
  },
  event("f3", "פגישה עם הצוות", "2026-12-04T14:00", "2026-12-04T15:00") {
    $0.location = "חדר 4"
  },
  event("f4", "Deadline: filing with the port authority", "2026-12-04T16:00", "2026-12-04T16:00"),
  event("s1", "Migration", "2026-12-05T20:00", "2026-12-16T08:00") { $0.showAs = .oof },
  event("s2", "Donaudampfschifffahrtsgesellschaft", "2026-12-05T09:00", "2026-12-05T15:00") {
    $0.showAs = .free
    $0.categories = ["Personal"]
  },
]

let gridPalette = EventPalette(categories: [
  "Team": .blue, "Important": .red, "Personal": .green,
])

let gridShortIDs = Dictionary(
  gridWeek.map { ($0.id, "k" + $0.id + "x") }, uniquingKeysWith: { first, _ in first })
