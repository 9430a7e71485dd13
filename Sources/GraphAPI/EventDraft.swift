package import CalendarTime
package import Calendaring
package import JSON

/// An event that is to be made: what was typed, ready to be sent once.
package struct EventDraft: Sendable, Hashable {
  /// The time on the wall and the zone name that goes with it, so that a series survives a clock change.
  package enum Time: Sendable, Hashable {
    /// Both in `zoneName`, a name that Graph knows.
    case timed(start: WallTime, end: WallTime, zoneName: String)
    /// Whole days up to, not including, `end`.
    case allDay(first: CalendarDate, end: CalendarDate, zoneName: String)
  }

  package var subject: String
  package var time: Time
  /// How it repeats; its first day is that of `time`.
  package var recurrence: RecurrenceRule?
  package var attendees: [Attendee] = []
  package var location: String?
  /// The mail address of the room it is in.
  package var locationAddress: String?
  /// Graph's name of who holds it online; nil for an event that is not.
  package var onlineProvider: String?
  package var bodyText: String?
  /// Minutes before the start; nil leaves the mailbox's default, `.none` inside means no reminder.
  package var reminder: Reminder?
  package var categories: [String] = []
  package var showAs: CalendarEvent.ShowAs?
  package var isPrivate = false
  /// Made once per user action and reused on every retry, so that no event is made twice.
  package var transactionID: String

  /// When to remind.
  package enum Reminder: Sendable, Hashable {
    case off
    case minutesBefore(Int)
  }

  package init(subject: String, time: Time, transactionID: String) {
    self.subject = subject
    self.time = time
    self.transactionID = transactionID
  }
}

extension EventDraft {
  /// The create request: `POST /me/events`, or into the calendar with the given id.
  ///
  /// It may be repeated, because of its `transactionId`.
  /// Source: Microsoft Graph, "Create event" and resource "event", property `transactionId`.
  package func request(calendarID: String? = nil) -> GraphRequest {
    EventRequests.creation(body.object ?? [:], calendarID: calendarID)
  }

  /// The body of the create, with no property that was not asked for.
  package var body: JSON {
    var event: JSONObject = ["subject": .string(subject)]
    let (start, end) = time.graphJSON
    event["start"] = start
    event["end"] = end
    if case .allDay = time { event["isAllDay"] = true }
    if let recurrence { event["recurrence"] = recurrence.graphJSON }
    if location != nil || locationAddress != nil {
      var place: JSONObject = ["displayName": .string(location ?? locationAddress ?? "")]
      if let locationAddress { place["locationEmailAddress"] = .string(locationAddress) }
      event["location"] = .object(place)
    }
    if let onlineProvider {
      event["isOnlineMeeting"] = true
      event["onlineMeetingProvider"] = .string(onlineProvider)
    }
    if let bodyText { event["body"] = ["contentType": "text", "content": .string(bodyText)] }
    if !attendees.isEmpty { event["attendees"] = .array(attendees.map(\.graphJSON)) }
    if !categories.isEmpty { event["categories"] = .array(categories.map { .string($0) }) }
    switch reminder {
    case .off: event["isReminderOn"] = false
    case .minutesBefore(let minutes):
      event["isReminderOn"] = true
      event["reminderMinutesBeforeStart"] = .number(minutes)
    case nil: break
    }
    if let showAs { event["showAs"] = .string(showAs.rawValue) }
    if isPrivate { event["sensitivity"] = "private" }
    event["transactionId"] = .string(transactionID)
    return .object(event)
  }
}

extension Attendee {
  /// As a create or an update sends it.
  package var graphJSON: JSON {
    ["emailAddress": person.graphJSON, "type": .string(role.rawValue)]
  }
}
