import CalendarTime
import FoundationEssentials
import JSON

/// A month of a project lead at a harbour company, her colleagues, and somebody's personal mailbox.
///
/// Everything is placed by the week of the clock, so that the demo looks alive whenever it runs, and
/// the same clock gives the same mailboxes.
struct DemoSeed {
  /// The Monday of the clock's week where Mira works.
  let monday: CalendarDate
  /// The clock on her wall.
  let wall: WallTime

  /// Middle European time by its rules since 1996, so that the demo needs no zone data.
  init(now: Date) {
    let second = now.unixSecond
    let offset = Self.isSummer(second) ? 7200 : 3600
    let local = second + offset
    let today = CalendarDate(daysSinceEpoch: local.flooredQuotient(86_400))
    wall = WallTime(date: today, secondOfDay: local.flooredRemainder(86_400))
    monday = today.adding(days: 1 - today.weekday.rawValue)
  }

  /// Whether it is between the last Sundays of March and October, 01:00 UTC.
  private static func isSummer(_ second: Int) -> Bool {
    let year = CalendarDate(daysSinceEpoch: second.flooredQuotient(86_400)).year
    func change(_ month: Int) -> Int {
      guard let last = CalendarDate(year: year, month: month, day: 31) else { return second }
      return last.adding(days: -(last.weekday.rawValue % 7)).daysSinceEpoch * 86_400 + 3600
    }
    return second >= change(3) && second < change(10)
  }

  var people: [Seed.Person] {
    let directory = EmulatorDirectory.demo
    let contents = [mira, jonas, aiko, sam]
    let users = directory.users.enumerated().map { index, user in
      Seed.Person(user: user, content: index < contents.count ? contents[index] : [:])
    }
    let resources = directory.resources.map { resource in
      Seed.Person(
        user: resource,
        content: resource.purpose == .shared ? frontDesk : room(resource.displayName))
    }
    return users + resources
  }

  // MARK: Mailboxes

  private var mira: JSONObject {
    var month = DemoEvents(monday: monday, wall: wall)
    month.addMonth()
    return [
      "mailboxSettings": .object(Self.miraSettings),
      "masterCategories": [
        ["displayName": "Team", "color": "preset4"],
        ["displayName": "Travel", "color": "preset7"],
        ["displayName": "Customer", "color": "preset1"],
        ["displayName": "Personal", "color": "preset8"],
        ["displayName": "Important", "color": "preset0"],
      ],
      "photo": .string(Base64.text(DemoPicture.png(hue: 200), alphabet: .plain)),
      "calendars": [
        [
          "name": "Holidays", "color": "lightGreen", "canEdit": false, "canShare": false,
          "events": .array(month.holidays),
        ],
        ["name": "Team", "color": "lightOrange", "events": .array(month.team)],
      ],
      "events": .array(month.events), "contacts": .array(DemoContacts.own),
      "contactFolders": .array(DemoContacts.folders),
    ]
  }

  private var jonas: JSONObject {
    var week = DemoEvents(monday: monday, wall: wall)
    week.addJonas()
    return [
      "mailboxSettings": .object(
        Self.settings(
          zone: "W. Europe Standard Time", locale: "en-US", dates: "M/d/yyyy", times: "h:mm tt")),
      "calendars": [Self.shared([(.mira, "read")])],
      "events": .array(week.events),
    ]
  }

  private var aiko: JSONObject {
    var week = DemoEvents(monday: monday, wall: wall)
    week.addAiko()
    return [
      "mailboxSettings": .object(
        Self.settings(
          zone: "Tokyo Standard Time", locale: "ja-JP", dates: "yyyy/MM/dd", times: "H:mm")),
      "photo": .string(Base64.text(DemoPicture.png(hue: 330), alphabet: .plain)),
      "calendars": [
        Self.shared([(.mira, "delegateWithoutPrivateEventAccess"), (.jonas, "write")])
      ],
      "events": .array(week.events),
    ]
  }

  /// The mailbox that the colleagues share, which Mira has all of.
  private var frontDesk: JSONObject {
    var week = DemoEvents(monday: monday, wall: wall)
    week.addFrontDesk()
    return [
      "calendars": [
        Self.shared([(.mira, "delegateWithPrivateEventAccess"), (.jonas, "read")])
      ],
      "events": .array(week.events),
    ]
  }

  private func room(_ name: String) -> JSONObject {
    var week = DemoEvents(monday: monday, wall: wall)
    week.addBookings(of: name)
    return ["events": .array(week.events)]
  }

  private var sam: JSONObject {
    var week = DemoEvents(monday: monday, wall: wall, zone: "Pacific Standard Time")
    week.addSam()
    return [
      "mailboxSettings": .object(
        Self.settings(
          zone: "America/Los_Angeles", locale: "en-US", dates: "M/d/yyyy", times: "h:mm tt")),
      "events": .array(week.events), "contacts": .array(DemoContacts.ofSam),
    ]
  }

  /// The default calendar, shared with some people.
  private static func shared(_ people: [(person: DemoPerson, role: String)]) -> JSON {
    [
      "name": "Calendar", "isDefaultCalendar": true,
      "calendarPermissions": .array(
        people.map { ["emailAddress": $0.person.emailAddress, "role": .string($0.role)] }),
    ]
  }

  // MARK: Settings

  static let miraSettings = settings(
    zone: "W. Europe Standard Time", locale: "en-GB", dates: "dd/MM/yyyy", times: "HH:mm")

  private static func settings(
    zone: String, locale: String, dates: String, times: String
  ) -> JSONObject {
    var settings = Mailbox.defaultSettings
    settings["timeZone"] = .string(zone)
    settings["language"] = MailboxLanguages.language(locale)?.resource ?? .null
    settings["dateFormat"] = .string(dates)
    settings["timeFormat"] = .string(times)
    settings["workingHours"] = [
      "daysOfWeek": ["monday", "tuesday", "wednesday", "thursday", "friday"],
      "startTime": "08:30:00.0000000", "endTime": "17:00:00.0000000",
      "timeZone": ["name": .string(zone)],
    ]
    return settings
  }
}
