import JSON

/// Finds the claims that an API asks for in its `WWW-Authenticate` fields.
///
/// Source: RFC 9110 section 11.6.1; Microsoft identity platform, "Claims challenges".
package enum ClaimsChallenge {
  /// The JSON text of the claims, when one challenge is a `Bearer` with `insufficient_claims`.
  ///
  /// `fields` are the field lines of a 401 answer, each with any number of challenges. A 403 is no
  /// challenge, whatever its fields hold.
  package static func claims(in fields: [String]) -> String? {
    for challenge in fields.flatMap(challenges) where challenge.scheme == "bearer" {
      guard challenge.parameters["error"]?.lowercased() == "insufficient_claims",
        let encoded = challenge.parameters["claims"], let bytes = Base64URL.decode(encoded),
        let json = try? JSON(parsing: bytes), json.object != nil
      else { continue }
      return json.text(.wire)
    }
    return nil
  }

  private struct Challenge {
    /// In lower case.
    var scheme: String
    /// Names in lower case; of a repeated one the first counts.
    var parameters: [String: String] = [:]
  }

  /// The challenges of one field line, read by the grammar: quoted strings may hold commas.
  private static func challenges(_ field: String) -> [Challenge] {
    var scanner = FieldScanner(field)
    var found: [Challenge] = []
    while true {
      scanner.skip { $0 == "," || $0 == " " || $0 == "\t" }
      guard let word = scanner.token() else { return found }
      scanner.skip { $0 == " " || $0 == "\t" }
      guard scanner.take("="), var last = found.popLast() else {
        // A word without `=` begins a challenge.
        found.append(Challenge(scheme: word.lowercased()))
        continue
      }
      scanner.skip { $0 == " " || $0 == "\t" }
      let value = scanner.quotedString() ?? scanner.token() ?? ""
      if last.parameters[word.lowercased()] == nil { last.parameters[word.lowercased()] = value }
      found.append(last)
    }
  }
}

/// Reads the parts of a header field, one after the other.
private struct FieldScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func skip(while isWanted: (Character) -> Bool) {
    rest = rest.drop(while: isWanted)
  }

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// A token, or the `token68` of other schemes; nil at the end.
  ///
  /// Never stands still.
  mutating func token() -> String? {
    guard !rest.isEmpty else { return nil }
    let word = rest.prefix { !" \t,=\"".contains($0) }
    guard !word.isEmpty else {
      rest = rest.dropFirst()
      return ""
    }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// The text between quotes, with escapes undone; nil when there is no quote here.
  mutating func quotedString() -> String? {
    guard take("\"") else { return nil }
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\": rest.popFirst().map { text.append($0) }
      default: text.append(character)
      }
    }
    return text
  }
}
