package import FoundationEssentials
import JSON

extension MSALTokenCache {
  /// How a person signed in, by the names MSAL stores.
  package enum SignInMethod: String, Sendable {
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    case authorizationCode = "authorization_code"
  }

  /// Stores what a sign-in brought, in all five sections.
  ///
  /// Older access tokens of the account go, since they may be what the person wants to be rid of, and
  /// so do its older refresh tokens. Those of other programs stay.
  package mutating func storeSignIn(
    _ answer: TokenAnswer, method: SignInMethod, client: String, authority: Authority,
    requested: [String], now: Date
  ) {
    let identity = Identity(answer, environment: authority.environment, client: client)
    let realm = authority.realm(idTokenTenant: answer.claims?.tenant)
    let target = Scopes.target(answer.scopes ?? requested)
    let hosts = LoginHosts.aliases(of: authority.environment)
    let accessKey = identity.accessKey(realm: realm, target: target)
    remove(.accessToken) { key, json in
      guard key != accessKey, let old = AccessTokenEntry(key: key, json) else { return false }
      return old.homeAccountID == identity.home && old.clientID == client
        && hosts.contains(old.environment)
    }
    set(.accessToken, accessKey, to: identity.accessEntry(answer, realm, target, now))

    let accountKey = CacheKey.account(
      home: identity.home, environment: identity.environment, realm: realm)
    merge(
      .account, accountKey,
      [
        "home_account_id": .string(identity.home), "environment": .string(identity.environment),
        "realm": .string(realm), "local_account_id": .string(answer.localAccountID),
        "username": .string(answer.claims?.username ?? ""), "authority_type": "MSSTS",
        "account_source": .string(method.rawValue),
      ])
    storeIDToken(answer, identity, realm: realm)
    if let secret = answer.refreshToken {
      let key = CacheKey.refreshToken(
        home: identity.home, environment: identity.environment, client: client, target: target)
      remove(.refreshToken) { other, json in
        guard other != key, let old = RefreshTokenEntry(key: other, json) else { return false }
        return old.homeAccountID == identity.home && old.clientID == client && !old.isOfFamily
          && hosts.contains(old.environment)
      }
      merge(
        .refreshToken, key,
        [
          "credential_type": "RefreshToken", "secret": .string(secret.exposed),
          "home_account_id": .string(identity.home), "environment": .string(identity.environment),
          "client_id": .string(client), "target": .string(target),
          "last_modification_time": .string(CacheTime.text(now)),
        ])
    }
    storeAppMetadata(identity)
  }

  /// Stores what a refresh brought, in place of what was there; the account entry is never touched.
  ///
  /// False, and nothing changed, when the refresh token is gone: somebody has signed out meanwhile.
  package mutating func storeRefresh(
    _ answer: TokenAnswer, of used: RefreshTokenEntry, authority: Authority, requested: [String],
    now: Date
  ) -> Bool {
    guard var entry = entry(.refreshToken, used.key) else { return false }
    let identity = Identity(
      home: used.homeAccountID, environment: used.environment, client: used.clientID)
    let realm = authority.realm(idTokenTenant: answer.claims?.tenant)
    let target = Scopes.target(answer.scopes ?? requested)
    let accessKey = identity.accessKey(realm: realm, target: target)
    let hosts = LoginHosts.aliases(of: identity.environment)
    remove(.accessToken) { key, json in
      guard key != accessKey, let old = AccessTokenEntry(key: key, json) else { return false }
      return old.homeAccountID == identity.home && old.clientID == identity.client
        && hosts.contains(old.environment) && old.expiresOn <= now
    }
    set(.accessToken, accessKey, to: identity.accessEntry(answer, realm, target, now))
    storeIDToken(answer, identity, realm: realm)
    // Another process may have stored a newer one than the one used here; that one stays.
    if let secret = answer.refreshToken, entry["secret"]?.string == used.secret.exposed {
      entry["secret"] = .string(secret.exposed)
      entry["last_modification_time"] = .string(CacheTime.text(now))
      set(.refreshToken, used.key, to: entry)
    }
    storeAppMetadata(identity)
    return true
  }

