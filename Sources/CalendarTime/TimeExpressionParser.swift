import FoundationEssentials

/// Reads the words of a time one by one and puts their meanings together.
struct TimeExpressionParser {
  let text: String
  let now: Date
  let zone: Zone

  private var words: ArraySlice<String> = []
  private var day: CalendarDate?
  private var clock: (secondOfDay: Int, nanosecond: Int)?
  private var offset: Int?
  private var relative: CalendarDuration?
  private var understood: [String] = []
  private var yearNote: TimeNote?

  init(text: String, now: Date, zone: Zone) {
    self.text = text
    self.now = now
    self.zone = zone
  }

  mutating func parse() throws(TimeExpressionError) -> TimeExpression {
    let lowercase = text.trimmingBlanks().lowercased()
    words = lowercase.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    if words.isEmpty { throw error(.empty) }
    while let word = words.popFirst() { try read(word) }
    return try result()
  }

  // MARK: Words

  private mutating func read(_ word: String) throws(TimeExpressionError) {
    switch word {
    case "now": try set(relative: CalendarDuration(), by: word)
    case "today": try set(day: today, by: word)
    case "tomorrow": try set(day: today.adding(days: 1), by: word)
    case "yesterday": try set(day: today.adding(days: -1), by: word)
    case "at" where !words.isEmpty, "on" where !words.isEmpty: break
    case "next":
      guard let name = words.popFirst() else { throw error(.unknown(word)) }
      guard let weekday = Weekday(named: name) else { throw error(.unknown("\(word) \(name)")) }
      try set(day: .first(weekday, from: today.adding(days: 1)), by: "\(word) \(name)")
    case "in": try readDistance()
    case "z", "utc", "gmt": try set(offset: 0, by: word)
    default: try readOther(word)
    }
  }

  private mutating func readOther(_ word: String) throws(TimeExpressionError) {
    if let weekday = Weekday(named: word) {
      try set(day: .first(weekday, from: today), by: word)
    } else if let month = Month.number(named: word), let next = words.first,
      let day = Self.dayOfMonth(next)
    {
      words.removeFirst()
      try readDay(day, of: month, said: "\(word) \(next)")
    } else if let day = Self.dayOfMonth(word), let next = words.first,
      let month = Month.number(named: next)
    {
      words.removeFirst()
      try readDay(day, of: month, said: "\(word) \(next)")
    } else if word.hasPrefix("+") || word.hasPrefix("-") {
      try readSigned(word)
    } else if isDateShaped(word) {
      try readDate(word)
    } else if word.contains("/") || word.split(separator: ".").count == 3 {
      throw error(.ambiguousDate(word))
    } else {
      try readClock(word)
    }
  }

  /// `in 3 days`, `in 2h`.
  private mutating func readDistance() throws(TimeExpressionError) {
    let distance = words.joined(separator: " ")
    words = []
    if distance.isEmpty { throw error(.unknown("in")) }
    try set(relative: try duration(distance), by: "in \(distance)")
  }

  /// `+2h`, `-1d`, and the offset behind a clock time.
  private mutating func readSigned(_ word: String) throws(TimeExpressionError) {
    let rest = String(word.dropFirst())
    if rest.contains(where: \.isLetter) {
      let distance = try duration(rest)
      try set(relative: word.hasPrefix("-") ? distance.negated : distance, by: word)
    } else if let seconds = OffsetText.seconds(in: word), clock != nil {
      try set(offset: seconds, by: word)
    } else if OffsetText.seconds(in: word) != nil, word.contains(":") {
      throw error(.offsetWithoutClock(word))
    } else {
      throw error(Digits.value(of: rest) == nil ? .unknown(word) : .missingUnit(word))
    }
  }

  private func duration(_ distance: String) throws(TimeExpressionError) -> CalendarDuration {
    guard !distance.contains(":") else { throw error(.unknown(distance)) }
    do {
      return try CalendarDuration(parsing: distance)
    } catch let unclear {
      throw error(unclear.problem)
    }
  }

  private func isDateShaped(_ word: String) -> Bool {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    return digits.count >= 3 && word[digits.endIndex...].hasPrefix("-")
  }

  /// `2026-12-01`, alone or with `t` and a clock time.
  private mutating func readDate(_ word: String) throws(TimeExpressionError) {
    let date = word.prefix { $0 != "t" }
    guard let parsed = CalendarDate(parsing: date) else { throw error(.noSuchDate(String(date))) }
    try set(day: parsed, by: word)
    if date.endIndex < word.endIndex {
      try readClock(String(word[word.index(after: date.endIndex)...]))
    }
  }

  /// `21 dec`, `dec 21`, each with a year behind it or not.
  private mutating func readDay(
    _ day: Int, of month: Int, said: String
  ) throws(TimeExpressionError) {
    if let text = words.first, text.count == 4, let year = Digits.value(of: text) {
      words.removeFirst()
      guard let date = CalendarDate(year: year, month: month, day: day) else {
        throw error(.noSuchDate("\(said) \(text)"))
      }
      return try set(day: date, by: said)
    }
    guard let date = CalendarDate.first(day: day, month: month, from: today) else {
      throw error(.noSuchDate(said))
    }
    try set(day: date, by: said)
    yearNote = .year(asked: said, taken: date)
  }

