import Commands
import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Events with files, rooms and online meetings: what is sent in which order, and what stands when a
/// step fails.
@Suite struct AttachmentTests {
  private static let id = "AAMkAGI2CREATED0"
  private static let upload = "https://outlook.office.com/api/v2.0/session"
  private static let range = 3_932_160

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func event(_ more: String = "") -> Service.Answer {
    .ok(timed(id, "Review", "2026-12-04T10:00:00", "2026-12-04T10:30:00", more))
  }

  private static func next(_ byte: Int) -> Service.Answer {
    .ok(#"{"ExpirationDateTime":"2026-11-30T09:00:00Z","nextExpectedRanges":["\#(byte)-"]}"#)
  }

  private static let lost = Service.Answer.failure(
    TransportError(
      reason: .connectionLost, host: "graph.test", detail: "reset", wasNotSent: false))

  private func machine(_ scripts: [String: [Service.Answer]] = [:]) -> Machine {
    Machine(
      Service(
        [
          "POST /me/events": [Self.event()], "GET /me/events/\(Self.id)": [Self.event()],
          "PATCH /me/events/\(Self.id)": [Self.event()],
          "DELETE /me/events/\(Self.id)": [.status(204)],
          "POST /me/events/\(Self.id)/attachments": [.status(201, #"{"id":"a"}"#)],
          "POST /me/events/\(Self.id)/attachments/createUploadSession": [
            .status(201, #"{"uploadUrl":"\#(Self.upload)?authtoken=secret"}"#)
          ],
          "DELETE /api/v2.0/session": [.status(204)],
        ].merging(scripts) { $1 }))
  }

  private func large(_ name: String, _ size: Int) throws -> String {
    try folder.put(name, "")
    #expect(truncate(folder.at(name), size) == 0)
    return folder.at(name)
  }

  private func words(_ more: String...) -> [String] {
    ["new-event", "--subject", "Review", "--start", "2026-12-04 10:00"] + more
  }

  /// Method and last part of the path of everything that writes.
  private func writes(_ outcome: Outcome) -> [String] {
    outcome.requests.filter { $0.method != "GET" }.map { request in
      "\(request.method) \(HTTPURL(request.url)?.path.split(separator: "/").last ?? "")"
    }
  }

  @Test func `files come before people, and everybody gets them`() async throws {
    try folder.put("a.txt", "one")
    try folder.put("b c.txt", "")
    let outcome = await machine().run(
      words(
        "--attach", folder.at("a.txt"), "--attach", folder.at("b c.txt"), "--attendee",
        "bo@contoso.example", "--yes"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      writes(outcome) == [
        "POST events", "POST attachments", "POST attachments", "PATCH \(Self.id)",
      ])
    let bodies = try outcome.requests.filter { $0.method != "GET" }
      .map { try JSON(parsing: $0.body ?? []) }
    #expect(bodies[0]["attendees"] == nil)
    #expect(
      bodies[1] == [
        "@odata.type": "#microsoft.graph.fileAttachment", "name": "a.txt", "contentBytes": "b25l",
      ])
    #expect(bodies[2]["name"] == "b c.txt")
    #expect(bodies[2]["contentBytes"] == "")
    #expect(
      bodies[3] == [
        "attendees": [
          ["emailAddress": ["address": "bo@contoso.example"], "type": "required"]
        ]
      ])
    #expect(outcome.output.contains("Attached  a.txt, b c.txt"))
  }

  @Test func `a large file goes up in ranges to its own address, without our token`() async throws {
    let size = 2 * Self.range + 7
    let file = try large("film.mp4", size)
    let outcome = await machine([
      "PUT /api/v2.0/session": [
        Self.next(Self.range), Self.lost, Self.next(2 * Self.range), .status(201),
      ],
      "GET /api/v2.0/session": [Self.next(Self.range)],
    ]).run(words("--attach", file))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let session = try #require(outcome.requests("POST", "/createUploadSession").first)
    #expect(
      try JSON(parsing: session.body ?? []) == [
        "AttachmentItem": [
          "attachmentType": "file", "name": "film.mp4", "size": .number(size),
        ]
      ])
    let ranges = outcome.requests("PUT", "/session")
    #expect(
      ranges.map { $0.headers["Content-Range"] } == [
        "bytes 0-3932159/7864327", "bytes 3932160-7864319/7864327",
        "bytes 3932160-7864319/7864327", "bytes 7864320-7864326/7864327",
      ])
    #expect(ranges.map { $0.body?.count } == [Self.range, Self.range, Self.range, 7])
    for request in outcome.requests where request.url.hasPrefix(Self.upload) {
      #expect(request.headers["Authorization"] == nil)
    }
    #expect(outcome.requests("DELETE", "").isEmpty)
  }

  @Test func `a last answer that is lost is looked up, and no file is doubled`() async throws {
    let file = try large("film.mp4", 3 << 20)
    let scripts: [String: [Service.Answer]] = [
      "PUT /api/v2.0/session": [Self.lost],
      "GET /api/v2.0/session": [.error(404, "ErrorItemNotFound")],
      "GET /me/events/\(Self.id)/attachments": [.list(#"{"id":"a","name":"film.mp4","size":1}"#)],
    ]
    let outcome = await machine(scripts).run(words("--attach", file))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("PUT", "").count == 1)

    var lacking = scripts
    lacking["GET /me/events/\(Self.id)/attachments"] = [.list("")]
    let failed = await machine(lacking).run(words("--attach", file))
    #expect(failed.status == 7)
    #expect(failed.errors.contains("the event was not created"))
    #expect(writes(failed).suffix(2) == ["DELETE session", "DELETE \(Self.id)"])
  }

  @Test(arguments: [(true, 1), (false, 2)])
  func `a small file whose answer is lost is attached once`(isThere: Bool, posts: Int) async throws
  {
    try folder.put("a.txt", "one")
    let outcome = await machine([
      "POST /me/events/\(Self.id)/attachments": [Self.lost, .status(201, "{}")],
      "GET /me/events/\(Self.id)/attachments": [
        .list(isThere ? #"{"id":"a","name":"a.txt"}"# : "")
      ],
    ]).run(words("--attach", folder.at("a.txt")))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("POST", "/attachments").count == posts)
  }

  @Test func `a file that vanishes half-way leaves no event`() async throws {
    let file = try large("film.mp4", 2 * Self.range)
    for change in ["gone", "changed"] {
      try folder.put("film.mp4", "")
      #expect(truncate(file, 2 * Self.range) == 0)
      let machine = machine(["PUT /api/v2.0/session": [Self.next(Self.range), .status(201)]])
      await machine.service.watch { request in
        guard request.method == "PUT" else { return }
        if change == "gone" { unlink(file) } else { truncate(file, 5) }
      }
      let outcome = await machine.run(
        words("--attach", file, "--attendee", "bo@x.example", "--yes"))
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("the event was not created: cannot attach"))
      #expect(outcome.errors.contains(change == "gone" ? "no such file" : "has changed meanwhile"))
      #expect(
        writes(outcome) == [
          "POST events", "POST createUploadSession", "PUT session", "DELETE session",
          "DELETE \(Self.id)",
        ])
    }
  }

