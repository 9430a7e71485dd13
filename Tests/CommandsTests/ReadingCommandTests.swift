import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `events`, `next`, `join`, `invites` and `conflicts`.
@Suite struct ReadingCommandTests {
  static let people =
    #","organizer":{"emailAddress":{"name":"Žofie Müller","address":"zofie@contoso.example"}},"#
    + #""attendees":[{"type":"required","emailAddress":{"name":"Ana","address":"ana@fabrikam.example"}}]"#
  static let events = [
    timed(
      "id-sync", "Weekly sync", "2026-11-30T07:45:00", "2026-11-30T08:30:00",
      #","showAs":"busy","bodyPreview":"Join https://zoom.us/j/77","categories":["Finance"]"#),
    timed(
      "id-review", "Übergabe", "2026-11-30T09:00:00", "2026-11-30T10:00:00",
      people + #","showAs":"busy","location":{"displayName":"Dock 5"}"#),
    timed(
      "id-invite", "Budget", "2026-11-30T09:30:00", "2026-11-30T11:00:00",
      #","showAs":"tentative","isOrganizer":false,"responseStatus":{"response":"notResponded"}"#),
    timed(
      "id-late", "Planning", "2026-12-01T09:00:00", "2026-12-01T10:00:00",
      #","showAs":"busy","isOrganizer":false,"responseStatus":{"response":"notResponded"}"#),
    timed(
      "id-free", "Reading", "2026-12-01T09:00:00", "2026-12-01T10:00:00", #","showAs":"free""#),
  ].joined(separator: ",")

  let machine = Machine(events: events)

  private func subjects(_ words: String...) async throws -> [String?] {
    let outcome = await machine.run(words + ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.items.map { $0["subject"]?.string }
  }

  @Test func `a search finds words wherever they stand, without accents and letter case`()
    async throws
  {
    #expect(try await subjects("events", "ubergabe") == ["Übergabe"])
    #expect(try await subjects("events", "MULLER", "dock") == ["Übergabe"])
    #expect(try await subjects("events", "muller planning").isEmpty)
    #expect(try await subjects("events", "zoom") == ["Weekly sync"])
    #expect(try await subjects("events", "--category", "finance") == ["Weekly sync"])
    #expect(try await subjects("events", "--organizer", "zofie") == ["Übergabe"])
    #expect(try await subjects("events", "--attendee", "ana@") == ["Übergabe"])
    #expect(try await subjects("events", "--show-as", "free") == ["Reading"])
    #expect(try await subjects("events").count == 5)
    let outcome = await machine.run("events", "x")
    let request = try #require(outcome.requests("GET", "/calendarView").first)
    #expect(request.url.contains("startDateTime=2025-11-30T00:00:00Z"))
    #expect(request.url.contains("endDateTime=2027-12-01T00:00:00Z"))
    let backwards = await machine.run("events", "--from", "2027-01-01", "--to", "2026-01-01")
    #expect(backwards.status == 2)
  }

  @Test func `a limited search keeps what is nearest to now, what is to come first`()
    async throws
  {
    func limited(_ limit: Int, _ more: String..., now: String) async throws -> [String?] {
      var machine = machine
      machine.environment.variables["GRAPHCAL_NOW"] = now
      let outcome = await machine.run(["events", "--limit", "\(limit)", "--json"] + more)
      #expect(outcome.errors.contains("showing \(limit) of 5 events"))
      return try outcome.items.map { $0["subject"]?.string }
    }
    let noon = "2026-11-30T10:30:00Z"
    let rows: [(kept: [String?], expected: [String?])] = [
      (try await limited(2, now: noon), ["Budget", "Reading"]),
      (try await limited(4, now: noon), ["Übergabe", "Budget", "Reading", "Planning"]),
      (try await limited(1, now: "2026-12-20T00:00:00Z"), ["Planning"]),
      (try await limited(1, "--from", "2026-11-01", now: noon), ["Weekly sync"]),
    ]
    for (kept, expected) in rows { #expect(kept == expected) }
  }

  @Test func `next is what is on, else what comes`() async throws {
    try expectGolden(await machine.transcript("next"), "next-running.txt")
    let json = try await machine.run("next", "--json").json
    #expect(json["id"] == "id-sync")
    var later = machine
    later.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:35:00Z"
    try expectGolden(await later.transcript("next"), "next-coming.txt")
    let empty = Machine(events: "")
    let nothing = await empty.run("next")
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(await empty.run("next", "--json").output == "null\n")
  }

  @Test func `join opens the link of the meeting that is on, word by word`() async throws {
    #expect(await machine.run("join", "--print").output == "https://zoom.us/j/77\n")
    let json = try await machine.run("join", "--json").json
    #expect(json["provider"] == "Zoom")
    var desktop = machine
    let browser = ScriptedBrowser(installed: ["my-browser"]) { _ in }
    desktop.environment.variables["BROWSER"] = "my-browser --new"
    desktop.programs = browser.programs
    let join = await desktop.run("join")
    #expect(join.status == 0, "\(join.errors)")
    #expect(browser.commands == [["my-browser", "--new", "https://zoom.us/j/77"]])
    desktop.programs = ProgramStarter(isInstalled: { _ in true }) {
      (_, streams) throws(HostError) in
      let program = try SpawnedProgram(["/bin/false"], streams: streams)
      // The clock of the test does not wait for it.
      _ = program.wait()
      return program
    }
    let failed = await desktop.run("join")
    #expect(failed.status == 1)
    #expect(failed.errors.contains("open https://zoom.us/j/77 by hand"), "\(failed.errors)")
    let none = await machine.run("join")
    #expect(none.status == 1 && none.errors.contains("graphcal join --print"))
    let nothing = await Machine(events: "").run("join")
    #expect(nothing.status == 3)
  }

  @Test func `join takes the link of a named event from its whole text`() async throws {
    await machine.service.script(
      "GET /me/events/id-review-which-is-long",
      .ok(
        timed(
          "id-review-which-is-long", "Review", "2026-11-30T09:00:00", "2026-11-30T10:00:00",
          #","body":{"contentType":"text","content":"see\nhttps://meet.google.com/abc-defg-hij"}"#))
    )
    let outcome = await machine.run("join", "id-review-which-is-long", "--print")
    #expect(outcome.output == "https://meet.google.com/abc-defg-hij\n", "\(outcome.errors)")
  }

  @Test func `invitations that wait, with what they clash with`() async throws {
    #expect(try await subjects("invites") == ["Budget", "Planning"])
    try expectGolden(await machine.transcript("invites"), "invites.txt")
  }

  @Test func `conflicts are what overlaps and takes time`() async throws {
    #expect(try await subjects("conflicts") == ["Übergabe", "Budget"])
    try expectGolden(await machine.transcript("conflicts"), "conflicts.txt")
    let items = try await machine.run("conflicts", "--json").items
    #expect(items[0]["graphcal"]?["conflictsWith"] == [items[1]["graphcal"]?["id"] ?? .null])
    #expect(items[1]["graphcal"]?["conflictsWith"] == [items[0]["graphcal"]?["id"] ?? .null])
    let elsewhere = timed(
      "id-elsewhere", "Working from Hamburg", "2026-11-30T08:00:00", "2026-11-30T16:00:00",
      #","showAs":"workingElsewhere""#)
    let tentative = timed(
      "id-maybe", "A conference with a rather long name", "2026-11-30T10:30:00",
      "2026-11-30T12:00:00",
      #","showAs":"tentative","location":{"displayName":"Dock 5"},"responseStatus":{"response":"tentativelyAccepted"}"#
    )
    let more = Machine(
      events: [Self.events, elsewhere, tentative].joined(separator: ","), columns: 80)
    try expectGolden(await more.transcript("conflicts"), "conflicts-80.txt")
    #expect(try await Machine(events: "").run("conflicts", "--json").items.isEmpty)
  }
}
