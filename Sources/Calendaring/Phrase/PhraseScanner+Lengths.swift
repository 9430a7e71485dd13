import CalendarTime
import FoundationEssentials

/// Lengths, distances from now or from a day, reminders and parts of the day.
extension PhraseScanner {
  func allDay(at index: Int) -> Match? {
    guard let key = key(index) else { return nil }
    if key == "all-day" || key == "allday" { return (.allDay, 1) }
    if ["all", "whole", "full"].contains(key), self.key(index + 1) == "day" { return (.allDay, 2) }
    return nil
  }

  /// Whether the words from `index` on begin something of their own rather than go on with a name.
  func isBoundary(at index: Int) -> Bool {
    guard let key = key(index) else { return true }
    let joints: Set<String> = [
      "with", "on", "for", "in", "at", "from", "until", "till", "til", "to", "every", "daily",
      "remind",
      "reminder", "o'clock", "-", "–",
    ]
    return joints.contains(key) || "@#!".contains(key.first ?? " ") || DayPart(key) != nil
      || key == "tonight" || key.first?.isNumber == true || (try? oneDay(at: index)) != nil
  }

  // MARK: Lengths

  /// A length: with `for`, right behind what was understood, or spelled out before the next such thing;
  /// a run of 100m stays one.
  func length(
    at index: Int, after found: [PhraseToken], isAdjacent: Bool
  ) throws(EventPhraseError) -> Match? {
    if key(index) == "for", let (length, count) = duration(at: index + 1, withClock: true) {
      return (.length(length), count + 1)
    }
    if key(index) == "for", let (months, count) = months(at: index + 1) {
      return (.months(months), count + 1)
    }
    guard let (length, count) = duration(at: index, withClock: false) else { return nil }
    let last = isAdjacent ? found.last : nil
    if let last, last.isClock || !last.isTime { return (.length(length), count) }
    // Between a day and a time: tomorrow 45m 12:30.
    if case .date? = last, try clocks(at: index + count) != nil { return (.length(length), count) }
    let isSpelled = key(index + count - 1).map { Self.spelled.contains($0.filter(\.isLetter)) }
    guard isSpelled == true, length.seconds > 0,
      isBoundary(at: index + count) || isLengthOfTimed(at: index, count)
    else { return nil }
    return (.length(length), count)
  }

