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

  @Test(arguments: [(Duration.zero, 1), (.seconds(60), 3)])
  func `--max-wait bounds how often a sign-in that is down is asked`(
    longestWait: Duration, requests: Int
  ) async throws {
    try bed.put(Sample.cache())
    bed.at(3601)
    let down = ScriptedTransport { _, _ in .success(HTTPResponse(status: 503)) }
    let error = await failure(try bed.signIn(down, longestWait: longestWait))
    #expect(error?.kind == .temporary)
    #expect(await down.requests.count == requests)
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

  @Test func `a token that Graph refused is not given out again`() async throws {
    try bed.put(Sample.cache())
    let platform = StrictPlatform(alive: ["refresh-1"])
    let signIn = try bed.signIn(platform)
    #expect(try await token(signIn, rejecting: "access-1") == "access-2")
    // Another process has renewed it already: no second request.
    #expect(try await token(bed.signIn(platform), rejecting: "access-1") == "access-2")
    #expect(await platform.requests.count == 1)
  }

  @Test func `without a sign-in the command to type is named, and nothing is asked`() async throws {
    let error = await failure(try bed.signIn(Self.never))
    #expect(error?.kind == .signedOut)
    #expect(error?.hint == "graphcal login")
    #expect(error?.why == "no account in \(bed.cachePath)")
    #expect(try bed.folder.names() == [])
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
}
