import CalendarTime
import JSON

extension DemoEvents {
  /// Mira's default calendar: three weeks back to four weeks ahead.
  mutating func addMonth() {
    addSeries()
    addThisWeek()
    addInvitations()
    addOtherZones()
    addOtherWeeks()
  }

  private mutating func addSeries() {
    add(
      "Daily stand-up", on: -21, "09:15", "09:30",
      [
        "recurrence": weekly([.monday, .tuesday, .wednesday, .thursday, .friday], from: -21),
        "attendees": [
          DemoPerson.jonas.attending("accepted"), DemoPerson.aiko.attending("accepted"),
        ],
        "isOnlineMeeting": true, "onlineMeetingProvider": "teamsForBusiness",
        "categories": ["Team"], "reminderMinutesBeforeStart": 5,
        "body": Self.html("What we did, what we do, what is in the way."),
      ])
    let moved = day(1)
    add(
      "1:1 Jonas", on: -27, "14:00", "14:30",
      [
        "recurrence": weekly([.tuesday], from: -27, times: 20),
        "attendees": [DemoPerson.jonas.attending("accepted")],
        "location": Self.place("Pier 3"),
        "exceptionOccurrences": [
          [
            // 14:00 in winter or summer is on this day in UTC, too.
            "originalStart": .string("\(moved)T12:00:00Z"), "subject": "1:1 Jonas, in the canteen",
            "start": time(moved, "15:30"), "end": time(moved, "16:00"),
            "location": Self.place("Canteen"),
          ]
        ],
        "cancelledOccurrences": [.string("\(day(8))")],
      ])
    add(
      "Sprint planning", on: -14, "10:00", "11:30",
      [
        "recurrence": weekly([.monday], from: -14, every: 2),
        "attendees": [
          DemoPerson.jonas.attending("accepted"), DemoPerson.aiko.attending("tentativelyAccepted"),
          DemoPerson.room.attending("accepted", type: "resource"),
        ],
        "location": [
          "displayName": "Dock 5", "locationEmailAddress": "dock5@harbor.example",
          "locationType": "conferenceRoom",
        ],
        "categories": ["Team"],
      ])
    let firstTuesday = self.firstTuesday
    add(
      .object([
        "subject": "Finance review", "start": time(firstTuesday, "11:00"),
        "end": time(firstTuesday, "12:00"), "organizer": Self.organizer(.leila),
        "responseStatus": Self.answer("accepted", "\(day(-30))T09:00:00Z"),
        "attendees": [DemoPerson.mira.attending("accepted"), DemoPerson.tomas.attending()],
        "recurrence": [
          "pattern": [
            "type": "relativeMonthly", "interval": 1, "daysOfWeek": ["tuesday"], "index": "first",
          ],
          "range": ["type": "noEnd", "startDate": .string("\(firstTuesday)")],
        ],
      ]))
    add(
      "Choir 🎶", on: -18, "19:30", "21:30",
      [
        "recurrence": weekly([.thursday], from: -18), "sensitivity": "personal",
        "categories": ["Personal"], "location": Self.place("St. Nikolai"), "showAs": "free",
      ])
  }

  /// The first Tuesday of the month before the clock's week.
  private var firstTuesday: CalendarDate {
    let (year, month, _) = day(-28).components
    let first = CalendarDate(year: year, month: month, day: 1) ?? day(-28)
    return first.adding(days: (9 - first.weekday.rawValue) % 7)
  }

