import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Signing in and out, and everything that can be wrong with the tokens kept.
@Suite struct SignInCommandTests {
  @Test func `a sign-in shows the code, stores the tokens, and the rest works from them`()
    async throws
  {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    let login = await machine.signIn()
    try expectGolden(login.transcript, "login.txt")
    #expect(try Files.status(of: home.tokenCache)?.mode == 0o600)
    let today = await machine.run("today")
    #expect(today.status == 0)
    #expect(
      today.requests.allSatisfy { $0.headers["Authorization"] == "Bearer access-1" })
    #expect(today.requests("POST", "/token").isEmpty)
    let status = await machine.run("status")
    try expectGolden(
      status.transcript.replacing(home.folder, with: "~"), "status.txt")
    try expectGolden(await machine.transcript("accounts"), "accounts.txt")
    #expect(await machine.run("token").output == "access-1\n")
    try expectGolden(await machine.transcript("logout"), "logout.txt")
    #expect(await machine.run("today").status == 4)
    #expect(try !home.read(home.tokenCache).contains("refresh-1"))
  }

  // C077
  @Test(arguments: [
    ["agenda"], ["week"], ["today", "--json"], ["show", "k7m2"], ["me"], ["calendars"], ["token"],
    ["new-event", "--subject", "x", "--attendee", "kim@contoso.example"], ["status"],
  ])
  func `without a token nothing is waited for`(words: [String]) async throws {
    let machine = Machine(home: try TemporaryHome())
    let outcome = await machine.run(words)
    #expect(outcome.status == 4)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.errors.contains("graphcal login"))
    #expect(machine.clock.elapsedTime == .zero)
  }

  @Test(arguments: [[], ["--no-input"], ["--quiet"]])
  func `an invitation is not sent where nobody can be asked`(words: [String]) async throws {
    let outcome = await Machine().run(
      ["new-event", "--subject", "Lunch", "--attendee", "kim@contoso.example"] + words)
    #expect(outcome.status == 8)
    #expect(outcome.errors.contains("--yes"))
    #expect(outcome.requests("POST", "/events").isEmpty)
  }

  @Test(arguments: [("y", 0, 1), ("n", 8, 0), ("", 8, 0), ("what", 8, 0)])
  func `an invitation is sent when a person says so`(
    typed: String, status: Int, posts: Int
  ) async throws {
    let created = timed("AAMkNEW", "Lunch", "2026-11-30T08:30:00", "2026-11-30T09:00:00")
    var machine = Machine(Service(["POST /me/events": [.ok(created)]]))
    machine.typed = [typed]
    let outcome = await machine.run(
      "new-event", "--subject", "Lunch", "--attendee", "kim@contoso.example")
    #expect(outcome.status == status)
    #expect(outcome.requests("POST", "/events").count == posts)
    #expect(outcome.errors.contains("Send invitations to 1 person?"))
    #expect(!outcome.output.contains("Send"))
  }

  @Test(arguments: ["120", "\"120\"", "\"3599\""])
  func `a token that lives for two minutes does not loop`(expiresIn: String) async throws {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    _ = await machine.signIn()
    machine.clock.advance(by: .seconds(4000))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2, expiresIn: expiresIn))
    let outcome = await machine.run("agenda")
    #expect(outcome.status == 0)
    #expect(outcome.requests("POST", "/token").count == 1)
  }

  @Test func `a clock that is off is named when a request fails`() async throws {
    let header = "Sun, 29 Nov 2020 08:00:00 GMT"
    let service = Service([
      "GET /me/calendarView": [
        .status(400, #"{"error":{"code":"BadRequest"}}"#, ["Date": header])
      ]
    ])
    let outcome = await Machine(service).run("today")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("clock"))
  }
}
