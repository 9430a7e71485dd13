import CalendarTime

/// Times of day, alone and from one to another.
extension PhraseScanner {
  /// A time as it is written, before it is known in which half of the day.
  private struct Clock {
    var hour: Int
    var minute = 0
    /// True in the afternoon; nil where nothing says.
    var half: Bool?
    /// Whether it is a time whatever stands around it: `9:00`, `9am`, `noon`.
    var isMarked = false

    /// Seconds of the day, by the half that is written or given; nil for no such time.
    func second(_ given: Bool? = nil) -> Int? {
      guard (0...59).contains(minute) else { return nil }
      guard let half = half ?? given else {
        return (0...23).contains(hour) ? hour * 3600 + minute * 60 : nil
      }
      guard (1...12).contains(hour) else { return nil }
      return (hour % 12 + (half ? 12 : 0)) * 3600 + minute * 60
    }
  }

  private static let day = 86_400
  /// Bare hours that people say for the morning as well as for the evening; later ones are read by a
  /// clock of 24 hours.
  private static let eitherHalf = 1...8
  private static let untilWords: Set<String> = ["-", "–", "to", "until", "till"]
  /// Zones as people write them behind a time, which a phrase cannot hold.
  private static let zoneWords: Set<String> = [
    "utc", "gmt", "z", "cet", "cest", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "bst",
    "ist", "jst",
  ]

