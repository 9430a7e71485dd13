import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// What is stuck in the outbox, and what is changed or deleted before it was ever sent.
extension OutboxCommandTests {
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
      #expect(outcome.errors.contains("graphcal sync"), "\(outcome.errors)")
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
}
