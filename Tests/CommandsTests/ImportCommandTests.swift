import HTTP
import Host
import JSON
import TestSupport
import Testing

@testable import Commands

/// What `import` sends for a file, what it asks, what it refuses and how it ends.
@Suite struct ImportCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ text: String) throws -> String {
    let path = folder.at("team.ics")
    try NewFile.write(Array(text.utf8), to: path, replacing: true)
    return path
  }

  private static func calendar(_ lines: String, method: String? = nil) -> String {
    let head = method.map { "METHOD:\($0)\n" } ?? ""
    return "BEGIN:VCALENDAR\nVERSION:2.0\n\(head)\(lines)\nEND:VCALENDAR\n"
  }

  private static func event(_ lines: String, uid: String = "call@adventure-works.example") -> String
  {
    "BEGIN:VEVENT\nUID:\(uid)\n\(lines)\nEND:VEVENT"
  }

  // C059
  private static let invitation = """
    SEQUENCE:2
    DTSTAMP:20260601T080000Z
    DTSTART:20260610T080000Z
    DTEND:20260610T090000Z
    SUMMARY:Supplier call
    ORGANIZER;CN=Otto Reed:mailto:otto@adventure-works.example
    ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:lena@contoso.example
    ATTENDEE;PARTSTAT=ACCEPTED:mailto:kim@contoso.example
    """

  private static let key =
    #""singleValueExtendedProperties":[{"id":"String {2c8a0f5e-6d0b-4b7e-9a51-6f0c4b1d7e93} Name graphcalSourceUID","value":"call@adventure-works.example"},{"id":"String {2c8a0f5e-6d0b-4b7e-9a51-6f0c4b1d7e93} Name graphcalSourceSequence","value":"2"}]"#

  /// What the service has once the invitation was imported.
  private static func stored(_ more: String = "") -> String {
    timed(
      "event-id-of-call", "Supplier call", "2026-06-10T08:00:00.0000000",
      "2026-06-10T09:00:00.0000000",
      #","@odata.etag":"W/\"7\"","iCalUId":"040000008200E0","type":"singleInstance","isAllDay":false,"isOrganizer":true,"attendees":[],"showAs":"busy","sensitivity":"normal","importance":"normal","isReminderOn":false,"reminderMinutesBeforeStart":15,"categories":[],"location":{"displayName":""},"locations":[],"body":{"contentType":"html","content":""},"recurrence":null,\#(key)\#(more)"#
    )
  }

  private func machine(_ events: String, _ more: [String: [Service.Answer]] = [:]) -> Machine {
    Machine(
      Service(
        [
          "GET /me/calendar/events": [.list(events)],
          "POST /me/events": [.success(.json(Self.stored(), status: 201))],
          "PATCH /me/events/event-id-of-call": [.ok(Self.stored())],
          "DELETE /me/events/event-id-of-call": [.status(204)],
        ].merging(more) { $1 }))
  }

  // C059
  @Test func `an event of a file is made once, without its people`() async throws {
    let path = try file(Self.calendar(Self.event(Self.invitation), method: "REQUEST"))
    let outcome = await machine("").run("import", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let post = try #require(outcome.requests("POST", "/me/events").first)
    let body = try JSON(parsing: post.body ?? [])
    #expect(body["attendees"] == nil)
    #expect(body["subject"] == "Supplier call")
    #expect(body["start"] == ["dateTime": "2026-06-10T08:00:00.0000000", "timeZone": "UTC"])
    #expect(body["isReminderOn"] == false)
    #expect(body["transactionId"]?.string?.isEmpty == false)
    #expect(
      body["singleValueExtendedProperties"]
        == (try JSON(parsing: Array("{\(Self.key)}".utf8)))["singleValueExtendedProperties"])
    #expect(outcome.output.contains("Created"))
    #expect(outcome.output.hasSuffix("1 new, 0 changed\n"))
    #expect(outcome.errors.contains("2 people of it are not invited (--invite)"))
    // The identity is looked for in both places, quotes doubled, before anything is made.
    let filters = outcome.requests("GET", "").filter { $0.url.contains("filter") }.map(\.url)
    #expect(filters.count { $0.contains("iCalUId") } == 1)
    #expect(filters.count { $0.contains("graphcalSourceUID") && $0.contains("any") } == 1)
  }

  // C059
  @Test(arguments: [
    (invitation, Optional<String>.none, "0 new, 0 changed, 1 unchanged"),
    (
      invitation.replacing("SEQUENCE:2", with: "SEQUENCE:1").replacing("080000Z", with: "070000Z"),
      nil, "0 new, 0 changed, 1 unchanged"
    ),
    (invitation, "REPLY", "0 new, 0 changed, 1 refused"),
  ])
  func `what is there, older, or no event sends nothing`(
    lines: String, method: String?, sum: String
  ) async throws {
    let path = try file(Self.calendar(Self.event(lines), method: method))
    let outcome = await machine(Self.stored()).run("import", path)
    #expect(outcome.output.hasSuffix(sum + "\n"), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    #expect(outcome.status == (method == nil ? 0 : 2))
  }

  @Test func `what differs is changed, and nothing else is sent`() async throws {
    let lines = Self.invitation.replacing("T090000Z", with: "T093000Z") + "\nLOCATION:Dock 5"
    let path = try file(Self.calendar(Self.event(lines)))
    let outcome = await machine(Self.stored()).run("import", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let patch = try #require(outcome.requests("PATCH", "/me/events/event-id-of-call").first)
    #expect(patch.headers["If-Match"] == "W/\"7\"")
    let body = try JSON(parsing: patch.body ?? [])
    #expect(
      Set(body.object?.keys ?? []) == [
        "start", "end", "isAllDay", "location", "singleValueExtendedProperties",
      ])
    #expect(outcome.output.contains("time, place"))
    #expect(outcome.output.hasSuffix("0 new, 1 changed\n"))
  }

  @Test func `a meeting with people is not changed unless they may be told`() async throws {
    let people =
      #","attendees":[{"emailAddress":{"address":"kim@contoso.example"},"type":"required"}]"#
    let stored = Self.stored().replacing(#","attendees":[]"#, with: people)
    let lines = Self.invitation.replacing("T090000Z", with: "T093000Z")
    let path = try file(Self.calendar(Self.event(lines)))
    let refused = await machine(stored).run("import", path)
    #expect(refused.status == 2)
    #expect(refused.output.contains("1 person would be told by mail"))
    #expect(refused.requests.allSatisfy { $0.method == "GET" })
    let asked = await machine(stored).run("import", path, "--invite")
    #expect(asked.status == 8)
    #expect(asked.requests.allSatisfy { $0.method == "GET" })
    let told = await machine(stored).run("import", path, "--invite", "--yes")
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.requests("PATCH", "event-id-of-call").count == 1)
  }

  @Test func `people are invited only when asked for, after a question`() async throws {
    let own = Self.invitation.replacing(
      "ORGANIZER;CN=Otto Reed:mailto:otto@adventure-works.example\n", with: "")
    let path = try file(Self.calendar(Self.event(own)))
    let stopped = await machine("").run("import", path, "--invite")
    #expect(stopped.status == 8)
    #expect(stopped.requests("POST", "").isEmpty)
    let done = await machine("").run("import", path, "--invite", "--yes")
    let body = try JSON(parsing: done.requests("POST", "/me/events").first?.body ?? [])
    #expect(body["attendees"]?.array?.count == 2)
  }

  // C059
  @Test func `calling off removes what is there, after a question, and makes nothing`() async throws
  {
    let lines = Self.invitation.replacing("SEQUENCE:2", with: "SEQUENCE:3\nSTATUS:CANCELLED")
    let path = try file(Self.calendar(Self.event(lines), method: "CANCEL"))
    let none = await machine("").run("import", path)
    #expect(none.status == 0)
    #expect(none.requests.allSatisfy { $0.method == "GET" })
    #expect(none.output.hasSuffix("0 new, 0 changed, 1 skipped\n"), "\(none.output)")
    #expect(none.output.contains("called off, and not in the calendar"))
    let asked = await machine(Self.stored()).run("import", path)
    #expect(asked.status == 8)
    #expect(asked.requests.allSatisfy { $0.method == "GET" })
    let gone = await machine(Self.stored()).run("import", path, "--yes")
    #expect(gone.status == 0, "\(gone.errors)")
    #expect(gone.requests("DELETE", "/me/events/event-id-of-call").count == 1)
    #expect(gone.output.hasSuffix("0 new, 0 changed, 1 cancelled\n"))
  }

  @Test func `what is called off there already is left alone, whoever was invited to it`()
    async throws
  {
    let people =
      #""isCancelled":true,"attendees":[{"emailAddress":{"address":"kim@contoso.example"},"type":"required"}]"#
    let stored = Self.stored().replacing(#""attendees":[]"#, with: people)
    let path = try file(
      Self.calendar(Self.event(Self.invitation + "\nSTATUS:CANCELLED")))
    let outcome = await machine(stored).run("import", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "0 new, 0 changed, 1 unchanged\n")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `options that mean nothing for what the file holds are refused before the wire`()
    async throws
  {
    let path = try file(Self.calendar(Self.event(Self.invitation)))
    let folder = await machine("").run("import", path, "--folder", "Suppliers")
    #expect(folder.status == 2)
    #expect(folder.requests.isEmpty)
  }

  @Test func `a dry run prints the requests and writes nothing`() async throws {
    let path = try file(Self.calendar(Self.event(Self.invitation)))
    let new = await machine("").run("import", path, "--dry-run")
    #expect(new.status == 0)
    #expect(new.requests.allSatisfy { $0.method == "GET" })
    #expect(try new.items.first?["method"] == "POST")
    #expect(new.errors.contains("1 new, 0 changed\n"))
    let same = await machine(Self.stored()).run("import", path, "--dry-run")
    #expect(same.output.isEmpty)
    let program = await machine(Self.stored()).run("import", path, "--dry-run", "--json")
    #expect(program.output == "[]\n")
    #expect(same.errors.contains("0 new, 0 changed, 1 unchanged\n"))
  }

  @Test func `what is refused is told with its line and keeps nothing else back`() async throws {
    let series = Self.event(
      "DTSTART:20260610T080000Z\nSUMMARY:Odd\nRRULE:FREQ=MONTHLY;BYDAY=5MO", uid: "odd")
    let path = try file(Self.calendar(series + "\n" + Self.event(Self.invitation)))
    let outcome = await machine("").run("import", path, "--json")
    #expect(outcome.status == 9)
    let items = try outcome.items
    #expect(items.map { $0["status"] } == ["refused", "created"])
    #expect(items[0]["error"]?["line"] == 7)
    #expect(items[0]["error"]?["message"]?.string?.contains("FREQ=MONTHLY;BYDAY=5MO") == true)
    #expect(items[1]["id"] == "event-id-of-call")
    #expect(outcome.requests("POST", "").count == 1)
  }

  // C057
  @Test(arguments: [
    ("", "empty"), ("<html>sign in</html>", "web page"),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260610T080000Z\nEND:VEVENT\nBEGIN:VEVENT\nSU",
      "line 6"
    ),
  ])
  func `what is no whole calendar costs no request`(text: String, words: String) async throws {
    let outcome = await machine("").run("import", try file(text))
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }

  @Test(arguments: [
    "file:///etc/passwd", "file:/etc/passwd", "http://calendars.example/x.ics", "ftp://x/y.ics",
    "https://user@calendars.example/x.ics",
  ])
  func `addresses that are not read from are refused`(address: String) async {
    let outcome = await machine("").run("import", address)
    #expect(outcome.status == 2)
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a calendar of the web is fetched without a token, over one more address`()
    async throws
  {
    let text = Self.calendar(Self.event(Self.invitation))
    let more: [String: [Service.Answer]] = [
      "https://calendars.example/team.ics": [
        .success(
          HTTPResponse(
            status: 302, headers: ["Location": "https://files.example/team.ics"]))
      ],
      "https://files.example/team.ics": [
        .success(HTTPResponse(status: 200, body: Array(text.utf8)))
      ],
    ]
    let outcome = await machine("", more).run("import", "webcal://calendars.example/team.ics")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("POST", "/me/events").count == 1)
    for request in outcome.requests.prefix(2) {
      #expect(request.headers["Authorization"] == nil)
      #expect(request.method == "GET")
    }
  }

  @Test(arguments: [
    (302, "http://files.example/team.ics", Int32(1)), (302, "file:///etc/passwd", 1),
    (404, "", 3), (503, "", 7),
  ])
  func `a web address that leads nowhere imports nothing`(
    status: Int, location: String, exit: Int32
  ) async {
    let address = "https://calendars.example/team.ics"
    let answer = HTTPResponse(
      status: status, headers: location.isEmpty ? [:] : ["Location": location])
    let outcome = await machine("", [address: [.success(answer)]]).run("import", address)
    #expect(outcome.status == exit, "\(outcome.errors)")
    #expect(outcome.requests.count == 1)
  }

  // C060
  @Test func `what is no event is counted, what floats is told`() async throws {
    let lines =
      Self.event("DTSTART:20260923T120000\nSUMMARY:Lunch\\, long") + "\nBEGIN:VTODO\nEND:VTODO"
    let outcome = await machine("").run(
      "import", try file(Self.calendar(lines)), "--tz", "America/New_York")
    #expect(outcome.errors.contains("a floating time, taken as one of America/New_York"))
    #expect(outcome.errors.contains("1 VTODO left out"))
    let body = try JSON(parsing: outcome.requests("POST", "/me/events").first?.body ?? [])
    #expect(
      body["start"] == [
        "dateTime": "2026-09-23T12:00:00.0000000", "timeZone": "Eastern Standard Time",
      ])
    #expect(body["subject"] == "Lunch, long")
  }

  // C050, C047
  @Test func `a series goes with its rule, its zone and where weeks begin`() async throws {
    let lines = Self.event(
      """
      DTSTART;TZID=Europe/Berlin:20260804T090000
      DTEND;TZID=Europe/Berlin:20260804T100000
      RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4
      SUMMARY:Sync
      """)
    let outcome = await machine("").run("import", try file(Self.calendar(lines)))
    let body = try JSON(parsing: outcome.requests("POST", "/me/events").first?.body ?? [])
    #expect(
      body["start"] == [
        "dateTime": "2026-08-04T09:00:00.0000000", "timeZone": "W. Europe Standard Time",
      ])
    #expect(
      body["recurrence"]?["pattern"] == [
        "type": "weekly", "interval": 2, "daysOfWeek": ["tuesday", "sunday"],
        "firstDayOfWeek": "monday",
      ])
    #expect(
      body["recurrence"]?["range"] == [
        "type": "numbered", "startDate": "2026-08-04", "numberOfOccurrences": 4,
        "recurrenceTimeZone": "W. Europe Standard Time",
      ])
  }

  @Test func `nothing is imported where nothing may be written`() async throws {
    let path = try file(Self.calendar(Self.event(Self.invitation)))
    let outcome = await machine("").run("import", path, "--read-only")
    #expect(outcome.status == 8)
    #expect(outcome.requests.isEmpty)
  }

  @Test func `what a file cannot hold is no difference, and what differs beside it is`()
    async throws
  {
    let odd = Self.stored()
      .replacing(#""subject":"Supplier call""#, with: #""subject":" Supplier\ncall\u001b ""#)
      .replacing(
        #""body":{"contentType":"html","content":""}"#,
        with: #""body":{"contentType":"text","content":"a\u0007b\u2028c"}"#)
    let written = await machine(odd).run("export")
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output.contains("SUMMARY: Supplier\\ncall \r\n"), "\(written.output)")
    #expect(written.output.contains("DESCRIPTION:ab\\nc\r\n"))
    let own = await machine(odd).run("import", try file(written.output), "--dry-run")
    #expect(own.output.isEmpty, "\(own.output)")
    #expect(own.errors.hasSuffix("0 new, 0 changed, 1 unchanged\n"), "\(own.errors)")
    let changed = written.output.replacing("DESCRIPTION:ab", with: "DESCRIPTION:xb")
    let other = await machine(odd).run("import", try file(changed), "--dry-run")
    let body = try #require(try other.items.first?["body"])
    #expect(Set(body.object?.keys ?? []) == ["body", "singleValueExtendedProperties"])
  }
}