  /// `21`, `21st`, `21.`, `21,`: a day of a month beside its name.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count),
      ["", ".", ",", "st", "nd", "rd", "th"].contains(word[digits.endIndex...])
    else { return nil }
    return Digits.value(of: digits)
  }

  /// `9:00`, `09:00:30.5`, `9am`, `9:30pm`, `9 am`, each with an offset behind it or not.
  private mutating func readClock(_ word: String) throws(TimeExpressionError) {
    let time = word.prefix { $0.isASCII && $0.isNumber || ":.,".contains($0) }
    var rest = word[time.endIndex...]
    guard let first = time.first, first.isNumber else { throw error(.unknown(word)) }
    var half: Substring?
    if rest.isEmpty, let next = words.first, Self.halves.keys.contains(next) {
      half = words.removeFirst()[...]
    } else if let mark = Self.halves.keys.first(where: { rest.hasPrefix($0) }) {
      half = rest.prefix(mark.count)
      rest = rest.dropFirst(mark.count)
    }
    let typed = time + (half ?? "")
    if half == nil, !time.contains(":") { throw error(.missingUnit(word)) }
    let parsed = try Self.clock(time, afternoon: half.flatMap { Self.halves[String($0)] })
    guard let parsed else { throw error(.noSuchClock(String(typed))) }
    guard clock == nil, !isRelative else { throw error(.repeated(word)) }
    clock = parsed
    understood.append(String(typed))
    if rest.isEmpty { return }
    guard let seconds = rest == "z" ? 0 : OffsetText.seconds(in: rest) else {
      throw error(.unknown(String(rest)))
    }
    try set(offset: seconds, by: String(rest))
  }

  private static let halves = ["am": false, "pm": true]

  private static func clock(
    _ text: Substring, afternoon: Bool?
  ) throws(TimeExpressionError) -> (Int, Int)? {
    var padded = text.prefix(while: \.isNumber).count == 1 ? "0" + text : String(text)
    if !padded.contains(":") { padded += ":00" }
    var scanner = TimeScanner(padded)
    guard let clock = scanner.clock(), scanner.isAtEnd else { return nil }
    guard let afternoon else { return clock }
    let hour = clock.secondOfDay / 3600
    guard (1...12).contains(hour) else { return nil }
    let shift = (hour == 12 ? -12 : 0) + (afternoon ? 12 : 0)
    return (clock.secondOfDay + shift * 3600, clock.nanosecond)
  }

  // MARK: Meanings

  private var today: CalendarDate { zone.date(at: now) }

  private var isRelative: Bool { relative.map { $0.seconds != 0 || $0.days == 0 } ?? false }

  private mutating func set(day date: CalendarDate, by word: String) throws(TimeExpressionError) {
    guard day == nil, relative == nil else { throw error(.repeated(word)) }
    day = date
    understood.append(date.heading)
  }

  private mutating func set(
    relative distance: CalendarDuration, by word: String
  ) throws(TimeExpressionError) {
    guard day == nil, relative == nil, clock == nil || distance.seconds == 0 && distance.days != 0
    else { throw error(.repeated(word)) }
    relative = distance
    understood.append(word)
  }

  private mutating func set(offset seconds: Int, by word: String) throws(TimeExpressionError) {
    guard clock != nil else { throw error(.offsetWithoutClock(word)) }
    guard offset == nil else { throw error(.repeated(word)) }
    offset = seconds
    understood.append(OffsetText.extended(seconds))
  }

  private func result() throws(TimeExpressionError) -> TimeExpression {
    if let relative, clock == nil {
      let (instant, note) = relative.endWithNote(from: now, in: zone)
      return try checked(.instant(instant), note)
    }
    let date = day ?? today.adding(days: relative?.days ?? 0)
    guard let clock else { return try checked(.date(date), yearNote) }
    let wall = WallTime(
      date: date, secondOfDay: clock.secondOfDay, nanosecond: clock.nanosecond)
    if let offset {
      let instant = Date(unixSecond: wall.localSecond - offset, nanosecond: wall.nanosecond)
      return try checked(.instant(instant), yearNote)
    }
    let (instant, note) = zone.instantWithNote(of: wall)
    return try checked(.instant(instant), note ?? yearNote)
  }

  private func checked(
    _ value: TimeExpression.Value, _ note: TimeNote?
  ) throws(TimeExpressionError) -> TimeExpression {
    let expression = TimeExpression(value: value, note: note)
    guard (1...9999).contains(expression.date(in: zone).year) else { throw error(.outOfRange) }
    return expression
  }

  private func error(_ problem: TimeExpressionError.Problem) -> TimeExpressionError {
    TimeExpressionError(
      text: text, problem: problem, understood: understood, hint: TimeExpressionError.timeHint)
  }
}
