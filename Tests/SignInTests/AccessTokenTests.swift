import FoundationEssentials
import Glibc
import Testing

import HTTP
import Host
import JSON
import SignIn
import TestSupport

@Suite struct AccessTokenTests {
  let bed: SignInTestBed
  static let any = AccountChoice.preferred(nil)
  static let never = ScriptedTransport { _, _ in
    Issue.record("a request was sent")
    return .failure(Sample.lost)
  }

  init() throws { bed = try SignInTestBed() }

  private func token(
    _ signIn: SignIn, _ scopes: [String] = ["Calendars.Read"], rejecting: String? = nil
  ) async throws -> String {
    try await signIn.accessToken(
      for: Self.any, scopes: scopes, rejecting: rejecting.map(Secret.init)
    )
    .secret.exposed
  }

  private func failure(
    _ signIn: SignIn, _ scopes: [String] = ["Calendars.Read"], rejecting: String? = nil
  ) async -> SignInError? {
    await #expect(throws: SignInError.self) {
      _ = try await token(signIn, scopes, rejecting: rejecting)
    }
  }

  @Test func `a token with five minutes left is used without any request or write`() async throws {
    let cache = try Sample.cache()
    try bed.put(cache)
    bed.at(3300)
    #expect(try await token(bed.signIn(Self.never)) == "access-1")
    #expect(try bed.folder.names() == ["cache.json"])
  }

  @Test func `with less it is renewed once, and the new tokens are stored`() async throws {
    try bed.put(Sample.cache())
    bed.at(3301)
    let platform = StrictPlatform(alive: ["refresh-1"])
    #expect(try await token(bed.signIn(platform)) == "access-2")
    #expect(try await token(bed.signIn(platform)) == "access-2")
    let requests = await platform.requests
    #expect(requests.count == 1)
    let request = try #require(requests.first)
    #expect(
      request.url
        == "https://login.microsoftonline.com/\(Sample.tenant)/oauth2/v2.0/token")
    #expect(request.method == "POST")
    #expect(
      request.form == [
        "client_id": Sample.client, "grant_type": "refresh_token", "client_info": "1",
        "refresh_token": "refresh-1",
        "scope": "Calendars.ReadWrite User.Read offline_access openid profile",
        "claims": Sample.capabilities,
      ])
    #expect(request.headers["X-AnchorMailbox"] == "Oid:\(Sample.uid)@\(Sample.tenant)")
    #expect(request.headers["client-request-id"]?.count == 36)
    #expect(try bed.stored().refreshTokens.map(\.secret.exposed) == ["refresh-2"])
    #expect(try Files.status(of: bed.cachePath)?.mode == 0o600)
    #expect(try bed.folder.names() == ["cache.json", "cache.json.lock"])
  }

  @Test func `twenty at once with an ended token make one request`() async throws {
    try bed.put(Sample.cache(at: Date() - 4000))
    let platform = StrictPlatform(alive: ["refresh-1"])
    // Each with its own descriptor of the lock, as processes have.
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        let signIn = try bed.signIn(platform, clock: .system)
        group.addTask {
          try await signIn.accessToken(for: Self.any, scopes: ["User.Read"]).secret.exposed
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(tokens == Array(repeating: "access-2", count: 20))
    #expect(await platform.requests.count == 1)
  }

  @Test
  func `with the network down a token is used to its last second, then the network is blamed`()
    async throws
  {
    try bed.put(Sample.cache())
    bed.at(3590)
    let lost = ScriptedTransport(answers: [.failure(Sample.lost)])
    let signIn = try bed.signIn(lost)
    // Three tries with waits of one and two seconds, more or less.
    #expect(try await token(signIn) == "access-1")
    #expect(await lost.requests.count == 3)
    guard case .oldTokenUsed(let seconds, _) = bed.notes.all.first else {
      Issue.record("no note")
      return
    }
    #expect((1...9).contains(seconds))
    bed.at(60)
    let error = await failure(signIn)
    #expect(error?.kind == .temporary)
    #expect(error?.what == "the connection to login.microsoftonline.com was lost")
  }

  @Test func `renewal that the service wanted early may fail`() async throws {
    try bed.put(Sample.cache(Sample.answer(1, expiresIn: 86_000, extra: ["refresh_in": 40_000])))
    bed.at(40_001)
    let refusing = ScriptedTransport(answers: [.success(Sample.error("invalid_grant", 70008))])
    let signIn = try bed.signIn(refusing)
    #expect(try await token(signIn) == "access-1")
    // The refusal is remembered for a while.
    #expect(try await token(signIn) == "access-1")
    #expect(await refusing.requests.count == 1)
  }

  @Test(arguments: [
    (Sample.error("invalid_grant", 700082), SignInError.Kind.signedOut, "graphcal login"),
    (
      Sample.error("invalid_grant", 53003, suberror: "message_only"), .refused,
      "send your administrator the correlation id above"
    ),
    (
      Sample.error("invalid_client", 7000218, status: 401), .usage,
      "in the app registration, under Authentication, set \"Allow public client flows\" to Yes"
    ),
  ])
  func `a refused refresh says what helps and leaves the cache as it was`(
    answer: HTTPResponse, kind: SignInError.Kind, hint: String
  ) async throws {
    try bed.put(Sample.cache())
    let before = try bed.folder.text("cache.json")
    bed.at(4000)
    let script = ScriptedTransport(answers: [.success(answer)])
    let error = await failure(try bed.signIn(script))
    #expect(error?.kind == kind)
    #expect(error?.hint == hint)
    #expect(error?.why?.contains("correlation id c-1") == true)
    #expect(await script.requests.count == 1)
    #expect(try bed.folder.text("cache.json") == before)
  }

  @Test func `a refresh token that is dead for good is deleted`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    let script = ScriptedTransport(answers: [.success(Sample.error("invalid_grant", 530036))])
    let error = await failure(try bed.signIn(script))
    #expect(error?.hint == "graphcal login --browser")
    #expect(try bed.stored().refreshTokens.isEmpty)
    #expect(try await bed.signIn(script).accounts().count == 1)
  }

  @Test func `the newest refresh token is tried first, then the older one`() async throws {
    // Two tokens of one account, as MSAL leaves them behind after a second sign-in.
    let old = try JSON(parsing: Sample.cache().bytes)
    let new = try JSON(
      parsing: Sample.cache(
        Sample.answer(5, scope: "User.Read", refreshToken: "refresh-5"), at: Sample.start + 50
      ).bytes)
    var both = try #require(old.object)
    var tokens = try #require(old["RefreshToken"]?.object)
    for (key, value) in try #require(new["RefreshToken"]?.object) { tokens[key] = value }
    both["RefreshToken"] = .object(tokens)
    try bed.folder.put("cache.json", JSON.object(both).text(.msal))
    bed.at(4000)
    let platform = StrictPlatform(alive: ["refresh-1"])
    #expect(try await token(bed.signIn(platform)) == "access-2")
    #expect(await platform.requests.map { $0.form["refresh_token"] } == ["refresh-5", "refresh-1"])
  }

  @Test func `after a refusal a token that another program stored meanwhile is tried once`()
    async throws
  {
    try bed.put(Sample.cache())
    bed.at(4000)
    let folder = bed.folder
    let newer = try Sample.cache(Sample.answer(1, refreshToken: "refresh-of-msal"))
    let script = ScriptedTransport { request, number in
      if number == 1 {
        try? folder.put("cache.json", String(decoding: newer.bytes, as: UTF8.self))
        return .success(Sample.error("invalid_grant", 70000))
      }
      return .success(Sample.granted(Sample.answer(number)))
    }
    #expect(try await token(bed.signIn(script)) == "access-2")
    #expect(
      await script.requests.map { $0.form["refresh_token"] } == ["refresh-1", "refresh-of-msal"])
  }

  @Test(arguments: [
    ([HTTPResponse(status: 500)], 2, 1), ([.init(status: 502, body: Array("<html>".utf8))], 2, 1),
    ([Sample.error("temporarily_unavailable", status: 503)], 2, 1),
    ([HTTPResponse(status: 200, body: Array("<html>wifi".utf8))], 2, 1),
    ([HTTPResponse(status: 302, headers: ["Location": "http://wifi.example/"])], 2, 1),
    ([HTTPResponse(status: 429, headers: ["Retry-After": "7"])], 2, 7),
    ([HTTPResponse(status: 408), HTTPResponse(status: 408)], 3, 2),
  ])
  func `what another try may mend is tried up to three times`(
    bad: [HTTPResponse], requests: Int, seconds: Int
  ) async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    let good = HTTPResponse.json(JSON.object(Sample.answer(2)).text(.wire))
    let script = ScriptedTransport(answers: (bad + [good]).map { .success($0) })
    #expect(try await token(bed.signIn(script)) == "access-2")
    #expect(await script.requests.count == requests)
    #expect(Set(await script.requests.map(\.url)).count == 1)
    #expect(bed.time.elapsedTime >= .milliseconds(4_000_000 + seconds * 500))
  }

  @Test func `a wait longer than half a minute is not waited for`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    let busy = HTTPResponse(status: 503, headers: ["Retry-After": "3600"])
    let script = ScriptedTransport(answers: [.success(busy)])
    #expect(await failure(try bed.signIn(script))?.kind == .temporary)
    #expect(await script.requests.count == 1)
  }

  @Test func `a token that Graph refused is not given out again`() async throws {
    try bed.put(Sample.cache())
    let platform = StrictPlatform(alive: ["refresh-1"])
    let signIn = try bed.signIn(platform)
    #expect(try await token(signIn, rejecting: "access-1") == "access-2")
    // Another process has renewed it already: no second request.
    #expect(try await token(bed.signIn(platform), rejecting: "access-1") == "access-2")
    #expect(await platform.requests.count == 1)
  }

  @Test func `a missing scope is named with the command that adds it, without a request`()
    async throws
  {
    try bed.put(Sample.cache())
    let error = await failure(try bed.signIn(Self.never), ["Calendars.Read", "Contacts.ReadWrite"])
    #expect(error?.what == "Ada@Example.org has not been asked for Contacts.ReadWrite")
    #expect(
      error?.hint == "graphcal login --scopes Calendars.ReadWrite,User.Read,Contacts.ReadWrite")
    #expect(error?.kind == .refused)
  }

  @Test func `fewer scopes than asked for do not lead to endless renewals`() async throws {
    let few = Sample.answer(1, scope: "User.Read openid")
    try bed.put(Sample.cache(few))
    bed.at(4000)
    let script = ScriptedTransport(answers: [.success(Sample.granted(few))])
    for _ in 0..<3 {
      #expect(await failure(try bed.signIn(script), ["Calendars.Read"])?.kind == .refused)
    }
    #expect(try await token(bed.signIn(script), ["user.read"]) == "access-1")
    #expect(await script.requests.count == 1)
  }

  @Test func `scopes match whatever their style and letter case`() async throws {
    try bed.put(
      Sample.cache(Sample.answer(1, scope: "https://graph.microsoft.com/calendars.readwrite")))
    #expect(try await token(bed.signIn(Self.never), ["Calendars.Read"]) == "access-1")
  }

  @Test func `without a sign-in the command to type is named, and nothing is asked`() async throws {
    let error = await failure(try bed.signIn(Self.never))
    #expect(error?.kind == .signedOut)
    #expect(error?.hint == "graphcal login")
    #expect(error?.why == "no account in \(bed.cachePath)")
    #expect(try bed.folder.names() == [])
  }

  @Test func `tokens of another app registration or family are never sent`() async throws {
    try bed.put(Sample.cache(client: "another"))
    #expect(await failure(try bed.signIn(Self.never))?.why?.contains("another app") == true)
    let family = String(decoding: try Sample.cache().bytes, as: UTF8.self)
      .replacing("\"target\": \"C", with: "\"family_id\": \"1\", \"target\": \"C")
    try bed.folder.put("cache.json", family)
    bed.at(4000)
    #expect(await failure(try bed.signIn(Self.never))?.what == "not signed in")
  }

  @Test(arguments: ["", "{", "[]", "\0\0\0", "{\"AccessToken\": 5}"])
  func `a damaged cache counts as not signed in and is named`(text: String) async throws {
    try bed.folder.put("cache.json", text)
    let error = await failure(try bed.signIn(Self.never))
    #expect(error?.kind == .signedOut)
    #expect(error?.why?.hasPrefix("the token cache \(bed.cachePath) is damaged") == true)
    #expect(try bed.folder.text("cache.json") == text)
  }

  @Test func `while another process holds the lock nothing is renewed`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    let lock = try await FileLock.acquire(
      bed.cachePath + ".lock", wait: .zero, clock: bed.time.clock)
    let error = await failure(try bed.signIn(Self.never))
    lock.release()
    #expect(error?.kind == .temporary)
    #expect(bed.time.elapsedTime >= .seconds(4060))
  }

  @Test func `tokens that cannot be stored serve the run, and one note says so`() async throws {
    // With a name this long the lock still fits beside the cache, temporary files do not.
    let bed = try SignInTestBed(cacheName: String(repeating: "c", count: 250))
    try bed.put(Sample.cache())
    let before = try bed.folder.text(bed.cacheName)
    bed.at(4000)
    let platform = StrictPlatform(alive: ["refresh-1"])
    let signIn = try bed.signIn(platform)
    #expect(try await token(signIn) == "access-2")
    #expect(try await token(signIn) == "access-2")
    bed.at(4000)
    #expect(try await token(signIn) == "access-3")
    #expect(await platform.requests.count == 2)
    #expect(bed.notes.texts.count == 1)
    #expect(bed.notes.texts.first?.contains("file name too long") == true)
    #expect(try bed.folder.text(bed.cacheName) == before)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `in a read-only folder a token is used, and a renewed one serves the run`() async throws {
    try bed.put(Sample.cache())
    chmod(bed.folder.path, 0o500)
    #expect(try await token(bed.signIn(Self.never)) == "access-1")
    #expect(bed.notes.all.isEmpty)
    bed.at(4000)
    let platform = StrictPlatform(alive: ["refresh-1"])
    let signIn = try bed.signIn(platform)
    #expect(try await token(signIn) == "access-2")
    #expect(try await token(signIn) == "access-2")
    #expect(await platform.requests.count == 1)
    #expect(bed.notes.texts.count == 1)
    #expect(bed.notes.texts.first?.contains("permission denied") == true)
    let login = await #expect(throws: SignInError.self) { _ = try await signIn.login { _ in } }
    #expect(login?.what == "the token cache cannot be written")
  }

  @Test func `msal-extensions' lock is waited for, then the token is used unstored`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    try bed.folder.put("cache.json.lockfile", "1 python3")
    bed.folder.setModified("cache.json.lockfile", bed.time.now)
    let platform = StrictPlatform(alive: ["refresh-1"])
    #expect(try await token(bed.signIn(platform)) == "access-2")
    #expect(try bed.stored().refreshTokens.map(\.secret.exposed) == ["refresh-1"])
    #expect(bed.notes.all.count == 1)
    #expect(bed.time.elapsedTime >= .seconds(4005))
  }

  @Test func `an account signed out during the renewal stays signed out`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    let folder = bed.folder
    var left = try Sample.cache()
    left.removeAccount(Sample.home, client: Sample.client, hosts: ["login.microsoftonline.com"])
    let text = String(decoding: left.bytes, as: UTF8.self)
    let script = ScriptedTransport { _, number in
      // MSAL does not know the lock of this program.
      try? folder.put("cache.json", text)
      return .success(Sample.granted(Sample.answer(number + 1)))
    }
    #expect(try await token(bed.signIn(script)) == "access-2")
    #expect(try bed.folder.text("cache.json") == text)
  }

  @Test func `a wrong clock is told once, and named where a request fails`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    var good = Sample.granted(Sample.answer(2))
    good.headers["Date"] = "Fri, 01 Jan 2027 00:00:00 GMT"
    let signIn = try bed.signIn(ScriptedTransport(answers: [.success(good)]))
    #expect(try await token(signIn) == "access-2")
    bed.at(4000)
    _ = try await token(signIn)
    #expect(
      bed.notes.texts == ["the clock of this machine is 1171 days ahead of the server's"])

    bed.at(4000)
    var bad = Sample.error("invalid_grant", 70008)
    bad.headers["Date"] = "Sun, 17 Mar 2030 23:40:00 GMT"
    let error = await failure(try bed.signIn(ScriptedTransport(answers: [.success(bad)])))
    #expect(
      error?.why?.hasSuffix("the clock of this machine is 2 hours behind the server's") == true)
  }

  @Test func `nothing that is shown holds a secret`() async throws {
    try bed.put(Sample.cache())
    bed.at(3590)
    var shown: [String] = []
    for answer in [
      Result.failure(Sample.lost), .success(Sample.error("invalid_grant", 1)),
      .success(HTTPResponse(status: 200, body: Array("refresh-1".utf8))),
    ] {
      let signIn = try bed.signIn(ScriptedTransport(answers: [answer]))
      let token = try? await signIn.accessToken(for: Self.any, scopes: [])
      shown.append(String(reflecting: token) + "\(try await signIn.status())")
      if let error = await failure(signIn, ["Contacts.Read"]) { shown.append("\(error)") }
    }
    shown += bed.notes.texts + ["\(bed.notes.all)", "\(try bed.stored().accessTokens)"]
    var dumped = ""
    dump(try bed.stored().refreshTokens, to: &dumped)
    shown.append(dumped)
    for text in shown {
      #expect(!text.contains("refresh-1") && !text.contains("access-1"), "\(text)")
    }
  }

  @Test func `a refusal that an earlier run remembered is not asked for again`() async throws {
    try bed.put(Sample.cache())
    bed.at(4000)
    let kept = Kept()
    let memory = RefusalMemory(recall: { kept.value?.fingerprint == $0 ? kept.value : nil }) {
      kept.value = $0
    }
    let script = ScriptedTransport(answers: [.success(Sample.error("invalid_grant", 700082))])
    for _ in 0..<3 {
      let error = await failure(try bed.signIn(script, refusals: memory))
      #expect(error?.what.contains("90 days") == true)
    }
    #expect(await script.requests.count == 1)
    #expect(kept.value?.body.contains("refresh-1") == false)
    bed.at(61)
    _ = await failure(try bed.signIn(script, refusals: memory))
    #expect(await script.requests.count == 2)
  }
}
