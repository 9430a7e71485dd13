import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Lists in every form, and what people do with what a list shows.
@Suite struct EventCommandTests {
  private static let events =
    allDay("AAMkAGI2FAIR000=", "Fair", "2026-11-30", "2026-12-02") + ","
    + timed(
      "AAMkAGI2CALL000=", "Call with Kim", "2026-11-30T07:45:00", "2026-11-30T08:30:00",
      #","@odata.etag":"W/\"1\"","location":{"displayName":"Room 4"},"showAs":"busy","organizer":{"emailAddress":{"name":"Kim","address":"kim@contoso.example"}},"isOrganizer":false,"responseStatus":{"response":"notResponded"}"#
    ) + ","
    + timed(
      "AAMkAGI2LUNCH00=", "Lunch", "2026-12-01T12:00:00", "2026-12-01T12:45:00",
      #","type":"occurrence","categories":["Food"]"#)

  @Test func `a list on a terminal, in a pipe and for programs`() async throws {
    for (columns, name) in [(80, "80"), (40, "40"), (nil, "pipe")] as [(Int?, String)] {
      try expectGolden(
        await Machine(events: Self.events, columns: columns).transcript("week", "--list"),
        "week-\(name).txt")
    }
    let machine = Machine(events: Self.events)
    try expectGolden(await machine.transcript("week", "--format", "tsv"), "week.tsv.txt")
    try expectGolden(await machine.transcript("week", "--format", "csv"), "week.csv.txt")
    try expectGolden(
      await machine.transcript(
        "week", "--jsonl", "--fields", "subject,graphcal.start,graphcal.durationMinutes"),
      "week.jsonl.txt")
    try expectGolden(await machine.transcript("today", "--json"), "today.json.txt")
  }

  @Test func `an empty list is a result`() async throws {
    let machine = Machine(events: "")
    let text = await machine.run("today")
    #expect(text.status == 0)
    #expect(text.output == "No events on Mon 30 Nov 2026\n")
    #expect(await machine.run("today", "--json").output == "[]\n")
    #expect(await machine.run("today", "--jsonl").output.isEmpty)
    #expect(await machine.run("today", "--format", "csv").outputLines.count == 1)
  }

  @Test func `items of a list hold exactly the properties asked for`() async throws {
    let outcome = await Machine(events: Self.events).run("today", "--json")
    let select = try #require(
      outcome.requests("GET", "/calendarView").first?.url.split(separator: "$select=").last?
        .split(separator: "&").first)
    let names = Set(select.split(separator: ",").map(String.init) + ["@odata.etag", "graphcal"])
    for item in try outcome.items { #expect(Set(item.object?.keys ?? []) == names) }
    let listed = await Machine(events: "").run("today", "--fields").outputLines
    #expect(names.isSubset(of: Set(listed)))
  }

  @Test func `a row of the last list, a short id and the full id name an event`() async throws {
    let home = try TemporaryHome()
    let service = Service(
      events: Self.events,
      [
        "GET /me/events/AAMkAGI2CALL000%3D": [
          .ok(
            timed(
              "AAMkAGI2CALL000=", "Call with Kim", "2026-11-30T07:45:00", "2026-11-30T08:30:00"))
        ]
      ])
    let machine = Machine(home: home, service, columns: 80)
    _ = await machine.signIn()
    let week = await machine.run("week", "--list")
    let row = try #require(week.outputLines.first { $0.contains("Call with Kim") })
    let words = row.split(separator: " ").map(String.init).filter { $0 != "▶" && $0 != ">" }
    for reference in [words[0], words[1], "AAMkAGI2CALL000="] {
      let show = await machine.run("show", reference)
      #expect(show.status == 0, "\(reference): \(show.errors)")
      #expect(show.output.contains("Call with Kim"))
      #expect(show.requests("GET", "/events/AAMkAGI2CALL000%3D").count == 1)
      // All else is remembered.
      #expect(show.requests.count == 1)
    }
    let missing = await machine.run("show", "99")
    #expect(missing.status == 3)
    let calendars = await machine.run("show", "zzzz")
    #expect(calendars.status == 3)
    #expect(calendars.requests("GET", "/calendarView").count == 1)
  }

  @Test func `a short id that this machine never listed is looked for`() async throws {
    let short = try await Machine(events: Self.events).run("today", "--json").items
      .compactMap { $0["graphcal"]?["id"]?.string }[1]
    let service = Service(
      events: Self.events,
      [
        "GET /me/events/AAMkAGI2CALL000%3D": [
          .ok(timed("AAMkAGI2CALL000=", "Call", "2026-11-30T07:45:00", "2026-11-30T08:30:00"))
        ]
      ])
    let outcome = await Machine(service).run("show", short)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let asked = try #require(outcome.requests("GET", "/calendarView").first)
    #expect(asked.url.contains("startDateTime=2026-09-01T00:00:00Z&endDateTime=2028-01-05"))
  }

  @Test func `an event with all that can be said`() async throws {
    let created = timed("AAMkNEW", "Lunch", "2026-12-01T12:30:00", "2026-12-01T13:15:00")
    let service = Service([
      "POST /me/calendars/team%2Fid/events": [.ok(created)],
      "GET /me/calendars": [.list(#"{"id":"team/id","name":"Team"},{"id":"c","name":"Calendar"}"#)],
    ])
    let outcome = await Machine(service).run(
      "new-event", "--subject", "Lunch", "--start", "tomorrow 12:30", "--duration", "45m",
      "--attendee", "Kim <kim@contoso.example>; KIM@contoso.example", "--optional",
      "lee@contoso.example", "--location", "Canteen", "--body", "Bring Péter", "--calendar", "team",
      "--reminder", "10m", "--category", "Food", "--show-as", "oof", "--private", "--yes", "--tz",
      "Europe/Berlin")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let post = try #require(outcome.requests("POST", "/events").first)
    let body = try JSON(parsing: post.body ?? [])
    #expect(
      body == [
        "subject": "Lunch",
        "start": [
          "dateTime": "2026-12-01T12:30:00.0000000", "timeZone": "W. Europe Standard Time",
        ],
        "end": ["dateTime": "2026-12-01T13:15:00.0000000", "timeZone": "W. Europe Standard Time"],
        "attendees": [
          ["emailAddress": ["address": "kim@contoso.example", "name": "Kim"], "type": "required"],
          ["emailAddress": ["address": "lee@contoso.example"], "type": "optional"],
        ], "location": ["displayName": "Canteen"],
        "body": ["contentType": "text", "content": "Bring Péter"], "categories": ["Food"],
        "isReminderOn": true, "reminderMinutesBeforeStart": 10, "showAs": "oof",
        "sensitivity": "private", "transactionId": "00010203-0405-4607-8809-0a0b0c0d0e0f",
      ])
    #expect(outcome.output.contains("13:30") && outcome.output.contains("Lunch"))
  }

  @Test func `without a start the next half hour is meant`() async throws {
    let outcome = await Machine().run("new-event", "--subject", "Now", "--dry-run")
    let body = try #require(try outcome.items.first?["body"])
    #expect(body["start"]?["dateTime"] == "2026-11-30T08:30:00.0000000")
    #expect(body["end"]?["dateTime"] == "2026-11-30T09:00:00.0000000")
  }

  @Test(arguments: [(["--read-only"], [:]), ([], ["GRAPHCAL_READ_ONLY": "1"])])
  func `in read-only mode nothing is written`(
    words: [String], variables: [String: String]
  ) async {
    let outcome = await Machine(Service(), variables).run(
      ["new-event", "--subject", "x"] + words)
    #expect(outcome.status == 8)
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a calendar that is not there is named with those that are`() async throws {
    let service = Service([
      "GET /me/calendars": [.list(#"{"id":"a","name":"Team"},{"id":"b","name":"team"}"#)]
    ])
    let missing = await Machine(service).run(
      "new-event", "--subject", "x", "--calendar", "Family")
    #expect(missing.status == 3)
    #expect(missing.errors.contains("Team"))
    let twice = await Machine(service).run("new-event", "--subject", "x", "--calendar", "TEAM")
    #expect(twice.status == 2)
  }

  @Test func `who I am and which calendars there are`() async throws {
    let service = Service([
      "GET /me": [
        .ok(
          #"{"id":"1","displayName":"Kim Lind","mail":null,"userPrincipalName":"kim@contoso.example","jobTitle":"Pilot"}"#
        )
      ],
      "GET /me/mailboxSettings": [
        .ok(
          #"{"timeZone":"Romance Standard Time","language":{"locale":"da-DK"},"workingHours":{"daysOfWeek":["monday","tuesday"],"startTime":"08:00:00.0000000","endTime":"16:30:00.0000000","timeZone":{"name":"Romance Standard Time"}}}"#
        )
      ],
      "GET /me/calendars": [
        .list(
          #"{"id":"a","name":"Calendar","isDefaultCalendar":true,"canEdit":true,"owner":{"name":"Kim Lind","address":"kim@contoso.example"}},{"id":"b","name":"Holidays 🇩🇰","canEdit":false,"owner":null}"#
        )
      ],
    ])
    let machine = Machine(service, columns: 80)
    try expectGolden(await machine.transcript("me"), "me.txt")
    try expectGolden(await machine.transcript("calendars"), "calendars.txt")
    try expectGolden(
      await Machine(service).transcript("calendars", "--format", "tsv"), "calendars.tsv.txt")
    #expect(
      try await Machine(service).run("me", "--json").json["graphcal"]?["timeZone"]
        == "Romance Standard Time")
    let nothing = await Machine(Service(["GET /me": [.ok("{}")]])).run("me")
    #expect(nothing.output.contains("UTC"))
  }

  @Test func `a zone explains itself`() async throws {
    let machine = Machine()
    let berlin = try await machine.run("zones", "W. Europe Standard Time", "--json").json
    #expect(berlin["iana"] == "Europe/Berlin")
    #expect(berlin["windows"] == "W. Europe Standard Time")
    #expect(berlin["offset"] == "+01:00")
    #expect(berlin["nextChange"] == "2027-03-28T03:00:00+02:00")
    let all = await machine.run("zones")
    #expect(all.status == 0)
    #expect(all.outputLines.count == 143)
    #expect(all.errors.contains("142 zones"))
    let unknown = await machine.run("zones", "Mars")
    #expect(unknown.status == 2)
  }
}
