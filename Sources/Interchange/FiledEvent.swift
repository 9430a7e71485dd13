package import CalendarTime
package import Calendaring
package import FoundationEssentials

/// An event as files of calendars hold it, in the words of the service.
package struct FiledEvent: Hashable, Sendable {
  /// When it is, with the clocks that it was written by.
  package enum Time: Hashable, Sendable {
    case timed(start: Date, end: Date, zone: Zone)
    /// Whole days up to, not including, `end`; at least one.
    case allDay(first: CalendarDate, end: CalendarDate)
  }

  /// What is to be seen first.
  ///
  /// Source: Microsoft Graph, enumeration "importance".
  package enum Importance: String, Sendable, CaseIterable { case low, normal, high }

  package var subject = ""
  package var time: Time
  /// The text as people read it.
  package var text = ""
  /// The same as HTML; nil where there is no markup.
  package var html: String?
  /// The places, in most events one.
  package var locations: [String] = []
  package var categories: [String] = []
  package var showAs = CalendarEvent.ShowAs.busy
  package var sensitivity = CalendarEvent.Sensitivity.normal
  package var importance = Importance.normal
  /// Minutes before the start; nil for none.
  package var reminder: Int?
  package var isCancelled = false
  package var organizer: Person?
  package var attendees: [Attendee] = []
  /// The way into the online meeting.
  package var joinURL: String?
  /// Whether the organizer wants to hear what people answer.
  package var wantsResponse = true
  package var created: Date?
  package var modified: Date?

  package init(time: Time) { self.time = time }
}

extension FiledEvent.Time {
  /// The day it begins on by its own clocks.
  package var firstDate: CalendarDate {
    switch self {
    case .timed(let start, _, let zone): zone.date(at: start)
    case .allDay(let first, _): first
    }
  }

  /// The clocks of a series that begins so; those of whole days play no part.
  package var seriesTime: SeriesTime {
    switch self {
    case .timed(let start, _, let zone):
      SeriesTime(zone: zone, secondOfDay: zone.wallTime(at: start).secondOfDay)
    case .allDay: .allDay(in: .utc)
    }
  }

  /// The same times of day so many days later.
  package func moved(days: Int) -> FiledEvent.Time {
    if days == 0 { return self }
    switch self {
    case .allDay(let first, let end):
      return .allDay(first: first.adding(days: days), end: end.adding(days: days))
    case .timed(let start, let end, let zone):
      let length = CalendarDuration(days: days)
      return .timed(
        start: length.end(from: start, in: zone), end: length.end(from: end, in: zone), zone: zone)
    }
  }
}

/// What a file says under one identity: a single event, or a series with what is special about its days.
package struct FiledItem: Hashable, Sendable {
  /// The identity that all calendars know it by (RFC 5545 section 3.8.4.7).
  package var uid: String
  /// How often its maker has changed it.
  package var sequence = 0
  /// The event, or the first of the series.
  package var event: FiledEvent
  /// Nil for a single event.
  package var rule: RecurrenceRule?
  /// Days of the rule on which nothing is.
  package var deleted: Set<CalendarDate> = []
  /// What is on days of the rule instead.
  package var changed: [CalendarDate: FiledEvent] = [:]

  package init(uid: String, event: FiledEvent) {
    self.uid = uid
    self.event = event
  }
}
