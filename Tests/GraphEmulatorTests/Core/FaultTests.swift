import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct FaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var fault: EmulatorFault
    var testDescription: String { text }

    init(_ text: String, _ fault: EmulatorFault) {
      self.text = text
      self.fault = fault
    }
  }

  @Test(arguments: [
    Row("503:POST /me/events:1", EmulatorFault(.status(503), method: "POST", path: "/me/events")),
    Row(
      "429,retry-after=2.5:GET /me/calendarView:2",
      EmulatorFault(
        .status(429), retryAfter: "2.5", method: "GET", path: "/me/calendarView", count: 2)),
    Row(
      "503,retry-after=Mon, 30 Nov 2026 08:00:05 GMT:GET /me",
      EmulatorFault(
        .status(503), retryAfter: "Mon, 30 Nov 2026 08:00:05 GMT", method: "GET", path: "/me")),
    Row("slow=250:* /token", EmulatorFault(.slow(milliseconds: 250), method: "*", path: "/token")),
    Row("500-html:GET /me", EmulatorFault(.html(status: 500), method: "GET", path: "/me")),
    Row("200-html:GET /me", EmulatorFault(.html(status: 200), method: "GET", path: "/me")),
    Row("drop:DELETE /me/events/*", EmulatorFault(.drop, method: "DELETE", path: "/me/events/*")),
    Row(
      "503:GET me/events:2", EmulatorFault(.status(503), method: "GET", path: "me/events", count: 2)
    ),
    Row("503:* events", EmulatorFault(.status(503), method: "*", path: "events")),
    Row("refuse:GET /me", EmulatorFault(.refuse, method: "GET", path: "/me")),
    Row("truncate:GET /me", EmulatorFault(.truncate, method: "GET", path: "/me")),
    Row("policy-block:POST /token", EmulatorFault(.policyBlock, method: "POST", path: "/token")),
    Row(
      "security-defaults:POST /token",
      EmulatorFault(.securityDefaults, method: "POST", path: "/token")),
    Row(
      "admin-approval:GET /authorize",
      EmulatorFault(.adminApproval, method: "GET", path: "/authorize")),
    Row("second-factor:POST /token", EmulatorFault(.secondFactor, method: "POST", path: "/token")),
    Row(
      "claims-challenge:GET /me", EmulatorFault(.claimsChallenge, method: "GET", path: "/me")),
  ])
  func `a fault is read from its option`(row: Row) throws {
    #expect(try EmulatorFault(parsing: row.text) == row.fault)
  }

  @Test(arguments: [
    "", "503", "503:POST", "503:POST /", "503:POST  ", "503:post /me", "503 POST /me",
    "200:GET /me", "999:GET /me",
    "503,after=2:GET /me", "503:GET /me:0", "503:GET /me:x", "slow=:GET /me", "slow=-1:GET /me",
  ])
  func `what is no fault is refused`(text: String) {
    #expect(throws: EmulatorFault.SpecError.self) { try EmulatorFault(parsing: text) }
  }

  @Test func `a fault hits the end of the path, any case, as often as it says`() {
    let book = FaultBook([
      EmulatorFault(.status(503), method: "GET", path: "/me/Events", count: 2),
      EmulatorFault(.status(412), method: "*", path: "/events/*"),
    ])
    #expect(book.take(method: "POST", path: ["v1.0", "me", "events"]) == nil)
    #expect(book.take(method: "GET", path: ["v1.0", "me", "myevents"]) == nil)
    #expect(book.take(method: "GET", path: ["v1.0", "me", "events"])?.kind == .status(503))
    #expect(book.take(method: "GET", path: ["ME", "EVENTS"])?.kind == .status(503))
    #expect(book.take(method: "GET", path: ["me", "events"]) == nil)
    #expect(book.take(method: "PATCH", path: ["me", "events", "AAA="])?.kind == .status(412))
  }

  @Test(arguments: [
    "/me/contactFolders/AQMk%3D/contacts", "me/contactfolders/AQMk=/contacts",
    "/contactFolders/%41QMk%3d/contacts", "contactFolders('AQMk%3D')/contacts",
  ])
  func `a path is the same with and without escapes and a slash before it`(path: String) {
    let book = FaultBook([EmulatorFault(.status(503), method: "GET", path: path)])
    let asked = ["v1.0", "me", "contactFolders", "AQMk=", "contacts"]
    #expect(book.take(method: "GET", path: asked)?.kind == .status(503))
  }

  @Test func `each kind goes wrong in its way and is marked in the log`() async throws {
    let log = try TemporaryLog()
    let specs = [
      "429,retry-after=7:GET /me/a", "500-html:GET /me/b", "200-html:GET /me/c",
      "drop:GET /me/d", "refuse:GET /me/e", "truncate:GET /me/f", "401:GET /me/g",
      "policy-block:POST /token", "503:POST /devicecode",
    ]
    let faults = try specs.map { try EmulatorFault(parsing: $0) }
    let client = try EmulatorClient {
      $0.approval = .automatic([])
      $0.faults = faults
      $0.logFile = log.path
    }
    func get(_ path: String) async throws -> RawReply? {
      try await RawClient.get("/v1.0/me/\(path)", port: Int(client.emulator.port))
    }
    let throttled = try await get("a")
    #expect(throttled?.told == "429 ApplicationThrottled")
    #expect(throttled?["Retry-After"] == "7")
    #expect(try await get("a")?.status == 401)
    for (path, status) in [("b", 500), ("c", 200)] {
      let page = try await get(path)
      #expect(page?.status == status)
      #expect(page?["Content-Type"]?.hasPrefix("text/html") == true)
    }
    for path in ["d", "e"] {
      let reply = try await get(path)
      #expect(reply == nil)
    }
    #expect(try await get("f")?.isComplete == false)
    #expect(try await get("g")?["WWW-Authenticate"] != nil)
    let busy = try await client.post("/common/oauth2/v2.0/devicecode", [("scope", "User.Read")])
    #expect(busy.told == "503 temporarily_unavailable 90033")
    let blocked = try await client.signIn()
    #expect(blocked["error_codes"] == [53003])
    #expect(blocked["suberror"] == "message_only")
    await client.emulator.stop()
    let marks = try log.lines().map { $0["fault"]?.string }
    #expect(
      marks == [
        "429", nil, "500-html", "200-html", "drop", "refuse", "truncate", "401", "503", nil,
        "policy-block",
      ])
  }

  @Test func `the log holds everything but secrets`() async throws {
    let log = try TemporaryLog()
    let client = try EmulatorClient {
      $0.approval = .automatic([])
      $0.logFile = log.path
    }
    let code = try await client.deviceCode()
    let tokens = try await client.poll(code).json
    let token = try #require(tokens["access_token"]?.string)
    _ = try await client.get("/v1.0/nothing?%24top=1", token: token)
    _ = try await client.refresh(tokens["refresh_token"]?.string)
    let query =
      "client_id=\(client.client)&response_type=code&scope=User.Read"
      + "&redirect_uri=http://localhost:1&response_mode="
    let redirect = try await client.get("/common/oauth2/v2.0/authorize?\(query)query")
    let page = try await client.get("/common/oauth2/v2.0/authorize?\(query)form_post")
    await client.emulator.stop()

    let text = try log.text()
    let inPage = try #require(
      page.text.firstRange(of: "name=\"code\" value=\"").map { page.text[$0.upperBound...] })
    let secrets: [Substring?] = [
      code["device_code"]?.string?[...], token[...], tokens["refresh_token"]?.string?[...],
      tokens["id_token"]?.string?[...],
      redirect["Location"]?.split(separator: "code=").last?.prefix { $0 != "&" },
      inPage.prefix { $0 != "\"" },
    ]
    for secret in secrets {
      let secret = try #require(secret)
      #expect(secret.count > 20)
      #expect(!text.contains(secret))
    }
    let lines = try log.lines()
    let call = try #require(lines.first { $0["request"]?["method"] == "GET" })
    #expect(
      call["request"]?["url"]?.string
        == "\(client.emulator.loginURL)/v1.0/nothing?%24top=1")
    #expect(call["response"]?["status"] == 400)
    #expect(call["response"]?["body"]?["json"]?["error"]?["code"] == "BadRequest")
    #expect(call["time"] == "2026-11-30T00:53:20.000Z")
  }
}

/// A log file that goes with its owner.
private final class TemporaryLog {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path() + "graphcal-log-\(UUID()).jsonl"
  }

  deinit { try? Files.remove(path) }

  func text() throws -> String {
    String(decoding: try Files.read(path, limit: 1 << 24), as: UTF8.self)
  }

  func lines() throws -> [JSON] {
    try text().split(separator: "\n").map { try JSON(parsing: $0.utf8) }
  }
}
