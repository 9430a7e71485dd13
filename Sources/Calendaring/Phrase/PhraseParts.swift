import CalendarTime

/// What was understood of a phrase, put together into one event.
struct PhraseParts {
  let text: String
  let today: CalendarDate
  private(set) var tokens: [PhraseToken] = []
  /// Words and tokens as they stood.
  private var items: [PhraseRemains.Item] = []
  /// The words of each token.
  private(set) var said: [String] = []
  private var subject: [String] = []

  init(text: String, today: CalendarDate) {
    self.text = text
    self.today = today
  }

  mutating func add(_ token: PhraseToken, said words: String) {
    tokens.append(token)
    items.append(.token(token, said: words))
    said.append(words)
    if case .people(_, let names) = token, !names.isEmpty { subject.append(names) }
  }

  mutating func add(_ word: PhraseWord) {
    subject.append(word.text)
    items.append(.word(word))
  }

  func phrase(now: WallTime, timeIsGiven: Bool) throws(EventPhraseError) -> EventPhrase {
    if let problem = PhraseRemains(items: items, today: today, isTimeGiven: timeIsGiven)
      .problem
    {
      throw error(problem)
    }
    var repetition = try repetition()
    let time = timeIsGiven ? try noTime() : try time(repetition, now: now)
    let subject = try readSubject()
    var phrase = EventPhrase(subject: subject, time: time)
    if let series = repetition {
      repetition = try self.end(of: series, from: phrase.firstDate)
    }
    phrase.repetition = repetition
    for token in tokens {
      switch token {
      case .place(let name):
        guard phrase.place == nil else {
          throw error(.several("place", readings: [phrase.place ?? "", name]))
        }
        phrase.place = name
      case .people(let people, _): phrase.people += people
      case .category(let name): phrase.categories.append(name)
      case .isPrivate: phrase.isPrivate = true
      case .reminder(let length):
        guard phrase.reminder == nil else {
          throw error(
            .several(
              "reminder", readings: [phrase.reminder, length].compactMap { $0?.description }))
        }
        phrase.reminder = length
      case .showAs(let word): phrase.showAs = word
      default: break
      }
    }
    return phrase
  }

  func error(_ problem: EventPhraseError.Problem) -> EventPhraseError {
    EventPhraseError(text: text, problem: problem)
  }

  // MARK: Subject

  /// Words that join a time to its event, left over at an end of the subject.
  private static let joints: Set<String> = [
    "and", "on", "at", "from", "-", "–", ",", ";", "in", "for", "by",
  ]

  private func readSubject() throws(EventPhraseError) -> String {
    var words = subject[...]
    while let last = words.last, Self.joints.contains(last.lowercased()) { words.removeLast() }
    while let first = words.first, ["-", "–", ",", ";"].contains(first) { words.removeFirst() }
    var subject = words.joined(separator: " ")
    while let last = subject.last, ",;-–:".contains(last) || last == " " { subject.removeLast() }
    guard !subject.isEmpty else { throw error(.noSubject) }
    return subject
  }

  // MARK: Time

  /// Sees to it that the phrase says no time beside the one that is given elsewhere.
  private func noTime() throws(EventPhraseError) -> EventPhrase.Time {
    for (token, words) in zip(tokens, said) {
      switch token {
      case .date, .dates, .clock, .clocks, .finish, .moment, .length, .months, .allDay:
        throw error(.several("time", readings: [words, "that of the options"]))
      default: break
      }
    }
    return .allDay(first: today, last: today)
  }

  var range: (first: CalendarDate, last: CalendarDate)? {
    for case .dates(let first, let last, _) in tokens { return (first, last) }
    return nil
  }

  private func time(
    _ repetition: EventPhrase.Repetition?, now: WallTime
  ) throws(EventPhraseError) -> EventPhrase.Time {
    let day = try day()
    let length = try length()
    let isAllDay = tokens.contains(.allDay)
    guard let clock = try clock() else {
      let first = day ?? firstDay(of: repetition, second: nil, now: now)
      guard day != nil || isAllDay || repetition != nil else {
        throw error(
          length == nil
            ? .noTime
            : .invalid("a length was given, but no day and no time of day to count it from"))
      }
      return try wholeDays(first, length, repeats: repetition != nil)
    }
    if isAllDay { throw error(.invalid("all day and \(clock.said) do not go together")) }
    if let range, repetition == nil {
      throw error(
        .ambiguous(
          clock.said,
          readings: [
            "every day from \(range.first.heading) on (every day … until …)",
            "one event until \(range.last.heading)",
          ]))
    }
    if case .moment(let start) = clock.token {
      if let day {
        throw error(.several("day", readings: [start.date.heading, day.heading]))
      }
      return .timed(start: start, end: nil, length: length)
    }
    guard case (let second, let known)? = clock.seconds else { throw error(.noTime) }
    let end = try finish(from: second, knownEnd: known, length)
    if end != nil, let length {
      throw error(.several("end", readings: [clock.said, length.description]))
    }
    let date = day ?? firstDay(of: repetition, second: second, now: now)
    if let length, length.seconds == 0 {
      let last = date.adding(days: length.days - 1)
      throw error(
        .ambiguous(
          clock.said,
          readings: [
            "every day (every day … until \(last.heading))",
            "one event of \(length.days * 24) hours (for \(length.days * 24)h)",
          ]))
    }
    return .timed(
      start: WallTime(date: date, secondOfDay: second),
      end: end.map {
        WallTime(date: date.adding(days: $0 / 86_400), secondOfDay: $0 % 86_400)
      }, length: length)
  }

