import JSON

/// The parameter `claims` of requests to the identity platform.
///
/// With `cp1` a client says that it can handle claims challenges; in return tokens live up to 28 hours.
/// Source: Microsoft identity platform, "Claims challenges"; OpenID Connect Core 1.0 section 5.5.
package enum ClaimsRequest {
  /// The text to send: what this client can do, and what a challenge asked for.
  ///
  /// `challenge` is the JSON text of a challenge; what is no JSON object is left out.
  package static func text(answering challenge: String? = nil) -> String {
    var claims = challenge.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
    var access = claims["access_token"]?.object ?? [:]
    access["xms_cc"] = capabilities
    claims["access_token"] = .object(access)
    return JSON.object(claims).text(.wire)
  }

  private static let capabilities: JSON = ["values": ["cp1"]]
}
