package import CalendarTime
import FoundationEssentials
package import JSON

/// A time of an item, as a format shows it.
package struct TemplateTime: Hashable, Sendable {
  package let wall: WallTime
  /// A date has no time of day, which is not midnight.
  package let isDate: Bool
  /// Seconds east of UTC; nil where nobody knows.
  package let offset: Int?
  /// What the zone calls itself at that time.
  package let abbreviation: String?
  /// Seconds since 1970 in UTC; nil where the offset is not known.
  package let unixSecond: Int?

  /// Reads RFC 3339, a date, a wall time, and Graph's `dateTimeTimeZone`.
  ///
  /// The year 1, by which Graph says that there is no time, is none.
  package init?(_ value: JSON?, zone: Zone?) {
    guard let text = value?["dateTime"]?.string ?? value?.string else { return nil }
    if text.utf8.count == 10, let date = CalendarDate(parsing: text) {
      self.init(wall: WallTime(date: date), isDate: true, offset: nil)
    } else if let written = WrittenTime(parsing: text) {
      if let offset = written.offset {
        let instant = written.instant(in: .utc)
        let zone = zone ?? Zone.fixed(secondsEast: offset)
        self.init(
          wall: zone.wallTime(at: instant), isDate: false, offset: zone.offset(at: instant),
          abbreviation: zone.abbreviation(at: instant), unixSecond: instant.unixSecond)
      } else {
        self.init(wall: written.wall, isDate: false, offset: nil)
      }
    } else {
      return nil
    }
  }

  private init?(
    wall: WallTime, isDate: Bool, offset: Int?, abbreviation: String? = nil, unixSecond: Int? = nil
  ) {
    guard wall.date.year > 1 else { return nil }
    self.wall = wall
    self.isDate = isDate
    self.offset = offset
    self.abbreviation = abbreviation
    self.unixSecond = unixSecond
  }
}
