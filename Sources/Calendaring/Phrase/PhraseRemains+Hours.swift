import CalendarTime

/// Words that look like a time of day, and became none.
extension PhraseRemains {
  /// Whether days are meant as a whole, so that no number beside them is an hour.
  private var isWhole: Bool {
    tokens.contains {
      switch $0 {
      case .dates, .allDay: true
      case .length(let length): length.seconds == 0
      default: false
      }
    }
  }

  private var isWithoutTime: Bool { !hasClock && !isWhole && !isTimeGiven }

  /// A number or another word that may have been meant to say the time of day.
  func stray(hour word: PhraseWord, at index: Int) -> Problem? {
    let key = word.key
    if TimeLikeWord.holdsClock(key) { return unused(word.bare) }
    let isDigits = key.count <= 4 && key.allSatisfy { $0.isASCII && $0.isNumber }
    // At twelve thirty, and an hour fifteen.
    if isDigits, isClockOrLength(index - 1) { return unused("\(said(index - 1)) \(word.bare)") }
    if Self.units.contains(key), isClockOrLength(index - 1) { return unused(word.bare) }
    if isUnreadLength(key, at: index) { return unused("\(word.bare) \(self.key(index + 1) ?? "")") }
    if let before = self.key(index - 1), TimeLikeWord.numbered.contains(before) { return nil }
    if isDigits, key.count <= 2, isClockOrLength(index + 1) || isSeries(index + 1) {
      return hour(word.bare)
    }
    guard isWithoutTime else { return nil }
    let isBesideTime = isTime(index - 1) || isTime(index + 1)
    if TimeLikeWord.mayBeHours(key) || isDigits && isBesideTime { return hour(word.bare) }
    return PhraseScanner.numbers[key] != nil && isBesideTime ? hour(word.bare) : nil
  }

  /// `for 45` behind a time, `for ninety minutes`, `all morning`.
  private func isUnreadLength(_ key: String, at index: Int) -> Bool {
    if key == "all" || key == "whole" {
      if case .part? = token(index + 1) { return true }
      return DayPart(self.key(index + 1)) != nil
    }
    guard key == "for", let next = self.key(index + 1) else { return false }
    let isLast = self.key(index + 2) == nil
    if next.first?.isNumber == true, isLast, isTime(index - 1) { return true }
    return (2...3).contains { place in
      self.key(index + place).map { Self.units.contains($0) || $0 == "day" } == true
    }
  }

  /// A place that is written like a time, where there is no other.
  func place(_ name: String) -> Problem? {
    let name = name.lowercased()
    guard TimeLikeWord.holdsClock(name) || isWithoutTime && TimeLikeWord.mayBeHours(name) else {
      return nil
    }
    return .ambiguous("@\(name)", readings: ["a time of day", "a place (@\"\(name)\")"])
  }

  private static let units: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "min", "mins", "minute", "minutes", "uhr",
  ]

  private func hour(_ words: String) -> Problem {
    .ambiguous(words, readings: ["a time of day", Self.subject(words)])
  }

  private func isClockOrLength(_ index: Int) -> Bool {
    switch token(index) {
    case .clock, .clocks, .finish, .moment, .length: true
    default: false
    }
  }

  private func isSeries(_ index: Int) -> Bool {
    if case .repetition? = token(index) { true } else { false }
  }

  private func said(_ index: Int) -> String {
    guard items.indices.contains(index), case .token(_, let said) = items[index] else { return "" }
    return said
  }
}
