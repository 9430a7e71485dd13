import FoundationEssentials
import JSON
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct DeviceCodeTests {
  @Test func `a person enters the code, picks an account and the device is signed in`()
    async throws
  {
    let client = try EmulatorClient()
    let code = try await client.deviceCode()
    #expect(code["interval"] == 5)
    #expect(code["expires_in"] == 900)
    #expect(code["verification_uri"]?.string == "\(client.emulator.loginURL)/devicelogin")
    let typed = try #require(code["user_code"]?.string)
    #expect(code["message"]?.string?.contains(typed) == true)

    #expect(try await client.poll(code).told == "400 authorization_pending 70016")
    #expect(try await client.poll(code).told == "400 slow_down")
    client.advance(by: 5)
    #expect(try await client.poll(code).told == "400 authorization_pending 70016")

    let start = try await client.get("/devicelogin")
    #expect(start.text.contains("name=\"code\""))
    let choice = try await client.post("/devicelogin", [("code", " \(typed.lowercased()) ")])
    #expect(choice.text.contains("mira@harbor.example"))
    #expect(choice.text.contains("<li>User.Read</li>"))
    let jonas = try #require(client.emulator.directory.user(named: "jonas@harbor.example"))
    let done = try await client.post(
      "/devicelogin", [("code", typed), ("user", jonas.id), ("decision", "accept")])
    #expect(done.text.contains("Signed in"))
    let late = try await client.post("/devicelogin", [("code", typed)])
    #expect(late.text.contains("used before"))

    client.advance(by: 5)
    let tokens = try await client.poll(code).json
    #expect(tokens["id_token"]?.claims?["preferred_username"] == "jonas@harbor.example")
    client.advance(by: 5)
    #expect(try await client.poll(code).told == "400 bad_verification_code 70000")
    await client.emulator.stop()
  }

  @Test func `declined, expired and unknown codes end the sign-in`() async throws {
    let client = try EmulatorClient()
    let declined = try await client.deviceCode()
    let page = try await client.post(
      "/devicelogin",
      [("code", declined["user_code"]?.string ?? ""), ("decision", "decline")])
    #expect(page.text.contains("Declined"))
    #expect(try await client.poll(declined).told == "400 authorization_declined 65004")

    let forgotten = try await client.deviceCode()
    client.advance(by: 900)
    #expect(try await client.poll(forgotten).told == "400 expired_token 70020")
    let late = try await client.post(
      "/devicelogin", [("code", forgotten["user_code"]?.string ?? "")])
    #expect(late.text.contains("expired"))

    #expect(
      try await client.poll(["device_code": "guess"]).told == "400 bad_verification_code 70000")
    let wrong = try await client.post("/devicelogin", [("code", "GUESS")])
    #expect(wrong.text.contains("not known"))
    await client.emulator.stop()
  }

  @Test func `a code is polled for at the tenant it was asked from`() async throws {
    let client = try EmulatorClient { $0.approval = .automatic([]) }
    let code = try await client.deviceCode(tenant: "organizations")
    #expect(try await client.poll(code, tenant: "common").told == "400 invalid_grant 700005")
    #expect(try await client.poll(code, tenant: "Organizations").status == 200)
    await client.emulator.stop()
  }

  @Test func `automatic approval takes the listed users in turn`() async throws {
    let client = try EmulatorClient {
      $0.approval = .automatic(["jonas@harbor.example", "sam.rivera@outlook.example"])
    }
    var names: [JSON?] = []
    for tenant in ["common", "common", "common", "organizations", "consumers"] {
      names.append(
        try await client.signIn(tenant: tenant)["id_token"]?.claims?["preferred_username"])
    }
    let jonas: JSON = "jonas@harbor.example"
    let sam: JSON = "sam.rivera@outlook.example"
    #expect(names == [jonas, sam, jonas, jonas, sam])
    await client.emulator.stop()
  }

  @Test(arguments: [
    ("nowhere.example", "6e0f5b0a-2f5d-4c35-9d0a-47b1d0c6a2f3", "400 invalid_request 90002"),
    ("common", "00000000-0000-0000-0000-000000000000", "400 unauthorized_client 700016"),
    ("common", "graphcal", "400 unauthorized_client 700016"),
    ("common", "", "400 invalid_request 900144"),
  ])
  func `a wrong tenant or application is told`(
    tenant: String, application: String, told: String
  ) async throws {
    let client = try EmulatorClient()
    let reply = try await client.post(
      "/\(tenant)/oauth2/v2.0/devicecode", [("scope", "User.Read"), ("client_id", application)])
    #expect(reply.told == told)
    await client.emulator.stop()
  }

  @Test func `the page shows what a client sends as text, never as markup`() async throws {
    let client = try EmulatorClient()
    let page = try await client.get(
      "/common/oauth2/v2.0/authorize?client_id=\(client.client)&response_type=code"
        + "&redirect_uri=http://localhost&scope=User.Read"
        + "&state=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    #expect(page.status == 200)
    #expect(!page.text.contains("<script"))
    #expect(page.text.contains("&quot;&gt;&lt;script&gt;"))
    await client.emulator.stop()
  }
}
