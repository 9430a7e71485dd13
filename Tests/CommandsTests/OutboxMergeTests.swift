import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// What the outbox says of changes, and what becomes of them where somebody else was at the same item.
@Suite struct OutboxMergeTests {
  typealias Bench = SyncCommandTests.Bench
  private typealias Base = OutboxCommandTests

  private static let moved =
    #","start":{"dateTime":"2026-12-01T11:00:00.0000000","timeZone":"UTC"},"#
    + #""end":{"dateTime":"2026-12-01T12:00:00.0000000","timeZone":"UTC"}"#

  /// The event as somebody else has made it.
  private static func there(_ more: String) -> Service.Answer {
    // Of a member that comes twice the later one stands.
    var now: JSONObject = [:]
    let text = Base.event("a", "One", #","@odata.etag":"W/\"9\"""#)
    for part in [text, "{\(more.dropFirst())}"] {
      for (name, value) in (try? JSON(parsing: part))?.object ?? [:] { now[name] = value }
    }
    return .ok(JSON.object(now).text(.wire))
  }

  private static func patched(_ tag: String) -> Service.Answer {
    .ok(Base.event("a", "Mine", #","@odata.etag":"W/\"\#(tag)\"""#))
  }

  /// A contact with everything in the copy, by its short id.
  private static func ana(_ bench: SyncCommandTests.Bench) async throws -> String {
    await bench.machine.service.script(
      Bench.link("p1"), Bench.page(EditContactTests.contact("p"), delta: "p2"))
    await bench.machine.service.script(Bench.link("p2"), Bench.page("", delta: "p2"))
    #expect(await bench.machine.run("sync").status == 0)
    let people = try (await bench.machine.run("contacts", "--offline", "--json")).items
    return people.first?["graphcal"]?["id"]?.string ?? ""
  }

  private static let gone = Service.Answer.error(412, "ErrorIrresolvableConflict")

  @Test func `the list says of each change what it changes, for people and for programs`()
    async throws
  {
    var bench = try await Base.bench("," + Base.event("b", "Two"))
    let (one, two) = (try await Base.id("One", bench), try await Base.id("Two", bench))
    for words in [
      ["edit-event", one, "--subject", "Plan", "--start", "2026-12-01T11:00Z"],
      ["edit-event", one, "--location", "Harbor", "--start", "2026-12-02T11:00Z"],
      ["delete-event", two, "--yes"], ["new-event", "--subject", "New", "--start", "16:00"],
    ] {
      let written = await bench.machine.run(words + ["--offline"])
      #expect(written.status == 0, "\(written.errors)")
      bench.machine.randomness = .counting(
        from: UInt8(truncatingIfNeeded: bench.machine.randomness.bytes(1)[0]) &+ 16)
    }
    let text = (await bench.machine.run("outbox")).output
    #expect(text.contains(#"subject "One" → "Plan"; time 09:00–10:00 → 11:00–12:00"#), "\(text)")
    #expect(
      text.contains(
        "time Tue 1 Dec 2026 11:00–12:00 → Wed 2 Dec 2026 11:00–12:00; place \"\" → \"Harbor\""),
      "\(text)")
    #expect(text.contains("delete") && text.contains("new event"), "\(text)")
    bench.machine.environment.variables["GRAPHCAL_FORCE_TTY"] = "40"
    for line in (await bench.machine.run("outbox")).output.split(separator: "\n") {
      #expect(line.count <= 40, "\(line)")
    }
    let items = try await Base.outbox(bench)
    let changes = try #require(items.first?["changes"])
    #expect(changes["subject"] == ["after": "Plan", "before": "One"])
    #expect(
      changes["start"] == ["after": "2026-12-01T11:00:00Z", "before": "2026-12-01T09:00:00Z"])
    #expect(changes["end"] == ["after": "2026-12-01T12:00:00Z", "before": "2026-12-01T10:00:00Z"])
    #expect(items.dropFirst(2).map { $0["changes"] } == [.null, .null])
    let question = await bench.machine.run("outbox", "drop", "1")
    #expect(question.status == 8 && question.errors.contains("Plan"), "\(question.errors)")
  }

  @Test func `a contact's change is told by what people call its fields`() async throws {
    var bench = try await Base.bench()
    let ana = try await Self.ana(bench)
    let written = await Base.write(&bench, "edit-contact", ana, "--job-title", "Captain")
    #expect(written.status == 0, "\(written.errors)")
    #expect((await bench.machine.run("outbox")).output.contains("job title \"Cook\" → \"Captain\""))
    #expect(
      try await Base.outbox(bench).first?["changes"]
        == ["jobTitle": ["after": "Captain", "before": "Cook"]])
  }

