import FoundationEssentials
import JSON

extension IdentityPlatform {
  /// Who a request to Graph is made for, by its `Authorization` header.
  ///
  /// - Throws: 401 for a missing, spoilt or expired token, and with a claims challenge for one that a
  ///   client which understands challenges got before the user's sessions were revoked.
  func caller(
    authorization: String?, root: String
  ) throws(GraphError) -> (user: EmulatorUser, permissions: [String]) {
    let parts = (authorization ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else {
      throw .unauthorized("The access token is missing.", root: root)
    }
    let access: TokenMint.Access
    do throws(TokenMint.Refusal) {
      access = try mint.access(of: GraphHeader.trimmed(parts[1]), at: now)
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
    return (access.user, access.permissions)
  }
}
