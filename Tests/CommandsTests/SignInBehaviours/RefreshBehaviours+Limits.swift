import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// What a renewal cannot bring, must not ask for and must not bring back.
extension RefreshBehaviours {
  @Test(arguments: [
    "User.Read Calendars.ReadWrite", "user.read CALENDARS.readwrite",
    "https://graph.microsoft.com/User.Read https://graph.microsoft.com/Calendars.ReadWrite",
    "openid profile HTTPS://Graph.Microsoft.com/calendars.read", "Calendars.ReadWrite.Shared",
  ])
  func `R11 scopes match whatever their letter case and style`(scope: String) async throws {
    _ = await machine.signIn(Grant(1).with { $0.scope = scope })
    let outcome = await machine.run("today")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.tokenRequests.isEmpty)
  }

  @Test func `R11 fewer scopes than asked for are told, and cost one renewal an hour`()
    async throws
  {
    let few = Grant(1).with { $0.scope = "User.Read openid" }
    let login = await machine.signIn(few)
    #expect(login.status == 0)
    #expect(login.errors.contains("not granted: MailboxSettings.Read Calendars.ReadWrite"))
    await machine.expire(then: few.with { $0.number = 2 }.answer)
    for requests in [1, 0, 0] {
      let outcome = await machine.run("today")
      #expect(outcome.tokenRequests.count == requests)
    }
    #expect(await machine.run("token").output == "access-2\n")
  }

  @Test func `R11 a missing scope is named with the login that adds it, and nothing is asked`()
    async throws
  {
    let other = Grant(1).with { $0.scope = "User.Read openid" }
    _ = await machine.signIn(other)
    let outcome = await machine.run("today")
    #expect(outcome.status == 5)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.errorLines.first?.contains("Calendars.Read") == true)
    #expect(outcome.errors.contains("granted: User.Read"))
    #expect(outcome.errors.contains("graphcal login --scopes User.Read,Calendars.Read"))
    // A renewal that brings no more ends in the same words.
    await machine.expire(then: other.with { $0.number = 2 }.answer)
    for requests in [1, 0] {
      let again = await machine.run("today")
      #expect(again.status == 5)
      #expect(again.errors.contains("graphcal login --scopes User.Read,Calendars.Read"))
      #expect(again.requests.count == requests)
    }
  }

  @Test(arguments: [
    ("a refusal", Identity.refusal("invalid_grant", 700_082), 4),
    ("a second factor", Identity.refusal("interaction_required", 50_076), 4),
    ("a consent", Identity.refusal("invalid_grant", 65_001), 4),
    ("a policy", Identity.refusal("invalid_grant", 53_003), 5),
    ("no network", lost, 7), ("a hotspot", wifi, 7),
  ])
  func `R12 a renewal never starts a sign-in, with a terminal or without`(
    name: String, answer: Service.Answer, status: Int32
  ) async throws {
    var machine = machine
    _ = await machine.signIn()
    let started = Locked(0)
    machine.environment.variables["DISPLAY"] = ":0"
    machine.programs = ProgramStarter(isInstalled: { _ in true }) { (words, _) throws(HostError) in
      started.withLock { $0 += 1 }
      throw HostError("start", words.first ?? "", .noHome)
    }
    await machine.expire(then: answer)
    for typed in [nil, ["y", "y", "y"]] {
      machine.typed = typed
      for words in [["today"], ["token"], ["me"]] {
        machine.clock.advance(by: .seconds(61))
        let outcome = await machine.run(words)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.requests.allSatisfy { $0.url.hasSuffix("/common/oauth2/v2.0/token") })
        #expect(outcome.tokenRequests.allSatisfy { $0.form["grant_type"] == "refresh_token" })
        #expect(!outcome.errors.contains("[y/N]") && !outcome.errors.contains("enter the code"))
      }
    }
    #expect(started.withLock { $0 } == 0)
  }

  @Test(arguments: ["before the answer", "after the answer", "in the wait for the lock"])
  func `R13 an interruption leaves a whole cache and no lock`(moment: String) async throws {
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    await machine.expire(then: Identity.tokens(2))
    var lock: FileLock?
    switch moment {
    case "before the answer":
      await machine.service.script(
        Identity.tokenPath,
        .failure(
          TransportError(reason: .cancelled, host: "", detail: "cancelled", wasNotSent: false)))
      fallthrough
    case "after the answer":
      await machine.service.watch { _ in withUnsafeCurrentTask { $0?.cancel() } }
    default:
      lock = try await FileLock.acquire(
        home.tokenCache + ".lock", wait: .zero, clock: machine.clock.clock)
    }
    let machine = machine
    let waits = lock != nil
    let outcome = await Task {
      if waits { withUnsafeCurrentTask { $0?.cancel() } }
      return await machine.run("token")
    }.value
    lock?.release()
    if moment == "after the answer" {
      // Tokens that have come are stored in any case: the old one may be used up.
      #expect(try home.stored("RefreshToken") == ["refresh-2"])
    } else {
      #expect(outcome.status == 130)
      #expect(outcome.output.isEmpty)
      #expect(try home.cacheBytes() == before)
    }
    #expect(try home.names() == ["token-cache.json", "token-cache.json.lock"])
    await machine.service.watch(nil)
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    let start = machine.clock.elapsedTime
    #expect(await machine.run("token").output == "access-2\n")
    #expect(machine.clock.elapsedTime == start)
  }

  @Test func `R14 who is signed out during a renewal does not come back`() async throws {
    _ = await machine.signIn()
    let text = try home.cacheBytes()
    #expect(await machine.run("logout").status == 0)
    let empty = try home.cacheBytes()

    // MSAL signs out in the middle: it does not know our lock.
    try home.write(home.tokenCache, text)
    let home = home
    await machine.service.watch { _ in try? home.write(home.tokenCache, empty) }
    await machine.expire(then: Identity.tokens(2))
    #expect(await machine.run("token").output == "access-2\n")
    #expect(try home.cacheBytes() == empty)

    // Our own sign-out waits until the renewal is stored, and then takes all of it.
    try home.write(home.tokenCache, text)
    try home.editEntries("AccessToken") { $0["expires_on"] = "1000000000" }
    var machine = machine
    machine.clocks = .system
    let second = machine
    let leaving = Locked<Task<Outcome, Never>?>(nil)
    await machine.service.watch { _ in
      leaving.withLock { $0 = Task { await second.run("logout") } }
      for _ in 0..<50 { await Task.yield() }
    }
    #expect(await machine.run("token").output == "access-2\n")
    let left = try #require(leaving.withLock { $0 })
    #expect(await left.value.output == "Signed out: \(Identity.user).\n")
    #expect(try home.cacheBytes() == empty)
  }

  @Test func `R15 a sign-in drops the older access tokens of the account and nobody else's`()
    async throws
  {
    _ = await machine.signIn(Grant(7, to: .lee))
    var other = machine
    other.environment.variables["GRAPHCAL_CLIENT_ID"] = "00000000-0000-4000-8000-00000000000b"
    _ = await other.signIn(Grant(8))
    // The same person three times, with other scopes and under another name of the tenant.
    _ = await machine.signIn(Grant(1))
    var organizations = machine
    organizations.environment.variables["GRAPHCAL_TENANT"] = "organizations"
    await machine.service.script(
      "POST /organizations/oauth2/v2.0/devicecode", Identity.deviceCode)
    await machine.service.script(
      "POST /organizations/oauth2/v2.0/token",
      Grant(2).with { $0.scope = "User.Read Contacts.Read openid" }.answer)
    #expect(await organizations.run("login", "--device-code").status == 0)
    #expect(try home.stored("AccessToken") == ["access-7", "access-8", "access-2"])
    #expect(try home.stored("RefreshToken") == ["refresh-7", "refresh-8", "refresh-2"])
    _ = await machine.signIn(Grant(3))
    #expect(try home.stored("AccessToken") == ["access-7", "access-8", "access-3"])
    #expect(try home.stored("RefreshToken") == ["refresh-7", "refresh-8", "refresh-3"])
    #expect(
      await machine.run("token", "--account", Identity.user).output == "access-3\n")
  }
}