  @Test(arguments: [
    // what was done elsewhere, the status, how many requests change something, what is told
    (moved, 0, 2, "time"),
    (#","location":{"displayName":"Quay"}"#, 0, 2, "place"),
    (#","subject":"Mine","location":{"displayName":"Quay"}"#, 0, 1, "place"),
    (#","subject":"Theirs""#, 6, 1, "there \"Theirs\", here \"Mine\""),
    (#","subject":"Theirs","location":{"displayName":"Quay"}"#, 6, 1, "there \"Quay\""),
  ])
  func `other parts are merged, the same part is a conflict`(
    more: String, status: Int, count: Int, told: String
  ) async throws {
    var bench = try await Base.bench()
    let id = try await Base.id("One", bench)
    #expect(await Base.write(&bench, "edit-event", id, "--subject", "Mine").status == 0)
    let service = bench.machine.service
    await service.script("PATCH /me/events/a", Self.gone, Self.patched("10"))
    await service.script("GET /me/events/a", Self.there(more))
    let sync = await bench.machine.run("sync", "--json")
    #expect(Int(sync.status) == status, "\(sync.errors)")
    let sent = sync.requests("PATCH", "/me/events/a")
    #expect(sent.count == count)
    if count == 2 {
      #expect(sent.map { $0.headers["If-Match"] } == [#"W/"1""#, #"W/"9""#])
      #expect(try JSON(parsing: sent[1].body ?? []) == ["subject": "Mine"])
    }
    let first = try #require(try sync.items.first)
    if status == 0 {
      #expect(first["merged"] == [.string(told)])
    } else {
      #expect(sync.errors.contains(told) || first["reason"]?["why"]?.string?.contains(told) == true)
      #expect(first["merged"] == [])
    }
  }

  @Test func `what follows a merged change is compared as well`() async throws {
    var bench = try await Base.bench()
    let id = try await Base.id("One", bench)
    #expect(await Base.write(&bench, "edit-event", id, "--subject", "Mine").status == 0)
    #expect(await Base.write(&bench, "edit-event", id, "--location", "Harbor").status == 0)
    let service = bench.machine.service
    await service.script("PATCH /me/events/a", Self.gone, Self.patched("10"), Self.gone)
    await service.script(
      "GET /me/events/a", Self.there(#","location":{"displayName":"Quay"}"#),
      Self.there(#","subject":"Mine","location":{"displayName":"Quay"}"#))
    let sync = await bench.machine.run("sync")
    #expect(sync.status == 6, "\(sync.errors)")
    let sent = sync.requests("PATCH", "/me/events/a").map { $0.headers["If-Match"] }
    #expect(sent == [#"W/"1""#, #"W/"9""#, #"W/"1""#])
    let text = (await bench.machine.run("outbox")).output
    #expect(text.contains("there \"Quay\", here \"Harbor\""), "\(text)")
  }

  @Test func `what was changed elsewhere is not deleted`() async throws {
    var bench = try await Base.bench()
    let id = try await Base.id("One", bench)
    #expect(await Base.write(&bench, "delete-event", id, "--yes").status == 0)
    await bench.machine.service.script("DELETE /me/events/a", Self.gone)
    await bench.machine.service.script("GET /me/events/a", Self.there(Self.moved))
    let sync = await bench.machine.run("sync")
    #expect(sync.status == 6, "\(sync.errors)")
    #expect(sync.requests("DELETE", "/me/events/a").count == 1)
    // Times are told as everywhere.
    #expect(sync.errors.contains("time: there Tue 1 Dec 2026 11:00–12:00"), "\(sync.errors)")
  }

  @Test func `parts of a contact are merged like those of an event`() async throws {
    var bench = try await Base.bench()
    let ana = try await Self.ana(bench)
    #expect(await Base.write(&bench, "edit-contact", ana, "--job-title", "Captain").status == 0)
    let theirs: JSONObject = ["companyName": "Quay"]
    await bench.machine.service.script(
      "PATCH /me/contacts/p", Self.gone, .ok(EditContactTests.contact("p", etag: "3", theirs)))
    await bench.machine.service.script(
      "GET /me/contacts/p", .ok(EditContactTests.contact("p", etag: "2", theirs)))
    let sync = await bench.machine.run("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    #expect(sync.requests("PATCH", "/me/contacts/p").count == 2)
    #expect(sync.output.contains("both changes stand: company"), "\(sync.output)")
  }

  @Test func `what was sent and what was read are two lists`() async throws {
    var bench = try await Base.bench()
    let id = try await Base.id("One", bench)
    #expect(await Base.write(&bench, "edit-event", id, "--subject", "Mine").status == 0)
    await bench.machine.service.script("PATCH /me/events/a", Self.patched("2"))
    try expectGolden(await bench.machine.transcript("sync"), "sync-sends.txt")
  }

  @Test func `without a network it is told that all still waits`() async throws {
    var bench = try await Base.bench()
    let id = try await Base.id("One", bench)
    #expect(await Base.write(&bench, "edit-event", id, "--subject", "Mine").status == 0)
    await bench.machine.service.script(
      "PATCH /me/events/a",
      .failure(
        TransportError(reason: .cannotConnect, host: "graph.test", detail: "", wasNotSent: true)))
    let sync = await bench.machine.run("sync", "--max-wait", "0")
    #expect(sync.status == 7 && sync.errors.contains("1 change still waits"), "\(sync.errors)")
  }
}
