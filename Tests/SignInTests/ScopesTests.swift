import Testing

import SignIn

@Suite struct ScopesTests {
  @Test(
    arguments: [
      (["User.Read"], ["user.read"], []),
      (["user.read"], ["https://graph.microsoft.com/User.Read"], []),
      (["https://GRAPH.microsoft.com/User.Read"], ["User.Read"], []),
      (["https://graph.microsoft.us/User.Read"], ["User.Read"], []),
      (["Calendars.Read"], ["Calendars.ReadWrite"], []),
      (["Calendars.Read"], ["Calendars.ReadWrite.Shared"], []),
      (["Calendars.ReadWrite"], ["Calendars.Read"], ["Calendars.ReadWrite"]),
      (["Calendars.Read.Shared"], ["Calendars.ReadWrite"], ["Calendars.Read.Shared"]),
      (["Calendars.Read.Shared"], ["Calendars.ReadWrite.Shared"], []),
      (["Contacts.Read"], ["Calendars.ReadWrite"], ["Contacts.Read"]),
      (["openid", "profile", "offline_access"], [], []),
      (["User.Read", "X.Y"], ["User.Read"], ["X.Y"]),
      (["Thing"], ["thing"], []),
      ([], [], []),
    ] as [([String], [String], [String])])
  func `what is missing`(wanted: [String], granted: [String], missing: [String]) {
    #expect(Scopes.missing(wanted, from: granted) == missing)
  }

  @Test func `a request adds the scopes of OpenID Connect, sorted by code point`() {
    #expect(
      Scopes.parameter(["User.Read", "email", "OpenID", "Calendars.ReadWrite", "user.read"])
        == "Calendars.ReadWrite User.Read offline_access openid profile")
    #expect(Scopes.target(["openid", "email", "User.Read", "Ä"]) == "User.Read email openid Ä")
    #expect(Scopes.split(" User.Read,Calendars.Read\n X ") == ["User.Read", "Calendars.Read", "X"])
  }
}

@Suite struct AuthorityTests {
  @Test(arguments: ["", "a/b", "a b", "..", "a?b", "é", "a%2f"])
  func `tenants that are none`(tenant: String) {
    let error = #expect(throws: SignInError.self) {
      try Authority(root: "https://x.example", tenant: tenant)
    }
    #expect(error?.kind == .usage)
  }

  static let guest = "99999999-0000-4000-8000-000000000099"

  @Test(
    arguments: [
      ("common", "common", 0), ("common", Sample.tenant, 1), ("common", "organizations", 2),
      ("common", guest, nil), (Sample.tenant, Sample.tenant, 0), (Sample.tenant, "common", 1),
      (Sample.tenant, guest, nil), (guest, guest, 0), (guest, "common", nil),
      (guest, Sample.tenant, nil), ("example.org", Sample.tenant, 1), ("example.org", guest, nil),
      ("example.org", "common", 3), ("example.org", "other.example", nil),
    ] as [(String, String, Int?)])
  func `realms that mean the same tenant`(tenant: String, realm: String, rank: Int?) throws {
    let account = Account(
      homeAccountID: Sample.home, username: "a", name: nil, realms: [Sample.tenant, Self.guest],
      localAccountIDs: [])
    #expect(account.rank(ofRealm: realm, at: try Sample.authority(tenant)) == rank)
  }
}
