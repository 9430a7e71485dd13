package import FoundationEssentials
import CalendarTime
import JSON

/// Many made-up events and contacts, the same ones for the same numbers and clock.
///
/// Events lie in the half year before and the half year after the clock, all hours and weekdays that
/// people meet at; one in a hundred is a series. They are met by a thousand people, who are the first of
/// the contacts, and are called so in all events; now and then by their address alone, as some programs do.
package struct RandomMailbox: Sendable {
  package var events: Int
  package var contacts: Int
  package var seed: UInt64
  package var now: Date

  private static let zones = [
    "W. Europe Standard Time", "W. Europe Standard Time", "UTC", "Eastern Standard Time",
    "India Standard Time", "Tokyo Standard Time", "Pacific Standard Time", "Europe/Berlin",
  ]
  private static let circle = 1000
  private static let lengths = [15, 30, 30, 30, 45, 60, 60, 60, 90, 120, 240]

  func fill(_ mailbox: Mailbox) throws(GraphError) {
    var random = SplitMix(seed: seed)
    let folder = try mailbox.defaultContactFolder()
    for number in 0..<contacts {
      try mailbox.insert(
        .contact, in: folder.number,
        try ContactBody.created(from: contact(number, &random)), created: now)
    }
    let calendar = try mailbox.defaultCalendar()
    for number in 0..<events {
      let properties = try EventProperties(
        event(number, &random), zones: mailbox.store.zones)
      var document = try NewEvent(mailbox: mailbox).document(properties, calendar: calendar)
      if random.chance(2) { document["isCancelled"] = true }
      if random.chance(20) {
        document["organizer"] = [
          "emailAddress": person(&random)["emailAddress"] ?? .null
        ]
        document["isOrganizer"] = false
        let answer = random.one(of: ["accepted", "tentativelyAccepted", "notResponded"])
        document["responseStatus"] = [
          "response": .string(answer), "time": "0001-01-01T00:00:00Z",
        ]
      }
      try mailbox.addEvent(document, in: calendar, created: now)
    }
  }

  private func event(_ number: Int, _ random: inout SplitMix) -> JSONObject {
    let today = Zone.utc.wallTime(at: now).date
    let day = today.adding(days: random.below(365) - 182)
    let zone = random.one(of: Self.zones)
    var event: JSONObject = [
      "subject": .string(
        "\(random.one(of: MadeUpWords.topics)) \(random.one(of: MadeUpWords.kinds)) \(number)"),
      "showAs": .string(random.one(of: ["busy", "busy", "busy", "tentative", "free", "oof"])),
      "sensitivity": random.chance(2) ? "private" : "normal",
    ]
    if random.chance(5) {
      event["isAllDay"] = true
      event["start"] = time(day, 0, zone)
      event["end"] = time(day.adding(days: 1 + random.below(3)), 0, zone)
    } else {
      let start = 7 * 60 + 15 * random.below(48)
      let end = start + random.one(of: Self.lengths)
      event["start"] = time(day, start, zone)
      event["end"] = time(day.adding(days: end / 1440), end % 1440, zone)
    }
    if random.chance(50) {
      event["location"] = ["displayName": .string(random.one(of: MadeUpWords.places))]
    }
    if random.chance(30) {
      event["attendees"] = .array((0...random.below(4)).map { _ in person(&random) })
    }
    if random.chance(10) {
      event["categories"] = [.string(random.one(of: ["Team", "Travel", "Customer"]))]
    }
    if random.chance(1) {
      event["recurrence"] = [
        "pattern": [
          "type": "weekly", "interval": 1, "daysOfWeek": [.string("\(day.weekday)")],
          "firstDayOfWeek": "monday",
        ],
        "range": ["type": "numbered", "startDate": .string("\(day)"), "numberOfOccurrences": 10],
      ]
    }
    return event
  }

  private func contact(_ number: Int, _ random: inout SplitMix) -> JSONObject {
    let (given, surname) = name(of: number)
    let company = random.one(of: MadeUpWords.companies)
    var contact: JSONObject = [
      "givenName": .string(given), "surname": .string(surname), "companyName": .string(company),
      "emailAddresses": [
        [
          "name": .string("\(given) \(surname)"), "address": .string(Self.address(of: number)),
        ]
      ],
      "mobilePhone": .string("+1 555 01\((number % 100).padded(to: 2)) \(number)"),
    ]
    if random.chance(30) {
      let day = CalendarDate(daysSinceEpoch: random.below(14_000) - 7000)
      contact["birthday"] = .string("\(day)T00:00:00Z")
    }
    if random.chance(30) {
      contact["businessPhones"] = [.string("+49 30 555 \(number)")]
      contact["jobTitle"] = .string(random.one(of: MadeUpWords.jobs))
    }
    return contact
  }

  private func person(_ random: inout SplitMix) -> JSON {
    let number = random.below(Self.circle)
    let (given, surname) = name(of: number)
    let address = Self.address(of: number)
    return [
      "type": "required",
      "emailAddress": [
        "name": .string(random.chance(5) ? address : "\(given) \(surname)"),
        "address": .string(address),
      ],
    ]
  }

  private static func address(of number: Int) -> String { "person\(number)@mail.example" }

  /// Everybody has one name, in the address book as in events.
  private func name(of number: Int) -> (given: String, surname: String) {
    var random = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    return (random.one(of: MadeUpWords.givenNames), random.one(of: MadeUpWords.surnames))
  }

  private func time(_ day: CalendarDate, _ minute: Int, _ zone: String) -> JSON {
    let clock = "\((minute / 60).padded(to: 2)):\((minute % 60).padded(to: 2)):00"
    return ["dateTime": .string("\(day)T\(clock)"), "timeZone": .string(zone)]
  }
}

/// What made-up things are called.
enum MadeUpWords {
  static let topics = [
    "Budget", "Roadmap", "Launch", "Hiring", "Security", "Support", "Harbour", "Crane", "Pilot",
    "Design", "Research", "Café ☕", "予算", "港湾", "Réunion", "Größe", "Бюджет", "🚢 Cargo",
  ]
  static let kinds = [
    "review", "sync", "planning", "workshop", "call", "retro", "demo", "interview", "会議", "🎯",
  ]
  static let places = [
    "Dock 5", "Pier 3", "Lighthouse room", "Online", "Kaffeküche", "第三会議室", "Room 42, 2nd floor",
  ]
  static let givenNames = [
    "Ana", "Björn", "Chloé", "Dmitri", "Emre", "Fatima", "Goran", "Hana", "Ingrid", "José", "Kofi",
    "Léa", "Mehmet", "Nia", "Ólafur", "Priya", "Quinn", "Rosa", "Søren", "太郎", "美咲", "Yara", "Zoë",
  ]
  static let surnames = [
    "Almeida", "Bergström", "Castillo", "Dvořák", "Eriksen", "Fischer", "García", "Haddad", "Iyer",
    "Jansen", "Kowalski", "Lindgren", "Müller", "Nakamura", "O'Hara", "Petrov", "Quispe", "Rossi",
    "Sato", "佐藤", "Tanaka", "Urquhart", "van der Berg", "Yılmaz",
  ]
  static let companies = [
    "Adventure Works", "Contoso", "Fabrikam", "Northwind Traders", "Tailspin Toys",
    "Woodgrove Bank",
  ]
  static let jobs = [
    "Engineer", "Designer", "Analyst", "Captain", "Buyer", "Accountant", "Researcher",
  ]
}
