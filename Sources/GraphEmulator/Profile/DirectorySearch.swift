import JSON

/// A `$search` over the directory: `"displayName:ana" OR "mail:ana"`.
///
/// Source: Microsoft Graph "Use the $search query parameter"; words match by their beginning.
struct DirectorySearch {
  private struct Term {
    var property: String
    var words: [String]
  }

  /// Any one list has to match with all its terms.
  private var alternatives: [[Term]] = [[]]

  private static let properties = [
    "displayName", "givenName", "surname", "mail", "userPrincipalName", "mailNickname",
  ]

  /// - Throws: 400 for what is no quoted `property:text`, joined by AND and OR.
  init(_ text: String) throws(GraphError) {
    var rest = text[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { break }
      if first == "\"" {
        let quoted = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest[quoted.endIndex...].dropFirst()
        let sides = quoted.split(separator: ":", maxSplits: 1)
        guard sides.count == 2,
          let property = Self.properties.first(where: { $0.lowercased() == sides[0].lowercased() })
        else { throw Self.invalid }
        let term = Term(property: property, words: Self.words(String(sides[1])))
        alternatives[alternatives.count - 1].append(term)
      } else {
        let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
        rest = rest[word.endIndex...]
        switch word.uppercased() {
        case "AND": break
        case "OR": alternatives.append([])
        default: throw Self.invalid
        }
      }
    }
    guard alternatives.allSatisfy({ !$0.isEmpty }) else { throw Self.invalid }
  }

  func matches(_ user: JSON) -> Bool {
    alternatives.contains { terms in
      terms.allSatisfy { term in
        let own = Self.words(user[term.property]?.string ?? "")
        return term.words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
      }
    }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static let invalid = GraphError.badRequest(
    "Request_BadRequest", "The $search clause is not well formed.")
}
