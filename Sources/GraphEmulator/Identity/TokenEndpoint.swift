import FoundationEssentials
import HTTPServer
import JSON

extension IdentityPlatform {
  /// `POST /{tenant}/oauth2/v2.0/token`.
  func token(_ call: IdentityCall) throws(IdentityError) -> ServerResponse {
    let audience = try audience(of: call)
    guard call.method == "POST" else { throw Self.onlyPost }
    guard let grant = call.form["grant_type"] else { throw .missing("grant_type") }
    let client = try client(in: call.form, tenant: call.tenant)
    let sale: Sale
    switch grant {
    case "urn:ietf:params:oauth:grant-type:device_code":
      sale = try redeemDeviceCode(call, client: client)
    case "authorization_code": sale = try redeemCode(call, client: client)
    case "refresh_token": sale = try redeemRefreshToken(call, client: client)
    default:
      throw IdentityError(
        "unsupported_grant_type", 70003, "The grant type '\(grant)' is not supported.")
    }
    guard audience.admits(sale.user) else {
      throw .accountNotHere(sale.user.userPrincipalName, tenant: call.tenant)
    }
    return .json(tokens(for: sale, call))
  }

  static let onlyPost = IdentityError(
    "invalid_request", 900561, "The endpoint takes POST requests only.")

  /// What a redeemed code or refresh token is worth.
  struct Sale {
    var user: EmulatorUser
    var client: String
    /// As the client wrote it.
    var scopeText: String
    var scope: ScopeRequest
    var nonce: String?
    var givesRefreshToken: Bool
  }

  private func redeemDeviceCode(
    _ call: IdentityCall, client: String
  ) throws(IdentityError) -> Sale {
    guard let code = call.form["device_code"] else { throw .missing("device_code") }
    guard
      let index = deviceGrants.firstIndex(where: { $0.deviceCode == code && $0.client == client })
    else {
      throw IdentityError("bad_verification_code", 70000, "The device code is not known.")
    }
    guard deviceGrants[index].tenant == call.tenant.lowercased() else { throw Self.otherTenant }
    let user = try deviceGrants[index].poll(at: now)
    let text = deviceGrants[index].scope
    let scope = try ScopeRequest(text, root: call.root)
    consent(user, client: client, to: scope)
    return Sale(
      user: user, client: client, scopeText: text, scope: scope, nonce: nil,
      givesRefreshToken: scope.offlineAccess)
  }

  private func redeemCode(_ call: IdentityCall, client: String) throws(IdentityError) -> Sale {
    guard let code = call.form["code"] else { throw .missing("code") }
    guard let grant = codes[code], grant.request.client == client else {
      throw IdentityError("invalid_grant", 70000, "The authorization code is not valid.")
    }
    guard !grant.isUsed else {
      throw IdentityError("invalid_grant", 54005, "The authorization code was redeemed before.")
    }
    codes[code]?.isUsed = true
    guard now < grant.expires else {
      throw IdentityError("invalid_grant", 70008, "The authorization code has expired.")
    }
    guard grant.tenant == call.tenant.lowercased() else { throw Self.otherTenant }
    guard call.form["redirect_uri"] == grant.request.redirect else {
      throw IdentityError(
        "invalid_grant", 500112, "The redirect address is not that of the authorization request.")
    }
    if let mismatch = grant.request.mismatch(verifier: call.form["code_verifier"]) {
      throw mismatch
    }
    let scope = try ScopeRequest(grant.request.scope, root: call.root)
    return Sale(
      user: grant.user, client: client, scopeText: grant.request.scope, scope: scope,
      nonce: grant.request.nonce, givesRefreshToken: scope.offlineAccess)
  }

  private func redeemRefreshToken(
    _ call: IdentityCall, client: String
  ) throws(IdentityError) -> Sale {
    guard let token = call.form["refresh_token"] else { throw .missing("refresh_token") }
    guard let grant = refreshGrants[token] else {
      throw IdentityError(
        "invalid_grant", 70000, "The refresh token is not valid.", suberror: "bad_token")
    }
    guard grant.client == client else {
      throw IdentityError(
        "invalid_grant", 70000, "The refresh token belongs to another application.",
        suberror: "client_mismatch")
    }
    if let revoked = revocations[grant.user.id], grant.issued <= revoked {
      throw IdentityError(
        "invalid_grant", 50173, "The grant was revoked, and a new sign-in is needed.",
        suberror: "bad_token")
    }
    let text = call.form["scope"] ?? grant.scope
    let scope = try ScopeRequest(text, root: call.root)
    let consented = consented(by: grant.user, to: client)
    guard Set(scope.permissions).isSubset(of: consented) else {
      throw IdentityError(
        "invalid_grant", 65001,
        "The user or an administrator has not consented to the use of the application.",
        suberror: "consent_required")
    }
    return Sale(
      user: grant.user, client: client, scopeText: text, scope: scope, nonce: nil,
      givesRefreshToken: true)
  }

  private static let otherTenant = IdentityError(
    "invalid_grant", 700005, "The code was issued for another tenant.")

  /// Notes that `user` agreed to what was asked for.
  func consent(_ user: EmulatorUser, client: String, to scope: ScopeRequest) {
    let wanted = scope.isDefault ? GraphPermission.registered : scope.permissions
    let key = consentKey(user, client)
    consents[key, default: []] += wanted.filter { !(consents[key] ?? []).contains($0) }
  }

  private func consentKey(_ user: EmulatorUser, _ client: String) -> String {
    "\(user.id) \(client.lowercased())"
  }

  /// The successful answer: the token carries everything consented to so far.
  private func tokens(for sale: Sale, _ call: IdentityCall) -> JSON {
    let granted = consented(by: sale.user, to: sale.client)
    let issued = now
    let lifetime = configuration.tokenLifetime
    let access = TokenMint.Access(
      user: sale.user, client: sale.client, permissions: granted, issued: issued,
      expires: issued.addingTimeInterval(Double(lifetime)),
      handlesClaims: ClaimsRequest(call.form["claims"]).handlesChallenges)
    var body: JSONObject = [
      "token_type": "Bearer", "scope": .string(sale.scope.echo(granted: granted)),
      "expires_in": .number(lifetime), "ext_expires_in": .number(lifetime),
      "access_token": .string(mint.accessToken(access, root: call.root)),
    ]
    if sale.givesRefreshToken {
      let token = "1." + Base64URL.random(byteCount: 96)
      refreshGrants[token] = RefreshGrant(
        user: sale.user, client: sale.client, scope: sale.scopeText, issued: issued)
      body["refresh_token"] = .string(token)
    }
    if sale.scope.openID {
      body["id_token"] = .string(
        mint.idToken(
          sale.user, client: sale.client, nonce: sale.nonce, issued: issued, root: call.root))
    }
    if call.form["client_info"] == "1" {
      body["client_info"] = .string(TokenMint.clientInfo(sale.user))
    }
    return .object(body)
  }
}
