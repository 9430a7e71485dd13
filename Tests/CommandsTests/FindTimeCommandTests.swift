import HTTP
import JSON
import TestSupport
import Testing

/// `find-time` and `rooms`.
@Suite struct FindTimeCommandTests {
  private static let path = "POST /me/findMeetingTimes"

  private static func suggestion(_ start: String, _ end: String, _ confidence: Int, _ bo: String)
    -> String
  {
    #"{"confidence":\#(confidence).0,"order":1,"organizerAvailability":"free","#
      + #""suggestionReason":"Nearest.","locations":[{"displayName":"Dock 5"}],"#
      + #""attendeeAvailability":[{"availability":"free","attendee":{"emailAddress":{"address":"ana@x.example"}}},"#
      + #"{"availability":"\#(bo)","attendee":{"emailAddress":{"address":"bo@x.example"}}}],"#
      + #""meetingTimeSlot":{"start":{"dateTime":"\#(start).0000000","timeZone":"UTC"},"#
      + #""end":{"dateTime":"\#(end).0000000","timeZone":"UTC"}}}"#
  }

  private static let answer =
    #"{"emptySuggestionsReason":"","meetingTimeSuggestions":["#
    + suggestion("2026-11-30T09:00:00", "2026-11-30T10:00:00", 100, "free") + ","
    + suggestion("2026-12-01T12:30:00", "2026-12-01T13:30:00", 50, "oof") + "]}"

  private static let people = ["find-time", "Ana <ana@x.example>", "--optional", "bo@x.example"]

