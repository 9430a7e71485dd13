package import CalendarTime
package import FoundationEssentials
package import JSON

/// Graph's `dateTimeTimeZone`: a wall time and the name of its zone.
///
/// Source: Microsoft Graph, resource "dateTimeTimeZone".
package struct GraphDateTime: Hashable, Sendable {
  package var wall: WallTime
  /// The zone as sent, Windows or IANA; a missing one means UTC.
  package var timeZone: String
  /// Seconds east of UTC when the text carried an offset or `Z`, which then wins over the zone.
  package var offset: Int?

  /// Reads the object; nil when it is null, has no readable time, or holds the year-1 "never".
  package init?(_ json: JSON?) {
    guard let text = json?["dateTime"]?.string, let parsed = WrittenTime(parsing: text),
      parsed.wall.date.year > 1
    else { return nil }
    wall = parsed.wall
    offset = parsed.offset
    let name = json?["timeZone"]?.string ?? ""
    timeZone = name.isEmpty ? "UTC" : name
  }

  /// The instant, or nil when no zone data here knows the zone's name.
  package func instant(zones: ZoneDatabase) -> Date? {
    if let offset { return Zone.fixed(secondsEast: offset).instant(of: wall) }
    guard let zone = try? zones.zone(named: timeZone) else { return nil }
    return zone.instant(of: wall)
  }

  /// The object for a write: wall time without fraction zeros lost, zone name beside it.
  package static func json(_ wall: WallTime, timeZone: String) -> JSON {
    ["dateTime": .string(wall.text()), "timeZone": .string(timeZone)]
  }
}

extension Date {
  /// Reads a `dateTimeOffset` of Graph, such as `createdDateTime`; nil when it is null or the year-1
  /// "never".
  package init?(graph json: JSON?) {
    guard let text = json?.string, let written = WrittenTime(parsing: text), written.offset != nil,
      written.wall.date.year > 1
    else { return nil }
    self = written.instant(in: .utc)
  }
}
