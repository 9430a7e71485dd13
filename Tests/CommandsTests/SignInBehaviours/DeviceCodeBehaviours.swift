import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import SignIn
import TestSupport
import Testing

/// Signing in with a code on another device.
///
/// Signals to a real process are in EndToEndTests/SignInBehaviours, under the same codes.
@Suite struct DeviceCodeBehaviours {
  let home: TemporaryHome
  let machine: Machine

  init() throws {
    home = try TemporaryHome()
    machine = Machine(home: home, Service(events: ""))
  }

  static let pending = Identity.refusal("authorization_pending", 70_016)
  static let slowDown = Service.Answer.success(.json(#"{"error":"slow_down"}"#, status: 400))
  static let lost = RefreshBehaviours.lost

  /// A code whose answer has these fields besides the usual ones, as the text behind them.
  static func code(
    _ fields: String = #""interval":5,"expires_in":900"#, userCode: String = "ABCD1234",
    page: String = "https://microsoft.com/devicelogin"
  ) -> Service.Answer {
    let more = fields.isEmpty ? "" : "," + fields
    return .ok(
      #"{"user_code":"\#(userCode)","device_code":"device-1","verification_uri":"\#(page)"\#(more)}"#
    )
  }

  /// Signs in with a code and these answers of the token endpoint, the last for all that follow.
  private func login(
    _ polls: [Service.Answer], with code: Service.Answer = code(), _ more: String...
  ) async -> (outcome: Outcome, seconds: Int) {
    await machine.service.script(Machine.deviceCodePath, code)
    await machine.service.script(Identity.tokenPath, polls)
    let start = machine.clock.elapsedTime
    let outcome = await machine.run(["login", "--device-code"] + more)
    return (outcome, Int((machine.clock.elapsedTime - start).components.seconds))
  }

  @Test func `D1 address, code, warning and time are on stderr, the code on a line of its own`()
    async throws
  {
    let (outcome, _) = await login([Identity.tokens(1)])
    #expect(
      outcome.errorLines == [
        "To sign in, open https://microsoft.com/devicelogin in a browser and enter the code:", "",
        "    ABCD1234", "", "The code is good for 15 minutes.",
        "Only enter it if you started this sign-in yourself, on this machine.",
      ])
    #expect(outcome.output == "Signed in as \(Identity.user).\n")
  }

  @Test(arguments: [
    ("https://microsoft.com/devicelogin", "ABCD12345"),
    ("https://www.microsoft.com/link", "WXYZ9876"),
    ("https://login.microsoftonline.us/common/oauth2/deviceauth", "A-1"),
    ("http://127.0.0.1:8080/device", "QQQQ"),
  ])
  func `D2 address and code are those of the answer`(page: String, userCode: String) async {
    let (outcome, _) = await login(
      [Identity.tokens(1)], with: Self.code(userCode: userCode, page: page))
    #expect(outcome.errors.contains("open \(page) in a browser"))
    #expect(outcome.errorLines.contains("    \(userCode)"))
  }

  @Test func `D2 text of the server cannot steer a terminal`() async throws {
    let code = Self.code(
      userCode: #"A\u001b[2JB\u202e\u009bC\nD"#,
      page: #"https://x.example/\u001b]8;;https://evil.example\u0007\u2066"#)
    for typed in [nil, [String]()] {
      var machine = machine
      machine.typed = typed
      await machine.service.script(Machine.deviceCodePath, code)
      await machine.service.script(Identity.tokenPath, Identity.refusal("access_denied", 1))
      let outcome = await machine.run("login", "--device-code")
      #expect(outcome.errorLines.contains("    A[2JBC D"))
      #expect(outcome.errors.contains("open https://x.example/]8;;https://evil.example in"))
      for scalar in outcome.errors.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
        #expect(!(0x202A...0x202E).contains(scalar.value) && scalar.value != 0x2066)
      }
    }
  }

  @Test(arguments: [
    ("https://microsoft.com/devicelogin", true), ("https://www.microsoft.com/link", true),
    ("https://login.microsoftonline.us/common/oauth2/deviceauth", true),
    ("http://microsoft.com/devicelogin", false), ("https://microsoft.com.evil.example/x", false),
    ("https://evilmicrosoft.com/", false), ("https://microsoft.com@evil.example/", false),
    ("javascript:alert(1)", false), ("http://127.0.0.1:8080/device", false),
  ])
  func `D2 only Microsoft's own pages may be opened`(page: String, mayOpen: Bool) async throws {
    let json: JSON = ["device_code": "d", "user_code": "U", "verification_uri": .string(page)]
    #expect((DeviceCode(json)?.isAtMicrosoft ?? false) == mayOpen)
    // The program opens none at all: the person compares the address and the code.
    let started = Locked(0)
    var machine = machine
    machine.environment.variables["DISPLAY"] = ":0"
    machine.programs = ProgramStarter(isInstalled: { _ in true }) { (words, _) throws(HostError) in
      started.withLock { $0 += 1 }
      throw HostError("start", words.first ?? "", .noHome)
    }
    await machine.service.script(Machine.deviceCodePath, Self.code(page: page))
    await machine.service.script(Identity.tokenPath, Identity.tokens(1))
    let outcome = await machine.run("login", "--device-code")
    // What is no page of the web, or would go out unencrypted, is not even shown.
    let isPage = DeviceCode(json) != nil
    #expect(outcome.status == (isPage ? 0 : 7))
    #expect(outcome.errors.contains(page) == isPage)
    #expect(started.withLock { $0 } == 0)
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(arguments: [
    (#""interval":5,"expires_in":900"#, 5, 15), (#""interval":"7","expires_in":"60""#, 7, 1),
    ("", 5, 15), (#""interval":0"#, 1, 15), (#""interval":-3"#, 1, 15),
    (#""interval":1e9,"expires_in":1e99"#, 60, 60), (#""interval":null"#, 5, 15),
    (#""interval":"soon","expires_in":"later""#, 5, 15), (#""interval":2.9"#, 2, 15),
  ])
  func `D3 the interval is waited before the first poll and between polls, odd ones put right`(
    fields: String, interval: Int, minutes: Int
  ) async {
    let (first, seconds) = await login([Identity.tokens(1)], with: Self.code(fields))
    #expect(first.status == 0)
    #expect(seconds == interval)
    #expect(first.errors.contains("good for \(minutes) minute\(minutes == 1 ? "." : "s.")"))
    let (third, more) = await login(
      [Self.pending, Self.pending, Identity.tokens(1)], with: Self.code(fields))
    #expect(third.tokenRequests.count == 3)
    #expect(more == interval * 3)
  }

  @Test func `D4 slow_down adds five seconds each time, for good`() async {
    let (outcome, seconds) = await login([
      Self.slowDown, Self.slowDown, Self.pending, Self.pending, Identity.tokens(1),
    ])
    #expect(outcome.status == 0)
    #expect(seconds == 5 + 10 + 15 + 15 + 15)
  }

  @Test(
    arguments: [
      ("a lost connection", [lost], 10),
      (
        "no answer in time",
        [
          .failure(
            .init(reason: .timedOut, host: "h", detail: "timed out", wasNotSent: false))
        ], 10
      ),
      (
        "no name server",
        [
          .failure(
            .init(reason: .cannotResolveHost, host: "h", detail: "no name", wasNotSent: true))
        ], 10
      ),
      ("500", [.status(500)], 10), ("a proxy's 502", [.status(502, "<html>")], 10),
      ("503 with a time", [.status(503, "", ["Retry-After": "17"])], 17),
      ("503 with a short time", [.status(503, "", ["Retry-After": "1"])], 5),
      ("a hotspot's page", [RefreshBehaviours.wifi], 10),
      ("a redirect", [.status(302, "", ["Location": "https://wifi.example/"])], 10),
      ("three of them", [lost, .status(500), lost], 10 + 20 + 40),
      (
        "many, then pending", [lost, lost, lost, lost, lost, pending, lost],
        10 + 20 + 40 + 60 + 60 + 5 + 10
      ),
    ] as [(String, [Service.Answer], Int)])
  func `D5 trouble on the way is waited out and told once`(
    name: String, answers: [Service.Answer], wait: Int
  ) async {
    let (outcome, seconds) = await login(answers + [Identity.tokens(1)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.tokenRequests.count == answers.count + 1)
    #expect(seconds == 5 + wait)
    let told = outcome.errorLines.filter {
      $0 == "cannot reach the identity platform; trying again"
    }
    #expect(told.count == 1)
  }

  @Test(arguments: [
    ("authorization_declined", 4, "the sign-in was declined"),
    ("access_denied", 4, "the sign-in was declined"),
    ("expired_token", 4, "the code expired"), ("code_expired", 4, "the code expired"),
    ("bad_verification_code", 4, "this sign-in cannot be finished"),
    ("some_new_error", 1, "the identity platform refused the sign-in"),
    ("invalid_client", 2, "the app registration is not a public client"),
  ])
  func `D6 every other answer ends it at once with its own words`(
    error: String, status: Int32, what: String
  ) async throws {
    let answer = Service.Answer.success(.json(#"{"error":"\#(error)"}"#, status: 400))
    let (outcome, seconds) = await login([Self.pending, answer])
    #expect(outcome.status == status)
    #expect(outcome.errorLines.contains("graphcal: \(what)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("  try: "))
    #expect(outcome.output.isEmpty)
    #expect(seconds == 10)
    #expect(try home.names() == ["token-cache.json.lock"])
  }

  @Test func `D7 it ends by the code's time, by a clock that nobody sets`() async {
    let time = machine.clock
    await machine.service.watch { _ in time.jumpWallClock(by: .seconds(40_000)) }
    let (outcome, seconds) = await login(
      [Self.pending], with: Self.code(#""interval":5,"expires_in":62"#))
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("the code expired"))
    #expect(outcome.errors.contains("graphcal login, and enter the new code at once"))
    #expect(seconds == 62)
    // Every five seconds, and once more at the very end.
    #expect(outcome.tokenRequests.count == 13)
    let (late, _) = await login(
      [Self.pending, Identity.tokens(1)], with: Self.code(#""interval":5,"expires_in":7"#))
    #expect(late.status == 0, "an approval of the last moment counts")
  }

  @Test func `D8 after a minute one hint tells what the browser may be showing`() async {
    let hint =
      "still waiting; if the browser shows 53003, 530033 or 530035, stop (Ctrl-C) and use "
      + "graphcal login --browser; if it says \"Need admin approval\", "
      + "graphcal admin-consent prints a request to send"
    let (early, _) = await login(Array(repeating: Self.pending, count: 11) + [Identity.tokens(1)])
    #expect(!early.errorLines.contains(hint))
    let (late, _) = await login(Array(repeating: Self.pending, count: 60) + [Identity.tokens(1)])
    #expect(late.errorLines.filter { $0 == hint }.count == 1)
  }

  @Test func `D9 an interruption ends it with 130 and leaves the cache as it was`() async throws {
    _ = await machine.signIn(Grant(7, to: .lee))
    let before = try home.cacheBytes()
    await machine.service.script(Machine.deviceCodePath, Self.code())
    await machine.service.script(Identity.tokenPath, Self.pending)
    await machine.service.watch { request in
      if request.url.hasSuffix("/token") { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let machine = machine
    let outcome = await Task { await machine.run("login", "--device-code") }.value
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.last == "graphcal: interrupted")
    #expect(outcome.tokenRequests.count == 1)
    #expect(try home.cacheBytes() == before)
  }

  @Test func `D10 for a script it is one line of JSON on stderr, and the result alone on stdout`()
    async throws
  {
    let (outcome, _) = await login(
      [Self.pending, Self.lost, Identity.tokens(1)], "--json", "--quiet")
    #expect(
      outcome.errorLines == [
        #"{"expires_at":"2026-11-30T08:15:00Z","user_code":"ABCD1234","#
          + #""verification_uri":"https://microsoft.com/devicelogin"}"#
      ])
    #expect(try outcome.json["account"] == .string(Identity.user))
    #expect(outcome.outputLines.count == 1)
    let (refused, _) = await login([Identity.refusal("access_denied", 1)], "--json")
    #expect(refused.output.isEmpty)
    let error = try JSON(parsing: try #require(refused.errorLines.last))["error"]
    #expect(error?["code"] == "access_denied")
    // Without a terminal there are sentences and nothing that moves.
    let (plain, _) = await login([Self.pending, Identity.tokens(1)])
    #expect(!plain.errors.contains("\r") && !plain.errors.contains("\u{1B}"))
    #expect(plain.errorLines.count == 6)
  }

  @Test(arguments: [
    ("invalid_grant", 53_003, 5, "graphcal login --browser"),
    ("access_denied", 530_033, 5, "graphcal login --browser"),
    ("access_denied", 530_035, 5, "graphcal login --browser"),
    (
      "invalid_client", 7_000_218, 2,
      "in the app registration, under Authentication, set \"Allow public client flows\" to Yes"
    ),
    (
      "unauthorized_client", 700_016, 2, "compare AppId and TenantId with the app registration"
    ),
    ("invalid_request", 90_002, 2, "compare TenantId with the app registration"),
    (
      "invalid_request", 50_194, 2,
      "set TenantId to the Directory (tenant) ID of the app registration"
    ),
    ("invalid_request", 9_002_332, 2, "set TenantId to organizations or to the tenant's id"),
    ("invalid_scope", 70_011, 2, "look at GraphScopes in the settings and at --scopes"),
    (
      "invalid_request", 900_439, 2, "graphcal login --cloud usgov, usgov-dod or china"
    ),
    (
      "invalid_client", 650_052, 2,
      "graphcal setup, to make a registration of your own with the permissions it needs"
    ),
    (
      "invalid_grant", 50_011, 2,
      "in the app registration, add http://localhost under \"Mobile and desktop applications\""
    ),
  ])
  func `D11 a block names the other way, and a wrong registration the switch in the portal`(
    error: String, number: Int, status: Int32, hint: String
  ) async {
    for isEarly in [true, false] {
      let refusal = Identity.refusal(error, number)
      let (outcome, _) = await login(
        [Self.pending, refusal], with: isEarly ? refusal : Self.code())
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errorLines.contains("  try: \(hint)"), "\(outcome.errors)")
      #expect(outcome.errors.contains("AADSTS\(number)"))
      #expect(outcome.output.isEmpty)
    }
  }
}
