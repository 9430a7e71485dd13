import JSON

/// Who somebody is: `/me` and `/users/{id}`.
///
/// Source: Microsoft Graph "Get a user", which also says what comes without `$select`.
struct UserRoutes {
  private static let defaults = [
    "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone",
    "officeLocation", "preferredLanguage", "surname", "userPrincipalName", "id",
  ]

  /// Permissions that show other people too.
  private static let wider: Set<String> = [
    "user.readbasic.all", "user.read.all", "user.readwrite.all", "directory.read.all",
  ]

  func add(to router: inout GraphRouter) {
    router.add(
      "GET", "/me", scopes: ["User.Read", "User.ReadBasic.All", "User.ReadWrite", "User.Read.All"],
      reach: .others
    ) { (call) throws(GraphError) in
      guard call.owner.id == call.user.id || !Self.wider.isDisjoint(with: call.scopes) else {
        throw GraphError(
          status: 403, code: "Authorization_RequestDenied",
          message: "Insufficient privileges to complete the operation.")
      }
      let options = try QueryOptions(call, for: .user)
      let properties = Self.properties(of: call.owner)
      var shown = JSONObject()
      for name in options.select ?? Self.defaults { shown[name] = properties[name] ?? .null }
      let context = RequestAddress(call).context("users", select: options.select, entity: true)
      return .ok(JSON.object(shown).with(context: .string(context)))
    }
  }

  private static func properties(of user: EmulatorUser) -> JSONObject {
    var properties: JSONObject = [
      "businessPhones": [], "accountEnabled": true, "userType": "Member", "otherMails": [],
      "proxyAddresses": [], "imAddresses": [], "interests": [], "schools": [], "skills": [],
      "responsibilities": [], "pastProjects": [],
    ]
    for (name, value) in user.profile { properties[name] = value }
    properties["id"] = .string(user.id)
    properties["userPrincipalName"] = .string(user.userPrincipalName)
    properties["displayName"] = .string(user.displayName)
    properties["mail"] = .string(orNull: user.mail)
    if properties["mailNickname"] == nil {
      properties["mailNickname"] = .string(String(user.userPrincipalName.prefix { $0 != "@" }))
    }
    properties["identities"] = [
      [
        "signInType": "userPrincipalName", "issuer": .string(user.tenant.domain),
        "issuerAssignedId": .string(user.userPrincipalName),
      ]
    ]
    return properties
  }
}
