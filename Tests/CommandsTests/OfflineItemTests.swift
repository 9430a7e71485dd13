import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Single items, and what else the local copy answers without a network.
@Suite struct OfflineItemTests {
  private typealias Bench = SyncCommandTests.Bench

  private static let gone = Service.Answer.failure(
    TransportError(
      reason: .cannotConnect, host: "graph.test", detail: "refused", wasNotSent: true))

  private static let contact =
    #"{"id":"p","displayName":"Lena Fog","emailAddresses":[{"address":"l@fog.example"}]}"#

  /// A machine with a copy that is half an hour old.
  private static func bench() async throws -> SyncCommandTests.Bench {
    var bench = try await Bench()
    let service = bench.machine.service
    await service.script(
      "GET /me/calendars/c1/calendarView/delta",
      Bench.page(
        Bench.event("a", "One", #","hasAttachments":true"#) + ","
          + Bench.event("S", "Daily").replacing("singleInstance", with: "seriesMaster") + ","
          + Bench.stub("S1", of: "S"), delta: "d1"))
    await service.script(
      "GET /me/contactFolders/f1/contacts/delta", Bench.page(contact, delta: "p1"))
    #expect(await bench.machine.run("sync").status == 0)
    bench.machine.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:30:00Z"
    return bench
  }

  /// The short id of the single event or of the contact in a list.
  private static func id(_ command: String, _ machine: Machine) async throws -> String {
    let items = try await machine.run(command, "--offline", "--json").items
    let item = items.first { $0["id"] == "a" || $0["id"] == "p" }
    return try #require(item?["graphcal"]?["id"]?.string)
  }

  @Test func `an event is shown offline, without its attachments, and that is said`() async throws {
    let bench = try await Self.bench()
    let id = try await Self.id("week", bench.machine)
    let shown = await bench.machine.run("show", id, "--offline")
    #expect(shown.status == 0 && shown.requests.isEmpty, "\(shown.errors)")
    #expect(shown.output.contains("One"))
    #expect(shown.errors.contains("as of 30 min ago"), "\(shown.errors)")
    #expect(shown.errors.contains("attachments are not in the local copy"), "\(shown.errors)")
    let json = await bench.machine.run("show", id, "--offline", "--json")
    #expect(try JSON(parsing: json.output)["id"] == "a")
    let files = await bench.machine.run("attachments", id, "--offline")
    #expect(files.status == 7 && files.errors.contains("not kept in the local copy"))
    let young = await Self.at("2026-11-30T08:01:00Z", bench.machine)
      .run("show", id, "--offline", "--json")
    #expect(young.status == 0 && young.errors.isEmpty, "\(young.errors)")
  }

  private static func at(_ now: String, _ machine: Machine) -> Machine {
    var machine = machine
    machine.environment.variables["GRAPHCAL_NOW"] = now
    return machine
  }

  @Test func `an occurrence is its series with times of its own`() async throws {
    let bench = try await Self.bench()
    let ids = try await bench.machine.run("week", "--offline", "--json").items
    let id = try #require(ids.first { $0["id"] == "S1" }?["graphcal"]?["id"]?.string)
    let item = try JSON(parsing: await bench.machine.run("show", id, "--offline", "--json").output)
    #expect(item["subject"] == "Daily" && item["seriesMasterId"] == "S")
    #expect(item["type"] == "occurrence")
  }

  @Test func `while it can be reached the service shows an event, not the copy`() async throws {
    let bench = try await Self.bench()
    let id = try await Self.id("week", bench.machine)
    await bench.machine.service.script("GET /me/events/a", .ok(Bench.event("a", "Changed")))
    let shown = await bench.machine.run("show", id)
    #expect(shown.output.contains("Changed") && !shown.errors.contains("as of"))
    await bench.machine.service.script("GET /me/events/a", .error(404, "ErrorItemNotFound"))
    #expect(await bench.machine.run("show", id).status == 3)
  }

  @Test func `without a network the copy shows it with its age, after one try`() async throws {
    let bench = try await Self.bench()
    let id = try await Self.id("week", bench.machine)
    await bench.machine.service.script("GET /me/events/a", Self.gone)
    let shown = await bench.machine.run("show", id)
    #expect(shown.status == 0 && shown.output.contains("One"), "\(shown.errors)")
    #expect(shown.errors.contains("as of 30 min ago: "), "\(shown.errors)")
    #expect(shown.requests.count == 1)
    #expect(await bench.machine.run("show", id, "--fresh").status == 7)
  }

  @Test func `a contact is shown offline`() async throws {
    let bench = try await Self.bench()
    let id = try await Self.id("contacts", bench.machine)
    let shown = await bench.machine.run("show-contact", id, "--offline")
    #expect(shown.status == 0 && shown.requests.isEmpty && shown.output.contains("Lena Fog"))
    await bench.machine.service.script("GET /me/contacts/p", Self.gone)
    let late = await bench.machine.run("show-contact", id)
    #expect(late.status == 0 && late.errors.contains("as of 30 min ago"), "\(late.errors)")
  }

  @Test(arguments: ["show", "show-contact"])
  func `what the copy does not have is not found offline`(command: String) async throws {
    let bench = try await Self.bench()
    for reference in ["zzzz", String(repeating: "A", count: 40)] {
      let outcome = await bench.machine.run(command, reference, "--offline")
      #expect(outcome.status == 3 && outcome.requests.isEmpty, "\(outcome.errors)")
      #expect(outcome.errors.contains("--offline"))
    }
  }

  @Test func `calendars and folders of contacts are listed offline`() async throws {
    let bench = try await Self.bench()
    for command in ["calendars", "contact-folders"] {
      let outcome = await bench.machine.run(command, "--offline")
      #expect(outcome.status == 0 && outcome.requests.isEmpty, "\(outcome.errors)")
      #expect(outcome.output.contains(command == "calendars" ? "Calendar" : "Contacts"))
      #expect(outcome.errors.contains("as of 30 min ago"))
    }
    await bench.machine.service.script("GET /me/calendars", Self.gone)
    let late = await bench.machine.run("calendars", "--json")
    #expect(late.status == 0 && late.errors.contains("as of 30 min ago"), "\(late.errors)")
    #expect(try late.items.map { $0["name"] } == ["Calendar"])
  }

  @Test func `a search without a network goes as far as the copy`() async throws {
    let bench = try await Self.bench()
    await bench.machine.service.script("GET /me/calendarView", Self.gone)
    let found = await bench.machine.run("events", "one")
    #expect(found.status == 0 && found.output.contains("One"), "\(found.errors)")
    #expect(found.errors.contains("as of 30 min ago"))
    #expect(found.errors.contains("2026-09-01"))
    // Days that somebody named and the copy does not have are another matter.
    #expect(await bench.machine.run("events", "one", "--from", "2025-01-01").status == 7)
    #expect(await bench.machine.run("events", "one", "--fresh").status == 7)
  }
}
