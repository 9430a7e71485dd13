import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `sync`, and what `status`, `doctor` and `logout` say of the local copy.
@Suite struct SyncCommandTests {
  static let deltaPath = "GET /me/calendars/c1/calendarView/delta"
  private static let delta = deltaPath
  private static let scopes = Identity.scopes + " Contacts.Read"

  /// A signed-in machine whose service has one calendar and one folder of contacts.
  struct Bench {
    let home: TemporaryHome
    var machine: Machine

    init(scopes: String = SyncCommandTests.scopes, _ more: [String: String] = [:]) async throws {
      home = try TemporaryHome()
      let service = Service([
        "GET /me/calendars": [.list(Self.calendar("c1", "Calendar"))],
        "GET /me/contacts": [.list(#"{"parentFolderId":"f1"}"#)],
        "GET /me/contactFolders": [.list("")],
        "GET /me/contactFolders/f1": [.ok(#"{"id":"f1","displayName":"Contacts"}"#)],
        SyncCommandTests.delta: [Self.page(Self.event("a", "One"), delta: "d1")],
        "GET /me/contactFolders/f1/contacts/delta": [
          Self.page(#"{"id":"p","displayName":"Lena Fog"}"#, delta: "p1")
        ],
        Self.link("p1"): [Self.page("", delta: "p1")],
      ])
      machine = Machine(home: home, service, more)
      #expect(await machine.signIn(scopes: scopes).status == 0)
    }

    static func link(_ mark: String) -> String {
      Machine.graphRoot + "/me/delta?$deltatoken=\(mark)"
    }

    static func calendar(_ id: String, _ name: String, isDefault: Bool = true) -> String {
      #"{"id":"\#(id)","name":"\#(name)","isDefaultCalendar":\#(isDefault)}"#
    }

    static func page(
      _ items: String, next: String? = nil, delta: String? = nil
    ) -> Service.Answer {
      let links = [
        next.map { #","@odata.nextLink":"\#(link($0))""# },
        delta.map { #","@odata.deltaLink":"\#(link($0))""# },
      ].compactMap(\.self).joined()
      return .ok(#"{"value":[\#(items)]\#(links)}"#)
    }

    static func event(_ id: String, _ subject: String, _ more: String = "") -> String {
      timed(
        id, subject, "2026-12-01T09:00:00.0000000", "2026-12-01T10:00:00.0000000",
        #","type":"singleInstance""# + more)
    }

    static func stub(_ id: String, of series: String) -> String {
      timed(
        id, nil, "2026-12-01T09:00:00.0000000", "2026-12-01T10:00:00.0000000",
        #","type":"occurrence","seriesMasterId":"\#(series)""#)
    }

    var path: String {
      home.folder + "/.local/state/graphcal/mailbox-\(Identity.Person.kim.homeAccountID).sqlite"
    }

    /// What the last run said of the calendar.
    func calendar(_ outcome: Outcome) throws -> JSON {
      try #require(try outcome.items.first { $0["id"] == "c1" }, "\(outcome.errors)")
    }

    func numbers(_ outcome: Outcome) throws -> [Int?] {
      let item = try calendar(outcome)
      return ["created", "changed", "deleted", "items"].map { item[$0]?.int }
    }
  }

  @Test func `the first run reads everything, the next one asks once a folder`() async throws {
    let bench = try await Bench()
    let service = bench.machine.service
    await service.script(
      Self.delta, Bench.page(Bench.event("a", "One"), next: "n1"))
    await service.script(Bench.link("n1"), Bench.page("", next: "n2"))
    await service.script(Bench.link("n2"), Bench.page(Bench.event("b", "Two"), delta: "d1"))
    let first = await bench.machine.run("sync", "--json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(try bench.numbers(first) == [2, 0, 0, 2])
    #expect(try first.items.map { $0["name"] } == ["Calendar", "Contacts"])
    #expect(try first.items.allSatisfy { $0["full"] == true && $0["state"] == "synced" })
    let asked = try #require(first.requests("GET", "/calendarView/delta").first)
    #expect(
      asked.url.hasSuffix(
        "?startDateTime=2026-09-01T00:00:00Z&endDateTime=2028-01-05T00:00:00Z")
        || asked.url.contains("startDateTime=2026-09-01"), "\(asked.url)")
    let prefer = #"outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize=500"#
    let pages = first.requests.filter { $0.url.contains("delta") && $0.headers["Prefer"] == prefer }
    #expect(pages.count == 3)
    #expect(try Files.status(of: bench.path)?.mode == 0o600)

    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    let second = await bench.machine.run("sync", "--json")
    #expect(second.requests("GET", "delta").count == 2)
    #expect(try bench.numbers(second) == [0, 0, 0, 2])
    #expect(try bench.calendar(second)["full"] == false)
    // In words, too.
    try expectGolden(
      await bench.machine.transcript("sync").replacing(bench.home.folder, with: "~"), "sync.txt")
  }

  // C041
  @Test(arguments: [
    (410, "SyncStateNotFound"), (410, "syncStateInvalid"), (410, "resyncRequired"),
    (404, "ErrorSyncFolderNotFound"),
  ])
  func `a link that is too old leads to a round from the start, which replaces`(
    status: Int, code: String
  ) async throws {
    let bench = try await Bench()
    let service = bench.machine.service
    await service.script(
      Self.delta, Bench.page(Bench.event("a", "One") + "," + Bench.event("b", "Two"), delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(Bench.link("d1"), .error(status, code))
    await service.script(Self.delta, Bench.page(Bench.event("b", "Two"), delta: "d2"))
    let again = await bench.machine.run("sync", "--json")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try bench.numbers(again) == [0, 0, 1, 1])
    // Refused from the start as well: an error, no circle, and the old copy stays.
    await service.script(Bench.link("d2"), .error(410, "SyncStateNotFound"))
    await service.script(Self.delta, .error(410, "SyncStateNotFound"))
    let refused = await bench.machine.run("sync", "--json")
    #expect(refused.status == 9)
    #expect(refused.requests("GET", "/calendarView/delta").count == 1)
    await service.script(Self.delta, Bench.page(Bench.event("b", "Two"), delta: "d3"))
    #expect(try bench.numbers(await bench.machine.run("sync", "--json")) == [0, 0, 0, 1])
  }

  @Test(arguments: [
    ("https://graph.test/v1.0/me/other?$deltatoken=", 0),
    ("https://elsewhere.test/v1.0/me/other", 1),
  ])
  func `a refusal that says where to go on is followed at home alone`(
    place: String, starts: Int
  ) async throws {
    let bench = try await Bench()
    let service = bench.machine.service
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(
      Bench.link("d1"),
      .status(
        410, #"{"error":{"code":"SyncStateNotFound"}}"#, type: "application/json",
        ["Location": place]))
    await service.script(place, Bench.page(Bench.event("a", "One"), delta: "d2"))
    let again = await bench.machine.run("sync", "--json")
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.requests("GET", "/calendarView/delta").count == starts)
    #expect(!again.requests.contains { $0.url.contains("elsewhere") })
  }

  @Test func `a link elsewhere is neither followed nor kept`() async throws {
    let bench = try await Bench()
    await bench.machine.service.script(
      Self.delta, .ok(#"{"value":[],"@odata.deltaLink":"https://elsewhere.test/d"}"#))
    let outcome = await bench.machine.run("sync", "--json")
    #expect(outcome.status == 9)
    #expect(outcome.errors.contains("elsewhere.test"))
    #expect(try bench.calendar(outcome)["state"] == "failed")
    // A link of a time when the service was at another address starts anew.
    await bench.machine.service.script(
      Self.delta, Bench.page(Bench.event("a", "One"), delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    var moved = bench.machine
    moved.environment.variables["GRAPHCAL_GRAPH_URL"] = "https://other.test/v1.0"
    await moved.service.script(
      Self.delta, .ok(#"{"value":[],"@odata.deltaLink":"https://other.test/d"}"#))
    let elsewhere = await moved.run("sync", "--json")
    #expect(try bench.calendar(elsewhere)["full"] == true)
  }

  @Test func `a series that came without itself is read once, and orphans are let go`()
    async throws
  {
    let bench = try await Bench()
    let service = bench.machine.service
    let stubs = ["S1", "S2"].map { Bench.stub($0, of: "S") } + [Bench.stub("T1", of: "T")]
    await service.script(
      Self.delta, Bench.page(stubs.joined(separator: ","), delta: "d1"))
    await service.script(
      "GET /me/events/S",
      .ok(Bench.event("S", "Stand-up").replacing("singleInstance", with: "seriesMaster")))
    let outcome = await bench.machine.run("sync", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bench.numbers(outcome) == [2, 0, 0, 2])
    #expect(outcome.requests("GET", "/events/S").count == 1)
    #expect(outcome.requests("GET", "/events/T").count == 1)
    // Something of the series comes: what did not come is asked for, and gone.
    await service.script(
      Bench.link("d1"),
      Bench.page(
        Bench.event("S1", "Long", #","seriesMasterId":"S""#)
          .replacing("singleInstance", with: "exception"), delta: "d2"))
    await service.script("GET /me/events/S/instances", .list(#"{"id":"S1"}"#))
    let later = await bench.machine.run("sync", "--json")
    #expect(try bench.numbers(later) == [0, 1, 1, 1])
    #expect(later.requests("GET", "/instances").count == 1)
  }

  @Test func `calendars that are gone go, new ones come, and one that fails leaves the others`()
    async throws
  {
    let bench = try await Bench()
    let service = bench.machine.service
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(
      "GET /me/calendars",
      .list(
        [Bench.calendar("c2", "Work"), Bench.calendar("c3", "Broken", isDefault: false)]
          .joined(separator: ",")))
    await service.script(
      "GET /me/calendars/c2/calendarView/delta", Bench.page(Bench.event("w", "x"), delta: "w1"))
    await service.script(
      "GET /me/calendars/c3/calendarView/delta", .error(403, "ErrorAccessDenied"))
    let outcome = await bench.machine.run("sync", "--json")
    #expect(outcome.status == 9)
    #expect(outcome.errors.contains("ErrorAccessDenied"))
    #expect(
      try outcome.items.map { $0["state"] } == ["synced", "failed", "gone", "synced"])
    #expect(try bench.calendar(outcome)["deleted"] == 1)
  }

  @Test func `a moved window and --full read everything anew`() async throws {
    let bench = try await Bench()
    let service = bench.machine.service
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    for (variables, words, isFull) in [
      (["GRAPHCAL_NOW": "2026-12-04T08:00:00Z"], ["sync", "--json"], false),
      (["GRAPHCAL_NOW": "2026-12-12T08:00:00Z"], ["sync", "--json"], true),
      (["GRAPHCAL_NOW": "2026-12-12T08:00:00Z"], ["sync", "--json"], false),
      (["GRAPHCAL_NOW": "2026-11-30T08:00:00Z"], ["sync", "--json"], true),
      (["GRAPHCAL_NOW": "2026-11-30T08:00:00Z"], ["sync", "--full", "--json"], true),
    ] {
      var machine = bench.machine
      machine.environment.variables.merge(variables) { $1 }
      let outcome = await machine.run(words)
      #expect(try bench.calendar(outcome)["full"] == .bool(isFull), "\(variables) \(words)")
    }
    try bench.home.write(bench.home.configuration, #"{"syncDaysAhead": 30}"#)
    let shorter = await bench.machine.run("sync", "--json")
    #expect(try bench.calendar(shorter)["full"] == true)
    #expect(try bench.calendar(shorter)["window"]?["end"] == "2026-12-31T00:00:00Z")
  }

  @Test func `without the permission contacts are left out, and that is said`() async throws {
    let bench = try await Bench(scopes: Identity.scopes)
    await bench.machine.service.script(
      Identity.tokenPath, Identity.refusal("invalid_grant", 65001))
    let outcome = await bench.machine.run("sync", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.items.count == 1)
    #expect(outcome.errors.contains("Contacts.Read"))
  }

  @Test func `the copy is shown by status, looked at by doctor and deleted by logout`()
    async throws
  {
    let bench = try await Bench()
    #expect(!(await bench.machine.run("status")).output.contains("Local copy"))
    #expect(await bench.machine.run("sync").status == 0)
    var later = bench.machine
    later.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:12:30Z"
    #expect(
      (await later.run("status")).output.contains("as of 12 min ago; 1 calendar, 1 folder"))
    let account = try (await later.run("status", "--json")).json["accounts"]?[0]
    #expect(account?["localCopy"]?["syncedAt"] == "2026-11-30T08:00:00Z")
    let checks = try (await later.run("doctor", "--json")).json["checks"]?.array ?? []
    let check = checks.first { $0["name"] == "local copy" }
    #expect(check?["state"] == "ok")
    #expect(await bench.machine.run("logout").status == 0)
    #expect(try Files.status(of: bench.path) == nil)
  }

  @Test func `a kept copy stays after logout`() async throws {
    let bench = try await Bench()
    #expect(await bench.machine.run("sync").status == 0)
    #expect(await bench.machine.run("logout", "--keep-copy").status == 0)
    #expect(try Files.status(of: bench.path) != nil)
  }

  @Test func `forgetting deletes the copy, and the next run reads everything`() async throws {
    let bench = try await Bench()
    let nothing = await bench.machine.run("sync", "--forget")
    #expect(nothing.status == 0 && nothing.errors.contains("no local copy"))
    #expect(await bench.machine.run("sync").status == 0)
    let forgotten = await bench.machine.run("sync", "--forget")
    #expect(forgotten.status == 0 && forgotten.requests.isEmpty)
    #expect(!(await bench.machine.run("status")).output.contains("Local copy"))
    #expect(try bench.numbers(await bench.machine.run("sync", "--json")) == [1, 0, 0, 1])
  }

  @Test func `a damaged file is told with the repair, and the repair works`() async throws {
    let bench = try await Bench()
    #expect(await bench.machine.run("sync").status == 0)
    for ending in ["-wal", "-shm"] { try Files.remove(bench.path + ending) }
    try bench.home.write(bench.path, Array(repeating: UInt8(65), count: 9000))
    let damaged = await bench.machine.run("sync")
    #expect(damaged.status == 1)
    #expect(damaged.errors.contains("graphcal sync --forget"))
    let doctor = await bench.machine.run("doctor", "--json")
    #expect(doctor.errors.contains("sync --forget") || doctor.output.contains("sync --forget"))
    #expect(await bench.machine.run("sync", "--forget").status == 0)
    let names = try Files.names(in: Paths.folder(of: bench.path))
    #expect(names.contains { $0.contains(".corrupt-") })
    #expect(try bench.numbers(await bench.machine.run("sync", "--json")) == [1, 0, 0, 1])
  }

  @Test func `two at once: the second waits and then says so`() async throws {
    let bench = try await Bench()
    #expect(await bench.machine.run("sync").status == 0)
    let lock = try await FileLock.acquire(
      bench.path + ".lock", wait: .zero, clock: bench.machine.clock.clock)
    let second = await bench.machine.run("sync")
    #expect(second.status == 7)
    #expect(second.errors.contains("another graphcal"))
    lock.release()
    await bench.machine.service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
  }

  @Test func `with a token of the environment nothing is stored`() async throws {
    let machine = Machine()
    let outcome = await machine.run("sync")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("GRAPHCAL_ACCESS_TOKEN"))
    #expect(outcome.requests.isEmpty)
  }
}
