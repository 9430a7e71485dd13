import FoundationEssentials

extension MSALTokenCache {
  /// The accounts that this app registration has tokens for, in the order of the file.
  ///
  /// One account of several tenants is one; another program's accounts are left out.
  func accounts(of clientID: String, at authority: Authority) -> [Account] {
    let hosts = LoginHosts.aliases(of: authority.environment)
    let names = names(of: clientID, hosts: hosts)
    var known: [String] = []
    for id in accountEntries.filter({ hosts.contains($0.environment) }).map(\.homeAccountID)
      + refreshTokens.filter({ hosts.contains($0.environment) }).map(\.homeAccountID)
    where !known.contains(id) {
      known.append(id)
    }
    let own = homeAccountIDs(of: clientID, hosts: hosts)
    return known.filter { own.contains($0) }.map { id in
      let entries = accountEntries.filter {
        $0.homeAccountID == id && hosts.contains($0.environment)
      }
      return Account(
        homeAccountID: id, username: entries.lazy.map(\.username).first { !$0.isEmpty } ?? "",
        name: names[id], realms: entries.map(\.realm),
        localAccountIDs: entries.map(\.localAccountID).filter { !$0.isEmpty })
    }
  }

  /// The access token that serves best, and whether it covers the wanted scopes.
  ///
  /// Entries of this app registration, under any alias of the login host and under any realm that
  /// means the same tenant for this account. Of several the covering, the best fitting realm, the
  /// latest end wins.
  func bestAccessToken(
    of account: Account, client clientID: String, at authority: Authority,
    covering scopes: [String],
    except rejected: Secret? = nil
  ) -> (entry: AccessTokenEntry, covers: Bool)? {
    let hosts = LoginHosts.aliases(of: authority.environment)
    return
      accessTokens
      .filter {
        $0.clientID == clientID && $0.homeAccountID == account.homeAccountID
          && hosts.contains($0.environment) && $0.secret != rejected
      }
      .compactMap { entry -> (entry: AccessTokenEntry, covers: Bool, rank: Int)? in
        guard let rank = account.rank(ofRealm: entry.realm, at: authority) else { return nil }
        return (entry, Scopes.missing(scopes, from: entry.scopes).isEmpty, rank)
      }
      .min { left, right in
        if left.covers != right.covers { return left.covers }
        if left.rank != right.rank { return left.rank < right.rank }
        return left.entry.expiresOn > right.entry.expiresOn
      }
      .map { ($0.entry, $0.covers) }
  }

  /// The refresh tokens of an account that this app registration may send, the newest first.
  func refreshTokens(
    of account: Account, client clientID: String, at authority: Authority
  ) -> [RefreshTokenEntry] {
    let hosts = LoginHosts.aliases(of: authority.environment)
    return
      refreshTokens
      .filter {
        $0.clientID == clientID && $0.homeAccountID == account.homeAccountID && !$0.isOfFamily
          && hosts.contains($0.environment)
      }
      .sorted { $0.modified > $1.modified }
  }

  private func homeAccountIDs(of clientID: String, hosts: [String]) -> Set<String> {
    var ids: Set<String> = []
    for (section, type) in [
      (Section.refreshToken, "RefreshToken"), (.accessToken, "AccessToken"), (.idToken, "IdToken"),
    ] {
      for member in entries(section) {
        guard let fields = CredentialFields(member.value, type: type),
          fields.clientID == clientID, hosts.contains(fields.environment)
        else { continue }
        ids.insert(fields.homeAccountID)
      }
    }
    return ids
  }

  /// Display names from the id tokens, by account.
  private func names(of clientID: String, hosts: [String]) -> [String: String] {
    var names: [String: String] = [:]
    for member in entries(.idToken) {
      guard let fields = CredentialFields(member.value, type: "IdToken"),
        fields.clientID == clientID, hosts.contains(fields.environment),
        let name = IDTokenClaims(fields.secret.exposed)?.name
      else { continue }
      names[fields.homeAccountID] = name
    }
    return names
  }
}
