package import FoundationEssentials

extension Date {
  /// Seconds from 1970-01-01 to 2001-01-01, which `Date` counts from.
  private static let referenceOffset = 978_307_200

  /// The last whole second since 1970 UTC; what `Date` holds beyond ±10^14 s counts as that.
  package var unixSecond: Int {
    let limit = 1e14
    let seconds = timeIntervalSinceReferenceDate.rounded(.down)
    guard seconds.isFinite else { return seconds == .infinity ? Int(limit) : -Int(limit) }
    return Int(min(max(seconds, -limit), limit)) + Self.referenceOffset
  }

  /// The first whole second that is not before the instant.
  var unixSecondRoundedUp: Int {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.up)).unixSecond
  }

  /// The part of a second, 0 to 999,999,000, to the microsecond: a `Date` of our time holds no more.
  package var nanosecond: Int {
    let seconds = timeIntervalSinceReferenceDate
    guard seconds.isFinite, seconds.magnitude < 1e14 else { return 0 }
    let microseconds = ((seconds - seconds.rounded(.down)) * 1e6).rounded()
    return min(Int(microseconds), 999_999) * 1000
  }

  /// An instant by whole seconds since 1970 UTC.
  ///
  /// `nanosecond` is 0 to 999,999,999; rounding it never carries into the next second.
  package init(unixSecond: Int, nanosecond: Int = 0) {
    let whole = Double(unixSecond - Self.referenceOffset)
    let value = whole + Double(nanosecond) / 1e9
    self.init(timeIntervalSinceReferenceDate: value < whole + 1 ? value : (whole + 1).nextDown)
  }
}

extension WallTime {
  /// Seconds from 1970-01-01 00:00 on the wall, fractions left out.
  var localSecond: Int { date.daysSinceEpoch * 86_400 + secondOfDay }
}
