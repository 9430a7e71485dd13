import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Rendering

/// The JSON form of free time.
enum TimeSlotJSON {
  static let fieldNames = [
    "end", "end.dateTime", "end.timeZone", "graphcal", "graphcal.durationMinutes", "graphcal.end",
    "graphcal.freeUntil", "graphcal.start", "start", "start.dateTime", "start.timeZone",
  ]
  static let columns: [DelimitedText.Column] = [
    .init("start", "graphcal.start"), .init("end", "graphcal.end"),
    .init("freeUntil", "graphcal.freeUntil"),
  ]

  /// Start and end as Graph writes them and by RFC 3339, in the zone of the command.
  static func json(_ slot: TimeSlot, zone: Zone) -> JSON {
    func time(_ instant: Date) -> JSON {
      GraphDateTime.json(zone.wallTime(at: instant), timeZone: zone.name)
    }
    let range = slot.range
    return [
      "start": time(range.lowerBound), "end": time(range.upperBound),
      "graphcal": [
        "start": .string(range.lowerBound.rfc3339(in: zone)),
        "end": .string(range.upperBound.rfc3339(in: zone)),
        "durationMinutes": .number(
          Int(range.upperBound.timeIntervalSince(range.lowerBound) / 60)),
        "freeUntil": .string(orNull: slot.freeUntil?.rfc3339(in: zone)),
      ],
    ]
  }
}
