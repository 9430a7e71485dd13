import FoundationEssentials
import Synchronization
import Testing

import HTTP
import Host
import JSON
import SignIn
import TestSupport

@Suite struct LoginTests {
  let bed: SignInTestBed
  static let code = HTTPResponse.json(
    #"{"device_code":"device-secret","user_code":"ABCD-1","#
      + #""verification_uri":"https://microsoft.com/devicelogin","expires_in":900,"interval":5}"#)
  static let pending = Sample.error("authorization_pending", 70016)

  init() throws { bed = try SignInTestBed() }

  private func script(_ answers: HTTPResponse...) -> ScriptedTransport {
    ScriptedTransport(answers: answers.map { .success($0) })
  }

  @Test func `a sign-in by device code asks, waits, polls and stores`() async throws {
    let prompts = Mutex<[DeviceCodePrompt]>([])
    let script = script(
      Self.code, Self.pending, Sample.error("slow_down"), Sample.granted(Sample.answer(1)))
    let signIn = try bed.signIn(script)
    let before = bed.time.now
    let result = try await signIn.login { prompt in prompts.withLock { $0.append(prompt) } }
    #expect(result.account.username == "Ada@Example.org")
    #expect(result.account.name == "Ada")
    #expect(result.granted == ["Calendars.ReadWrite", "User.Read"])
    #expect(result.missing == [])

    let prompt = try #require(prompts.withLock { $0 }.first)
    #expect(prompt.userCode == "ABCD-1")
    #expect(prompt.verificationURI == "https://microsoft.com/devicelogin")
    #expect(prompt.minutes == 15)
    #expect(prompt.expiresAt == before + 900)
    #expect(prompt.isAtMicrosoft)
    #expect(
      prompt.json.text(.compact)
        == #"{"expires_at":"2030-03-17T18:01:40Z","user_code":"ABCD-1","verification_uri":"https://microsoft.com/devicelogin"}"#
    )
    let text = prompt.lines.joined(separator: "\n")
    #expect(text.contains("ABCD-1") && text.contains("15 minutes"))
    #expect(text.contains("Only enter it if you started this sign-in yourself"))

    // One interval before the first poll, then five seconds more for good.
    #expect(bed.time.elapsedTime == .seconds(20))
    let requests = await script.requests
    let doors = requests.map { Paths.name(of: $0.url) }
    #expect(doors == ["devicecode", "token", "token", "token"])
    #expect(
      requests[0].form == [
        "client_id": Sample.client,
        "scope": "Calendars.ReadWrite User.Read offline_access openid profile",
        "claims": Sample.capabilities,
      ])
    #expect(
      requests[1].form == [
        "client_id": Sample.client,
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_info": "1",
        "device_code": "device-secret", "claims": Sample.capabilities,
      ])
    #expect(try bed.stored() == Sample.cache(at: Sample.start + 20))
    #expect(try bed.stored().bytes == Sample.cache(at: Sample.start + 20).bytes)
    #expect(try Files.status(of: bed.cachePath)?.mode == 0o600)
  }

  @Test func `trouble on the way is waited out and told once`() async throws {
    let script = ScriptedTransport(answers: [
      .success(Self.code), .failure(Sample.lost), .success(HTTPResponse(status: 500)),
      .success(HTTPResponse(status: 502, body: Array("<html>proxy</html>".utf8))),
      .success(HTTPResponse(status: 503, headers: ["Retry-After": "9"])),
      .success(HTTPResponse(status: 200, body: Array("<html>wifi</html>".utf8))),
      .success(HTTPResponse(status: 302, headers: ["Location": "https://wifi.example/"])),
      .success(Sample.granted(Sample.answer(1))),
    ])
    _ = try await bed.signIn(script).login { _ in }
    #expect(bed.notes.all == [.waiting(.connectionTrouble)])
    #expect(await script.requests.dropFirst().allSatisfy { $0.url.hasSuffix("/token") })
    let seconds = [5, 10, 20, 40, 9, 60, 60].reduce(0, +)
    #expect(bed.time.elapsedTime == .seconds(seconds))
  }

  @Test func `after a minute of waiting the browser is pointed to`() async throws {
    let answers = Array(repeating: Self.pending, count: 14) + [Sample.granted(Sample.answer(1))]
    let script = ScriptedTransport(answers: ([Self.code] + answers).map { .success($0) })
    _ = try await bed.signIn(script).login { _ in }
    #expect(bed.notes.all == [.waiting(.lookAtBrowser)])
    #expect(bed.notes.texts[0].contains("53003") && bed.notes.texts[0].contains("530035"))
    #expect(bed.notes.texts[0].contains("Need admin approval"))
  }

  @Test(
    arguments: [
      ("authorization_declined", nil, SignInError.Kind.signedOut),
      ("expired_token", 70020, .signedOut), ("invalid_grant", 53003, .refused),
      ("invalid_client", 7000218, .usage), ("whatever", nil, .failed),
    ] as [(String, Int?, SignInError.Kind)])
  func `a refusal ends it and leaves no cache`(
    word: String, number: Int?, kind: SignInError.Kind
  ) async throws {
    let script = script(Self.code, Self.pending, Sample.error(word, number))
    let error = await #expect(throws: SignInError.self) {
      _ = try await bed.signIn(script).login { _ in }
    }
    #expect(error?.kind == kind)
    #expect(await script.requests.count == 3)
    #expect(try bed.folder.names() == ["cache.json.lock"])
  }

  @Test func `nobody is asked when the platform refuses or cannot be reached`() async throws {
    for (answer, kind) in [
      (Result.success(Sample.error("unauthorized_client", 700016)), SignInError.Kind.usage),
      (.success(Sample.error("invalid_request", 50059)), .usage),
      (.failure(Sample.lost), .temporary),
      (.success(HTTPResponse(status: 200, body: Array("{}".utf8))), .temporary),
    ] {
      let error = await #expect(throws: SignInError.self) {
        _ = try await bed.signIn(ScriptedTransport(answers: [answer])).login { _ in
          Issue.record("a code was shown")
        }
      }
      #expect(error?.kind == kind)
    }
  }

  @Test func `a code that nobody enters ends by this machine's own clock`() async throws {
    let script = ScriptedTransport(answers: [.success(Self.code), .success(Self.pending)])
    let error = await #expect(throws: SignInError.self) {
      _ = try await bed.signIn(script).login { _ in }
    }
    #expect(error?.code == "expired_token")
    #expect(bed.time.elapsedTime == .seconds(900))
  }

  @Test func `a wall clock that jumps does not end the wait`() async throws {
    let time = bed.time
    let script = ScriptedTransport { _, number in
      if number == 2 { time.jumpWallClock(by: .seconds(86_400)) }
      return .success(
        number == 1 ? Self.code : number < 5 ? Self.pending : Sample.granted(Sample.answer(1)))
    }
    _ = try await bed.signIn(script).login { _ in }
    #expect(bed.time.elapsedTime == .seconds(20))
  }

  @Test func `a cancelled wait leaves the cache as it was`() async throws {
    try bed.put(Sample.cache(Sample.answer(7)))
    let before = try bed.folder.text("cache.json")
    let script = ScriptedTransport(answers: [.success(Self.code), .success(Self.pending)])
    let signIn = try bed.signIn(script, clock: .system)
    let task = Task { () async -> SignInError? in
      do throws(SignInError) {
        _ = try await signIn.login { _ in withUnsafeCurrentTask { $0?.cancel() } }
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value?.kind == .interrupted)
    #expect(try bed.folder.text("cache.json") == before)
  }

  @Test(arguments: ["", "{\"AccessToken\":", "[]", "\0\0"])
  func `a damaged cache is kept under another name and a new one begun`(text: String) async throws {
    try bed.folder.put("cache.json", text, mode: 0o644)
    let script = script(Self.code, Sample.granted(Sample.answer(1)))
    _ = try await bed.signIn(script).login { _ in }
    let kept = "cache.json.corrupt-20300317T174645Z"
    #expect(try bed.folder.names() == ["cache.json", kept, "cache.json.lock"])
    #expect(try bed.folder.text(kept) == text)
    #expect(try Files.status(of: bed.folder.at(kept))?.mode == 0o600)
    #expect(try bed.stored().refreshTokens.count == 1)
    #expect(bed.notes.texts.first?.contains(kept) == true)
  }

  @Test func `a cache open to others is closed and told`() async throws {
    try bed.folder.put("cache.json", "{}", mode: 0o644)
    let script = script(Self.code, Sample.granted(Sample.answer(1)))
    _ = try await bed.signIn(script).login { _ in }
    #expect(try Files.status(of: bed.cachePath)?.mode == 0o600)
    #expect(bed.notes.all == [.cacheTightened(path: bed.cachePath)])
  }

  @Test func `somebody else than was asked for is told`() async throws {
    let script = script(Self.code, Sample.granted(Sample.answer(1)))
    _ = try await bed.signIn(script).login(wanted: "bob@example.org") { _ in }
    #expect(bed.notes.texts == ["Ada@Example.org signed in, not bob@example.org"])
    let again = self.script(Self.code, Sample.granted(Sample.answer(2)))
    _ = try await bed.signIn(again).login(wanted: "ADA@example.org") { _ in }
    #expect(bed.notes.all.count == 1)
  }

  @Test func `what was asked for and not granted is told apart`() async throws {
    let script = script(Self.code, Sample.granted(Sample.answer(1, scope: "User.Read openid")))
    let result = try await bed.signIn(script).login(scopes: ["User.Read", "Contacts.Read"]) { _ in }
    #expect(result.granted == ["User.Read"])
    #expect(result.missing == ["Contacts.Read"])
  }

  @Test func `a file in the place of the folder is told before anybody is asked`() async throws {
    try bed.folder.put("file", "")
    let signIn = SignIn(
      .init(
        clientID: Sample.client, authority: try Sample.authority(), scopes: Sample.scopes,
        cachePath: bed.folder.at("file/cache.json")),
      transport: AccessTokenTests.never, clock: bed.time.clock
    ) { _ in }
    let error = await #expect(throws: SignInError.self) { _ = try await signIn.login { _ in } }
    #expect(error?.kind == .failed)
    #expect(error?.why?.contains("not a directory") == true)
  }

  @Test func `a tenant's domain is filed under its id`() async throws {
    let script = script(Self.code, Sample.granted(Sample.answer(1)))
    let signIn = try bed.signIn(script, tenant: "example.org")
    _ = try await signIn.login { _ in }
    #expect(await script.requests[0].url.contains("/example.org/"))
    #expect(try bed.stored().accessTokens.map(\.realm) == [Sample.tenant])
    let token = try await bed.signIn(AccessTokenTests.never, tenant: "example.org")
      .accessToken(for: .preferred(nil), scopes: [])
    #expect(token.secret.exposed == "access-1")
  }
}
