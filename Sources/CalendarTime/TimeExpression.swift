package import FoundationEssentials

/// A time as typed on the command line, and what it means.
package struct TimeExpression: Hashable, Sendable {
  /// A day and a point in time are different answers: as an end, a day is included.
  package enum Value: Hashable, Sendable {
    /// A whole day: `2026-12-01`, `tomorrow`, `fri`.
    case date(CalendarDate)
    /// A point in time: `9am`, `fri 15:00`, `now`, `+2h`.
    case instant(Date)
  }

  /// What the text means.
  package let value: Value
  /// What to tell the person: the clocks skip the time or show it twice, a year was not given.
  package let note: TimeNote?

  /// Reads a time.
  ///
  /// Understood, in any case: RFC 3339 and its looser forms (`2026-12-01T09:00`, a blank for the
  /// `T`, with or without seconds, offset or `Z`), a date, `9:00`, `9am`, `12pm`, `now`, `today`,
  /// `tomorrow`, `yesterday`, weekdays (`fri`: the first from today on; `next fri`: the first after
  /// today), `21 dec`, `dec 21`, `21 dec 2026` (without a year the next such day from today on,
  /// which the note says), each with a clock time before or behind it, `+2h`, `-1d`, `in 3 days`. A
  /// clock time alone is today's, also when past. Days of `+1d` are days of the calendar.
  ///
  /// - Parameters:
  ///   - text: as typed.
  ///   - now: what *now* and *today* mean.
  ///   - zone: the zone of all times without an offset.
  /// - Returns: a date or an instant within the years 1 to 9999.
  /// - Throws: `TimeExpressionError` for text that is unclear.
  package static func parse(
    _ text: String, now: Date, zone: Zone
  ) throws(TimeExpressionError) -> TimeExpression {
    var parser = TimeExpressionParser(text: text, now: now, zone: zone)
    return try parser.parse()
  }

  /// Where a range begins that is given by this: a date with its first instant.
  package func start(in zone: Zone) -> Date {
    switch value {
    case .date(let date): zone.startOfDay(date)
    case .instant(let instant): instant
    }
  }

  /// Where a range ends that is given by this, exclusively: a date is included whole.
  package func end(in zone: Zone) -> Date {
    switch value {
    case .date(let date): zone.startOfDay(date.adding(days: 1))
    case .instant(let instant): instant
    }
  }

  /// The day meant, or the day of the instant.
  package func date(in zone: Zone) -> CalendarDate {
    switch value {
    case .date(let date): date
    case .instant(let instant): zone.date(at: instant)
    }
  }
}
