package import FoundationEssentials
import JSON

/// An access token as the cache holds it; entries with missing or odd fields do not become one.
package struct AccessTokenEntry: Sendable, Equatable {
  package let key: String
  package let secret: Secret
  package let homeAccountID: String
  /// Lower case.
  package let environment: String
  package let clientID: String
  package let realm: String
  /// The scopes it was granted for.
  package let scopes: [String]
  /// When it was stored, nil when the field is missing or unreadable.
  package let cachedAt: Date?
  /// When it ends; an unreadable time counts as long past.
  package let expiresOn: Date
  /// When the service would like it renewed, if it said so.
  package let refreshOn: Date?

  init?(key: String, _ json: JSON) {
    guard let common = CredentialFields(json, type: "AccessToken"),
      // An entry for extra parameters of a request, or bound to a key, is not for us.
      json["ext_cache_key"] == nil, json["key_id"] == nil,
      json["token_type"].map({ $0.string?.lowercased() == "bearer" }) ?? true
    else { return nil }
    self.key = key
    secret = common.secret
    homeAccountID = common.homeAccountID
    environment = common.environment
    clientID = common.clientID
    realm = json["realm"]?.string ?? ""
    scopes = Scopes.split(json["target"]?.string ?? "")
    cachedAt = CacheTime.date(json["cached_at"])
    expiresOn = CacheTime.date(json["expires_on"]) ?? .distantPast
    refreshOn = CacheTime.date(json["refresh_on"])
  }
}

/// A refresh token as the cache holds it.
package struct RefreshTokenEntry: Sendable, Equatable {
  package let key: String
  package let secret: Secret
  package let homeAccountID: String
  package let environment: String
  package let clientID: String
  /// The scopes granted when a person signed in; empty where another program left them out.
  package let scopes: [String]
  package let modified: Date
  /// Shared by Microsoft's own programs; never used here.
  let isOfFamily: Bool

  init?(key: String, _ json: JSON) {
    guard let common = CredentialFields(json, type: "RefreshToken") else { return nil }
    self.key = key
    secret = common.secret
    homeAccountID = common.homeAccountID
    environment = common.environment
    clientID = common.clientID
    scopes = Scopes.split(json["target"]?.string ?? "")
    modified = CacheTime.date(json["last_modification_time"]) ?? .distantPast
    isOfFamily = json["family_id"]?.string.map { !$0.isEmpty } ?? false
  }
}

/// One account in one tenant, as the cache holds it.
struct AccountEntry {
  let key: String
  let homeAccountID: String
  let environment: String
  let realm: String
  let localAccountID: String
  let username: String

  init?(key: String, _ json: JSON) {
    guard let home = json["home_account_id"]?.string, !home.isEmpty,
      let environment = json["environment"]?.string, !environment.isEmpty
    else { return nil }
    self.key = key
    homeAccountID = home
    self.environment = environment.lowercased()
    realm = json["realm"]?.string ?? ""
    localAccountID = json["local_account_id"]?.string ?? ""
    username = json["username"]?.string ?? ""
  }
}

/// The fields that every kind of token has.
struct CredentialFields {
  let secret: Secret
  let homeAccountID: String
  let environment: String
  let clientID: String

  init?(_ json: JSON, type: String) {
    guard let secret = json["secret"]?.string, !secret.isEmpty,
      let home = json["home_account_id"]?.string, !home.isEmpty,
      let environment = json["environment"]?.string, !environment.isEmpty,
      let client = json["client_id"]?.string, !client.isEmpty,
      json["credential_type"].map({ $0.string?.lowercased() == type.lowercased() }) ?? true
    else { return nil }
    self.secret = Secret(secret)
    homeAccountID = home
    self.environment = environment.lowercased()
    clientID = client
  }
}

/// Times of the cache: whole seconds since 1970, written as text.
enum CacheTime {
  /// Reads text, and numbers as some programs write them; nil for anything else.
  static func date(_ json: JSON?) -> Date? {
    guard let seconds = json?.string.flatMap({ Int($0) }) ?? json?.int else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  static func text(_ date: Date) -> String {
    String(Int(date.timeIntervalSince1970.rounded(.down)))
  }
}
