/// Somebody who has signed in, whatever the number of tenants.
package struct Account: Sendable, Hashable {
  /// `uid.utid`: stable, the same for a guest in every tenant.
  package let homeAccountID: String
  /// The sign-in name as the service wrote it; a person can change it.
  package let username: String
  /// The display name, if an id token told it.
  package let name: String?
  /// Tenant ids, or the words MSAL files under, such as `common`.
  package let realms: [String]
  /// The object ids in those tenants.
  package let localAccountIDs: [String]

  package init(
    homeAccountID: String, username: String, name: String?, realms: [String],
    localAccountIDs: [String]
  ) {
    self.homeAccountID = homeAccountID
    self.username = username
    self.name = name
    self.realms = realms
    self.localAccountIDs = localAccountIDs
  }

  /// The id of the home tenant, lower case; empty when the id is not of that form.
  package var homeTenant: String {
    let parts = homeAccountID.split(separator: ".")
    return parts.count == 2 ? parts[1].lowercased() : ""
  }

  /// Whether this is a personal Microsoft account, which live in one tenant of their own.
  package var isPersonal: Bool { homeTenant == Self.personalTenant }

  /// The tenant of all personal accounts.
  static let personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

  /// What to call it in messages: the name, or the id where there is none.
  package var label: String { username.isEmpty ? homeAccountID : PlainText.line(username) }

  /// Whether a person means this account by `text`: its name in any letter case, or one of its ids.
  package func isCalled(_ text: String) -> Bool {
    let text = text.lowercased()
    return username.lowercased() == text || homeAccountID.lowercased() == text
      || localAccountIDs.contains { $0.lowercased() == text }
  }

  /// How well a cache realm fits an authority, 0 the best; nil for another tenant's.
  package func rank(ofRealm realm: String, at authority: Authority) -> Int? {
    let realm = realm.lowercased()
    if realm == authority.tenant { return 0 }
    let isHome = realm == homeTenant
    switch (authority.kind, Authority.kind(of: realm)) {
    case (.word, .guid) where isHome, (.domain, .guid) where isHome: return 1
    case (.word, .word): return 2
    case (.domain, .word): return 3
    case (.guid, .word): return authority.tenant == homeTenant ? 1 : nil
    case (.domain, .guid):
      // A domain's tenant is known only where the account has no other.
      let tenants = Set(realms.map { $0.lowercased() }.filter { Authority.kind(of: $0) == .guid })
      return tenants == [realm] ? 2 : nil
    default: return nil
    }
  }
}
