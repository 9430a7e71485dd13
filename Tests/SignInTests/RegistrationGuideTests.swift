import JSON
import Testing

import SignIn

@Suite struct RegistrationGuideTests {
  /// The words of a line as a POSIX shell splits it.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for letter in line {
      switch letter {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(letter)
      }
    }
    if let word { words.append(word) }
    return words
  }

  static func value(of option: String, in words: [String]) throws -> String {
    let place = try #require(words.firstIndex(of: option))
    return try #require(words.indices.contains(place + 1) ? words[place + 1] : nil)
  }

  /// The ids of the permissions that a `requiredResourceAccess` lists.
  static func ids(_ access: JSON?) -> [String?]? {
    #expect(access?[0]?["resourceAppId"] == "00000003-0000-0000-c000-000000000000")
    let entries = access?[0]?["resourceAccess"]?.array
    #expect(entries?.allSatisfy { $0["type"] == "Scope" } == true)
    return entries?.map { $0["id"]?.string }
  }

  @Test func `the usual line registers what is asked for and nothing else`() throws {
    let guide = try RegistrationGuide(
      audience: .organization, cloud: .global, scopes: Scopes.standard)
    let words = Self.words(guide.azureCommand)
    #expect(words.prefix(4) == ["az", "ad", "app", "create"])
    #expect(try Self.value(of: "--sign-in-audience", in: words) == "AzureADMyOrg")
    #expect(try Self.value(of: "--is-fallback-public-client", in: words) == "true")
    #expect(try Self.value(of: "--public-client-redirect-uris", in: words) == "http://localhost")
    let access = try JSON(parsing: Self.value(of: "--required-resource-accesses", in: words))
    #expect(
      Self.ids(access) == [
        "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "87f447af-9fa4-4c32-9dfa-4a57a73d18ce",
        "1ec239c2-d7c9-4623-a91a-a9775856bb36", "7427e0e9-2fba-42fe-b0c0-848c9e6a8182",
      ])
    #expect(guide.azureCloudCommand == nil)
    #expect(
      guide.azureCommandLines.joined(separator: "\n").replacing(" \\\n ", with: "")
        == guide.azureCommand)
  }

  @Test func `a registration for personal accounts asks for version 2 of tokens`() throws {
    let guide = try RegistrationGuide(
      audience: .personalToo, cloud: .global, scopes: ["User.Read", "Contacts.Read"])
    let words = Self.words(guide.azureCommand)
    #expect(words.prefix(2) == ["az", "rest"])
    #expect(
      try Self.value(of: "--url", in: words) == "https://graph.microsoft.com/v1.0/applications")
    let body = try JSON(parsing: Self.value(of: "--body", in: words))
    #expect(body["signInAudience"] == "AzureADandPersonalMicrosoftAccount")
    #expect(body["api"]?["requestedAccessTokenVersion"] == 2)
    #expect(body["isFallbackPublicClient"] == true)
    #expect(body["publicClient"]?["redirectUris"] == ["http://localhost"])
    #expect(
      Self.ids(body["requiredResourceAccess"])?.contains("ff74d97f-43af-4b68-9f2a-b77ee6968c5d")
        == true)
  }

  @Test(arguments: [
    (Cloud.usgov, "AzureUSGovernment", "https://entra.microsoft.us"),
    (.usgovDoD, "AzureUSGovernment", "https://entra.microsoft.us"),
    (.china, "AzureChinaCloud", "https://entra.microsoftonline.cn"),
  ])
  func `another cloud has its own portal and its own word`(
    cloud: Cloud, name: String, portal: String
  ) throws {
    let guide = try RegistrationGuide(
      audience: .anyOrganization, cloud: cloud, scopes: Scopes.standard)
    #expect(guide.azureCloudCommand == "az cloud set --name \(name)")
    #expect(guide.portal == portal)
    #expect(guide.azureCommand.contains("AzureADMultipleOrgs"))
    #expect(throws: SignInError.self) {
      try RegistrationGuide(audience: .personalToo, cloud: cloud, scopes: Scopes.standard)
    }
  }

  @Test func `a permission without a known id is left to the portal and named`() throws {
    let guide = try RegistrationGuide(
      audience: .organization, cloud: .global,
      scopes: ["https://graph.microsoft.com/user.read", "Tasks.Read", "openid"])
    #expect(guide.scopes == ["User.Read", "Tasks.Read", "offline_access"])
    #expect(guide.unlisted == ["Tasks.Read"])
    #expect(guide.steps.contains { $0.contains("User.Read, Tasks.Read, offline_access") })
  }

  @Test func `every permission has one id, and every list of names is made of them`() {
    let all = GraphPermission.all
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(Set(all.map { $0.name.lowercased() }).count == all.count)
    for permission in all {
      #expect(permission.id.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
      #expect(permission.id == permission.id.lowercased())
      #expect(permission.meaning.hasSuffix("."))
    }
    let asked = Scopes.standard + Scopes.openID + AuthSettings.expand(["read", "write"])
    for name in asked { #expect(GraphPermission.named(name)?.name == name) }
  }
}