  /// Removes a refresh token that the service has declared dead for good, if it is still that one.
  package mutating func remove(_ dead: RefreshTokenEntry) {
    remove(.refreshToken) { key, json in
      key == dead.key && json["secret"]?.string == dead.secret.exposed
    }
  }

  /// Removes an access token that an API has refused.
  package mutating func removeAccessToken(_ secret: Secret) {
    remove(.accessToken) { _, json in json["secret"]?.string == secret.exposed }
  }

  /// Signs an account out exactly as MSAL Python does.
  ///
  /// Gone are the refresh tokens of this app registration, and all access tokens, id tokens and
  /// account entries of the account; what other accounts have stays byte for byte.
  package mutating func removeAccount(_ homeAccountID: String, client: String, hosts: [String]) {
    let isOfAccount = { (json: JSON) in
      json["home_account_id"]?.string == homeAccountID
        && hosts.contains(json["environment"]?.string?.lowercased() ?? "")
    }
    remove(.refreshToken) { isOfAccount($1) && $1["client_id"]?.string == client }
    for section in [Section.accessToken, .idToken, .account] {
      remove(section) { isOfAccount($1) }
    }
  }

  private mutating func storeIDToken(_ answer: TokenAnswer, _ identity: Identity, realm: String) {
    guard let token = answer.idToken else { return }
    let key = CacheKey.idToken(
      home: identity.home, environment: identity.environment, client: identity.client, realm: realm)
    set(
      .idToken, key,
      to: [
        "credential_type": "IdToken", "secret": .string(token.exposed),
        "home_account_id": .string(identity.home), "environment": .string(identity.environment),
        "realm": .string(realm), "client_id": .string(identity.client),
      ])
  }

  private mutating func storeAppMetadata(_ identity: Identity) {
    let key = CacheKey.appMetadata(environment: identity.environment, client: identity.client)
    merge(
      .appMetadata, key,
      [
        "client_id": .string(identity.client), "environment": .string(identity.environment),
      ])
  }

  /// Sets fields of an entry and leaves its other ones.
  private mutating func merge(_ section: Section, _ key: String, _ fields: JSONObject) {
    var object = entry(section, key) ?? [:]
    for (name, value) in fields { object[name] = value }
    set(section, key, to: object)
  }
}

/// The parts that all entries of one sign-in share.
private struct Identity {
  let home: String
  let environment: String
  let client: String

  init(home: String, environment: String, client: String) {
    self.home = home
    self.environment = environment
    self.client = client
  }

  init(_ answer: TokenAnswer, environment: String, client: String) {
    self.init(home: answer.homeAccountID, environment: environment, client: client)
  }

  func accessKey(realm: String, target: String) -> String {
    CacheKey.accessToken(
      home: home, environment: environment, client: client, realm: realm, target: target)
  }

  func accessEntry(
    _ answer: TokenAnswer, _ realm: String, _ target: String, _ now: Date
  ) -> JSONObject {
    var entry: JSONObject = [
      "credential_type": "AccessToken", "secret": .string(answer.accessToken.exposed),
      "home_account_id": .string(home), "environment": .string(environment),
      "client_id": .string(client), "target": .string(target), "realm": .string(realm),
      "token_type": .string(answer.tokenType), "cached_at": .string(CacheTime.text(now)),
      "expires_on": .string(CacheTime.text(now + Double(answer.expiresIn))),
      "extended_expires_on": .string(CacheTime.text(now + Double(answer.extendedExpiresIn))),
    ]
    if let refreshIn = answer.refreshIn {
      entry["refresh_on"] = .string(CacheTime.text(now + Double(refreshIn)))
    }
    return entry
  }
}
