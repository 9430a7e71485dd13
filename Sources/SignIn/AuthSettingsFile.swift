import Host
import JSON

/// What `AuthSettings.json` says: a JSON object that people write, so comments are allowed.
struct AuthSettingsFile: Equatable {
  let path: String
  var clientID: String?
  var scopes: [String]?
  var tenant: String?
  var cloud: String?
  var warnings: [String] = []

  /// What other programs call the same things.
  private static let otherNames = [
    "clientid": "AppId", "applicationid": "AppId", "scopes": "GraphScopes",
    "tenant": "TenantId", "directoryid": "TenantId",
  ]
  private static let keys = ["AppId", "GraphScopes", "TenantId", "Cloud"]

  /// Reads the file that is named, or the usual one if it is there.
  static func find(
    option: String?, environment: Environment
  ) throws(SignInError) -> AuthSettingsFile? {
    let paths = Paths(environment: environment)
    let isNamed: Bool
    let path: String
    do {
      if let named = option ?? environment["GRAPHCAL_AUTH_SETTINGS"] {
        isNamed = true
        path = try paths.expanding(named)
      } else {
        isNamed = false
        path = try paths.config("graphcal/AuthSettings.json")
      }
    } catch {
      // Without a home there is no usual place; whether that matters shows later.
      if option == nil, environment["GRAPHCAL_AUTH_SETTINGS"] == nil { return nil }
      throw unreadable(error)
    }
    do {
      return try AuthSettingsFile(path, try Files.read(path, limit: 1 << 20))
    } catch let error as HostError {
      if error.isMissing, !isNamed { return nil }
      throw unreadable(error)
    } catch let error as SignInError {
      throw error
    } catch {
      preconditionFailure("only these two are thrown")
    }
  }

  init(_ path: String, _ bytes: [UInt8]) throws(SignInError) {
    self.path = path
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, options: [.comments, .keyPositions])
    } catch {
      throw .usage(
        "\(path) is not valid JSON",
        why: "line \(error.line), column \(error.column): \(error.reason)",
        hint: "compare it with AuthSettings.example.json")
    }
    guard let object = document.root.object else {
      throw .usage(
        "\(path) holds no settings", why: "it is no JSON object, but \(document.root.kind)",
        hint: "compare it with AuthSettings.example.json")
    }
    for (key, at) in document.duplicateKeys {
      warnings.append("\(path), line \(at.line): \"\(PlainText.line(key))\" stands twice")
    }
    for (key, value) in object {
      let line = document.keyPositions[[key]].map { ", line \($0.line)" } ?? ""
      try take(key, value, place: path + line)
    }
  }

  private mutating func take(
    _ key: String, _ value: JSON, place: String
  ) throws(SignInError) {
    switch key {
    case "AppId": clientID = try text(key, value, place)
    case "TenantId": tenant = try text(key, value, place)
    case "Cloud": cloud = try text(key, value, place)
    case "GraphScopes": scopes = try list(key, value, place)
    default:
      let word = key.lowercased().filter(\.isLetter)
      let near =
        Self.otherNames[word] ?? Self.keys.first { Self.distance($0.lowercased(), word) <= 2 }
      let shown = PlainText.line(key, limit: 80)
      warnings.append(
        "\(place): unknown key \"\(shown)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
  }

  private func text(
    _ key: String, _ value: JSON, _ place: String
  ) throws(SignInError) -> String? {
    if value.isNull { return nil }
    guard let text = value.string else {
      throw .usage(
        "\(key) must be a string", why: "\(place): it is of type \(value.kind)",
        hint: "write \"\(key)\": \"...\"")
    }
    let words = text.split { $0.isWhitespace }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private func list(
    _ key: String, _ value: JSON, _ place: String
  ) throws(SignInError) -> [String]? {
    if value.isNull { return nil }
    if let text = value.string { return Scopes.split(text) }
    let names = value.array?.compactMap(\.string)
    guard let names, names.count == value.array?.count else {
      throw .usage(
        "\(key) must be an array of strings", why: place,
        hint: "write \"\(key)\": [\"User.Read\", \"Calendars.ReadWrite\"]")
    }
    return names.flatMap(Scopes.split)
  }

  static func unreadable(_ error: HostError) -> SignInError {
    .usage(
      "the settings of the app registration cannot be read", why: error.description,
      hint: "name another file with --auth-settings or GRAPHCAL_AUTH_SETTINGS")
  }

  /// How many letters have to be added, removed or changed to make one word the other.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let change = diagonal + (right[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
