import FoundationEssentials

/// Base64 in the alphabet for addresses, without padding.
///
/// Source: RFC 4648 section 5; RFC 7515 section 2.
enum Base64URL {
  static func encoded(_ bytes: [UInt8]) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// The bytes of `text`; nil for anything outside the alphabet.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var standard = ""
    for character in text {
      switch character {
      case "-": standard.append("+")
      case "_": standard.append("/")
      case "+", "/", "=": return nil
      default: standard.append(character)
      }
    }
    standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard).map { [UInt8]($0) }
  }

  /// Text that nobody can guess, with 8 bits of chance for each of `byteCount`.
  static func random(byteCount: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return encoded((0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
