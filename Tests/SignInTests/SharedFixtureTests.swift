import FoundationEssentials
import Testing

import Host
import JSON
import SignIn
import TestSupport

/// Files that MSAL Python wrote, where they lie beside the package.
enum SharedFixtures {
  static let folder = SharedFiles.folder("auth/fixtures")

  static func read(_ name: String) throws -> [UInt8] {
    try Files.read(try #require(folder) + "/" + name, limit: 1 << 24)
  }
}

@Suite(.enabled(if: SharedFixtures.folder != nil, "skipped: 2 runs over shared fixtures"))
struct SharedFixtureTests {
  static let client = "00001111-aaaa-2222-bbbb-3333cccc4444"
  static let tenant = "aaaabbbb-0000-cccc-1111-dddd2222eeee"
  static let alice = "11111111-aaaa-4aaa-8aaa-111111111111.\(tenant)"

  @Test func `a sign-in by browser writes what MSAL writes`() throws {
    let bytes = try SharedFixtures.read("auth-code-login.json")
    let json = try JSON(parsing: bytes)
    func entry(_ section: String) throws -> JSON {
      try #require(json[section]?.object?.members.first?.value)
    }
    let access = try entry("AccessToken")
    let home = try #require(access["home_account_id"]?.string).split(separator: ".")
    var cache = MSALTokenCache()
    cache.storeSignIn(
      try Sample.tokens([
        "token_type": "Bearer", "expires_in": 4199, "scope": access["target"] ?? .null,
        "access_token": access["secret"] ?? .null,
        "refresh_token": try entry("RefreshToken")["secret"] ?? .null,
        "id_token": try entry("IdToken")["secret"] ?? .null,
        "client_info": .string(Sample.base64URL(#"{"uid":"\#(home[0])","utid":"\#(home[1])"}"#)),
      ]), method: .authorizationCode, client: Self.client,
      authority: try Sample.authority(Self.tenant), requested: [],
      now: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(String(decoding: cache.bytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `a sign-out writes what MSAL writes`() throws {
    var two = try MSALTokenCache(parsing: SharedFixtures.read("two-accounts.json"))
    let bob = try #require(two.refreshTokens.map(\.homeAccountID).first { $0 != Self.alice })
    two.removeAccount(bob, client: Self.client, hosts: ["login.microsoftonline.com"])
    #expect(try two.bytes == SharedFixtures.read("after-remove-account.json"))
    two.removeAccount(Self.alice, client: Self.client, hosts: ["login.microsoftonline.com"])
    #expect(try two.bytes == SharedFixtures.read("after-remove-all.json"))
  }
}
