import FoundationEssentials
import Testing

import Host
import JSON
import SignIn

@Suite struct MSALTokenCacheTests {
  @Test func `a sign-in makes the five sections as MSAL Python writes them`() throws {
    let id = Sample.idToken()
    let expected = """
      {
          "AccessToken": {
              "\(Sample.home)-login.microsoftonline.com-accesstoken-\(Sample.client)-\(Sample.tenant)-calendars.readwrite user.read email openid profile": {
                  "credential_type": "AccessToken",
                  "secret": "access-1",
                  "home_account_id": "\(Sample.home)",
                  "environment": "login.microsoftonline.com",
                  "client_id": "\(Sample.client)",
                  "target": "Calendars.ReadWrite User.Read email openid profile",
                  "realm": "\(Sample.tenant)",
                  "token_type": "Bearer",
                  "cached_at": "1900000000",
                  "expires_on": "1900003600",
                  "extended_expires_on": "1900003600",
                  "refresh_on": "1900001800"
              }
          },
          "Account": {
              "\(Sample.home)-login.microsoftonline.com-\(Sample.tenant)": {
                  "home_account_id": "\(Sample.home)",
                  "environment": "login.microsoftonline.com",
                  "realm": "\(Sample.tenant)",
                  "local_account_id": "\(Sample.uid)",
                  "username": "Zo\\u00eb@Example.org",
                  "authority_type": "MSSTS",
                  "account_source": "urn:ietf:params:oauth:grant-type:device_code"
              }
          },
          "IdToken": {
              "\(Sample.home)-login.microsoftonline.com-idtoken-\(Sample.client)-\(Sample.tenant)-": {
                  "credential_type": "IdToken",
                  "secret": "\(Sample.idToken(username: "Zoë@Example.org"))",
                  "home_account_id": "\(Sample.home)",
                  "environment": "login.microsoftonline.com",
                  "realm": "\(Sample.tenant)",
                  "client_id": "\(Sample.client)"
              }
          },
          "RefreshToken": {
              "\(Sample.home)-login.microsoftonline.com-refreshtoken-\(Sample.client)--calendars.readwrite user.read email openid profile": {
                  "credential_type": "RefreshToken",
                  "secret": "refresh-1",
                  "home_account_id": "\(Sample.home)",
                  "environment": "login.microsoftonline.com",
                  "client_id": "\(Sample.client)",
                  "target": "Calendars.ReadWrite User.Read email openid profile",
                  "last_modification_time": "1900000000"
              }
          },
          "AppMetadata": {
              "appmetadata-login.microsoftonline.com-\(Sample.client)": {
                  "client_id": "\(Sample.client)",
                  "environment": "login.microsoftonline.com"
              }
          }
      }
      """
    #expect(id != Sample.idToken(username: "Zoë@Example.org"))
    let cache = try Sample.cache(
      Sample.answer(1, username: "Zoë@Example.org", extra: ["refresh_in": 1800]))
    #expect(String(decoding: cache.bytes, as: UTF8.self) == expected)
    #expect(try MSALTokenCache(parsing: cache.bytes).bytes == cache.bytes)
  }

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

  @Test func `without a new refresh token the old one stays as it is`() throws {
    var cache = try Sample.cache()
    let token = try #require(cache.refreshTokens.first)
    var answer = Sample.answer(2)
    answer["refresh_token"] = nil
    _ = cache.storeRefresh(
      try Sample.tokens(answer), of: token, authority: try Sample.authority(), requested: [],
      now: Sample.start + 9)
    #expect(cache.refreshTokens == [token])
  }

  @Test func `an account that was signed out meanwhile does not come back`() throws {
    var cache = try Sample.cache()
    let token = try #require(cache.refreshTokens.first)
    cache.removeAccount(
      Sample.home, client: Sample.client, hosts: ["login.microsoftonline.com"])
    let after = cache
    let stored = cache.storeRefresh(
      try Sample.tokens(Sample.answer(2)), of: token, authority: try Sample.authority(),
      requested: [], now: Sample.start)
    #expect(!stored)
    #expect(cache.bytes == after.bytes)
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

  @Test func `a new sign-in drops the account's older tokens and nobody else's`() throws {
    var cache = try Sample.cache()
    for (client, uid) in [("other-client", Sample.uid), (Sample.client, "b0b")] {
      cache.storeSignIn(
        try Sample.tokens(Sample.answer(7, uid: uid)), method: .deviceCode, client: client,
        authority: try Sample.authority(), requested: [], now: Sample.start)
    }
    cache.storeSignIn(
      try Sample.tokens(Sample.answer(8, scope: "Contacts.Read User.Read openid")),
      method: .deviceCode, client: Sample.client, authority: try Sample.authority("common"),
      requested: [], now: Sample.start + 60)
    let ownHome = Sample.home
    #expect(
      cache.accessTokens.filter { $0.homeAccountID == ownHome }.map(\.secret.exposed) == [
        "access-7", "access-8",
      ])
    #expect(
      cache.refreshTokens.filter { $0.homeAccountID == ownHome }.map(\.secret.exposed) == [
        "refresh-7", "refresh-8",
      ])
    #expect(cache.accessTokens.count == 3)
    #expect(cache.refreshTokens.count == 3)
  }

  @Test func `unknown sections, fields and broken entries survive every change`() throws {
    let text = """
      {
          "Mystery": {
              "keep": [
                  1.50,
                  "/"
              ]
          },
          "RefreshToken": {
              "no secret": {
                  "environment": "login.microsoftonline.com"
              },
              "number": 7,
              "odd": {
                  "secret": 5,
                  "home_account_id": "x",
                  "environment": "y",
                  "client_id": "z"
              }
          }
      }
      """
    var cache = try MSALTokenCache(parsing: Array(text.utf8))
    #expect(cache.refreshTokens.isEmpty)
    #expect(String(decoding: cache.bytes, as: UTF8.self) == text)
    cache.storeSignIn(
      try Sample.tokens(Sample.answer(1)), method: .deviceCode, client: Sample.client,
      authority: try Sample.authority(), requested: [], now: Sample.start)
    cache.removeAccount(Sample.home, client: Sample.client, hosts: ["login.microsoftonline.com"])
    let json = try JSON(parsing: cache.bytes)
    let before = try JSON(parsing: text)
    #expect(json["Mystery"] == before["Mystery"])
    #expect(json["RefreshToken"] == before["RefreshToken"])
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
