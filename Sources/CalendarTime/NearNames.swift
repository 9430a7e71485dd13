/// Finds the zone names that a mistyped one may have meant.
enum NearNames {
  /// At most five known names that resemble `text`, best first.
  static func of(_ text: String) -> [String] {
    let wanted = words(of: text)
    let joined = wanted.joined(separator: " ")
    let initials = wanted.count > 1 ? String(wanted.compactMap(\.first)) : ""
    guard !joined.isEmpty, joined.utf8.count <= 64 else { return [] }
    var scored: [(name: String, score: Double)] = []
    for name in candidates {
      let known = words(of: name)
      let plain = known.filter { !commonWords.contains($0) }
      let shared = Set(wanted).subtracting(commonWords).intersection(plain)
      var score = similarity(joined, known.joined(separator: " "))
      if let city = known.last, name.contains("/") {
        score = max(score, similarity(wanted.last ?? joined, city) * 0.95)
      }
      if !shared.isEmpty { score = max(score, 0.7 + 0.3 * score) }
      if !initials.isEmpty, plain == [initials] { score = max(score, 0.75) }
      if score >= 0.7 { scored.append((name, score)) }
    }
    scored.sort { ($1.score, $0.name) < ($0.score, $1.name) }
    return scored.prefix(5).map(\.name)
  }

  private static let commonWords: Set<String> = ["standard", "time", "zone", "mean"]

  private static var candidates: Set<String> {
    Set(WindowsZones.all.map(\.windows) + WindowsZones.zones + ZoneAliases.all)
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// 1 for equal texts, 0 for texts without anything in common (by edit distance).
  private static func similarity(_ left: String, _ right: String) -> Double {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    let longest = max(left.count, right.count)
    guard longest > 0, abs(left.count - right.count) * 2 <= longest else { return 0 }
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in 1..<row.count {
        let substituted = diagonal + (byte == right[column - 1] ? 0 : 1)
        diagonal = row[column]
        row[column] = min(substituted, row[column] + 1, row[column - 1] + 1)
      }
    }
    return 1 - Double(row[right.count]) / Double(longest)
  }
}
