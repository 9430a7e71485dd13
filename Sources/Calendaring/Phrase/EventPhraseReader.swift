package import CalendarTime
package import FoundationEssentials

/// Reads an event from one line of English: `lunch with Ana tomorrow 12:30 45m @Cantina`.
///
/// Words that say when, where, with whom or how often are taken out wherever they stand; what is left
/// is the subject. Words in quotation marks always belong to it. Nothing is guessed: what may mean two
/// things is refused with both meanings, and so is a word of time that nothing was made of.
package struct EventPhraseReader: Sendable {
  /// What *today* and *in two hours* mean.
  package var now: Date
  /// The zone of all times.
  package var zone: Zone

  package init(now: Date, zone: Zone) {
    self.now = now
    self.zone = zone
  }

  /// Takes a phrase apart; with `timeIsGiven` it says no time itself, and the one it has is today.
  ///
  /// - Throws: `EventPhraseError` for what is unclear, does not fit together, or says no time.
  package func read(
    _ text: String, timeIsGiven: Bool = false
  ) throws(EventPhraseError) -> EventPhrase {
    guard let words = PhraseWord.words(of: text) else {
      throw EventPhraseError(text: text, problem: .openQuote)
    }
    if words.isEmpty { throw EventPhraseError(text: text, problem: .empty) }
    let today = zone.date(at: now)
    let scanner = PhraseScanner(
      text: text, words: words, today: today, now: now, zone: zone, part: .only(in: words))
    var parts = PhraseParts(text: text, today: today)
    var index = 0
    var isAdjacent = false
    while index < words.count {
      if let (token, count) = try scanner.match(
        at: index, after: parts.tokens, isAdjacent: isAdjacent)
      {
        parts.add(token, said: words[index..<index + count].map(\.bare).joined(separator: " "))
        index += count
        isAdjacent = true
      } else {
        parts.add(words[index])
        index += 1
        isAdjacent = false
      }
    }
    return try parts.phrase(now: zone.wallTime(at: now), timeIsGiven: timeIsGiven)
  }
}
