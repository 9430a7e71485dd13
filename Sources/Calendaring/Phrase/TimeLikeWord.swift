import CalendarTime

/// What words look like that nothing was made of, but that may have been meant to say when.
enum TimeLikeWord {
  /// The places in a row that people write as words.
  static let ordinals: [String: Int] = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
  ]

  /// A place among the days of a month: `1st`, `first`, and -1 for `last`.
  static func position(_ key: String) -> Int? {
    if key == "last" { return -1 }
    if let place = ordinals[key] { return place }
    let digits = key.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let place = Int(digits), place > 0,
      ["st", "nd", "rd", "th"].contains(key[digits.endIndex...])
    else { return nil }
    return place
  }

  /// Whether it is a place in a row in digits: `24th`.
  static func isOrdinal(_ key: String) -> Bool {
    key.first?.isNumber == true && position(key) != nil
  }

  // MARK: Days

  private static let dayWords: Set<String> = [
    "today", "todays", "tomorrow", "tomorrows", "tmrw", "tmr", "yesterday", "day", "days",
    "weekday",
    "weekdays", "workday", "workdays", "week", "weeks", "wk", "weekend", "weekends", "fortnight",
    "month", "months", "year", "years", "eve", "christmas", "xmas", "easter", "thanksgiving",
    "halloween", "pentecost", "whitsun", "hanukkah", "ramadan", "diwali",
  ]

  /// Whether a word names a day, a date, a feast or a stretch of the calendar: `24th`, `1.12`,
  /// `tomorrow's`, `week`, `christmas`.
  static func namesDay(_ key: String) -> Bool {
    var name = key[...]
    for ending in ["'s", "’s"] where name.hasSuffix(ending) { name = name.dropLast(2) }
    return dayWords.contains(String(name)) || isCalendarName(name) || isOrdinal(key)
      || isDate(key)
  }

  /// Whether it joins names of days or months: `mon/wed`, `mo-fr`, `m-f`, `24-Dec-2026`.
  static func joinsDays(_ key: String) -> Bool {
    if dayLetters.contains(key) { return true }
    let parts = key.split { !$0.isLetter && !$0.isNumber }
    guard parts.count > 1 else { return false }
    if parts.allSatisfy({ Weekday(named: $0) != nil }) { return true }
    return parts.contains(where: isCalendarName)
      && parts.allSatisfy { isCalendarName($0) || $0.allSatisfy(\.isNumber) }
  }

  /// Weekdays by their first letters.
  private static let dayLetters: Set<String> = [
    "m-f", "m–f", "m/f", "mwf", "m/w/f", "m-w-f", "tth", "t/th", "t-th",
  ]

  private static func isCalendarName(_ name: Substring) -> Bool {
    name.count >= 3 && (Weekday(named: name) != nil || Month.number(named: name) != nil)
  }

  /// `12-24`, `1.12`, `24-12-2026`, `20261224`.
  static func isDate(_ key: String) -> Bool {
    let digits = key.prefix { $0.isASCII && $0.isNumber }
    if (1...2).contains(digits.count), Month.number(named: key[digits.endIndex...]) != nil {
      return true
    }
    if key.count == 8, let number = Int(key) {
      return CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        != nil
    }
    let parts = key.split { ".-–/".contains($0) }
    guard (2...3).contains(parts.count), key.first?.isNumber == true, key != "24/7",
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      parts.dropLast().allSatisfy({ $0.count <= 2 })
    else { return false }
    let numbers = parts.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && numbers.allSatisfy { (1...31).contains($0) }
      && numbers.contains { $0 <= 12 }
  }

  // MARK: Hours

  /// Whether it may be an hour, or two numbers of one: `17`, `0900`, `3p`, `7-9`, `9,30`.
  static func mayBeHours(_ key: String) -> Bool {
    let parts = key.split(omittingEmptySubsequences: false) { "-–,;/".contains($0) }
    if parts.count == 2, key.contains(where: { $0 == "," || $0 == ";" }), parts[1].count == 2,
      let minute = Int(parts[1]), (0...59).contains(minute)
    {
      return mayBeHour(parts[0])
    }
    return parts.count <= 2 && parts.allSatisfy(mayBeHour)
  }

  private static func mayBeHour(_ text: Substring) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), ["", "a", "p", "h", "uhr"].contains(text[digits.endIndex...])
    else { return false }
    return digits.count <= 2
      ? number <= 24 : digits.count == 4 && number / 100 <= 24 && number % 100 <= 59
  }

  /// Whether a time that is one wherever it stands is a part of it: `~17:00`, `8pm-late`.
  static func holdsClock(_ key: String) -> Bool {
    key.split { !$0.isLetter && !$0.isNumber && $0 != ":" }.contains { part in
      let hour = part.prefix { $0.isASCII && $0.isNumber }
      guard (1...4).contains(hour.count) else { return false }
      let rest = part[hour.endIndex...]
      return ["am", "pm"].contains(rest)
        || hour.count <= 2 && rest.first == ":" && rest.count == 3
          && rest.dropFirst().allSatisfy(\.isNumber)
    }
  }

  /// Words in front of a number that is then a name: `room 4`, `chapter 3`.
  static let numbered: Set<String> = [
    "room", "rooms", "chapter", "chapters", "page", "pages", "part", "parts", "section", "sections",
    "lesson", "lessons", "unit", "units", "module", "phase", "step", "steps", "level", "gate",
    "platform", "floor", "building", "hall", "line", "bus", "version", "release", "sprint", "issue",
    "issues", "ticket", "task", "tasks", "number", "no", "nr", "grade", "class", "group", "team",
    "episode", "season", "round", "volume", "windows",
  ]
}
