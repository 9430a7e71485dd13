import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Meetings that are forwarded and called off.
@Suite struct MeetingCommandTests {
  private static let id = "AAMkAGI2MEETING0"
  private static let mine =
    #","isOrganizer":true,"organizer":{"emailAddress":{"name":"Me","address":"me@contoso.example"}},"attendees":[{"emailAddress":{"name":"Kim","address":"kim@contoso.example"}},{"emailAddress":{"address":"bo@contoso.example"}},{"emailAddress":{"address":"ME@contoso.example"}}]"#
  private static let others =
    #","isOrganizer":false,"organizer":{"emailAddress":{"name":"Kim","address":"kim@contoso.example"}}"#

  private func machine(
    _ more: String = mine, answers: [String: Service.Answer] = [:]
  ) -> Machine {
    var scripts: [String: [Service.Answer]] = [
      "GET /me/events/\(Self.id)": [
        .ok(timed(Self.id, "Budget", "2026-12-01T09:00:00", "2026-12-01T09:45:00", more))
      ],
      "POST /me/events/\(Self.id)/cancel": [.status(202)],
      "POST /me/events/\(Self.id)/forward": [.status(202)],
    ]
    for (key, answer) in answers { scripts[key] = [answer] }
    return Machine(Service(scripts))
  }

  @Test func `a meeting is called off, and everybody invited is counted`() async throws {
    var machine = machine()
    machine.typed = ["y"]
    let outcome = await machine.run("cancel-event", Self.id, "--comment", "I am ill")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "Cancel \"Budget\" (Tue 1 Dec 2026 09:00–09:45) and tell 2 people? [y/N]"))
    let post = try #require(outcome.requests("POST", "/cancel").first)
    #expect(try JSON(parsing: post.body ?? []) == ["comment": "I am ill"])
    #expect(outcome.output.contains("Budget, 2 people were told"))
  }

  @Test(arguments: [
    (others, "only the organizer, Kim,", "respond AAMkAGI2MEETING0 decline"),
    (#","isOrganizer":true"#, "nobody is invited", "delete-event"),
    (mine + #","isCancelled":true"#, "cancelled already", "delete-event"),
  ])
  func `what cannot be cancelled is told`(event: String, says: String, hint: String) async {
    let outcome = await machine(event).run("cancel-event", Self.id, "--yes")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says) && outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `of a series one or all is called off`() async throws {
    let answers: [String: Service.Answer] = [
      "GET /me/events/MASTER": .ok(
        timed(
          "MASTER", "Budget", "2026-11-03T09:00:00", "2026-11-03T09:45:00",
          Self.mine + #","type":"seriesMaster""#)),
      "POST /me/events/MASTER/cancel": .status(202),
    ]
    let machine = machine(
      Self.mine + #","type":"occurrence","seriesMasterId":"MASTER""#, answers: answers)
    #expect(await machine.run("cancel-event", Self.id, "--yes").status == 2)
    let one = await machine.run("cancel-event", Self.id, "--scope", "this", "--yes")
    #expect(one.requests("POST", "/events/\(Self.id)/cancel").count == 1)
    let all = await machine.run("cancel-event", Self.id, "--scope", "series", "--yes", "--json")
    #expect(all.requests("POST", "/events/MASTER/cancel").count == 1)
    #expect(try all.json["type"] == "seriesMaster")
  }

  @Test func `nothing is called off that was not confirmed`() async throws {
    let script = await machine().run("cancel-event", Self.id)
    #expect(script.status == 8)
    let dry = await machine().run("cancel-event", Self.id, "--dry-run")
    #expect(dry.status == 0)
    #expect(try dry.items.first?["url"] == .string("/me/events/\(Self.id)/cancel"))
    let readOnly = await machine().run("cancel-event", Self.id, "--read-only", "--yes")
    #expect(readOnly.status == 8)
    for outcome in [script, dry, readOnly] {
      #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    }
    let open = await machine(answers: [
      "POST /me/events/\(Self.id)/cancel": .error(503, "ServiceUnavailable")
    ]).run("cancel-event", Self.id, "--yes")
    #expect(open.status == 7)
    #expect(open.requests("POST", "/cancel").count == 1)
    #expect(open.errors.contains("graphcal show"))
  }

  @Test func `a meeting is passed on to the people named`() async throws {
    let outcome = await machine(Self.others).run(
      "forward-event", Self.id, "--to", "Lee <lee@contoso.example>; bo@contoso.example", "--to",
      "LEE@contoso.example", "--comment", "for you?", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let post = try #require(outcome.requests("POST", "/forward").first)
    #expect(
      try JSON(parsing: post.body ?? []) == [
        "comment": "for you?",
        "toRecipients": [
          ["emailAddress": ["address": "lee@contoso.example", "name": "Lee"]],
          ["emailAddress": ["address": "bo@contoso.example"]],
        ],
      ])
    #expect(outcome.output == "Forwarded \"Budget\" to Lee, bo@contoso.example\n")
  }

  @Test(arguments: [[], ["--to", "a@b, c@d"]])
  func `a forward needs addresses`(words: [String]) async {
    let outcome = await machine().run(["forward-event", Self.id, "--yes"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a forward is asked about, and of a series it is what was named`() async throws {
    let words = ["forward-event", Self.id, "--to", "lee@contoso.example"]
    #expect(await machine().run(words).status == 8)
    #expect(await machine(Self.others + #","isCancelled":true"#).run(words + ["--yes"]).status == 2)
    let series = Self.others + #","type":"occurrence","seriesMasterId":"MASTER""#
    let answers: [String: Service.Answer] = [
      "GET /me/events/MASTER": .ok(
        timed(
          "MASTER", "Budget", "2026-11-03T09:00:00", "2026-11-03T09:45:00",
          Self.others + #","type":"seriesMaster""#))
    ]
    let one = await machine(series, answers: answers).run(words + ["--dry-run"])
    #expect(try one.items.first?["url"] == .string("/me/events/\(Self.id)/forward"))
    let all = await machine(series, answers: answers).run(
      words + ["--scope", "series", "--dry-run"])
    #expect(try all.items.first?["url"] == "/me/events/MASTER/forward")
  }
}
