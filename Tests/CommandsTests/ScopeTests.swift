import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Which events of a series a command is meant for, and what is sent then.
@Suite struct ScopeTests {
  private static let id = "occurrence-of-the-series"
  private static let rule =
    #""recurrence":{"pattern":{"type":"weekly","interval":1,"daysOfWeek":["tuesday"],"firstDayOfWeek":"monday"},"range":{"type":"numbered","startDate":"2026-12-01","numberOfOccurrences":5,"recurrenceTimeZone":"W. Europe Standard Time"}}"#

  private static func occurrence(_ more: String = "") -> String {
    timed(
      id, "Sync", "2026-12-15T08:00:00", "2026-12-15T08:30:00",
      #","type":"occurrence","seriesMasterId":"master","@odata.etag":"W/\"1\"""# + more)
  }

  private static func master(_ more: String = "") -> String {
    timed(
      "master", "Sync", "2026-12-01T08:00:00", "2026-12-01T08:30:00",
      #","type":"seriesMaster","isOrganizer":true,"@odata.etag":"W/\"7\"",\#(rule)"# + more)
  }

  private static let new = timed(
    "new-master", "Sync", "2026-12-15T09:00:00", "2026-12-15T09:30:00",
    #","type":"seriesMaster","@odata.etag":"W/\"1\"",\#(rule)"#)

  private static func service(
    master more: String = "", _ scripts: [String: [Service.Answer]] = [:]
  ) -> Service {
    Service(
      [
        "GET /me/events/\(id)": [.ok(occurrence())], "GET /me/events/master": [.ok(master(more))],
        "GET /me/events/master/calendar": [.ok(#"{"id":"team","name":"Team"}"#)],
        "PATCH /me/events/master": [.ok(master(more))],
        "PATCH /me/events/\(id)": [.ok(occurrence())],
        "POST /me/calendars/team/events": [.ok(new)],
        "DELETE /me/events/master": [.status(204)], "DELETE /me/events/\(id)": [.status(204)],
      ].merging(scripts) { $1 })
  }

  private func run(_ service: Service = service(), _ words: String...) async -> Outcome {
    await Machine(service, ["TZ": "Europe/Berlin"]).run(words)
  }

  @Test(arguments: ["edit-event", "delete-event"])
  func `a script has to say the scope`(command: String) async {
    let words = command == "edit-event" ? ["--subject", "x"] : []
    let outcome = await Machine(Self.service()).run([command, Self.id] + words + ["--yes"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--scope this|following|series"))
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test(arguments: [("this", Self.id), ("1", Self.id), ("ser", "master")])
  func `a terminal is asked`(answer: String, target: String) async throws {
    var machine = Machine(Self.service(), ["TZ": "Europe/Berlin"])
    machine.typed = [answer, "y"]
    let outcome = await machine.run("edit-event", Self.id, "--subject", "Talk")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("repeats. Which events to change?"))
    #expect(
      outcome.requests("PATCH", "").map { $0.url.split(separator: "/").last ?? "" } == [target[...]]
    )
    machine.typed = [""]
    #expect(await machine.run("edit-event", Self.id, "--subject", "Talk").status == 8)
  }

  @Test func `a series itself can only be meant whole`() async {
    let service = Service(["GET /me/events/the-master-itself": [.ok(Self.master())]])
    for scope in ["this", "following"] {
      let outcome = await run(
        service, "delete-event", "the-master-itself", "--scope", scope, "--yes")
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("--scope series"))
    }
    let unknown = await run(Self.service(), "delete-event", Self.id, "--scope", "all")
    #expect(unknown.status == 2)
    #expect(unknown.requests.isEmpty)
  }

  @Test func `a series keeps its zone and its rule when its time changes`() async throws {
    let outcome = await run(
      Self.service(), "edit-event", Self.id, "--scope", "series", "--start", "10:00", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let patch = try #require(outcome.requests("PATCH", "/master").first)
    #expect(patch.headers["If-Match"] == #"W/"7""#)
    #expect(
      try JSON(parsing: patch.body ?? []) == [
        "start": [
          "dateTime": "2026-12-01T10:00:00.0000000", "timeZone": "W. Europe Standard Time",
        ],
        "end": ["dateTime": "2026-12-01T10:30:00.0000000", "timeZone": "W. Europe Standard Time"],
        "isAllDay": false,
      ])
  }

  @Test func `another day moves the rule along, and another rule starts where the series does`()
    async throws
  {
    let moved = await run(
      Self.service(), "edit-event", Self.id, "--scope", "series", "--start", "2026-12-16", "--yes")
    let body = try JSON(parsing: moved.requests("PATCH", "/master").first?.body ?? [])
    #expect(body["start"]?["dateTime"] == "2026-12-02T09:00:00.0000000")
    #expect(body["recurrence"]?["pattern"]?["daysOfWeek"] == ["wednesday"])
    #expect(body["recurrence"]?["range"]?["startDate"] == "2026-12-02")
    let ruled = await run(
      Self.service(), "edit-event", Self.id, "--scope", "series", "--repeat", "monthly on 15",
      "--yes")
    let rule = try JSON(parsing: ruled.requests("PATCH", "/master").first?.body ?? [])
    #expect(rule["recurrence"]?["pattern"]?["dayOfMonth"] == 15)
    #expect(rule["recurrence"]?["range"]?["startDate"] == "2026-12-15")
    #expect(rule["start"]?["dateTime"] == "2026-12-15T09:00:00.0000000")
    let ended = await run(
      Self.service(), "edit-event", Self.id, "--scope", "series", "--until", "2026-12-20", "--yes")
    let end = try JSON(parsing: ended.requests("PATCH", "/master").first?.body ?? [])
    #expect(end["recurrence"]?["range"]?["endDate"] == "2026-12-15")
    #expect(end["start"] == nil)
    let single = await run(
      Self.service(), "edit-event", Self.id, "--scope", "this", "--repeat", "daily")
    #expect(single.status == 2)
  }

  @Test func `from one event on, the new series is made before the old one is ended`() async throws
  {
    let outcome = await run(
      Self.service(), "edit-event", Self.id, "--scope", "following", "--start", "10:00", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let writes = outcome.requests.filter { $0.method != "GET" }
    #expect(writes.map(\.method) == ["POST", "PATCH"])
    let new = try JSON(parsing: writes[0].body ?? [])
    #expect(new["subject"] == "Sync")
    #expect(
      new["start"] == [
        "dateTime": "2026-12-15T10:00:00.0000000", "timeZone": "W. Europe Standard Time",
      ])
    #expect(new["recurrence"]?["range"]?["numberOfOccurrences"] == 3)
    #expect(new["recurrence"]?["range"]?["startDate"] == "2026-12-15")
    #expect(new["transactionId"]?.string?.isEmpty == false)
    let old = try JSON(parsing: writes[1].body ?? [])
    #expect(writes[1].headers["If-Match"] == #"W/"7""#)
    #expect(old.object?.keys == ["recurrence"])
    #expect(old["recurrence"]?["range"]?["endDate"] == "2026-12-08")
    #expect(old["recurrence"]?["range"]?["startDate"] == "2026-12-01")
    let dry = await run(
      Self.service(), "edit-event", Self.id, "--scope", "following", "--start", "10:00",
      "--dry-run")
    #expect(try dry.items.map { $0["method"] } == ["POST", "PATCH"])
    #expect(dry.requests.allSatisfy { $0.method == "GET" })
  }

  @Test(arguments: [
    #","location":{"displayName":"Roof"}"#,
    #","cancelledOccurrences":["OID.master.2026-12-22"]"#,
    #","exceptionOccurrences":[{"id":"x","@odata.etag":"W/\"9\"","subject":"Own","originalStart":"2026-12-22T08:00:00Z"}]"#,
  ])
  func `what somebody changes while a series is split takes the new one back`(change: String)
    async throws
  {
    let outcome = await run(
      Self.service([
        "GET /me/events/master": [.ok(Self.master()), .ok(Self.master(change))],
        "DELETE /me/events/new-master": [.status(204)],
      ]), "edit-event", Self.id, "--scope", "following", "--start", "10:00", "--yes")
    #expect(outcome.status == 6, "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing was changed"))
    let writes = outcome.requests.filter { $0.method != "GET" }
    #expect(writes.map(\.method) == ["POST", "DELETE"])
  }

  @Test func `a step that fails says what stands and how to go on`() async throws {
    let notMade = await run(
      Self.service(["POST /me/calendars/team/events": [.error(403, "ErrorAccessDenied")]]),
      "edit-event", Self.id, "--scope", "following", "--start", "10:00", "--yes")
    #expect(notMade.status == 5)
    #expect(notMade.errors.contains("the old series stands as it was"))
    #expect(notMade.requests("PATCH", "").isEmpty)
    let notEnded = await run(
      Self.service(["PATCH /me/events/master": [.error(403, "ErrorAccessDenied")]]),
      "edit-event", Self.id, "--scope", "following", "--start", "10:00", "--yes")
    #expect(notEnded.status == 9)
    #expect(notEnded.errors.contains("--until 2026-12-08"))
    #expect(notEnded.errors.contains("graphcal delete-event"))
  }

  @Test func `single changes go along, and what was dropped is put back`() async throws {
    let special =
      #","cancelledOccurrences":["OID.master.2026-12-08","OID.master.2026-12-29"],"exceptionOccurrences":["#
      + timed(
        "changed-day", "Special", "2026-12-22T08:00:00", "2026-12-22T08:30:00",
        #","type":"exception","originalStart":"2026-12-22T08:00:00Z""#) + "]"
    let day = { (id: String, date: String) in
      timed(
        id, nil, "\(date)T08:00:00", "\(date)T08:30:00",
        #","type":"occurrence","originalStart":"\#(date)T08:00:00Z""#)
    }
    let service = Service([
      "GET /me/events/\(Self.id)": [.ok(Self.occurrence())],
      // The reading after the old one was ended finds that the service has dropped everything.
      "GET /me/events/master": [
        .ok(Self.master(special)), .ok(Self.master(special)), .ok(Self.master()),
      ],
      "GET /me/events/master/calendar": [.ok(#"{"id":"team","name":"Team"}"#)],
      "POST /me/calendars/team/events": [.ok(Self.new)],
      "GET /me/events/new-master/instances": [
        .list(day("new-22", "2026-12-22") + "," + day("new-29", "2026-12-29"))
      ],
      "GET /me/events/master/instances": [.list(day("old-8", "2026-12-08"))],
      "PATCH /me/events/new-22": [.ok("{}")], "DELETE /me/events/new-29": [.status(204)],
      "PATCH /me/events/master": [.ok(Self.master())], "DELETE /me/events/old-8": [.status(204)],
    ])
    let outcome = await run(
      service, "edit-event", Self.id, "--scope", "following", "--location", "Roof", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let writes = outcome.requests.filter { $0.method != "GET" }
      .map { "\($0.method) \($0.url.split(separator: "/").last ?? "")" }
    #expect(
      writes == [
        "POST events", "PATCH new-22", "DELETE new-29", "PATCH master", "DELETE old-8",
      ])
    let changed = outcome.requests("PATCH", "/new-22").first?.body
    #expect(try JSON(parsing: changed ?? []) == ["subject": "Special"])
  }

  @Test func `an event that would pass its neighbour is one clear error`() async throws {
    let outcome = await run(
      Self.service(["PATCH /me/events/\(Self.id)": [.error(400, "ErrorOccurrenceCrossingBoundary")]]
      ),
      "edit-event", Self.id, "--scope", "this", "--start", "2026-12-23 09:00")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("before or after it in its series"))
  }

  // MARK: Deleting

  @Test func `what is deleted is told before, and only that goes`() async throws {
    for (scope, last) in [("this", Self.id), ("series", "master")] {
      let asked = await run(Self.service(), "delete-event", Self.id, "--scope", scope)
      #expect(asked.status == 8)
      #expect(asked.requests("DELETE", "").isEmpty)
      let outcome = await run(
        Self.service(), "delete-event", Self.id, "--scope", scope, "--yes", "--json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try outcome.json == ["deleted": .string(last)])
      #expect(outcome.requests("DELETE", "").map { $0.url.hasSuffix(last) } == [true])
      #expect(outcome.requests("DELETE", "").first?.headers["If-Match"] != nil)
    }
    let following = await run(
      Self.service(), "delete-event", Self.id, "--scope", "following", "--yes")
    #expect(following.status == 0, "\(following.errors)")
    let body = try JSON(parsing: following.requests("PATCH", "/master").first?.body ?? [])
    #expect(body["recurrence"]?["range"]?["endDate"] == "2026-12-08")
    #expect(following.requests("DELETE", "").isEmpty)
    let dry = await run(Self.service(), "delete-event", Self.id, "--scope", "series", "--dry-run")
    #expect(try dry.items.map { $0["url"] } == ["/me/events/master"])
    #expect(dry.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `a meeting that is deleted is called off`() async throws {
    let people =
      #","isOrganizer":true,"attendees":[{"emailAddress":{"address":"kim@contoso.example"}}]"#
    let service = Service([
      "GET /me/events/a-meeting-of-mine": [
        .ok(
          timed("a-meeting-of-mine", "Talk", "2026-12-15T08:00:00", "2026-12-15T08:30:00", people))
      ]
    ])
    let home = try TemporaryHome()
    let machine = Machine(home: home, service)
    _ = await machine.signIn()
    let outcome = await machine.run("delete-event", "a-meeting-of-mine")
    #expect(outcome.status == 8)
    #expect(outcome.errors.contains("1 person will be told"))
    #expect(outcome.errors.contains("cancel-event"))
  }

  @Test func `without a journal there is nothing to undo`() async {
    let outcome = await run(Self.service(), "undo")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("GRAPHCAL_ACCESS_TOKEN"))
    #expect(outcome.requests.isEmpty)
  }
}
