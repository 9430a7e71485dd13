package import CalendarTime
package import FoundationEssentials
import HTTP
package import JSON

/// The requests about reminders of events.
///
/// Sources: Microsoft Graph, "user: reminderView", "event: snoozeReminder", "event: dismissReminder".
package enum ReminderRequests {
  /// The reminders of what touches a range, each with the time it comes up, also after it was put off.
  package static func view(_ range: Range<Date>) -> GraphRequest {
    let (start, end) = (range.lowerBound.rfc3339(), range.upperBound.rfc3339())
    return GraphRequest(
      path: "/me/reminderView(startDateTime='\(start)',endDateTime='\(end)')",
      headers: ["Prefer": Preferences.utc.field])
  }

  /// Lets the reminder of an event come up at another time; said twice it is the same.
  package static func snooze(id: String, until time: Date) -> GraphRequest {
    let wall = Zone.utc.wallTime(at: time)
    return GraphRequest(
      method: "POST", path: path(id) + "/snoozeReminder",
      headers: ["Prefer": Preferences.utc.field],
      body: ["newReminderTime": GraphDateTime.json(wall, timeZone: "UTC")],
      repeatability: .repeatable)
  }

  /// Lets the reminder of an event not come up any more; said twice it is the same.
  package static func dismiss(id: String) -> GraphRequest {
    GraphRequest(
      method: "POST", path: path(id) + "/dismissReminder",
      headers: ["Prefer": Preferences.utc.field], repeatability: .repeatable)
  }

  private static func path(_ id: String) -> String {
    "/me/events/" + PercentEncoding.segment(id)
  }
}

/// A reminder as the service tells it.
///
/// Source: Microsoft Graph, resource "reminder".
package struct ReminderEntry: Sendable, Equatable {
  package var eventID: String
  package var subject: String?
  package var start: Date?
  /// When it comes up.
  package var fires: Date

  package init?(graph json: JSON, zones: ZoneDatabase) {
    guard let id = json["eventId"]?.string,
      let fires = GraphDateTime(json["reminderFireTime"])?.instant(zones: zones)
    else { return nil }
    eventID = id
    subject = json["eventSubject"]?.string
    start = GraphDateTime(json["eventStartTime"])?.instant(zones: zones)
    self.fires = fires
  }
}