  private static func isFinish(_ token: PhraseToken) -> Bool {
    if case .finish = token { true } else { false }
  }

  /// The end in seconds from the midnight before the start, where some word says it.
  private func finish(
    from start: Int, knownEnd: Int?, _ length: CalendarDuration?
  ) throws(EventPhraseError) -> Int? {
    for case (.finish(let second), let words) in zip(tokens, said) {
      if knownEnd != nil || length != nil || tokens.count(where: Self.isFinish) > 1 {
        let others = zip(tokens, said).compactMap { token, words in
          switch token {
          case .clocks, .length, .finish: words
          default: nil
          }
        }
        throw error(.several("end", readings: others))
      }
      let end = second > start ? second : second + 86_400
      guard end - start <= 43_200 else {
        throw error(.invalid("\(words) would be before it starts"))
      }
      return end
    }
    return knownEnd
  }

  /// Today; of a series the first day from now on that it has.
  private func firstDay(
    of repetition: EventPhrase.Repetition?, second: Int?, now: WallTime
  ) -> CalendarDate {
    guard let repetition else { return today }
    let isOver = second.map { $0 < now.secondOfDay } ?? false
    let start = isOver ? today.adding(days: 1) : today
    let reader = RecurrenceReader(
      start: start, time: SeriesTime(zone: .utc, secondOfDay: second))
    return (try? reader.read(repetition.words))?.rule.start ?? start
  }

  private func wholeDays(
    _ first: CalendarDate, _ length: CalendarDuration?, repeats: Bool
  ) throws(EventPhraseError) -> EventPhrase.Time {
    if let length {
      guard length.seconds == 0 else {
        throw error(.invalid("a length was given, but no time of day to count it from"))
      }
      if let range {
        throw error(.several("end", readings: [range.last.heading, "\(length.days) days"]))
      }
      return .allDay(first: first, last: first.adding(days: length.days - 1))
    }
    return .allDay(first: first, last: repeats ? first : range?.last ?? first)
  }

  private func day() throws(EventPhraseError) -> CalendarDate? {
    var days: [(date: CalendarDate, isWeekday: Bool)] = []
    for token in tokens {
      switch token {
      case .date(let date, let isWeekday): days.append((date, isWeekday))
      case .dates(let first, _, _): days.append((first, false))
      case .tonight: days.append((today, false))
      default: break
      }
    }
    // The name of a day beside its full date is the same day said twice.
    let full = days.filter { !$0.isWeekday }
    let meant = full.isEmpty ? days : full
    let names = days.filter { day in
      day.isWeekday && !meant.contains { $0.date.weekday == day.date.weekday }
    }
    var different: [CalendarDate] = []
    for day in meant + names where !different.contains(day.date) { different.append(day.date) }
    guard different.count <= 1 else {
      throw error(.several("day", readings: different.map(\.heading)))
    }
    return different.first
  }

  private func clock() throws(EventPhraseError) -> (
    token: PhraseToken, said: String, seconds: (Int, Int?)?
  )? {
    let found = zip(tokens, said).filter { $0.0.isClock }
    guard let (token, words) = found.first else { return nil }
    guard found.allSatisfy({ $0.0 == token }) else {
      throw error(.several("time", readings: found.map(\.1)))
    }
    switch token {
    case .clock(let second): return (token, words, (second, nil))
    case .clocks(let first, let last): return (token, words, (first, last))
    default: return (token, words, nil)
    }
  }

  private func length() throws(EventPhraseError) -> CalendarDuration? {
    var length: CalendarDuration?
    var isOpen = false
    for token in tokens {
      guard case .length(let more) = token, !isSpan(token) else {
        isOpen = false
        continue
      }
      // One hour, thirty minutes: parts that follow each other are one length.
      if let known = length {
        guard isOpen, more.seconds < 3600, more.days == 0, known.seconds % 3600 == 0 else {
          let all = zip(tokens, said).compactMap { token, words in
            if case .length = token { words } else { Optional.none }
          }
          throw error(.several("length", readings: all))
        }
        length = CalendarDuration(days: known.days, seconds: known.seconds + more.seconds)
      } else {
        length = more
      }
      isOpen = true
    }
    return length
  }
}
