import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Answers to invitations, as they are asked for, refused and sent.
@Suite struct RespondCommandTests {
  private static let id = "AAMkAGI2MEETING0"
  private static let kim =
    #","isOrganizer":false,"organizer":{"emailAddress":{"name":"Kim","address":"kim@contoso.example"}},"attendees":[{"emailAddress":{"address":"me@contoso.example"},"type":"required"}]"#

  /// A machine that knows one meeting: Tuesday the first from 09:00 to 09:45.
  private func machine(
    _ more: String = kim, _ variables: [String: String] = [:],
    answers: [String: Service.Answer] = [:]
  ) -> Machine {
    var scripts: [String: [Service.Answer]] = [
      "GET /me/events/\(Self.id)": [
        .ok(
          timed(
            Self.id, "Budget", "2026-12-01T09:00:00.0000000", "2026-12-01T09:45:00.0000000", more))
      ]
    ]
    for action in ["accept", "tentativelyAccept", "decline"] {
      scripts["POST /me/events/\(Self.id)/\(action)"] = [.status(202)]
    }
    for (key, answer) in answers { scripts[key] = [answer] }
    return Machine(Service(scripts), variables)
  }

  private func body(_ outcome: Outcome, _ action: String) throws -> JSON {
    #expect(outcome.status == 0, "\(outcome.errors)")
    let posts = outcome.requests.filter { $0.method == "POST" }
    #expect(posts.count == 1)
    let post = try #require(posts.first)
    #expect(post.url.hasSuffix("/me/events/\(Self.id)/\(action)"))
    return try JSON(parsing: post.body ?? [])
  }

