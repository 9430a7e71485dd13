import CalendarTime

/// Repetitions and their ends.
extension PhraseScanner {
  private static let adverbs: Set<String> = [
    "daily", "weekly", "biweekly", "fortnightly", "monthly", "quarterly", "yearly", "annually",
    "weekdays", "weekends",
  ]

  private static let endWords: Set<String> = [
    "until", "till", "til", "'til", "through", "ending", "ends",
  ]

  /// `every mon and wed`, `daily`, and then `until 24 dec`, `10 times`.
  func repetition(
    at index: Int, after found: [PhraseToken]
  ) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    // Every morning is every day, and the morning says in which half of it.
    if key == "every", DayPart(self.key(index + 1)) != nil { return (.repetition("daily"), 1) }
    if key == "every" || key == "each" { return try every(at: index) }
    if let match = pluralDays(at: index) { return match }
    if let match = try dayOfMonth(beforePeriodAt: index) { return match }
    if Self.adverbs.contains(key) { return try adverb(at: index) }
    let repeats = found.contains { if case .repetition = $0 { true } else { false } }
    guard repeats else { return nil }
    return try end(at: index)
  }

  /// Where a series ends: `until 24 dec`, `ending 24 dec`, `10 times`.
  private func end(at index: Int) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    if let next = self.key(index + 1), next == "times" || next == "occurrences",
      let count = Int(key) ?? Self.numbers[key], count > 0
    {
      return (.count(count), 2)
    }
    var day = index + 1
    if key == "up", self.key(day) == "to" {
      day += 1
    } else if !Self.endWords.contains(key) {
      return nil
    }
    if self.key(day) == "on" { day += 1 }
    return try oneDay(at: day).map { (.until($0.0), day + $0.1 - index) }
  }

  private func sketch(_ index: Int, _ count: Int) throws(RecurrenceError) -> String {
    let words = words[index..<index + count].map(\.bare).joined(separator: " ")
    try check(words)
    return words
  }

  private func check(_ words: String) throws(RecurrenceError) {
    _ = try RecurrenceReader(start: today, time: .allDay(in: .utc)).read(words)
  }

  /// `mondays`, `on tuesdays and fridays`: the days of every week.
  private func pluralDays(at index: Int) -> Match? {
    let first = key(index) == "on" ? index + 1 : index
    guard let key = key(first), key.hasSuffix("days"), key != "days",
      Weekday(named: key.dropLast()) != nil
    else { return nil }
    for count in stride(from: longest(at: first), to: 0, by: -1) {
      if let words = try? sketch(first, count) {
        return (.repetition(words), first + count - index)
      }
    }
    return nil
  }

  /// `1st of every month`, `on the 15th monthly`: a day of the month before the period.
  private func dayOfMonth(beforePeriodAt index: Int) throws(EventPhraseError) -> Match? {
    var first = key(index) == "on" ? index + 1 : index
    if key(first) == "the" { first += 1 }
    guard let position = key(first), TimeLikeWord.position(position) != nil else { return nil }
    // Behind it the day of the week, or the period at once.
    for end in [first + 1, first + 2] {
      let hasPeriod =
        ["of", "in"].contains(key(end)) && ["every", "each"].contains(key(end + 1))
        && key(end + 2) == "month"
      guard hasPeriod || key(end) == "monthly" && isBoundary(at: end + 1) else { continue }
      let words = "monthly on " + (first..<end).compactMap(key).joined(separator: " ")
      do {
        try check(words)
        return (.repetition(words), (hasPeriod ? end + 3 : end + 1) - index)
      } catch {
        throw self.error(.repetition(error))
      }
    }
    return nil
  }

  /// Whether a repetition of so many words would take the day of a date and leave its month.
  private func splitsDate(_ index: Int, _ count: Int) -> Bool {
    guard let last = key(index + count - 1), last.first?.isNumber == true,
      let next = key(index + count)
    else { return false }
    return Month.number(named: next) != nil
  }

  private func longest(at index: Int) -> Int {
    var count = 0
    while count < 9, key(index + count) != nil { count += 1 }
    return count
  }

  private func every(at index: Int) throws(EventPhraseError) -> Match? {
    let longest = longest(at: index)
    // Each other is somebody and no day.
    guard longest >= 2, key(index) == "every" || key(index + 1) != "other" else { return nil }
    var telling: RecurrenceError?
    for count in stride(from: longest, to: 1, by: -1) where !splitsDate(index, count) {
      do {
        return (.repetition(try sketch(index, count)), count)
      } catch {
        switch error.problem {
        case .ambiguous, .noExactForm, .neverOccurs: telling = telling ?? error
        case .incomplete where key(index) == "every": telling = telling ?? error
        default: break
        }
      }
    }
    if let telling { throw error(.repetition(telling)) }
    return nil
  }

  /// An adverb is a repetition unless it describes what follows, as in `weekly report`.
  private func adverb(at index: Int) throws(EventPhraseError) -> Match? {
    for count in stride(from: longest(at: index), to: 0, by: -1) where !splitsDate(index, count) {
      guard let words = try? sketch(index, count) else { continue }
      let next = index + count
      let isBound = ["until", "till", "through", "from", "starting", "at"].contains(key(next) ?? "")
      // With its day behind it, it says how often and nothing else.
      guard count > 1 || isKeyword(at: next) || isBound || key(next + 1) == "times" else {
        return nil
      }
      return (.repetition(words), count)
    }
    // An adverb with two meanings, where it is no part of a name.
    if isKeyword(at: index + 1) {
      do { _ = try sketch(index, 1) } catch { throw self.error(.repetition(error)) }
    }
    return nil
  }
}
