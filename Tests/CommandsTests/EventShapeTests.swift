import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Events of every shape, as somebody reads them in a list, in `show` and in JSON.
@Suite struct EventShapeTests {
  // C001
  private static let oddZones =
    timed(
      "A1", "Plant tour", "2026-06-21T08:00:00.0000000", "2026-06-21T09:00:00.0000000",
      #","originalStartTimeZone":"tzone://Microsoft/Custom","originalEndTimeZone":"tzone://Microsoft/Custom""#
    ) + ","
    + timed("A2", "Shift change", "2026-06-21T14:00:00.0000000", "2026-06-21T15:00:00.0000000")
    .replacing(#""timeZone":"UTC""#, with: #""timeZone":"Customized Time Zone""#) + ","
    + timed("A3", "Wrap-up", "2026-06-21T15:00:00.0000000", "2026-06-21T15:30:00.0000000")

  @Test func `a zone that nobody knows is marked and costs nothing else`() async throws {
    let machine = Machine(events: Self.oddZones)
    let words = ["agenda", "--from", "2026-06-21", "--to", "2026-06-22", "--tz", "Europe/Berlin"]
    let outcome = await machine.run(words)
    #expect(outcome.status == 0)
    try expectGolden(outcome.transcript, "agenda-custom-zone.txt")
    let asked = try #require(outcome.requests("GET", "/calendarView").first)
    #expect(asked.headers["Prefer"]?.contains(#"outlook.timezone="UTC""#) == true)
    #expect(
      asked.url.contains("startDateTime=2026-06-20T22:00:00Z&endDateTime=2026-06-22T22:00:00Z"))
    let items = try await machine.run(words + ["--json"]).items
    #expect(
      items.map { $0["graphcal"]?["start"] }
        == ["2026-06-21T10:00:00+02:00", .some(.null), "2026-06-21T17:00:00+02:00"])
    #expect(
      items.map { $0["graphcal"]?["unknownZone"] } == [.none, "Customized Time Zone", .none])
    #expect(items[1]["start"]?["timeZone"] == "Customized Time Zone")
  }

  // C004, C005
  @Test func `ids newer than many tables, an alias in brackets, and a name of another language`()
    async throws
  {
    let names = [
      "South Sudan Standard Time", "Qyzylorda Standard Time", "Volgograd Standard Time",
      "Yukon Standard Time", "Sao Tome Standard Time", "Magallanes Standard Time",
      "Europe/Kyiv (Kiev)", "Mitteleuropäische Zeit",
    ]
    let events = names.map { name in
      timed(name, name, "2026-07-01T12:00:00.0000000", "2026-07-01T12:30:00.0000000")
        .replacing(#""timeZone":"UTC""#, with: "\"timeZone\":\"\(name)\"")
    }.joined(separator: ",")
    let outcome = await Machine(events: events).run(
      "agenda", "--tz", "UTC", "--from", "2026-07-01", "--to", "2026-07-02")
    #expect(outcome.status == 0)
    try expectGolden(outcome.transcript, "agenda-windows-ids.txt")
  }

  // C017
  @Test(arguments: ["America/Los_Angeles", "Pacific/Auckland", "Asia/Kathmandu", "Etc/GMT+12"])
  func `an all-day event is on its date in every zone`(zone: String) async throws {
    let machine = Machine(
      events: [
        allDay("D0", "Inventory", "2026-10-18", "2026-10-19"),
        allDay("D1", "Founders day", "2026-10-19", "2026-10-20"),
        allDay("D2", "Audit", "2026-10-20", "2026-10-21"),
      ].joined(separator: ","))
    let words = ["agenda", "--from", "2026-10-19", "--to", "2026-10-19", "--tz", zone]
    let outcome = await machine.run(words)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Mon 19 Oct 2026\n"))
    #expect(outcome.output.contains("all day  Founders day"))
    #expect(!outcome.output.contains("Inventory") && !outcome.output.contains("Audit"))
    #expect(!outcome.output.contains("00:00"))
    #expect(outcome.outputLines.last == "1 event")
    let items = try await machine.run(words + ["--json"]).items
    #expect(items.count == 1)
    #expect(items.first?["graphcal"]?["start"] == "2026-10-19")
    #expect(items.first?["graphcal"]?["end"] == "2026-10-20")
    #expect(items.first?["start"]?["dateTime"] == "2026-10-19T00:00:00.0000000")
    let rows = await machine.run(words + ["--format", "tsv"]).outputLines
    #expect(rows.count == 2)
    #expect(rows[1].contains("\t2026-10-19\t2026-10-20\tFounders day\t"))
  }

  @Test func `an all-day event is sent from midnight to midnight in one zone`() async throws {
    let outcome = await Machine().run(
      "new-event", "--subject", "Holiday", "--all-day", "--start", "2026-12-24", "--end",
      "2026-12-31", "--tz", "Europe/Berlin", "--dry-run")
    let body = try #require(try outcome.items.first?["body"])
    #expect(body["isAllDay"] == true)
    for (side, date) in [("start", "2026-12-24"), ("end", "2027-01-01")] {
      #expect(
        body[side] == [
          "dateTime": .string(date + "T00:00:00.0000000"), "timeZone": "W. Europe Standard Time",
        ])
    }
  }

  // C019
  @Test func `an event stands on each day that it touches, and once in JSON`() async throws {
    let machine = Machine(
      events: [
        timed("N1", "Night shift", "2026-11-03T22:00:00", "2026-11-04T05:00:00"),
        timed("N2", "Sea trial", "2026-10-20T06:00:00", "2026-11-05T16:00:00"),
        timed("N3", "Migration", "2026-11-06T20:00:00", "2026-11-16T08:00:00"),
        timed("N4", "Late call", "2026-11-02T22:30:00", "2026-11-02T23:00:00"),
      ].joined(separator: ","))
    let words = [
      "agenda", "--from", "2026-11-02", "--to", "2026-11-08", "--tz", "Europe/Budapest",
    ]
    try expectGolden(await machine.run(words).transcript, "agenda-across-midnight.txt")
    let items = try await machine.run(words + ["--json"]).items
    #expect(items.map { $0["id"] } == ["N2", "N4", "N1", "N3"])
    #expect(items.map { $0["isAllDay"] }.allSatisfy { $0 == .null })
  }

  // C020
  @Test func `fractions of a second never move the clock`() async throws {
    let times =
      [
        ".0000000", "", ".5", ".1234567", ".9999999", ".123456789", "Z",
      ].map { "2026-05-04T09:00:00" + $0 } + ["2026-05-04T09:00", "2026-05-04T09:00:00+02:00"]
    let events = times.enumerated().map { index, time in
      timed(
        "F\(index)", "F\(index)", time, "2026-05-04T10:00:00",
        #","responseStatus":{"response":"none","time":"0001-01-01T00:00:00Z"},"lastModifiedDateTime":"2026-05-04T08:59:59.9999999Z""#
      )
    }.joined(separator: ",")
    let machine = Machine(events: events)
    let words = ["agenda", "--from", "2026-05-04", "--to", "2026-05-04", "--tz", "UTC"]
    let outcome = await machine.run(words)
    #expect(outcome.outputLines.filter { $0.contains("09:00–10:00") }.count == 8)
    #expect(outcome.outputLines.filter { $0.contains("07:00–10:00") }.count == 1)
    #expect(!outcome.output.contains("09:01"))
    let starts = try await machine.run(words + ["--json"]).items.map { $0["start"]?["dateTime"] }
    #expect(starts.contains("2026-05-04T09:00:00.1234567"))
    #expect(starts.contains("2026-05-04T09:00:00.5000000"))
  }

  @Test func `year 1 is never printed`() async throws {
    let event = timed(
      "AAMkAGI2THVSAAA=", "Review", "2026-05-04T09:00:00", "2026-05-04T10:00:00",
      #","createdDateTime":"0001-01-01T00:00:00Z","lastModifiedDateTime":null,"attendees":[{"type":"required","status":{"response":"none","time":"0001-01-01T00:00:00Z"},"emailAddress":{"name":"Kim","address":"kim@contoso.example"}}]"#
    )
    let machine = Machine(Service(["GET /me/events/AAMkAGI2THVSAAA%3D": [.ok(event)]]))
    let outcome = await machine.run("show", "AAMkAGI2THVSAAA=", "--tz", "UTC")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("0001"))
    #expect(!outcome.output.contains(" 1 Jan 1"))
    try expectGolden(outcome.transcript, "show-year-one.txt")
  }

  // C023
  @Test func `what may not be seen is private, not nameless`() async throws {
    let lena =
      #","organizer":{"emailAddress":{"name":"Lena Fog","address":"lena@contoso.example"}}"#
    let machine = Machine(
      events: [
        timed(
          "P1", "Private appointment", "2026-04-14T13:00:00", "2026-04-14T14:00:00",
          #","sensitivity":"private","showAs":"busy","bodyPreview":"","attendees":[]"# + lena),
        timed(
          "P2", nil, "2026-04-14T15:00:00", "2026-04-14T16:00:00",
          #","sensitivity":"private","showAs":"oof""#),
        timed(
          "P3", "Bid review", "2026-04-14T17:00:00", "2026-04-14T18:00:00",
          #","sensitivity":"confidential","showAs":"workingElsewhere""#),
      ].joined(separator: ","))
    let outcome = await machine.run(
      "agenda", "--from", "2026-04-14", "--to", "2026-04-14", "--tz", "UTC")
    #expect(outcome.status == 0)
    try expectGolden(outcome.transcript, "agenda-private.txt")
  }

  @Test func `details that may not be seen are refused, not missing`() async throws {
    let id = "AAMkAGI2PRIVATE="
    let machine = Machine(
      Service(["GET /me/events/AAMkAGI2PRIVATE%3D": [.error(403, "ErrorAccessDenied")]]))
    let outcome = await machine.run("show", id)
    #expect(outcome.status == 5)
    #expect(outcome.output.isEmpty)
    try expectGolden(outcome.transcript, "show-refused.txt")
  }

  // C024
  @Test func `cancelled is what the service says, whatever the subject`() async throws {
    let machine = Machine(
      events: [
        timed(
          "K1", "Canceled: Budget", "2026-04-15T09:00:00", "2026-04-15T10:00:00",
          #","isCancelled":true,"showAs":"free""#),
        timed(
          "K2", "Abgesagt: Planung", "2026-04-15T10:00:00", "2026-04-15T11:00:00",
          #","isCancelled":true,"showAs":"busy""#),
        timed(
          "K3", "Canceled: a film review", "2026-04-15T11:00:00", "2026-04-15T12:00:00",
          #","isCancelled":false,"showAs":"busy""#),
        timed(
          "K4", "Budget", "2026-04-15T12:00:00", "2026-04-15T13:00:00",
          #","isCancelled":true,"type":"exception""#),
      ].joined(separator: ","))
    let words = ["agenda", "--from", "2026-04-15", "--to", "2026-04-15", "--tz", "UTC"]
    try expectGolden(await machine.run(words).transcript, "agenda-cancelled.txt")
    let subjects = try await machine.run(words + ["--json"]).items.map { $0["subject"] }
    #expect(
      subjects == ["Canceled: Budget", "Abgesagt: Planung", "Canceled: a film review", "Budget"])
  }

  // C026
  @Test func `hundreds of people are counted in text and whole in JSON`() async throws {
    let guests = (1...480).map {
      let number = String($0 + 1000).dropFirst()
      return
        #"{"type":"required","emailAddress":{"address":"guest\#(number)@adventure-works.example"}}"#
    }
    let odd = [
      #"{"type":"resource","emailAddress":{"name":"Room 4","address":"room4@contoso.example"},"status":{"response":"accepted","time":"0001-01-01T00:00:00Z"}}"#,
      #"{"type":"optional","emailAddress":{"name":"List only","address":null}}"#,
      #"{"emailAddress":{"name":null,"address":"GUEST001@adventure-works.example"}}"#,
      #"{"type":"required","status":null,"emailAddress":{"address":"x@contoso.example"}}"#,
    ]
    let id = "AAMkAGI2CROWD0="
    let event = timed(
      id, "All hands", "2026-04-15T09:00:00", "2026-04-15T10:00:00",
      #","attendees":[\#((guests + odd).joined(separator: ","))]"#)
    let machine = Machine(Service(["GET /me/events/AAMkAGI2CROWD0%3D": [.ok(event)]]))
    let outcome = await machine.run("show", id, "--tz", "UTC")
    #expect(outcome.status == 0)
    #expect(outcome.output.utf8.count < 2000)
    try expectGolden(outcome.transcript, "show-crowd.txt")
    let whole = try await machine.run("show", id, "--json").json
    #expect(whole["attendees"]?.array?.count == 484)
  }

  @Test func `a start that is past is told, and that of a series is not`() async {
    func told(_ words: String...) async -> Bool {
      let outcome = await Machine(Service([:])).run(
        ["new-event", "--subject", "x", "--tz", "UTC", "--dry-run"] + words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.errors.contains("starts in the past: 2026-11-30T07:00:00Z")
    }
    #expect(await told("--start", "7:00"))
    #expect(await !told("--start", "10:00"))
    #expect(await !told("--start", "7:00", "--repeat", "daily"))
    #expect(await !told("--start", "2026-11-30 7:00"))
  }
}
