import CalendarTime
import Calendaring
import GraphAPI
import JSON

extension EventEntry {
  /// How the event repeats; nil for one that does not, and for an occurrence.
  var recurrence: Recurrence? { Recurrence(graph: raw["recurrence"]) }

  /// The rule of a series as iCalendar writes it.
  ///
  /// Nil where there is no series, its rule is not understood, or nobody here knows its zone, without
  /// which the end cannot be written.
  func rrule(zones: ZoneDatabase) -> String? {
    guard case .rule(let rule) = recurrence else { return nil }
    if event.span.isAllDay { return rule.rrule(at: .allDay(in: .utc)) }
    let name = rule.timeZone ?? raw["originalStartTimeZone"]?.string ?? "UTC"
    guard case .timed(let start, _) = event.span, let zone = try? zones.zone(named: name) else {
      return nil
    }
    let time = SeriesTime(zone: zone, secondOfDay: zone.wallTime(at: start).secondOfDay)
    return rule.rrule(at: time)
  }
}
