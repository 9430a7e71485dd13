import FoundationEssentials
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct TokenTests {
  private func signedIn(
    _ settings: @Sendable (inout EmulatorConfiguration) -> Void = { _ in }
  ) throws -> EmulatorClient {
    try EmulatorClient {
      $0.approval = .automatic([])
      settings(&$0)
    }
  }

  @Test func `the answer holds what was asked for and no more`() async throws {
    let client = try signedIn { $0.tokenLifetime = 600 }
    let full = try await client.signIn(scope: "User.Read openid offline_access")
    #expect(full["token_type"] == "Bearer")
    #expect(full["expires_in"] == 600)
    #expect(full["scope"] == "User.Read profile openid email")
    #expect(full["foci"] == nil)
    let mira = client.emulator.directory.users[0]
    let info = try JSON(parsing: try #require(Base64URL.decoded(full["client_info"]?.string ?? "")))
    #expect(info == ["uid": .string(mira.id), "utid": .string(mira.tenant.id)])
    let bare = try await client.signIn(scope: "User.Read")
    #expect(bare["refresh_token"] == nil)
    #expect(bare["id_token"] == nil)
    await client.emulator.stop()
  }

  @Test func `an access token of work is a JWT that says what it is for`() async throws {
    let client = try signedIn { $0.tokenLifetime = 600 }
    let tokens = try await client.signIn(scope: "Calendars.Read User.Read")
    let claims = try #require(tokens["access_token"]?.claims)
    let mira = client.emulator.directory.users[0]
    #expect(claims["aud"] == "https://graph.microsoft.com")
    #expect(claims["scp"] == "Calendars.Read User.Read profile openid email")
    #expect(claims["oid"]?.string == mira.id)
    #expect(claims["tid"]?.string == mira.tenant.id)
    #expect(claims["upn"] == "mira@harbor.example")
    #expect(claims["exp"]?.int == Int(EmulatorClient.start.timeIntervalSince1970) + 600)
    await client.emulator.stop()
  }

  @Test func `an access token of a personal account is opaque and works`() async throws {
    let client = try signedIn()
    let tokens = try await client.signIn(tenant: "consumers")
    let token = try #require(tokens["access_token"]?.string)
    #expect(!token.contains("."))
    #expect(try await client.get("/v1.0/nothing", token: token).told == "400 BadRequest")
    await client.emulator.stop()
  }

  @Test func `missing, spoilt and expired tokens are refused with a challenge`() async throws {
    let client = try signedIn { $0.tokenLifetime = 600 }
    let token = try #require(try await client.signIn()["access_token"]?.string)
    #expect(try await client.get("/v1.0/nothing", token: token).told == "400 BadRequest")
    let spoilt = String(token.dropLast(4)) + (token.hasSuffix("AAAA") ? "BBBB" : "AAAA")
    for bad in [nil, spoilt, "x.y.z", ""] {
      let reply = try await client.get("/v1.0/nothing", token: bad)
      #expect(reply.told == "401 InvalidAuthenticationToken")
      #expect(reply["WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
    }
    client.advance(by: 600)
    let late = try await client.get("/v1.0/nothing", token: token)
    #expect(late.told == "401 InvalidAuthenticationToken")
    await client.emulator.stop()
  }

  @Test func `refreshing rotates the refresh token and leaves the old one good`() async throws {
    let client = try signedIn()
    let first = try await client.signIn()
    let old = first["refresh_token"]?.string
    let second = try await client.refresh(old, [("scope", "User.Read openid")]).json
    #expect(second["access_token"] != first["access_token"])
    #expect(second["refresh_token"]?.string != old)
    #expect(second["id_token"] != nil)
    #expect(try await client.refresh(old).status == 200)
    let tenant = client.emulator.directory.users[0].tenant
    #expect(try await client.refresh(old, tenant: tenant.id).status == 200)
    #expect(try await client.refresh(old, tenant: tenant.domain).status == 200)
    #expect(try await client.refresh(old, tenant: "consumers").told == "400 invalid_grant 50020")
    await client.emulator.stop()
  }

  @Test func `a refresh token is refused to strangers and beyond consent`() async throws {
    let client = try signedIn()
    let token = try await client.signIn()["refresh_token"]?.string
    #expect(try await client.refresh("guess").told == "400 invalid_grant 70000")
    let other = ("client_id", "11111111-1111-1111-1111-111111111111")
    #expect(try await client.refresh(token, [other]).told == "400 invalid_grant 70000")
    #expect(
      try await client.refresh(token, [("client_secret", "s")]).told
        == "401 invalid_client 700025")
    let more = try await client.refresh(token, [("scope", "Calendars.ReadWrite")])
    #expect(more.told == "400 invalid_grant 65001")
    #expect(try more.json["suberror"] == "consent_required")
    await client.emulator.stop()
  }

  @Test func `what was consented to before is in later tokens`() async throws {
    let client = try signedIn()
    _ = try await client.signIn(scope: "Calendars.Read")
    let later = try await client.signIn(scope: "User.Read")
    #expect(later["scope"] == "Calendars.Read User.Read")
    await client.emulator.stop()
  }

  @Test func `revoked sessions end refreshing, and challenge who understands it`() async throws {
    let client = try signedIn()
    let scope = "User.ReadWrite offline_access"
    let plain = try await client.signIn(scope: scope)
    let capability = "{\"access_token\":{\"xms_cc\":{\"values\":[\"CP1\"]}}}"
    let capable = try await client.refresh(
      plain["refresh_token"]?.string, [("claims", capability)]
    ).json
    let token = try #require(capable["access_token"]?.string)
    let done = try await client.send(
      "POST", "/v1.0/me/revokeSignInSessions", headers: ["Authorization: Bearer \(token)"])
    #expect(try done.json["value"] == true)

    let challenged = try await client.get("/v1.0/nothing", token: token)
    #expect(challenged.told == "401 InvalidAuthenticationToken")
    let challenge = try #require(challenged["WWW-Authenticate"])
    #expect(challenge.contains("error=\"insufficient_claims\""))
    let other = try await client.get("/v1.0/nothing", token: plain["access_token"]?.string)
    #expect(other.told == "400 BadRequest")
    for tokens in [plain, capable] {
      let refused = try await client.refresh(tokens["refresh_token"]?.string)
      #expect(refused.told == "400 invalid_grant 50173")
    }
    client.advance(by: 1)
    let again = try await client.signIn(scope: scope)
    #expect(try await client.refresh(again["refresh_token"]?.string).status == 200)
    await client.emulator.stop()
  }

  @Test func `an error names the exchange and comes with the client's own id`() async throws {
    let client = try signedIn()
    let reply = try await client.post(
      "/common/oauth2/v2.0/token", [("grant_type", "password")],
      headers: ["client-request-id: 0ab1"])
    let body = try reply.json
    #expect(reply.told == "400 unsupported_grant_type 70003")
    #expect(reply["client-request-id"] == "0ab1")
    #expect(body["correlation_id"] == "0ab1")
    #expect(body["timestamp"] == "2026-11-30 00:53:20Z")
    let lines = body["error_description"]?.string?.split(separator: "\r\n") ?? []
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("AADSTS70003: ") == true)
    #expect(lines.dropFirst(2).first == "Correlation ID: 0ab1")
    #expect(
      body["error_uri"]?.string == "\(client.emulator.loginURL)/error?code=70003")
    await client.emulator.stop()
  }

  @Test func `the documents of discovery name the host that was asked`() async throws {
    let client = try signedIn()
    let path = "/organizations/v2.0/.well-known/openid-configuration"
    let reply = try await client.send("GET", path, headers: [])
    let root = client.emulator.loginURL
    #expect(
      try reply.json["token_endpoint"]?.string == "\(root)/organizations/oauth2/v2.0/token")
    #expect(try reply.json["issuer"]?.string == "\(root)/{tenantid}/v2.0")
    let instance = try await client.get(
      "/common/discovery/instance?api-version=1.1&authorization_endpoint=\(root)/common")
    let host = String(root.dropFirst("http://".count))
    #expect(try instance.json["metadata"]?[0]?["aliases"] == [.string(host)])
    await client.emulator.stop()
  }
}
