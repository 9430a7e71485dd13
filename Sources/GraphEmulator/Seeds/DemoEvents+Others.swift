import CalendarTime
import JSON

extension DemoEvents {
  /// Days on which nobody works, around the clock's year.
  var holidays: [JSON] {
    let days = [
      ("New Year's Day", 1, 1), ("Labour Day", 5, 1), ("Midsummer Day", 6, 24),
      ("Christmas Eve", 12, 24), ("Christmas Day", 12, 25), ("Second Day of Christmas", 12, 26),
      ("New Year's Eve", 12, 31),
    ]
    let year = monday.year
    return (max(year - 1, 1)...min(year + 1, 9998)).flatMap { year in
      days.compactMap { name, month, day in
        CalendarDate(year: year, month: month, day: day).map { date in
          allDay(name, date, ["createdDateTime": "2020-01-01T00:00:00Z"])
        }
      }
    }
  }

  /// The calendar of the team: who is on call, who is away.
  var team: [JSON] {
    [
      allDay(
        "On call: Jonas", from: -14, days: 7,
        ["recurrence": weekly([.monday], from: -14, every: 2)]),
      allDay(
        "On call: Mira", from: -7, days: 7,
        ["recurrence": weekly([.monday], from: -7, every: 2)]),
      allDay("Aiko away 🏖️", from: 9, days: 9, ["showAs": "oof"]),
      event("Team breakfast 🥐", on: 4, "08:30", "09:15"),
    ]
  }

  /// Jonas's own week.
  mutating func addJonas() {
    add("Crane firmware", on: 1, "09:45", "11:45")
    add("Physio", on: 3, "12:00", "13:00", ["sensitivity": "private", "showAs": "oof"])
    add("Bench test", on: 4, "13:00", "15:00")
    add(
      "1:1 Mira", on: -27, "14:00", "14:30",
      [
        "recurrence": weekly([.tuesday], from: -27, times: 20),
        "organizer": Self.organizer(.mira), "responseStatus": Self.answer("accepted"),
        "attendees": [DemoPerson.jonas.attending("accepted")],
      ])
    add("Focus", on: 0, "13:00", "17:00", ["recurrence": weekly([.monday], from: 0, times: 10)])
  }

  /// Aiko's own week, from Tokyo.
  mutating func addAiko() {
    add("デザイン検討", on: 1, "10:00", "11:30", in: "Tokyo Standard Time")
    add("Colour workshop 色彩ワークショップ", on: 3, "11:00", "12:30")
    add(allDay("休暇", from: 9, days: 9, ["showAs": "oof"]))
  }

  /// Who sits at the front desk, and who comes.
  mutating func addFrontDesk() {
    add(
      "Desk: Jonas", on: 0, "08:00", "12:00",
      ["recurrence": weekly([.monday, .wednesday], from: 0), "showAs": "free"])
    add(
      "Visitors from Kotva, 6 people", on: 2, "09:30", "10:00", ["location": Self.place("Gate 2")])
    add("Post office", on: 3, "14:00", "14:30")
  }

  /// What a room is taken for, under the names of those who took it.
  mutating func addBookings(of room: String) {
    switch room {
    case "Dock 5":
      add(
        "Mira Lindqvist", on: -14, "10:00", "11:30",
        [
          "recurrence": weekly([.monday], from: -14, every: 2),
          "organizer": Self.organizer(.mira), "responseStatus": Self.answer("accepted"),
        ])
      add("Jonas Okafor", on: 2, "10:00", "12:00", ["organizer": Self.organizer(.jonas)])
    case "Lighthouse room":
      add(
        "Mira Lindqvist", on: 2, "10:00", "11:30",
        ["organizer": Self.organizer(.mira), "responseStatus": Self.answer("accepted")])
    default: break
    }
  }

  /// The small calendar of a personal account.
  mutating func addSam() {
    add("Farmers' market", on: 5, "09:00", "10:30")
    add("Soccer practice ⚽", on: 2, "17:30", "19:00", ["recurrence": weekly([.wednesday], from: 2)])
    add("Call Grandma", on: 6, "16:00", "16:30", ["isReminderOn": true])
    add(allDay("Rent due", from: 4))
    add("Movie night 🍿", on: 4, "20:00", "23:30", ["location": Self.place("Home")])
  }
}
