import HTTP
import JSON
import TestSupport
import Testing

/// `free`: the owner's own time.
@Suite struct FreeCommandTests {
  static let calendars =
    #"{"id":"c1","name":"Calendar","isDefaultCalendar":true,"owner":{"name":"Mira","address":"mira@h.example"}},"#
    + #"{"id":"c2","name":"Team","owner":{"name":"Mira","address":"Mira@h.example"}},"#
    + #"{"id":"c3","name":"Jonas","owner":{"name":"Jonas","address":"jonas@h.example"}}"#
  /// Berlin's nine to five is eight to four in winter's UTC.
  static let settings = #"""
    {"timeZone":"UTC","workingHours":{"daysOfWeek":["monday","tuesday","wednesday","thursday","friday"],
    "startTime":"09:00:00.0000000","endTime":"17:00:00.0000000","timeZone":{"name":"W. Europe Standard Time"}}}
    """#

  static func service(_ more: [String: [Service.Answer]] = [:]) -> Service {
    Service(
      [
        "GET /me/mailboxSettings": [.ok(settings)], "GET /me/calendars": [.list(calendars)],
        "GET /me/calendars/c1/calendarView": [
          .list(
            [
              timed(
                "a", nil, "2026-11-30T08:00:00", "2026-11-30T09:10:00", #","showAs":"busy""#),
              timed(
                "b", nil, "2026-11-30T11:00:00", "2026-11-30T12:00:00", #","showAs":"free""#),
              timed(
                "c", nil, "2026-11-30T12:00:00", "2026-11-30T13:00:00",
                #","showAs":"workingElsewhere""#),
              timed(
                "d", nil, "2026-11-30T13:00:00", "2026-11-30T14:00:00",
                #","showAs":"busy","responseStatus":{"response":"declined"}"#),
            ].joined(separator: ","))
        ],
        "GET /me/calendars/c2/calendarView": [
          .list(
            timed(
              "e", nil, "2026-11-30T10:00:00", "2026-11-30T11:00:00", #","showAs":"tentative""#))
        ],
      ].merging(more) { $1 })
  }

  private func starts(_ outcome: Outcome) throws -> [String?] {
    try outcome.items.map { $0["graphcal"]?["start"]?.string }
  }

  @Test func `slots lie in working hours and over nothing that takes time`() async throws {
    let outcome = await Machine(Self.service()).run("free", "--next", "4", "--json")
    #expect(
      try starts(outcome) == [
        "2026-11-30T09:15:00Z", "2026-11-30T11:00:00Z", "2026-11-30T11:30:00Z",
        "2026-11-30T12:00:00Z",
      ])
    let first = try #require(try outcome.items.first)
    #expect(
      first == [
        "start": ["dateTime": "2026-11-30T09:15:00.0000000", "timeZone": "UTC"],
        "end": ["dateTime": "2026-11-30T09:45:00.0000000", "timeZone": "UTC"],
        "graphcal": [
          "start": "2026-11-30T09:15:00Z", "end": "2026-11-30T09:45:00Z", "durationMinutes": 30,
          "freeUntil": "2026-11-30T10:00:00Z",
        ],
      ])
    // What Jonas shares takes none of Mira's time.
    #expect(outcome.requests("GET", "/c3/calendarView").isEmpty)
    let view = try #require(outcome.requests("GET", "/c1/calendarView").first)
    #expect(view.url.contains("startDateTime=2026-11-30T08:00:00Z"))
    #expect(view.url.contains("endDateTime=2026-12-14T00:00:00Z"))
    let over = await Machine(Self.service()).run(
      "free", "--next", "3", "--over-tentative", "--json")
    #expect(
      try starts(over) == [
        "2026-11-30T09:15:00Z", "2026-11-30T09:45:00Z", "2026-11-30T10:15:00Z",
      ])
    let team = await Machine(Self.service()).run(
      "free", "--for", "3h", "--calendar", "team", "--next", "1", "--json")
    #expect(try starts(team) == ["2026-11-30T11:00:00Z"])
    #expect(team.requests("GET", "/c1/calendarView").isEmpty)
  }

  @Test func `working hours keep to the clock over a change of it`() async throws {
    let service = Self.service([
      "GET /me/calendars/c1/calendarView": [.list("")],
      "GET /me/calendars/c2/calendarView": [.list("")],
    ])
    let machine = Machine(service, now: "2027-03-26T15:20:00Z")
    let outcome = await machine.run(
      "free", "--for", "30m", "--next", "2", "--tz", "Europe/Berlin", "--json")
    #expect(try starts(outcome) == ["2027-03-26T16:30:00+01:00", "2027-03-29T09:00:00+02:00"])
    let night = await machine.run(
      "free", "--for", "30m", "--next", "3", "--any-time", "--from", "2027-03-28 01:30", "--tz",
      "Europe/Berlin", "--json")
    #expect(
      try starts(night) == [
        "2027-03-28T01:30:00+01:00", "2027-03-28T03:00:00+02:00", "2027-03-28T03:30:00+02:00",
      ])
  }

  @Test func `a list on a terminal, in a pipe, as TSV, and nothing`() async throws {
    for (columns, name) in [(80, "80"), (nil, "pipe")] as [(Int?, String)] {
      try expectGolden(
        await Machine(Self.service(), columns: columns).transcript("free", "--for", "1h"),
        "free-\(name).txt")
    }
    let tsv = await Machine(Self.service()).run("free", "--next", "1", "--format", "tsv")
    #expect(
      tsv.outputLines == [
        "start\tend\tfreeUntil", "2026-11-30T09:15:00Z\t2026-11-30T09:45:00Z\t2026-11-30T10:00:00Z",
      ])
    let none = await Machine(Self.service()).run(
      "free", "--for", "10h", "--to", "2026-12-01")
    #expect(none.status == 0)
    #expect(none.output == "No free time until Tue 1 Dec 2026\n")
    #expect(await Machine(Self.service()).run("free", "--for", "10h", "--json").output == "[]\n")
  }

  @Test func `whole days that leave no time are named with their calendar`() async throws {
    let service = Self.service([
      "GET /me/calendars/c2/calendarView": [
        .list(
          String(allDay("away", "Aiko away", "2026-12-07", "2026-12-12").dropLast())
            + #","showAs":"oof"},"#
            + String(allDay("fair", "Fair", "2026-12-01", "2026-12-02").dropLast())
            + #","showAs":"free"}"#)
      ]
    ])
    let words = ["free", "--from", "2026-12-07", "--days", "5"]
    let outcome = await Machine(service).run(words)
    #expect(outcome.output == "No free time until Fri 11 Dec 2026\n")
    #expect(
      outcome.errors.contains(
        "no time from Mon 7 Dec 2026 to Fri 11 Dec 2026: \"Aiko away\" in the calendar \"Team\""))
    #expect(outcome.errors.contains("--calendar NAME"))
    let other = await Machine(service).run(words + ["--calendar", "Calendar", "--json"])
    #expect(try starts(other).count == 5)
    #expect(!other.errors.contains("Aiko"))
    // A day that is shown as free is free.
    let tuesday = await Machine(service).run(
      "free", "--from", "2026-12-01", "--days", "1", "--next", "1", "--json")
    #expect(try starts(tuesday) == ["2026-12-01T08:00:00Z"])
  }

  @Test func `without working hours the usual ones are taken, and told`() async throws {
    let service = Self.service(["GET /me/mailboxSettings": [.ok("{}")]])
    let outcome = await Machine(service, now: "2026-11-29T08:00:00Z").run(
      "free", "--for", "20m", "--next", "1", "--json")
    #expect(try starts(outcome) == ["2026-11-30T09:15:00Z"])
    #expect(outcome.errors.contains("working hours"))
  }

  @Test(
    arguments: [
      (["--for", "soon"], 2), (["--for", "0m"], 2), (["--for", "2d"], 2),
      (["--to", "fri", "--days", "2"], 2), (["--to", "2026-11-29"], 2), (["--calendar", "x"], 3),
    ] as [([String], Int32)])
  func `what cannot be searched is refused`(words: [String], status: Int32) async {
    let outcome = await Machine(Self.service()).run(["free"] + words)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `a calendar that cannot be read is an error, not free time`() async {
    let service = Self.service([
      "GET /me/calendars/c2/calendarView": [.error(403, "ErrorAccessDenied")]
    ])
    let outcome = await Machine(service).run("free")
    #expect(outcome.status == 5)
    #expect(outcome.output.isEmpty)
  }
}
