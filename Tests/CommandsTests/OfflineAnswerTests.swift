import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// What the local copy answers besides lists, and where no sign-in is needed for it.
@Suite struct OfflineAnswerTests {
  private typealias Bench = SyncCommandTests.Bench

  private static let bo =
    #","organizer":{"emailAddress":{"name":"Bo Berg","address":"bo@contoso.example"}},"showAs":"busy""#

  /// A machine with a copy of one meeting and two contacts.
  private static func bench() async throws -> SyncCommandTests.Bench {
    var bench = try await Bench(scopes: Identity.scopes + " Contacts.ReadWrite People.Read")
    let service = bench.machine.service
    await service.script(
      "GET /me/calendars",
      .list(
        #"{"id":"c1","name":"Calendar","isDefaultCalendar":true,"owner":{"address":"kim@contoso.example"}}"#
      ))
    await service.script(
      SyncCommandTests.deltaPath,
      Bench.page(
        Bench.event(
          "a", "One", bo + #","body":{"contentType":"html","content":"<p>Hi <b>you</b></p>"}"#),
        delta: "d1"))
    await service.script(
      "GET /me/contactFolders/f1/contacts/delta",
      Bench.page(
        #"{"id":"p","displayName":"Lena Fog","emailAddresses":[{"address":"lena@fog.example"}]},"#
          + #"{"id":"q","displayName":"Jonas Fog","emailAddresses":[{"address":"jonas@fog.example"}]}"#,
        delta: "p1"))
    #expect(await bench.machine.run("sync").status == 0)
    bench.machine.randomness = .counting(from: 0)
    return bench
  }

  // MARK: Without a sign-in

  @Test(arguments: [
    ["today"], ["week", "--json"], ["month"], ["agenda"], ["next"], ["events", "one"], ["invites"],
    ["conflicts"], ["calendars"], ["free"], ["contacts"], ["contact-folders"], ["duplicates"],
    ["birthdays"], ["people", "lena"],
  ])
  func `without a sign-in --offline answers, and the others say that it would`(
    words: [String]
  ) async throws {
    let bench = try await Self.bench()
    let before = await bench.machine.run(words + ["--offline"])
    #expect(before.status == 0, "\(before.errors)")
    #expect(await bench.machine.run("logout", "--keep-copy").status == 0)
    let signedOut = await bench.machine.run(words)
    #expect(signedOut.status == 4, "\(signedOut.errors)")
    #expect(signedOut.errors.contains("graphcal login"), "\(signedOut.errors)")
    #expect(signedOut.errors.contains("--offline, which needs no sign-in"), "\(signedOut.errors)")
    let offline = await bench.machine.run(words + ["--offline"])
    #expect(offline.status == 0 && offline.requests.isEmpty, "\(offline.errors)")
    #expect(offline.output == before.output)
    // Without any registration as well.
    var bare = bench.machine
    bare.environment.variables["GRAPHCAL_CLIENT_ID"] = nil
    #expect(await bare.run(words + ["--offline"]).output == before.output)
  }

  @Test func `a sign-in that is refused is told with the copy's age, and is status 4`() async throws
  {
    var bench = try await Self.bench()
    bench.machine.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:30:00Z"
    bench.machine.clock.advance(by: .seconds(7200))
    await bench.machine.service.script(
      Identity.tokenPath, Identity.refusal("invalid_grant", 700_082))
    let refused = await bench.machine.run("week")
    #expect(refused.status == 4, "\(refused.errors)")
    #expect(refused.errors.contains("as of 30 min ago"), "\(refused.errors)")
    #expect(await bench.machine.run("week", "--offline").status == 0)
    // Where there is no copy there is nothing to name.
    #expect(await bench.machine.run("sync", "--forget").status == 0)
    #expect(!(await bench.machine.run("week").errors.contains("--offline")))
  }

  @Test func `what is written offline without a sign-in waits for one`() async throws {
    let bench = try await Self.bench()
    #expect(await bench.machine.run("logout", "--keep-copy").status == 0)
    let made = await bench.machine.run(
      "new-event", "--subject", "Tea", "--start", "2026-12-01T12:30Z", "--offline")
    #expect(made.status == 0 && made.output.contains("not sent yet"), "\(made.errors)")
    #expect(await bench.machine.run("week", "--offline").output.contains("Tea"))
  }

  // MARK: People

  @Test(arguments: [
    ("jonas", "jonas@fog.example"), ("Lena Fog", "lena@fog.example"),
    ("berg", "bo@contoso.example"),
    ("me", "kim@contoso.example"),
  ])
  func `a name is looked for in the copy`(name: String, address: String) async throws {
    let bench = try await Self.bench()
    let made = await bench.machine.run(
      "new-event", "--subject", "Tea", "--start", "2026-12-01T12:30Z", "--attendee", name,
      "--offline", "--yes", "--json")
    #expect(made.status == 0 && made.requests.isEmpty, "\(made.errors)")
    #expect(try made.json["attendees"]?[0]?["emailAddress"]?["address"] == .string(address))
  }

  @Test func `names that are not clear, or nobody's, are told as ever`() async throws {
    let bench = try await Self.bench()
    let words = ["new-event", "--subject", "Tea", "--start", "2026-12-01T12:30Z", "--offline"]
    let many = await bench.machine.run(words + ["--attendee", "fog"])
    #expect(many.status == 2 && many.errors.contains("Jonas Fog"), "\(many.errors)")
    let none = await bench.machine.run(words + ["--attendee", "zorro"])
    #expect(none.status == 3 && none.errors.contains("local copy"), "\(none.errors)")
    let phrase = await bench.machine.run(
      "add", "tea with Jonas tomorrow 12:30", "--offline", "--yes", "--json")
    #expect(phrase.status == 0, "\(phrase.errors)")
    #expect(
      try phrase.json["attendees"]?[0]?["emailAddress"]?["address"] == "jonas@fog.example")
    // Without a copy nobody is known.
    #expect(await bench.machine.run("sync", "--forget").status == 0)
    let nobody = await bench.machine.run(words + ["--attendee", "jonas"])
    #expect(nobody.status == 7 && nobody.errors.contains("by name offline"), "\(nobody.errors)")
  }

