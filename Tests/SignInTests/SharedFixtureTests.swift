import FoundationEssentials
import Testing

import Host
import JSON
import SignIn

/// Files that MSAL Python wrote, where they lie beside the package.
enum SharedFixtures {
  static let folder: String? = {
    let package = Paths.folder(of: Paths.folder(of: Paths.folder(of: #filePath)))
    let places = [Environment.current["GRAPHCAL_SHARED"], Paths.folder(of: package) + "/shared"]
    return places.compactMap(\.self).map { $0 + "/auth/fixtures" }
      .first { (try? Files.status(of: $0)) != nil }
  }()

  static func read(_ name: String) throws -> [UInt8] {
    try Files.read(try #require(folder) + "/" + name, limit: 1 << 24)
  }
}

@Suite(.enabled(if: SharedFixtures.folder != nil, "skipped: 4 runs over shared fixtures"))
struct SharedFixtureTests {
  static let written = [
    "device-login", "device-login-organizations", "auth-code-login", "after-refresh",
    "after-refused-refresh", "two-accounts", "after-remove-account", "after-remove-all",
    "two-accounts-common-authority", "personal-account-consumers", "guest-second-tenant",
    "relogin-more-scopes", "long-lived-refresh-on", "family-token", "non-ascii-username",
  ]
  static let client = "00001111-aaaa-2222-bbbb-3333cccc4444"
  static let tenant = "aaaabbbb-0000-cccc-1111-dddd2222eeee"
  static let alice = "11111111-aaaa-4aaa-8aaa-111111111111.\(tenant)"

  @Test func `every cache that MSAL wrote comes back byte for byte`() throws {
    var count = 0
    for name in Self.written {
      let bytes = try SharedFixtures.read(name + ".json")
      let cache = try MSALTokenCache(parsing: bytes)
      #expect(cache.bytes == bytes, "\(name)")
      count += 1
    }
    print("MSAL caches equal byte for byte: \(count)")
    #expect(count == Self.written.count)
  }

  /// The answer that a cache with one sign-in must have come from.
  private func answer(of cache: JSON, expiresIn: Int) throws -> JSONObject {
    let access = try #require(cache["AccessToken"]?.object?.members.first?.value)
    let refresh = try #require(cache["RefreshToken"]?.object?.members.first?.value)
    let id = try #require(cache["IdToken"]?.object?.members.first?.value)
    let home = try #require(access["home_account_id"]?.string).split(separator: ".")
    var object: JSONObject = [
      "token_type": "Bearer", "expires_in": .number(expiresIn),
      "scope": access["target"] ?? .null, "access_token": access["secret"] ?? .null,
      "refresh_token": refresh["secret"] ?? .null, "id_token": id["secret"] ?? .null,
      "client_info": .string(Sample.base64URL(#"{"uid":"\#(home[0])","utid":"\#(home[1])"}"#)),
    ]
    if let time = access["refresh_on"]?.string.flatMap({ Int($0) }) {
      object["refresh_in"] = .number(time - 1_800_000_000)
    }
    return object
  }

  @Test(arguments: [
    ("device-login", tenant, 4199), ("device-login-organizations", "organizations", 4199),
    ("auth-code-login", tenant, 4199), ("long-lived-refresh-on", tenant, 86398),
    ("non-ascii-username", tenant, 4199), ("personal-account-consumers", "consumers", 3600),
  ])
  func `a sign-in writes what MSAL writes`(name: String, tenant: String, expiresIn: Int) throws {
    let bytes = try SharedFixtures.read(name + ".json")
    let json = try JSON(parsing: bytes)
    let expires = json["AccessToken"]?.object?.members.first?.value["expires_on"]?.string
    let life = try #require(expires.flatMap { Int($0) }) - 1_800_000_000
    var cache = MSALTokenCache()
    cache.storeSignIn(
      try Sample.tokens(answer(of: json, expiresIn: life)),
      method: name == "auth-code-login" ? .authorizationCode : .deviceCode, client: Self.client,
      authority: try Sample.authority(tenant), requested: [],
      now: Date(timeIntervalSince1970: 1_800_000_000))
    #expect(String(decoding: cache.bytes, as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func `refresh and sign-out write what MSAL writes`() throws {
    let after = try SharedFixtures.read("after-refresh.json")
    var cache = try MSALTokenCache(parsing: SharedFixtures.read("device-login.json"))
    let token = try #require(cache.refreshTokens.first)
    let stored = cache.storeRefresh(
      try Sample.tokens(answer(of: JSON(parsing: after), expiresIn: 4199)), of: token,
      authority: try Sample.authority(Self.tenant), requested: [],
      now: Date(timeIntervalSince1970: 1_800_003_900))
    #expect(stored)
    #expect(cache.bytes == after)

    var two = try MSALTokenCache(parsing: SharedFixtures.read("two-accounts.json"))
    let bob = try #require(two.refreshTokens.map(\.homeAccountID).first { $0 != Self.alice })
    two.removeAccount(bob, client: Self.client, hosts: ["login.microsoftonline.com"])
    #expect(try two.bytes == SharedFixtures.read("after-remove-account.json"))
    two.removeAccount(Self.alice, client: Self.client, hosts: ["login.microsoftonline.com"])
    #expect(try two.bytes == SharedFixtures.read("after-remove-all.json"))
  }

  @Test func `a cache in the shape of other MSALs is refreshed in place`() throws {
    let bytes = try SharedFixtures.read("other-msal-shape.json")
    var cache = try MSALTokenCache(parsing: bytes)
    #expect(cache.accessTokens.count == 1)
    let token = try #require(cache.refreshTokens.first)
    #expect(token.environment == "login.windows.net")
    let stored = cache.storeRefresh(
      try Sample.tokens(Sample.answer(2)), of: token, authority: try Sample.authority(Self.tenant),
      requested: [], now: Date(timeIntervalSince1970: 1_800_000_100))
    #expect(stored)
    #expect(cache.refreshTokens.map(\.secret.exposed) == ["refresh-2"])
    let json = try JSON(parsing: cache.bytes)
    let before = try JSON(parsing: bytes)
    #expect(json["unknown_section"] == before["unknown_section"])
    #expect(json["Account"] == before["Account"])
    #expect(json["RefreshToken"]?.object?.keys == before["RefreshToken"]?.object?.keys)
  }
}
