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

  @Test func `a sign-in for a script keeps stdout clean`() async throws {
    let home = try TemporaryHome()
    let service = Service()
    await service.script("POST /common/oauth2/v2.0/devicecode", Identity.deviceCode)
    await service.script(
      Identity.tokenPath, Identity.refusal("authorization_pending", 70_016),
      Identity.refusal("slow_down", 70_016), Identity.tokens(1))
    let machine = Machine(home: home, service)
    let outcome = await machine.run("login", "--device-code", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.json["account"] == .string(Identity.user))
    #expect(try JSON(parsing: outcome.errorLines[0])["user_code"] == "ABCD1234")
    #expect(outcome.requests("POST", "/token").count == 3)
    // 5 s, 5 s, and 10 s after slow_down.
    #expect(machine.clock.elapsedTime >= .seconds(20))
    #expect(!outcome.output.contains("access-1") && !outcome.errors.contains("access-1"))
  }

  @Test func `a code that nobody enters ends with its time`() async throws {
    let service = Service()
    await service.script("POST /common/oauth2/v2.0/devicecode", Identity.deviceCode)
    await service.script(Identity.tokenPath, Identity.refusal("authorization_pending", 70_016))
    let machine = Machine(home: try TemporaryHome(), service)
    let outcome = await machine.run("login", "--device-code")
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
    #expect(machine.clock.elapsedTime <= .seconds(930))
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

  // C074
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var content: String
  }

  @Test(arguments: [
    Damage(testDescription: "empty", content: ""), Damage(testDescription: "cut", content: "{"),
    Damage(testDescription: "doubled", content: #"{"AccessToken":{}}{"AccessToken":{}}"#),
    Damage(testDescription: "of another shape", content: #"["a","list"]"#),
  ])
  func `a damaged cache is named, kept, and cured by a new sign-in`(damage: Damage) async throws {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    try home.write(home.tokenCache, damage.content)
    let outcome = await machine.run("agenda")
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.errors.contains(home.tokenCache))
    #expect(outcome.errors.contains("graphcal login"))
    #expect(try home.read(home.tokenCache) == damage.content)
    #expect(await machine.signIn().status == 0)
    #expect(await machine.run("agenda").status == 0)
    let folder = Paths.folder(of: home.tokenCache)
    let kept = try Files.names(in: folder).filter { $0.contains("corrupt") }
    #expect(kept.count == 1)
    #expect(try kept.map { try home.read(folder + "/" + $0) } == [damage.content])
  }

  @Test func `a cache with a byte-order mark and unknown fields works and keeps them`()
    async throws
  {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    _ = await machine.signIn()
    let cache = try home.read(home.tokenCache)
    let more = "{\n    \"Future\": {\"x\": 1},"
    try home.write(home.tokenCache, "\u{FEFF}" + more + cache.dropFirst())
    #expect(await machine.run("agenda").status == 0)
    machine.clock.advance(by: .seconds(4000))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    #expect(await machine.run("agenda").status == 0)
    let after = try JSON(parsing: Files.read(home.tokenCache, limit: 1 << 20))
    #expect(after["Future"] == ["x": 1])
    #expect(try home.read(home.tokenCache).contains("refresh-2"))
  }

  @Test func `a cache that is no file, unreadable, or of another app is told as what it is`()
    async throws
  {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    try Files.createPrivateFolder(home.tokenCache)
    let folder = await machine.run("agenda")
    #expect(folder.status == 4 || folder.status == 1)
    #expect(folder.errors.contains(home.tokenCache))

    let other = Machine(
      home: home, Service(events: ""), ["GRAPHCAL_TOKEN_CACHE": home.folder + "/null"])
    try FileManager.default.createSymbolicLink(
      atPath: home.folder + "/null", withDestinationPath: "/dev/null")
    let null = await other.run("agenda")
    #expect([1, 4].contains(null.status))
    #expect(null.errors.contains(home.folder + "/null"))

    let first = Machine(
      home: home, Service(events: ""), ["GRAPHCAL_TOKEN_CACHE": home.folder + "/cache.json"])
    _ = await first.signIn()
    let foreign = Machine(
      home: home, Service(events: ""),
      [
        "GRAPHCAL_TOKEN_CACHE": home.folder + "/cache.json",
        "GRAPHCAL_CLIENT_ID": "00000000-0000-4000-8000-00000000000b",
      ])
    let refused = await foreign.run("agenda")
    #expect(refused.status == 4)
    #expect(refused.errors.contains("another app registration"))
  }

  @Test func `a cache open to others is closed by the next write`() async throws {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    _ = await machine.signIn()
    try Files.setMode(0o644, of: home.tokenCache)
    machine.clock.advance(by: .seconds(4000))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    let outcome = await machine.run("agenda")
    #expect(outcome.status == 0)
    #expect(try Files.status(of: home.tokenCache)?.mode == 0o600)
    #expect(outcome.errors.contains("open to other users"))
  }

  // C076
  @Test(arguments: [
    // A token from the future is suspect, however little.
    ("10 minutes back", Duration.seconds(-600), 1), ("10 minutes on", .seconds(600), 0),
    ("a day on", .seconds(86_400), 1), ("a day back", .seconds(-86_400), 1),
    ("2 hours back", .seconds(-7200), 1),
  ])
  func `a clock that jumps costs one renewal at most`(
    name: String, jump: Duration, renewals: Int
  ) async throws {
    let home = try TemporaryHome()
    let machine = Machine(home: home, Service(events: ""))
    _ = await machine.signIn()
    machine.clock.jumpWallClock(by: jump)
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    let first = await machine.run("agenda")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.requests("POST", "/token").count == renewals)
    let second = await machine.run("agenda")
    #expect(second.status == 0)
    #expect(second.requests("POST", "/token").isEmpty)
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
