import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct ScheduleTests {
  let graph: CalendarGraph

  init() throws {
    graph = try CalendarGraph()
    try graph.add(timed("a", "2027-01-05T09:00", "2027-01-05T10:00"))
    try graph.add(
      timed("b", "2027-01-05T10:30", "2027-01-05T11:00", more: ["showAs": "tentative"]))
    try graph.add(timed("c", "2027-01-05T11:00", "2027-01-05T11:30", more: ["showAs": "oof"]))
    try graph.add(
      timed("d", "2027-01-05T11:00", "2027-01-05T12:00", more: ["sensitivity": "private"]))
    try graph.add(
      timed("e", "2027-01-05T12:00", "2027-01-05T13:00", more: ["showAs": "workingElsewhere"]))
  }

  func schedule(
    _ names: [JSON] = ["mira@harbor.example"], from: String = "2027-01-05T08:30",
    to: String = "2027-01-05T13:00", more: JSONObject = [:]
  ) -> JSON {
    var body: JSONObject = [
      "Schedules": .array(names), "startTime": ["dateTime": .string(from), "timeZone": "UTC"],
      "endTime": ["dateTime": .string(to), "timeZone": "UTC"],
    ]
    for (name, value) in more { body[name] = value }
    return .object(body)
  }

  @Test func `the view has a digit for each half hour`() throws {
    let body = schedule(["mira@harbor.example", "nobody@harbor.example", "jonas@harbor.example"])
    let answer = try graph.json("POST", "/me/calendar/getSchedule", body)
    let value = answer["value"]?.array ?? []
    #expect(value[0]["availabilityView"] == "022013200")
    #expect(value[0]["workingHours"]?["timeZone"]?["name"] == "UTC")
    #expect(value[1]["error"]?["responseCode"] == "ErrorMailRecipientNotFound")
    #expect(value[1]["availabilityView"] == nil)
    #expect(value[2]["availabilityView"] == "000000000")
    #expect(value[2]["scheduleItems"] == [])
  }

  @Test func `slots have any length, and items say what they may`() throws {
    let answer = try graph.json(
      "POST", "/me/calendar/getSchedule",
      schedule(from: "2027-01-05T09:00", more: ["availabilityViewInterval": "60"]),
      prefer: #"outlook.timezone="Pacific Standard Time""#)
    let mira = answer["value"]?[0]
    #expect(mira?["availabilityView"] == "2130")
    let items = mira?["scheduleItems"]?.array ?? []
    #expect(items[0]["subject"] == "a" && items[0]["isPrivate"] == false)
    #expect(items[0].startText == "2027-01-05T01:00 Pacific Standard Time")
    let hidden = items.filter { $0["subject"] == nil }
    #expect(hidden.count == 1 && hidden[0]["status"] == "busy" && hidden[0]["location"] == nil)
  }

  @Test func `whole days are midnights wherever they are read, and taken where the owner is`()
    throws
  {
    try graph.settle(in: "Europe/Berlin")
    try graph.add([
      "subject": "Fair", "isAllDay": true, "showAs": "oof",
      "start": ["dateTime": "2027-02-08T00:00:00", "timeZone": "Europe/Berlin"],
      "end": ["dateTime": "2027-02-09T00:00:00", "timeZone": "Europe/Berlin"],
    ])
    for zone in ["UTC", "Asia/Tokyo"] {
      let answer = try graph.json(
        "POST", "/me/calendar/getSchedule",
        schedule(
          from: "2027-02-07T22:00", to: "2027-02-08T00:00",
          more: ["availabilityViewInterval": 60]),
        prefer: #"outlook.timezone="\#(zone)""#)
      let mira = answer["value"]?[0]
      #expect(mira?["availabilityView"] == "03")
      #expect(mira?["scheduleItems"]?[0]?.startText == "2027-02-08T00:00 \(zone)")
    }
  }

  @Test func `a request that cannot be is refused`() {
    func refusal(_ body: JSON, user: Int = 0) -> String? {
      graph.refusal("POST", "/me/calendar/getSchedule", body, user: user)
    }
    #expect(refusal(schedule(to: "2027-03-08T08:30")) == "400 ErrorTimeIntervalTooBig")
    #expect(refusal(schedule(to: "2027-03-08T08:29")) == nil)
    #expect(refusal(schedule(to: "2027-01-05T08:30")) == "400 ErrorInvalidTimeInterval")
    #expect(refusal(schedule([])) == "400 ErrorInvalidRequest")
    #expect(
      refusal(schedule(more: ["availabilityViewInterval": 4]))
        == "400 ErrorInvalidMergedFreeBusyInterval")
    #expect(refusal(schedule(), user: 3) == "403 ErrorAccessDenied")
  }

  func request(_ attendees: [String], more: JSONObject = [:]) -> JSON {
    var body: JSONObject = [
      "attendees": .array(
        attendees.map { ["type": "required", "emailAddress": ["address": .string($0)]] }),
      "timeConstraint": [
        "timeslots": [
          [
            "start": ["dateTime": "2027-01-05T07:00", "timeZone": "UTC"],
            "end": ["dateTime": "2027-01-05T19:00", "timeZone": "UTC"],
          ]
        ]
      ],
      "meetingDuration": "PT1H", "returnSuggestionReasons": "true",
    ]
    for (name, value) in more { body[name] = value }
    return .object(body)
  }

  func times(_ body: JSON) throws -> (starts: [String], reason: JSON?, first: JSON?) {
    let answer = try graph.json("POST", "/me/findMeetingTimes", body)
    let found = answer["meetingTimeSuggestions"]?.array ?? []
    return (
      found.map { $0["meetingTimeSlot"]?.startText ?? "?" }, answer["emptySuggestionsReason"],
      found.first
    )
  }

  @Test func `times lie in working hours where everybody is free, surest first`() throws {
    try graph.json(
      "POST", "/me/events", timed("x", "2027-01-05T08:00", "2027-01-05T09:00"), user: 1)
    let (starts, reason, first) = try times(
      request(["jonas@harbor.example"], more: ["maxCandidates": 4]))
    // Mira is free from 12:00 on, and from 8:00 to 9:00, when Jonas is not.
    #expect(starts.map { $0.dropFirst(11).prefix(5) } == ["12:00", "12:30", "13:00", "13:30"])
    #expect(reason == "")
    #expect(first?["confidence"]?.number?.double == 100)
    #expect(first?["attendeeAvailability"]?[0]?["availability"] == "free")
    #expect(first?["suggestionReason"]?.string?.isEmpty == false)
    let (all, _, _) = try times(
      request(
        [],
        more: [
          "timeConstraint": [
            "activityDomain": "unrestricted",
            "timeSlots": [
              [
                "start": ["dateTime": "2027-01-05T20:10", "timeZone": "UTC"],
                "end": ["dateTime": "2027-01-05T22:00", "timeZone": "UTC"],
              ]
            ],
          ]
        ]))
    #expect(all.map { $0.dropFirst(11).prefix(5) } == ["20:30", "21:00"])
  }

  @Test func `rooms are suggested where they are free and large enough`() throws {
    func constraint(_ more: JSONObject) -> JSONObject {
      var places: JSONObject = ["isRequired": "true", "suggestLocation": true, "locations": []]
      for (name, value) in more { places[name] = value }
      return ["locationConstraint": .object(places), "maxCandidates": 1]
    }
    func place(_ more: JSONObject, people: [String] = []) throws -> (JSON?, JSON?) {
      let (_, reason, first) = try times(request(people, more: constraint(more)))
      return (first?["locations"]?[0]?["locationEmailAddress"], reason)
    }
    #expect(try place([:]).0 == "dock5@harbor.example")
    // Mira's first free hour of the day is 8:00, and from noon on.
    let dock: JSON = ["type": "resource", "emailAddress": ["address": "dock5@harbor.example"]]
    try graph.json(
      "POST", "/me/events",
      timed("taken", "2027-01-05T08:00", "2027-01-05T13:00", more: ["attendees": [dock]]), user: 1)
    #expect(try place([:]).0 == "crowsnest@harbor.example")
    let named: JSON = [["displayName": "dock 5", "resolveAvailability": true]]
    let (_, _, later) = try times(
      request([], more: constraint(["locations": named, "suggestLocation": false])))
    #expect(later?["meetingTimeSlot"]?.startText.dropFirst(11).prefix(5) == "13:00")
    let unknown: JSON = [["displayName": "Nowhere", "resolveAvailability": true]]
    #expect(
      try place(["locations": unknown, "suggestLocation": false]).1 == "locationsUnavailable")
    #expect(
      try times(
        request([], more: constraint(["locations": [["displayName": "Café"]]]))
      ).first?["locations"]?[0]?["displayName"] == "Café")
  }

  @Test func `without times there is a reason`() throws {
    let outside = try times(request(["x@elsewhere.example"]))
    #expect(outside.starts.isEmpty && outside.reason == "attendeesUnavailableOrUnknown")
    let lenient = try times(
      request(["x@elsewhere.example"], more: ["minimumAttendeePercentage": "40"]))
    #expect(lenient.first?["confidence"]?.number?.double == 49)
    try graph.add(timed("all of it", "2027-01-05T07:00", "2027-01-05T19:00"))
    #expect(try times(request([])).reason == "organizerUnavailable")
    #expect(try times(request([], more: ["isOrganizerOptional": "true"])).starts.isEmpty == false)
    #expect(try times(request([], more: ["meetingDuration": "P1D"])).reason == "unknown")
  }

  @Test(arguments: ["1:00:00", "PT", "1H", "P1X", ""])
  func `a duration that is not ISO 8601 is refused`(text: String) {
    let body = request([], more: ["meetingDuration": .string(text)])
    #expect(graph.refusal("POST", "/me/findMeetingTimes", body) == "400 RequestBodyRead")
  }
}
