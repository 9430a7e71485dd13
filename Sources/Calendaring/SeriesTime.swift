package import CalendarTime
package import FoundationEssentials

/// When the occurrences of a series begin on their days.
package struct SeriesTime: Hashable, Sendable {
  /// The clocks that the series goes by.
  package var zone: Zone
  /// 0 to 86,399; nil for an event of whole days.
  package var secondOfDay: Int?

  package init(zone: Zone, secondOfDay: Int?) {
    self.zone = zone
    self.secondOfDay = secondOfDay
  }

  /// Whole days, as calendars of the zone show them.
  package static func allDay(in zone: Zone) -> SeriesTime {
    SeriesTime(zone: zone, secondOfDay: nil)
  }

  /// The instant at which the occurrence of a day begins; whole days begin with the date.
  package func instant(on date: CalendarDate) -> Date {
    guard let secondOfDay else { return zone.startOfDay(date) }
    return zone.instant(of: WallTime(date: date, secondOfDay: secondOfDay))
  }
}
