import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering

/// The JSON form of a suggested time: Graph's resource, times in the command's zone, and `graphcal`.
enum SuggestionJSON {
  private static let properties = [
    "attendeeAvailability", "confidence", "locations", "meetingTimeSlot", "order",
    "organizerAvailability", "suggestionReason",
  ]
  static let fieldNames =
    (properties + ["graphcal", "graphcal.durationMinutes", "graphcal.end", "graphcal.start"]
    + ["meetingTimeSlot.start.dateTime", "meetingTimeSlot.end.dateTime"]).sorted()
  static let columns: [DelimitedText.Column] = [
    .init("start", "graphcal.start"), .init("end", "graphcal.end"),
    .init("confidence", "confidence"), .init("organizer", "organizerAvailability"),
    .init("reason", "suggestionReason"),
  ]

  static func json(_ suggestion: MeetingSuggestion, zone: Zone, zones: ZoneDatabase) -> JSON {
    var item = JSONObject(properties.map { ($0, suggestion.json[$0] ?? .null) })
    let range = suggestion.range
    func time(_ instant: Date) -> JSON {
      GraphDateTime.json(zone.wallTime(at: instant), timeZone: zone.name)
    }
    item["meetingTimeSlot"] = ["start": time(range.lowerBound), "end": time(range.upperBound)]
    item["graphcal"] = [
      "start": .string(range.lowerBound.rfc3339(in: zone)),
      "end": .string(range.upperBound.rfc3339(in: zone)),
      "durationMinutes": .number(Int(range.upperBound.timeIntervalSince(range.lowerBound) / 60)),
    ]
    return .object(item)
  }
}