  private mutating func addThisWeek() {
    let hour = "\(wall.hour.padded(to: 2)):00"
    let next = "\(((wall.hour + 1) % 24).padded(to: 2)):00"
    let today = wall.date.daysSinceEpoch - monday.daysSinceEpoch
    add("Inbox and plan for the week", on: today, hour, next, ["showAs": "free"])
    add(
      "Lunch with Priya 🍜", on: 1, "12:00", "13:00",
      ["location": Self.place("Ramen Hafen"), "categories": ["Personal"]])
    add(
      "Design review: crane console", on: 2, "10:00", "11:30",
      [
        "attendees": [
          DemoPerson.aiko.attending("accepted"), DemoPerson.tomas.attending("declined"),
        ],
        "location": Self.place("Lighthouse room"), "importance": "high",
        "categories": ["Important"],
        "body": Self.html(
          "Bring the <b>latest drawings</b>.</p><ul><li>Lights &amp; colours</li>"
            + "<li>Alarm sounds</li></ul><p>Drawings: <a href=\"https://files.harbor.example/c7\">"
            + "crane 7</a>"),
        "attachments": [
          Self.file("Questions.txt", "Where does the alarm lamp go?\nWho signs the drawings?\n"),
          [
            "name": "Console, front.png",
            "contentBytes": .string(
              Base64.text(DemoPicture.png(hue: 20), alphabet: .plain)),
          ],
        ],
      ])
    add(
      "Vendor call, Kotva", on: 2, "11:00", "12:00",
      [
        "showAs": "tentative", "attendees": [DemoPerson.tomas.attending("notResponded")],
        "isOnlineMeeting": true, "categories": ["Customer"],
      ])
    add("Budget Q&A", on: 2, "11:15", "11:45", ["location": Self.place("Online")])
    add(
      "Canceled: Launch rehearsal", on: 3, "16:00", "17:00",
      [
        "isCancelled": true, "showAs": "free", "organizer": Self.organizer(.jonas),
        "responseStatus": Self.answer("accepted", "\(day(-3))T10:00:00Z"),
        "attendees": [DemoPerson.mira.attending("accepted")],
      ])
    add(
      "Dentist", on: 4, "08:00", "08:45",
      ["sensitivity": "private", "showAs": "oof", "location": Self.place("Dr. Åkesson")])
    add("Server maintenance window", on: 3, "22:30", "01:30", ["showAs": "busy"])
    add(
      "🎂 Birthday cake for Noor 🎉", on: 4, "15:00", "15:30",
      ["showAs": "free", "location": Self.place("Kaffeküche")])
    add("Deadline: filing with the port authority", on: 4, "17:00", "17:00")
    add(allDay("Release day 4.2", from: 3, ["categories": ["Important"]]))
    add(allDay("Working from Hamburg", from: 2, ["showAs": "workingElsewhere"]))
    add(
      "Sailing: last trip of the season ⛵️", on: 5, "10:00", "16:00",
      ["sensitivity": "personal", "categories": ["Personal"], "showAs": "free"])
  }

  private mutating func addInvitations() {
    add(
      "Colour workshop 色彩ワークショップ", on: 3, "11:00", "12:30",
      [
        "organizer": Self.organizer(.aiko), "showAs": "tentative",
        "attendees": [
          DemoPerson.mira.attending("notResponded"), DemoPerson.jonas.attending("accepted"),
        ],
        "body": Self.html("Which blue is the harbour's? どの青が港の色？"),
        "createdDateTime": .string("\(day(-1))T06:10:00Z"),
      ])
    add(
      "Quarterly supplier review", on: 8, "13:00", "15:00",
      [
        "organizer": Self.organizer(.leila), "showAs": "tentative",
        "attendees": [
          DemoPerson.mira.attending("notResponded"),
          DemoPerson.priya.attending("tentativelyAccepted", type: "optional"),
        ],
        "location": Self.place("Fjord Logistics, Bergen"), "categories": ["Customer"],
      ])
    add(
      "Safety drill", on: 7, "14:00", "14:45",
      [
        "organizer": Self.organizer(.jonas), "showAs": "tentative",
        "responseStatus": Self.answer("tentativelyAccepted", "\(day(-2))T08:30:00Z"),
        "attendees": [DemoPerson.mira.attending("tentativelyAccepted")],
      ])
  }

  private mutating func addOtherZones() {
    add(
      "Call with the New York office", on: 1, "10:00", "11:00", in: "Eastern Standard Time",
      ["categories": ["Customer"], "isOnlineMeeting": true])
    add(
      "Handover with Pune", on: 0, "17:30", "18:15", in: "India Standard Time",
      [
        "organizer": Self.organizer(.priya),
        "responseStatus": Self.answer("accepted", "\(day(-5))T04:30:00Z"),
        "attendees": [DemoPerson.mira.attending("accepted")],
      ])
    add("東京オフィス定例", on: 4, "17:30", "18:30", in: "Tokyo Standard Time")
  }

  private mutating func addOtherWeeks() {
    add(
      allDay(
        "Nordic Ports Conference", from: 7, days: 3,
        [
          "showAs": "oof", "categories": ["Travel"],
          "location": Self.place("Göteborg"), "isReminderOn": true,
        ]))
    add("Train to Göteborg", on: 6, "16:05", "19:48", ["categories": ["Travel"], "showAs": "oof"])
    add(allDay("Long weekend in Aarhus", from: -10, days: 4, ["showAs": "oof"]))
    add("Interview: dock planner", on: -6, "13:00", "14:00", ["sensitivity": "confidential"])
    add("Retro", on: -3, "15:00", "16:00", ["categories": ["Team"]])
    add("Handbook, chapter 3", on: -12, "09:45", "12:00")
    add("Pension advice", on: 9, "16:30", "17:15", ["sensitivity": "private"])
    add("Steering group", on: 11, "09:00", "10:30", ["importance": "high"])
    add("Demo for the port authority", on: 15, "13:00", "14:30", ["categories": ["Customer"]])
    add("Parents' evening", on: 17, "18:00", "19:30", ["sensitivity": "personal"])
    add("Year-end numbers", on: 22, "10:00", "12:00")
    add(allDay("Stocktaking", from: 21, days: 2, ["showAs": "busy"]))
  }
}