  @Test func `oneself is asked in any case and not invited`() async throws {
    let outcome = await Machine(Service([Self.path: [.ok(Self.answer)]])).run(
      "find-time", "me", "ana@x.example", "--optional", "Me;bo@x.example")
    let post = try #require(
      outcome.requests("POST", "/findMeetingTimes").first, "\(outcome.errors)")
    let people = try JSON(parsing: post.body ?? [])["attendees"]?.array ?? []
    #expect(
      people.map { $0["emailAddress"]?["address"] } == ["ana@x.example", "bo@x.example"])
  }

  @Test func `the request is exact`() async throws {
    let outcome = await Machine(Service([Self.path: [.ok(Self.answer)]])).run(
      Self.people + [
        "--for", "1h30m", "--from", "tomorrow", "--to", "fri", "--next", "3", "--any-time",
        "--without-me", "--at-least", "80", "--room", "--json",
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let post = try #require(outcome.requests("POST", "/findMeetingTimes").first)
    #expect(
      try JSON(parsing: post.body ?? []) == [
        "attendees": [
          ["emailAddress": ["address": "ana@x.example", "name": "Ana"], "type": "required"],
          ["emailAddress": ["address": "bo@x.example"], "type": "optional"],
        ],
        "timeConstraint": [
          "activityDomain": "unrestricted",
          "timeSlots": [
            [
              "start": ["dateTime": "2026-12-01T00:00:00.0000000", "timeZone": "UTC"],
              "end": ["dateTime": "2026-12-05T00:00:00.0000000", "timeZone": "UTC"],
            ]
          ],
        ],
        "meetingDuration": "PT1H30M", "maxCandidates": 3, "isOrganizerOptional": true,
        "returnSuggestionReasons": true, "minimumAttendeePercentage": 80,
        "locationConstraint": ["isRequired": true, "suggestLocation": true, "locations": []],
      ])
    let first = try #require(try outcome.items.first)
    #expect(first["graphcal"]?["start"] == "2026-11-30T09:00:00Z")
    #expect(first["graphcal"]?["durationMinutes"] == 60)
    #expect(first["suggestionReason"] == "Nearest.")
    #expect(first["meetingTimeSlot"]?["end"]?["timeZone"] == "UTC")
  }

  @Test func `times with their reasons, and the command that comes next`() async throws {
    let machine = Machine(Service([Self.path: [.ok(Self.answer)]]), columns: 100)
    try expectGolden(
      await machine.transcript(
        "find-time", "Ana <ana@x.example>", "--optional", "Bo <bo@x.example>", "--for", "1h",
        "--tz",
        "Europe/Berlin"), "find-time.txt")
  }

  @Test func `a room by name is asked for and booked by its address`() async throws {
    let service = Service([
      Self.path: [.ok(Self.answer)],
      "GET /places/microsoft.graph.room": [
        .list(#"{"id":"1","displayName":"Dock 5","emailAddress":"dock5@h.example"}"#)
      ],
    ])
    let outcome = await Machine(service).run(Self.people + ["--room=dock 5"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try JSON(
      parsing: try #require(outcome.requests("POST", "/findMeetingTimes").first?.body))
    #expect(
      body["locationConstraint"]?["locations"]?[0]?["locationEmailAddress"] == "dock5@h.example")
    #expect(outcome.errors.contains("--room dock5@h.example"))
    #expect(!outcome.errors.contains("--location"))
    // Where the rooms may not be read the service has to know the name.
    let blind = Service([
      Self.path: [.ok(Self.answer)],
      "GET /places/microsoft.graph.room": [.error(403, "ErrorAccessDenied")],
    ])
    let named = await Machine(blind).run(Self.people + ["--room=Dock 5"])
    let sent = try JSON(
      parsing: try #require(named.requests("POST", "/findMeetingTimes").first?.body))
    #expect(sent["locationConstraint"]?["locations"]?[0]?["displayName"] == "Dock 5")
  }

  @Test(arguments: [
    ("AttendeesUnavailable", "too few"), ("organizerUnavailable", "you have no time"),
    ("locationsUnavailable", "no room"), ("attendeesUnavailableOrUnknown", "cannot be seen"),
    ("unknown", "does not say why"),
  ])
  func `where there is no time, it says why`(reason: String, words: String) async {
    let service = Service([
      Self.path: [.ok(#"{"emptySuggestionsReason":"\#(reason)","meetingTimeSuggestions":[]}"#)]
    ])
    let outcome = await Machine(service).run(Self.people)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(words), "\(outcome.output)")
    let json = await Machine(service).run(Self.people + ["--json"])
    #expect(json.output == "[]\n" && json.errors.contains(words))
  }

  @Test func `times that are past are not asked for`() async {
    let outcome = await Machine(Service([Self.path: [.ok(Self.answer)]])).run(
      Self.people + ["--from", "2026-11-28", "--to", "2026-11-29"])
    #expect(outcome.status == 2)
    #expect(outcome.requests("POST", "/findMeetingTimes").isEmpty)
  }

  /// What a personal account is answered, with a calendar that Ana shares.
  private static var personal: Service {
    FreeCommandTests.service([
      path: [.error(403, "ErrorAccessDenied")],
      "POST /me/calendar/getSchedule": [.error(403, "ErrorAccessDenied")],
      "GET /me": [.ok(#"{"displayName":"Mira","mail":"mira@h.example"}"#)],
      "GET /me/calendars/c3/calendarView": [
        .list(
          timed("x", nil, "2026-11-30T11:00:00", "2026-11-30T12:00:00", #","showAs":"busy""#))
      ],
    ])
  }

  @Test func `a personal account's times are computed from what it can read`() async throws {
    let outcome = await Machine(Self.personal).run(
      "find-time", "jonas@h.example", "--optional", "bo@x.example", "--next", "3", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("personal accounts"))
    #expect(outcome.errors.contains("nothing is known of the time of bo@x.example"))
    let items = try outcome.items
    // From nine Mira is taken up to ten past, from ten to eleven tentatively; Jonas from eleven.
    #expect(
      items.map { $0["graphcal"]?["start"]?.string } == [
        "2026-11-30T09:30:00Z", "2026-11-30T12:00:00Z", "2026-11-30T12:30:00Z",
      ])
    #expect(items.allSatisfy { $0["confidence"]?.number?.double == 74.5 })
    #expect(
      items[0]["attendeeAvailability"]?.array?.map { $0["availability"]?.string } == [
        "free", "unknown",
      ])
    let none = await Machine(Self.personal).run(
      "find-time", "jonas@h.example", "--at-least", "100", "--for", "30m", "--from",
      "2026-11-30 11:00", "--to", "2026-11-30 12:00")
    #expect(none.output.contains("too few"))
    let busy = await Machine(Self.personal).run("free-busy", "jonas@h.example", "--json")
    #expect(busy.status == 0)
    #expect(try busy.items[0]["scheduleItems"]?[0]?["status"] == "busy")
  }

  // MARK: Rooms

  private static let rooms =
    #"{"id":"1","displayName":"Dock 5","emailAddress":"dock5@h.example","building":"Pier 3","floorNumber":1,"capacity":8,"videoDeviceName":"Wall screen","isWheelChairAccessible":true},"#
    + #"{"id":"2","displayName":"Crow's Nest","emailAddress":"nest@h.example","building":"Pier 3","floorLabel":"Top","capacity":4},"#
    + #"{"id":"3","displayName":"Größe","emailAddress":"lh@h.example","building":"Löwenhaus","capacity":24},"#
    + #"{"id":"4","displayName":"No address"}"#

  private static func roomService(_ schedules: String = "") -> Service {
    Service([
      "GET /places/microsoft.graph.room": [.list(rooms)],
      "POST /me/calendar/getSchedule": [.list(schedules)],
    ])
  }

  private func addresses(_ outcome: Outcome) throws -> [String?] {
    try outcome.items.map { $0["emailAddress"]?.string }
  }

  @Test func `rooms by building and seats`() async throws {
    try expectGolden(
      await Machine(Self.roomService(), columns: 100).transcript("rooms"), "rooms.txt")
    let lions = await Machine(Self.roomService()).run("rooms", "--building", "lowen", "--json")
    #expect(try addresses(lions) == ["lh@h.example"])
    let seats = await Machine(Self.roomService()).run("rooms", "--capacity", "5", "--json")
    #expect(try addresses(seats) == ["dock5@h.example", "lh@h.example"])
    let none = await Machine(Self.roomService()).run("rooms", "--building", "x")
    #expect(none.status == 0 && none.output == "No rooms\n")
    #expect(none.errors.contains("Löwenhaus, Pier 3"))
    let tsv = await Machine(Self.roomService()).run("rooms", "--format", "tsv")
    #expect(tsv.outputLines.first == "address\tname\tbuilding\tfloor\tcapacity")
    let refused = Service(["GET /places/microsoft.graph.room": [.error(403, "ErrorAccessDenied")]])
    #expect(await Machine(refused).run("rooms").status == 5)
  }

  @Test func `free rooms are those that nothing takes then`() async throws {
    func entry(_ address: String, _ items: String) -> String {
      #"{"scheduleId":"\#(address)","availabilityView":"000","scheduleItems":[\#(items)]}"#
    }
    let taken =
      #"{"status":"tentative","start":{"dateTime":"2026-12-01T10:30:00","timeZone":"UTC"},"end":{"dateTime":"2026-12-01T11:00:00","timeZone":"UTC"}}"#
    let before =
      #"{"status":"busy","start":{"dateTime":"2026-12-01T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-12-01T10:00:00","timeZone":"UTC"}}"#
    let all = [
      entry("dock5@h.example", taken), entry("nest@h.example", before), entry("lh@h.example", ""),
    ].joined(separator: ",")
    let words = ["rooms", "--free", "tomorrow 10:00", "--for", "1h"]
    let outcome = await Machine(Self.roomService(all)).run(words + ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try addresses(outcome) == ["lh@h.example", "nest@h.example"])
    #expect(try outcome.items[0]["graphcal"]?["freeTo"] == "2026-12-01T11:00:00Z")
    #expect(outcome.errors.contains("1 of 3 rooms is taken"))
    let body = try JSON(
      parsing: try #require(outcome.requests("POST", "/getSchedule").first?.body))
    #expect(body["startTime"]?["dateTime"] == "2026-12-01T10:00:00.0000000")
    let some = await Machine(Self.roomService(entry("lh@h.example", ""))).run(words + ["--json"])
    #expect(some.status == 9)
    #expect(try addresses(some) == ["lh@h.example"])
    for bad in [["--free", "tomorrow"], ["--for", "1h"], ["--free", "10:00", "--for", "2d"]] {
      let refused = await Machine(Self.roomService()).run(["rooms"] + bad)
      #expect(refused.status == 2)
      #expect(refused.requests("GET", "/places/microsoft.graph.room").isEmpty)
    }
  }
}
