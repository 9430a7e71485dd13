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

  /// The first date that is not meant any more: a date includes itself, a time ends on its day.
  func endDate(_ text: String, option: String) throws(Failure) -> CalendarDate {
    let wall = zone.wallTime(at: try expression(text, option: option).end(in: zone))
    return wall.secondOfDay == 0 && wall.nanosecond == 0 ? wall.date : wall.date.adding(days: 1)
  }

  /// What a time expression means; clock changes are told on stderr.
  func expression(_ text: String, option: String) throws(Failure) -> TimeExpression {
    do {
      let expression = try TimeExpression.parse(text, now: context.now(), zone: zone)
      if let note = expression.note { context.note(note.message) }
      return expression
    } catch {
      throw Failure(error, option: option)
    }
  }
}