  @Test func `people are those whom the copy knows`() async throws {
    let bench = try await Self.bench()
    let found = try (await bench.machine.run("people", "fog", "--offline", "--json")).items
    #expect(found.map { $0["address"] } == ["jonas@fog.example", "lena@fog.example"])
    #expect(found.allSatisfy { $0["source"] == "contacts" })
    let met = try (await bench.machine.run("people", "bo", "--offline", "--json")).items
    #expect(met.map { $0["source"] } == ["events"])
    await bench.machine.service.script(
      "GET /me/people",
      .failure(
        TransportError(reason: .cannotConnect, host: "graph.test", detail: "", wasNotSent: true)))
    let late = await bench.machine.run("people", "fog", "--max-wait", "0")
    #expect(late.status == 0 && late.output.contains("Jonas Fog"), "\(late.errors)")
    #expect(late.errors.contains("as of"), "\(late.errors)")
  }

  // MARK: Time

  @Test func `one's own time is free or not by the copy, others' is not in it`() async throws {
    let bench = try await Self.bench()
    let words = ["free", "--any-time", "--from", "2026-12-01T08:30Z", "--next", "1", "--for", "1h"]
    let free = await bench.machine.run(words + ["--offline", "--json"])
    #expect(free.status == 0 && free.requests.isEmpty, "\(free.errors)")
    #expect(try free.items.first?["graphcal"]?["start"] == "2026-12-01T10:00:00Z")
    await bench.machine.service.script(
      "GET /me/calendars",
      .failure(
        TransportError(reason: .cannotConnect, host: "graph.test", detail: "", wasNotSent: true)))
    let late = await bench.machine.run(words + ["--json", "--max-wait", "0"])
    #expect(late.status == 0 && late.output == free.output, "\(late.errors)")
    #expect(await bench.machine.run(words + ["--json", "--max-wait", "0", "--fresh"]).status == 7)
    for others in [
      ["free-busy", "bo@contoso.example"], ["find-time", "bo@contoso.example"], ["rooms"],
    ] {
      let outcome = await bench.machine.run(others + ["--offline"])
      #expect(outcome.status == 7 && outcome.errors.contains("local copy"), "\(outcome.errors)")
    }
  }

  // MARK: Single items

