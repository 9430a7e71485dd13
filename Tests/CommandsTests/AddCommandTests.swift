import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Phrases that become events: what is told, asked and sent.
@Suite struct AddCommandTests {
  private func machine(_ variables: [String: String] = [:]) -> Machine {
    let created = timed(
      "AAMkAGI2CREATED0", "lunch with Ana", "2026-12-01T11:30:00", "2026-12-01T12:15:00")
    return Machine(Service(["POST /me/events": [.ok(created)]]), variables)
  }

  private func body(_ outcome: Outcome) throws -> JSON {
    #expect(outcome.status == 0, "\(outcome.errors)")
    let post = try #require(outcome.requests("POST", "/me/events").first)
    return try JSON(parsing: post.body ?? [])
  }

  @Test func `a script makes what a phrase says, and is told what that was`() async throws {
    let outcome = await machine().run(
      "add", "lunch with Ana tomorrow 12:30 45m @Cantina", "--tz", "Europe/Berlin")
    let body = try body(outcome)
    #expect(
      body == [
        "subject": "lunch with Ana", "location": ["displayName": "Cantina"],
        "start": [
          "dateTime": "2026-12-01T12:30:00.0000000", "timeZone": "W. Europe Standard Time",
        ],
        "end": ["dateTime": "2026-12-01T13:15:00.0000000", "timeZone": "W. Europe Standard Time"],
        "transactionId": "00010203-0405-4607-8809-0a0b0c0d0e0f",
      ])
    for words in ["Tue 1 Dec 2026 12:30–13:15 (45 min), Europe/Berlin", "Cantina"] {
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(outcome.output.hasPrefix("Created "))
  }

  @Test func `words of a shell are one phrase`() async throws {
    let outcome = await machine().run("add", "stand-up", "every", "weekday", "9:15", "15m", "#Team")
    let body = try body(outcome)
    #expect(body["subject"] == "stand-up")
    #expect(body["categories"] == ["Team"])
    #expect(body["recurrence"]?["pattern"]?["type"] == "weekly")
    #expect(body["start"]?["dateTime"] == "2026-11-30T09:15:00.0000000")
    #expect(outcome.errors.contains("Repeats"))
    #expect(!outcome.errors.contains("is not a day of the series"))
  }

  @Test func `whole days are sent as such`() async throws {
    let outcome = await machine().run("add", "Holiday 24-26 dec !private !away", "--json")
    let body = try body(outcome)
    #expect(body["isAllDay"] == true)
    #expect(body["end"]?["dateTime"] == "2026-12-27T00:00:00.0000000")
    #expect(body["sensitivity"] == "private")
    #expect(body["showAs"] == "oof")
    #expect(try outcome.json["id"] == "AAMkAGI2CREATED0")
  }

  @Test func `a day alone is shown as free, told once, and busy where that is said`() async throws {
    let free = await machine().run("add", "dentist next tuesday")
    #expect(try body(free)["showAs"] == "free")
    #expect(free.errors.contains("Tue 1 Dec 2026, all day\n"), "\(free.errors)")
    #expect(free.errors.contains(" free\n"), "\(free.errors)")
    let away = await machine().run("add", "Fair 7-20 dec !away")
    #expect(try body(away)["showAs"] == "oof")
    #expect(away.errors.contains("all day (14 days)\n"), "\(away.errors)")
    #expect(away.errors.contains(" away\n"), "\(away.errors)")
    let busy = await machine().run("add", "Fair 7 dec !busy")
    #expect(try body(busy)["showAs"] == "busy")
    let timed = await machine().run("add", "lunch tomorrow 12:00")
    #expect(try body(timed)["showAs"] == nil)
  }

  @Test func `a reminder is sent and told`() async throws {
    let outcome = await machine().run("add", "lunch fri noon remind me 15 min before")
    let body = try body(outcome)
    #expect(body["subject"] == "lunch")
    #expect(body["reminderMinutesBeforeStart"] == 15)
    #expect(outcome.errors.contains("15 min before"), "\(outcome.errors)")
  }

  @Test func `a person is asked, and no is no`() async throws {
    for (typed, status) in [("y", Int32(0)), ("n", 8)] {
      var machine = machine()
      machine.typed = [typed]
      let outcome = await machine.run("add", "lunch tomorrow 12:30")
      #expect(outcome.status == status)
      #expect(outcome.errors.contains("Create it? [y/N]"))
      #expect(outcome.requests("POST", "/me/events").isEmpty == (status == 8))
    }
    var machine = machine()
    machine.typed = []
    #expect(await machine.run("add", "lunch tomorrow 12:30", "--yes").status == 0)
  }

