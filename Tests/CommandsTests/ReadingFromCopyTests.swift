import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Lists that the local copy answers.
@Suite struct ReadingFromCopyTests {
  private typealias Bench = SyncCommandTests.Bench

  /// A machine whose copy is up to date, and whose service knows no more than rounds of changes.
  private static func bench() async throws -> SyncCommandTests.Bench {
    let bench = try await SyncCommandTests.Bench()
    let service = bench.machine.service
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    // Remembered from now on, as on a machine in use.
    await service.script("GET /me/calendarView", .list(Bench.event("a", "One")))
    #expect(await bench.machine.run("week", "--fresh").status == 0)
    return bench
  }

  private static func later(_ machine: Machine, _ now: String) -> Machine {
    var later = machine
    later.environment.variables["GRAPHCAL_NOW"] = now
    return later
  }

  @Test func `a young copy answers without a request, silently`() async throws {
    let bench = try await Self.bench()
    for words in [["week"], ["agenda", "--days", "3"], ["week", "--offline"], ["contacts"]] {
      let outcome = await bench.machine.run(words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.requests.isEmpty && outcome.errors.isEmpty, "\(words) \(outcome.errors)")
      #expect(outcome.output.contains(words[0] == "contacts" ? "Lena Fog" : "One"))
    }
  }

  @Test func `a copy that is too old is brought up to date by one request`() async throws {
    let bench = try await Self.bench()
    await bench.machine.service.script(
      Bench.link("d1"), Bench.page(Bench.event("b", "Two"), delta: "d2"))
    let outcome = await Self.later(bench.machine, "2026-11-30T08:06:00Z").run("week")
    #expect(outcome.requests.count == 1 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("One") && outcome.output.contains("Two"))
    try bench.home.write(bench.home.configuration, #"{"freshness": "1h"}"#)
    #expect(
      await Self.later(bench.machine, "2026-11-30T09:00:00Z").run("week").requests.isEmpty)
  }

  @Test func `without a network the copy answers and tells its age`() async throws {
    let bench = try await Self.bench()
    await bench.machine.service.script(
      Bench.link("d1"),
      .failure(
        TransportError(
          reason: .cannotConnect, host: "graph.test", detail: "refused", wasNotSent: true)))
    let outcome = await Self.later(bench.machine, "2026-11-30T08:30:00Z").run("week")
    #expect(outcome.status == 0 && outcome.output.contains("One"))
    #expect(outcome.errors.contains("as of 30 min ago"), "\(outcome.errors)")
    #expect(outcome.requests.count == 1)
  }

  @Test func `--offline asks nobody and --fresh asks the service`() async throws {
    let bench = try await Self.bench()
    let late = Self.later(bench.machine, "2026-11-30T10:30:00Z")
    let offline = await late.run("week", "--offline")
    #expect(offline.status == 0 && offline.requests.isEmpty)
    #expect(offline.errors.contains("as of 2 h ago"), "\(offline.errors)")
    let fresh = await bench.machine.run("week", "--fresh")
    #expect(fresh.requests("GET", "/calendarView").count == 1)
    #expect(await bench.machine.run("week", "--fresh", "--offline").status == 2)
    #expect(await bench.machine.run("me", "--offline").status == 7)
  }

  @Test(arguments: [
    (["agenda", "--from", "2025-01-01", "--days", "2"], "2026-09-01"),
    (["agenda", "--from", "2028-01-04", "--days", "3"], "2028-01-04"),
  ])
  func `outside of its days the service is asked, and that is said`(
    words: [String], said: String
  ) async throws {
    let bench = try await Self.bench()
    let online = await bench.machine.run(words)
    #expect(online.requests("GET", "/calendarView").count == 1)
    #expect(online.errors.contains(said), "\(online.errors)")
    let offline = await bench.machine.run(words + ["--offline"])
    #expect(offline.status == 3 && offline.requests.isEmpty)
  }

  @Test func `a search without days goes offline as far as the copy reaches`() async throws {
    let bench = try await Self.bench()
    let offline = await bench.machine.run("events", "one", "--offline")
    #expect(offline.status == 0 && offline.output.contains("One"), "\(offline.errors)")
    #expect(offline.errors.contains("2026-09-01"))
    let online = await bench.machine.run("events", "one")
    #expect(online.requests("GET", "/calendarView").count == 1 && online.errors.isEmpty)
  }

  @Test func `after a write the copy is not taken for young`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    await service.script("POST /me/events", .ok(Bench.event("n", "New")))
    let made = await bench.machine.run(
      "new-event", "--subject", "New", "--start", "2026-12-01T09:00Z")
    #expect(made.status == 0, "\(made.errors)")
    await service.script(Bench.link("d1"), Bench.page(Bench.event("n", "New"), delta: "d2"))
    let week = await bench.machine.run("week")
    #expect(week.requests.count == 1 && week.output.contains("New"), "\(week.errors)")
    #expect(await bench.machine.run("week").requests.isEmpty)
  }

  @Test func `a link that is too old costs the reader no round from the start`() async throws {
    let bench = try await Self.bench()
    await bench.machine.service.script(Bench.link("d1"), .error(410, "SyncStateNotFound"))
    let outcome = await Self.later(bench.machine, "2026-11-30T08:06:00Z").run("week")
    #expect(outcome.status == 0 && outcome.output.contains("One"))
    #expect(outcome.requests("GET", "/calendarView/delta").isEmpty)
    #expect(outcome.requests("GET", "/me/calendarView").count == 1)
  }

  @Test func `a short id that nobody remembers is found in the copy`() async throws {
    let bench = try await SyncCommandTests.Bench()
    let sync = await bench.machine.run("sync", "--json")
    #expect(sync.status == 0)
    await bench.machine.service.script("GET /me/events/a", .ok(Bench.event("a", "One")))
    let id = try #require(
      try (await bench.machine.run("week", "--offline", "--json")).items.first?["graphcal"]?["id"]?
        .string)
    // What was listed is remembered; another machine's list is not.
    try Files.remove(bench.home.state)
    let shown = await bench.machine.run("show", String(id.prefix(6)))
    #expect(shown.status == 0 && shown.output.contains("One"), "\(shown.errors)")
    #expect(shown.requests("GET", "/calendarView").isEmpty)
  }

  @Test func `without a copy nothing is different`() async throws {
    let bench = try await SyncCommandTests.Bench()
    await bench.machine.service.script("GET /me/calendarView", .list(Bench.event("a", "One")))
    let outcome = await bench.machine.run("week")
    #expect(outcome.requests("GET", "/calendarView").count == 1 && outcome.errors.isEmpty)
    #expect(try Files.status(of: bench.path) == nil)
    let offline = await bench.machine.run("week", "--offline")
    #expect(offline.status == 3 && offline.errors.contains("graphcal sync"))
  }
}
