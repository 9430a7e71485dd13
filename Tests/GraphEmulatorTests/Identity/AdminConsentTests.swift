import FoundationEssentials
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct AdminConsentTests {
  private static let scope =
    "https://graph.microsoft.com/User.Read https://graph.microsoft.com/Calendars.ReadWrite"
    + " offline_access openid profile"

  private func fields(
    _ client: EmulatorClient, _ more: [String: String] = [:]
  ) -> [(String, String)] {
    let fields = [
      "client_id": client.client, "scope": Self.scope, "redirect_uri": "http://localhost",
    ]
    return fields.merging(more) { $1 }.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  private func address(
    _ client: EmulatorClient, tenant: String = EmulatorTenant.harbor.id,
    _ more: [String: String] = [:]
  ) -> String {
    "/\(tenant)/v2.0/adminconsent?"
      + fields(client, more).map { "\($0.0)=\(PercentCoding.encoded($0.1))" }
      .joined(separator: "&")
  }

  private func decide(
    _ client: EmulatorClient, _ decision: String, user: EmulatorUser,
    _ more: [String: String] = [:]
  ) async throws -> RawReply {
    try await client.post(
      "/\(EmulatorTenant.harbor.id)/v2.0/adminconsent",
      fields(client, more) + [("user", user.id), ("decision", decision)])
  }

  private func way(_ reply: RawReply) throws -> FormFields {
    let location = try #require(reply["Location"])
    return FormFields(location.drop { $0 != "?" }.dropFirst())
  }

  @Test func `a person sees who asks for what, and may refuse`() async throws {
    let client = try EmulatorClient()
    let page = try await client.get(address(client, ["state": "s<1>"]))
    #expect(page.status == 200)
    #expect(page.text.contains(client.client))
    #expect(page.text.contains("<li>https://graph.microsoft.com/Calendars.ReadWrite</li>"))
    #expect(page.text.contains("name=\"state\" value=\"s&lt;1&gt;\""))
    #expect(page.text.contains("mira@harbor.example"))
    #expect(!page.text.contains("sam.rivera@outlook.example"))
    #expect(page.text.contains("value=\"accept\">Accept<"))
    #expect(page.text.contains("value=\"decline\">Cancel<"))
    #expect(!page.text.contains("<script"))
    let mira = client.emulator.directory.users[0]
    let refused = try way(try await decide(client, "decline", user: mira, ["state": "s<1>"]))
    #expect(refused["error"] == "access_denied")
    #expect(refused["error_description"]?.hasPrefix("AADSTS65004") == true)
    #expect(refused["state"] == "s<1>")
    #expect(refused["admin_consent"] == nil)
    await client.emulator.stop()
  }

  @Test func `what an administrator accepts holds for everybody in the tenant`() async throws {
    let client = try EmulatorClient { $0.approval = .automatic(["jonas@harbor.example"]) }
    let before = try await client.signIn()
    #expect(before["scope"]?.string?.contains("Calendars") == false)
    let refresh = { (wanted: String) in
      try await client.refresh(
        before["refresh_token"]?.string, [("scope", wanted + " openid offline_access")])
    }
    let wanted = "User.Read Calendars.ReadWrite"
    #expect(try await refresh(wanted).told == "400 invalid_grant 65001")
    let mira = client.emulator.directory.users[0]
    let reply = try await decide(client, "accept", user: mira)
    #expect(reply.status == 302)
    #expect(reply["Location"]?.hasPrefix("http://localhost?admin_consent=True&tenant=") == true)
    #expect(try way(reply)["tenant"] == EmulatorTenant.harbor.id)
    #expect(try way(reply)["scope"] == Self.scope)
    let after = try await refresh(wanted)
    #expect(after.status == 200)
    #expect(try after.json["scope"]?.string?.contains("Calendars.ReadWrite") == true)
    await client.emulator.stop()
  }

  @Test func `consent is of one tenant and one application`() async throws {
    let client = try EmulatorClient {
      $0.approval = .automatic(["sam.rivera@outlook.example", "jonas@harbor.example"])
    }
    let mira = client.emulator.directory.users[0]
    #expect(try await decide(client, "accept", user: mira).status == 302)
    let personal = try await client.signIn()
    #expect(personal["scope"]?.string?.contains("Calendars") == false)
    let other = "11111111-2222-4333-8444-555555555555"
    let code = try await client.post(
      "/common/oauth2/v2.0/devicecode",
      [("client_id", other), ("scope", "User.Read openid offline_access")]
    ).json
    let tokens = try await client.post(
      "/common/oauth2/v2.0/token",
      [
        ("client_id", other), ("device_code", code["device_code"]?.string ?? ""),
        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
      ]
    ).json
    #expect(tokens["access_token"]?.string?.isEmpty == false)
    #expect(tokens["scope"]?.string?.contains("Calendars") == false)
    await client.emulator.stop()
  }

  @Test(arguments: ["organizations", "harbor.example", EmulatorTenant.harbor.id])
  func `where sign-ins are automatic so is consent`(tenant: String) async throws {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let reply = try await client.get(address(client, tenant: tenant))
    #expect(reply.status == 302)
    #expect(try way(reply)["admin_consent"] == "True")
    await client.emulator.stop()
  }

  @Test(arguments: [
    ("", ["client_id": "00000000-0000-0000-0000-000000000000"], "AADSTS700016"),
    ("", ["client_id": ""], "AADSTS900144"), ("", ["scope": ""], "AADSTS900144"),
    ("", ["scope": "Nonsense.Read"], "AADSTS70011"),
    ("", ["redirect_uri": "https://evil.example/"], "AADSTS50011"),
    ("", ["redirect_uri": ""], "AADSTS50011"),
    ("nowhere.example", [:], "AADSTS90002"), ("consumers", [:], "AADSTS500208"),
  ])
  func `what cannot be consented to is told on a page and nobody is sent on`(
    tenant: String, change: [String: String], number: String
  ) async throws {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let tenant = tenant.isEmpty ? EmulatorTenant.harbor.id : tenant
    let page = try await client.get(address(client, tenant: tenant, change))
    #expect(page.status == 400)
    #expect(page["Location"] == nil)
    #expect(page["Content-Type"]?.hasPrefix("text/html") == true)
    #expect(page.text.contains(number), "\(page.text)")
    await client.emulator.stop()
  }
}
