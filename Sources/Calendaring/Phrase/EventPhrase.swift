package import CalendarTime

/// An event as a person says it in one line, taken apart.
package struct EventPhrase: Hashable, Sendable {
  /// When it is, on the clocks of the zone the phrase was read in.
  package enum Time: Hashable, Sendable {
    /// Until `end`, or for `length`; with neither nothing was said about it.
    case timed(start: WallTime, end: WallTime?, length: CalendarDuration?)
    /// Both days included.
    case allDay(first: CalendarDate, last: CalendarDate)
  }

  /// How it goes on.
  package struct Repetition: Hashable, Sendable {
    /// In the words of the phrase, as `RecurrenceReader` takes them.
    package var words: String
    /// The last day, included.
    package var until: CalendarDate?
    package var count: Int?
  }

  /// Somebody the event is with.
  package enum Companion: Hashable, Sendable {
    case address(name: String?, String)
    /// As written; whether somebody has that name is not known here.
    case name(String)
  }

  /// What is left of the phrase; names of people stay in it.
  package var subject: String
  package var time: Time
  /// Its first event is on the day of `time`, or on the first after it that fits.
  package var repetition: Repetition?
  package var place: String?
  package var people: [Companion] = []
  package var categories: [String] = []
  package var isPrivate = false
  /// How long before the start to remind, where the phrase says it.
  package var reminder: CalendarDuration?
  /// What free/busy is to say, where the phrase says it.
  package var showAs: CalendarEvent.ShowAs?

  package init(subject: String, time: Time) {
    self.subject = subject
    self.time = time
  }

  /// The day it begins on.
  package var firstDate: CalendarDate {
    switch time {
    case .timed(let start, _, _): start.date
    case .allDay(let first, _): first
    }
  }
}
