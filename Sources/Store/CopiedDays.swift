import CalendarTime
package import FoundationEssentials

/// The days around today of which calendars are kept.
package struct CopiedDays: Sendable, Equatable {
  package var back = 90
  package var ahead = 400

  /// The most days on either side; both together stay below what one view of the service may span.
  package static let limit = 900

  /// The days that the window may lag behind today before a round from the start moves it.
  static let slack = 7

  package init() {}

  /// The window that is wanted at a moment: whole days by UTC, today and both ends included.
  package func window(at now: Date) -> Range<Date> {
    let today = Zone.utc.date(at: now)
    return Zone.utc.range(from: today.adding(days: -back), to: today.adding(days: ahead + 1))
  }

  /// Whether a window still does for what is wanted now.
  ///
  /// The service keeps the window of a round in its link, so another one means to read everything anew.
  /// That is put off for a week, but not when other numbers of days are wanted.
  package func accept(_ window: Range<Date>, at now: Date) -> Bool {
    let wanted = self.window(at: now)
    let drift = wanted.lowerBound.timeIntervalSince(window.lowerBound)
    let span = wanted.upperBound.timeIntervalSince(wanted.lowerBound)
    return window.upperBound.timeIntervalSince(window.lowerBound) == span
      && abs(drift) <= Double(Self.slack) * 86_400
  }
}
