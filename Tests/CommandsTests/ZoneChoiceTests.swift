import Commands
import HTTP
import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

/// Which zone times are shown in, and what is said when there is a doubt.
@Suite struct ZoneChoiceTests {
  private static let summer = timed(
    "e1", "Summer", "2026-07-01T12:00:00.0000000", "2026-07-01T12:30:00.0000000")
  private static let winter = timed(
    "e2", "Winter", "2026-01-15T12:00:00.0000000", "2026-01-15T12:30:00.0000000")

  /// The clock time and offset at which the two events start in a zone, both years apart of a list.
  private func starts(
    _ zone: String, _ more: [String: String] = [:]
  ) async throws -> [String] {
    let machine = Machine(events: Self.summer + "," + Self.winter, more)
    let outcome = await machine.run(
      "agenda", "--from", "2026-01-01", "--to", "2026-12-31", "--tz", zone, "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for request in outcome.requests {
      #expect(request.headers["Prefer"]?.contains("timezone=\"UTC\"") != false)
    }
    return try outcome.items.compactMap {
      $0["graphcal"]?["start"]?.string.map { String($0.dropFirst(11)) }
    }
  }

  // C003
  @Test(arguments: [
    ("GMT+6:30", "18:30:00+06:30"), ("UTC+05:30", "17:30:00+05:30"), ("GMT-3", "09:00:00-03:00"),
    ("GMT+0100", "13:00:00+01:00"), ("Etc/GMT+5", "07:00:00-05:00"),
    ("Etc/GMT-5", "17:00:00+05:00"), ("UTC-11", "01:00:00-11:00"),
    ("(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb", "14:00:00+02:00"),
    ("(GMT+01.00) Sarajevo/Warsaw/Zagreb", "14:00:00+02:00"),
    // C009
    ("Samoa Standard Time", "01:00:00+13:00"),
  ])
  func `an offset for a zone is understood and never sent`(zone: String, july: String) async throws
  {
    #expect(try await starts(zone).last == july)
  }

