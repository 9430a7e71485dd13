import HTTP
import Host
import JSON
import TestSupport
import Testing

@testable import Commands

/// What `export` asks for and writes.
@Suite struct ExportCommandTests {
  static let lunch = timed(
    "event-id-of-lunch", "Lunch; with Kim", "2026-12-01T11:00:00.0000000",
    "2026-12-01T12:00:00.0000000",
    #","iCalUId":"lunch-uid","type":"singleInstance","isAllDay":false,"isOrganizer":true,"originalStartTimeZone":"W. Europe Standard Time","showAs":"free","categories":["Food"],"isReminderOn":true,"reminderMinutesBeforeStart":30,"location":{"displayName":"Roof"},"body":{"contentType":"html","content":"<p>Bring &amp; share</p>"},"lastModifiedDateTime":"2026-11-01T10:00:00Z""#
  )
  private static let occurrence = timed(
    "event-id-of-occurrence", "Sync", "2026-12-01T08:00:00.0000000",
    "2026-12-01T08:30:00.0000000", #","type":"occurrence","seriesMasterId":"series-id""#)
  static let master = timed(
    "series-id", "Sync", "2026-11-24T08:00:00.0000000", "2026-11-24T08:30:00.0000000",
    #","iCalUId":"sync-uid","type":"seriesMaster","isAllDay":false,"isOrganizer":true,"originalStartTimeZone":"W. Europe Standard Time","recurrence":{"pattern":{"type":"weekly","interval":1,"daysOfWeek":["tuesday"],"firstDayOfWeek":"sunday","month":0,"index":"first","dayOfMonth":0},"range":{"type":"numbered","startDate":"2026-11-24","endDate":"0001-01-01","numberOfOccurrences":4,"recurrenceTimeZone":"W. Europe Standard Time"}},"cancelledOccurrences":["OID.series-id.2026-12-08"],"exceptionOccurrences":[\#(exception)]"#
  )
  static let exception = timed(
    "event-id-of-exception", "Sync, longer", "2026-12-15T08:00:00.0000000",
    "2026-12-15T10:00:00.0000000",
    #","type":"exception","seriesMasterId":"series-id","originalStart":"2026-12-15T08:00:00Z""#)

  private func machine() -> Machine {
    Machine(
      Service([
        "GET /me/calendarView": [.list([Self.lunch, Self.occurrence].joined(separator: ","))],
        "GET /me/calendar/events": [.list([Self.lunch, Self.master].joined(separator: ","))],
        "GET /me/events/event-id-of-lunch": [.ok(Self.lunch)],
        "GET /me/events/event-id-of-occurrence": [.ok(Self.occurrence)],
        "GET /me/events/series-id": [.ok(Self.master)],
      ]))
  }

  @Test func `events and series of some days are one file`() async throws {
    let outcome = await machine().run(
      "export", "--from", "2026-12-01", "--to", "2026-12-31", "--tz", "Europe/Berlin")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try expectGolden(outcome.output.replacing("\r\n", with: "\n"), "export.ics")
    let view = try #require(outcome.requests.first { $0.url.contains("calendarView") })
    #expect(view.url.contains("startDateTime=2026-11-30T23:00:00Z"))
    #expect(view.headers["Prefer"]?.contains("html") == true)
  }

  @Test func `everything of a calendar is the same file here, and one of a series is all of it`()
    async throws
  {
    let all = await machine().run("export", "--tz", "Europe/Berlin")
    let part = await machine().run("export", "--from", "2026-12-01", "--tz", "Europe/Berlin")
    #expect(all.status == 0, "\(all.errors)")
    #expect(all.output == part.output)
    let one = await machine().run("export", "event-id-of-occurrence")
    #expect(one.output.contains("RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4;WKST=SU\r\n"))
    #expect(one.output.contains("EXDATE;TZID=Europe/Berlin:20261208T090000\r\n"))
    #expect(one.output.contains("RECURRENCE-ID;TZID=Europe/Berlin:20261215T090000\r\n"))
    #expect(!one.output.contains("lunch-uid"))
  }

  @Test func `a file is written whole, and told`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.at("y.ics")
    let outcome = await machine().run("export", "-o", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "1 event and 1 series written to \(path)\n")
    let bytes = try Files.read(path, limit: 1 << 20)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("END:VCALENDAR\r\n"))
    #expect(try Files.names(in: folder.path) == ["y.ics"])
    let nowhere = await machine().run("export", "-o", folder.at("no/y.ics"))
    #expect(nowhere.status == 1)
    let again = await machine().run("export", "-o", path)
    #expect(again.status == 2)
    #expect(again.errors.contains("--force replaces it"))
    #expect(again.requests.isEmpty)
    #expect(try Files.read(path, limit: 1 << 20) == bytes)
    let forced = await machine().run("export", "-o", path, "--force")
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(await machine().run("export", "-o", "/dev/null").status == 0)
    #expect(await machine().run("export", "-o", folder.path, "--force").status == 1)
  }

  // C053
  @Test func `a rule that is not understood leaves only its series out`() async throws {
    let service = Service([
      "GET /me/calendar/events": [.list([Self.lunch, Self.master].joined(separator: ","))],
      "GET /me/events/series-id": [
        .ok(Self.master.replacing(#""type":"weekly""#, with: #""type":"somethingNew""#))
      ],
    ])
    let outcome = await Machine(service).run("export")
    #expect(outcome.status == 9)
    #expect(outcome.output.contains("lunch-uid"))
    #expect(!outcome.output.contains("sync-uid"))
    #expect(outcome.errors.contains("somethingNew"))
  }

  @Test(arguments: [
    ["export", "abcd", "--from", "2026-12-01"], ["export", "--json"],
    ["export", "--from", "2026-12-02", "--to", "2026-12-01"],
  ])
  func `what makes no sense is refused`(words: [String]) async {
    let outcome = await machine().run(words)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
  }
}
