package import JSON

/// A person who can sign in.
package struct EmulatorUser: Sendable, Equatable {
  /// The object id, a GUID in lower case: `oid` in tokens, `id` in `/me`.
  package var id: String
  package var userPrincipalName: String
  package var displayName: String
  package var mail: String?
  package var tenant: EmulatorTenant
  /// Further properties of the Graph user resource, such as `jobTitle`.
  package var profile: JSONObject

  package init(
    id: String, userPrincipalName: String, displayName: String, mail: String?,
    tenant: EmulatorTenant, profile: JSONObject = [:]
  ) {
    self.id = id
    self.userPrincipalName = userPrincipalName
    self.displayName = displayName
    self.mail = mail
    self.tenant = tenant
    self.profile = profile
  }

  /// Whether this is a Microsoft account of a person rather than of an organisation.
  package var isPersonal: Bool { tenant == .personal }

  /// Whether `name` is this user's id, alone or as `id@tenant`, user principal name or mail address,
  /// without letter case.
  package func answers(to name: String) -> Bool {
    let wanted = name.lowercased()
    return [id, userPrincipalName, mail].contains { $0?.lowercased() == wanted }
      || wanted == "\(id)@\(tenant.id)".lowercased()
  }
}

/// A directory that people sign in at.
package struct EmulatorTenant: Sendable, Hashable {
  /// A GUID in lower case.
  package var id: String
  /// The verified domain that may stand for the id in addresses.
  package var domain: String

  package init(id: String, domain: String) {
    self.id = id
    self.domain = domain
  }

  /// Where all personal accounts live.
  ///
  /// Source: Microsoft identity platform, "ID token claims reference".
  package static let personal = EmulatorTenant(
    id: "9188040d-6c67-4c5b-b112-36a304b66dad", domain: "live.com")

  /// The organisation of the users who are there without a seed of one's own.
  package static let harbor = EmulatorTenant(
    id: "5c3b2f0e-7a41-4c58-9d26-0b8e1f4a7c90", domain: "harbor.example")
}

/// Everyone who can sign in; the first is the one whose mailbox the demo shows.
package struct EmulatorDirectory: Sendable {
  package var users: [EmulatorUser]

  package init(users: [EmulatorUser]) { self.users = users }

  /// Whoever has a mailbox under this id, user principal name or mail address.
  package func owner(named name: String) -> EmulatorUser? { user(named: name) }

  /// The user with this id, user principal name or mail address.
  package func user(named name: String) -> EmulatorUser? { users.first { $0.answers(to: name) } }

  /// Three colleagues and one personal account.
  package static let demo = EmulatorDirectory(users: [
    EmulatorUser(
      id: "1f0e2c5a-93d7-4b0e-8a61-2d4c7b9e5f01", userPrincipalName: "mira@harbor.example",
      displayName: "Mira Lindqvist", mail: "mira@harbor.example", tenant: .harbor,
      profile: [
        "givenName": "Mira", "surname": "Lindqvist", "jobTitle": "Project lead",
        "officeLocation": "Pier 3", "preferredLanguage": "en-GB", "mobilePhone": "+45 32 55 01 17",
        "businessPhones": ["+45 32 55 01 00"],
      ]),
    EmulatorUser(
      id: "2a7d4e81-5b36-4f9c-b0c2-6e1a8d3f7b02", userPrincipalName: "jonas@harbor.example",
      displayName: "Jonas Okafor", mail: "jonas@harbor.example", tenant: .harbor,
      profile: [
        "givenName": "Jonas", "surname": "Okafor", "jobTitle": "Engineer",
        "officeLocation": "Pier 3", "preferredLanguage": "en-US", "mobilePhone": nil,
        "businessPhones": [],
      ]),
    EmulatorUser(
      id: "3c91b6f4-0e2d-4a78-9f53-7a5b4c8d1e03", userPrincipalName: "aiko@harbor.example",
      displayName: "Aiko Tanaka 田中 愛子", mail: "aiko@harbor.example", tenant: .harbor,
      profile: [
        "givenName": "Aiko", "surname": "Tanaka", "jobTitle": "Designer", "officeLocation": nil,
        "preferredLanguage": "ja-JP", "mobilePhone": nil, "businessPhones": [],
      ]),
    EmulatorUser(
      id: "00000000-0000-0000-7c1d-52e0a9b46f04", userPrincipalName: "sam.rivera@outlook.example",
      displayName: "Sam Rivera", mail: "sam.rivera@outlook.example", tenant: .personal,
      profile: [
        "givenName": "Sam", "surname": "Rivera", "jobTitle": nil, "officeLocation": nil,
        "preferredLanguage": nil, "mobilePhone": nil, "businessPhones": [],
      ]),
  ])
}
