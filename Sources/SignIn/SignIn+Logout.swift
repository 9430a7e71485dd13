import Host

extension SignIn {
  /// Who is to be signed out.
  package enum Leaving: Sendable, Equatable {
    case one(AccountChoice)
    case everybody
  }

  /// Forgets the tokens of accounts, as MSAL does, and says whose.
  ///
  /// Nothing is sent: the identity platform has no door for it, so tokens that somebody has copied
  /// stay good until they end. An account that is not signed in is no error. A damaged cache is set
  /// aside when everybody leaves, and is an error otherwise.
  package func logout(_ leaving: Leaving) async throws(SignInError) -> [Account] {
    if case .missing = try file.peek() { return [] }
    let hold = try await file.lock()
    defer { hold.release() }
    let cache: MSALTokenCache
    switch try file.peek() {
    case .missing: return []
    case .damaged(let reason):
      guard leaving == .everybody else { throw damaged(reason) }
      if case .unwritable(let error) = hold { throw TokenCacheFile.unwritable(error) }
      note(try file.setAside(hold, reason: reason))
      return []
    case .cache(let found): cache = found
    case .sealed(let error):
      // Without the key nobody can be told apart, but all can leave.
      guard leaving == .everybody else { throw error }
      if case .unwritable(let error) = hold { throw TokenCacheFile.unwritable(error) }
      note(try file.setAside(hold, reason: error.why ?? error.what))
      return []
    }
    let leavers = try leavers(leaving, in: cache)
    if leavers.isEmpty { return [] }
    let hosts = LoginHosts.aliases(of: configuration.authority.environment)
    do {
      let notes = try await file.update(hold) { found in
        guard var cache = found else { return nil }
        for account in leavers {
          cache.removeAccount(account.homeAccountID, client: configuration.clientID, hosts: hosts)
        }
        return cache
      }
      for text in notes { note(text) }
    } catch {
      throw TokenCacheFile.unwritable(error)
    }
    return leavers
  }

  private func leavers(
    _ leaving: Leaving, in cache: MSALTokenCache
  ) throws(SignInError) -> [Account] {
    let accounts = cache.accounts(of: configuration.clientID, at: configuration.authority)
    switch leaving {
    case .everybody: return accounts
    case .one(let choice): return try choice.pick(from: accounts).map { [$0] } ?? []
    }
  }
}
