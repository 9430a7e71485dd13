import CalendarTime
import FoundationEssentials
import JSON

/// The zones that the service takes and answers in: Windows names and IANA names.
final class GraphZones {
  private let database: ZoneDatabase
  private var known: [String: Zone] = [:]

  init(_ database: ZoneDatabase) { self.database = database }

  /// The zone of a name as clients send it.
  ///
  /// Throws 400 `TimeZoneNotSupportedException` for anything but a Windows or an IANA name: offsets,
  /// display names and `tzone://` marks are none.
  func zone(_ name: String) throws(GraphError) -> Zone {
    if let zone = known[name] { return zone }
    guard let zone = find(name) else { throw .zoneNotSupported(name) }
    known[name] = zone
    return zone
  }

  private func find(_ name: String) -> Zone? {
    guard !name.isEmpty, !name.contains(":") else { return nil }
    if name.lowercased() == "utc" { return .utc }
    // A zone that is made from an offset has a name like UTC+01:00.
    guard let zone = try? database.zone(named: name), !zone.name.hasPrefix("UTC+"),
      !zone.name.hasPrefix("UTC-") || name.hasPrefix("UTC-")
    else { return nil }
    return zone
  }

  /// A sent `dateTimeTimeZone`, member names in any case.
  ///
  /// A time with an offset of its own means that instant, shown in the zone beside it.
  func time(_ json: JSON) throws(GraphError) -> EventTime {
    guard let object = json.object, let text = try object.text("dateTime") else {
      throw .propertyValidation
    }
    guard let (wall, offset) = EventTime.wall(text) else { throw .unreadable("dateTime") }
    let name = try object.text("timeZone").flatMap { $0.isEmpty ? nil : $0 } ?? "UTC"
    let zone = try zone(name)
    guard let offset else { return EventTime(wall: wall, zoneName: name, zone: zone) }
    let instant = Zone.fixed(secondsEast: offset).instant(of: wall)
    return EventTime(wall: zone.wallTime(at: instant), zoneName: name, zone: zone)
  }
}

extension GraphError {
  /// Source: microsoft-graph-docs#4758.
  static func zoneNotSupported(_ name: String) -> GraphError {
    .badRequest(
      "TimeZoneNotSupportedException",
      "A valid TimeZone value must be specified. The following TimeZone value is not supported: "
        + "'\(name)'.")
  }
}
