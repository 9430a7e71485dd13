import Commands
import FoundationEssentials
import Glibc
import HTTP
import Host
import JSON
import SignIn
import TestSupport
import Testing

/// Locking and renewing tokens.
///
/// What only whole processes show (kills, signals) is in EndToEndTests/SignInBehaviours, under the
/// same codes.
@Suite struct RefreshBehaviours {
  let home: TemporaryHome
  let machine: Machine

  init() throws {
    home = try TemporaryHome()
    machine = Machine(home: home, Service(events: ""))
  }

  static let lost = Service.Answer.failure(
    TransportError(
      reason: .connectionLost, host: "login.microsoftonline.com", detail: "reset",
      wasNotSent: false))
  static let wifi = Service.Answer.status(200, "<html>wifi</html>", type: "text/html")

  /// The machine with the clocks of this one, so that waiting takes its time.
  private var inRealTime: Machine {
    var machine = machine
    machine.clocks = .system
    return machine
  }

  /// Makes every access token look long expired, whatever the clock.
  private func end() throws {
    try home.editEntries("AccessToken") { entry in
      entry["cached_at"] = "999990000"
      entry["expires_on"] = "1000000000"
    }
  }

  @Test func `R1 twenty at once with an expired token make one request`() async throws {
    _ = await machine.signIn()
    try end()
    // A second use of the refresh token would be refused, as a strict service does.
    await machine.service.script(
      Identity.tokenPath, Identity.tokens(2), Identity.refusal("invalid_grant", 70_000))
    await machine.service.watch { _ in for _ in 0..<50 { await Task.yield() } }
    let before = await machine.service.requests.count
    let machine = inRealTime
    let outputs = await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { await machine.run("token").output } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outputs == Array(repeating: "access-2\n", count: 20))
    #expect(await machine.service.requests.count - before == 1)
  }

  @Test func `R2 a lock whose holder is gone is free at once, also when its file stays`()
    async throws
  {
    _ = await machine.signIn()
    do {
      _ = try await FileLock.acquire(
        home.tokenCache + ".lock", wait: .zero, clock: machine.clock.clock)
    }
    #expect(try home.names().contains("token-cache.json.lock"))
    await machine.expire(then: Identity.tokens(2))
    let start = machine.clock.elapsedTime
    #expect(await machine.run("token").output == "access-2\n")
    #expect(machine.clock.elapsedTime == start)
  }

  @Test(arguments: [["token"], ["login", "--device-code"], ["logout"]])
  func `R3 a lock that is not free within a minute is a temporary failure, and nothing is written`(
    words: [String]
  ) async throws {
    _ = await machine.signIn()
    await machine.expire(then: Identity.tokens(2))
    let before = try home.cacheBytes()
    let start = machine.clock.elapsedTime
    let lock = try await FileLock.acquire(
      home.tokenCache + ".lock", wait: .zero, clock: machine.clock.clock)
    let outcome = await machine.run(words)
    lock.release()
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("the token cache is locked"))
    #expect(outcome.errors.contains("another process holds the lock"))
    #expect(outcome.errors.contains("try again when the other graphcal has ended"))
    #expect(outcome.requests.isEmpty)
    let waited = machine.clock.elapsedTime - start
    #expect(waited >= .seconds(60) && waited < .seconds(61))
    #expect(try home.cacheBytes() == before)
  }

  @Test func `R4 the cache is read again inside the lock, and a newer token there is used`()
    async throws
  {
    _ = await machine.signIn()
    await machine.expire(then: Identity.refusal("invalid_grant", 70_000))
    let lock = try await FileLock.acquire(
      home.tokenCache + ".lock", wait: .zero, clock: machine.clock.clock)
    // Whoever waits for the lock has read the old token already.
    let home = home
    let time = machine.clock
    var machine = machine
    machine.clocks = Clock(now: { time.now }, uptime: time.clock.uptime) {
      (duration) async throws(CancellationError) in
      try? home.editEntries("AccessToken") { entry in
        entry["secret"] = "access-of-another"
        entry["expires_on"] = .string(String(Int(time.now.timeIntervalSince1970) + 3000))
      }
      lock.release()
      try await time.clock.sleep(duration)
    }
    let outcome = await machine.run("token")
    #expect(outcome.output == "access-of-another\n")
    #expect(outcome.requests.isEmpty)
  }

  @Test func `R5 the new refresh token is stored before the access token is used`() async throws {
    _ = await machine.signIn()
    await machine.expire(then: Identity.tokens(2))
    let stored = Locked<[String]>([])
    let home = home
    await machine.service.watch { request in
      guard request.method == "GET" else { return }
      let secrets = (try? home.stored("RefreshToken")) ?? []
      stored.withLock { $0 += secrets }
      #expect(request.headers["Authorization"] == "Bearer access-2")
    }
    #expect(await machine.run("today").status == 0)
    #expect(stored.withLock { Set($0) } == ["refresh-2"])
    #expect(try home.stored("RefreshToken", "last_modification_time") == ["1796029605"])
  }

  @Test func `R5 an answer without a refresh token leaves the old one`() async throws {
    _ = await machine.signIn()
    let before = try home.entries("RefreshToken")
    await machine.expire(then: Grant(2).with { $0.isRenewable = false }.answer)
    #expect(await machine.run("token").output == "access-2\n")
    #expect(try home.entries("RefreshToken") == before)
    await machine.expire(then: Grant(3).with { $0.more = ["refresh_token": ""] }.answer)
    let outcome = await machine.run("token")
    #expect(outcome.refreshTokensSent == ["refresh-1"])
    #expect(try home.entries("RefreshToken") == before)
  }

  @Test(arguments: [
    ("invalid_grant", 700_082, 4, "graphcal login"),
    ("invalid_grant", 50_173, 4, "graphcal login"),
    ("invalid_grant", 65_001, 4, "graphcal login, and accept the permissions in the browser"),
    ("invalid_grant", 53_003, 5, "send your administrator the correlation id above"),
    (
      "invalid_client", 7_000_218, 2,
      "in the app registration, under Authentication, set \"Allow public client flows\" to Yes"
    ),
  ])
  func `R6 a refusal says what helps and leaves everything that is stored`(
    error: String, number: Int, status: Int32, hint: String
  ) async throws {
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    await machine.expire(then: Identity.refusal(error, number))
    let outcome = await machine.run("today")
    #expect(outcome.status == status)
    #expect(outcome.tokenRequests.count == 1)
    #expect(outcome.requests.count == 1, "nothing is asked with the old token")
    #expect(outcome.errors.contains("AADSTS\(number)"))
    #expect(outcome.errors.contains("correlation id c-1"))
    #expect(outcome.errorLines.contains("  try: \(hint)"), "\(outcome.errors)")
    #expect(try home.cacheBytes() == before)
    // A script in a loop does not hammer the service: the refusal is remembered for a minute.
    let again = await machine.run("today")
    #expect(again.status == status)
    #expect(again.requests.isEmpty)
    machine.clock.advance(by: .seconds(61))
    #expect(await machine.run("today").tokenRequests.count == 1)
  }

  @Test func `R6 a refresh token that is dead for good is deleted, and nothing else`()
    async throws
  {
    _ = await machine.signIn()
    await machine.expire(then: Identity.refusal("invalid_grant", 530_036))
    let before = try home.cache()
    let outcome = await machine.run("today")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("graphcal login --browser"))
    #expect(try home.stored("RefreshToken").isEmpty)
    for section in ["Account", "AccessToken", "IdToken", "AppMetadata"] {
      #expect(try home.cache()[section] == before[section])
    }
    #expect(try await machine.run("accounts", "--json").items.count == 1)
  }

  @Test func `R6 after a refusal a token that another program stored meanwhile is tried once`()
    async throws
  {
    _ = await machine.signIn()
    let home = home
    // MSAL knows nothing of our lock.
    await machine.service.watch { request in
      guard request.form["refresh_token"] == "refresh-1" else { return }
      try? home.editEntries("RefreshToken") { $0["secret"] = "refresh-of-msal" }
    }
    await machine.expire(then: Identity.refusal("invalid_grant", 70_000), Identity.tokens(2))
    let outcome = await machine.run("token")
    #expect(outcome.output == "access-2\n")
    #expect(outcome.refreshTokensSent == ["refresh-1", "refresh-of-msal"])
    #expect(try home.stored("RefreshToken") == ["refresh-2"])

    await machine.service.watch { _ in
      try? home.editEntries("RefreshToken") { $0["secret"] = "dead-too" }
    }
    await machine.expire(then: Identity.refusal("invalid_grant", 70_000))
    let refused = await machine.run("token")
    #expect(refused.status == 4)
    #expect(refused.refreshTokensSent == ["refresh-2", "dead-too"])
  }

  @Test func `R7 of two refresh tokens the newest is tried first, then the other`() async throws {
    _ = await machine.signIn()
    let old = try #require(try home.entries("RefreshToken").first?.object)
    var new = old
    new["secret"] = "refresh-new"
    new["target"] = "User.Read"
    new["last_modification_time"] = .string(
      String(Int(machine.clock.now.timeIntervalSince1970) + 1))
    try home.addEntries("RefreshToken", ["another-key": .object(new)])
    await machine.expire(then: Identity.refusal("invalid_grant", 70_000), Identity.tokens(2))
    let outcome = await machine.run("token")
    #expect(outcome.output == "access-2\n")
    #expect(outcome.refreshTokensSent == ["refresh-new", "refresh-1"])
    #expect(try home.stored("RefreshToken") == ["refresh-2", "refresh-new"])
  }

  @Test(arguments: [(301, false), (300, false), (299, true), (1, true), (0, true)])
  func `R8 a token with less than five minutes left is renewed`(
    seconds: Int, isRenewed: Bool
  ) async throws {
    _ = await machine.signIn()
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    machine.clock.advance(by: .seconds(3600 - seconds))
    let before = try home.cacheBytes()
    let outcome = await machine.run("token")
    #expect(outcome.output == (isRenewed ? "access-2\n" : "access-1\n"))
    #expect(outcome.tokenRequests.count == (isRenewed ? 1 : 0))
    #expect(try (home.cacheBytes() == before) != isRenewed)
  }

  @Test func `R8 with the network down it is used to its last second, then the network is blamed`()
    async throws
  {
    _ = await machine.signIn()
    await machine.service.script(Identity.tokenPath, Self.lost)
    // Three tries take some seconds.
    machine.clock.advance(by: .seconds(3585))
    let quiet = await machine.run("token")
    #expect(quiet.output == "access-1\n")
    #expect(quiet.errors.isEmpty)
    let verbose = await machine.run("token", "--verbose")
    #expect(verbose.output == "access-1\n")
    #expect(verbose.errors.contains("the access token could not be renewed (reset)"))
    #expect(verbose.errors.contains("s more"))
    machine.clock.advance(by: .seconds(60))
    let outcome = await machine.run("token")
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("the connection to login.microsoftonline.com was lost"))
    #expect(!outcome.errors.contains("graphcal login"))
  }

  @Test func `R9 a token is renewed at the time the service wants, and serves on if that fails`()
    async throws
  {
    let grant = Grant(1).with {
      $0.expiresIn = 86_000
      $0.more = ["refresh_in": 40_000]
    }
    _ = await machine.signIn(grant)
    await machine.service.script(Identity.tokenPath, Self.lost)
    machine.clock.advance(by: .seconds(39_990))
    #expect(await machine.run("token").requests.isEmpty)
    machine.clock.advance(by: .seconds(20))
    let lost = await machine.run("token")
    #expect(lost.output == "access-1\n")
    #expect(lost.tokenRequests.count == 3)
    await machine.service.script(Identity.tokenPath, Identity.refusal("invalid_grant", 70_008))
    for requests in [1, 0] {
      let refused = await machine.run("token")
      #expect(refused.output == "access-1\n")
      #expect(refused.tokenRequests.count == requests)
    }
    machine.clock.advance(by: .seconds(61))
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    #expect(await machine.run("token").output == "access-2\n")
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answers: [Service.Answer]
    /// Requests in all, and the range of seconds that was waited between them.
    var requests: Int
    var seconds: ClosedRange<Int>

    init(
      _ name: String, _ answers: [Service.Answer], requests: Int = 2,
      seconds: ClosedRange<Int> = 0...2
    ) {
      testDescription = name
      self.answers = answers
      self.requests = requests
      self.seconds = seconds
    }
  }

  @Test(arguments: [
    Trouble("500", [.status(500)]), Trouble("502 of a proxy", [.status(502, "<html>")]),
    Trouble(
      "503 as JSON", [.success(.json(#"{"error":"temporarily_unavailable"}"#, status: 503))]),
    Trouble("a page of the network", [wifi]), Trouble("no JSON", [.status(200, "OK")]),
    Trouble("a JSON list", [.ok("[]")]),
    Trouble("a redirect", [.status(302, "", ["Location": "http://wifi.example/"])]),
    Trouble("429", [.status(429, "", ["Retry-After": "7"])], seconds: 7...7),
    Trouble(
      "503 with a date", [.status(503, "", ["Retry-After": "Mon, 30 Nov 2026 09:06:55 GMT"])],
      seconds: 5...15),
    Trouble("408 twice", [.status(408), .status(408)], requests: 3, seconds: 1...5),
    Trouble("lost, then 500", [lost, .status(500)], requests: 3, seconds: 1...5),
  ])
  func `R10 what another try may mend is tried up to three times`(trouble: Trouble) async throws {
    _ = await machine.signIn()
    await machine.expire()
    await machine.service.script(Identity.tokenPath, trouble.answers + [Identity.tokens(2)])
    let start = machine.clock.elapsedTime
    let outcome = await machine.run("token")
    #expect(outcome.output == "access-2\n", "\(outcome.errors)")
    #expect(outcome.tokenRequests.count == trouble.requests)
    #expect(Set(outcome.requests.map(\.url)).count == 1)
    let waited = Int((machine.clock.elapsedTime - start).components.seconds)
    #expect(trouble.seconds.contains(waited), "\(waited)")
  }

  @Test(arguments: [
    Trouble("always 500", [.status(500)], requests: 3),
    Trouble("always lost", [lost], requests: 3),
    Trouble("a wait of an hour", [.status(503, "", ["Retry-After": "3600"])], requests: 1),
    Trouble(
      "a certificate",
      [
        .failure(
          .init(
            reason: .tls, host: "login.microsoftonline.com", detail: "x", wasNotSent: true))
      ],
      requests: 1),
    Trouble(
      "a proxy's password",
      [
        .failure(
          .init(
            reason: .proxyWantsSignIn, host: "proxy:8080", detail: "x", wasNotSent: true))
      ],
      requests: 1),
  ])
  func `R10 what does not mend is a temporary failure`(trouble: Trouble) async throws {
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    await machine.expire()
    await machine.service.script(Identity.tokenPath, trouble.answers)
    let outcome = await machine.run("token")
    #expect(outcome.status == 7)
    #expect(outcome.tokenRequests.count == trouble.requests)
    #expect(outcome.errors.contains("  try: "))
    #expect(try home.cacheBytes() == before)
  }

  @Test func `R10 the waits between tries differ from run to run`() async throws {
    _ = await machine.signIn()
    await machine.expire(then: .status(500))
    var waits: Set<Duration> = []
    for byte in [0, 100, 200] as [UInt8] {
      var machine = machine
      machine.randomness = Randomness { [UInt8](repeating: byte, count: $0) }
      let start = machine.clock.elapsedTime
      _ = await machine.run("token")
      waits.insert(machine.clock.elapsedTime - start)
    }
    #expect(waits.count == 3)
  }
}
