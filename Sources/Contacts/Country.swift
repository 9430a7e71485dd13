/// A country, found by whatever name a contact has for it.
package struct Country: Hashable, Sendable {
  /// Two capitals of ISO 3166.
  package let code: String
  /// In English.
  package let name: String

  /// Finds a country by its code of two or three letters, or by its name in English, Spanish, Polish,
  /// German, French or its own language; letter case does not count.
  package init?(_ text: some StringProtocol) {
    let word = Self.trimmed(text)
    guard let found = Self.all[word.uppercased()] ?? Self.all[word.lowercased()] else { return nil }
    self = found
  }

  private init(code: String, name: String) {
    self.code = code
    self.name = name
  }

  /// Codes by their capitals, names by their small letters, so that neither hides the other.
  private static let all: [String: Country] = {
    var found: [String: Country] = [:]
    for line in CountryTable.text.split(separator: "\n") {
      let words = line.split(separator: "|").map(String.init)
      guard words.count >= 3 else { continue }
      let country = Country(code: words[0], name: words[2])
      for code in words.prefix(2) { found[code] = country }
      for name in words.dropFirst(2) where found[name.lowercased()] == nil {
        found[name.lowercased()] = country
      }
    }
    return found
  }()

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
