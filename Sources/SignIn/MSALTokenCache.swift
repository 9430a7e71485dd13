import JSON

/// The unified token cache of the Microsoft Authentication Libraries, as MSAL Python writes it.
///
/// The whole text is kept as a tree: sections, entries and fields that we do not know survive every
/// change, in their order. Typed views are read from it and skip what they cannot use.
package struct MSALTokenCache: Sendable, Equatable {
  /// Why a text is no token cache.
  package struct Damage: Error, Sendable, Equatable {
    /// One line without a full stop, such as `line 1, column 2: unexpected end`.
    package let reason: String
  }

  enum Section: String, CaseIterable {
    // The order in which MSAL makes them at a login.
    case accessToken = "AccessToken"
    case account = "Account"
    case idToken = "IdToken"
    case refreshToken = "RefreshToken"
    case appMetadata = "AppMetadata"
  }

  private(set) var root: JSONObject

  /// A cache without any section.
  package init() { root = [:] }

  /// Reads the text of a cache file; a byte-order mark is skipped.
  package init(parsing bytes: [UInt8]) throws(Damage) {
    if bytes.isEmpty { throw Damage(reason: "it is empty") }
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      throw Damage(reason: "line \(error.line), column \(error.column): \(error.reason)")
    }
    guard let object = json.object else { throw Damage(reason: "it is no JSON object") }
    for section in Section.allCases {
      guard let value = object[section.rawValue], value.object == nil else { continue }
      throw Damage(reason: "\(section.rawValue) is no JSON object")
    }
    root = object
  }

  /// The text byte for byte as MSAL Python would write it.
  package var bytes: [UInt8] { JSON.object(root).bytes(.msal) }

  package var accessTokens: [AccessTokenEntry] {
    entries(.accessToken).compactMap { AccessTokenEntry(key: $0.key, $0.value) }
  }

  package var refreshTokens: [RefreshTokenEntry] {
    entries(.refreshToken).compactMap { RefreshTokenEntry(key: $0.key, $0.value) }
  }

  var accountEntries: [AccountEntry] {
    entries(.account).compactMap { AccountEntry(key: $0.key, $0.value) }
  }

  func entries(_ section: Section) -> [JSONObject.Member] {
    root[section.rawValue]?.object?.members ?? []
  }

  func entry(_ section: Section, _ key: String) -> JSONObject? {
    root[section.rawValue]?.object?[key]?.object
  }

  /// Sets or removes an entry; a section that is not there yet is made, an emptied one stays.
  mutating func set(_ section: Section, _ key: String, to entry: JSONObject?) {
    var object = root[section.rawValue]?.object ?? [:]
    if entry == nil, object[key] == nil { return }
    object[key] = entry.map(JSON.object)
    root[section.rawValue] = .object(object)
  }

  /// Removes every entry of a section that `isUnwanted` picks.
  mutating func remove(_ section: Section, where isUnwanted: (String, JSON) -> Bool) {
    guard let object = root[section.rawValue]?.object else { return }
    let kept = object.members.filter { !isUnwanted($0.key, $0.value) }
    guard kept.count < object.count else { return }
    root[section.rawValue] = .object(JSONObject(kept.map { ($0.key, $0.value) }))
  }
}

/// The keys of cache entries: parts joined with `-`, all in lower case.
enum CacheKey {
  static func accessToken(
    home: String, environment: String, client: String, realm: String, target: String
  ) -> String {
    joined([home, environment, "AccessToken", client, realm, target])
  }

  static func refreshToken(
    home: String, environment: String, client: String, target: String
  ) -> String {
    joined([home, environment, "RefreshToken", client, "", target])
  }

  static func idToken(
    home: String, environment: String, client: String, realm: String
  ) -> String {
    joined([home, environment, "IdToken", client, realm, ""])
  }

  static func account(home: String, environment: String, realm: String) -> String {
    joined([home, environment, realm])
  }

  /// Unlike the others this one keeps its letter case.
  static func appMetadata(environment: String, client: String) -> String {
    "appmetadata-\(environment)-\(client)"
  }

  private static func joined(_ parts: [String]) -> String {
    parts.joined(separator: "-").lowercased()
  }
}
