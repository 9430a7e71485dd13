import FoundationEssentials
import Testing

import Host
import JSON
import SignIn
import TestSupport

@Suite struct LogoutTests {
  let bed: SignInTestBed

  init() throws { bed = try SignInTestBed() }

  private func signIn() throws -> SignIn { try bed.signIn(AccessTokenTests.never) }

  private func two() throws -> MSALTokenCache {
    var cache = try Sample.cache()
    cache.storeSignIn(
      try Sample.tokens(Sample.answer(2, uid: "b0b", username: "bob@example.org")),
      method: .deviceCode, client: Sample.client, authority: try Sample.authority(), requested: [],
      now: Sample.start)
    return cache
  }

  @Test func `one account goes and the other stays byte for byte`() async throws {
    try bed.put(two())
    let gone = try await signIn().logout(.one(.named("BOB@example.org")))
    #expect(gone.map(\.username) == ["bob@example.org"])
    #expect(try bed.stored().bytes == Sample.cache().bytes)
    #expect(try await signIn().logout(.one(.named("bob@example.org"))).isEmpty)
  }

  @Test func `several accounts and no choice is an error that lists them`() async throws {
    try bed.put(two())
    let error = await #expect(throws: SignInError.self) {
      _ = try await signIn().logout(.one(.preferred(nil)))
    }
    #expect(error?.kind == .usage)
    #expect(error?.why == "Ada@Example.org, bob@example.org")
    #expect(try await signIn().logout(.one(.preferred("bob@example.org"))).count == 1)
    #expect(try await signIn().logout(.one(.preferred("bob@example.org"))).count == 1)
    #expect(try await signIn().logout(.one(.preferred(nil))).isEmpty)
  }

  @Test func `everybody goes, and other programs' refresh tokens stay`() async throws {
    var cache = try two()
    cache.storeSignIn(
      try Sample.tokens(Sample.answer(9, uid: "eve")), method: .deviceCode, client: "another",
      authority: try Sample.authority(), requested: [], now: Sample.start)
    try bed.put(cache)
    #expect(try await signIn().logout(.everybody).count == 2)
    #expect(try bed.stored().refreshTokens.map(\.secret.exposed) == ["refresh-9"])
    #expect(try await signIn().accounts().isEmpty)
  }

  @Test func `without a cache there is nothing to do and nothing is made`() async throws {
    #expect(try await signIn().logout(.everybody).isEmpty)
    #expect(try bed.folder.names() == [])
  }

  @Test func `a damaged cache is set aside when everybody leaves`() async throws {
    try bed.folder.put("cache.json", "{")
    let error = await #expect(throws: SignInError.self) {
      _ = try await signIn().logout(.one(.preferred(nil)))
    }
    #expect(error?.why?.contains("damaged") == true)
    #expect(try await signIn().logout(.everybody).isEmpty)
    let kept = "cache.json.corrupt-20300317T174640Z"
    #expect(try bed.folder.names() == [kept, "cache.json.lock"])
    #expect(bed.notes.texts.first?.contains(kept) == true)
  }

  @Test func `a folder in the place of the cache blocks nobody`() async throws {
    try Files.createPrivateFolder(bed.cachePath)
    #expect(try await signIn().status().damage == "it is not a regular file")
    #expect(try await signIn().logout(.everybody).isEmpty)
    #expect(try Files.status(of: bed.cachePath) == nil)
  }
}

@Suite struct StatusTests {
  @Test func `the status tells accounts, scopes and times, and never a token`() async throws {
    let bed = try SignInTestBed()
    try bed.put(Sample.cache())
    let status = try await bed.signIn(AccessTokenTests.never).status()
    let entry = try #require(status.entries.first)
    #expect(status.cachePath == bed.cachePath)
    #expect(entry.account.username == "Ada@Example.org")
    #expect(entry.account.realms == [Sample.tenant])
    #expect(entry.scopes == ["Calendars.ReadWrite", "User.Read"])
    #expect(entry.expiresOn == Sample.start + 3600)
    #expect(entry.canRenew)
    #expect(!"\(status)".contains("access-1") && !"\(status)".contains("refresh-1"))
  }

  @Test func `a guest of two tenants is one account`() async throws {
    let bed = try SignInTestBed()
    let guest = "99999999-0000-4000-8000-000000000099"
    var cache = try Sample.cache()
    cache.storeSignIn(
      try Sample.tokens(Sample.answer(2)), method: .deviceCode, client: Sample.client,
      authority: try Sample.authority(guest), requested: [], now: Sample.start)
    try bed.put(cache)
    let accounts = try await bed.signIn(AccessTokenTests.never).accounts()
    #expect(accounts.count == 1)
    #expect(accounts.first?.realms == [Sample.tenant, guest])
    #expect(accounts.first?.isPersonal == false)
  }

  @Test func `accounts are told apart by id where the names are the same`() async throws {
    let bed = try SignInTestBed()
    var cache = try Sample.cache()
    cache.storeSignIn(
      try Sample.tokens(Sample.answer(2, uid: "b0b")), method: .deviceCode, client: Sample.client,
      authority: try Sample.authority(), requested: [], now: Sample.start)
    try bed.put(cache)
    let signIn = try bed.signIn(AccessTokenTests.never)
    let error = await #expect(throws: SignInError.self) {
      _ = try await signIn.accessToken(for: .named("ada@example.org"), scopes: [])
    }
    #expect(error?.why?.contains("b0b.\(Sample.tenant)") == true)
    let token = try await signIn.accessToken(for: .named("b0b.\(Sample.tenant)"), scopes: [])
    #expect(token.secret.exposed == "access-2")
    let unknown = await #expect(throws: SignInError.self) {
      _ = try await signIn.accessToken(for: .named("eve@example.org"), scopes: [])
    }
    #expect(unknown?.kind == .signedOut)
  }
}