  /// A time of day, or two with what joins them.
  func clocks(at index: Int) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    if let written = dateTime(key) { return (.moment(written), 1) }
    if key.hasPrefix("@"), let clock = Self.clock(key.dropFirst()), clock.isMarked,
      let second = clock.second()
    {
      return (.clock(second), 1)
    }
    let isAt = key == "at"
    let isFrom = key == "from" || key == "between"
    let start = isAt || isFrom ? index + 1 : index
    var found = try joined(at: start, isAnnounced: isAt || isFrom)
    if found == nil { found = try separate(at: start, isFrom: isFrom) }
    if found == nil { found = try single(at: start, isAt: isAt) }
    guard let match = found else { return nil }
    let end = start + match.count
    if let zone = self.key(end), Self.zoneWords.contains(zone) {
      throw error(
        .invalid(
          "\"\(words[end].bare)\": times of a phrase are in the zone of the command; --tz ZONE says another"
        ))
    }
    return (match.token, end - index)
  }

  /// `2026-12-01T09:00`.
  private func dateTime(_ key: String) -> WallTime? {
    guard let sign = key.firstIndex(of: "t"), let date = CalendarDate(parsing: key[..<sign]),
      let second = Self.clock(key[key.index(after: sign)...])?.second()
    else { return nil }
    return WallTime(date: date, secondOfDay: second)
  }

  // MARK: Forms

  /// `9-10:30`, `2-4pm`, `9:00–10:00`, `2-4 pm`.
  private func joined(at index: Int, isAnnounced: Bool) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    let parts = key.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
    guard parts.count == 2, let from = Self.clock(parts[0]), var to = Self.clock(parts[1]) else {
      return nil
    }
    var count = 1
    if let half = self.key(index + 1).flatMap({ Self.halves[$0] }), to.half == nil {
      to.half = half
      to.isMarked = true
      count = 2
    }
    // Two bare numbers are hours where they can be those of a working day: 9-10, and not pages 3-4.
    let areHours =
      isAnnounced || from.isMarked || to.isMarked
      || (9...22).contains(from.hour) && (9...22).contains(to.hour) && from.hour < to.hour
    guard areHours else { return nil }
    return try range(from, to, said: words[index..<index + count].map(\.bare)).map { ($0, count) }
  }

  /// `from 3 to 4pm`, `9:00 - 10:30`, `9am until noon`.
  private func separate(at index: Int, isFrom: Bool) throws(EventPhraseError) -> Match? {
    guard let (from, count) = written(at: index) else { return nil }
    let middle = index + count
    guard let key = key(middle), Self.untilWords.contains(key) || isFrom && key == "and",
      let (to, more) = written(at: middle + 1)
    else { return nil }
    guard isFrom || from.isMarked || to.isMarked else { return nil }
    // Until a day is no time: every mon 9:15 until 24 dec.
    if !to.isMarked, try oneDay(at: middle + 1) != nil { return nil }
    let all = count + 1 + more
    return try range(from, to, said: words[index..<index + all].map(\.bare)).map { ($0, all) }
  }

  /// `9:00`, `9am`, `noon`, and with `at` a bare hour.
  private func single(at index: Int, isAt: Bool) throws(EventPhraseError) -> Match? {
    guard let (clock, count) = written(at: index), clock.isMarked || isAt else { return nil }
    let said = words[index..<index + count].map(\.bare).joined(separator: " ")
    guard let second = clock.second() else {
      throw error(.invalid("no clock shows \(said)"))
    }
    if !clock.isMarked, Self.eitherHalf.contains(clock.hour) {
      throw error(
        .ambiguous("at \(said)", readings: [Self.text(second), Self.text(second + Self.day / 2)]))
    }
    return (.clock(second), count)
  }

  // MARK: Meanings

  /// Two times as start and end, the half of the day of one taken from the other where only one has it.
  private func range(
    _ from: Clock, _ to: Clock, said: [String]
  ) throws(EventPhraseError) -> PhraseToken? {
    let text = said.joined(separator: " ")
    let half = Self.day / 2
    var start = from.second(from.half == nil ? to.half : nil)
    var end = to.second(to.half == nil ? from.half : nil)
    // Eleven to one in the afternoon begins in the morning, and eleven in the morning to one ends then.
    if from.half == nil, let afternoon = to.half, let first = start, let last = end, first > last {
      start = from.second(!afternoon)
    } else if to.half == nil, from.half != nil, let first = start, let last = end, last <= first {
      end = last + half
    }
    // Hours of 24 beside a half of the day: 2pm-16:00.
    start = start ?? from.second()
    end = end ?? to.second()
    guard let first = start, var last = end else { throw error(.invalid("no clock shows \(text)")) }
    if !from.isMarked, !to.isMarked {
      if from.hour <= 12, to.hour <= from.hour, to.hour >= 1 { last += half }
      if Self.eitherHalf.contains(from.hour), to.hour <= 12 {
        throw error(
          .ambiguous(
            text,
            readings: [
              Self.text(first) + "–" + Self.text(last),
              Self.text(first + half) + "–" + Self.text(last + half),
            ]))
      }
    } else if from.half == nil, to.half == nil, !from.isMarked || !to.isMarked, last <= first,
      last + half > first, last < half
    {
      // 11-1:30 ends after noon.
      last += half
    }
    if last < first { last += Self.day }
    guard last - first <= half else {
      throw error(.invalid("\(text) would end before it starts"))
    }
    return .clocks(first, last)
  }

  private static func text(_ second: Int) -> String {
    WallTime(date: CalendarDate(daysSinceEpoch: 0), secondOfDay: second % day).clockText
  }

  // MARK: Words

  private static let halves = ["am": false, "pm": true, "a.m": false, "p.m": true]

  /// A time of one or two words, marked or a bare hour.
  private func written(at index: Int) -> (Clock, Int)? {
    guard let key = key(index), var clock = Self.clock(key[...]) else { return nil }
    guard clock.half == nil, key.last?.isNumber == true,
      let half = self.key(index + 1).flatMap({ Self.halves[$0] })
    else { return (clock, 1) }
    clock.half = half
    clock.isMarked = true
    return (clock, 2)
  }

  private static func clock(_ text: Substring) -> Clock? {
    switch text {
    case "noon", "midday": return Clock(hour: 12, isMarked: true)
    case "midnight": return Clock(hour: 0, isMarked: true)
    default: break
    }
    var rest = text
    var half: Bool?
    for (word, afternoon) in halves where rest.hasSuffix(word) {
      half = afternoon
      rest = rest.dropLast(word.count)
      break
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...2).contains(parts[0].count),
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hour = Int(parts[0])
    else { return nil }
    guard parts.count == 2 else {
      return Clock(hour: hour, half: half, isMarked: half != nil)
    }
    guard parts[1].count == 2, let minute = Int(parts[1]) else { return nil }
    return Clock(hour: hour, minute: minute, half: half, isMarked: true)
  }
}
