import HTTP
import Host
import SignIn
import Testing

@Suite struct AdminConsentTests {
  private func consent(
    tenant: String = Sample.tenant, cloud: String? = nil, scopes: [String]? = nil,
    _ more: [String: String] = [:]
  ) throws -> AdminConsent {
    let environment = Environment(["GRAPHCAL_CLIENT_ID": Sample.client].merging(more) { $1 })
    return try AdminConsent(
      AuthSettings.load(
        .init(tenant: tenant, cloud: cloud, scopes: scopes), environment: environment))
  }

  private func query(_ consent: AdminConsent) throws -> QueryItems {
    QueryItems(parsing: try #require(HTTPURL(consent.url)?.query))
  }

  @Test(arguments: [
    (nil, "https://login.microsoftonline.com", "https://graph.microsoft.com"),
    ("usgov", "https://login.microsoftonline.us", "https://graph.microsoft.us"),
    ("usgov-dod", "https://login.microsoftonline.us", "https://dod-graph.microsoft.us"),
    (
      "china", "https://login.partner.microsoftonline.cn", "https://microsoftgraph.chinacloudapi.cn"
    ),
  ])
  func `the page names permissions with the root of the cloud's Graph`(
    cloud: String?, login: String, graph: String
  ) throws {
    let consent = try consent(cloud: cloud, scopes: ["user.read", "\(graph)/Calendars.Read"])
    #expect(consent.url.hasPrefix("\(login)/\(Sample.tenant)/v2.0/adminconsent?"))
    #expect(!consent.url.contains(" "))
    let query = try query(consent)
    #expect(query["client_id"] == Sample.client)
    #expect(query["redirect_uri"] == "http://localhost")
    #expect(
      query["scope"]
        == "\(graph)/User.Read \(graph)/Calendars.Read offline_access openid profile")
  }

  @Test func `other roots are followed`() throws {
    let consent = try consent(["GRAPHCAL_LOGIN_URL": "http://127.0.0.1:99"])
    #expect(consent.url.hasPrefix("http://127.0.0.1:99/\(Sample.tenant)/v2.0/adminconsent?"))
  }

  @Test func `where the account decides, whoever signs in does`() throws {
    for tenant in ["common", "organizations", "Common"] {
      let consent = try consent(tenant: tenant)
      #expect(consent.tenant == "organizations")
      #expect(!consent.namesTenant)
    }
    #expect(try consent(tenant: "contoso.example").namesTenant)
  }

  @Test(arguments: ["consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"])
  func `personal accounts have nobody to ask`(tenant: String) {
    let error = #expect(throws: SignInError.self) { try consent(tenant: tenant) }
    #expect(error?.kind == .usage)
    #expect(error?.why?.contains("--tenant") == true)
  }

  @Test func `every scope has its sentence`() throws {
    let meanings = try consent(scopes: ["Calendars.Read", "Tasks.Read"]).meanings
    #expect(
      meanings.map(\.name) == [
        "Calendars.Read", "Tasks.Read", "offline_access", "openid", "profile",
      ])
    #expect(meanings.allSatisfy { $0.meaning.hasSuffix(".") })
    #expect(meanings[0].meaning == "Reads the person's calendars.")
  }
}
