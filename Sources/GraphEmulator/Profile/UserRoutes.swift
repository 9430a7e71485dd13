import HTTPServer
import JSON

/// Who somebody is: `/me` and `/users/{id}`.
///
/// Source: Microsoft Graph "Get a user", which also says what comes without `$select`.
struct UserRoutes {
  let directory: EmulatorDirectory

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
    addList(to: &router)
  }

  private func addList(to router: inout GraphRouter) {
    router.add("GET", "/users", scopes: Array(Self.wider), reach: .others) {
      (call) throws(GraphError) in
      guard !call.user.isPersonal else { throw .accessDenied }
      var query = QueryString(call.rawQuery)
      let search = query["$search"]
      query.items.removeAll { $0.name.lowercased() == "$search" }
      let options = try QueryOptions(query, for: .users)
      let colleagues = (directory.users + directory.resources)
        .filter { $0.tenant == call.user.tenant }
      var found = colleagues.map { JSON.object(Self.properties(of: $0)) }
      if let search {
        guard call.headers["ConsistencyLevel"]?.lowercased() == "eventual" else {
          throw .badRequest(
            "Request_UnsupportedQuery",
            "Request with $search query parameter only works through MSGraph with a special request "
              + "header: 'ConsistencyLevel: eventual'")
        }
        let terms = try DirectorySearch(search)
        found = found.filter { terms.matches($0) }
      }
      var page = options.page(of: found) { $0 }
      if options.select == nil {
        page.items = page.items.map { user in
          .object(JSONObject(Self.defaults.map { ($0, user[$0] ?? .null) }))
        }
      }
      return .ok(options.body(page, of: "users", at: RequestAddress(call)))
    }
  }

  private static func properties(of user: EmulatorUser) -> JSONObject {
    var properties: JSONObject = [
      "businessPhones": [], "accountEnabled": .bool(user.purpose == .user), "userType": "Member",
      "otherMails": [],
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
