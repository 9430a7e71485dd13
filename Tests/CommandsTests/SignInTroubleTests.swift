import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// What a user reads when a sign-in goes wrong, word for word.
@Suite struct SignInTroubleTests {
  let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func refusal(_ error: String, _ number: Int, _ text: String) -> Service.Answer {
    .success(
      .json(
        #"{"error":"\#(error)","error_codes":[\#(number)],"#
          + #""error_description":"AADSTS\#(number): \#(text)\r\nTrace ID: t\r\nCorrelation ID: c","#
          + #""correlation_id":"5d3c1a0e"}"#, status: 400))
  }

  /// Errors that come when a device code is asked for.
  @Test(arguments: [
    ("wrong-tenant", "invalid_request", 90002, "Tenant 'contoso.exmaple' not found."),
    (
      "wrong-client", "unauthorized_client", 700016,
      "Application with identifier '5f0c' was not found in the directory 'Contoso'."
    ),
    (
      "not-public", "invalid_client", 7_000_218,
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'."
    ),
    (
      "wrong-cloud", "invalid_request", 900439,
      "USGClientNotSupportedOnPublicEndpoint - US Government client is not supported here."
    ),
    (
      "single-tenant", "invalid_request", 50194,
      "Application '5f0c' is not configured as a multi-tenant application."
    ),
  ])
  func `a registration or tenant that does not fit`(
    name: String, error: String, number: Int, text: String
  ) async throws {
    let service = Service()
    await service.script(
      "POST /common/oauth2/v2.0/devicecode", refusal(error, number, text))
    let machine = Machine(home: home, service)
    try expectGolden(
      await machine.transcript("login", "--device-code"), "login-\(name).txt")
    #expect(try Files.status(of: home.tokenCache) == nil)
  }

  @Test func `a redirect that is not registered is shown by the page, and told by its redemption`()
    async throws
  {
    let machine = await Machine(home: home, browser: .approving)
    await machine.service.script(
      Identity.tokenPath,
      refusal("invalid_request", 50011, "The redirect URI specified does not match."))
    let login = await machine.run("login", "--browser")
    #expect(login.status == 2)
    let told = login.errorLines.drop { !$0.hasPrefix("graphcal:") }.joined(separator: "\n") + "\n"
    try expectGolden(told, "login-redirect.txt")
  }

  @Test func `a code that nobody enters`() async throws {
    let service = Service()
    await service.script("POST /common/oauth2/v2.0/devicecode", Identity.deviceCode)
    await service.script(Identity.tokenPath, Identity.refusal("authorization_pending", 70_016))
    try expectGolden(
      await Machine(home: home, service).transcript("login", "--device-code"), "login-expired.txt")
  }

  @Test func `a browser window that is closed`() async throws {
    let clock = Locked<ManualClock?>(nil)
    let browser = ScriptedBrowser { _ in
      clock.withLock { $0?.advance(by: .seconds(61)) }
      try? await Task.sleep(for: .milliseconds(100))
      clock.withLock { $0?.advance(by: .seconds(240)) }
    }
    let machine = await Machine(home: home, browser: browser)
    clock.withLock { $0 = machine.clock }
    let login = await machine.run("login", "--browser")
    #expect(login.status == 4)
    let told =
      login.errorLines.drop { !$0.hasPrefix("still waiting") }.joined(separator: "\n") + "\n"
    try expectGolden(told, "login-window-closed.txt")
  }

  @Test func `a clock that is a day off is named, and the sign-in works all the same`() async throws
  {
    let service = Service()
    let machine = Machine(home: home, service)
    await service.script(
      "POST /common/oauth2/v2.0/devicecode",
      Self.dated(Identity.deviceCode, "Sun, 29 Nov 2026 08:00:00 GMT"))
    await service.script(Identity.tokenPath, Identity.tokens(1))
    try expectGolden(
      await machine.transcript("login", "--device-code"), "login-clock.txt")
    #expect(await machine.run("token").output == "access-1\n")
  }

  private static func dated(_ answer: Service.Answer, _ date: String) -> Service.Answer {
    answer.map { response in
      var response = response
      response.headers["Date"] = date
      return response
    }
  }

  @Test func `a device that consent was declined on, and the command that needs it afterwards`()
    async throws
  {
    let service = Service(events: "")
    let machine = Machine(home: home, service)
    _ = await machine.signIn(1, scopes: "User.Read Calendars.Read")
    await service.script(
      Identity.tokenPath, refusal("authorization_declined", 65004, "User declined to consent."))
    let declined = await machine.run("login", "--device-code", "--scopes", "write")
    #expect(declined.status == 4)
    try expectGolden(
      await machine.transcript("new-event", "--subject", "x", "--start", "9:00"),
      "new-event-scope-declined.txt")
    await service.script(
      Identity.tokenPath, refusal("access_denied", 90094, "The grant requires admin permission."))
    _ = await machine.run("login", "--device-code", "--scopes", "write")
    try expectGolden(
      await machine.transcript("new-event", "--subject", "x", "--start", "9:00"),
      "new-event-scope-blocked.txt")
    _ = await machine.signIn(2, scopes: "User.Read Calendars.Read", "--scopes", "write")
    try expectGolden(
      await machine.transcript("new-event", "--subject", "x", "--start", "9:00"),
      "new-event-scope-withheld.txt")
    let fresh = try TemporaryHome()
    let other = Machine(home: fresh, service)
    _ = await other.signIn(3, scopes: "User.Read Calendars.Read", "--scopes", "read")
    try expectGolden(
      await other.transcript("new-event", "--subject", "x", "--start", "9:00"),
      "new-event-scope-not-asked.txt")
  }
}
