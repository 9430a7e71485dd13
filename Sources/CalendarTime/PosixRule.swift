/// The rule of a zone for all years, as the TZ variable and the footer of a TZif file write it.
///
/// `CET-1CEST,M3.5.0,M10.5.0/3`; RFC 9636 section 3.3.1 allows times of day from -167 to 167 hours.
struct PosixRule: Hashable, Sendable {
  struct Summer: Hashable, Sendable {
    let type: LocalTimeType
    let start: Change
    let end: Change
  }

  /// A day of each year and a time on it, by the clock in force before the change.
  struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// `Jn`: 1 to 365, 29 February never counted.
      case withoutLeapDay(Int)
      /// `n`: 0 to 365, 29 February counted.
      case fromZero(Int)
      /// `Mm.w.d`: the w-th such weekday of a month, 5 for the last; Sunday is 0.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    let day: Day
    /// Seconds after midnight.
    let time: Int

    /// Seconds from 1970-01-01 00:00 by the local clock.
    func localSecond(year: Int) -> Int {
      let firstDay = Self.daysBefore(year: year)
      let date: Int
      switch day {
      case .withoutLeapDay(let number):
        let leap = CalendarDate.length(ofMonth: 2, year: year) == 29
        date = firstDay + number - 1 + (leap && number >= 60 ? 1 : 0)
      case .fromZero(let number):
        date = firstDay + number
      case .weekday(let month, let week, let weekday):
        let first = CalendarDate.days(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday, 4 when Sunday is 0.
        let lead = (weekday - (first + 4)).flooredRemainder(7)
        let length = CalendarDate.length(ofMonth: month, year: year)
        let offset = lead + (week - 1) * 7
        date = first + (offset >= length ? offset - 7 : offset)
      }
      return date * 86_400 + time
    }

    private static func daysBefore(year: Int) -> Int {
      CalendarDate.days(year: year, month: 1, day: 1)
    }
  }

  let standard: LocalTimeType
  let summer: Summer?

  /// The stretch of unchanged time around `second`, in seconds since 1970 UTC, half-open.
  func period(at second: Int) -> ZonePeriod {
    guard let summer else { return ZonePeriod(start: .min, end: .max, type: standard) }
    var start = Int.min
    var end = Int.max
    var type = standard
    let year = CalendarDate(
      daysSinceEpoch: (second + standard.offset).flooredQuotient(86_400)
    ).components.year
    // A change may stand up to a week beyond its year. Where two fall together, the later of this
    // order counts: summer that ends as the next year's begins never ends.
    for year in (year - 2)...(year + 2) {
      for change in changes(in: year, summer: summer) {
        if change.second <= second {
          if change.second >= start { (start, type) = (change.second, change.type) }
        } else if change.second < end {
          end = change.second
        }
      }
    }
    return ZonePeriod(start: start, end: end, type: type)
  }

  /// The two changes of a year, earliest first; the end first where both are at once.
  private func changes(in year: Int, summer: Summer) -> [(second: Int, type: LocalTimeType)] {
    let start = (summer.start.localSecond(year: year) - standard.offset, summer.type)
    let end = (summer.end.localSecond(year: year) - summer.type.offset, standard)
    return end.0 <= start.0 ? [end, start] : [start, end]
  }
}

/// A stretch of time without a change in a zone, half-open, in seconds since 1970 UTC.
struct ZonePeriod: Hashable, Sendable {
  /// `Int.min` where nothing is before.
  var start: Int
  /// `Int.max` where nothing comes after.
  var end: Int
  var type: LocalTimeType
}
