import CalendarTime

/// How an event repeats, and until when.
extension PhraseParts {
  /// How long a series goes on, from its first day.
  private struct Span {
    var said: String
    var days = 0
    var months = 0

    func last(from first: CalendarDate) -> CalendarDate {
      first.adding(months: months).adding(days: days - 1)
    }
  }

  private var repeats: Bool {
    tokens.contains { if case .repetition = $0 { true } else { false } }
  }

  /// Whether it says how long a series goes on: beside a repetition whole days are no length of an event.
  func isSpan(_ token: PhraseToken) -> Bool {
    if case .length(let length) = token { repeats && length.seconds == 0 } else { false }
  }

  private var spans: [Span] {
    zip(tokens, said).compactMap { token, words in
      switch token {
      case .length(let length) where isSpan(token): Span(said: words, days: length.days)
      case .months(let months): Span(said: words, months: months)
      default: nil
      }
    }
  }

  private var ends: [String] {
    zip(tokens, said).compactMap { token, words in
      switch token {
      case .until, .count: words
      default: nil
      }
    }
  }

  func repetition() throws(EventPhraseError) -> EventPhrase.Repetition? {
    var found: EventPhrase.Repetition?
    for (token, words) in zip(tokens, said) {
      guard case .repetition(let rule) = token else { continue }
      if let found { throw error(.several("repetition", readings: [found.words, words])) }
      found = EventPhrase.Repetition(words: rule)
    }
    guard var found else {
      if let span = spans.first { throw error(.invalid("\(span.said): nothing repeats so long")) }
      return nil
    }
    var ends = ends + spans.map(\.said)
    for token in tokens {
      switch token {
      case .until(let date): found.until = date
      case .count(let count): found.count = count
      // From one day until another: the first and the last of the series.
      case .dates(let first, let last, let areWeekdays):
        if areWeekdays {
          throw error(
            .ambiguous(
              "\(first.weekday.shortName) to \(last.weekday.shortName)",
              readings: [
                "those days of every week",
                "the days from \(first.heading) to \(last.heading)",
              ]))
        }
        ends.append(last.heading)
        found.until = last
      default: break
      }
    }
    if ends.count > 1 { throw error(.several("end", readings: ends)) }
    return found
  }

  /// The series, with the end that its span makes, counted from its first day on or after `start`.
  func end(
    of series: EventPhrase.Repetition, from start: CalendarDate
  ) throws(EventPhraseError) -> EventPhrase.Repetition {
    let reader = RecurrenceReader(start: start, time: .allDay(in: .utc))
    guard let rule = try? reader.read(series.words).rule, let first = rule.firstDate else {
      return series
    }
    try checkWeekday(rule)
    guard let span = spans.first else { return series }
    let last = span.last(from: first)
    // One event alone makes no series: it is the event that takes so long, or a slip.
    guard rule.dates(in: first..<last.adding(days: 1)).count > 1 else {
      throw error(
        .ambiguous(
          span.said,
          readings: ["the length of each event", "a series until \(last.heading)"]))
    }
    var series = series
    series.until = last
    return series
  }

  /// Sees to it that a day of the week alone is one of the series: `every mon 9:00 wed` may be two.
  private func checkWeekday(_ rule: RecurrenceRule) throws(EventPhraseError) {
    let days = zip(tokens, said).compactMap { token, words -> (CalendarDate, Bool, String)? in
      if case .date(let date, let isWeekday) = token { (date, isWeekday, words) } else { nil }
    }
    guard let (date, _, words) = days.first, days.allSatisfy(\.1) else { return }
    switch rule.pattern {
    case .daily, .weekly, .relativeMonthly, .relativeYearly:
      if rule.contains(date) { return }
    case .absoluteMonthly, .absoluteYearly: break
    }
    throw error(
      .ambiguous(
        words, readings: ["the first day (from \(date.heading))", "a day of the repetition"]))
  }
}
