/// Whom a tenant in an address lets in.
///
/// Source: Microsoft identity platform, "OAuth 2.0 device authorization grant", parameter `tenant`.
enum SignInAudience: Sendable, Equatable {
  /// `common`: work and personal accounts.
  case everyone
  /// `organizations`: work accounts.
  case organizations
  /// One directory by id or domain; `consumers` is the directory of personal accounts.
  case directory(EmulatorTenant)

  /// The audience that `name` stands for; nil for a directory without users here.
  init?(_ name: String, in directory: EmulatorDirectory) {
    let wanted = name.lowercased()
    switch wanted {
    case "common": self = .everyone
    case "organizations": self = .organizations
    case "consumers": self = .directory(.personal)
    default:
      let tenants = directory.users.map(\.tenant) + [.personal]
      guard let tenant = tenants.first(where: { $0.id == wanted || $0.domain == wanted }) else {
        return nil
      }
      self = .directory(tenant)
    }
  }

  func admits(_ user: EmulatorUser) -> Bool {
    switch self {
    case .everyone: true
    case .organizations: !user.isPersonal
    case .directory(let tenant): user.tenant == tenant
    }
  }
}