  @Test(arguments: ["Greenwich Mean Time", "Europe/Berln", "Mars", "Customized Time Zone", ""])
  func `a zone that is none is refused before anything is sent`(zone: String) async throws {
    let outcome = await Machine(events: "").run("agenda", "--tz", zone)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("  try: "))
    #expect(outcome.output.isEmpty)
    #expect(outcome.requests.isEmpty)
    if zone == "Greenwich Mean Time" {
      try expectGolden(outcome.transcript, "zone-near-names.txt")
    }
  }

  // C005
  @Test(arguments: [
    ("Europe/Kyiv", ["14:00:00+02:00", "15:00:00+03:00"]),
    ("Europe/Kiev", ["14:00:00+02:00", "15:00:00+03:00"]),
    ("America/Nuuk", ["10:00:00-02:00", "11:00:00-01:00"]),
    ("America/Godthab", ["10:00:00-02:00", "11:00:00-01:00"]),
  ])
  func `a renamed zone goes by either name`(zone: String, times: [String]) async throws {
    #expect(try await starts(zone) == times)
    // A machine whose data has the other name only.
    let home = try TemporaryHome()
    let other = [
      "Europe/Kyiv": "Europe/Kiev", "Europe/Kiev": "Europe/Kyiv",
      "America/Nuuk": "America/Godthab", "America/Godthab": "America/Nuuk",
    ]
    let name = try #require(other[zone])
    let bytes = try Files.read("/usr/share/zoneinfo/" + zone, limit: 1 << 20)
    try home.write(home.folder + "/zones/" + name, bytes)
    #expect(try await starts(zone, ["TZDIR": home.folder + "/zones"]) == times)
  }

  @Test(arguments: [["agenda"], ["agenda", "--tz", "Europe/Paris"], ["today", "--json"]])
  func `a machine without zone data says so and shows nothing`(words: [String]) async throws {
    let home = try TemporaryHome()
    let outcome = await Machine(
      events: Self.summer, ["TZDIR": home.folder, "TZ": "Europe/Paris"]
    ).run(words)
    #expect(outcome.status != 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("Europe/Paris"))
    #expect(outcome.errors.contains("no time zone data"))
    #expect(outcome.errors.contains("tzdata"))
  }

  // C007
  @Test(arguments: [
    ("forbidden", Service.Answer.error(403, "ErrorAccessDenied", "Access is denied."), 1),
    ("empty", .ok(#"{"timeZone":""}"#), 0),
    (
      "working hours only",
      .ok(#"{"timeZone":null,"workingHours":{"timeZone":{"name":"Pacific Standard Time"}}}"#), 0
    ),
    ("an array", .ok(#"{"timeZone":[]}"#), 0), ("missing", .ok("{}"), 0),
    ("not found", .error(404, "MailboxNotEnabledForRESTAPI"), 1),
    ("broken", .status(500, "<html>", type: "text/html"), 1),
    ("no object", .ok("[]"), 1), ("unknown", .ok(#"{"timeZone":"Mars Standard Time"}"#), 1),
  ])
  func `a mailbox without a zone leaves it to the machine`(
    name: String, answer: Service.Answer, notes: Int
  ) async throws {
    let event = timed("e1", "Call", "2026-11-02T15:00:00.0000000", "2026-11-02T15:30:00.0000000")
    let machine = Machine(
      Service(events: event, ["GET /me/mailboxSettings": [answer]]), ["TZ": "America/New_York"])
    let outcome = await machine.run("agenda", "--from", "2026-11-02", "--to", "2026-11-03")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("10:00–10:30  Call"))
    #expect(
      outcome.errorLines.filter { !$0.contains("trying again") }.count == notes, "\(outcome.errors)"
    )
    for request in outcome.requests {
      #expect(request.headers["Prefer"]?.contains("timezone=\"UTC\"") != false)
    }
  }

  @Test func `without any zone times are in UTC, and that is said`() async throws {
    let event = timed("e1", "Call", "2026-11-02T15:00:00.0000000", "2026-11-02T15:30:00.0000000")
    let home = try TemporaryHome()
    var machine = Machine(events: event, ["TZ": ""])
    machine.settings = home.folder
    let outcome = await machine.run(
      "agenda", "--from", "2026-11-02", "--to", "2026-11-03", "--json")
    #expect(
      outcome.errorLines == ["no time zone is set; times are in UTC (--tz ZONE changes that)"])
    #expect(try outcome.items.first?["graphcal"]?["start"] == "2026-11-02T15:00:00Z")
    let help = await Machine().run("help", "times").output
    #expect(help.contains("not that of its working hours"))
  }

  @Test func `option before configuration before mailbox before machine`() async throws {
    let home = try TemporaryHome()
    let event = timed("e1", "Call", "2026-11-02T15:00:00", "2026-11-02T15:30:00")
    let service = Service(events: event, ["GET /me": [.ok("{}")]])
    let machine = Machine(home: home, service, ["TZ": "Asia/Tokyo"])
    _ = await machine.signIn()
    func start(_ words: String...) async throws -> JSON? {
      let outcome = await machine.run(
        ["agenda", "--from", "2026-11-01", "--to", "2026-11-03", "--json"] + words)
      return try outcome.items.first?["graphcal"]?["start"]
    }
    #expect(try await start() == "2026-11-03T00:00:00+09:00")
    await service.script("GET /me/mailboxSettings", .ok(#"{"timeZone":"Romance Standard Time"}"#))
    _ = await machine.run("me")
    #expect(try await start() == "2026-11-02T16:00:00+01:00")
    try home.write(home.configuration, #"{"timeZone": "America/New_York"}"#)
    #expect(try await start() == "2026-11-02T10:00:00-05:00")
    #expect(try await start("--tz", "Europe/Kyiv") == "2026-11-02T17:00:00+02:00")
  }

  @Test func `nothing is written in the machine's zone because the mailbox did not answer`()
    async throws
  {
    let service = Service(["GET /me/mailboxSettings": [.status(503)]])
    let machine = Machine(service, ["TZ": "America/New_York"])
    let outcome = await machine.run(
      "new-event", "--subject", "Call", "--start", "2026-12-01 09:00")
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("--tz"))
    #expect(outcome.requests("POST", "/events").isEmpty)
  }

  // C009
  @Test func `the day that Samoa left out has no heading`() async throws {
    let machine = Machine(
      events: [
        timed("e1", "Before", "2011-12-29T20:00:00", "2011-12-29T21:00:00"),
        timed("e2", "After", "2011-12-30T20:00:00", "2011-12-30T21:00:00"),
        allDay("e3", "Regatta", "2011-12-29", "2012-01-01"),
      ].joined(separator: ","))
    try expectGolden(
      await machine.transcript(
        "agenda", "--tz", "Pacific/Apia", "--from", "2011-12-29", "--to", "2011-12-31"),
      "agenda-samoa.txt")
    let skipped = await machine.run(
      "agenda", "--tz", "Pacific/Apia", "--from", "2011-12-30", "--to", "2011-12-30")
    #expect(skipped.status == 0)
    #expect(skipped.requests("GET", "/calendarView").isEmpty)
  }

  @Test(arguments: [
    ("Samoa Standard Time", "2026-07-02T09:00:00+13:00"), ("UTC-11", "2026-07-01T09:00:00-11:00"),
  ])
  func `two Windows ids of Samoa are a day apart`(zone: String, start: String) async throws {
    let event = timed("e1", "Call", "2026-07-01T20:00:00", "2026-07-01T21:00:00")
    let outcome = await Machine(events: event).run(
      "agenda", "--from", "2026-06-30", "--to", "2026-07-03", "--tz", zone, "--json")
    #expect(try outcome.items.first?["graphcal"]?["start"] == .string(start))
  }

  // C013
  @Test func `a weekly meeting in New York moves in Berlin for some weeks`() async throws {
    let times = [
      ("2026-03-04", "14"), ("2026-03-11", "13"), ("2026-03-18", "13"), ("2026-03-25", "13"),
      ("2026-04-01", "13"), ("2026-10-21", "13"), ("2026-10-28", "13"), ("2026-11-04", "14"),
    ]
    let events = times.map { day, hour in
      timed(day, "Weekly", "\(day)T\(hour):00:00", "\(day)T\(hour):30:00", #","type":"occurrence""#)
    }.joined(separator: ",")
    let outcome = await Machine(events: events).run(
      "agenda", "--from", "2026-03-01", "--to", "2026-11-30", "--tz", "Europe/Berlin", "--json")
    let clocks = try outcome.items.compactMap {
      $0["graphcal"]?["start"]?.string.map { $0.dropFirst(11).prefix(5) }
    }
    #expect(
      clocks == ["15:00", "14:00", "14:00", "14:00", "15:00", "15:00", "14:00", "15:00"])
    let asked = try #require(outcome.requests("GET", "/calendarView").first)
    #expect(
      asked.url.contains("startDateTime=2026-02-28T23:00:00Z&endDateTime=2026-11-30T23:00:00Z"))
  }
}
