import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// What `export --offline` writes from the local copy, and what it says is missing.
@Suite struct ExportOfflineTests {
  private typealias Bench = SyncCommandTests.Bench

  private static func stub(_ day: String) -> String {
    timed(
      "event-of-\(day)", nil, "2026-\(day)T08:00:00.0000000", "2026-\(day)T08:30:00.0000000",
      #","type":"occurrence","seriesMasterId":"series-id""#)
  }

  private static let endless = timed(
    "endless-id", "Standup", "2026-12-01T07:00:00.0000000", "2026-12-01T07:15:00.0000000",
    #","iCalUId":"standup-uid","type":"seriesMaster","isAllDay":false,"originalStartTimeZone":"UTC","recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"noEnd","startDate":"2026-12-01","recurrenceTimeZone":"UTC"}}"#
  )
  private static let ofEndless = timed(
    "event-of-endless", nil, "2026-12-01T07:00:00.0000000", "2026-12-01T07:15:00.0000000",
    #","type":"occurrence","seriesMasterId":"endless-id""#)

  /// A single event and a series of four with a changed and a deleted day.
  private static let whole = [
    ExportCommandTests.lunch, ExportCommandTests.master, stub("11-24"), stub("12-01"),
    ExportCommandTests.exception,
  ]

  private static func bench(_ events: [String] = whole) async throws -> SyncCommandTests.Bench {
    let bench = try await Bench()
    await bench.machine.service.script(
      SyncCommandTests.deltaPath, Bench.page(events.joined(separator: ","), delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    return bench
  }

  private static let december = [
    "export", "--offline", "--from", "2026-12-01", "--to", "2026-12-31", "--tz", "Europe/Berlin",
  ]

  @Test func `what the copy has whole is the same file as that of the service`() async throws {
    let bench = try await Self.bench()
    let outcome = await bench.machine.run(Self.december)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    try expectGolden(outcome.output.replacing("\r\n", with: "\n"), "export.ics")
    let one = await bench.machine.run("export", "event-of-12-01", "--offline")
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.contains("UID:sync-uid") && !one.output.contains("UID:lunch-uid"))
    #expect(one.output.contains("EXDATE;TZID=Europe/Berlin:20261208T090000\r\n"))
    let named = await bench.machine.run(Self.december + ["--calendar", "calendar"])
    #expect(named.output == outcome.output, "\(named.errors)")
  }

  @Test func `a series that goes on beyond the copy is left out and told`() async throws {
    let bench = try await Self.bench(Self.whole + [Self.endless, Self.ofEndless])
    let outcome = await bench.machine.run(Self.december)
    #expect(outcome.status == 9)
    #expect(outcome.output.contains("UID:lunch-uid") && outcome.output.contains("UID:sync-uid"))
    #expect(!outcome.output.contains("standup"))
    #expect(
      outcome.errors.contains("\"Standup\": it has no end, and the local copy has 2026-"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("without --offline they are read from the service"))
    let one = await bench.machine.run("export", "event-of-endless", "--offline")
    #expect(one.status == 3 && one.output.isEmpty, "\(one.errors)")
    #expect(one.errors.contains("leave out --offline"))
  }

  @Test(arguments: [
    ([ExportCommandTests.master, stub("11-24"), stub("12-01")], "was deleted or moved away"),
    (
      [
        ExportCommandTests.master, stub("11-24"),
        ExportCommandTests.exception.replacing(
          #","originalStart":"2026-12-15T08:00:00Z""#, with: ""),
      ], "which of its days was moved"
    ),
  ])
  func `a series whose days cannot be told is left out`(
    events: [String], words: String
  ) async throws {
    let bench = try await Self.bench(events)
    let outcome = await bench.machine.run(Self.december)
    #expect(outcome.status == 3, "\(outcome.output)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `everything there is, and days beyond the copy, need the service`() async throws {
    let bench = try await Self.bench()
    let all = await bench.machine.run("export", "--offline")
    #expect(all.status == 3 && all.output.isEmpty)
    #expect(
      all.errors.contains("graphcal export --offline --from 2026-09-02 --to 2028-"),
      "\(all.errors)")
    let early = await bench.machine.run(
      "export", "--offline", "--from", "2026-06-01", "--to", "2026-12-31")
    #expect(early.status == 3)
    #expect(early.errors.contains("syncDaysBack"), "\(early.errors)")
    #expect(early.requests.isEmpty && all.requests.isEmpty)
  }

  @Test func `what was not sent yet is left out and told`() async throws {
    let bench = try await Self.bench()
    let made = await bench.machine.run(
      "new-event", "--offline", "--subject", "Walk", "--start", "2026-12-02 09:00")
    #expect(made.status == 0, "\(made.errors)")
    let outcome = await bench.machine.run(Self.december)
    #expect(outcome.status == 9)
    #expect(!outcome.output.contains("Walk"))
    #expect(outcome.errors.contains("\"Walk\": it waits in the outbox"), "\(outcome.errors)")
  }

  @Test func `contacts are written without photos, and that is said`() async throws {
    let bench = try await Bench()
    let lena = ContactImportTests.stored("p", ["displayName": "Lena Fog", "givenName": "Lena"])
    await bench.machine.service.script(
      "GET /me/contactFolders/f1/contacts/delta", Bench.page(lena.text(.wire), delta: "p1"))
    #expect(await bench.machine.run("sync").status == 0)
    for form in ["vcard", "csv", "mutt", "abook"] {
      let outcome = await bench.machine.run("export", "--contacts", "--offline", "--format", form)
      #expect(outcome.requests.isEmpty)
      #expect(outcome.errors.contains("without photos") == (form == "vcard"), "\(outcome.errors)")
      #expect(outcome.status == 0, "\(form): \(outcome.errors)")
      // Who has no address has no alias.
      #expect(outcome.output.contains("Lena") == (form != "mutt"), "\(form): \(outcome.output)")
    }
    let photos = await bench.machine.run("export", "--contacts", "--offline", "--photos")
    #expect(photos.status == 7 && photos.output.isEmpty)
    #expect(photos.errors.contains("not kept in the local copy"))
  }
}
