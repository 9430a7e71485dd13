import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import TestSupport
import Testing

@Suite struct EventMappingTests {
  /// An event in which every property that is read says something.
  static let full = #"""
    {"id":"e1","subject":"Review","isAllDay":false,"isCancelled":false,"isOrganizer":false,
     "start":{"dateTime":"2026-05-04T09:00:00.0000000","timeZone":"UTC"},
     "end":{"dateTime":"2026-05-04T10:30:00.0000000","timeZone":"UTC"},
     "organizer":{"emailAddress":{"name":"Lena Fog","address":"lena@contoso.example"}},
     "attendees":[{"type":"optional","status":{"response":"accepted","time":"0001-01-01T00:00:00Z"},
       "emailAddress":{"name":"Kim","address":"kim@contoso.example"}}],
     "location":{"displayName":"Room 4"},"showAs":"tentative","sensitivity":"private",
     "type":"occurrence","responseStatus":{"response":"tentativelyAccepted"},
     "categories":["Red"],"hasAttachments":true,"isOnlineMeeting":true,
     "onlineMeeting":{"joinUrl":"https://join.example/1"}}
    """#

  private func event(_ json: JSON) -> CalendarEvent? {
    CalendarEvent(graph: json, zones: Sample.zones)
  }

  /// An event at the given times, each a `dateTimeTimeZone` in JSON.
  private func span(_ start: String, _ end: String, allDay: Bool = false) throws -> EventSpan? {
    event(
      try Sample.json(#"{"id":"e1","isAllDay":\#(allDay),"start":\#(start),"end":\#(end)}"#))?.span
  }

  private func time(_ text: String, _ zone: String) -> String {
    #"{"dateTime":"\#(text)","timeZone":"\#(zone)"}"#
  }

  @Test func `every property that is shown is read`() throws {
    let read = event(try Sample.json(Self.full))
    let event = try #require(read)
    #expect(
      event
        == CalendarEvent(
          id: "e1", subject: "Review",
          span: .timed(
            start: Sample.instant("2026-05-04T09:00:00Z"),
            end: Sample.instant("2026-05-04T10:30:00Z")),
          isOrganizer: false, organizer: Person(name: "Lena Fog", address: "lena@contoso.example"),
          attendees: [
            Attendee(
              person: Person(name: "Kim", address: "kim@contoso.example"), role: .optional,
              response: .accepted)
          ], location: "Room 4", showAs: .tentative, sensitivity: .private, kind: .occurrence,
          response: .tentativelyAccepted, categories: ["Red"], hasAttachments: true,
          isOnlineMeeting: true, joinURL: "https://join.example/1"))
  }

  private static let odd: [JSON] = [
    nil, [], [nil], [[]], [:], ["": nil], "", "x", 5, -1.5, true, ["emailAddress": nil],
    ["emailAddress": ["name": 5, "address": []]], ["dateTime": nil], ["dateTime": "soon"],
    ["response": 5], [["type": 5, "status": nil, "emailAddress": "x"]],
  ]

  @Test func `no property of an odd type costs the event`() throws {
    let full = try #require(try Sample.json(Self.full).object)
    for key in full.keys where key != "id" && key != "start" {
      for value in Self.odd + [JSON?.none] {
        var object = full
        object[key] = value
        #expect(event(.object(object)) != nil, "\(key): \(String(describing: value))")
      }
    }
    for value in Self.odd + [JSON?.none] {
      var object = full
      object["start"] = value
      #expect(event(.object(object)) == nil, "start: \(String(describing: value))")
    }
    #expect(event(["id": "e1"]) == nil)
    #expect(event([]) == nil)
  }

  @Test(arguments: ["null", "\"\"", "5", "[]"])
  func `without an id there is no event`(id: String) throws {
    var object = try #require(try Sample.json(Self.full).object)
    object["id"] = try Sample.json(id)
    #expect(event(.object(object)) == nil)
  }

  // C001
  @Test func `the original zone plays no part and an unknown one is kept by its name`() throws {
    var object = try #require(try Sample.json(Self.full).object)
    object["originalStartTimeZone"] = "tzone://Microsoft/Custom"
    #expect(event(.object(object))?.span == event(try Sample.json(Self.full))?.span)
    let wall = WallTime(date: CalendarDate(daysSinceEpoch: 20_625), hour: 14, minute: 0)
    #expect(
      try span(
        time("2026-06-21T14:00:00.0000000", "Customized Time Zone"),
        time("2026-06-21T15:00:00.0000000", "Customized Time Zone"))
        == .unknownZone(
          name: "Customized Time Zone", start: wall,
          end: WallTime(date: wall.date, hour: 15, minute: 0)))
  }

  // C004, C005
  @Test(arguments: [
    ("South Sudan Standard Time", "10:00"), ("Qyzylorda Standard Time", "07:00"),
    ("Volgograd Standard Time", "09:00"), ("Yukon Standard Time", "19:00"),
    ("Sao Tome Standard Time", "12:00"), ("Magallanes Standard Time", "15:00"),
    ("Europe/Kyiv (Kiev)", "09:00"), ("tzone://Microsoft/Utc", "12:00"), ("", "12:00"),
  ])
  func `a zone that is known by any name gives the instant`(zone: String, utc: String) throws {
    let start = time("2026-07-01T12:00:00.0000000", zone)
    guard case .timed(let instant, _)? = try span(start, start) else {
      Issue.record("\(zone) is not known")
      return
    }
    #expect(instant.rfc3339() == "2026-07-01T\(utc):00Z")
  }

  @Test func `a zone in another language is not taken for UTC`() throws {
    let start = time("2026-07-01T12:00:00.0000000", "Mitteleuropäische Zeit")
    guard case .unknownZone(let name, let wall, _)? = try span(start, start) else {
      Issue.record("taken for a zone")
      return
    }
    #expect(name == "Mitteleuropäische Zeit")
    #expect(wall.clockText == "12:00")
  }

  // C017
  @Test func `all-day events are dates, whatever their zone and clock times`() throws {
    let day = { (text: String) in CalendarDate(parsing: text) ?? CalendarDate(daysSinceEpoch: 0) }
    for zone in ["UTC", "W. Europe Standard Time", "Nowhere Standard Time"] {
      #expect(
        try span(
          time("2026-10-19T00:00:00.0000000", zone), time("2026-10-20T00:00:00.0000000", zone),
          allDay: true) == .allDay(first: day("2026-10-19"), end: day("2026-10-20")))
    }
    // An end that is missing or no later than the start still leaves one day.
    for end in ["null", time("2026-10-19T00:00:00", "UTC"), time("2026-10-01T00:00:00", "UTC")] {
      #expect(
        try span(time("2026-10-19T00:00:00", "UTC"), end, allDay: true)
          == .allDay(first: day("2026-10-19"), end: day("2026-10-20")))
    }
  }

  // C020
  @Test(arguments: [
    ("2026-05-04T09:00:00.0000000", "2026-05-04T09:00:00Z", 0),
    ("2026-05-04T09:00:00", "2026-05-04T09:00:00Z", 0),
    ("2026-05-04T09:00", "2026-05-04T09:00:00Z", 0),
    ("2026-05-04T09:00:00.5", "2026-05-04T09:00:00Z", 500_000_000),
    ("2026-05-04T09:00:00.1234567", "2026-05-04T09:00:00Z", 123_456_700),
    ("2026-05-04T09:00:00.9999999", "2026-05-04T09:00:00Z", 999_999_900),
    ("2026-05-04T09:00:00.123456789", "2026-05-04T09:00:00Z", 123_456_789),
    ("2026-05-04T09:00:00Z", "2026-05-04T09:00:00Z", 0),
    ("2026-05-04T09:00:00+02:00", "2026-05-04T07:00:00Z", 0),
  ])
  func `fractions of any length, and an offset that wins`(
    text: String, second: String, nanosecond: Int
  ) throws {
    let read = try #require(GraphDateTime(try Sample.json(time(text, "UTC"))))
    #expect(read.wall.nanosecond == nanosecond)
    #expect(try #require(read.instant(zones: Sample.zones)).rfc3339() == second)
  }

  @Test func `an offset wins over a zone that nobody knows`() throws {
    let start = time("2026-05-04T09:00:00+02:00", "Customized Time Zone")
    #expect(
      try span(start, start)
        == .timed(
          start: Sample.instant("2026-05-04T07:00:00Z"),
          end: Sample.instant("2026-05-04T07:00:00Z")))
  }

  @Test(arguments: ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.0000000", "", "9:00", "null"])
  func `year 1 and text that is no time mean never`(text: String) throws {
    #expect(GraphDateTime(try Sample.json(time(text, "UTC"))) == nil)
  }

  // C023, C024
  @Test func `what is private or cancelled is told by its properties`() throws {
    func read(_ properties: String) throws -> CalendarEvent {
      let start = time("2026-04-14T13:00:00.0000000", "UTC")
      let end = time("2026-04-14T14:00:00.0000000", "UTC")
      return try #require(
        event(try Sample.json(#"{"id":"p","start":\#(start),"end":\#(end),\#(properties)}"#)))
    }
    let hidden = try read(#""sensitivity":"private","showAs":"oof""#)
    #expect(hidden.subject == nil)
    #expect(hidden.isPrivate && hidden.blocksTime)
    let elsewhere = try read(#""sensitivity":"confidential","showAs":"workingElsewhere""#)
    #expect(elsewhere.isPrivate && elsewhere.blocksTime)
    let cancelled = try read(#""subject":"Abgesagt: Planung","isCancelled":true,"showAs":"busy""#)
    #expect(cancelled.isCancelled && !cancelled.blocksTime)
    #expect(cancelled.subject == "Abgesagt: Planung")
    let film = try read(#""subject":"Canceled: a film review","isCancelled":false,"showAs":"busy""#)
    #expect(!film.isCancelled && film.blocksTime)
    let exception = try read(#""subject":"Budget","isCancelled":true,"type":"exception""#)
    #expect(exception.kind == .exception && exception.isCancelled)
  }

  // C026
  @Test func `attendees without name, address, type or status are people all the same`() throws {
    let json = try Sample.json(
      #"""
      {"id":"e","start":{"dateTime":"2026-04-14T13:00:00","timeZone":"UTC"},"attendees":[
        {"type":"resource","emailAddress":{"name":"Room 4","address":"room4@contoso.example"},"status":{"response":"accepted","time":"0001-01-01T00:00:00Z"}},
        {"type":"optional","emailAddress":{"name":"List only","address":null}},
        {"emailAddress":{"name":null,"address":"GUEST001@adventure-works.example"}},
        {"type":"required","status":null,"emailAddress":{"address":"x@contoso.example"}},
        {"type":"required","emailAddress":{"name":"","address":""}},{},null]}
      """#)
    let attendees = try #require(event(json)).attendees
    #expect(
      attendees == [
        Attendee(
          person: Person(name: "Room 4", address: "room4@contoso.example"), role: .resource,
          response: .accepted),
        Attendee(person: Person(name: "List only", address: nil), role: .optional),
        Attendee(person: Person(name: nil, address: "GUEST001@adventure-works.example")),
        Attendee(person: Person(name: nil, address: "x@contoso.example")),
      ])
  }

  @Test(arguments: ["Busy", "BUSY", "busy"])
  func `enumerations come in any letter case`(text: String) throws {
    var object = try #require(try Sample.json(Self.full).object)
    object["showAs"] = .string(text)
    object["type"] = .string("SingleInstance")
    object["sensitivity"] = .string("CONFIDENTIAL")
    object["responseStatus"] = ["response": "NotResponded"]
    let read = event(.object(object))
    let event = try #require(read)
    #expect(event.showAs == .busy)
    #expect(event.kind == .singleInstance)
    #expect(event.sensitivity == .confidential)
    #expect(event.response == .notResponded)
  }

  @Test func `values newer than this program are not guessed`() throws {
    var object = try #require(try Sample.json(Self.full).object)
    for key in ["showAs", "type", "sensitivity"] { object[key] = "unknownFutureValue" }
    let read = event(.object(object))
    let event = try #require(read)
    #expect(event.showAs == .unknown)
    #expect(event.kind == .singleInstance)
    #expect(event.sensitivity == .normal)
    #expect(event.blocksTime)
  }

  @Test func `a calendar is read with whatever it says`() throws {
    #expect(CalendarInfo(graph: ["name": "No id"]) == nil)
    #expect(
      CalendarInfo(graph: ["id": "c", "name": nil, "owner": nil, "hexColor": ""])
        == CalendarInfo(
          id: "c", name: "", isDefault: false, canEdit: false, owner: nil, hexColor: nil))
    let json = try Sample.json(
      ##"{"id":"c","name":"Team","isDefaultCalendar":true,"canEdit":true,"hexColor":"#ff8800","owner":{"name":"Kim","address":"kim@contoso.example"}}"##
    )
    #expect(
      CalendarInfo(graph: json)
        == CalendarInfo(
          id: "c", name: "Team", isDefault: true, canEdit: true,
          owner: Person(name: "Kim", address: "kim@contoso.example"), hexColor: "#ff8800"))
  }
}
