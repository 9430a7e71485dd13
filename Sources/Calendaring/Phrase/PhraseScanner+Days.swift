import CalendarTime
import FoundationEssentials

/// Days by name, by number and from one to another.
extension PhraseScanner {
  private static let untilWords: Set<String> = ["-", "–", "to", "until", "till", "through"]

  /// One day, or the days from one to another.
  func days(at index: Int) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    if let vague = vague(at: index) { throw error(.vague(vague)) }
    if ["on", "from", "starting", "between"].contains(key), self.key(index + 1) != nil {
      let next = key == "starting" && self.key(index + 1) == "on" ? index + 2 : index + 1
      guard let (token, count) = try days(at: next) else { return nil }
      return (token, next + count - index)
    }
    if let match = try dayRange(at: index) { return match }
    guard let (date, count, isWeekday) = try day(at: index) else { return nil }
    let end = index + count
    if let until = self.key(end), Self.untilWords.contains(until),
      let (last, more, isLastWeekday) = try day(at: end + 1, from: date)
    {
      guard last >= date else {
        throw error(.invalid("\(last.heading) is before \(date.heading)"))
      }
      return (.dates(date, last, areWeekdays: isWeekday && isLastWeekday), count + 1 + more)
    }
    return (.date(date, isWeekday: isWeekday), count)
  }

  /// One day alone, for an end.
  func oneDay(at index: Int) throws(EventPhraseError) -> (CalendarDate, Int)? {
    try day(at: index).map { ($0.date, $0.count) }
  }

  /// `next week`, which is no day.
  private func vague(at index: Int) -> String? {
    guard let first = key(index), first == "next" || first == "this", let second = key(index + 1)
    else { return nil }
    let units = ["week", "weekend", "month", "year", "quarter"]
    return units.contains(second) ? "\(first) \(second)" : nil
  }

  // MARK: One day

  /// A day; one without a year is the first from `from` on, else from today on.
  private func day(
    at index: Int, from: CalendarDate? = nil
  ) throws(EventPhraseError) -> (date: CalendarDate, count: Int, isWeekday: Bool)? {
    guard let key = key(index) else { return nil }
    switch key {
    case "today": return (today, 1, false)
    case "tomorrow": return (today.adding(days: 1), 1, false)
    case "yesterday": return (today.adding(days: -1), 1, false)
    case "day" where self.key(index + 1) == "after" && self.key(index + 2) == "tomorrow":
      return (today.adding(days: 2), 3, false)
    case "the":
      if self.key(index + 1) == "day", let found = try day(at: index + 1) {
        return (found.date, found.count + 1, false)
      }
      if let found = try dated(at: index + 1, from: from) {
        return (found.0, found.1 + 1, false)
      }
      return dayOfMonth(at: index + 1, from: from ?? today)
    case "this" where DayPart(self.key(index + 1)) != nil: return (today, 1, false)
    case "next", "this":
      guard let weekday = self.key(index + 1).flatMap(Self.weekday) else { return nil }
      let start = key == "next" ? today.adding(days: 1) : today
      return (.first(weekday, from: start), 2, false)
    default: break
    }
    if let weekday = Self.weekday(key) {
      let date = CalendarDate.first(weekday, from: from ?? today)
      // With its date behind it the name is a check.
      guard let (full, count) = try numbered(at: index + 1, from: from) else {
        return (date, 1, true)
      }
      guard full.weekday == weekday else {
        throw error(.invalid("\(words[index].bare) does not fit: it is \(full.heading)"))
      }
      return (full, count + 1, false)
    }
    return try dated(at: index, from: from).map { ($0.0, $0.1, false) }
  }

  /// `the 10th` with nothing behind it that could be numbered: the next such day.
  private func dayOfMonth(
    at index: Int, from: CalendarDate
  ) -> (date: CalendarDate, count: Int, isWeekday: Bool)? {
    guard let key = key(index), key.last?.isLetter == true, let day = Self.number(key),
      isBoundary(at: index + 1)
    else { return nil }
    let date = (0...62).lazy.map { from.adding(days: $0) }.first { $0.day == day }
    return date.map { ($0, 2, false) }
  }

  private func dated(
    at index: Int, from: CalendarDate?
  ) throws(EventPhraseError) -> (CalendarDate, Int)? {
    if let found = try numbered(at: index, from: from) { return found }
    return try weekdayOfMonth(at: index, from: from)
  }

  /// `2026-12-24`, `24 dec`, `dec 24 2026`, `24.12.2026`, `24/12`.
  private func numbered(
    at index: Int, from: CalendarDate?
  ) throws(EventPhraseError) -> (CalendarDate, Int)? {
    guard let key = key(index) else { return nil }
    if let date = try signed(key, from: from) { return (date, 1) }
    let hasOf = self.key(index + 1) == "of"
    if let day = Self.number(key) ?? (hasOf ? TimeLikeWord.ordinals[key] : nil) {
      guard let month = self.key(index + (hasOf ? 2 : 1)).flatMap({ Month.number(named: $0) })
      else { return nil }
      return try named(day: day, month: month, at: index, count: hasOf ? 3 : 2, from: from)
    }
    if let month = Month.number(named: key), let day = self.key(index + 1).flatMap(Self.number) {
      return try named(day: day, month: month, at: index, count: 2, from: from)
    }
    return nil
  }

  /// A day of a month with its year behind it or not.
  private func named(
    day: Int, month: Int, at index: Int, count: Int, from: CalendarDate?
  ) throws(EventPhraseError) -> (CalendarDate, Int)? {
    let said = words[index..<index + count].map(\.bare).joined(separator: " ")
    if let year = key(index + count).flatMap(Self.year) {
      guard let date = CalendarDate(year: year, month: month, day: day) else {
        throw error(.invalid("there is no day \(said) \(year)"))
      }
      return (date, count + 1)
    }
    guard let date = CalendarDate.first(day: day, month: month, from: from ?? today) else {
      throw error(.invalid("there is no day \(said)"))
    }
    return (date, count)
  }

  /// `2026-12-24`, `24.12.`, `24.12.2026`, `24/12`; a day that may also be a month is refused.
  private func signed(_ key: String, from: CalendarDate?) throws(EventPhraseError) -> CalendarDate?
  {
    if let date = CalendarDate(parsing: key) { return date }
    let shape = key.map { $0.isNumber ? "0" : $0 }
    if shape == Array("0000-00-00") { throw error(.invalid("there is no day \(key)")) }
    let isDotted = key.contains(".")
    var parts = key.split(separator: isDotted ? "." : "/", omittingEmptySubsequences: false)
    if isDotted, parts.last?.isEmpty == true {
      parts.removeLast()
    } else if isDotted, parts.count == 2 {
      return nil
    }
    guard (2...3).contains(parts.count), key != "24/7",
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count else { return nil }
    if parts[0].count == 4, numbers.count == 3 {
      return try existing(key, year: numbers[0], month: numbers[1], day: numbers[2])
    }
    guard parts[0].count <= 2, parts[1].count <= 2, numbers.allSatisfy({ $0 > 0 }),
      numbers[0] <= 31, numbers[1] <= 31, numbers[0] <= 12 || numbers[1] <= 12
    else { return nil }
    var year: Int?
    if numbers.count == 3 {
      guard parts[2].count == 4 || parts[2].count == 2 else { return nil }
      year = parts[2].count == 2 ? 2000 + numbers[2] : numbers[2]
    }
    let dayFirst = date(numbers[0], numbers[1], year, from)
    let monthFirst = date(numbers[1], numbers[0], year, from)
    switch (dayFirst, monthFirst) {
    case (let one?, let other?) where one != other:
      throw error(.ambiguous(key, readings: [one.heading, other.heading]))
    case (let date?, _), (nil, let date?): return date
    case (nil, nil): throw error(.invalid("there is no day \(key)"))
    }
  }

  private func date(_ day: Int, _ month: Int, _ year: Int?, _ from: CalendarDate?) -> CalendarDate?
  {
    guard let year else { return CalendarDate.first(day: day, month: month, from: from ?? today) }
    return CalendarDate(year: year, month: month, day: day)
  }

  private func existing(
    _ text: String, year: Int, month: Int, day: Int
  ) throws(EventPhraseError) -> CalendarDate {
    guard let date = CalendarDate(year: year, month: month, day: day) else {
      throw error(.invalid("there is no day \(text)"))
    }
    return date
  }

  // MARK: Days of one month

  /// `24-26 dec`, `dec 24–26 2026`.
  private func dayRange(at index: Int) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    if let match = try spokenRange(at: index) { return match }
    let isMonthFirst = Month.number(named: key) != nil
    guard let text = isMonthFirst ? self.key(index + 1) : key,
      let month = Month.number(named: isMonthFirst ? key : self.key(index + 1) ?? "")
    else { return nil }
    let ends = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
      .map { Self.number(String($0)) }
    guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
    let year = self.key(index + 2).flatMap(Self.year)
    guard let start = date(first, month, year, nil), let end = date(last, month, year, start),
      end >= start
    else { return nil }
    return (.dates(start, end), year == nil ? 2 : 3)
  }

  /// `24 to 26 dec`, `24th - 26th of december 2027`.
  private func spokenRange(at index: Int) throws(EventPhraseError) -> Match? {
    guard let first = key(index).flatMap(Self.number), let joint = key(index + 1),
      ["to", "-", "–"].contains(joint), key(index + 2).flatMap(Self.number) != nil,
      let (last, count) = try numbered(at: index + 2, from: nil)
    else { return nil }
    let end = index + 2 + count
    let year = key(end - 1).flatMap(Self.year)
    guard let start = date(first, last.month, year, nil),
      let end = date(last.day, last.month, year, start), end >= start
    else { return nil }
    return (.dates(start, end), count + 2)
  }

  /// `2nd tuesday of december`, `last friday in march 2027`; without a year the next there is.
  private func weekdayOfMonth(
    at index: Int, from: CalendarDate?
  ) throws(EventPhraseError) -> (CalendarDate, Int)? {
    guard let position = key(index).flatMap(TimeLikeWord.position),
      let weekday = key(index + 1).flatMap(Self.weekday), ["of", "in"].contains(key(index + 2)),
      let month = key(index + 3).flatMap({ Month.number(named: $0) })
    else { return nil }
    let given = key(index + 4).flatMap(Self.year)
    let years = given.map { $0...$0 } ?? today.year...today.year + 1
    for year in years {
      let days = Month(year: year, month: month)?.days.filter { $0.weekday == weekday } ?? []
      guard let date = position < 0 ? days.last : days.dropFirst(position - 1).first else {
        let said = words[index..<index + 4].map(\.bare).joined(separator: " ")
        throw error(.invalid("there is no \(said) \(year)"))
      }
      if given != nil || date >= from ?? today { return (date, given == nil ? 4 : 5) }
    }
    return nil
  }

  // MARK: Words

  /// A weekday by three letters or more of its name: shorter ones are words of their own.
  private static func weekday(_ key: String) -> Weekday? {
    key.count >= 3 ? Weekday(named: key) : nil
  }

  /// `24`, `24th`, `24.`.
  private static func number(_ key: String) -> Int? {
    let digits = key.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count),
      ["", "st", "nd", "rd", "th", "."].contains(key[digits.endIndex...]),
      let number = Int(digits), (1...31).contains(number)
    else { return nil }
    return number
  }

  private static func year(_ key: String) -> Int? {
    guard key.count == 4, let year = Int(key), (1900...2999).contains(year) else { return nil }
    return year
  }
}
