import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Writing without a network, and what becomes of it.
@Suite struct OutboxCommandTests {
  private typealias Bench = SyncCommandTests.Bench
  private static let scopes = Identity.scopes + " Contacts.ReadWrite"

  /// A machine with a copy of one event and one contact, whose service tells no more changes.
  private static func bench(_ more: String = "") async throws -> SyncCommandTests.Bench {
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

  private static func event(_ id: String, _ subject: String, _ more: String = "") -> String {
    Bench.event(id, subject, more)
  }

  /// The next run has other random numbers, as every run of a real machine.
  private static func write(
    _ bench: inout SyncCommandTests.Bench, _ words: String...
  ) async -> Outcome {
    let outcome = await bench.machine.run(words + ["--offline"])
    bench.machine.randomness = .counting(
      from: UInt8(truncatingIfNeeded: bench.machine.randomness.bytes(1)[0]) &+ 16)
    return outcome
  }

  /// The short id of an event of this week.
  private static func id(_ subject: String, _ bench: SyncCommandTests.Bench) async throws -> String
  {
    let week = try (await bench.machine.run("week", "--offline", "--json")).items
    return week.first { $0["subject"] == .string(subject) }?["graphcal"]?["id"]?.string ?? ""
  }

  private static func outbox(_ bench: SyncCommandTests.Bench) async throws -> [JSON] {
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

  private static let other = #","@odata.etag":"W/\"2\"","location":{"displayName":"Room 9"}"#

  /// A machine on which a change of the event "One" is a conflict.
  private static func stuckBench() async throws -> (SyncCommandTests.Bench, id: String) {
    var bench = try await bench()
    let id = try await Self.id("One", bench)
    #expect(await write(&bench, "edit-event", id, "--subject", "Mine").status == 0)
    let service = bench.machine.service
    await service.script("PATCH /me/events/a", .error(412, "ErrorIrresolvableConflict"))
    await service.script("GET /me/events/a", .ok(event("a", "Theirs", other)))
    #expect(await bench.machine.run("sync").status == 6)
    return (bench, id)
  }

  @Test(arguments: [
    ["delete-event", "REF", "--yes"], ["edit-event", "REF", "--subject", "Again"],
    ["respond", "REF", "accept", "--yes"],
  ])
  func `behind a change that is stuck nothing is written, and that is said`(
    words: [String]
  ) async throws {
    var (bench, id) = try await Self.stuckBench()
    let before = try await Self.outbox(bench)
    #expect(before.map { $0["state"] } == ["conflict"])
    for _ in 0..<2 {
      let outcome = await bench.machine.run(
        words.map { $0 == "REF" ? id : $0 } + ["--offline"])
      #expect(outcome.status == 6 && outcome.output.isEmpty, "\(outcome.errors)")
      #expect(outcome.errors.contains("number 1") && outcome.errors.contains("outbox drop"))
    }
    #expect(try await Self.outbox(bench) == before)
    // Settled, it can be written.
    #expect(await bench.machine.run("outbox", "drop", "1", "--yes").status == 0)
    #expect(await Self.write(&bench, "edit-event", id, "--subject", "Now").status == 0)
  }

  @Test func `what is stuck is marked in lists, and lists of the service tell of it`() async throws
  {
    var (bench, id) = try await Self.stuckBench()
    let week = await bench.machine.run("week", "--offline")
    #expect(week.output.contains("change stuck"), "\(week.output)")
    #expect(await bench.machine.run("show", id, "--offline").output.contains("change stuck"))
    let item = try #require(
      try (await bench.machine.run("week", "--offline", "--json")).items.first)
    #expect(item["graphcal"]?["stuck"] == "conflict" && item["graphcal"]?["pending"] == nil)
    await bench.machine.service.script("GET /me/calendarView", .list(Self.event("a", "Theirs")))
    let fresh = await bench.machine.run("week", "--fresh", "--json")
    #expect(try fresh.items.first?["graphcal"]?["stuck"] == nil)
    #expect(fresh.errors == "1 change is stuck; graphcal outbox says why\n", "\(fresh.errors)")
    for subject in ["A", "B"] {
      _ = await Self.write(
        &bench, "new-event", "--subject", subject, "--start", "2026-12-01T12:30Z")
    }
    let told = await bench.machine.run("week", "--fresh").errors
    #expect(told.contains("2 changes wait; graphcal sync sends them"), "\(told)")
    #expect(!(await bench.machine.run("week", "--offline").errors.contains("wait")))
  }

  @Test func `a contact whose change is stuck is marked as well`() async throws {
    var bench = try await Self.bench()
    let people = try (await bench.machine.run("contacts", "--offline", "--json")).items
    let id = try #require(people.first?["graphcal"]?["id"]?.string)
    #expect(await Self.write(&bench, "delete-contact", id, "--yes").status == 0)
    #expect(try (await bench.machine.run("contacts", "--offline", "--json")).items.isEmpty)
    await bench.machine.service.script(
      "DELETE /me/contacts/p", .error(400, "ErrorInvalidRequest", "Bad"))
    #expect(await bench.machine.run("sync").status == 9)
    let listed = await bench.machine.run("contacts", "--offline")
    #expect(listed.output.contains("change stuck"), "\(listed.output)")
    let again = try (await bench.machine.run("contacts", "--offline", "--json")).items
    #expect(again.map { $0["graphcal"]?["stuck"] } == ["refused"])
    let deleted = await bench.machine.run("delete-contact", id, "--offline", "--yes")
    #expect(deleted.status == 6 && deleted.errors.contains("number 1"), "\(deleted.errors)")
  }

  @Test func `what is going to be deleted is not deleted again`() async throws {
    var bench = try await Self.bench()
    let id = try await Self.id("One", bench)
    #expect(await Self.write(&bench, "delete-event", id, "--yes").status == 0)
    let again = await Self.write(&bench, "delete-event", id, "--yes")
    #expect(again.status == 3 && again.errors.contains("deletion waits"), "\(again.errors)")
    #expect(try await Self.outbox(bench).count == 1)
  }

  // MARK: What is not sent yet

  /// Of a series of three days that waits, the short ids of its events.
  private static func series(
    _ bench: inout SyncCommandTests.Bench
  ) async throws -> [String] {
    let made = await write(
      &bench, "new-event", "--subject", "Stretch", "--start", "2026-12-02T07:00", "--tz",
      "Europe/Berlin", "--repeat", "daily", "--count", "3", "--yes")
    #expect(made.status == 0, "\(made.errors)")
    return try (await bench.machine.run("week", "--offline", "--json")).items
      .filter { $0["subject"] == "Stretch" }
      .compactMap { $0["graphcal"]?["id"]?.string }
  }

  @Test func `a series that is not sent yet is changed as a whole, and goes out so`() async throws {
    var bench = try await Self.bench()
    let ids = try await Self.series(&bench)
    try #require(ids.count == 3)
    #expect(await bench.machine.run("show", ids[1], "--offline").output.contains("Stretch"))
    let changed = await Self.write(
      &bench, "edit-event", ids[1], "--scope", "series", "--subject", "Yoga", "--yes")
    #expect(changed.status == 0 && changed.requests.isEmpty, "\(changed.errors)")
    let week = try (await bench.machine.run("week", "--offline", "--json")).items
    #expect(week.filter { $0["subject"] == "Yoga" }.count == 3)
    let service = bench.machine.service
    await service.script("POST /me/events", .ok(Self.event("S", "Stretch")))
    await service.script("PATCH /me/events/S", .ok(Self.event("S", "Yoga")))
    let sync = await bench.machine.run("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    let sent = try #require(sync.requests("PATCH", "/me/events/S").first)
    #expect(try JSON(parsing: sent.body ?? []) == ["subject": "Yoga"])
  }

  @Test func `one event of a series that is not sent yet needs the series sent`() async throws {
    var bench = try await Self.bench()
    let ids = try await Self.series(&bench)
    try #require(ids.count == 3)
    for words in [
      ["edit-event", ids[1], "--scope", "this", "--subject", "x"],
      ["edit-event", ids[1], "--scope", "following", "--subject", "x", "--yes"],
      ["delete-event", ids[1], "--scope", "this", "--yes"],
      ["delete-event", ids[1], "--scope", "following", "--yes"],
    ] {
      let outcome = await bench.machine.run(words + ["--offline"])
      #expect(outcome.status == 7, "\(words) \(outcome.errors)")
      #expect(outcome.errors.contains("series"), "\(outcome.errors)")
    }
    #expect(try await Self.outbox(bench).count == 1)
    let online = await bench.machine.run(
      "edit-event", ids[1], "--scope", "series", "--subject", "x")
    #expect(online.status == 7 && online.errors.contains("not sent yet"), "\(online.errors)")
    let gone = await Self.write(&bench, "delete-event", ids[2], "--scope", "series", "--yes")
    #expect(gone.status == 0 && gone.output.contains("never sent"), "\(gone.errors)")
    #expect(try await Self.outbox(bench).isEmpty)
  }

  @Test func `what nobody was invited to is taken back, and nobody is told`() async throws {
    var bench = try await Self.bench()
    let made = await Self.write(
      &bench, "new-event", "--subject", "Tea", "--start", "2026-12-02T12:30Z", "--attendee",
      "bo@contoso.example", "--yes", "--json")
    let id = try #require(try made.json["graphcal"]?["id"]?.string)
    let gone = await Self.write(&bench, "delete-event", id, "--yes")
    #expect(gone.status == 0, "\(gone.errors)")
    #expect(gone.output.contains("Taken out of the outbox, never sent: "), "\(gone.output)")
    #expect(gone.errors.isEmpty, "\(gone.errors)")
  }

  @Test func `who waits in the outbox is completed`() async throws {
    var bench = try await Self.bench()
    let made = await Self.write(
      &bench, "new-contact", "--given-name", "Ana", "--surname", "Mulvey", "--email",
      "ana@mulvey.example")
    #expect(made.status == 0, "\(made.errors)")
    #expect(
      await bench.machine.run("complete", "mul").output
        == "ana@mulvey.example\tAna Mulvey\tcontact\n")
    let people = try (await bench.machine.run("contacts", "--offline", "--json")).items
    let id = try #require(
      people.first { $0["displayName"] == "Ana Mulvey" }?["graphcal"]?["id"]?.string)
    #expect(
      await Self.write(&bench, "edit-contact", id, "--email", "ana@other.example").status == 0)
    #expect(await bench.machine.run("complete", "mul").output.hasPrefix("ana@other.example"))
    #expect(await Self.write(&bench, "delete-contact", id, "--yes").status == 0)
    #expect(await bench.machine.run("complete", "mul").output.isEmpty)
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
