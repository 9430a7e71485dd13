import CalendarTime

/// What a few words of a phrase mean.
enum PhraseToken: Hashable {
  /// A day; `isWeekday` when only its name was given, so that a full date may stand beside it.
  case date(CalendarDate, isWeekday: Bool)
  /// Both days included; `areWeekdays` when only their names were given.
  case dates(CalendarDate, CalendarDate, areWeekdays: Bool = false)
  /// Seconds of the day.
  case clock(Int)
  /// Seconds from the midnight before the start; the end may lie on the next day.
  case clocks(Int, Int)
  /// The end in seconds of the day, of an event whose start is said elsewhere.
  case finish(Int)
  case moment(WallTime)
  /// A part of the day, which is no time of its own.
  case part(DayPart)
  /// Today, and its night.
  case tonight
  case length(CalendarDuration)
  /// For so many months, which only a series can go on.
  case months(Int)
  case allDay
  /// So long before the start.
  case reminder(CalendarDuration)
  case repetition(String)
  case until(CalendarDate)
  case count(Int)
  case place(String)
  /// With the words that stay in the subject.
  case people([EventPhrase.Companion], said: String)
  case category(String)
  case isPrivate
  case showAs(CalendarEvent.ShowAs)

  var isClock: Bool {
    switch self {
    case .clock, .clocks, .moment: true
    default: false
    }
  }

  var isTime: Bool {
    switch self {
    case .date, .dates, .clock, .clocks, .finish, .moment, .part, .tonight, .length, .months,
      .allDay, .repetition, .until, .count:
      true
    default: false
    }
  }
}