  private static let spelled: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "min", "mins", "minute", "minutes",
  ]

  /// Whether a length before other words is that of an event with a time: `30 min call fri 10:00`, but
  /// not `30 minutes before lunch`.
  private func isLengthOfTimed(at index: Int, _ count: Int) -> Bool {
    let others: Set<String> = [
      "before", "after", "later", "earlier", "early", "late", "ago", "away", "from", "in", "within",
      "every", "each",
    ]
    if let next = key(index + count), others.contains(next) { return false }
    if let before = key(index - 1), others.contains(before) { return false }
    return words.indices.contains(where: startsClock)
  }

  /// A duration of one to four words.
  func duration(at index: Int, withClock: Bool) -> (CalendarDuration, Int)? {
    for (phrase, length) in Self.spoken {
      let matches = phrase.indices.allSatisfy { key(index + $0) == phrase[$0] }
      if matches { return (length, phrase.count) }
    }
    guard let first = key(index) else { return nil }
    let parts = first.split(separator: "h", omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].count == 2, let hours = Int(parts[0]),
      let minutes = Int(parts[1]),
      (0...59).contains(minutes), (0...99).contains(hours)
    {
      return (CalendarDuration(seconds: hours * 3600 + minutes * 60), 1)
    }
    if let match = decimalHours(at: index) { return match }
    for count in stride(from: 4, to: 0, by: -1) {
      var keys = (index..<index + count).compactMap(key)
      guard keys.count == count else { continue }
      if let number = Self.numbers[first], count > 1 { keys[0] = "\(number)" }
      let text = keys.joined(separator: " ")
      guard text.first?.isNumber == true || text.first == "p", withClock || !text.contains(":"),
        let length = try? CalendarDuration(parsing: text), length != CalendarDuration()
      else { continue }
      return (length, count)
    }
    return nil
  }

  /// `1.5h`, `1,5 hours`; nil where no whole minutes come of it.
  private func decimalHours(at index: Int) -> (CalendarDuration, Int)? {
    guard let key = key(index), let sign = key.firstIndex(where: { $0 == "." || $0 == "," }),
      let hours = Int(key[..<sign]), (0...99).contains(hours)
    else { return nil }
    let rest = key[key.index(after: sign)...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let attached = String(rest[digits.endIndex...])
    let unit = attached.isEmpty ? self.key(index + 1) ?? "" : attached
    guard ["h", "hr", "hrs", "hour", "hours"].contains(unit), (1...2).contains(digits.count),
      let part = Int(digits)
    else { return nil }
    let whole = digits.count == 1 ? 10 : 100
    guard part * 60 % whole == 0, hours + part > 0 else { return nil }
    return (
      CalendarDuration(seconds: hours * 3600 + part * 60 / whole * 60), attached.isEmpty ? 2 : 1
    )
  }

  /// The numbers that people write as words.
  static let numbers: [String: Int] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
  ]

  private static let spoken: [([String], CalendarDuration)] = [
    (["half", "an", "hour"], CalendarDuration(seconds: 1800)),
    (["half", "hour"], CalendarDuration(seconds: 1800)),
    (["a", "half", "hour"], CalendarDuration(seconds: 1800)),
    (["a", "quarter", "of", "an", "hour"], CalendarDuration(seconds: 900)),
    (["an", "hour", "and", "a", "half"], CalendarDuration(seconds: 5400)),
    (["an", "hour"], CalendarDuration(seconds: 3600)),
    (["a", "day"], CalendarDuration(days: 1)),
    (["a", "week"], CalendarDuration(days: 7)),
    (["a", "fortnight"], CalendarDuration(days: 14)),
  ]

  // MARK: Distances

  /// `in 3 days`, `in 2 hours`, `in two months`, `a week from monday`.
  func distance(at index: Int) throws(EventPhraseError) -> Match? {
    if key(index) != "in" {
      guard let (length, count) = duration(at: index, withClock: false), length.seconds == 0 else {
        return nil
      }
      return try distance(length, fromDayAt: index + count, count)
    }
    if let (months, count) = months(at: index + 1) {
      return (.date(today.adding(months: months), isWeekday: false), count + 1)
    }
    guard let (length, count) = duration(at: index + 1, withClock: false) else { return nil }
    if length.seconds == 0 {
      return try distance(length, fromDayAt: index + count + 1, count + 1)
        ?? (.date(today.adding(days: length.days), isWeekday: false), count + 1)
    }
    var wall = zone.wallTime(at: length.end(from: now, in: zone))
    wall.secondOfDay -= wall.secondOfDay % 60
    wall.nanosecond = 0
    return (.moment(wall), count + 1)
  }

  /// The days behind `from monday`; nil where no day is named there.
  private func distance(
    _ length: CalendarDuration, fromDayAt index: Int, _ count: Int
  ) throws(EventPhraseError) -> Match? {
    guard key(index) == "from" else { return nil }
    let (start, more) =
      key(index + 1) == "now" ? (today, 1) : try oneDay(at: index + 1) ?? (today, 0)
    guard more > 0 else { return nil }
    return (.date(start.adding(days: length.days), isWeekday: false), count + 1 + more)
  }

  /// `2 months`, `a year`.
  private func months(at index: Int) -> (Int, Int)? {
    guard let word = key(index), let unit = key(index + 1),
      let size = ["month": 1, "months": 1, "year": 12, "years": 12][unit],
      let number = word == "a" ? 1 : Self.numbers[word] ?? Int(word), (1...1200).contains(number)
    else { return nil }
    return (number * size, 2)
  }

  // MARK: Reminders

  /// `remind me 15 min before`, `reminder 1h`.
  func reminder(at index: Int) -> Match? {
    guard let key = key(index), key == "remind" || key == "reminder" else { return nil }
    let start = self.key(index + 1) == "me" ? index + 2 : index + 1
    guard let (length, count) = duration(at: start, withClock: false) else { return nil }
    let end = start + count
    let isBefore = ["before", "beforehand", "earlier", "ahead"].contains(self.key(end) ?? "")
    guard isBefore || key == "reminder" else { return nil }
    return (.reminder(length), (isBefore ? end + 1 : end) - index)
  }

  // MARK: Parts of the day

  /// `tonight`, `in the morning`, and `evening` beside a day or a time.
  func dayPart(at index: Int, after found: [PhraseToken], isAdjacent: Bool) -> Match? {
    guard let key = key(index) else { return nil }
    if key == "tonight" { return (.tonight, 1) }
    if key == "in", self.key(index + 1) == "the", let part = DayPart(self.key(index + 2)) {
      return (.part(part), 3)
    }
    if key == "at", self.key(index + 1) == "night" { return (.part(.night), 2) }
    guard let part = DayPart(key) else { return nil }
    if isAdjacent, found.last?.isTime == true { return (.part(part), 1) }
    return startsClock(at: index + 1) ? (.part(part), 1) : nil
  }
}