  @Test func `what cannot be taken back is said`() async throws {
    try folder.put("a.txt", "one")
    let outcome = await machine([
      "POST /me/events/\(Self.id)/attachments": [.error(507, "ErrorQuotaExceeded")],
      "DELETE /me/events/\(Self.id)": [.error(403, "ErrorAccessDenied")],
    ]).run(words("--attach", folder.at("a.txt")))
    #expect(outcome.status == 9)
    #expect(outcome.errors.contains("the event was created, but not all of its files"))
    #expect(outcome.errors.contains("graphcal delete-event \(Self.id)"))
  }

  @Test func `invitations that are refused or lost`() async throws {
    try folder.put("a.txt", "one")
    let words = words("--attach", folder.at("a.txt"), "--attendee", "bo@contoso.example", "--yes")
    let refused = await machine([
      "PATCH /me/events/\(Self.id)": [.error(400, "ErrorInvalidRecipients")]
    ]).run(words)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the event was not created"))
    #expect(writes(refused).last == "DELETE \(Self.id)")
    let invited =
      #","attendees":[{"type":"required","emailAddress":{"address":"BO@contoso.example"}}]"#
    let lost = await machine([
      "PATCH /me/events/\(Self.id)": [Self.lost],
      "GET /me/events/\(Self.id)": [Self.event(invited)],
    ]).run(words)
    #expect(lost.status == 0, "\(lost.errors)")
    #expect(lost.requests("PATCH", "").count == 1)
    let open = await machine(["PATCH /me/events/\(Self.id)": [Self.lost]]).run(words)
    #expect(open.status == 7)
    #expect(open.requests("PATCH", "").count == 2)
    #expect(open.errors.contains("the event stands"))
    #expect(open.requests("DELETE", "").isEmpty)
  }

