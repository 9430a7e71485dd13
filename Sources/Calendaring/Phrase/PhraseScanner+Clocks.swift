import CalendarTime

/// Times of day, alone and from one to another.
extension PhraseScanner {
  /// A time as it is written, before it is known in which half of the day.
  private struct Clock {
    /// How it is written, where that says whether it is a time at all.
    enum Style { case plain, colon, dotted, hours }

    var hour: Int
    var minute = 0
    /// True in the afternoon; nil where nothing says.
    var half: Bool?
    /// Whether it is a time whatever stands around it: `9:00`, `9am`, `noon`.
    var isMarked = false
    var style = Style.plain
    /// Whether the hour may be one of a clock with twelve: `7:30`, and not `07:30`.
    var mayBeTwelve = false

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
  private static let untilWords: Set<String> = ["-", "–", "to", "until", "till", "til", "'til"]
  private static let finishWords: Set<String> = ["until", "till", "til", "'til"]
  private static let announcing: Set<String> = ["at", "around", "about", "from", "between"]

  /// A time of day, or two with what joins them; `last` is what stands right before.
  func clocks(
    at index: Int, after last: PhraseToken? = nil
  ) throws(EventPhraseError) -> Match? {
    guard let key = key(index) else { return nil }
    if let written = dateTime(key) { return (.moment(written), 1) }
    if key.hasPrefix("@"), let clock = Self.clock(key.dropFirst()), clock.isMarked,
      let second = clock.second()
    {
      return (.clock(second), 1)
    }
    // A blank behind the sign, and a time: at five, and no place.
    let isSign = key == "@" && startsClock(at: index + 1)
    let isAt = key == "at" || isSign
    let isFrom = key == "from" || key == "between"
    let start = isSign || Self.announcing.contains(key) ? index + 1 : index
    var found = try joined(at: start, isAnnounced: isAt || isFrom, after: last)
    if found == nil { found = try separate(at: start, isFrom: isFrom) }
    if found == nil { found = try single(at: start, isAt: isAt, after: last) }
    guard let match = found else { return nil }
    let end = start + match.count
    if let zone = ZoneWord.behindTime(words.dropFirst(end)) { throw error(ZoneWord.problem(zone)) }
    return (match.token, end - index)
  }

  /// Whether a time that is one whatever stands around it begins here.
  func startsClock(at index: Int) -> Bool { written(at: index)?.0.isMarked ?? false }

  /// `2026-12-01T09:00`.
  private func dateTime(_ key: String) -> WallTime? {
    guard let sign = key.firstIndex(of: "t"), let date = CalendarDate(parsing: key[..<sign]),
      let second = Self.clock(key[key.index(after: sign)...])?.second()
    else { return nil }
    return WallTime(date: date, secondOfDay: second)
  }

  /// `until 16:30`, where the start was said before.
  func finish(at index: Int, after found: [PhraseToken]) throws(EventPhraseError) -> Match? {
    guard let key = key(index), Self.finishWords.contains(key),
      found.contains(where: { if case .clock = $0 { true } else { false } }),
      let (clock, count) = written(at: index + 1), clock.isMarked
    else { return nil }
    guard let second = halved(clock).second() else {
      throw error(.invalid("no clock shows \(words[index + 1].bare)"))
    }
    return (.finish(second), count + 1)
  }

  // MARK: Forms

  /// `9-10:30`, `2-4pm`, `9:00–10:00`, `2-4 pm`.
  private func joined(
    at index: Int, isAnnounced: Bool, after last: PhraseToken?
  ) throws(EventPhraseError) -> Match? {
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
    // Two bare numbers are hours beside a day, and where they can be those of a working day: 9-10, and
    // not pages 3-4.
    let areWritten = from.style != .plain && to.style != .plain
    let areHours =
      isAnnounced || areWritten || last?.isTime == true || from.isMarked || to.isMarked
      || self.key(index + 1) != nil && (try? oneDay(at: index + 1)) != nil
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
    let isWritten = from.style != .plain || to.style != .plain
    guard isFrom || from.isMarked || to.isMarked || isWritten else { return nil }
    // Until a day is no time: every mon 9:15 until 24 dec.
    if !to.isMarked, try oneDay(at: middle + 1) != nil { return nil }
    let all = count + 1 + more
    return try range(from, to, said: words[index..<index + all].map(\.bare)).map { ($0, all) }
  }

