import HTTP
import JSON
import TestSupport
import Testing

/// `free-busy`: other people's time.
@Suite struct FreeBusyCommandTests {
  private static func entry(_ address: String, _ view: String, _ items: String = "") -> String {
    #"{"scheduleId":"\#(address)","availabilityView":"\#(view)","scheduleItems":[\#(items)],"#
      + #""workingHours":{"daysOfWeek":["monday","tuesday"],"startTime":"08:00:00.0000000","#
      + #""endTime":"16:00:00.0000000","timeZone":{"name":"UTC"}}}"#
  }

  private static func item(_ status: String, _ start: String, _ end: String) -> String {
    #"{"status":"\#(status)","start":{"dateTime":"\#(start).0000000","timeZone":"UTC"},"#
      + #""end":{"dateTime":"\#(end).0000000","timeZone":"UTC"}}"#
  }

  private static let path = "POST /me/calendar/getSchedule"
  private static let unknown =
    #"{"scheduleId":"no@x.example","error":{"responseCode":"ErrorMailRecipientNotFound","message":"Unable to resolve."}}"#

  @Test func `the request is exact, and the answer is Graph's`() async throws {
    let service = Service([
      Self.path: [
        .list(
          Self.entry(
            "ANA@x.example", "0020", Self.item("Busy", "2026-11-30T09:00:00", "2026-11-30T09:30:00")
          )
        )
      ]
    ])
    let outcome = await Machine(service).run(
      "free-busy", "Ana <ana@x.example>", "ANA@x.example", "--from", "2026-11-30 08:00", "--to",
      "2026-11-30 10:00", "--tz",
      "Europe/Berlin", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let post = try #require(outcome.requests("POST", "/getSchedule").first)
    #expect(outcome.requests("POST", "/getSchedule").count == 1)
    #expect(post.headers["Prefer"] == #"outlook.timezone="Europe/Berlin", IdType="ImmutableId""#)
    #expect(
      try JSON(parsing: post.body ?? []) == [
        "schedules": ["ana@x.example"],
        "startTime": ["dateTime": "2026-11-30T08:00:00.0000000", "timeZone": "Europe/Berlin"],
        "endTime": ["dateTime": "2026-11-30T10:00:00.0000000", "timeZone": "Europe/Berlin"],
        "availabilityViewInterval": 30,
      ])
    let item = try #require(try outcome.items.first)
    #expect(item["availabilityView"] == "0020")
    #expect(item["availabilityViewInterval"] == 30)
    #expect(item["error"] == .null)
    #expect(item["graphcal"]?["name"] == "Ana")
    #expect(item["graphcal"]?["start"] == "2026-11-30T08:00:00+01:00")
    let busy = item["scheduleItems"]?[0]
    #expect(
      busy?["start"] == ["dateTime": "2026-11-30T10:00:00.0000000", "timeZone": "Europe/Berlin"])
    #expect(busy?["graphcal"]?["end"] == "2026-11-30T10:30:00+01:00")
    let listed = await Machine(service).run("free-busy", "a@x.example", "--fields")
    #expect(listed.outputLines.contains("availabilityView") && listed.requests.isEmpty)
  }

  @Test func `more than twenty people are asked for in batches, long ranges in pieces`()
    async throws
  {
    let people = (1...21).map { "p\($0)@x.example" }
    let night = Self.item("oof", "2027-01-28T22:00:00", "2027-01-29T06:00:00")
    let service = Service([
      Self.path: [.list(people.map { Self.entry($0, "3", night) }.joined(separator: ","))]
    ])
    let outcome = await Machine(service).run(
      ["free-busy"] + people + ["--days", "70", "--interval", "1440", "--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bodies = try outcome.requests("POST", "/getSchedule").map {
      try JSON(parsing: $0.body ?? [])
    }
    #expect(bodies.count == 4)
    #expect(bodies.map { $0["schedules"]?.array?.count ?? 0 }.sorted() == [1, 1, 20, 20])
    let bounds = Set(
      bodies.compactMap { body -> String? in
        guard let start = body["startTime"]?["dateTime"]?.string,
          let end = body["endTime"]?["dateTime"]?.string
        else { return nil }
        return start.prefix(10) + " " + end.prefix(10)
      })
    #expect(bounds == ["2026-11-30 2027-01-29", "2027-01-29 2027-02-08"])
    let items = try outcome.items
    #expect(items.map { $0["scheduleId"]?.string } == people)
    #expect(items.allSatisfy { $0["availabilityView"] == "33" })
    #expect(items.allSatisfy { $0["scheduleItems"]?.array?.count == 1 })
  }

  @Test func `trouble of one stands in their line, of all is an error`() async throws {
    let some = Service([Self.path: [.list(Self.entry("ana@x.example", "0") + "," + Self.unknown)]])
    let outcome = await Machine(some).run(
      "free-busy", "ana@x.example", "no@x.example", "gone@x.example")
    #expect(outcome.status == 9)
    #expect(outcome.output.contains("no@x.example"))
    #expect(outcome.output.contains("Unable to resolve."))
    #expect(outcome.errors.contains("2 of 3 people"))
    let json = await Machine(some).run("free-busy", "ana@x.example", "no@x.example", "--json")
    #expect(json.status == 9)
    #expect(try json.items[1]["error"]?["responseCode"] == "ErrorMailRecipientNotFound")
    let all = await Machine(Service([Self.path: [.list(Self.unknown)]])).run(
      "free-busy", "no@x.example")
    #expect(all.status == 3)
    #expect(all.output.isEmpty)
  }

  @Test func `a batch that is too large for its lists is asked for one by one`() async throws {
    let service = Service([
      Self.path: [
        .error(400, "ErrorInvalidRequest", "Too many."), .list(Self.entry("a@x.example", "2")),
        .error(400, "ErrorInvalidRequest", "Too many members."),
      ]
    ])
    let outcome = await Machine(service).run(
      "free-busy", "a@x.example", "list@x.example", "--json")
    #expect(outcome.status == 9)
    #expect(try outcome.items[0]["availabilityView"] == "2")
    #expect(try outcome.items[1]["error"]?["message"] == "Too many members.")
    let broken = await Machine(Service([Self.path: [.status(500)]])).run("free-busy", "a@x.example")
    #expect(broken.status == 7)
  }

  @Test func `a list without items is drawn from its view`() async throws {
    let service = Service([
      Self.path: [.list(#"{"scheduleId":"list@x.example","availabilityView":"0012300000"}"#)]
    ])
    let outcome = await Machine(service, columns: 80).run(
      "free-busy", "list@x.example", "--from", "2026-11-30 08:00", "--to", "2026-11-30 13:00")
    let line = try #require(outcome.outputLines.first { $0.hasPrefix("list@x.example│") })
    #expect(line.contains("▒") && line.contains("█") && line.contains("║"))
  }

  @Test func `what cannot be asked is refused`() async {
    for (words, status) in [
      (["free-busy"], 2), (["free-busy", "a@@b"], 2),
      (["free-busy", "a@x.example", "--week", "--days", "2"], 2),
      (["free-busy", "a@x.example", "--to", "2026-11-29"], 2),
      (["free-busy", "a@x.example", "--week=never"], 2),
    ] as [([String], Int32)] {
      let outcome = await Machine().run(words)
      #expect(outcome.status == status, "\(words): \(outcome.errors)")
      #expect(outcome.requests("POST", "").isEmpty)
    }
  }

  @Test func `whole days are midnights of the zone that was asked for`() async throws {
    let days =
      #"{"scheduleId":"a@x.example","availabilityView":"","scheduleItems":[{"status":"oof","#
      + #""start":{"dateTime":"2026-12-07T00:00:00.0000000","timeZone":"Europe/Berlin"},"#
      + #""end":{"dateTime":"2026-12-10T00:00:00.0000000","timeZone":"Europe/Berlin"}}]}"#
    let outcome = await Machine(Service([Self.path: [.list(days)]])).run(
      "free-busy", "a@x.example", "--from", "2026-12-07", "--days", "4", "--tz", "Europe/Berlin",
      "--json")
    let item = try #require(try outcome.items.first?["scheduleItems"]?[0])
    #expect(item["graphcal"]?["start"] == "2026-12-07T00:00:00+01:00")
    #expect(item["graphcal"]?["end"] == "2026-12-10T00:00:00+01:00")
    // Where the wall shows an hour twice, the instant goes out by UTC.
    let twice = await Machine(Service([Self.path: [.list(days)]])).run(
      "free-busy", "a@x.example", "--from", "2026-10-25T01:30:00Z", "--to", "2026-10-25 12:00",
      "--tz", "Europe/Berlin", "--json")
    let body = try JSON(parsing: try #require(twice.requests("POST", "/getSchedule").first?.body))
    #expect(body["startTime"] == ["dateTime": "2026-10-25T01:30:00.0000000", "timeZone": "UTC"])
  }

  @Test(arguments: [["--week", "+1"], ["--week=+1"], ["--week", "2026-12-08"]])
  func `a word that says which week is no person`(words: [String]) async throws {
    let service = Service([Self.path: [.list(Self.entry("a@x.example", ""))]])
    let outcome = await Machine(service).run(["free-busy", "a@x.example", "--json"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try JSON(
      parsing: try #require(outcome.requests("POST", "/getSchedule").first?.body))
    #expect(body["schedules"] == ["a@x.example"])
    #expect(body["startTime"]?["dateTime"] == "2026-12-07T00:00:00.0000000")
    let alone = await Machine(service).run("free-busy", "--week", "+1")
    #expect(alone.status == 2 && alone.requests.isEmpty)
  }

  @Test func `a week by the first weekday of the mailbox`() async throws {
    let service = Service([Self.path: [.list(Self.entry("a@x.example", ""))]])
    let outcome = await Machine(service, ["LC_ALL": "en_US.UTF-8"]).run(
      "free-busy", "a@x.example", "--week=+1", "--json")
    let body = try JSON(
      parsing: try #require(outcome.requests("POST", "/getSchedule").first?.body))
    #expect(body["startTime"]?["dateTime"] == "2026-12-06T00:00:00.0000000")
    #expect(body["endTime"]?["dateTime"] == "2026-12-13T00:00:00.0000000")
  }
}
