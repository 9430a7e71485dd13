import CalendarTime

/// A repetition in plain English words, read from left to right.
struct RecurrencePhrase {
  private enum Unit { case day, week, month, quarter, year }

  private let text: String
  private var words: ArraySlice<String>

  init(_ text: String) {
    self.text = text
    words =
      text.lowercased().replacing("–", with: "-").split { $0.isWhitespace || $0 == "," }
      .map(String.init)[...]
  }

  /// What the words say; `start` gives what they leave unsaid.
  func sketch(start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    var phrase = self
    let sketch = try phrase.read(start)
    if let left = phrase.words.first { throw phrase.error(.unknown(left)) }
    return sketch
  }

  private mutating func read(_ start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    guard let word = words.first else { throw error(.empty) }
    if let days = weekdays() { return RecurrenceSketch(pattern: .weekly(days)) }
    words.removeFirst()
    switch word {
    case "daily": return RecurrenceSketch(pattern: .daily)
    case "weekly": return try details(.week, 1, start)
    case "fortnightly": return try details(.week, 2, start)
    case "monthly": return try details(.month, 1, start)
    case "quarterly": return try details(.quarter, 1, start)
    case "biweekly":
      throw error(.ambiguous(word, readings: ["every 2 weeks", "weekly on mon,thu"]))
    case "yearly", "annually": return try details(.year, 1, start)
    case "every", "each": return try every(start)
    default: throw error(.unknown(word))
    }
  }

  /// What follows `every`: `2 weeks`, `other month`, `weekday`, `mon and fri`, `last fri of the month`.
  private mutating func every(_ start: CalendarDate) throws(RecurrenceError) -> RecurrenceSketch {
    if take("other") {
      if let unit = unit() { return try details(unit, 2, start) }
      guard let days = weekdays() else { throw error(.incomplete("every other what")) }
      return RecurrenceSketch(pattern: .weekly(days), interval: 2)
    }
    if let unit = unit() { return try details(unit, 1, start) }
    if let days = weekdays() { return RecurrenceSketch(pattern: .weekly(days)) }
    let first = words.first ?? ""
    if Self.month(first) != nil { return try dayOfYear() }
    if let number = number() {
      if let unit = unit() { return try details(unit, number, start) }
      if first.first?.isNumber == true {
        if takesMonthAlone() {
          guard (1...31).contains(number) else {
            throw error(.invalid("there is no day \(number)"))
          }
          return RecurrenceSketch(pattern: .absoluteMonthly(day: number))
        }
        _ = words.dropFirst().first.flatMap(Self.month) != nil && take("of")
        if let month = month() { return try yearly(month, number, first) }
      }
      guard let days = weekdays() else { throw error(.incomplete("every \(first) what")) }
      if takesMonthAlone() { return try monthly(number, days, first) }
      let names = days.sorted().map { $0.shortName.lowercased() }.joined(separator: ",")
      throw error(
        .ambiguous(
          "every \(first)",
          readings: ["every \(number) weeks on \(names)", "monthly on \(first) \(names)"]))
    }
    if take("last"), let days = weekdays(), takesMonthAlone() {
      return try monthly(-1, days, first)
    }
    throw error(first.isEmpty ? .incomplete("every what") : .unknown(first))
  }

  // MARK: Days

  private mutating func details(
    _ unit: Unit, _ interval: Int, _ start: CalendarDate
  ) throws(RecurrenceError) -> RecurrenceSketch {
    var sketch = try day(of: unit, start)
    sketch.interval = unit == .quarter ? interval * 3 : interval
    return sketch
  }

