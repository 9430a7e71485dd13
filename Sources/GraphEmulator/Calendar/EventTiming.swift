import CalendarTime
import FoundationEssentials
import JSON

/// When an event is, worked out from its stored document.
struct EventTiming {
  /// As stored, in the zone the event was made in.
  let start: EventTime
  let end: EventTime
  let isAllDay: Bool
  /// For a series: its days, in `zone`.
  let rule: SeriesRule?
  /// The zone whose clocks a series follows.
  let zone: Zone
  /// Start and end in `zone`.
  private let startWall: WallTime
  private let endWall: WallTime

  init(of document: JSONObject, zones: GraphZones, quirks: Set<EmulatorQuirk>) throws(GraphError) {
    start = try zones.time(document["start"] ?? .null)
    end = try zones.time(document["end"] ?? .null)
    isAllDay = document["isAllDay"] == true
    let recurrence = document["recurrence"] ?? .null
    let zoneName = recurrence["range"]?["recurrenceTimeZone"]?.string ?? start.zoneName
    // The days of an all-day event lie at midnights of UTC, so that they are the same everywhere.
    if isAllDay {
      zone = quirks.contains(.allDayZone) ? try zones.zone(zoneName) : .utc
      (startWall, endWall) = (start.wall, end.wall)
    } else {
      zone = try zones.zone(zoneName)
      startWall = Self.wall(of: start, in: zone)
      endWall = Self.wall(of: end, in: zone)
    }
    rule =
      recurrence.isNull
      ? nil : try Recurrence(recurrence, start: startWall.date, zone: zoneName).rule
  }

  /// What the clocks of another zone show; the fraction stays as it was sent.
  static func wall(of time: EventTime, in zone: Zone) -> WallTime {
    guard time.zone != zone else { return time.wall }
    var wall = time.wall
    wall.nanosecond = 0
    var shown = zone.wallTime(at: time.zone.instant(of: wall))
    shown.nanosecond = time.wall.nanosecond
    return shown
  }

  /// Start and end of a single event, or of the first occurrence.
  var first: (start: WallTime, end: WallTime) { (startWall, endWall) }

  /// Start and end of the occurrence on a day, on the clocks of `zone`.
  func occurrence(on day: CalendarDate) -> (start: WallTime, end: WallTime) {
    var (start, end) = first
    end.date = day.adding(days: end.date.daysSinceEpoch - start.date.daysSinceEpoch)
    start.date = day
    return (start, end)
  }

  /// The instants that a span of wall times covers.
  func instants(_ span: (start: WallTime, end: WallTime)) -> (start: Date, end: Date) {
    let start = zone.instant(of: span.start)
    // Where clocks go back inside a short meeting, its end must not come before its start.
    return (start, max(start, zone.instant(of: span.end)))
  }

  /// From the beginning of the first occurrence to the end of the last; no end for a series without.
  func span() -> (start: Date, end: Date?) {
    guard let rule else {
      let (start, end) = instants(first)
      return (start, end)
    }
    let start = instants(occurrence(on: rule.firstDate ?? rule.start)).start
    guard rule.lastDay != nil else { return (start, nil) }
    return (start, instants(occurrence(on: rule.lastDate ?? rule.start)).end)
  }

  /// The days on which a series may overlap a window, widened by what zones and lengths can move.
  func days(around window: Range<Date>) -> [CalendarDate] {
    guard let rule else { return [] }
    let length = endWall.date.daysSinceEpoch - startWall.date.daysSinceEpoch
    let from = Zone.utc.date(at: window.lowerBound).adding(days: -length - 2)
    let through = Zone.utc.date(at: window.upperBound).adding(days: 2)
    return rule.dates(from: from, through: through)
  }
}

extension Range<Date> {
  /// Whether an event from `start` to `end` shows in a view of this window.
  ///
  /// Both are half-open; an event without length shows where it starts.
  func shows(start: Date, end: Date) -> Bool {
    start < upperBound && (end > lowerBound || (start == end && start >= lowerBound))
  }
}
