import FoundationEssentials
import JSON

extension IdentityPlatform {
  /// Who a request to Graph is made for, by its `Authorization` header.
  ///
  /// - Throws: 401 for a missing, spoilt or expired token, and with a claims challenge for one that a
  ///   client which understands challenges got before the user's sessions were revoked.
  func caller(
    authorization: String?, root: String
  ) throws(GraphError) -> TokenMint.Access {
    let parts = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw .unauthorized("The access token is missing.", root: root)
    }
    let access: TokenMint.Access
    do throws(TokenMint.Refusal) {
      access = try self.access(of: GraphHeader.trimmed(parts[1]))
    } catch {
      switch error {
      case .notOurs: throw .unauthorized("The access token cannot be read.", root: root)
      case .expired: throw .unauthorized("The access token has expired.", root: root)
      }
    }
    if access.handlesClaims, let revoked = revocations[access.user.id], access.issued <= revoked {
      let moment = JSON.string(String(Int(revoked.timeIntervalSince1970)))
      let claims: JSON = ["access_token": ["nbf": ["essential": true, "value": moment]]]
      throw .unauthorized(
        "The access token was issued before the sessions were revoked.", root: root,
        claims: claims.text(.wire))
    }
    return access
  }

  /// `POST /me/revokeSignInSessions`: from now on refresh tokens issued so far are refused, and access
  /// tokens of clients that understand challenges are challenged.
  ///
  /// Source: Microsoft Graph, "user: revokeSignInSessions".
  func revokeSessions(of caller: TokenMint.Access, root: String) throws(GraphError) -> GraphAnswer {
    guard !Self.revocationScopes.isDisjoint(with: caller.permissions) else { throw .accessDenied }
    revocations[caller.user.id] = now
    return .ok([
      "@odata.context": .string("\(root)/v1.0/$metadata#Edm.Boolean"), "value": true,
    ])
  }

  private static let revocationScopes: Set = [
    "User.RevokeSessions.All", "User.ReadWrite", "User.ReadWrite.All",
  ]

  /// What `token` says; a token that was good once is looked at more closely only for its age.
  private func access(of token: String) throws(TokenMint.Refusal) -> TokenMint.Access {
    if let known = knownTokens[token] {
      guard now < known.expires else { throw .expired }
      return known
    }
    let access = try mint.access(of: token, at: now)
    knownTokens[token] = access
    return access
  }
}