  /// The day of a period: what follows `on`, else that of the start.
  private mutating func day(
    of unit: Unit, _ start: CalendarDate
  ) throws(RecurrenceError) -> RecurrenceSketch {
    let isAnnounced = take("on") || take("in")
    if words.isEmpty {
      if isAnnounced { throw error(.incomplete("on which day")) }
      switch unit {
      case .day: return RecurrenceSketch(pattern: .daily)
      case .week: return RecurrenceSketch(pattern: .weekly([start.weekday]))
      case .month, .quarter: return RecurrenceSketch(pattern: .absoluteMonthly(day: start.day))
      case .year:
        return RecurrenceSketch(pattern: .absoluteYearly(month: start.month, day: start.day))
      }
    }
    _ = take("the")
    switch unit {
    case .day: throw error(.unknown(words.first ?? ""))
    case .week:
      guard let days = weekdays() else { throw error(.unknown(words.first ?? "")) }
      return RecurrenceSketch(pattern: .weekly(days))
    case .month, .quarter:
      let sketch = try dayOfMonth()
      _ = takesMonthAlone()
      return sketch
    case .year: return try dayOfYear()
    }
  }

  /// `15`, `the 15th`, `day 15`, `last day`, `last fri`, `2nd tuesday`.
  private mutating func dayOfMonth() throws(RecurrenceError) -> RecurrenceSketch {
    let isDay = take("day")
    let first = words.first ?? ""
    guard let number = position() else {
      if !isDay, let days = weekdays() {
        throw error(.incomplete("which \(Self.name(of: days)) of the month, as in \"last\""))
      }
      throw error(first.isEmpty ? .incomplete("on which day") : .unknown(first))
    }
    if !isDay, let days = weekdays() { return try monthly(number, days, first) }
    if !isDay { _ = take("day") }
    if let next = words.first, next == "last" || next == "to" {
      throw error(.noExactForm("it counts from the first to the fourth, and the last"))
    }
    let other = words.first == "and" ? words.dropFirst().first : words.first
    if let other, Self.number(other) != nil {
      throw error(.noExactForm("several days of a month (\(first) and \(other))"))
    }
    if number == -1 {
      return RecurrenceSketch(pattern: .absoluteMonthly(day: 31), meansLastDay: true)
    }
    guard (1...31).contains(number) else { throw error(.invalid("there is no day \(number)")) }
    return RecurrenceSketch(pattern: .absoluteMonthly(day: number))
  }

  /// `24 dec`, `december 24th`, `the 24th of december`, `last sun of march`.
  private mutating func dayOfYear() throws(RecurrenceError) -> RecurrenceSketch {
    if let month = month() {
      let day = words.first ?? ""
      guard let number = number() else {
        throw error(.incomplete("which day of \(Self.name(of: month))"))
      }
      return try yearly(month, number, day)
    }
    let sketch = try dayOfMonth()
    _ = take("of") || take("in")
    guard let month = month() else {
      throw error(words.first.map { .unknown($0) } ?? .incomplete("of which month"))
    }
    switch sketch.pattern {
    case .relativeMonthly(let index, let days):
      return RecurrenceSketch(pattern: .relativeYearly(month: month, index, days))
    case .absoluteMonthly(let day) where !sketch.meansLastDay:
      return try yearly(month, day, "\(day)")
    default:
      let length = CalendarDate.length(ofMonth: month, year: 2000)
      return RecurrenceSketch(
        pattern: .absoluteYearly(month: month, day: length), meansLastDay: true)
    }
  }

  private func monthly(
    _ number: Int, _ days: Set<Weekday>, _ word: String
  ) throws(RecurrenceError) -> RecurrenceSketch {
    guard let index = RecurrenceRule.Index(number: number) else {
      throw error(
        .noExactForm("it counts from the first to the fourth of a month, and the last (\(word))"))
    }
    return RecurrenceSketch(pattern: .relativeMonthly(index, days))
  }

  private func yearly(
    _ month: Int, _ day: Int, _ word: String
  ) throws(RecurrenceError) -> RecurrenceSketch {
    guard (1...CalendarDate.length(ofMonth: month, year: 2000)).contains(day) else {
      throw error(.neverOccurs("there is no \(word) \(Self.name(of: month))"))
    }
    return RecurrenceSketch(pattern: .absoluteYearly(month: month, day: day))
  }

