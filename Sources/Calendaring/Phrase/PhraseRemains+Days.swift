import CalendarTime

/// Words that look like a day, a repetition or its end, and became none.
extension PhraseRemains {
  private static let weekWords: Set<String> = ["week", "wk", "kw", "cw"]
  /// Units that belong to a day they stand beside: the fortnight of `fri fortnight`.
  private static let stretches: Set<String> = [
    "week", "weeks", "wk", "fortnight", "fortnights", "month", "months", "days", "years",
  ]
  private static let adverbs: Set<String> = [
    "daily", "nightly", "hourly", "weekly", "biweekly", "fortnightly", "monthly", "bimonthly",
    "quarterly", "yearly", "annually", "weekdays", "weekends",
  ]
  /// Words that begin or end a series.
  private static let seriesWords: Set<String> = [
    "ending", "ends", "stopping", "starting", "beginning", "occurrences", "times", "once", "twice",
    "thrice", "through", "until", "till", "til", "'til",
  ]
  /// Words that take days out of a series, and those that do right before a day.
  private static let exceptions: Set<String> = [
    "except", "excepting", "excluding", "excl", "unless", "skip", "skipping", "w/o", "apart",
  ]
  /// What makes of a weekday the name of a feast.
  private static let feasts: Set<String> = [
    "easter", "good", "palm", "ash", "black", "cyber", "whit", "maundy", "holy", "shrove",
  ]
  /// Words that say how often in a way that no rule has.
  private static let otherPeriods = [
    "-weekly", "-monthly", "-yearly", "-annually", "-annual", "-daily",
  ]
  private static let otherAdverbs: Set<String> = [
    "semimonthly", "semiannually", "recurring", "repeating", "everyday",
  ]
  private static let negations: Set<String> = ["but", "not", "without", "minus", "no", "never"]
  private static let starts: Set<String> = ["from", "starting", "beginning", "on", "as", "since"]
  private static let untilWords: Set<String> = ["until", "till", "til", "'til"]

  private var repeats: Bool {
    tokens.contains { if case .repetition = $0 { true } else { false } }
  }

  private var hasDay: Bool {
    tokens.contains {
      switch $0 {
      case .date, .dates, .tonight, .moment, .repetition: true
      default: false
      }
    }
  }

  /// A word that must have been meant to say the day, or how a series goes.
  func stray(_ word: PhraseWord, at index: Int) -> Problem? {
    let key = word.key
    if let problem = exception(key, at: index) ?? joined(word) { return problem }
    if Self.otherAdverbs.contains(key) || Self.otherPeriods.contains(where: key.hasSuffix) {
      return unused(word.bare)
    }
    if Self.feasts.contains(key), case .date(_, isWeekday: true)? = token(index + 1) {
      return unused(said(index, isPair: true))
    }
    // The 1st and 2nd of December are two days.
    if TimeLikeWord.isOrdinal(key), let next = self.key(index + 1),
      ["and", "to", "&", "or", "-", "–"].contains(next)
    {
      return unused(said(index, isPair: true))
    }
    // Beside a rule a date says when it begins, with a word for that or none; any other may mean its end.
    if repeats, case .date(_, isWeekday: false)? = token(index + 1), !Self.starts.contains(key) {
      return unused(said(index, isPair: true))
    }
    if repeats, let problem = strayInSeries(word, at: index) { return problem }
    if Self.untilWords.contains(key) || key == "every"
      || isWeekNumber(key, at: index)
    {
      return unused(said(index, isPair: Self.untilWords.contains(key) || key == "every"))
    }
    if key == "to", self.key(index - 1) == "up", isTime(index + 1) { return unused("up to") }
    if key == "after" || key == "before", let next = self.key(index + 1),
      next == "next" || TimeLikeWord.namesDay(next)
    {
      return unused("\(word.bare) \(next)")
    }
    // The first Friday is not every Friday; and fri week is no Friday near.
    if TimeLikeWord.position(key) != nil || Self.stretches.contains(key),
      isDay(index - 1) || isDay(index + 1) || self.key(index + 1) == "of"
    {
      return unused(word.bare)
    }
    if let problem = adverb(word, at: index) { return problem }
    return hasClock && !hasDay && TimeLikeWord.namesDay(key) ? unused(word.bare) : nil
  }

  /// What a series was to do beside repeating.
  private func strayInSeries(_ word: PhraseWord, at index: Int) -> Problem? {
    let digits = word.key.filter { $0 != "x" && $0 != "×" }
    let isFactor =
      digits.count + 1 == word.key.count && !digits.isEmpty && digits.allSatisfy(\.isNumber)
    if Self.seriesWords.contains(word.key) || isFactor {
      let words = said(index, isPair: !isFactor)
      return .invalid(
        "\"\(words)\": a series begins and ends by days, as from 4 jan until 24 dec, or after 10 times"
      )
    }
    let isStray =
      Self.stretches.contains(word.key) || word.key == "year" || isYear(word.key)
      || TimeLikeWord.isOrdinal(word.key)
      || TimeLikeWord.isDate(word.key) || Month.number(named: word.key) != nil
    return isStray ? unused(word.bare) : nil
  }

  private func isYear(_ key: String) -> Bool {
    key.count == 4 && Int(key).map { (2000...2099).contains($0) } == true
  }

  /// A day that a series was to leave out.
  private func exception(_ key: String, at index: Int) -> Problem? {
    let isException =
      Self.exceptions.contains(key) && (repeats || isDay(index + 1))
      || Self.negations.contains(key) && isDay(index + 1)
    guard isException else { return nil }
    return .invalid(
      "\"\(said(index, isPair: true))\": no series leaves days out; name the days it has, or delete "
        + "some of its events afterwards")
  }

  /// Names of days that a sign joins: some days, or those of every week.
  private func joined(_ word: PhraseWord) -> Problem? {
    guard TimeLikeWord.joinsDays(word.key) else { return nil }
    guard !word.key.contains(where: \.isNumber) else { return unused(word.bare) }
    return .ambiguous(
      word.bare, readings: ["some days", "days of every week (every mon and wed, every mon-fri)"])
  }

  /// An adverb without a day of its own, as in `daily standup 9:00`.
  private func adverb(_ word: PhraseWord, at index: Int) -> Problem? {
    guard Self.adverbs.contains(word.key), hasClock && !hasDay || isDay(index + 1) else {
      return nil
    }
    return .ambiguous(
      word.bare,
      readings: ["a repetition (\(word.bare), behind the subject)", Self.subject(word.bare)])
  }

  /// `week 50`, `kw50`.
  private func isWeekNumber(_ key: String, at index: Int) -> Bool {
    let name = key.prefix(while: \.isLetter)
    let number = key[name.endIndex...]
    if number.isEmpty {
      return Self.weekWords.contains(key) && self.key(index + 1)?.first?.isNumber == true
    }
    return Self.weekWords.contains(String(name)) && number.allSatisfy(\.isNumber)
  }

  private func isDay(_ index: Int) -> Bool {
    switch token(index) {
    case .date, .dates, .repetition, .until: true
    default: false
    }
  }

  /// A word, and the one behind it where it says nothing alone.
  private func said(_ index: Int, isPair: Bool) -> String {
    let words = (index...(isPair ? index + 1 : index)).compactMap { index -> String? in
      guard items.indices.contains(index) else { return nil }
      switch items[index] {
      case .word(let word): return word.bare
      case .token(_, let said): return said
      }
    }
    return words.joined(separator: " ")
  }
}
