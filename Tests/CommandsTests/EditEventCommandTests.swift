import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// What a change of an event sends, asks and says.
@Suite struct EditEventCommandTests {
  private static let people =
    #","isOrganizer":true,"organizer":{"emailAddress":{"address":"me@contoso.example"}},"attendees":[{"type":"required","status":{"response":"accepted","time":"2026-11-01T00:00:00Z"},"emailAddress":{"name":"Kim","address":"kim@contoso.example"}},{"type":"optional","status":{"response":"none"},"emailAddress":{"name":"Lee","address":"lee@contoso.example"}}]"#

  private func edit(_ service: Service, _ words: String...) async -> Outcome {
    // The full id is longer than any short one.
    await Machine(service).run(["edit-event", "one-with-a-long-id"] + words)
  }

  private func body(_ outcome: Outcome) throws -> JSON {
    try JSON(parsing: outcome.requests("PATCH", "").first?.body ?? [])
  }

  /// A service with one event.
  private func long(
    _ more: String = "", _ scripts: [String: [Service.Answer]] = [:]
  ) -> Service {
    let event = timed(
      "one-with-a-long-id", "Call", "2026-12-01T09:00:00", "2026-12-01T09:45:00",
      #","@odata.etag":"W/\"1\"","type":"singleInstance""# + more)
    return Service(
      [
        "GET /me/events/one-with-a-long-id": [.ok(event)],
        "PATCH /me/events/one-with-a-long-id": [.ok(event)],
      ].merging(scripts) { $1 })
  }

  @Test func `only what is given is sent, for the state that was read`() async throws {
    let outcome = await edit(
      long(#","isReminderOn":true,"reminderMinutesBeforeStart":15"#), "--subject", "Talk",
      "--location",
      "Roof", "--reminder", "none", "--category", "Team",
      "--show-as", "free", "--private")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let patch = try #require(outcome.requests("PATCH", "/events/one-with-a-long-id").first)
    #expect(patch.headers["If-Match"] == #"W/"1""#)
    #expect(
      try JSON(parsing: patch.body ?? []) == [
        "subject": "Talk", "location": ["displayName": "Roof"], "isReminderOn": false,
        "categories": ["Team"], "showAs": "free", "sensitivity": "private",
      ])
    #expect(outcome.output.hasPrefix("Changed "))
  }

  @Test(arguments: [
    (["--start", "10:30"], "2026-12-01T10:30", "2026-12-01T11:15"),
    (["--start", "2026-12-03"], "2026-12-03T09:00", "2026-12-03T09:45"),
    (["--start", "2026-12-03 08:00"], "2026-12-03T08:00", "2026-12-03T08:45"),
    (["--end", "12:00"], "2026-12-01T09:00", "2026-12-01T12:00"),
    (["--duration", "2h"], "2026-12-01T09:00", "2026-12-01T11:00"),
    (["--start", "10:00", "--end", "10:05"], "2026-12-01T10:00", "2026-12-01T10:05"),
    (["--all-day"], "2026-12-01T00:00", "2026-12-02T00:00"),
    (["--all-day", "--end", "2026-12-04"], "2026-12-01T00:00", "2026-12-05T00:00"),
  ])
  func `what is not said of the time stays`(words: [String], start: String, end: String)
    async throws
  {
    let outcome = await Machine(long()).run(["edit-event", "one-with-a-long-id"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try body(outcome)
    #expect(body["start"]?["dateTime"]?.string?.hasPrefix(start) == true)
    #expect(body["end"]?["dateTime"]?.string?.hasPrefix(end) == true)
    // The service wants all three together.
    #expect(body["isAllDay"] == .bool(words.contains("--all-day")))
    #expect(Set(body.object?.keys ?? []) == ["start", "end", "isAllDay"])
  }

  @Test(arguments: [
    (["--end", "08:00"], "before it starts"), (["--all-day", "--start", "10:00"], "takes dates"),
    (["--start", "sometime"], "--start"), (["--until", "2027-01-01"], "does not repeat"),
    (["--repeat", "none"], "does not repeat"), (["--scope", "this", "--subject", "x"], "--scope"),
    (["--start", "9:00", "--end", "10:00", "--duration", "1h"], "--duration"), ([], "nothing to"),
    (["--editor", "--subject", "x"], "--editor"), (["--body", "a", "--body-file", "b"], "--body"),
    (["--add-attendee", "kim@"], "kim@"),
  ])
  func `what cannot be meant is refused before anything is written`(
    words: [String], what: String
  ) async {
    let outcome = await Machine(long()).run(["edit-event", "one-with-a-long-id"] + words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains(what), "\(outcome.errors)")
    #expect(outcome.requests("PATCH", "").isEmpty)
  }

  @Test func `somebody more leaves the others with their answers and parts`() async throws {
    let asked = await edit(long(Self.people), "--add-attendee", "bo@contoso.example")
    #expect(asked.status == 8)
    #expect(asked.errors.contains("1 person"))
    #expect(asked.requests("PATCH", "").isEmpty)
    let outcome = await edit(
      long(Self.people), "--add-attendee", "bo@contoso.example; KIM@contoso.example",
      "--remove-attendee", "lee@contoso.example", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try body(outcome) == [
        "attendees": [
          [
            "type": "required",
            "status": ["response": "accepted", "time": "2026-11-01T00:00:00Z"],
            "emailAddress": ["name": "Kim", "address": "kim@contoso.example"],
          ],
          ["emailAddress": ["address": "bo@contoso.example"], "type": "required"],
        ]
      ])
    let absent = await edit(long(Self.people), "--remove-attendee", "bo@contoso.example", "--yes")
    #expect(absent.status == 3)
    #expect(absent.errors.contains("kim@contoso.example"))
  }

  @Test(arguments: [
    (["--subject", "x"], "2 people"), (["--start", "10:00"], "2 people"),
    (["--category", "x"], nil), (["--reminder", "5m"], nil),
    (["--remove-attendee", "lee@contoso.example"], "1 person"),
  ])
  func `mails are told of before they go out`(words: [String], people: String?) async {
    let outcome = await Machine(long(Self.people)).run(
      ["edit-event", "one-with-a-long-id"] + words)
    #expect(outcome.status == (people == nil ? 0 : 8), "\(outcome.errors)")
    if let people { #expect(outcome.errors.contains(people)) }
  }

  @Test func `a new text keeps the way into the meeting`() async throws {
    let link = "https://teams.microsoft.com/l/meetup-join/19%3ameeting_x/0?a=1&b=2"
    let line = String(repeating: "_", count: 80)
    let html =
      "<html><head></head><body><p>Old &amp; gone</p><div style='h'><span>\(line)</span></div>"
      + "<div class='me-email-text'><a href='\(link.replacing("&", with: "&amp;"))'>Join</a></div>"
      + "<div style='h'><span>\(line)</span></div><p>signature</p></body></html>"
    let more = JSON.object([
      "isOnlineMeeting": true, "onlineMeeting": ["joinUrl": .string(link)],
      "body": ["contentType": "html", "content": .string(html)],
    ]).text(.wire).dropFirst().dropLast()
    let outcome = await edit(long("," + more), "--body", "New <text>\nsecond")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try body(outcome)["body"]
    let content = try #require(body?["content"]?.string)
    #expect(body?["contentType"] == "html")
    #expect(content.contains("<div>New &lt;text&gt;<br>\r\nsecond</div>"))
    #expect(content.contains("b=2'>Join</a></div><div style='h'><span>\(line)</span></div>"))
    #expect(!content.contains("gone") && !content.contains("signature"))
    #expect(content.split(separator: "<div", omittingEmptySubsequences: false).count == 5)
    let plain = await edit(
      long(#","body":{"contentType":"html","content":"<p>Old</p>"}"#), "--body", "New")
    #expect(try self.body(plain)["body"] == ["contentType": "text", "content": "New"])
  }

  @Test func `a dry run shows the request and sends none`() async throws {
    let outcome = await edit(long(Self.people), "--subject", "Talk", "--dry-run")
    #expect(outcome.status == 0)
    #expect(outcome.requests("PATCH", "").isEmpty)
    let item = try #require(try outcome.items.first)
    #expect(item["method"] == "PATCH")
    #expect(item["url"] == "/me/events/one-with-a-long-id")
    #expect(item["headers"]?["If-Match"] == #"W/"1""#)
    #expect(item["body"] == ["subject": "Talk"])
    let readOnly = await edit(long(), "--subject", "Talk", "--read-only")
    #expect(readOnly.status == 8)
    #expect(readOnly.requests.isEmpty)
  }

  @Test func `what is so already is not sent`() async throws {
    let outcome = await edit(long(), "--subject", "Call", "--start", "09:00")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("so already"))
    #expect(outcome.requests("PATCH", "").isEmpty)
  }

  @Test func `a meeting of somebody else keeps what is theirs`() async throws {
    let theirs =
      #","isOrganizer":false,"organizer":{"emailAddress":{"name":"Kim Lind","address":"kim@contoso.example"}}"#
    let outcome = await edit(long(theirs), "--start", "10:00")
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("Kim Lind") && outcome.errors.contains("graphcal respond"))
    #expect(outcome.requests("PATCH", "").isEmpty)
    let own = await edit(long(theirs), "--category", "Team", "--reminder", "5m")
    #expect(own.status == 0, "\(own.errors)")
  }

  // MARK: Conflicts

  private static let moved = Service.Answer.error(412, "ErrorIrresolvableConflict")

  private func event(_ etag: String, subject: String = "Call", _ more: String = "") -> String {
    timed(
      "one-with-a-long-id", subject, "2026-12-01T09:00:00", "2026-12-01T09:45:00",
      #","@odata.etag":"W/\"\#(etag)\"","type":"singleInstance""# + more)
  }

  @Test func `a change of something else in the meantime is kept`() async throws {
    let service = Service([
      "GET /me/events/one-with-a-long-id": [.ok(event("1")), .ok(event("2", subject: "Talk"))],
      "PATCH /me/events/one-with-a-long-id": [Self.moved, .ok(event("3", subject: "Talk"))],
    ])
    let outcome = await edit(service, "--location", "Roof")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let patches = outcome.requests("PATCH", "")
    #expect(patches.map { $0.headers["If-Match"] } == [#"W/"1""#, #"W/"2""#])
    #expect(patches[0].body == patches[1].body)
    #expect(outcome.errors.contains("changed meanwhile (subject)"))
  }

  @Test func `a change of the same thing in the meantime is shown`() async throws {
    let service = Service([
      "GET /me/events/one-with-a-long-id": [.ok(event("1")), .ok(event("2", subject: "Theirs"))],
      "PATCH /me/events/one-with-a-long-id": [Self.moved],
    ])
    let outcome = await edit(service, "--subject", "Mine")
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("Theirs") && outcome.errors.contains("Mine"))
    #expect(outcome.requests("PATCH", "").count == 1)
  }

  @Test func `an event that keeps changing is left alone`() async throws {
    let service = Service([
      "GET /me/events/one-with-a-long-id": [.ok(event("1")), .ok(event("2"))],
      "PATCH /me/events/one-with-a-long-id": [Self.moved],
    ])
    let outcome = await edit(service, "--subject", "Mine")
    #expect(outcome.status == 6)
    #expect(outcome.requests("PATCH", "").count == 2)
  }

  @Test(arguments: [true, false])
  func `after a lost answer the event is read`(wasDone: Bool) async throws {
    let service = Service([
      "GET /me/events/one-with-a-long-id": [
        .ok(event("1")), .ok(wasDone ? event("2", subject: "Mine") : event("1")),
      ],
      "PATCH /me/events/one-with-a-long-id": [
        .error(503, "UnknownError"), .ok(event("2", subject: "Mine")),
      ],
    ])
    let outcome = await edit(service, "--subject", "Mine")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("PATCH", "").count == (wasDone ? 1 : 2))
    #expect(outcome.output.contains("Mine"))
  }
}