  // MARK: Words

  private func error(_ problem: RecurrenceError.Problem) -> RecurrenceError {
    RecurrenceError(text: text, problem: problem)
  }

  private mutating func take(_ word: String) -> Bool {
    guard words.first == word else { return false }
    words.removeFirst()
    return true
  }

  private mutating func unit() -> Unit? {
    let unit: Unit
    switch words.first {
    case "day", "days": unit = .day
    case "week", "weeks": unit = .week
    case "month", "months": unit = .month
    case "quarter", "quarters": unit = .quarter
    case "year", "years": unit = .year
    default: return nil
    }
    words.removeFirst()
    return unit
  }

  /// `of the month`, `of each month`, `in every month`; nothing is taken when it is not there.
  private mutating func takesMonthAlone() -> Bool {
    let before = words
    if take("of") || take("in") {
      _ = take("the") || take("each") || take("every")
      if take("month") { return true }
    }
    words = before
    return false
  }

  /// A number of the next word; nil, and nothing taken, for other words.
  private mutating func number() -> Int? {
    guard let number = words.first.flatMap(Self.number) else { return nil }
    words.removeFirst()
    return number
  }

  /// A number, or -1 for the last.
  private mutating func position() -> Int? { take("last") ? -1 : number() }

  private mutating func month() -> Int? {
    guard let month = words.first.flatMap(Self.month) else { return nil }
    words.removeFirst()
    return month
  }

  /// Weekdays one after another, `and` and `or` between them; nil, and nothing taken, for other words.
  private mutating func weekdays() -> Set<Weekday>? {
    var found: Set<Weekday> = []
    while let word = words.first {
      if let days = Self.weekdays(word) {
        found.formUnion(days)
        words.removeFirst()
        if word == "weekend" { _ = take("day") || take("days") }
      } else if !found.isEmpty, ["and", "or", "&"].contains(word),
        words.dropFirst().first.flatMap(Self.weekdays) != nil
      {
        words.removeFirst()
      } else {
        break
      }
    }
    return found.isEmpty ? nil : found
  }

  /// `fri`, `fridays`, `mon-thu`, `weekdays`, `weekend`.
  private static func weekdays(_ word: String) -> Set<Weekday>? {
    switch word {
    case "weekday", "weekdays", "workday", "workdays":
      return [.monday, .tuesday, .wednesday, .thursday, .friday]
    case "weekend", "weekends": return [.saturday, .sunday]
    default: break
    }
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    if ends.count == 2, let first = weekday(ends[0]), let last = weekday(ends[1]) {
      let length = (last.rawValue - first.rawValue).flooredRemainder(7)
      return Set((0...length).map { Weekday(isoNumber: (first.rawValue + $0 - 1) % 7 + 1) })
    }
    return weekday(word[...]).map { [$0] }
  }

  private static func weekday(_ word: Substring) -> Weekday? {
    Weekday(named: word) ?? (word.last == "s" ? Weekday(named: word.dropLast()) : nil)
  }

  /// `15`, `15th`, `third`, `two`.
  private static func number(_ word: String) -> Int? {
    if let number = PhraseScanner.numbers[word] { return number }
    if let index = ["first", "second", "third", "fourth", "fifth"].firstIndex(of: word) {
      return index + 1
    }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...9).contains(digits.utf8.count),
      ["", "st", "nd", "rd", "th", "."].contains(word[digits.endIndex...])
    else { return nil }
    return Int(digits)
  }

  /// A month by its English name or the first three letters or more of it.
  private static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return (1...12).first { name(of: $0).lowercased().hasPrefix(word) }
  }

  private static func name(of month: Int) -> String {
    Month(year: 2000, month: month)?.name ?? ""
  }

  private static func name(of days: Set<Weekday>) -> String {
    days.sorted().map(\.shortName).joined(separator: " or ")
  }
}
