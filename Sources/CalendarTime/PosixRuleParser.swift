extension PosixRule {
  /// Reads the text of a TZ variable or of a TZif footer; nil when it is none.
  ///
  /// A summer time without its days gets those of the United States, as elsewhere.
  init?(parsing text: some StringProtocol) {
    var parser = PosixRuleParser(rest: Array(text.utf8)[...])
    guard let rule = parser.rule(), parser.rest.isEmpty else { return nil }
    self = rule
  }
}

private struct PosixRuleParser {
  var rest: ArraySlice<UInt8>

  mutating func rule() -> PosixRule? {
    guard let name = name(), let west = time(hours: 0...25), LocalTimeType.offsets.contains(-west)
    else { return nil }
    let standard = LocalTimeType(offset: -west, isDaylightSaving: false, abbreviation: name)
    if rest.isEmpty { return PosixRule(standard: standard, summer: nil) }

    guard let summerName = self.name() else { return nil }
    var summerOffset = -west + 3600
    if let next = rest.first, next != UInt8(ascii: ",") {
      guard let summerWest = time(hours: 0...25) else { return nil }
      summerOffset = -summerWest
    }
    guard LocalTimeType.offsets.contains(summerOffset) else { return nil }
    let type = LocalTimeType(
      offset: summerOffset, isDaylightSaving: true, abbreviation: summerName)
    let start: PosixRule.Change
    let end: PosixRule.Change
    if rest.isEmpty {
      start = .init(day: .weekday(month: 3, week: 2, weekday: 0), time: 7200)
      end = .init(day: .weekday(month: 11, week: 1, weekday: 0), time: 7200)
    } else {
      guard take(","), let first = change(), take(","), let second = change() else { return nil }
      (start, end) = (first, second)
    }
    return PosixRule(standard: standard, summer: .init(type: type, start: start, end: end))
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// An abbreviation of 3 or more letters, or of letters, digits and signs in angle brackets.
  private mutating func name() -> String? {
    if take("<") {
      guard let close = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let quoted = rest[..<close]
      rest = rest[(close + 1)...]
      guard quoted.count >= 3, quoted.allSatisfy(isNameByte) else { return nil }
      return String(decoding: quoted, as: UTF8.self)
    }
    let letters = rest.prefix(while: isLetter)
    rest = rest[letters.endIndex...]
    return letters.count >= 3 ? String(decoding: letters, as: UTF8.self) : nil
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    var value = 0
    var digits = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), digits < 4
    {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      digits += 1
      rest.removeFirst()
    }
    return digits > 0 && range.contains(value) ? value : nil
  }

  /// `[+-]h[:m[:s]]` in seconds.
  private mutating func time(hours: ClosedRange<Int>) -> Int? {
    let sign = take("-") ? -1 : (take("+") ? 1 : 1)
    guard let hour = number(hours) else { return nil }
    var seconds = hour * 3600
    if take(":") {
      guard let minute = number(0...59) else { return nil }
      seconds += minute * 60
      if take(":") {
        guard let second = number(0...59) else { return nil }
        seconds += second
      }
    }
    return sign * seconds
  }

  private mutating func change() -> PosixRule.Change? {
    let day: PosixRule.Change.Day
    if take("M") {
      guard let month = number(1...12), take("."), let week = number(1...5), take("."),
        let weekday = number(0...6)
      else { return nil }
      day = .weekday(month: month, week: week, weekday: weekday)
    } else if take("J") {
      guard let number = number(1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = number(0...365) else { return nil }
      day = .fromZero(number)
    }
    var time = 7200
    if take("/") {
      guard let given = self.time(hours: 0...167) else { return nil }
      time = given
    }
    return PosixRule.Change(day: day, time: time)
  }
}
