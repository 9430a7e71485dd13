import CalendarTime

/// The rule that no word of time is passed over: what is left of a phrase may not speak of time.
///
/// A word that says when, and of which nothing was made, stops the phrase instead of becoming a part of
/// the subject of an event at another time. Words in quotation marks may say anything.
struct PhraseRemains {
  /// One piece of the phrase, in its order.
  enum Item {
    case word(PhraseWord)
    case token(PhraseToken, said: String)
  }

  let items: [Item]
  let today: CalendarDate
  /// Whether the time is given beside the phrase, which then says none.
  var isTimeGiven = false

  typealias Problem = EventPhraseError.Problem

  /// The first thing that stands in the way; nil where every word of time was used.
  var problem: Problem? {
    for index in items.indices {
      let found: Problem? =
        switch items[index] {
        case .word(let word) where !word.isQuoted: problem(of: word, at: index)
        case .token(.part(let part), let said): problem(of: part, said: said, isBound: true)
        case .token(.tonight, let said): problem(of: .night, said: said, isBound: true)
        // In quotation marks it is a name, whatever it looks like.
        case .token(.place(let name), let said) where said.hasPrefix("@"): place(name)
        default: nil
        }
      if let found { return found }
    }
    return nil
  }

  private func problem(of word: PhraseWord, at index: Int) -> Problem? {
    if ZoneWord.isZone(word) { return ZoneWord.problem(word.bare) }
    if Self.always.contains(word.key) { return unused(word.bare) }
    if let part = DayPart(word.key) { return problem(of: part, said: word.bare, isBound: false) }
    if let meant = Misspelling.timeWord(near: word.key) {
      return .ambiguous(word.bare, readings: [meant, Self.subject(word.bare)])
    }
    if Month.number(named: word.key) != nil, isTime(index - 1) || isTime(index + 1) {
      return unused(word.bare)
    }
    return measure(word, at: index) ?? number(word, at: index) ?? half(word, at: index)
      ?? bound(word, at: index) ?? stray(word, at: index) ?? stray(hour: word, at: index)
  }

  // MARK: What was understood

  func key(_ index: Int) -> String? {
    guard items.indices.contains(index), case .word(let word) = items[index] else { return nil }
    return word.isQuoted ? nil : word.key
  }

  func token(_ index: Int) -> PhraseToken? {
    guard items.indices.contains(index), case .token(let token, _) = items[index] else {
      return nil
    }
    return token
  }

  func isTime(_ index: Int) -> Bool { token(index)?.isTime == true }

  var tokens: [PhraseToken] { items.indices.compactMap(token) }
  var hasClock: Bool { tokens.contains(where: \.isClock) }
  private var hasLength: Bool {
    tokens.contains {
      switch $0 {
      case .length, .clocks, .dates: true
      default: false
      }
    }
  }

  /// The seconds of the day of the first time there is.
  private var start: Int? {
    for token in tokens {
      switch token {
      case .clock(let second), .clocks(let second, _): return second
      default: continue
      }
    }
    return nil
  }

  func unused(_ words: String) -> Problem {
    let understood = items.compactMap { item -> String? in
      guard case .token(let token, let said) = item else { return nil }
      switch token {
      case .date(let date, _): return date.heading
      case .tonight: return today.heading
      case .dates(let first, let last, _): return "\(first.heading) to \(last.heading)"
      case .clock(let second):
        return WallTime(date: today, secondOfDay: second % 86_400).clockText
      case .part: return nil
      default: return said
      }
    }
    return .unused(words, understood: understood)
  }

  static func subject(_ words: String) -> String { "words of the subject (\"\(words)\")" }

  // MARK: Single words

  private static let always: Set<String> = [
    "o'clock", "o’clock", "oclock", "tonight", "eod", "eow",
  ]

  /// A part of the day without a time, or with one that lies in another.
  ///
  /// `isBound` says that it stands beside a day or a time and not before a word it describes.
  private func problem(of part: DayPart, said: String, isBound: Bool) -> Problem? {
    guard hasClock else { return unused(said) }
    guard let start, isBound || start < 13 * 3600 else { return nil }
    let clock = WallTime(date: today, secondOfDay: start % 86_400).clockText
    guard part.contains(second: start) else {
      return .invalid("\(said) and \(clock) do not go together")
    }
    guard part == .night, start < 6 * 3600 else { return nil }
    let day =
      tokens.lazy.compactMap { token -> CalendarDate? in
        if case .date(let date, _) = token { date } else { nil }
      }.first ?? today
    return .ambiguous(
      "\(said) \(clock)",
      readings: [day, day.adding(days: 1)].map { "\(clock) on \($0.heading)" })
  }

  // MARK: Numbers

