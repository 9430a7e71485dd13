import CalendarTime
import JSON

/// Collects events by days of the clock's week and times on the wall.
struct DemoEvents {
  let monday: CalendarDate
  let wall: WallTime
  /// The zone of times that name none.
  let zone: String
  private(set) var events: [JSON] = []

  init(monday: CalendarDate, wall: WallTime, zone: String = "W. Europe Standard Time") {
    self.monday = monday
    self.wall = wall
    self.zone = zone
  }

  // MARK: Building

  func day(_ offset: Int) -> CalendarDate { monday.adding(days: offset) }

  /// A `dateTimeTimeZone`; `clock` is `HH:MM`.
  func time(_ day: CalendarDate, _ clock: String, _ zone: String? = nil) -> JSON {
    ["dateTime": .string("\(day)T\(clock):00"), "timeZone": .string(zone ?? self.zone)]
  }

  /// An event on a day counted from Monday; an end before the start is on the next day.
  func event(
    _ subject: String, on offset: Int, _ start: String, _ end: String, in zone: String? = nil,
    _ more: JSONObject = [:]
  ) -> JSON {
    var event: JSONObject = [
      "subject": .string(subject), "start": time(day(offset), start, zone),
      "end": time(day(end < start ? offset + 1 : offset), end, zone),
      "createdDateTime": .string("\(day(-30))T07:00:00Z"),
    ]
    for (name, value) in more { event[name] = value }
    return .object(event)
  }

  /// An all-day event of some days.
  func allDay(
    _ subject: String, from offset: Int, days: Int = 1, _ more: JSONObject = [:]
  ) -> JSON {
    allDay(subject, day(offset), days: days, more)
  }

  func allDay(
    _ subject: String, _ date: CalendarDate, days: Int = 1, _ more: JSONObject = [:]
  ) -> JSON {
    var event: JSONObject = [
      "subject": .string(subject), "isAllDay": true, "start": time(date, "00:00"),
      "end": time(date.adding(days: days), "00:00"), "showAs": "free", "isReminderOn": false,
      "createdDateTime": .string("\(day(-30))T07:00:00Z"),
    ]
    for (name, value) in more { event[name] = value }
    return .object(event)
  }

  mutating func add(
    _ subject: String, on offset: Int, _ start: String, _ end: String, in zone: String? = nil,
    _ more: JSONObject = [:]
  ) {
    events.append(event(subject, on: offset, start, end, in: zone, more))
  }

  mutating func add(_ event: JSON) { events.append(event) }

  /// A weekly recurrence that starts on a day counted from Monday.
  func weekly(
    _ days: [Weekday], from offset: Int, every interval: Int = 1, times: Int? = nil
  ) -> JSON {
    var range: JSONObject = ["type": "noEnd", "startDate": .string("\(day(offset))")]
    if let times {
      range["type"] = "numbered"
      range["numberOfOccurrences"] = .number(times)
    }
    return [
      "pattern": [
        "type": "weekly", "interval": .number(interval),
        "daysOfWeek": .array(days.map { .string("\($0)") }), "firstDayOfWeek": "monday",
      ],
      "range": .object(range),
    ]
  }

  static func place(_ name: String) -> JSON { ["displayName": .string(name)] }

  static func html(_ text: String) -> JSON {
    ["contentType": "html", "content": .string("<p>\(text)</p>")]
  }

  /// A text file as an attachment.
  static func file(_ name: String, _ text: String) -> JSON {
    [
      "name": .string(name),
      "contentBytes": .string(Base64.text(Array(text.utf8), alphabet: .plain)),
    ]
  }

  static func organizer(_ person: DemoPerson) -> JSON {
    ["emailAddress": person.emailAddress]
  }

  static func answer(_ response: String, _ time: String = "0001-01-01T00:00:00Z") -> JSON {
    ["response": .string(response), "time": .string(time)]
  }
}

/// Somebody who is invited, or who invites.
struct DemoPerson {
  var name: String
  var address: String

  static let mira = DemoPerson(name: "Mira Lindqvist", address: "mira@harbor.example")
  static let jonas = DemoPerson(name: "Jonas Okafor", address: "jonas@harbor.example")
  static let aiko = DemoPerson(name: "Aiko Tanaka 田中 愛子", address: "aiko@harbor.example")
  static let priya = DemoPerson(name: "Priya Raman", address: "priya.raman@monsoon-freight.example")
  static let leila = DemoPerson(name: "Leila Haddad", address: "leila@fjord-logistics.example")
  static let tomas = DemoPerson(name: "Tomáš Dvořák", address: "tomas.dvorak@kotva.example")
  static let room = DemoPerson(name: "Dock 5", address: "dock5@harbor.example")

  var emailAddress: JSON { ["name": .string(name), "address": .string(address)] }

  /// As an attendee with an answer.
  func attending(_ response: String = "none", type: String = "required") -> JSON {
    [
      "type": .string(type), "emailAddress": emailAddress,
      "status": DemoEvents.answer(response),
    ]
  }
}
