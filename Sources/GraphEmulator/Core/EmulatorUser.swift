package import JSON

/// Whoever has a mailbox: a person who can sign in, or a shared one, a room, a thing.
package struct EmulatorUser: Sendable, Equatable {
  /// What a mailbox is for: a word of `userPurpose`.
  package enum Purpose: String, Sendable {
    case user, shared, room, equipment

    /// Whether nobody reads invitations, so that the service answers them.
    var answersByItself: Bool { self == .room || self == .equipment }
  }

  /// The object id, a GUID in lower case: `oid` in tokens, `id` in `/me`.
  package var id: String
  package var userPrincipalName: String
  package var displayName: String
  package var mail: String?
  package var tenant: EmulatorTenant
  /// Further properties of the Graph user resource, such as `jobTitle`.
  package var profile: JSONObject
  package var purpose: Purpose
  /// Of a room: what `places` tells of it, such as `capacity`.
  package var place: JSONObject

  package init(
    id: String, userPrincipalName: String, displayName: String, mail: String?,
    tenant: EmulatorTenant, profile: JSONObject = [:], purpose: Purpose = .user,
    place: JSONObject = [:]
  ) {
    self.id = id
    self.userPrincipalName = userPrincipalName
    self.displayName = displayName
    self.mail = mail
    self.tenant = tenant
    self.profile = profile
    self.purpose = purpose
    self.place = place
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
