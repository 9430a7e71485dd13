import FoundationEssentials
import HTTPServer
import Host
import JSON
import Testing

@testable import GraphEmulator

@Suite struct SeedTests {
  /// The week of the clock, asked for in a zone.
  private func week(
    _ graph: ServiceProbe, _ start: String, _ end: String, zone: String = "W. Europe Standard Time",
    of calendar: String = ""
  ) async -> [JSON] {
    var items: [JSON] = []
    var target: String? =
      "/me\(calendar)/calendarView?startDateTime=\(start)&endDateTime=\(end)&$top=100"
      + "&$orderby=start/dateTime"
    while let page = target {
      let answer = await graph.get(page, headers: ["Prefer": "outlook.timezone=\"\(zone)\""])
      #expect(answer.status == 200, "\(answer.json)")
      items += answer.items
      target = answer.nextLink
    }
    return items
  }

  @Test func `the demo is a week as people have them`() async throws {
    let graph = try ServiceProbe { try Seed(.demo, now: $0) }
    let events = await week(graph, "2026-11-29T23:00:00Z", "2026-12-06T23:00:00Z")
    let subjects = events.compactMap { $0["subject"]?.string }
    #expect(subjects.filter { $0 == "Daily stand-up" }.count == 5)
    #expect(events.contains { $0["isAllDay"] == true && $0["showAs"] == "workingElsewhere" })
    #expect(events.contains { $0["isCancelled"] == true })
    #expect(events.contains { $0["sensitivity"] == "private" })
    #expect(events.contains { $0["type"] == "exception" && $0["subject"] != "1:1 Jonas" })
    #expect(events.contains { $0["responseStatus"]?["response"] == "notResponded" })
    #expect(
      events.contains { $0["isOnlineMeeting"] == true && $0["onlineMeeting"]?["joinUrl"] != nil })
    #expect(events.contains { $0["originalStartTimeZone"] == "Tokyo Standard Time" })
    #expect(events.contains { $0["start"] == $0["end"] })
    let standUp = try #require(events.first { $0["subject"] == "Daily stand-up" })
    #expect(standUp["start"]?["dateTime"] == "2026-11-30T09:15:00.0000000")
    #expect(standUp["attendees"]?[0]?["status"]?["response"] == "accepted")
    let running = try #require(events.first { $0["subject"] == "Inbox and plan for the week" })
    #expect(running["start"]?["dateTime"] == "2026-11-30T09:00:00.0000000")
    let night = try #require(events.first { $0["subject"] == "Server maintenance window" })
    #expect(night["end"]?["dateTime"] == "2026-12-04T01:30:00.0000000")
    let workshop = try #require(events.first { $0["subject"]?.string?.hasPrefix("Colour") == true })
    #expect(workshop["isOrganizer"] == false)
    #expect(workshop["organizer"]?["emailAddress"]?["address"] == "aiko@harbor.example")
    let next = await week(graph, "2026-12-07T00:00:00Z", "2026-12-09T00:00:00Z")
    #expect(!next.contains { $0["subject"] == "1:1 Jonas" })

