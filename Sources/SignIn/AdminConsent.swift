import HTTP

/// What an administrator is asked to allow, for every user of a tenant.
///
/// Source: Microsoft identity platform, "Admin consent on the Microsoft identity platform".
package struct AdminConsent: Sendable, Equatable {
  /// The redirect address that every registration for graphcal has.
  package static let redirect = "http://localhost"

  package let clientID: String
  /// A tenant's id or domain, or `organizations`: whichever the administrator signs in to.
  package let tenant: String
  package let cloud: Cloud
  /// The identity platform, without a tenant.
  package let loginRoot: String
  /// Permissions of Graph, then those of OpenID Connect, by their short names.
  package let scopes: [String]

  /// Takes the registration and its scopes from the settings.
  ///
  /// `common` becomes `organizations`, since only those have administrators; the tenant of personal
  /// accounts has none and is refused.
  package init(_ settings: AuthSettings) throws(SignInError) {
    let authority = try settings.authority()
    let isPersonal = ["consumers", Account.personalTenant].contains(authority.tenant)
    guard !isPersonal else {
      throw .usage(
        "personal accounts have no administrator",
        why: "the tenant is \(authority.tenant) (\(settings.tenant.source.name))",
        hint: "sign in with graphcal login and accept the permissions yourself, or name --tenant")
    }
    clientID = settings.clientID.value
    tenant = authority.tenant == "common" ? "organizations" : authority.tenant
    cloud = settings.cloud.value
    loginRoot = authority.root
    scopes = settings.scopes.value.map { GraphPermission.named($0)?.name ?? $0 } + Scopes.openID
  }

  /// Whether a tenant is named, so that no other one's administrator can answer by mistake.
  package var namesTenant: Bool { Authority.kind(of: tenant) != .word }

  /// What each scope allows, one plain sentence each.
  package var meanings: [(name: String, meaning: String)] {
    scopes.map { name in
      (
        name,
        GraphPermission.named(name)?.meaning
          ?? "A delegated permission of Microsoft Graph; its reference explains it."
      )
    }
  }

  /// The page where an administrator accepts; permissions of Graph are named with the cloud's root.
  package var url: String {
    let scope = scopes.map { name in
      Scopes.openID.contains(name) || name.contains("://") ? name : "\(cloud.graphRoot)/\(name)"
    }
    let query: QueryItems = [
      "client_id": clientID, "scope": scope.joined(separator: " "),
      "redirect_uri": Self.redirect,
    ]
    return query.appended(to: "\(loginRoot)/\(tenant)/v2.0/adminconsent")
  }
}
