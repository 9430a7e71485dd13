/// Zones as people write them beside a time, which a phrase cannot hold.
enum ZoneWord {
  /// The zone right behind a time; nil where something else stands there.
  static func behindTime(_ words: ArraySlice<PhraseWord>) -> String? {
    guard let word = words.first, !word.isQuoted else { return nil }
    if abbreviations.contains(word.key) || isZone(word) { return word.bare }
    let isShort = ["ET", "CT", "MT", "PT"].contains(word.bare)
    let isOffset =
      word.key.first.map { "+-".contains($0) } == true
      && word.key.dropFirst().first?.isNumber == true
    if isShort || isOffset { return word.bare }
    guard let next = words.dropFirst().first, next.key == "time",
      word.text.first?.isUppercase == true
    else { return nil }
    return word.bare + " " + next.bare
  }

  /// Whether a word is a zone wherever it stands: `Asia/Tokyo`, `CET` in capitals, `UTC+1`.
  static func isZone(_ word: PhraseWord) -> Bool {
    guard !word.isQuoted else { return false }
    let parts = word.key.split(separator: "/")
    if parts.count >= 2, let region = parts.first, regions.contains(String(region)),
      parts.allSatisfy({ $0.first?.isLetter == true })
    {
      return true
    }
    let name = word.bare.prefix(while: \.isLetter)
    let rest = word.bare.dropFirst(name.count)
    guard name.count >= 3, name.allSatisfy(\.isUppercase), abbreviations.contains(name.lowercased())
    else { return false }
    return rest.isEmpty || "+-".contains(rest.first ?? " ")
  }

  /// What to say about one.
  static func problem(_ zone: String) -> EventPhraseError.Problem {
    .invalid(
      "\"\(zone)\": times of a phrase are in the zone of the command; --tz ZONE says another")
  }

  private static let regions: Set<String> = [
    "africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "etc", "europe",
    "indian", "pacific", "us",
  ]
  private static let abbreviations: Set<String> = [
    "utc", "gmt", "z", "cet", "cest", "eet", "eest", "msk", "est", "edt", "cst",
    "cdt", "mst", "mdt", "pst", "pdt", "akst", "akdt", "hst", "bst", "ist", "jst", "kst", "sgt",
    "hkt", "aest", "aedt", "acst", "awst", "nzst", "nzdt",
  ]
}