    #expect(
      Set(await graph.get("/me/calendars").texts("name"))
        == ["Calendar", "Holidays", "Team", "Jonas Okafor", "Aiko Tanaka 田中 愛子"])
    let shared = await graph.get("/me/calendars?$filter=name eq 'Jonas Okafor'").items.first
    #expect(shared?["canEdit"] == false)
    let his = await week(
      graph, "2026-11-29T23:00:00Z", "2026-12-06T23:00:00Z",
      of: "/calendars/\(PercentCoding.encoded(shared?["id"]?.string ?? ""))")
    #expect(his.contains { $0["subject"] == "Crane firmware" })
    #expect(his.contains { $0["subject"] == "Private Appointment" })
    #expect(shared?["owner"]?["address"] == "jonas@harbor.example")
    #expect(await graph.get("/me/outlook/masterCategories").items.count == 5)
    #expect(await graph.get("/me/mailboxSettings/language").json["locale"] == "en-GB")
    #expect(await graph.get("/me/photo/$value").type == "image/png")
  }

  @Test func `the demo's address book has folders, pictures and all scripts`() async throws {
    let graph = try ServiceProbe { try Seed(.demo, now: $0) }
    let own = await graph.all("/me/contacts")
    var all = own
    for folder in await graph.get("/me/contactFolders").items {
      all += await graph.all("/me/contactFolders/\(folder["id"]?.string ?? "")/contacts")
    }
    #expect(own.count == 16)
    #expect(all.count == 25)
    #expect(own.contains { $0["displayName"] == "田中 愛子" && $0["fileAs"] == "Tanaka, Aiko" })
    #expect(own.contains { $0["displayName"] == "Grandma" && $0["surname"] == .null })
    let ids = all.compactMap { $0["id"]?.string }
    #expect(ids.contains { $0.contains("/") || $0.contains("+") })
    let jonas = try #require(own.first { $0["surname"] == "Okafor" }?["id"]?.string)
    let picture = await graph.get("/me/contacts/\(PercentCoding.encoded(jonas))/photo")
    #expect(picture.json["id"] == "48x48")
    var sam = graph
    sam.user = graph.directory.users[3]
    #expect(await sam.all("/me/contacts").count == 3)
    #expect(!(await week(sam, "2026-11-30T00:00:00Z", "2026-12-07T00:00:00Z")).isEmpty)
  }

  @Test(arguments: [
    "2026-11-30T08:00:00Z", "2024-02-29T23:30:00Z", "2026-03-29T00:59:59Z", "2027-07-04T12:00:00Z",
    "2025-12-31T23:59:59Z", "1999-12-31T23:59:59Z", "2038-01-19T03:14:08Z",
  ])
  func `the demo lies around any clock`(clock: String) async throws {
    let now = try Date(clock, strategy: .iso8601)
    let graph = try ServiceProbe(now: now) { try Seed(.demo, now: $0) }
    let start = Timestamp.zulu(now.addingTimeInterval(-1))
    let end = Timestamp.zulu(now.addingTimeInterval(1))
    let running = await week(graph, start, end).compactMap { $0["subject"]?.string }
    #expect(running.contains("Inbox and plan for the week"))
  }

  @Test func `a clock gives one demo`() async throws {
    var views: [[JSON]] = []
    for _ in 0..<2 {
      let graph = try ServiceProbe { try Seed(.demo, now: $0) }
      views.append(await week(graph, "2026-11-01T00:00:00Z", "2027-01-01T00:00:00Z"))
    }
    #expect(views[0] == views[1])
  }

  @Test func `made-up mailboxes depend on their number alone`() async throws {
    var views: [[JSON]] = []
    for number: UInt64 in [7, 7, 8] {
      let graph = try ServiceProbe {
        try Seed(.random(events: 200, contacts: 30, seed: number), now: $0)
      }
      #expect(await graph.all("/me/contacts").count == 30)
      #expect(await graph.all("/me/events?$top=1000").count == 200)
      views.append(await week(graph, "2026-11-01T00:00:00Z", "2026-12-31T00:00:00Z"))
    }
    #expect(views[0] == views[1])
    #expect(views[0] != views[2])
  }

  @Test func `a file brings users, folders, series and odd settings`() async throws {
    let text = """
      { // Two people.
        "users": [
          {
            "user": {"userPrincipalName": "ana@contoso.example", "displayName": "Ana", "jobTitle": "Pilot"},
            "mailboxSettings": {"timeZone": null},
            "calendars": [
              {"name": "Flights", "color": "LightBlue", "events": [
                {"subject": "MAD", "start": {"dateTime": "2026-12-01T08:00", "timeZone": "UTC"},
                 "end": {"dateTime": "2026-12-01T10:00", "timeZone": "UTC"}}]}
            ],
            "events": [
              {"subject": "Gym", "start": {"dateTime": "2026-12-01T18:00:00", "timeZone": "Europe/Madrid"},
               "end": {"dateTime": "2026-12-01T19:00:00", "timeZone": "Europe/Madrid"},
               "recurrence": {"pattern": {"type": "daily", "interval": 1},
                 "range": {"type": "numbered", "startDate": "2026-12-01", "numberOfOccurrences": 4}},
               "exceptionOccurrences": [{"originalStart": "2026-12-02T17:00:00Z", "subject": "Swim"}],
               "cancelledOccurrences": ["OID.x.2026-12-03"]},
              {"subject": "LIS", "calendar": {"name": "Flights"}, "isCancelled": true,
               "start": {"dateTime": "2026-12-02T08:00:00", "timeZone": "UTC"},
               "end": {"dateTime": "2026-12-02T10:00:00", "timeZone": "UTC"}}
            ],
            "contacts": [{"displayName": "Bo", "createdDateTime": "2020-01-02T03:04:05Z"}],
            "contactFolders": [{"displayName": "Crew", "contacts": [{"displayName": "Cy"}]}]
          },
          {"user": "jo@outlook.example", "mailboxSettings": null}
        ]
      }
      """
    var graph = try ServiceProbe { _ in try Seed(text: Array(text.utf8), name: "test") }
    #expect(await graph.get("/me").json["jobTitle"] == "Pilot")
    #expect(await graph.get("/me/mailboxSettings/timeZone").json["value"] == .null)
    #expect(await graph.get("/me/mailboxSettings").json["language"] == nil)
    let days = await week(graph, "2026-12-01T00:00:00Z", "2026-12-31T00:00:00Z", zone: "UTC")
    #expect(days.compactMap { $0["subject"]?.string } == ["Gym", "Swim", "Gym"])
    #expect(days.map { $0["type"] } == ["occurrence", "exception", "occurrence"])
    let flights = await graph.get("/me/calendars?$filter=name eq 'flights'").items.first
    #expect(flights?["color"] == "lightBlue")
    let id = PercentCoding.encoded(flights?["id"]?.string ?? "")
    let trips = await week(
      graph, "2026-12-01T00:00:00Z", "2026-12-31T00:00:00Z", of: "/calendars/\(id)")
    #expect(trips.map { $0["isCancelled"] } == [false, true])
    #expect(
      await graph.get("/me/contacts").items.first?["createdDateTime"] == "2020-01-02T03:04:05Z")
    graph.user = graph.directory.users[1]
    #expect(graph.user.isPersonal)
    #expect(await graph.get("/me/mailboxSettings").code == "MailboxNotEnabledForRESTAPI")
  }

  @Test(arguments: [
    ("{", "line 1, column 2"), ("{}", "no list of users"), (#"{"users":[{}]}"#, "users[0].user"),
    (#"{"users":[{"user":"nobody"}]}"#, "users[0].user"),
    (#"{"users":[{"user":"a@b.example","event":[]}]}"#, "\"event\""),
    (#"{"users":[{"user":"a@b.example"},{"user":"A@b.example"}]}"#, "twice"),
    (
      #"{"users":[{"user":"a@b.example","events":[{"subject":"x"}]}]}"#, "users[0].events[0]"
    ),
    (
      #"{"users":[{"user":"a@b.example","contacts":[{},{"shoeSize":1}]}]}"#,
      "users[0].contacts[1]: The property 'shoeSize'"
    ),
    (
      #"{"users":[{"user":"a@b.example","contactFolders":[{"displayName":"x","contacts":[1]}]}]}"#,
      "users[0].contactFolders[0].contacts[0]"
    ),
  ])
  func `an error in a file says where it is`(text: String, place: String) throws {
    let error = #expect(throws: EmulatorError.self) {
      _ = try ServiceProbe { _ in try Seed(text: Array(text.utf8), name: "x.json") }
    }
    #expect(error?.why.contains(place) == true, "\(error?.why ?? "")")
    #expect(error?.what == "cannot use the seed x.json")
  }

  @Test func `a file that is not there`() throws {
    let error = #expect(throws: EmulatorError.self) {
      try Seed(.file("/nowhere/seed.json"), now: .now)
    }
    #expect(error?.what == "cannot read the seed /nowhere/seed.json")
  }

  @Test func `the example of the documentation loads`() async throws {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try Files.read("/\(package)/docs/emulator-seed.md", limit: 1 << 20)
    let parts = String(decoding: page, as: UTF8.self).split(separator: "```")
    let text = try #require(parts.dropFirst().first?.dropFirst("json".count))
    let graph = try ServiceProbe { _ in try Seed(text: Array(text.utf8), name: "docs") }
    let days = await week(graph, "2026-11-30T00:00:00Z", "2026-12-31T00:00:00Z")
    #expect(
      days.compactMap { $0["subject"]?.string }
        == ["Weekly", "Supplier day", "Weekly, in the garden", "Weekly", "Weekly"])
    #expect(days[1]["responseStatus"]?["response"] == "notResponded")
    #expect(await graph.get("/me/contacts").texts("displayName") == ["Bo Ek"])
  }

  @Test func `odd people and missing values of a file come as they are`() async throws {
    let attendees: JSON = [
      ["type": "optional", "emailAddress": ["name": "List only", "address": nil]],
      ["emailAddress": ["name": nil, "address": "GUEST001@adventure-works.example"]],
      [
        "type": "required", "status": nil,
        "emailAddress": ["name": "X", "address": "x@contoso.example"],
      ],
    ]
    let time: JSON = ["dateTime": "2026-12-01T08:00:00", "timeZone": "UTC"]
    let seed: JSON = [
      "users": [
        [
          "user": "ana@contoso.example",
          "events": [
            [
              "subject": nil, "location": nil, "start": time, "end": time, "attendees": attendees,
              "originalStartTimeZone": "tzone://Microsoft/Custom",
            ]
          ],
        ]
      ]
    ]
    let graph = try ServiceProbe { _ in try Seed(text: seed.bytes(.wire), name: "odd") }
    let event = try #require(await graph.get("/me/events").items.first)
    #expect(event["subject"] == .null)
    #expect(event["location"] == .null)
    #expect(event["originalStartTimeZone"] == "tzone://Microsoft/Custom")
    #expect(event["attendees"]?[0]?["emailAddress"]?["address"] == .null)
    #expect(event["attendees"]?[1]?["type"] == "required")
    #expect(event["attendees"]?[2]?["status"] == .null)
  }
}
