package import CalendarTime
package import FoundationEssentials
import HTTP
import JSON

/// The calls that ask for other people's time.
package enum ScheduleRequests {
  /// The most people one call of `getSchedule` takes.
  package static let batch = 20
  /// The most days one call spans; the service refuses 62.
  package static let longestRange = 60
  /// Minutes of one digit of the view where nobody chose others.
  package static let usualInterval = 30

  /// When some people are taken: at most `batch` addresses, at most `longestRange` days.
  ///
  /// Whole days come as midnights of the zone that was asked for, and nothing says that they are whole
  /// days; so the zone asked for has to be the one in which they are read.
  ///
  /// Source: Microsoft Graph, "calendar: getSchedule".
  package static func schedule(
    of addresses: [String], in range: Range<Date>, interval: Int, zone: Zone = .utc
  ) -> GraphRequest {
    GraphRequest(
      method: "POST", path: "/me/calendar/getSchedule",
      headers: ["Prefer": Preferences(timeZone: zone.name).field],
      body: [
        "schedules": .array(addresses.map { .string($0) }),
        "startTime": time(range.lowerBound, in: zone), "endTime": time(range.upperBound, in: zone),
        "availabilityViewInterval": .number(interval),
      ],
      // It reads, whatever its method is.
      repeatability: .repeatable)
  }

  /// The pieces of a range that one call takes each, each of whole intervals but the last.
  package static func pieces(of range: Range<Date>, interval: Int) -> [Range<Date>] {
    let length = Double(longestRange * 24 * 60 / interval * interval * 60)
    var pieces: [Range<Date>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start.addingTimeInterval(length), range.upperBound)
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  /// The instant on the wall of the zone, or of UTC where that wall shows it twice.
  private static func time(_ instant: Date, in zone: Zone) -> JSON {
    let wall = zone.wallTime(at: instant)
    guard zone.instant(of: wall) == instant else {
      return GraphDateTime.json(Zone.utc.wallTime(at: instant), timeZone: "UTC")
    }
    return GraphDateTime.json(wall, timeZone: zone.name)
  }
}