  /// `9:00`, `9am`, `noon`, and with `at` a bare hour.
  private func single(
    at index: Int, isAt: Bool, after last: PhraseToken?
  ) throws(EventPhraseError) -> Match? {
    guard
      let (found, count) = written(at: index)
        ?? (isAt && isBoundary(at: index + 1) ? spelledOut(at: index) : nil)
    else { return nil }
    var clock = found
    let isSpoken = count == 2 && !clock.isMarked
    guard
      clock.isMarked || isAt || isSpoken || isTime(clock, at: index, after: last)
    else { return nil }
    if clock.style != .plain { clock.isMarked = true }
    clock = halved(clock)
    let said = words[index..<index + count].map(\.bare).joined(separator: " ")
    guard let second = clock.second() else {
      throw error(.invalid("no clock shows \(said)"))
    }
    if !clock.isMarked, clock.half == nil, Self.eitherHalf.contains(clock.hour) {
      throw error(
        .ambiguous(
          isAt ? "at \(said)" : said,
          readings: [Self.text(second), Self.text(second + Self.day / 2)]))
    }
    return (.clock(second), count)
  }

  /// Whether what could be something else is a time by what stands around it.
  private func isTime(_ clock: Clock, at index: Int, after last: PhraseToken?) -> Bool {
    switch clock.style {
    // Behind a time it is a length, and so it is with another time behind it.
    case .hours:
      clock.hour >= 6 && last?.isClock != true && !startsClock(at: index + 1)
    case .dotted:
      last?.isTime == true || DayPart(key(index + 1)) != nil
        || self.key(index + 1) != nil && (try? oneDay(at: index + 1)) != nil
    case .plain: last.map(Self.isPart) == true && isBoundary(at: index + 1)
    case .colon: true
    }
  }

  private static func isPart(_ token: PhraseToken) -> Bool {
    if case .part = token { true } else { token == .tonight }
  }

  // MARK: Meanings

  /// A time in the half of the day that another word of the phrase names, where it may be in either.
  private func halved(_ clock: Clock) -> Clock {
    guard clock.half == nil, clock.mayBeTwelve, let part else { return clock }
    var clock = clock
    clock.half = part.isAfternoon(hour: clock.hour)
    return clock
  }

  /// Two times as start and end, the half of the day of one taken from the other where only one has it.
  private func range(
    _ from: Clock, _ to: Clock, said: [String]
  ) throws(EventPhraseError) -> PhraseToken? {
    let text = said.joined(separator: " ")
    let half = Self.day / 2
    let from = halved(from)
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
    if !from.isMarked, !to.isMarked, from.half == nil, from.style == .plain {
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
    guard clock.half == nil, key.last?.isNumber == true, let next = self.key(index + 1) else {
      return (clock, 1)
    }
    if clock.style == .plain, ["o'clock", "o’clock", "oclock"].contains(next) { return (clock, 2) }
    guard let half = Self.halves[next] else { return (clock, 1) }
    clock.half = half
    clock.isMarked = true
    return (clock, 2)
  }

  /// `nine`, as it stands behind `at`.
  private func spelledOut(at index: Int) -> (Clock, Int)? {
    key(index).flatMap { Self.numbers[$0] }.map { (Clock(hour: $0, mayBeTwelve: true), 1) }
  }

  private static func clock(_ text: Substring) -> Clock? {
    switch text {
    case "noon", "midday": return Clock(hour: 12, half: true, isMarked: true)
    case "midnight": return Clock(hour: 12, half: false, isMarked: true)
    default: break
    }
    var rest = text
    var half: Bool?
    for (word, afternoon) in halves where rest.hasSuffix(word) {
      half = afternoon
      rest = rest.dropLast(word.count)
      break
    }
    let style: Clock.Style =
      rest.contains(":")
      ? .colon : rest.contains(".") ? .dotted : rest.contains("h") ? .hours : .plain
    if style == .hours, rest.last == "h" { rest += "00" }
    let parts = rest.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
    guard (1...2).contains(parts.count), (1...2).contains(parts[0].count),
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let hour = Int(parts[0])
    else { return nil }
    let mayBeTwelve = (1...12).contains(hour) && rest.first != "0"
    guard parts.count == 2 else {
      return Clock(hour: hour, half: half, isMarked: half != nil, mayBeTwelve: mayBeTwelve)
    }
    guard parts[1].count == 2, let minute = Int(parts[1]) else { return nil }
    // Before six a number with a full stop or an h is a price or a length sooner than a time.
    if style == .dotted || style == .hours, half == nil {
      guard (style == .dotted ? 6 : 0)...23 ~= hour, minute <= 59 else { return nil }
    }
    return Clock(
      hour: hour, minute: minute, half: half, isMarked: style == .colon || half != nil,
      style: style,
      mayBeTwelve: mayBeTwelve)
  }
}