  @Test func `a program gets the text of an event the same from both sides`() async throws {
    let bench = try await Self.bench()
    let id = try #require(
      try (await bench.machine.run("week", "--offline", "--json")).items.first?["graphcal"]?["id"]?
        .string)
    await bench.machine.service.script(
      "GET /me/events/a",
      .ok(
        Bench.event(
          "a", "One", Self.bo + #","body":{"contentType":"html","content":"<p>Hi <b>you</b></p>"}"#)
      ))
    let offline = await bench.machine.run("show", id, "--offline", "--json")
    #expect(try offline.json["body"] == ["contentType": "text", "content": "Hi you"])
    #expect(await bench.machine.run("show", id, "--json").output == offline.output)
  }

  @Test func `an id of another kind is told with its command`() async throws {
    let bench = try await Self.bench()
    let contacts = try (await bench.machine.run("contacts", "--offline", "--json")).items
    let id = try #require(contacts.first?["graphcal"]?["id"]?.string)
    await bench.machine.service.script("GET /me/calendarView", .list(""))
    for source in [["--offline"], []] {
      let shown = await bench.machine.run(["show", id] + source)
      #expect(shown.status == 3, "\(shown.errors)")
      #expect(shown.errors.contains("graphcal show-contact \(id)"), "\(shown.errors)")
    }
  }

  @Test func `a photo is not in the copy, and that is said`() async throws {
    let bench = try await Self.bench()
    let outcome = await bench.machine.run("contact-photo", "p", "--offline", "-o", "x.jpg")
    #expect(outcome.status == 7 && outcome.errors.contains("not kept"), "\(outcome.errors)")
  }

  @Test func `a calendar that is renamed here is called so from then on`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    await service.script(
      "PATCH /me/calendars/c1", .ok(#"{"id":"c1","name":"Work","isDefaultCalendar":true}"#))
    await service.script("GET /me/calendarView", .list(Bench.event("a", "One")))
    #expect(await bench.machine.run("week", "--json", "--fresh").status == 0)
    let renamed = await bench.machine.run("edit-calendar", "Calendar", "--name", "Work")
    #expect(renamed.status == 0, "\(renamed.errors)")
    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    await service.script("GET /me/calendar", .ok(#"{"id":"c1","name":"Work"}"#))
    for source in ["--offline", "--fresh", "--verbose"] {
      let week = try (await bench.machine.run("week", "--json", source)).items
      #expect(week.map { $0["graphcal"]?["calendar"] } == ["Work"], "\(source)")
    }
  }

  @Test func `the groups of calendars are copied by sync`() async throws {
    let bench = try await Self.bench()
    let service = bench.machine.service
    await service.script(
      "GET /me/calendarGroups", .list(#"{"id":"g1","name":"Mine"},{"id":"g2","name":"Others"}"#))
    await service.script("GET /me/calendarGroups/g1/calendars", .list(#"{"id":"c1"}"#))
    await service.script("GET /me/calendarGroups/g2/calendars", .list(""))
    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    let copied = await bench.machine.run("calendars", "--json", "--offline")
    #expect(try copied.items.first?["graphcal"]?["group"] == "Mine", "\(copied.output)")
    #expect(await bench.machine.run("calendars", "--json").output == copied.output)
  }

  @Test(arguments: [
    (["--from", "2025-12-01", "--days", "2"], "\"syncDaysBack\": 364"),
    (["--from", "2028-03-01", "--days", "3"], "\"syncDaysAhead\": 460"),
    (["--from", "2040-01-01", "--days", "3"], "900 days from today at most"),
  ])
  func `outside of its days the hint is what widens the copy`(
    words: [String], hint: String
  ) async throws {
    let bench = try await Self.bench()
    let outcome = await bench.machine.run(["agenda", "--offline"] + words)
    #expect(outcome.status == 3 && outcome.errors.contains(hint), "\(outcome.errors)")
    guard let number = hint.split(separator: " ").last.flatMap({ Int($0) }) else { return }
    // Done as it says, it answers.
    let name = hint.contains("Back") ? "syncDaysBack" : "syncDaysAhead"
    try bench.home.write(bench.home.configuration, #"{"\#(name)": \#(number)}"#)
    #expect(await bench.machine.run("sync").status == 0)
    let wide = await bench.machine.run(["agenda", "--offline"] + words)
    #expect(wide.status == 0, "\(wide.errors)")
  }
}
