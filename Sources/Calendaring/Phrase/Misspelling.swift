/// Words of time that are spelled almost right.
enum Misspelling {
  private static let words = [
    "tomorrow", "tonight", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday",
  ]

  /// The word of time that was surely meant; nil for other words, and for one that is spelled right.
  ///
  /// Slips are mostly in the vowels, in letters that are doubled and in swapped neighbours of these two.
  static func timeWord(near word: String) -> String? {
    if word == "wensday" || word == "wendsday" { return "wednesday" }
    guard word.count >= 6 else { return nil }
    return words.first { known in
      known != word && abs(known.count - word.count) <= 2 && skeleton(known) == skeleton(word)
    }
  }

  /// The consonants, doubled ones once.
  private static func skeleton(_ word: String) -> String {
    word.filter { !"aeiou".contains($0) }.reduce(into: "") { result, letter in
      if result.last != letter { result.append(letter) }
    }
  }
}
