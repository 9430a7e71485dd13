package import CalendarTime
package import Calendaring
import FoundationEssentials
package import JSON

extension EventDraft.Time {
  /// Reads when an event of the service is, by the clocks that it is kept by.
  ///
  /// Those of a series are the zone of its rule, of another event the one it was written in; where that
  /// is not known, or does not name one instant each, UTC stands for it. Nil for times that cannot be
  /// read at all.
  package init?(stored event: JSONObject, zones: ZoneDatabase) {
    let isSeries = event["recurrence"]?.object != nil
    let name = Self.zoneName(of: event, zones: zones)
    switch EventSpan(graph: .object(event), zones: zones) {
    case .allDay(let first, let end):
      self = .allDay(first: first, end: end, zoneName: name ?? "UTC")
    case .timed(let start, let end):
      guard let name, let zone = try? zones.zone(named: name),
        isSeries || zone.isExact(start) && zone.isExact(end)
      else {
        self = .timed(
          start: Zone.utc.wallTime(at: start), end: Zone.utc.wallTime(at: end), zoneName: "UTC")
        return
      }
      self = .timed(
        start: zone.wallTime(at: start), end: zone.wallTime(at: end), zoneName: name)
    case .unknownZone, nil: return nil
    }
  }

  /// The zone that an event is kept in, by the name it has there; nil where nobody here knows it.
  package static func zoneName(of event: JSONObject, zones: ZoneDatabase) -> String? {
    let names = [
      event["recurrence"]?["range"]?["recurrenceTimeZone"]?.string,
      event["originalStartTimeZone"]?.string,
    ]
    return names.compactMap(\.self).first { name in
      // What desktop Outlook calls so cannot be sent back.
      !name.isEmpty && !name.lowercased().hasPrefix("tzone:")
        && (try? zones.zone(named: name)) != nil
    }
  }

  /// When that is; nil where nobody here knows the zone.
  package func span(zones: ZoneDatabase) -> EventSpan? {
    switch self {
    case .allDay(let first, let end, _): return .allDay(first: first, end: end)
    case .timed(let start, let end, let name):
      guard let zone = try? zones.zone(named: name) else { return nil }
      return .timed(start: zone.instant(of: start), end: zone.instant(of: end))
    }
  }

  /// `start`, `end` and `isAllDay` as an update sends them, which has to name all three.
  package var members: JSONObject {
    let (start, end) = graphJSON
    var isAllDay = false
    if case .allDay = self { isAllDay = true }
    return ["start": start, "end": end, "isAllDay": .bool(isAllDay)]
  }
}

extension Zone {
  /// Whether the clocks show the time of this instant only once.
  fileprivate func isExact(_ instant: Date) -> Bool {
    if case .unique = resolve(wallTime(at: instant)) { return true }
    return false
  }
}