  @Test(arguments: [
    ("accept", "accept", "Accepted"), ("tentative", "tentativelyAccept", "Tentative"),
    ("Decline", "decline", "Declined"),
  ])
  func `an answer is one call`(word: String, action: String, past: String) async throws {
    let outcome = await machine().run("respond", Self.id, word, "--yes")
    #expect(try body(outcome, action) == ["sendResponse": true])
    #expect(outcome.output.hasPrefix(past))
    #expect(outcome.output.contains("Tue 1 Dec 2026 09:00–09:45  Budget, Kim was told"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a refusal can offer another time, of the same length`() async throws {
    let outcome = await machine().run(
      "respond", Self.id, "decline", "--comment", "on leave", "--propose", "thu 14:00", "--tz",
      "Europe/Berlin", "--yes")
    #expect(
      try body(outcome, "decline") == [
        "sendResponse": true, "comment": "on leave",
        "proposedNewTime": [
          "start": [
            "dateTime": "2026-12-03T14:00:00.0000000", "timeZone": "W. Europe Standard Time",
          ],
          "end": [
            "dateTime": "2026-12-03T14:45:00.0000000", "timeZone": "W. Europe Standard Time",
          ],
        ],
      ])
    #expect(outcome.output.contains("proposed Thu 3 Dec 2026 14:00–14:45"))
  }

  @Test(arguments: [
    (["--propose", "16:00"], "2026-12-01T16:00", "2026-12-01T16:45"),
    (["--propose", "wed"], "2026-12-02T09:00", "2026-12-02T09:45"),
    (["--propose", "wed 8am", "--propose-duration", "2h"], "2026-12-02T08:00", "2026-12-02T10:00"),
    (["--propose", "wed 8am", "--propose-end", "8:15"], "2026-12-02T08:00", "2026-12-02T08:15"),
    (
      ["--propose", "2027-03-28T00:30", "--tz", "Europe/Berlin"], "2027-03-28T00:30",
      "2027-03-28T01:15"
    ),
  ])
  func `what a proposal leaves out comes from the meeting`(
    words: [String], start: String, end: String
  ) async throws {
    let outcome = await machine().run(["respond", Self.id, "tentative", "--yes"] + words)
    let slot = try body(outcome, "tentativelyAccept")["proposedNewTime"]
    #expect(slot?["start"]?["dateTime"] == .string(start + ":00.0000000"))
    #expect(slot?["end"]?["dateTime"] == .string(end + ":00.0000000"))
  }

  @Test func `an all-day meeting is proposed by days`() async throws {
    let days = allDay(Self.id, "Fair", "2026-12-01", "2026-12-03")
    let event = String(days.dropLast()) + Self.kim + "}"
    let answers = ["GET /me/events/\(Self.id)": Service.Answer.ok(event)]
    let outcome = await machine(answers: answers).run(
      "respond", Self.id, "decline", "--propose", "2026-12-08", "--yes")
    let slot = try body(outcome, "decline")["proposedNewTime"]
    #expect(slot?["start"]?["dateTime"] == "2026-12-08T00:00:00.0000000")
    #expect(slot?["end"]?["dateTime"] == "2026-12-10T00:00:00.0000000")
    let clock = await machine(answers: answers).run(
      "respond", Self.id, "decline", "--propose", "thu 14:00", "--yes")
    #expect(clock.status == 2)
  }

  @Test func `in silence nobody is told, and nothing is asked`() async throws {
    let outcome = await machine().run("respond", Self.id, "accept", "--silent")
    #expect(try body(outcome, "accept") == ["sendResponse": false])
    #expect(outcome.output.contains("nobody was told"))
  }

  @Test func `where no answers are wanted, none is sent`() async throws {
    let quiet = Self.kim + #","responseRequested":false"#
    let outcome = await machine(quiet).run("respond", Self.id, "decline")
    #expect(try body(outcome, "decline") == ["sendResponse": false])
    #expect(outcome.errors.contains("wants no answers"))
    for words in [["--comment", "sorry"], ["--propose", "thu 14:00"]] {
      let refused = await machine(quiet).run(["respond", Self.id, "decline", "--yes"] + words)
      #expect(refused.status == 2)
      #expect(refused.requests("POST", "").isEmpty)
      #expect(refused.errors.contains(words[0]))
    }
  }

  @Test func `before mail goes out a person is asked, and a script says --yes`() async throws {
    let script = await machine().run("respond", Self.id, "accept")
    #expect(script.status == 8)
    #expect(script.errors.contains("--yes"))
    #expect(script.requests.allSatisfy { $0.method == "GET" })
    for (typed, status) in [("y", Int32(0)), ("n", 8)] {
      var machine = machine()
      machine.typed = [typed]
      let outcome = await machine.run("respond", Self.id, "accept")
      #expect(outcome.status == status)
      #expect(
        outcome.errors.contains(
          "Accept \"Budget\" (Tue 1 Dec 2026 09:00–09:45) and tell Kim? [y/N]"))
      #expect(outcome.requests.contains { $0.method == "POST" } == (status == 0))
    }
  }

  @Test(arguments: [
    (["accept", "--comment", "x", "--silent"], "--silent"),
    (["accept", "--propose", "thu 14:00"], "propose"),
    (["decline", "--propose", "thu 14:00", "--silent"], "--silent"),
    (["decline", "--propose-end", "15:00"], "--propose"),
    (["decline", "--propose-duration", "1h"], "--propose"),
    (["decline", "--propose", "thu 14:00", "--scope", "series"], "one meeting at a time"),
    (["k7mp", "decline", "--propose", "thu 14:00"], "one meeting at a time"),
    (["perhaps"], "accept, tentative or decline"), ([], "REF"),
  ])
  func `what does not fit together is refused before anything is asked`(
    words: [String], says: String
  ) async {
    let outcome = await machine().run(["respond", Self.id] + words + ["--yes"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }

  @Test(arguments: [
    (
      #","isOrganizer":true,"attendees":[{"emailAddress":{"address":"bo@contoso.example"}}]"#,
      "your own meeting", "cancel-event"
    ),
    (#","isOrganizer":true"#, "event of your own", "delete-event"),
    (kim + #","isCancelled":true"#, "was cancelled", "delete-event"),
    (#","isOrganizer":false"#, "no organizer", "--silent"),
  ])
  func `what cannot be answered is told, with what can be done instead`(
    event: String, says: String, hint: String
  ) async {
    let outcome = await machine(event).run("respond", Self.id, "accept", "--yes")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says) && outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test(arguments: [
    (kim + #","allowNewTimeProposals":false"#, "no proposals"),
    (kim + #","type":"seriesMaster""#, "whole series"),
  ])
  func `not every meeting takes proposals`(event: String, says: String) async {
    let words = ["respond", Self.id, "decline", "--propose", "thu 14:00", "--yes"]
    var machine = machine(event)
    machine.typed = []
    let outcome = await machine.run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `one of a series, or all of it`() async throws {
    let occurrence = Self.kim + #","type":"occurrence","seriesMasterId":"MASTER""#
    let answers: [String: Service.Answer] = [
      "GET /me/events/MASTER": .ok(
        timed(
          "MASTER", "Budget", "2026-11-03T09:00:00", "2026-11-03T09:45:00",
          Self.kim + #","type":"seriesMaster""#)),
      "POST /me/events/MASTER/accept": .status(202),
    ]
    let unclear = await machine(occurrence, answers: answers).run(
      "respond", Self.id, "accept", "--yes")
    #expect(unclear.status == 2)
    #expect(unclear.errors.contains("--scope this|series"))
    let one = await machine(occurrence, answers: answers).run(
      "respond", Self.id, "accept", "--scope", "this", "--yes")
    #expect(try body(one, "accept") == ["sendResponse": true])
    let all = await machine(occurrence, answers: answers).run(
      "respond", Self.id, "accept", "--scope", "series", "--yes")
    #expect(all.requests.last?.url.hasSuffix("/me/events/MASTER/accept") == true)
    #expect(all.output.contains("the series \"Budget\""))
    // A series is asked about also when nobody is told.
    let silent = await machine(occurrence, answers: answers).run(
      "respond", Self.id, "accept", "--scope", "series", "--silent")
    #expect(silent.status == 8)
    let single = await machine().run("respond", Self.id, "accept", "--scope", "series", "--yes")
    #expect(single.status == 2)
    let following = await machine(occurrence).run(
      "respond", Self.id, "accept", "--scope", "following", "--yes")
    #expect(following.status == 2)
    #expect(following.requests.isEmpty)
  }

  @Test func `several are looked at before the first is answered`() async throws {
    let other = timed(
      "OTHER-MEETING", "Plan", "2026-12-02T09:00:00", "2026-12-02T10:00:00", Self.kim)
    let mine = timed(
      "OTHER-MEETING", "Plan", "2026-12-02T09:00:00", "2026-12-02T10:00:00",
      #","isOrganizer":true"#)
    let words = ["respond", Self.id, "OTHER-MEETING", Self.id, "accept", "--yes"]
    let both = await machine(answers: [
      "GET /me/events/OTHER-MEETING": .ok(other),
      "POST /me/events/OTHER-MEETING/accept": .status(202),
    ]).run(words)
    #expect(both.status == 0, "\(both.errors)")
    #expect(both.outputLines.count == 2)
    #expect(both.requests.filter { $0.method == "POST" }.count == 2)
    let refused = await machine(answers: ["GET /me/events/OTHER-MEETING": .ok(mine)]).run(words)
    #expect(refused.status == 2)
    #expect(refused.requests.allSatisfy { $0.method == "GET" })
    let half = await machine(answers: [
      "GET /me/events/OTHER-MEETING": .ok(other),
      "POST /me/events/OTHER-MEETING/accept": .error(400, "ErrorInvalidRequest"),
    ]).run(words)
    #expect(half.status == 9)
    #expect(half.outputLines.count == 1)
    #expect(half.errors.contains("1 of 2 meetings were answered; then, for \"Plan\": "))
    let none = await machine(answers: [
      "GET /me/events/OTHER-MEETING": .ok(other),
      "POST /me/events/OTHER-MEETING/accept": .error(400, "ErrorInvalidRequest"),
    ]).run("respond", "OTHER-MEETING", Self.id, "accept", "--yes")
    #expect(none.status == 1)
    #expect(none.errors.contains("not tried: \"Budget\""), "\(none.errors)")
  }

  @Test func `a dry run shows the call and sends nothing`() async throws {
    let outcome = await machine().run(
      "respond", Self.id, "decline", "--comment", "no", "--dry-run")
    #expect(outcome.status == 0)
    let request = try #require(try outcome.items.first)
    #expect(request["method"] == "POST")
    #expect(request["url"] == .string("/me/events/\(Self.id)/decline"))
    #expect(request["body"] == ["comment": "no", "sendResponse": true])
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    let readOnly = await machine().run("respond", Self.id, "accept", "--read-only", "--yes")
    #expect(readOnly.status == 8)
    #expect(readOnly.requests.isEmpty)
  }

  @Test(arguments: [
    Service.Answer.error(503, "ServiceUnavailable"),
    .failure(
      TransportError(
        reason: .connectionLost, host: "graph.test", detail: "reset", wasNotSent: false)),
  ])
  func `an answer whose outcome is open is not sent again`(answer: Service.Answer) async {
    let outcome = await machine(answers: ["POST /me/events/\(Self.id)/accept": answer]).run(
      "respond", Self.id, "accept", "--yes")
    #expect(outcome.status == 7)
    #expect(outcome.requests.filter { $0.method == "POST" }.count == 1)
    #expect(outcome.errors.contains("not known") && outcome.errors.contains("graphcal show"))
  }

  @Test func `what a program gets`() async throws {
    let outcome = await machine().run("respond", Self.id, "decline", "--yes", "--json")
    let item = try outcome.json
    #expect(item["response"] == "declined")
    #expect(item["sendResponse"] == true)
    #expect(item["subject"] == "Budget")
    #expect(item["proposedNewTime"] == JSON.null)
    #expect(item["graphcal"]?["id"]?.string?.count == 12)
  }
}
