package import JSON

/// What the token endpoint gives when it grants something.
///
/// Source: RFC 6749 section 5.1; Microsoft identity platform, "Authorization code flow".
package struct TokenAnswer: Sendable {
  package let accessToken: Secret
  /// As the service wrote it: `Bearer`.
  package let tokenType: String
  package let refreshToken: Secret?
  package let idToken: Secret?
  /// What was granted, which may be less or more than was asked; nil when the answer does not say.
  package let scopes: [String]?
  /// Seconds from the receipt; 600 when the answer does not say, as MSAL has it.
  package let expiresIn: Int
  package let extendedExpiresIn: Int
  package let refreshIn: Int?
  let claims: IDTokenClaims?
  private let clientInfo: (uid: String, utid: String)?

  /// Reads the body of a 200 answer; nil when it is not one that grants a bearer token.
  package init?(_ json: JSON) {
    guard let access = json["access_token"]?.string, !access.isEmpty else { return nil }
    let type = json["token_type"]?.string ?? "Bearer"
    guard type.lowercased() == "bearer" else { return nil }
    accessToken = Secret(access)
    tokenType = type
    refreshToken = Self.secret(json["refresh_token"])
    idToken = Self.secret(json["id_token"])
    scopes = json["scope"]?.string.map(Scopes.split)
    expiresIn = Self.seconds(json["expires_in"]) ?? 600
    extendedExpiresIn = Self.seconds(json["ext_expires_in"]) ?? expiresIn
    refreshIn = Self.seconds(json["refresh_in"])
    claims = idToken.flatMap { IDTokenClaims($0.exposed) }
    clientInfo = Self.clientInfo(json["client_info"]?.string)
  }

  /// `uid.utid`, else the subject of the id token; empty when the answer tells nobody's name.
  package var homeAccountID: String {
    clientInfo.map { "\($0.uid).\($0.utid)" } ?? claims?.subject ?? ""
  }

  var localAccountID: String { claims?.objectID ?? claims?.subject ?? clientInfo?.uid ?? "" }

  private static func secret(_ json: JSON?) -> Secret? {
    json?.string.flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// Whole seconds, as a number or as text, from 0 to ten years.
  static func seconds(_ json: JSON?) -> Int? {
    let number = json?.number?.double ?? json?.string.flatMap { Double($0) }
    guard let number, number.isFinite else { return nil }
    return Int(min(max(number, 0), 315_360_000))
  }

  private static func clientInfo(_ text: String?) -> (uid: String, utid: String)? {
    guard let bytes = text.flatMap(Base64URL.decode), let json = try? JSON(parsing: bytes),
      let uid = json["uid"]?.string, let utid = json["utid"]?.string, !uid.isEmpty, !utid.isEmpty
    else { return nil }
    return (uid, utid)
  }
}

/// The claims of an id token that say who somebody is; signature and times are the service's affair.
struct IDTokenClaims {
  let subject: String?
  let objectID: String?
  let tenant: String?
  let username: String?
  let name: String?
  let nonce: String?

  init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])),
      let json = try? JSON(parsing: bytes), json.object != nil
    else { return nil }
    subject = json["sub"]?.string
    objectID = json["oid"]?.string
    tenant = json["tid"]?.string
    username = json["preferred_username"]?.string ?? json["upn"]?.string
    name = json["name"]?.string
    nonce = json["nonce"]?.string
  }
}