  @Test func `addresses are invited only after a yes`() async throws {
    let words = [
      "add", "lunch with bo@contoso.example and Kim Lind <kim@contoso.example> fri 12:00",
    ]
    let script = await machine().run(words)
    #expect(script.status == 8)
    #expect(script.requests("POST", "/me/events").isEmpty)
    #expect(script.errors.contains("--yes"))
    var machine = machine()
    machine.typed = ["y"]
    let outcome = await machine.run(words)
    #expect(outcome.errors.contains("Create it and send invitations to 2 people? [y/N]"))
    #expect(
      try body(outcome)["attendees"] == [
        ["emailAddress": ["address": "bo@contoso.example"], "type": "required"],
        [
          "emailAddress": ["address": "kim@contoso.example", "name": "Kim Lind"],
          "type": "required",
        ],
      ])
  }

  @Test func `whoever is about to say yes hears who is taken then`() async throws {
    let item =
      #"{"status":"busy","subject":"Lunch with Priya","start":{"dateTime":"2026-12-04T11:30:00","#
      + #""timeZone":"UTC"},"end":{"dateTime":"2026-12-04T12:15:00","timeZone":"UTC"}}"#
    let early =
      #"{"status":"busy","start":{"dateTime":"2026-12-04T11:30:00","timeZone":"UTC"},"#
      + #""end":{"dateTime":"2026-12-04T12:00:00","timeZone":"UTC"}}"#
    var machine = machine()
    await machine.service.script(
      "POST /me/calendar/getSchedule",
      .list(
        #"{"scheduleId":"bo@contoso.example","scheduleItems":[\#(item)]},"#
          + #"{"scheduleId":"kim@contoso.example","scheduleItems":[\#(early)]}"#))
    let words = ["add", "lunch with bo@contoso.example and kim@contoso.example fri 12:00"]
    machine.typed = ["n"]
    let outcome = await machine.run(words)
    #expect(outcome.status == 8)
    #expect(
      outcome.errors.contains(
        #"bo@contoso.example is taken then: Fri 4 Dec 2026 11:30–12:15 "Lunch with Priya""#),
      "\(outcome.errors)")
    #expect(!outcome.errors.contains("kim@contoso.example is taken"))
    machine.typed = []
    let script = await machine.run(words + ["--yes"])
    #expect(script.requests("POST", "/getSchedule").isEmpty)
  }

  @Test(arguments: [
    (["Ana Lind"], Int32(0), 1), (["Bo Berg"], 0, 0), (["Ana Lind", "Ana Rosa"], 2, 0),
  ])
  func `a name is looked up, and a word where nobody has it`(
    known: [String], status: Int32, invited: Int
  ) async throws {
    let items = known.enumerated().map { index, name in
      #"{"id":"c\#(index)","displayName":"\#(name)","emailAddresses":[{"address":"p\#(index)@contoso.example","name":"\#(name)"}]}"#
    }
    let created = timed(
      "AAMkAGI2CREATED0", "lunch", "2026-12-01T11:30:00", "2026-12-01T12:15:00")
    let service = Service([
      "POST /me/events": [.ok(created)], "GET /me/contacts": [.list(items.joined(separator: ","))],
      "GET /me/contactFolders": [.list("")], "GET /me/people": [.list("")],
      "GET /me/calendarView": [.list("")],
      "GET /me": [.ok(#"{"id":"1","displayName":"Me","mail":"me@contoso.example"}"#)],
    ])
    let outcome = await Machine(service).run("add", "lunch with Ana fri 12:00", "--yes")
    #expect(outcome.status == status, "\(outcome.errors)")
    guard status == 0 else {
      #expect(outcome.errors.contains("Ana Lind") && outcome.errors.contains("Ana Rosa"))
      #expect(outcome.requests("POST", "/me/events").isEmpty)
      return
    }
    let body = try body(outcome)
    #expect(body["subject"] == "lunch with Ana")
    #expect((body["attendees"]?.array ?? []).count == invited)
    #expect(outcome.errors.contains("\"Ana\" stays in the subject") == (invited == 0))
  }

  @Test(arguments: [
    ("call 4/5 9:00", "Tue 4 May 2027 or Mon 5 Apr 2027"), ("call 9:00 or 10:00", "9:00, 10:00"),
    ("call mom tonight", "\"tonight\" says no time of its own; understood: Mon 30 Nov 2026"),
    ("status call thu 10 @Dock 5", "10:00 or day 10 of the month"),
    ("call Tokyo 9:00 Asia/Tokyo tomorrow", "--tz"), ("call", "no day and no time"),
    ("tomorrow 9:00", "not what"),
    ("call with bo@x fri 9:00 at 14:00", "more than one time"),
  ])
  func `what is unclear is refused with its readings`(phrase: String, says: String) async {
    let outcome = await machine().run("add", phrase, "--yes")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.requests("POST", "/me/events").isEmpty)
  }

  @Test func `a dry run tells and shows, and sends nothing`() async throws {
    let outcome = await machine().run(
      "add", "sync mon 9:00 with bo@contoso.example", "--dry-run", "--tz", "UTC")
    #expect(outcome.status == 0)
    #expect(try outcome.items.first?["body"]?["subject"] == "sync")
    #expect(outcome.errors.contains("Mon 30 Nov 2026 09:00–09:30"))
    #expect(outcome.requests("POST", "/me/events").isEmpty)
    let quiet = await machine().run("add", "sync mon 9:00", "--dry-run", "--quiet")
    #expect(quiet.errors.isEmpty)
    #expect(await machine().run("add", "sync mon 9:00", "--read-only").status == 8)
  }

  @Test func `options say what the phrase leaves out`() async throws {
    let outcome = await machine().run(
      "add", "lunch @Cantina #Food tomorrow 12:30", "--reminder", "10m", "--body", "Bring money",
      "--category", "Fun", "--attendee", "bo@contoso.example", "--show-as", "free", "--yes")
    let body = try body(outcome)
    #expect(body["reminderMinutesBeforeStart"] == 10)
    #expect(body["categories"] == ["Food", "Fun"])
    #expect(body["attendees"]?.array?.count == 1)
    #expect(body["showAs"] == "free")
    #expect(body["body"]?["content"] == "Bring money")
    let timed = await machine().run(
      "add", "tea every fri @Pier", "--start", "2026-12-04 16:00", "--duration", "20m", "--count",
      "3", "--location", "Pier 7", "--dry-run")
    let series = try #require(try timed.items.first?["body"])
    #expect(series["start"]?["dateTime"] == "2026-12-04T16:00:00.0000000")
    #expect(series["recurrence"]?["range"]?["numberOfOccurrences"] == 3)
    #expect(series["location"]?["displayName"] == "Pier 7")
  }

  @Test(arguments: [
    (["tea 16:00", "--start", "17:00"], "more than one time"),
    (["tea every fri 16:00", "--repeat", "weekly"], "both say how it repeats"),
    (["tea every fri 16:00 3 times", "--until", "2027-01-01"], "how the series ends"),
    (["tea fri 16:00", "--count", "3"], "there is none"),
    (["tea fri 16:00", "--attach", "/nonexistent/file"], "no such file"),
    (["tea fri 16:00", "--body", "x", "--body-file", "y"], "--body"),
  ])
  func `options and phrase do not contradict each other`(words: [String], says: String) async {
    let outcome = await machine().run(["add", "--yes"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.requests("POST", "/me/events").isEmpty)
  }

  // C010, C011: as the cases type them.
  @Test(arguments: [
    ("2026-03-08 02:30", "America/New_York", "03:30", "does not exist"),
    ("2026-03-29 02:30", "Europe/Berlin", "03:30", "does not exist"),
    ("2026-11-01 01:30", "America/New_York", "01:30 (-04:00)", "comes twice"),
  ])
  func `a start at a clock change is told`(
    start: String, zone: String, shown: String, says: String
  ) async throws {
    let outcome = await machine().run(
      "add", "Backup window", "--start", start, "--duration", "30m", "--tz", zone, "--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains(says) && outcome.errors.contains(shown), "\(outcome.errors)")
    let sent = try outcome.items.first?["body"]?["start"]
    let instants = [
      "2026-03-08 02:30": "2026-03-08T07:30", "2026-03-29 02:30": "2026-03-29T01:30",
      "2026-11-01 01:30": "2026-11-01T05:30",
    ]
    let walls = [
      "2026-03-08 02:30": "2026-03-08T03:30", "2026-03-29 02:30": "2026-03-29T03:30",
      "2026-11-01 01:30": "",
    ]
    let expected = sent?["timeZone"] == "UTC" ? instants[start] : walls[start]
    #expect(sent?["dateTime"] == .string((expected ?? "") + ":00.0000000"))
  }

  @Test func `a time that the clocks skip is told, and one that is past`() async throws {
    let gap = await machine().run(
      "add", "call 2027-03-28 2:30", "--tz", "Europe/Berlin", "--dry-run")
    #expect(gap.errors.contains("does not exist"))
    let past = await machine().run("add", "call 7:00", "--dry-run")
    #expect(past.errors.contains("which is past"))
  }
}
