import FoundationEssentials
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct AuthorizationCodeTests {
  private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  private func address(_ client: EmulatorClient, _ more: [String: String] = [:]) -> String {
    let fields = [
      "client_id": client.client, "response_type": "code", "scope": "User.Read openid",
      "redirect_uri": "http://localhost:5123", "state": "st&te", "nonce": "n1",
      "code_challenge": Self.challenge, "code_challenge_method": "S256",
    ].merging(more) { $1 }
    return "/common/oauth2/v2.0/authorize?"
      + fields.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
  }

  /// The query of the redirect in `reply`.
  private func way(_ reply: RawReply) throws -> FormFields {
    let location = try #require(reply["Location"])
    return FormFields(location.drop { $0 != "?" }.dropFirst())
  }

  private func redeem(
    _ client: EmulatorClient, _ code: String?, verifier: String = verifier,
    redirect: String = "http://localhost:5123"
  ) async throws -> RawReply {
    try await client.post(
      "/common/oauth2/v2.0/token",
      [
        ("grant_type", "authorization_code"), ("code", code ?? ""), ("redirect_uri", redirect),
        ("code_verifier", verifier), ("scope", "User.Read openid"),
      ])
  }

  @Test func `the code of the redirect gives tokens once`() async throws {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let reply = try await client.get(address(client, ["client_info": "1"]))
    #expect(reply.status == 302)
    #expect(reply["Location"]?.hasPrefix("http://localhost:5123/?code=") == true)
    let way = try way(reply)
    #expect(way["state"] == "st&te")
    #expect(way["client_info"] != nil)
    let tokens = try await redeem(client, way["code"]).json
    #expect(tokens["id_token"]?.claims?["nonce"] == "n1")
    #expect(tokens["refresh_token"] == nil)
    #expect(try await redeem(client, way["code"]).told == "400 invalid_grant 54005")
    await client.emulator.stop()
  }

  @Test func `a code without its verifier, address or in time is worth nothing`() async throws {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let codes = try await [1, 2, 3, 4].asyncMap { _ in
      try way(try await client.get(address(client)))["code"]
    }
    let wrongVerifier = try await redeem(client, codes[0], verifier: "wrong")
    #expect(wrongVerifier.told == "400 invalid_grant 501481")
    let wrongAddress = try await redeem(client, codes[1], redirect: "http://localhost:1")
    #expect(wrongAddress.told == "400 invalid_grant 500112")
    let plain = try way(
      try await client.get(
        address(client, ["code_challenge": "abc", "code_challenge_method": "plain"])))["code"]
    #expect(try await redeem(client, plain, verifier: "abc").status == 200)
    client.advance(by: 600)
    #expect(try await redeem(client, codes[2]).told == "400 invalid_grant 70008")
    await client.emulator.stop()
  }

  @Test func `a form post brings the code back by a page that sends itself, or by its button`()
    async throws
  {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let page = try await client.get(
      address(client, ["response_mode": "form_post", "redirect_uri": "http://localhost:5/cb"]))
    #expect(page.text.contains("<form method=\"post\" action=\"http://localhost:5/cb\">"))
    #expect(page.text.contains("name=\"state\" value=\"st&amp;te\""))
    #expect(page.text.contains("<button type=\"submit\""))
    #expect(page.text.contains("<script>document.forms[0].submit()</script>"))
    // The browser runs this script and no other.
    let policy = page["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"))
    await client.emulator.stop()
  }

  @Test(arguments: [
    ("policy-block", "AADSTS53003"), ("security-defaults", "AADSTS530035"),
    ("second-factor", "AADSTS50076"),
  ])
  func `a refusal by policy is a page, from which nothing goes back`(
    word: String, number: String
  ) async throws {
    let fault = try EmulatorFault(parsing: "\(word):GET /authorize")
    let client = try EmulatorClient { $0.faults = [fault] }
    let page = try await client.get(address(client))
    #expect(page.status == 400 && page.text.contains(number))
    #expect(!page.text.contains("<form"))
    await client.emulator.stop()
  }

  @Test func `where an administrator is needed the person can go back without consent`()
    async throws
  {
    let fault = try EmulatorFault(parsing: "admin-approval:GET /authorize")
    let client = try EmulatorClient { $0.faults = [fault] }
    let page = try await client.get(address(client, ["response_mode": "form_post"]))
    #expect(page.text.contains("Need admin approval"))
    #expect(page.text.contains("name=\"error\" value=\"access_denied\""))
    #expect(page.text.contains("AADSTS90094") && page.text.contains("value=\"st&amp;te\""))
    #expect(!page.text.contains("<script"))
    await client.emulator.stop()
  }

  @Test func `a challenge of Graph names claims, and the next request goes through`() async throws {
    let fault = try EmulatorFault(parsing: "claims-challenge:GET /me")
    let client = try EmulatorClient {
      $0.faults = [fault]
      $0.approval = .automatic([])
    }
    let token = try await client.signIn()["access_token"]?.string
    let refused = try await client.get("/v1.0/me", token: token)
    #expect(refused.status == 401)
    let challenge = refused["WWW-Authenticate"] ?? ""
    #expect(challenge.contains("error=\"insufficient_claims\", claims=\"eyJ"))
    #expect(try await client.get("/v1.0/me", token: token).status == 200)
    await client.emulator.stop()
  }

  @Test func `a person picks an account or declines`() async throws {
    let client = try EmulatorClient()
    let page = try await client.get(address(client))
    #expect(page.text.contains("sam.rivera@outlook.example"))
    let fields = FormFields(address(client).drop { $0 != "?" }.dropFirst()).items
    let sam = client.emulator.directory.users[3]
    let accepted = try await client.post(
      "/common/oauth2/v2.0/authorize",
      fields + [("user", sam.id), ("decision", "accept")])
    let tokens = try await redeem(client, try way(accepted)["code"]).json
    #expect(
      tokens["id_token"]?.claims?["tid"]?.string == "9188040d-6c67-4c5b-b112-36a304b66dad")
    let declined = try await client.post(
      "/common/oauth2/v2.0/authorize", fields + [("decision", "decline")])
    #expect(try way(declined)["error"] == "access_denied")
    #expect(try way(declined)["state"] == "st&te")
    await client.emulator.stop()
  }

  @Test(arguments: [
    (["redirect_uri": "https://evil.example/"], "AADSTS50011"),
    (["redirect_uri": "http://localhost.evil.example/"], "AADSTS50011"),
    (["redirect_uri": "http://localhost:99999"], "AADSTS50011"),
    (["redirect_uri": "http://[::1]:5123"], "AADSTS50011"),
    (["client_id": "00000000-0000-0000-0000-000000000000"], "AADSTS700016"),
    (["client_id": ""], "AADSTS900144"),
  ])
  func `nobody is sent to an address that is not the application's`(
    change: [String: String], number: String
  ) async throws {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let page = try await client.get(address(client, change))
    #expect(page.status == 400)
    #expect(page["Location"] == nil)
    #expect(page.text.contains(number))
    await client.emulator.stop()
  }

  @Test(arguments: [
    (["prompt": "none"], "login_required"),
    (["response_type": "token"], "unsupported_response_type"),
    (["scope": "Nonsense.Read"], "invalid_scope"),
    (["code_challenge_method": "S512"], "invalid_request"),
  ])
  func `other refusals go back to the application`(
    change: [String: String], error: String
  ) async throws {
    let client = try EmulatorClient()
    let reply = try await client.get(address(client, change))
    #expect(reply.status == 302)
    #expect(try way(reply)["error"] == error)
    #expect(try way(reply)["error_description"]?.hasPrefix("AADSTS") == true)
    await client.emulator.stop()
  }
}

extension Array {
  /// Like `map`, one after the other.
  fileprivate func asyncMap<Value>(
    _ transform: (Element) async throws -> Value
  ) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
