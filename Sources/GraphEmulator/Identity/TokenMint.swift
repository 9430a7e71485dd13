import FoundationEssentials
import JSON

/// Makes the tokens of the identity platform, and knows its own again.
struct TokenMint: Sendable {
  /// What an access token says.
  struct Access: Sendable, Equatable {
    var user: EmulatorUser
    var client: String
    /// Short names in the spelling of the permissions reference.
    var permissions: [String]
    var issued: Date
    var expires: Date
    /// Whether the client said it understands claims challenges.
    var handlesClaims: Bool
  }

  /// Why a token is not taken.
  enum Refusal: Error, Equatable {
    case notOurs
    case expired
  }

  private let key: [UInt8]
  private let directory: EmulatorDirectory

  init(directory: EmulatorDirectory) {
    self.directory = directory
    var generator = SystemRandomNumberGenerator()
    key = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// An access token for Graph: a JWT for work accounts, opaque text for personal ones.
  func accessToken(_ access: Access, root: String) -> String {
    let tenant = access.user.tenant.id
    var claims: JSONObject = [
      "aud": "https://graph.microsoft.com", "iss": .string("\(root)/\(tenant)/"),
      "iat": .number(Self.seconds(access.issued)), "nbf": .number(Self.seconds(access.issued)),
      "exp": .number(Self.seconds(access.expires)), "acct": 0, "acr": "1",
      "amr": ["pwd", "mfa"], "app_displayname": "Emulated application",
      "appid": .string(access.client), "appidacr": "0", "idtyp": "user",
      "name": .string(access.user.displayName), "oid": .string(access.user.id),
      "scp": .string((access.permissions + ["profile", "openid", "email"]).joined(separator: " ")),
      "sub": .string(subject(access.user, client: "graph")), "tid": .string(tenant),
      "unique_name": .string(access.user.userPrincipalName),
      "upn": .string(access.user.userPrincipalName),
      "uti": .string(Base64URL.random(byteCount: 16)), "ver": "1.0",
    ]
    if access.handlesClaims { claims["xms_cc"] = ["cp1"] }
    let token = signed(claims, type: "JWT")
    guard access.user.isPersonal else { return token }
    return Self.opaquePrefix + Base64URL.encoded(Array(token.utf8))
  }

  /// What `token` says.
  func access(of token: String, at now: Date) throws(Refusal) -> Access {
    var token = token
    if token.hasPrefix(Self.opaquePrefix) {
      guard let inside = Base64URL.decoded(token.dropFirst(Self.opaquePrefix.count)) else {
        throw .notOurs
      }
      token = String(decoding: inside, as: UTF8.self)
    }
    guard let claims = claims(of: token), let user = claims["oid"]?.string,
      let owner = directory.users.first(where: { $0.id == user }),
      let client = claims["appid"]?.string, let scopes = claims["scp"]?.string,
      let issued = claims["iat"]?.int, let expires = claims["exp"]?.int
    else { throw .notOurs }
    let expiry = Date(timeIntervalSince1970: Double(expires))
    guard now < expiry else { throw .expired }
    return Access(
      user: owner, client: client, permissions: scopes.split(separator: " ").map(String.init),
      issued: Date(timeIntervalSince1970: Double(issued)), expires: expiry,
      handlesClaims: claims["xms_cc"] != nil)
  }

  /// An ID token for `client`.
  func idToken(
    _ user: EmulatorUser, client: String, nonce: String?, issued: Date, root: String
  ) -> String {
    var claims: JSONObject = [
      "ver": "2.0", "iss": .string("\(root)/\(user.tenant.id)/v2.0"),
      "sub": .string(subject(user, client: client)), "aud": .string(client),
      "exp": .number(Self.seconds(issued) + 3600), "iat": .number(Self.seconds(issued)),
      "nbf": .number(Self.seconds(issued)), "name": .string(user.displayName),
      "preferred_username": .string(user.userPrincipalName), "oid": .string(user.id),
      "tid": .string(user.tenant.id), "uti": .string(Base64URL.random(byteCount: 16)),
    ]
    if let mail = user.mail { claims["email"] = .string(mail) }
    if let nonce { claims["nonce"] = .string(nonce) }
    return signed(claims, type: "JWT")
  }

  /// Who signed in, in the form that libraries make account ids of.
  static func clientInfo(_ user: EmulatorUser) -> String {
    let info: JSON = ["uid": .string(user.id), "utid": .string(user.tenant.id)]
    return Base64URL.encoded(info.bytes(.wire))
  }

  /// A name for `user` that differs from application to application.
  private func subject(_ user: EmulatorUser, client: String) -> String {
    Base64URL.encoded(SHA256.digest(Array("\(client) \(user.id)".utf8)))
  }

  private func signed(_ claims: JSONObject, type: String) -> String {
    let header: JSON = ["typ": .string(type), "alg": "HS256", "kid": "emulator"]
    let content =
      Base64URL.encoded(header.bytes(.wire)) + "."
      + Base64URL.encoded(JSON.object(claims).bytes(.wire))
    return content + "." + signature(content)
  }

  private func signature(_ content: String) -> String {
    Base64URL.encoded(SHA256.authenticationCode(Array(content.utf8), key: key))
  }

  private func claims(of token: String) -> JSON? {
    guard let dot = token.lastIndex(of: ".") else { return nil }
    let content = String(token[..<dot])
    guard signature(content) == token[token.index(after: dot)...] else { return nil }
    let parts = content.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let bytes = Base64URL.decoded(parts[1]) else { return nil }
    return try? JSON(parsing: bytes)
  }

  private static func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }

  private static let opaquePrefix = "EwB"
}
