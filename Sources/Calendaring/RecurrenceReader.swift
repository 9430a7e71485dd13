package import CalendarTime
package import FoundationEssentials

/// Reads what people and other calendars write for a repetition.
///
/// What is left unsaid comes from the start: its weekday, its day of the month, its month. Weeks begin
/// on Monday unless the rule says otherwise (RFC 5545 section 3.3.10).
package struct RecurrenceReader: Sendable {
  /// The day that was asked for.
  package var start: CalendarDate
  /// The time of day, by which an end in UTC is counted.
  package var time: SeriesTime
  /// The zone of the series by the name that it is to be kept under.
  package var timeZone: String?
  /// Whether single days of a series can be left out, for a rule that has no other exact form.
  package var leavesOut = false

  package init(start: CalendarDate, time: SeriesTime, timeZone: String? = nil) {
    self.start = start
    self.time = time
    self.timeZone = timeZone
  }

  /// Where a series is to end, as it was given.
  package enum Bound: Hashable, Sendable {
    case count(Int)
    /// That day included.
    case date(CalendarDate)
    /// On the clocks of the series; an occurrence that begins then is included.
    case wall(WallTime)
    /// An occurrence that begins then is included.
    case instant(Date)
  }

  /// A rule that was read, and what to tell about it.
  package struct Reading: Hashable, Sendable {
    /// Its `start` is the first day of the series, and an end by date is its last.
    package let rule: RecurrenceRule
    package let notes: [RecurrenceNote]
    /// Days of the rule on which nothing is to be; none unless `leavesOut`.
    package internal(set) var leftOut: Set<CalendarDate> = []
  }

  /// Reads plain words, as `weekly on mon,wed`, or an RRULE, with `RRULE:` or without.
  ///
  /// - Parameters:
  ///   - text: in any letter case.
  ///   - bound: the end, where it is not in the rule.
  /// - Returns: the series, which begins and ends with a day of its own.
  /// - Throws: `RecurrenceError` for what is unclear, never happens, or has no exact form in Outlook.
  package func read(
    _ text: String, until bound: Bound? = nil
  ) throws(RecurrenceError) -> Reading {
    let sketch =
      text.contains("=")
      ? try RecurrenceParts(text).sketch(start: start)
      : try RecurrencePhrase(text).sketch(start: start)
    if sketch.bound != nil, bound != nil {
      throw RecurrenceError(text: text, problem: .severalEnds)
    }
    if sketch.isRRule, !sketch.meansLastDay, let day = sketch.pattern.lackingDay {
      return try reading(sketch, of: day, until: bound ?? sketch.bound, text: text)
    }
    let endless = try rule(sketch, from: start, end: .never, of: text)
    guard let first = endless.firstDate else {
      throw RecurrenceError(text: text, problem: .neverOccurs("it lies past the year 9999"))
    }
    let end = try end(bound ?? sketch.bound, of: endless, from: first, text: text)
    let rule = try rule(sketch, from: first, end: end, of: text)
    return Reading(rule: rule, notes: notes(on: rule, sketch))
  }

  func rule(
    _ sketch: RecurrenceSketch, from day: CalendarDate, end: RecurrenceRule.End, of text: String
  ) throws(RecurrenceError) -> RecurrenceRule {
    do {
      return try RecurrenceRule(
        sketch.pattern, interval: sketch.interval, firstDayOfWeek: sketch.firstDayOfWeek,
        start: day, end: end, timeZone: timeZone)
    } catch {
      throw RecurrenceError(text: text, problem: .init(error))
    }
  }

  func end(
    _ bound: Bound?, of endless: RecurrenceRule, from first: CalendarDate, text: String
  ) throws(RecurrenceError) -> RecurrenceRule.End {
    guard let bound else { return .never }
    if case .count(let count) = bound { return .count(count) }
    guard let last = last(of: endless, within: bound) else {
      throw RecurrenceError(
        text: text, problem: .neverOccurs("it would end before its first day, \(first.heading)"))
    }
    return .date(last)
  }

  /// The last day whose occurrence begins within a bound.
  private func last(of rule: RecurrenceRule, within bound: Bound) -> CalendarDate? {
    switch bound {
    case .count: return rule.lastDate
    case .date(let date): return rule.lastDate(through: date)
    case .wall(let wall):
      let isIn = time.secondOfDay.map { $0 <= wall.secondOfDay } ?? true
      return rule.lastDate(through: isIn ? wall.date : wall.date.adding(days: -1))
    case .instant(let instant):
      // Two days more, since a zone may have skipped a day.
      var last = rule.lastDate(through: time.zone.date(at: instant).adding(days: 2))
      while let date = last, time.instant(on: date) > instant {
        last = rule.lastDate(through: date.adding(days: -1))
      }
      return last
    }
  }

  private func notes(on rule: RecurrenceRule, _ sketch: RecurrenceSketch) -> [RecurrenceNote] {
    var notes: [RecurrenceNote] = []
    if rule.start != start { notes.append(.startMoved(from: start, to: rule.start)) }
    if !sketch.meansLastDay, let day = rule.missedDay {
      if case .absoluteYearly = rule.pattern {
        notes.append(.commonYears)
      } else {
        notes.append(.shortMonths(day: day))
      }
    }
    return notes
  }
}

/// What a text says of a series, before it has a start and an end.
struct RecurrenceSketch {
  var pattern: RecurrenceRule.Pattern
  var interval = 1
  var firstDayOfWeek = Weekday.monday
  var bound: RecurrenceReader.Bound?
  /// Whether the last day of short months was asked for, so that nothing is to be told.
  var meansLastDay = false
  var isRRule = false
}

extension RecurrenceError.Problem {
  init(_ flaw: RecurrenceRule.Flaw) {
    self = flaw == .neverOccurs ? .neverOccurs(flaw.message) : .invalid(flaw.message)
  }
}
