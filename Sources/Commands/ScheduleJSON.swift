import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering

/// The JSON form of people's free/busy: Graph's resource, times in the command's zone, and `graphcal`.
enum ScheduleJSON {
  static let fieldNames = [
    "availabilityView", "availabilityViewInterval", "error", "error.message", "error.responseCode",
    "graphcal", "graphcal.end", "graphcal.name", "graphcal.start", "scheduleId", "scheduleItems",
    "workingHours",
  ]
  static let columns: [DelimitedText.Column] = [
    .init("person", "scheduleId"), .init("name", "graphcal.name"),
    .init("start", "graphcal.start"), .init("end", "graphcal.end"),
    .init("interval", "availabilityViewInterval"), .init("availabilityView", "availabilityView"),
    .init("error", "error.message"),
  ]

  /// One person's entry, with nulls for what the service left out.
  static func json(
    _ info: ScheduleInformation, name: String?, range: Range<Date>, interval: Int, zone: Zone,
    zones: ZoneDatabase
  ) -> JSON {
    var item = JSONObject(
      ["availabilityView", "error", "scheduleItems", "workingHours"].map {
        ($0, info.json[$0] ?? .null)
      })
    item["scheduleId"] = .string(info.id)
    item["availabilityViewInterval"] = .number(interval)
    if let items = info.json["scheduleItems"]?.array {
      item["scheduleItems"] = .array(items.map { converted($0, zone: zone, zones: zones) })
    }
    item["graphcal"] = [
      "name": .string(orNull: name), "start": .string(range.lowerBound.rfc3339(in: zone)),
      "end": .string(range.upperBound.rfc3339(in: zone)),
    ]
    return .object(item)
  }

  /// An object of Graph with `start` and `end` in another zone, and the two by RFC 3339 in `graphcal`.
  static func converted(_ json: JSON, zone: Zone, zones: ZoneDatabase) -> JSON {
    guard var object = json.object else { return json }
    var computed = JSONObject()
    for name in ["start", "end"] {
      guard let instant = GraphDateTime(json[name])?.instant(zones: zones) else { continue }
      object[name] = GraphDateTime.json(zone.wallTime(at: instant), timeZone: zone.name)
      computed[name] = .string(instant.rfc3339(in: zone))
    }
    object["graphcal"] = .object(computed)
    return .object(object)
  }
}
