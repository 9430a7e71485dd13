package import FoundationEssentials
package import Host
package import JSON

/// What is going to be written into the settings file.
package struct AuthSettingsDraft: Sendable, Equatable {
  /// A GUID in lower case.
  package let clientID: String
  package let tenant: String
  package let cloud: Cloud
  package let scopes: [String]

  /// Checks what a person typed; blanks and quotes around it are dropped.
  package init(
    clientID: String, tenant: String, cloud: Cloud, scopes: [String]
  ) throws(SignInError) {
    self.clientID = try Self.clientID(clientID)
    self.tenant = try Self.tenant(tenant)
    self.cloud = cloud
    self.scopes = scopes
  }

  /// The client id that `text` means.
  ///
  /// The portal shows several ids next to each other; all are GUIDs, and nothing else is an id.
  package static func clientID(_ text: String) throws(SignInError) -> String {
    let id = trimmed(text).lowercased()
    guard GUID.isGUID(id), id.contains(where: { $0 != "0" && $0 != "-" }) else {
      throw .usage(
        "\"\(PlainText.line(text, limit: 80))\" is not an Application (client) ID",
        why: "it looks like 5f0c6f0e-1234-4abc-8def-00000000c11e",
        hint: "copy it from App registrations > graphcal > Overview")
    }
    return id
  }

  /// The tenant that `text` means: an id, a domain or one of the words.
  package static func tenant(_ text: String) throws(SignInError) -> String {
    try Authority(root: Cloud.global.loginRoot, tenant: trimmed(text)).tenant
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let first = text.first, first.isWhitespace || "\"'".contains(first) { text.removeFirst() }
    while let last = text.last, last.isWhitespace || "\"'".contains(last) { text.removeLast() }
    return String(text)
  }

  /// These values over those of an older file, whose other keys stay.
  package func object(over old: JSONObject? = nil) -> JSONObject {
    var object = old ?? [:]
    object["AppId"] = .string(clientID)
    object["TenantId"] = .string(tenant)
    if cloud != .global || object["Cloud"] != nil { object["Cloud"] = .string(cloud.rawValue) }
    object["GraphScopes"] = .array(scopes.map { .string($0) })
    return object
  }
}

/// The place of the settings file, and what is there now.
package struct AuthSettingsPlace: Sendable {
  package enum Content: Sendable, Equatable {
    case missing
    case settings(JSONObject)
    /// Something that is no JSON object.
    case damaged
  }

  package let path: String
  package let content: Content

  /// The file of the option, of `GRAPHCAL_AUTH_SETTINGS`, or the usual one; none has to be there.
  package init(option: String?, environment: Environment) throws(SignInError) {
    do {
      path = try Self.path(option: option, environment: environment)
      guard let bytes = try Files.readIfPresent(path, limit: 1 << 20) else {
        content = .missing
        return
      }
      let document = try? JSONDocument(parsing: bytes, options: [.comments])
      content = document?.root.object.map { .settings($0) } ?? .damaged
    } catch {
      throw AuthSettingsFile.unreadable(error)
    }
  }

  /// The same without a look at the file.
  package static func path(
    option: String?, environment: Environment
  ) throws(HostError) -> String {
    let paths = Paths(environment: environment)
    if let named = option ?? environment["GRAPHCAL_AUTH_SETTINGS"] {
      return try paths.expanding(named)
    }
    return try paths.config("graphcal/AuthSettings.json")
  }

  /// What the file says already, where it is a text.
  package func text(_ key: String) -> String? {
    guard case .settings(let object) = content else { return nil }
    return object[key]?.string
  }

  /// What the file would hold with the draft's values.
  package func merged(_ draft: AuthSettingsDraft) -> JSONObject {
    guard case .settings(let old) = content else { return draft.object() }
    return draft.object(over: old)
  }

  /// Whether the file says exactly this already.
  package func holds(_ draft: AuthSettingsDraft) -> Bool {
    guard case .settings(let old) = content else { return false }
    return old == draft.object(over: old)
  }

  /// Writes the draft, mode 0600 in a folder of mode 0700.
  ///
  /// - Returns: where a copy of the old file is kept, with its comments; nil when there was none.
  /// - Throws: `SignInError` when the disk does not take it; the old file then stands unchanged.
  package func save(
    _ draft: AuthSettingsDraft, now: Date, randomness: Randomness = .system
  ) throws(SignInError) -> String? {
    let style = JSONStyle(indent: 2, sortsKeys: false, escaping: .terminalSafe)
    let bytes = JSON.object(merged(draft)).bytes(style) + Array("\n".utf8)
    let file = PrivateFile(path: path, randomness: randomness)
    do {
      let copy = content == .missing ? nil : try file.setAside(as: "old", now: now)
      try file.write(bytes, now: now)
      return copy
    } catch {
      throw SignInError(
        .failed, "the settings cannot be written", why: error.description,
        hint:
          "name another file with --auth-settings, or set GRAPHCAL_CLIENT_ID and GRAPHCAL_TENANT",
        code: "settings_unwritable")
    }
  }
}