  private static let clockUnits: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "min", "mins", "minute", "minutes",
  ]
  private static let dayUnits: Set<String> = [
    "day", "days", "week", "weeks", "fortnight", "fortnights", "month", "months", "year", "years",
  ]
  private static let counts: Set<String> = ["half", "few", "couple", "several", "some"]

  /// `3-day`, `two-hour`: a length in one word.
  private func isCompoundLength(_ key: String) -> Bool {
    let parts = key.split(separator: "-").map(String.init)
    guard parts.count == 2, Self.clockUnits.contains(parts[1]) || Self.dayUnits.contains(parts[1])
    else { return false }
    return parts[0].allSatisfy(\.isNumber) || PhraseScanner.numbers[parts[0]] != nil
  }

  /// A number with a unit of time: `1 hr` before a word it may describe, `90min`, `in a few days`.
  private func measure(_ word: PhraseWord, at index: Int) -> Problem? {
    let digits = word.key.prefix { $0.isNumber || ".,".contains($0) }
    let tail = String(word.key[digits.endIndex...])
    if !digits.isEmpty, Self.clockUnits.contains(tail) {
      return hasLength ? nil : length(word.bare)
    }
    if isCompoundLength(word.key) { return length(word.bare) }
    guard let unit = key(index + 1) == "of" ? key(index + 2) : key(index + 1) else { return nil }
    let words = "\(word.bare) \(unit)"
    let isNumber =
      !digits.isEmpty && tail.isEmpty || PhraseScanner.numbers[word.key] != nil
    let isOne = word.key == "a" || word.key == "an"
    let isCounted = isNumber || Self.counts.contains(word.key)
    // In a few days: what says so stands one word further in front.
    let before = key(index - 1) == "a" ? key(index - 2) : key(index - 1)
    let isAway =
      ["in", "within", "after", "before"].contains(before ?? "")
      || ["from", "ago", "before", "after", "later"].contains(key(index + 2) ?? "")
    if Self.clockUnits.contains(unit), isCounted || isOne {
      return isAway ? unused(words) : hasLength ? nil : length(words)
    }
    guard Self.dayUnits.contains(unit), isCounted || isOne && isAway else { return nil }
    if isAway { return unused(words) }
    return isNumber && !hasClock && !hasLength ? length(words) : nil
  }

  private func length(_ words: String) -> Problem {
    .ambiguous(words, readings: ["a length (for \(words))", Self.subject(words)])
  }

  /// A number behind a day: `thu 10`, `tomorrow 1530`; and one in the shape of a time: `14.30`.
  private func number(_ word: PhraseWord, at index: Int) -> Problem? {
    let key = word.key
    let digits = key.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let rest = key[digits.endIndex...]
    if rest.hasSuffix("ish") { return unused(word.bare) }
    let minutes = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    if let sign = rest.first, ":.h".contains(sign), digits.count <= 2, number <= 23,
      minutes.count == 2 || sign == "h" && minutes.isEmpty, Int(minutes) ?? 0 <= 59
    {
      if sign == ":" { return unused(word.bare) }
      let time = "\(number.padded(to: 2)):\(minutes.isEmpty ? "00" : String(minutes))"
      return hasClock ? nil : .ambiguous(word.bare, readings: [time, Self.subject(word.bare)])
    }
    if digits.count == 4, rest.isEmpty, !hasClock, case .date? = token(index + 1),
      number / 100 <= 23, number % 100 <= 59
    {
      let time = "\((number / 100).padded(to: 2)):\((number % 100).padded(to: 2))"
      return .ambiguous(word.bare, readings: [time, Self.subject(word.bare)])
    }
    guard case .date(_, let isWeekday)? = token(index - 1), isWeekday || !hasClock,
      rest.isEmpty || ["st", "nd", "rd", "th", "."].contains(rest), digits.count <= 4
    else { return nil }
    guard case .token(_, let day) = items[index - 1] else { return nil }
    var readings: [String] = []
    if digits.count >= 3, number / 100 <= 23, number % 100 <= 59 {
      readings.append("\((number / 100).padded(to: 2)):\((number % 100).padded(to: 2))")
    } else if rest.isEmpty, number <= 23 {
      readings.append("\(number.padded(to: 2)):00")
      if (1...8).contains(number) { readings.append("\(number + 12):00") }
    }
    if isWeekday, (1...31).contains(number) { readings.append("day \(number) of the month") }
    return .ambiguous("\(day) \(word.bare)", readings: readings + [Self.subject(word.bare)])
  }

  /// `am` and `pm` beside a day or a number, `half past`, `quarter to`.
  private func half(_ word: PhraseWord, at index: Int) -> Problem? {
    if ["am", "pm", "a.m", "p.m"].contains(word.key) {
      let isNumbered = key(index - 1)?.first?.isNumber == true
      let isBound = [token(index - 1), token(index + 1)].contains { $0?.isTime == true }
      return isNumbered || isBound ? unused(word.bare) : nil
    }
    guard word.key == "half" || word.key == "quarter", let next = key(index + 1),
      next == "past" || next == "to"
    else { return nil }
    return unused("\(word.bare) \(next)")
  }

  // MARK: Words that go with a time

  private static let limits: Set<String> = [
    "until", "till", "til", "'til", "through", "before", "after", "since",
  ]

  /// `until 5pm`, `until fri`, `last fri`, `at 5.30`: words that make another time of the one behind.
  private func bound(_ word: PhraseWord, at index: Int) -> Problem? {
    if word.key == "week", case .date(_, isWeekday: true)? = token(index - 1),
      case .token(_, let said) = items[index - 1]
    {
      return unused("\(said) \(word.bare)")
    }
    let next = index + 1
    if let token = token(next), case .token(_, let said) = items[next] {
      let isDay = if case .date = token { true } else { token == .tonight }
      let isLimit = Self.limits.contains(word.key) && (isDay || token.isClock)
      let isOther = ["last", "past", "previous"].contains(word.key) && isDay
      return isLimit || isOther ? unused("\(word.bare) \(said)") : nil
    }
    if ["to", "until", "till", "-", "–"].contains(word.key), token(index - 1)?.isClock == true,
      let number = key(next), number.first?.isNumber == true
    {
      return unused("\(word.bare) \(number)")
    }
    guard !hasClock, ["at", "until", "till", "around"].contains(word.key), let number = key(next),
      number.first?.isNumber == true || PhraseScanner.numbers[number] != nil
    else { return nil }
    return unused("\(word.bare) \(number)")
  }
}
