import FoundationEssentials
import HTTP
import Host
import JSON
import SignIn
import TestSupport
import Testing

/// Errors of the identity platform and claims challenges, as a user meets them.
@Suite struct ErrorBehaviours {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  static let shared = SharedFiles.folder("auth/fixtures")

  private static func read(_ name: String) throws -> JSON {
    try JSON(parsing: Files.read(#require(shared) + "/" + name, limit: 1 << 24))
  }

  /// An error body, where it comes, and what a user has to see.
  struct Row: Sendable, CustomTestStringConvertible {
    var phase: String
    var status = 400
    var body: JSON
    var exit: Int32
    /// Words of the hint, if any are to be looked for.
    var hint = ""
    var testDescription: String

    init(
      _ phase: String, _ error: String, _ number: Int, _ more: JSONObject = [:], exit: Int32,
      hint: String
    ) {
      self.phase = phase
      var body: JSONObject = [
        "error": .string(error), "error_codes": [.number(number)],
        "error_description": .string("AADSTS\(number): Some words.\r\nTrace ID: t"),
        "correlation_id": "c-1",
      ]
      for (key, value) in more { body[key] = value }
      self.body = .object(body)
      self.exit = exit
      self.hint = hint
      testDescription = "\(phase) \(error) \(number)"
    }

    init?(shared row: JSON) {
      guard let id = row["id"]?.string, let phase = row["phase"]?.string,
        let status = row["http_status"]?.int, let body = row["body"],
        let action = row["expected"]?.string
      else { return nil }
      self.phase = phase
      self.status = status
      self.body = body
      exit = Self.exit(of: action)
      testDescription = id
    }

    /// The table of exit statuses in the interface, by action.
    private static func exit(of action: String) -> Int32 {
      switch action {
      case "stop:show_server_text", "fail:bug_report": 1
      case "stop:enable_public_client_flows": 2
      case "delete_rt_relogin_browser", "start_again", "stop:declined", "stop:code_expired",
        "stop:start_again":
        4
      case "wrong_account", "stop:blocked_try_browser": 5
      case _ where action.hasPrefix("fail:"): 2
      case _ where action.hasPrefix("relogin"): 4
      case _ where action.hasPrefix("blocked") || action.hasPrefix("ask_admin"): 5
      default: 7
      }
    }
  }

  /// Runs the program so that it meets the error where it comes.
  private func meet(_ row: Row, _ words: String...) async throws -> Outcome {
    let answer = Service.Answer.success(.json(row.body.text(.wire), status: row.status))
    let service = Service(events: "")
    await service.script("POST /common/oauth2/v2.0/devicecode", Identity.deviceCode)
    let machine = await Machine(home: home, browser: .approving).with(service)
    switch row.phase {
    case "devicecode":
      await service.script("POST /common/oauth2/v2.0/devicecode", answer)
      return await machine.run(["login", "--device-code"] + words)
    case "poll":
      await service.script(Identity.tokenPath, answer)
      return await machine.run(["login", "--device-code"] + words)
    case "authcode":
      await service.script(Identity.tokenPath, answer)
      return await machine.run(["login", "--browser"] + words)
    default:
      _ = await machine.signIn()
      machine.clock.advance(by: .seconds(4000))
      await service.script(Identity.tokenPath, answer)
      return await machine.run(["today"] + words)
    }
  }

  @Test(arguments: [
    Row("devicecode", "invalid_grant", 53003, exit: 5, hint: "graphcal login --browser"),
    Row("devicecode", "unauthorized_client", 700016, exit: 2, hint: "AppId and TenantId"),
    Row("devicecode", "invalid_request", 90002, exit: 2, hint: "TenantId"),
    Row("devicecode", "invalid_client", 7_000_218, exit: 2, hint: "Allow public client flows"),
    Row("devicecode", "invalid_request", 900439, exit: 2, hint: "--cloud"),
    Row("devicecode", "invalid_request", 70011, exit: 2, hint: "--scopes"),
    Row("poll", "invalid_grant", 530035, exit: 5, hint: "graphcal login --browser"),
    Row("poll", "expired_token", 70020, exit: 4, hint: "graphcal login"),
    Row("poll", "authorization_declined", 65004, exit: 4, hint: "accept in the browser"),
    Row("authcode", "invalid_request", 50011, exit: 2, hint: "http://localhost"),
    Row("authcode", "invalid_request", 9_002_327, exit: 2, hint: "Mobile and desktop"),
    Row("authcode", "invalid_grant", 54005, exit: 4, hint: "graphcal login"),
    Row("authcode", "access_denied", 90094, exit: 5, hint: "graphcal admin-consent"),
    Row("refresh", "invalid_grant", 50173, exit: 4, hint: "graphcal login"),
    Row("refresh", "invalid_grant", 530036, exit: 4, hint: "graphcal login --browser"),
    Row(
      "refresh", "invalid_grant", 53003, ["suberror": "message_only"], exit: 5,
      hint: "administrator"),
    Row("refresh", "invalid_grant", 50105, exit: 5, hint: "assign you"),
    Row("refresh", "invalid_client", 700025, exit: 1, hint: "report this"),
  ])
  func `E1 each error has its exit status and the next thing to do`(row: Row) async throws {
    let outcome = try await meet(row)
    #expect(outcome.status == row.exit, "\(outcome.errors)")
    #expect(outcome.errors.contains(row.hint), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test(.enabled(if: ErrorBehaviours.shared != nil, "skipped: the shared table of errors"))
  func `E1 the shared table of errors, each through the program`() async throws {
    let table = try Self.read("entra-errors.json")
    var count = 0
    for entry in try #require(table["errors"]?.array) {
      let row = try #require(Row(shared: entry))
      // A wait that goes on ends with the code; what it is then has its own line.
      if row.phase == "poll", row.exit == 7 { continue }
      let outcome = try await ErrorBehaviours().meet(row)
      #expect(outcome.status == row.exit, "\(row): \(outcome.errors)")
      #expect(outcome.errors.contains("  try: "), "\(row): \(outcome.errors)")
      count += 1
    }
    print("errors met through the program: \(count)")
    #expect(count > 40)
  }

  @Test func `E2 an unknown number is shown with its line, id and the page to look it up`()
    async throws
  {
    let row = Row(
      "refresh", "invalid_grant", 999_123, ["suberror": "odd"], exit: 4, hint: "")
    var odd = row
    odd.phase = "devicecode"
    let outcome = try await meet(odd)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("AADSTS999123: Some words. [correlation id c-1]"))
    #expect(outcome.errors.contains("https://login.microsoftonline.com/error?code=999123"))
    #expect(!outcome.errors.contains("Trace ID"))
    let verbose = try await meet(odd, "--verbose")
    #expect(verbose.errors.contains("Trace ID: t"))
  }

  @Test func `E3 claims that an answer asks for go along with the next sign-in`() async throws {
    let wanted = #"{"access_token":{"capolids":{"essential":true,"values":["p"]}}}"#
    let row = Row(
      "refresh", "interaction_required", 50076, ["claims": .string(wanted)], exit: 4,
      hint: "graphcal login")
    let outcome = try await meet(row)
    #expect(outcome.status == 4)
    let machine = Machine(home: home, Service(events: ""))
    let login = await machine.signIn(2)
    for request in login.requests("POST", "/devicecode") + login.requests("POST", "/token") {
      let claims = try JSON(parsing: #require(request.form["claims"]))["access_token"]
      #expect(claims?["capolids"] == ["essential": true, "values": ["p"]])
      #expect(claims?["xms_cc"] == ["values": ["cp1"]])
    }
    // They are met, so they are forgotten.
    let next = await machine.signIn(3)
    #expect(
      next.requests("POST", "/devicecode").first?.form["claims"]?.contains("capolids") == false)
  }

  static let challenge = Service.Answer.status(
    401, #"{"error":{"code":"InvalidAuthenticationToken","message":"No."}}"#,
    type: "application/json",
    [
      "WWW-Authenticate":
        #"Bearer realm="", error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnsiYWNycyI6eyJlc3NlbnRpYWwiOnRydWUsInZhbHVlIjoiYzEifX19""#
    ])

  @Test func `E4 a challenge is answered by one refresh with its claims and one more try`()
    async throws
  {
    let service = Service(events: "")
    let machine = Machine(home: home, service)
    _ = await machine.signIn(1)
    await service.script("GET /me/calendarView", Self.challenge, .list(""))
    await service.script(Identity.tokenPath, Identity.tokens(2))
    let today = await machine.run("today")
    #expect(today.status == 0, "\(today.errors)")
    let refreshes = today.requests("POST", "/token")
    #expect(refreshes.count == 1)
    let claims = try JSON(parsing: #require(refreshes[0].form["claims"]))["access_token"]
    #expect(claims?["acrs"] == ["essential": true, "value": "c1"])
    #expect(claims?["xms_cc"] == ["values": ["cp1"]])
    #expect(
      today.requests("GET", "/calendarView").map { $0.headers["Authorization"] }
        == ["Bearer access-1", "Bearer access-2"])
  }

  @Test func `E4 a challenge that a refresh cannot meet asks for a sign-in, with its claims`()
    async throws
  {
    let service = Service(events: "")
    let machine = Machine(home: home, service)
    _ = await machine.signIn(1)
    await service.script("GET /me/calendarView", Self.challenge)
    await service.script(Identity.tokenPath, Identity.tokens(2))
    let twice = await machine.run("today")
    #expect(twice.status == 4)
    #expect(twice.requests("GET", "/calendarView").count == 2)
    #expect(twice.requests("POST", "/token").count == 1)

    machine.clock.advance(by: .seconds(120))
    await service.script(Identity.tokenPath, Identity.refusal("invalid_grant", 50173))
    let refused = await machine.run("today")
    #expect(refused.status == 4)
    #expect(refused.errors.contains("graphcal login"))
    let login = await machine.signIn(3)
    #expect(login.requests("POST", "/devicecode")[0].form["claims"]?.contains("acrs") == true)
  }

  @Test
  func
    `E4 a challenge that a renewed token does not meet is kept for the sign-in, and costs one refresh a minute`()
    async throws
  {
    let service = Service(events: "")
    let machine = Machine(home: home, service)
    _ = await machine.signIn(1)
    await service.script("GET /me/calendarView", Self.challenge)
    await service.script(Identity.tokenPath, Identity.tokens(2))
    var refreshes = 0
    for _ in 0..<4 {
      let today = await machine.run("today")
      #expect(today.status == 4)
      #expect(today.errors.contains("try: graphcal login"), "\(today.errors)")
      refreshes += today.requests("POST", "/token").count
    }
    #expect(refreshes == 1)
    let login = await machine.signIn(3)
    #expect(login.requests("POST", "/devicecode")[0].form["claims"]?.contains("acrs") == true)
    let next = await machine.signIn(4)
    #expect(next.requests("POST", "/devicecode")[0].form["claims"]?.contains("acrs") == false)
  }

  @Test func `E4 a 403 is no challenge, whatever its fields say`() async throws {
    let service = Service(events: "")
    let machine = Machine(home: home, service)
    _ = await machine.signIn(1)
    await service.script(
      "GET /me/calendarView",
      .status(
        403, #"{"error":{"code":"ErrorAccessDenied","message":"No."}}"#, type: "application/json",
        ["WWW-Authenticate": #"Bearer error="insufficient_claims", claims="e30=""#]))
    let today = await machine.run("today")
    #expect(today.status == 5)
    #expect(today.requests("POST", "/token").isEmpty)
    #expect(today.requests("GET", "/calendarView").count == 1)
  }

  @Test(arguments: [
    // Parameters in any order and letter case, two challenges in one line, quotes inside quotes.
    (#"bearer Claims="eyJhIjoxfQ==", ERROR="insufficient_claims""#, #"{"a":1}"#),
    (#"Basic realm="a, b", Bearer error="insufficient_claims", claims="eyJhIjoxfQ""#, #"{"a":1}"#),
    (#"Bearer x="a, \"q\" b", error="insufficient_claims" , claims=eyJhIjoxfQ"#, #"{"a":1}"#),
    (#"Bearer error="insufficient_claims", claims="eyJ4IjoiPz8-PiJ9""#, #"{"x":"??>>"}"#),
    (#"Bearer error="invalid_token", claims="eyJhIjoxfQ==""#, nil),
    (#"Bearer error="insufficient_claims", claims="***""#, nil),
    (#"Bearer error="insufficient_claims", claims="aGVsbG8=""#, nil),
    (#"Basic error="insufficient_claims", claims="eyJhIjoxfQ==""#, nil), (#"Bearer"#, nil),
    ("", nil),
    (#"Bearer error="insufficient_claims", claims=""#, nil), (#"""""=,,,"="#, nil),
  ])
  func `E4 challenges are read by their grammar`(field: String, claims: String?) {
    #expect(ClaimsChallenge.claims(in: [field]) == claims)
    #expect(ClaimsChallenge.claims(in: ["Basic realm=\"x\"", field]) == claims)
  }

  @Test(.enabled(if: ErrorBehaviours.shared != nil, "skipped: the shared challenges"))
  func `E4 the shared challenges`() throws {
    let table = try Self.read("claims-challenges.json")
    var count = 0
    for row in try #require(table["cases"]?.array) where row["status"]?.int == 401 {
      let fields = row["headers"]?.array?.compactMap(\.string) ?? []
      let found = try ClaimsChallenge.claims(in: fields).map { try JSON(parsing: $0) }
      #expect(found ?? .null == row["claims"] ?? .null, "\(row["id"]?.string ?? "")")
      count += 1
    }
    print("claims challenges read: \(count)")
    #expect(count == 13)
  }

  @Test(arguments: [
    Row("refresh", "invalid_grant", 50105, exit: 5, hint: ""),
    Row("refresh", "invalid_grant", 53000, ["suberror": "message_only"], exit: 5, hint: ""),
  ])
  func `E5 what no sign-in mends is not asked for again in a loop`(row: Row) async throws {
    let service = Service(events: "")
    let machine = Machine(home: home, service)
    _ = await machine.signIn()
    machine.clock.advance(by: .seconds(4000))
    await service.script(
      Identity.tokenPath, .success(.json(row.body.text(.wire), status: row.status)))
    var asked = 0
    for _ in 0..<4 {
      let outcome = await machine.run("today")
      #expect(outcome.status == 5)
      // Signing in anew would end at the same wall.
      #expect(!outcome.errors.contains("try: graphcal login\n"), "\(outcome.errors)")
      asked += outcome.requests("POST", "/token").count
    }
    #expect(asked == 1)
  }

  @Test func `E6 the exit status tells what is needed`() async throws {
    var statuses: [String: Int32] = [:]
    statuses["sign-in"] = await Machine(home: home).run("today").status
    statuses["blocked"] = try await meet(
      Row("refresh", "invalid_grant", 530032, exit: 5, hint: "")
    ).status
    let offline = ScriptedTransport(
      answers: [
        .failure(
          TransportError(
            reason: .cannotConnect, host: "graph.test", detail: "refused", wasNotSent: true))
      ])
    var machine = Machine()
    machine.transport = offline
    statuses["network"] = await machine.run("today", "--max-wait", "0").status
    var unset = Machine(home: home)
    unset.environment.variables["GRAPHCAL_CLIENT_ID"] = nil
    statuses["settings"] = await unset.run("login").status
    #expect(statuses == ["sign-in": 4, "blocked": 5, "network": 7, "settings": 2])
  }
}

extension Machine {
  fileprivate func with(_ service: Service) -> Machine {
    var machine = self
    machine.service = service
    return machine
  }
}
