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

  @Test func `somebody else than was asked for is told`() async throws {
    let script = script(Self.code, Sample.granted(Sample.answer(1)))
    _ = try await bed.signIn(script).login(wanted: "bob@example.org") { _ in }
    #expect(bed.notes.texts == ["Ada@Example.org signed in, not bob@example.org"])
    let again = self.script(Self.code, Sample.granted(Sample.answer(2)))
    _ = try await bed.signIn(again).login(wanted: "ADA@example.org") { _ in }
    #expect(bed.notes.all.count == 1)
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
}
