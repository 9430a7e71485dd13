/// The smallest pieces of an OData expression.
enum ODataToken: Equatable {
  /// A name or a path: `subject`, `start/dateTime`, `a/address`.
  case word(String)
  /// A quoted text with its doubled quotes undone.
  case text(String)
  /// A number or an unquoted date, as written.
  case bare(String)
  case open
  case close
  case comma
  case colon
  case end
}

/// Why an expression cannot be read.
struct ODataSyntaxError: Error, Equatable {
  /// One sentence in the manner of Graph's own messages.
  var message: String
}

/// Cuts an OData expression into tokens.
///
/// Source: OData Version 4.01, ABNF construction rules.
struct ODataLexer {
  private let characters: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { characters = Array(text.unicodeScalars) }

  /// The tokens of the whole text, `.end` last.
  static func tokens(of text: String) throws(ODataSyntaxError) -> [ODataToken] {
    var lexer = ODataLexer(text)
    var tokens: [ODataToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last != .end
    return tokens
  }

  private mutating func next() throws(ODataSyntaxError) -> ODataToken {
    while position < characters.count, characters[position].properties.isWhitespace {
      position += 1
    }
    guard position < characters.count else { return .end }
    let first = characters[position]
    switch first {
    case "(": return symbol(.open)
    case ")": return symbol(.close)
    case ",": return symbol(.comma)
    case ":": return symbol(.colon)
    case "'": return .text(try quoted())
    case "-", "0"..."9": return .bare(run(of: "+-.:"))
    case _ where first.properties.isAlphabetic || first == "_" || first == "@":
      return try word(run(of: "_@./"))
    default:
      throw ODataSyntaxError(
        message: "Syntax error: character '\(first)' is not valid at position \(position) in "
          + "'\(text)'.")
    }
  }

  /// A word, or the text of an enumeration literal such as `microsoft.graph.importance'high'`.
  private mutating func word(_ name: String) throws(ODataSyntaxError) -> ODataToken {
    guard name.contains("."), position < characters.count, characters[position] == "'" else {
      return .word(name)
    }
    return .text(try quoted())
  }

  private mutating func symbol(_ token: ODataToken) -> ODataToken {
    position += 1
    return token
  }

  /// The letters, digits and `signs` from here on.
  private mutating func run(of signs: String) -> String {
    var run = String.UnicodeScalarView()
    while position < characters.count {
      let scalar = characters[position]
      guard
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || signs.unicodeScalars.contains(scalar)
      else { break }
      run.append(scalar)
      position += 1
    }
    return String(run)
  }

  private var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters)
    return String(text)
  }

  private mutating func quoted() throws(ODataSyntaxError) -> String {
    let start = position
    var content = String.UnicodeScalarView()
    position += 1
    while position < characters.count {
      let character = characters[position]
      position += 1
      guard character == "'" else {
        content.append(character)
        continue
      }
      guard position < characters.count, characters[position] == "'" else {
        return String(content)
      }
      content.append("'")
      position += 1
    }
    throw ODataSyntaxError(
      message: "There is an unterminated string literal at position \(start) in "
        + "'\(text)'.")
  }
}