  @Test func `a session at a strange address gets nothing`() async throws {
    let file = try large("film.mp4", 3 << 20)
    let outcome = await machine([
      "POST /me/events/\(Self.id)/attachments/createUploadSession": [
        .status(201, #"{"uploadUrl":"https://files.evil.example/x"}"#)
      ]
    ]).run(words("--attach", file))
    #expect(outcome.status == 1)
    #expect(outcome.requests("PUT", "").isEmpty)
    #expect(outcome.errors.contains("nothing was sent there"))
  }

  @Test func `files are looked at before anything is sent`() async throws {
    try folder.put("fine.txt", "x")
    try folder.put("closed.txt", "x", mode: 0)
    let limit = try large("limit.iso", (150 << 20) + 1)
    let isRoot = geteuid() == 0
    for (path, says) in [
      (folder.at("none.txt"), "no such file"), (folder.path, "not a regular file"),
      ("", "not the name of a file"), (limit, "150 MB"),
      (folder.at("closed.txt"), isRoot ? "" : "permission denied"),
    ] where !says.isEmpty {
      let outcome = await machine().run(words("--attach", folder.at("fine.txt"), "--attach", path))
      #expect(outcome.status == 2, "\(path)")
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
      #expect(outcome.requests.isEmpty)
    }
  }

  @Test func `a dry run shows every request`() async throws {
    try folder.put("a.txt", "one")
    let file = try large("film.mp4", Self.range + 1)
    let outcome = await machine().run(
      words(
        "--attach", folder.at("a.txt"), "--attach", file, "--attendee", "bo@contoso.example",
        "--dry-run"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    let items = try outcome.items
    #expect(
      items.map { "\($0["method"]?.string ?? "") \($0["url"]?.string ?? "")" } == [
        "POST /me/events", "POST /me/events/{id}/attachments",
        "POST /me/events/{id}/attachments/createUploadSession", "PUT {uploadUrl}",
        "PUT {uploadUrl}", "PATCH /me/events/{id}",
      ])
    #expect(items[1]["body"]?["contentBytes"] == "b25l")
    #expect(items[4]["headers"]?["Content-Range"] == "bytes 3932160-3932160/3932161")
  }

  // MARK: Rooms and online meetings

  @Test func `a room is invited and is where the event is`() async throws {
    let outcome = await machine().run(
      words("--room", "Dock 5 <dock5@harbor.example>", "--attendee", "bo@contoso.example", "--yes"))
    let body = try JSON(parsing: try #require(outcome.requests("POST", "/events").first?.body))
    #expect(
      body["location"] == [
        "displayName": "Dock 5", "locationEmailAddress": "dock5@harbor.example",
      ])
    #expect(
      body["attendees"]?[1] == [
        "emailAddress": ["address": "dock5@harbor.example", "name": "Dock 5"], "type": "resource",
      ])
    let named = await machine().run(
      words("--room", "dock5@harbor.example", "--location", "Pier 5", "--dry-run"))
    #expect(try named.items[0]["body"]?["location"]?["displayName"] == "Pier 5")
    var asked = machine()
    asked.typed = ["n"]
    let refused = await asked.run(
      words("--room", "dock5@harbor.example", "--attendee", "bo@contoso.example"))
    #expect(refused.errors.contains("Send invitations to 1 person and 1 room? [y/N]"))
    let wrong = await machine().run(words("--room", "a@@b"))
    #expect(wrong.status == 2)
    #expect(wrong.requests.isEmpty)
  }

  @Test func `a room by name is one of the organisation's`() async throws {
    let rooms =
      #"{"id":"1","displayName":"Dock 5","emailAddress":"dock5@h.example"},"#
      + #"{"id":"2","displayName":"Dock 51","emailAddress":"dock51@h.example"}"#
    let here = machine(["GET /places/microsoft.graph.room": [.list(rooms)]])
    let dry = await here.run(words("--room", "dock 5", "--dry-run"))
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(
      try dry.items[0]["body"]?["location"] == [
        "displayName": "Dock 5", "locationEmailAddress": "dock5@h.example",
      ])
    #expect(dry.errors.contains("dock 5: Dock 5 <dock5@h.example>"))
    let several = await here.run(words("--room", "dock", "--dry-run"))
    #expect(several.status == 2 && several.errors.contains("dock51@h.example"))
    let none = await here.run(words("--room", "Pier", "--dry-run"))
    #expect(none.status == 3 && none.errors.contains("graphcal rooms"))
    let refused = machine([
      "GET /places/microsoft.graph.room": [.error(403, "ErrorAccessDenied")]
    ])
    let kept = await refused.run(words("--room", "Dock 5", "--yes"))
    #expect(kept.status == 5 && kept.errors.contains("write the room's address"))
    #expect(writes(kept).isEmpty)
  }

  @Test func `an online meeting has a link, where the calendar can have one`() async throws {
    let calendar =
      #"{"id":"c","name":"Calendar","allowedOnlineMeetingProviders":["teamsForBusiness"],"defaultOnlineMeetingProvider":"teamsForBusiness"}"#
    let link = #","onlineMeeting":{"joinUrl":"https://teams.microsoft.com/l/meetup-join/1"}"#
    let outcome = await machine([
      "GET /me/calendar": [.ok(calendar)], "GET /me/events/\(Self.id)": [Self.event(link)],
    ]).run(words("--online"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try JSON(parsing: try #require(outcome.requests("POST", "/events").first?.body))
    #expect(body["isOnlineMeeting"] == true)
    #expect(body["onlineMeetingProvider"] == "teamsForBusiness")
    // The first answer had no link yet.
    #expect(outcome.output.contains("Join  https://teams.microsoft.com/l/meetup-join/1"))
    let late = await machine(["GET /me/calendar": [.ok(calendar)]]).run(words("--online"))
    #expect(late.errors.contains("not there yet"))
    let personal = await machine([
      "GET /me/calendar": [
        .ok(#"{"id":"c","name":"Kalender","allowedOnlineMeetingProviders":[]}"#)
      ]
    ]).run(words("--online"))
    #expect(personal.status == 5)
    #expect(personal.errors.contains("personal accounts"))
    #expect(personal.requests("POST", "").isEmpty)
  }
}
