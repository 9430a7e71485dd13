import FoundationEssentials
import Testing

import Host
import JSON
import SignIn

@Suite struct MSALTokenCacheTests {
  @Test func `a refresh changes the entries in their places and not the account`() throws {
    var cache = try Sample.cache()
    let before = String(decoding: cache.bytes, as: UTF8.self)
    let token = try #require(cache.refreshTokens.first)
    let stored = cache.storeRefresh(
      try Sample.tokens(Sample.answer(2)), of: token, authority: try Sample.authority(),
      requested: [], now: Sample.start + 3500)
    #expect(stored)
    let expected =
      before
      .replacing("access-1", with: "access-2").replacing("refresh-1", with: "refresh-2")
      .replacing("\"cached_at\": \"1900000000\"", with: "\"cached_at\": \"1900003500\"")
      .replacing("1900003600", with: "1900007100")
      .replacing(
        "\"last_modification_time\": \"1900000000\"",
        with: "\"last_modification_time\": \"1900003500\"")
    #expect(String(decoding: cache.bytes, as: UTF8.self) == expected)
  }

  @Test func `signing out leaves empty sections and the app's entry, as MSAL does`() throws {
    var cache = try Sample.cache()
    cache.removeAccount(Sample.home, client: Sample.client, hosts: ["login.microsoftonline.com"])
    let expected = """
      {
          "AccessToken": {},
          "Account": {},
          "IdToken": {},
          "RefreshToken": {},
          "AppMetadata": {
              "appmetadata-login.microsoftonline.com-\(Sample.client)": {
                  "client_id": "\(Sample.client)",
                  "environment": "login.microsoftonline.com"
              }
          }
      }
      """
    #expect(String(decoding: cache.bytes, as: UTF8.self) == expected)
  }

  @Test func `signing out one of two leaves the other byte for byte`() throws {
    let first = try Sample.cache()
    var both = first
    both.storeSignIn(
      try Sample.tokens(Sample.answer(2, uid: "b0b", username: "Bob@Example.org")),
      method: .deviceCode, client: Sample.client, authority: try Sample.authority(),
      requested: [], now: Sample.start)
    both.removeAccount(
      "b0b.\(Sample.tenant)", client: Sample.client, hosts: ["login.microsoftonline.com"])
    #expect(both.bytes == first.bytes)
  }

  @Test(arguments: [
    ("", "it is empty"), ("{", "line 1"), ("[]", "it is no JSON object"),
    ("null", "it is no JSON object"), ("{} {}", "line 1"), ("\0\0\0\0", "line 1"),
    (#"{"AccessToken":[]}"#, "AccessToken is no JSON object"),
  ])
  func `what is no cache is told apart`(text: String, reason: String) {
    let damage = #expect(throws: MSALTokenCache.Damage.self) {
      try MSALTokenCache(parsing: Array(text.utf8))
    }
    #expect(damage?.reason.hasPrefix(reason) == true)
  }

  @Test func `a byte-order mark does no harm`() throws {
    let cache = try Sample.cache()
    #expect(try MSALTokenCache(parsing: [0xEF, 0xBB, 0xBF] + cache.bytes) == cache)
  }

  @Test(
    arguments: [
      ("1900000001", 1_900_000_001), ("\"1900000001\"", 1_900_000_001), ("\"1.5\"", nil),
      ("null", nil), ("\"soon\"", nil),
    ] as [(String, Int?)])
  func `times come as text or number, and others count as past`(text: String, seconds: Int?) throws
  {
    var text = text
    text = String(decoding: try Sample.cache().bytes, as: UTF8.self)
      .replacing("\"expires_on\": \"1900003600\"", with: "\"expires_on\": \(text)")
    let entry = try #require(MSALTokenCache(parsing: Array(text.utf8)).accessTokens.first)
    #expect(
      entry.expiresOn == seconds.map { Date(timeIntervalSince1970: Double($0)) } ?? .distantPast)
  }

  @Test(arguments: [
    (#""ext_cache_key": "x", "token_type""#, #""token_type""#),
    (#""token_type": "pop""#, #""token_type": "Bearer""#),
    (#""credential_type": "Other""#, #""credential_type": "AccessToken""#),
  ])
  func `access tokens that are not plain bearer tokens are not used`(new: String, old: String)
    throws
  {
    let text = String(decoding: try Sample.cache().bytes, as: UTF8.self).replacing(old, with: new)
    #expect(try MSALTokenCache(parsing: Array(text.utf8)).accessTokens.isEmpty)
  }
}
