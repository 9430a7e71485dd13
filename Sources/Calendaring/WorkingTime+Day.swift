package import CalendarTime
import FoundationEssentials

extension WorkingTime {
  /// The working time on a day of another zone, in minutes on its wall, earliest first.
  ///
  /// Far away one working day can lie on two days, and two on one.
  package func minutes(on day: CalendarDate, in other: Zone) -> [Range<Int>] {
    windows(in: other.day(day)).flatMap { window in
      EventSpan.timed(start: window.lowerBound, end: window.upperBound)
        .segments(in: other, days: day..<day.adding(days: 1)).map(\.minutes)
    }
  }
}
