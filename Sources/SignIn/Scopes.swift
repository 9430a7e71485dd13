/// Permissions of Microsoft Graph by name, compared as the service compares them.
///
/// Letter case plays no part, and `https://graph.microsoft.com/User.Read` is `User.Read`.
/// Source: Microsoft identity platform, "Scopes and permissions".
package enum Scopes {
  /// What is asked for when the settings name nothing.
  package static let standard = ["User.Read", "MailboxSettings.Read", "Calendars.ReadWrite"]

  /// The scopes of OpenID Connect that every sign-in asks for besides those of Graph.
  package static let openID = ["offline_access", "openid", "profile"]

  /// Names in a list that a person wrote, split at blanks and commas.
  package static func split(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }.map(String.init)
  }

  /// Without repeats and without the scopes that are always asked for, in the order given.
  package static func graphOnly(_ names: [String]) -> [String] {
    var seen = Set(openID + ["email"])
    return names.filter { seen.insert(normalized($0)).inserted }
  }

  /// The `scope` parameter of a request: `names` and the scopes of OpenID Connect, sorted as MSAL does.
  package static func parameter(_ names: [String]) -> String {
    sorted(graphOnly(names) + openID).joined(separator: " ")
  }

  /// The `target` of a cache entry: the scopes of an answer in the order of their code points.
  package static func target(_ names: [String]) -> String { sorted(names).joined(separator: " ") }

  /// Those of `wanted` that `granted` does not cover.
  ///
  /// `Calendars.ReadWrite` covers `Calendars.Read`, and a `.Shared` scope covers the own mailbox.
  package static func missing(_ wanted: [String], from granted: [String]) -> [String] {
    let granted = Set(granted.map(normalized))
    return wanted.filter { name in
      let name = normalized(name)
      return !openID.contains(name) && coverings(of: name).isDisjoint(with: granted)
    }
  }

  private static func coverings(of name: String) -> Set<String> {
    var names: Set = [name]
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count >= 2, ["read", "readwrite"].contains(parts[1]),
      parts.count == 2 || parts[2...] == ["shared"]
    else { return names }
    for access in parts[1] == "read" ? ["read", "readwrite"] : ["readwrite"] {
      let base = parts[0] + "." + access
      if parts.count == 2 { names.insert(base) }
      names.insert(base + ".shared")
    }
    return names
  }

  static func normalized(_ name: String) -> String {
    let lower = name.lowercased()
    for cloud in Cloud.allCases where lower.hasPrefix(cloud.graphRoot + "/") {
      return String(lower.dropFirst(cloud.graphRoot.count + 1))
    }
    return lower
  }

  private static func sorted(_ names: [String]) -> [String] {
    names.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
  }
}
