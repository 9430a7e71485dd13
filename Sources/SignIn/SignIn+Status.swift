package import FoundationEssentials

extension SignIn {
  /// What is known without asking anybody.
  package struct Status: Sendable, Equatable {
    /// One account and its tokens.
    package struct Entry: Sendable, Equatable {
      package let account: Account
      /// The scopes of the newest sign-in, without those of OpenID Connect.
      package let scopes: [String]
      /// When the access token ends; nil when there is none.
      package let expiresOn: Date?
      /// Whether a new access token can be had without a person.
      package let canRenew: Bool
    }

    package let cachePath: String
    /// Where the key of an encrypted cache comes from; nil for a plain file.
    package let keySource: TokenKeySource?
    /// Why the cache cannot be read as one, if so.
    package let damage: String?
    package let entries: [Entry]
  }

  /// Reads the cache and tells what is in it.
  package func status() throws(SignInError) -> Status {
    let cache: MSALTokenCache
    switch try file.read() {
    case .missing: cache = MSALTokenCache()
    case .cache(let found): cache = found
    case .damaged(let reason):
      return Status(
        cachePath: file.path, keySource: file.keySource(), damage: reason, entries: [])
    case .sealed(let error): throw error
    }
    let accounts = cache.accounts(of: configuration.clientID, at: configuration.authority)
    return Status(
      cachePath: file.path, keySource: file.keySource(), damage: nil,
      entries: accounts.map { entry(of: $0, in: cache) })
  }

  private func entry(of account: Account, in cache: MSALTokenCache) -> Status.Entry {
    let access = cache.bestAccessToken(
      of: account, client: configuration.clientID, at: configuration.authority, covering: [])?.entry
    let refresh = cache.refreshTokens(
      of: account, client: configuration.clientID, at: configuration.authority
    ).first
    let scopes = refresh?.scopes.isEmpty == false ? refresh?.scopes : access?.scopes
    return Status.Entry(
      account: account, scopes: Scopes.graphOnly(scopes ?? []), expiresOn: access?.expiresOn,
      canRenew: refresh != nil)
  }
}
