import CalendarTime
import Calendaring
import FoundationEssentials

/// A date of RFC 3339.
func day(_ text: String) -> CalendarDate {
  CalendarDate(parsing: text) ?? CalendarDate(daysSinceEpoch: 0)
}

/// A zone of the machine's data.
func zone(_ name: String) throws -> Zone {
  try ZoneDatabase.system(environment: [:]).zone(named: name)
}

let workdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
let weekend: Set<Weekday> = [.saturday, .sunday]

extension RecurrenceReader {
  /// A series that is asked for from a day on, at a time of day of a zone.
  init(_ start: String, _ clock: String = "09:00", zone: Zone = .utc) {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    self.init(
      start: day(start),
      time: SeriesTime(zone: zone, secondOfDay: parts[0] * 3600 + parts[1] * 60))
  }
}

extension RecurrenceRule {
  /// The first days of the series, as `2026-12-24`.
  func first(_ count: Int) -> [String] {
    (0..<count).compactMap { date(at: $0)?.description }
  }
}
