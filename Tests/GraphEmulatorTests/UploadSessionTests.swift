import FoundationEssentials
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct UploadSessionTests {
  let graph: CalendarGraph
  let event: JSON
  static let size = 3 << 20

  init() throws {
    graph = try CalendarGraph()
    event = try graph.add(timed("Review", "2027-01-05T09:00", "2027-01-05T10:00"))
  }

  private var path: String { "/me/events/\(event.pathID)/attachments" }

  private func start(_ file: JSONObject = [:]) throws -> JSON {
    var item: JSONObject = [
      "attachmentType": "file", "name": "flower.jpg", "size": .number(Self.size),
    ]
    for (name, value) in file { item[name] = value }
    return try graph.json("POST", path + "/createUploadSession", ["AttachmentItem": .object(item)])
  }

  /// A request to the address of a session, as `status code` or `status`.
  private func send(
    _ method: String, _ session: JSON, _ range: String? = nil, _ count: Int = 0,
    headers: ServerFields = [:], now: Date? = nil
  ) -> (told: String, answer: GraphAnswer?) {
    let url = session["uploadUrl"]?.string ?? ""
    let parts = url.dropFirst("http://127.0.0.1:8080".count).split(separator: "?")
    var headers = headers
    if let range { headers["Content-Range"] = range }
    let request = UploadRequest(
      method: method, host: "http://127.0.0.1:8080", path: String(parts[0]),
      query: parts.count > 1 ? String(parts[1]) : "", headers: headers,
      body: [UInt8](repeating: 0x61, count: count), now: now ?? graph.now)
    do throws(GraphError) {
      let answer = try UploadDesk(store: graph.store).answer(request)
      return ("\(answer.status)", answer)
    } catch {
      return ("\(error.status) \(error.code)", nil)
    }
  }

  @Test func `a file comes in ranges and is attached with the last of them`() throws {
    let session = try start()
    #expect(session["nextExpectedRanges"] == ["0-"])
    #expect(session["expirationDateTime"] == "2026-11-30T09:00:00.0000000Z")
    let half = Self.size / 2
    let first = send("PUT", session, "bytes 0-\(half - 1)/\(Self.size)", half)
    guard case .json(let state)? = first.answer?.body else {
      Issue.record("\(first.told)")
      return
    }
    #expect(first.told == "200")
    #expect(state["nextExpectedRanges"] == [.string("\(half)")])
    #expect(state["ExpirationDateTime"] == session["expirationDateTime"])
    #expect(try graph.all(path).isEmpty)
    let last = send("PUT", session, "bytes \(half)-\(Self.size - 1)/\(Self.size)", half)
    #expect(last.told == "201")
    let made = try #require(try graph.all(path + "?$select=name,size,contentType").first)
    #expect(made["contentType"] == "image/jpeg" && made["size"]?.int ?? 0 > Self.size)
    let location = last.answer?.headers["Location"] ?? ""
    let id = UploadSession.escaped(made["id"]?.string ?? "?")
    #expect(location.hasSuffix("/Attachments('\(id)')"), "\(location)")
    guard case .bytes(let bytes, _) = try graph.answer("GET", "\(path)/\(made.pathID)/$value").body
    else { return }
    #expect(bytes.count == Self.size && bytes.last == 0x61)
    #expect(try graph.get("/me/events/\(event.pathID)")["hasAttachments"] == true)
    #expect(send("PUT", session, "bytes 0-1/\(Self.size)", 2).told == "404 ErrorItemNotFound")
  }

  @Test(
    arguments: [
      (nil, 4, "400 ErrorInvalidRequest"), ("0-3/\(size)", 4, "400 ErrorInvalidRequest"),
      ("bytes 0-3/99", 4, "400 ErrorInvalidRequest"),
      ("bytes 0-4/\(size)", 4, "400 ErrorInvalidRequest"),
      ("bytes 3-0/\(size)", 4, "400 ErrorInvalidRequest"),
      ("bytes 8-11/\(size)", 4, "416 badRequest"),
      ("bytes 0-\(size)/\(size)", size, "400 ErrorInvalidRequest"),
    ] as [(String?, Int, String)])
  func `a wrong range is refused and spoils nothing`(
    range: String?, count: Int, refusal: String
  ) throws {
    let session = try start()
    #expect(send("PUT", session, range, count).told == refusal)
    #expect(send("PUT", session, "bytes 0-3/\(Self.size)", 4).told == "200")
    #expect(send("PUT", session, "bytes 0-3/\(Self.size)", 4).told == "416 badRequest")
    guard case .json(let state)? = send("GET", session).answer?.body else { return }
    #expect(state["nextExpectedRanges"] == ["4"])
  }

  @Test func `ranges have four megabytes at most`() throws {
    let session = try start(["size": .number(20 << 20)])
    let count = (4 << 20) + 1
    #expect(
      send("PUT", session, "bytes 0-\(count - 1)/\(20 << 20)", count).told
        == "413 RequestEntityTooLarge")
    #expect(send("PUT", session, "bytes 0-\(count - 2)/\(20 << 20)", count - 1).told == "200")
  }

  @Test func `the address is the only key`() throws {
    let session = try start()
    let range = "bytes 0-3/\(Self.size)"
    let token = ["Authorization": "Bearer of-graph"] as ServerFields
    #expect(send("PUT", session, range, 4, headers: token).told == "401 InvalidAuthenticationToken")
    let url = session["uploadUrl"]?.string ?? ""
    let other: JSON = ["uploadUrl": .string(url.prefix { $0 != "?" } + "?authtoken=guess")]
    #expect(send("PUT", other, range, 4).told == "401 InvalidAuthenticationToken")
    #expect(send("POST", session, range, 4).told == "405 ErrorInvalidRequest")
    let own = ["Authorization": "Bearer \(url.split(separator: "=").last ?? "")"] as ServerFields
    #expect(send("PUT", session, range, 4, headers: own).told == "200")
    let late = graph.now.addingTimeInterval(3600)
    #expect(
      send("PUT", session, "bytes 4-7/\(Self.size)", 4, now: late).told
        == "401 InvalidAuthenticationToken")
  }

  @Test func `a session is given up`() throws {
    let session = try start()
    #expect(send("PUT", session, "bytes 0-3/\(Self.size)", 4).told == "200")
    #expect(send("DELETE", session).told == "204")
    #expect(send("PUT", session, "bytes 4-7/\(Self.size)", 4).told == "404 ErrorItemNotFound")
    #expect(try graph.all(path).isEmpty)
  }

  @Test func `a session ends with its event`() throws {
    let session = try start()
    #expect(graph.refusal("DELETE", "/me/events/\(event.pathID)") == nil)
    #expect(send("PUT", session, "bytes 0-3/\(Self.size)", 4).told == "404 ErrorItemNotFound")
  }

  @Test(
    arguments: [
      (["size": .number(size - 1)], "400 ErrorAttachmentSizeShouldNotBeLessThanMinimumSize"),
      (["size": .number((150 << 20) + 1)], "400 ErrorAttachmentSizeLimitExceeded"),
      (["attachmentType": "item"], "400 ErrorInvalidRequest"),
      (["name": ""], "400 ErrorInvalidRequest"), (["size": nil], "400 ErrorInvalidRequest"),
      (["isInline": "maybe"], "400 RequestBodyRead"),
    ] as [(JSONObject, String)])
  func `a session for no such file is refused`(file: JSONObject, refusal: String) throws {
    var item: JSONObject = ["attachmentType": "file", "name": "x", "size": .number(Self.size)]
    for (name, value) in file { item[name] = value }
    #expect(
      graph.refusal("POST", path + "/createUploadSession", ["AttachmentItem": .object(item)])
        == refusal)
    #expect(graph.refusal("POST", path + "/createUploadSession", [:]) == "400 RequestBodyRead")
  }

  @Test func `the upload goes over HTTP to the emulator itself, and the log keeps its key`()
    async throws
  {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("upload-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let client = try EmulatorClient {
      $0.approval = .automatic([])
      $0.logFile = file
    }
    let token = try await client.signIn(scope: "Calendars.ReadWrite")["access_token"]?.string ?? ""
    let headers = ["Authorization: Bearer \(token)", "Content-Type: application/json"]
    let made = try await client.send(
      "POST", "/v1.0/me/events", headers: headers,
      body: timed("x", "2027-01-05T09:00", "2027-01-05T10:00").bytes(.wire))
    let path = "/v1.0/me/events/\(try made.json.pathID)/attachments/createUploadSession"
    let body: JSON = [
      "AttachmentItem": ["attachmentType": "file", "name": "x", "size": .number(Self.size)]
    ]
    let session = try await client.send(
      "POST", path, headers: headers, body: body.bytes(.wire)
    ).json
    let url = session["uploadUrl"]?.string ?? ""
    let root = client.emulator.loginURL
    #expect(url.hasPrefix(root + "/api/v2.0/Users('"), "\(url)")
    let reply = try await client.send(
      "PUT", String(url.dropFirst(root.count)),
      headers: ["Content-Type: application/octet-stream", "Content-Range: bytes 0-3/\(Self.size)"],
      body: [1, 2, 3, 4])
    #expect(reply.status == 200)
    let bad = try await client.send(
      "PUT", String(url.dropFirst(root.count)),
      headers: [
        "Content-Type: application/octet-stream", "Content-Range: bytes 9-12/\(Self.size)",
      ],
      body: [1, 2, 3, 4])
    #expect(try bad.json["error"]?["innerError"]?["code"] == "invalidRange")
    await client.emulator.stop()
    let log = try String(contentsOfFile: file, encoding: .utf8)
    let key = try #require(url.split(separator: "=").last)
    #expect(!log.contains(key) && log.contains("authtoken=masked-"))
  }
}
