import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Writing without a network, and what becomes of it.
@Suite struct OutboxCommandTests {
  typealias Bench = SyncCommandTests.Bench
  private static let scopes = Identity.scopes + " Contacts.ReadWrite"

  /// A machine with a copy of one event and one contact, whose service tells no more changes.
  static func bench(_ more: String = "") async throws -> SyncCommandTests.Bench {
    var bench = try await SyncCommandTests.Bench(scopes: scopes)
    let service = bench.machine.service
    await service.script(
      "GET /me/calendars/c1/calendarView/delta",
      Bench.page(event("a", "One", #","@odata.etag":"W/\"1\"""#) + more, delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    await service.script("GET /me/calendarView", .list(""))
    #expect(await bench.machine.run("week", "--fresh").status == 0)
    bench.machine.randomness = .counting(from: 0)
    return bench
  }

  static func event(_ id: String, _ subject: String, _ more: String = "") -> String {
    Bench.event(id, subject, more)
  }

  /// The next run has other random numbers, as every run of a real machine.
  static func write(
    _ bench: inout SyncCommandTests.Bench, _ words: String...
  ) async -> Outcome {
    let outcome = await bench.machine.run(words + ["--offline"])
    bench.machine.randomness = .counting(
      from: UInt8(truncatingIfNeeded: bench.machine.randomness.bytes(1)[0]) &+ 16)
    return outcome
  }

  /// The short id of an event of this week.
  static func id(_ subject: String, _ bench: SyncCommandTests.Bench) async throws -> String {
    let week = try (await bench.machine.run("week", "--offline", "--json")).items
    return week.first { $0["subject"] == .string(subject) }?["graphcal"]?["id"]?.string ?? ""
  }

  static func outbox(_ bench: SyncCommandTests.Bench) async throws -> [JSON] {
    try (await bench.machine.run("outbox", "--json")).items
  }

  @Test func `a new event asks nobody, is in the list, and goes out as --dry-run says`()
    async throws
  {
    var bench = try await Self.bench()
    let words = ["new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30Z"]
    let dry = await bench.machine.run(words + ["--dry-run"])
    let made = await Self.write(
      &bench, "new-event", "--subject", "Lunch", "--start", "2026-12-01T12:30Z")
    #expect(made.status == 0 && made.requests.isEmpty, "\(made.errors)")
    #expect(made.output.contains("not sent yet") && made.errors.contains("graphcal sync sends it"))
    let week = await bench.machine.run("week", "--offline", "--json")
    #expect(try week.items.map { $0["subject"] } == ["One", "Lunch"])
    #expect(try week.items.map { $0["graphcal"]?["pending"] } == [nil, true])
    #expect(try week.items.last?["start"]?["dateTime"] == "2026-12-01T12:30:00.0000000")
    // On a network too, as long as the copy answers.
    #expect(await bench.machine.run("week").output.contains("not sent yet"))
    let waiting = try #require(try await Self.outbox(bench).first)
    #expect(waiting["state"] == "waiting" && waiting["action"] == "create")
    #expect(waiting["request"] == (try dry.items.first))

    await bench.machine.service.script("POST /me/events", .ok(Self.event("n", "Lunch")))
    let sync = await bench.machine.run("sync", "--json")
    #expect(sync.status == 0, "\(sync.errors)")
    let sent = try #require(sync.requests("POST", "/me/events").first)
    #expect(try JSON(parsing: sent.body ?? []) == waiting["request"]?["body"])
    let first = try #require(try sync.items.first)
    #expect(first["kind"] == "outbox" && first["state"] == "sent" && first["id"] == "n")
    #expect(try await Self.outbox(bench).isEmpty)
    #expect(await bench.machine.run("sync", "--json").requests("POST", "/me/events").isEmpty)
  }

  @Test(arguments: [
    (["cancel-event", "REF"], 7), (["forward-event", "REF", "--to", "bo@contoso.example"], 7),
    (["new-calendar", "Trips"], 7), (["move-event", "REF", "--calendar", "Calendar"], 7),
    (["undo"], 3),
    (["new-event", "--subject", "x", "--attach", "/etc/passwd"], 7),
  ])
  func `what cannot wait is refused, and nothing is left of it`(
    words: [String], status: Int
  ) async throws {
    let bench = try await Self.bench()
    let id = try await Self.id("One", bench)
    let outcome = await bench.machine.run(
      words.map { $0 == "REF" ? id : $0 } + ["--offline", "--yes"])
    #expect(Int(outcome.status) == status, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    #expect(try await Self.outbox(bench).isEmpty)
  }

  @Test func `a token that was given writes nothing down`() async throws {
    let outcome = await Machine().run(
      "new-event", "--subject", "x", "--start", "2026-12-01T12:30Z", "--offline")
    #expect(outcome.status == 7 && outcome.errors.contains("GRAPHCAL_ACCESS_TOKEN"))
  }

  @Test func `two changes of one event go one on the other`() async throws {
    var bench = try await Self.bench()
    for subject in ["Two", "Three"] {
      let changed = await Self.write(
        &bench, "edit-event", "a-full-id-of-an-event", "--subject", subject)
      #expect(changed.status == 3, "\(changed.errors)")
    }
    let id = try await Self.id("One", bench)
    for subject in ["Two", "Three"] {
      let changed = await Self.write(&bench, "edit-event", id, "--subject", subject)
      #expect(changed.status == 0, "\(changed.errors)")
    }
    #expect(await bench.machine.run("week", "--offline").output.contains("Three"))
    await bench.machine.service.script(
      "PATCH /me/events/a", .ok(Self.event("a", "Two", #","@odata.etag":"W/\"2\"""#)),
      .ok(Self.event("a", "Three", #","@odata.etag":"W/\"3\"""#)))
    let sync = await bench.machine.run("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    let sent = sync.requests("PATCH", "/me/events/a")
    #expect(sent.map { $0.headers["If-Match"] } == [#"W/"1""#, #"W/"2""#])
    #expect(
      try sent.map { try JSON(parsing: $0.body ?? [])["subject"] } == ["Two", "Three"])
  }

  @Test func `a service that is busy leaves everything as it was`() async throws {
    var bench = try await Self.bench()
    for subject in ["A", "B"] {
      _ = await Self.write(
        &bench, "new-event", "--subject", subject, "--start", "2026-12-01T12:30Z")
    }
    await bench.machine.service.script("POST /me/events", .error(503, "ServiceUnavailable"))
    let sync = await bench.machine.run("sync", "--max-wait", "0")
    #expect(sync.status == 7, "\(sync.errors)")
    #expect(try await Self.outbox(bench).map { $0["name"] } == ["\"A\"", "\"B\""])
    await bench.machine.service.script(
      "POST /me/events", .ok(Self.event("x", "A")), .ok(Self.event("y", "B")))
    #expect(await bench.machine.run("sync").status == 0)
    #expect(try await Self.outbox(bench).isEmpty)
  }

  @Test func `what the service refuses is kept with its reason, and the rest goes`() async throws {
    var bench = try await Self.bench()
    for subject in ["A", "B"] {
      _ = await Self.write(
        &bench, "new-event", "--subject", subject, "--start", "2026-12-01T12:30Z")
    }
    await bench.machine.service.script(
      "POST /me/events", .error(400, "ErrorInvalidRequest", "Bad"), .ok(Self.event("y", "B")))
    let sync = await bench.machine.run("sync", "--json")
    #expect(sync.status == 9 && sync.errors.contains("outbox"), "\(sync.errors)")
    #expect(
      try sync.items.prefix(2).map { $0["state"] } == ["refused", "sent"])
    let kept = try await Self.outbox(bench)
    #expect(kept.map { $0["state"] } == ["refused"])
    #expect(kept.first?["reason"]?["why"]?.string?.contains("ErrorInvalidRequest") == true)
    // What is not going to be made is not in the list.
    #expect(!(await bench.machine.run("week", "--offline").output.contains("not sent yet")))
    let status = try (await bench.machine.run("status", "--json")).json
    #expect(status["accounts"]?[0]?["outbox"]?[0]?["state"] == "refused")
    #expect(await bench.machine.run("outbox", "drop", "1").status == 8)
    #expect(await bench.machine.run("outbox", "drop", "1", "--yes").status == 0)
    #expect(try await Self.outbox(bench).isEmpty)
  }

  private static let meeting =
    #","isOrganizer":false,"organizer":{"emailAddress":{"name":"Bo","address":"bo@contoso.example"}},"#
    + #""responseStatus":{"response":"notResponded"},"responseRequested":true"#

  @Test(arguments: [
    ("", 0, 1), (#","responseStatus":{"response":"accepted"}"#, 0, 0),
    (#","isCancelled":true"#, 6, 0),
    (#","start":{"dateTime":"2026-12-01T15:00:00.0000000","timeZone":"UTC"}"#, 6, 0),
  ])
  func `an answer goes to the meeting that it was given to`(
    change: String, status: Int, count: Int
  ) async throws {
    var bench = try await Self.bench("," + Self.event("m", "Review", Self.meeting))
    let id = try await Self.id("Review", bench)
    let answered = await Self.write(&bench, "respond", id, "accept", "--yes")
    #expect(answered.status == 0, "\(answered.errors)")
    #expect(answered.output.contains("will be told"))
    let week = try (await bench.machine.run("week", "--offline", "--json")).items
    let after = week.first { $0["subject"] == "Review" }
    #expect(after?["responseStatus"]?["response"] == "accepted")
    // Of a member that comes twice the later one stands.
    var now = try JSON(parsing: Self.event("m", "Review", Self.meeting)).object ?? [:]
    for (name, value) in try JSON(parsing: "{\(change.dropFirst())}").object ?? [:] {
      now[name] = value
    }
    await bench.machine.service.script("GET /me/events/m", .ok(JSON.object(now).text(.wire)))
    await bench.machine.service.script("POST /me/events/m/accept", .status(202, ""))
    let sync = await bench.machine.run("sync")
    #expect(Int(sync.status) == status, "\(sync.errors)")
    #expect(sync.requests("POST", "/accept").count == count)
  }

  @Test func `an undo takes out what was not sent`() async throws {
    var bench = try await Self.bench()
    let id = try await Self.id("One", bench)
    let deleted = await Self.write(&bench, "delete-event", id, "--yes")
    #expect(deleted.status == 0, "\(deleted.errors)")
    #expect(try (await bench.machine.run("week", "--offline", "--json")).items.isEmpty)
    let undone = await bench.machine.run("undo")
    #expect(undone.status == 0 && undone.requests.isEmpty, "\(undone.errors)")
    #expect(undone.output.contains("never sent"))
    #expect(try (await bench.machine.run("week", "--offline", "--json")).items.count == 1)
    #expect(await bench.machine.run("undo").status == 3)
  }

  @Test func `contacts wait as well, and the key finds the one whose answer was lost`()
    async throws
  {
    var bench = try await Self.bench()
    let made = await Self.write(&bench, "new-contact", "--given-name", "Ana")
    #expect(made.status == 0, "\(made.errors)")
    let people = try (await bench.machine.run("contacts", "--offline", "--json")).items
    #expect(people.map { $0["displayName"] } == ["Ana", "Lena Fog"])
    #expect(people.first?["graphcal"]?["pending"] == true)
    let service = bench.machine.service
    await service.script(
      "POST /me/contacts",
      .failure(
        TransportError(
          reason: .connectionLost, host: "graph.test", detail: "", wasNotSent: false)))
    await service.script(
      "GET /me/contacts", .list(#"{"id":"ana","displayName":"Ana","parentFolderId":"f1"}"#))
    await service.script("GET /me/contacts/ana", .ok(#"{"id":"ana","displayName":"Ana"}"#))
    let sync = await bench.machine.run("sync", "--json")
    #expect(try sync.items.first?["state"] == "sent", "\(sync.errors)")
    let sent = try #require(sync.requests("POST", "/me/contacts").first)
    let key = try JSON(parsing: sent.body ?? [])["singleValueExtendedProperties"]?[0]?["value"]
    let asked = sync.requests("GET", "/me/contacts").first { $0.url.contains("filter") }
    #expect(asked?.url.contains(key?.string ?? "?") == true)
    #expect(try await Self.outbox(bench).isEmpty)
  }

  @Test func `without a network the hint is to write offline, where that is possible`()
    async throws
  {
    let bench = try await Self.bench()
    let lost = Service.Answer.failure(
      TransportError(reason: .cannotConnect, host: "graph.test", detail: "", wasNotSent: true))
    await bench.machine.service.script("POST /me/events", lost)
    let refused = await bench.machine.run(
      "new-event", "--subject", "x", "--start", "2026-12-01T12:30Z", "--max-wait", "0")
    #expect(refused.status == 7 && refused.errors.contains("--offline"), "\(refused.errors)")
    // Where it may have been done, a repetition would be wrong.
    await bench.machine.service.script("POST /me/events", .error(504, "Timeout"))
    let open = await bench.machine.run(
      "new-event", "--subject", "x", "--start", "2026-12-01T12:30Z", "--max-wait", "0")
    #expect(open.status == 7 && !open.errors.contains("--offline"), "\(open.errors)")
  }
}
