import CalendarTime
import FoundationEssentials

/// Reads the times of a command line in the command's zone and tells what a clock change did to them.
struct TimeReader {
  var context: Context
  var zone: Zone

  var today: CalendarDate { zone.date(at: context.now()) }

  /// The date of a time expression.
  func date(_ text: String, option: String) throws(Failure) -> CalendarDate {
    try expression(text, option: option).date(in: zone)
  }

  /// The first date that `end`, which is exclusive, does not touch.
  func dayAfter(_ end: Date) -> CalendarDate {
    let wall = zone.wallTime(at: end)
    return wall.secondOfDay == 0 && wall.nanosecond == 0 ? wall.date : wall.date.adding(days: 1)
  }

  /// What a time expression means; clock changes are told on stderr.
  ///
  /// With `now` another moment is what *now* and *today* mean.
  func expression(
    _ text: String, option: String, now: Date? = nil, quietly: Bool = false
  ) throws(Failure) -> TimeExpression {
    do {
      let expression = try TimeExpression.parse(text, now: now ?? context.now(), zone: zone)
      if !quietly, let note = expression.note { context.note(note.message) }
      return expression
    } catch {
      throw Failure(error, option: option)
    }
  }
}
