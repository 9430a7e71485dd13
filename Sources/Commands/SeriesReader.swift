import CalendarTime
import Calendaring
import GraphAPI

/// Turns `--repeat`, `--until` and `--count` into the rule of a series.
struct SeriesReader {
  var times: TimeReader

  /// The times of the first event of the series, and its rule.
  ///
  /// What the series does otherwise than was asked is told: it begins on a day of its own, and short
  /// months have it on their last day.
  func series(
    _ text: String, until: String?, count: Int?, from time: EventDraft.Time
  ) throws(Failure) -> (time: EventDraft.Time, rule: RecurrenceRule) {
    let reader = RecurrenceReader(
      start: time.firstDate, time: SeriesTime(zone: times.zone, secondOfDay: time.secondOfDay),
      timeZone: time.zoneName)
    let bound = try bound(until: until, count: count)
    let reading: RecurrenceReader.Reading
    do {
      reading = try reader.read(text, until: bound)
    } catch {
      throw Failure(error, option: "--repeat")
    }
    for note in reading.notes { times.context.note(note.message) }
    let first = time.moved(to: reading.rule.start)
    try check(first)
    return (first, reading.rule)
  }

  private func bound(
    until: String?, count: Int?
  ) throws(Failure) -> RecurrenceReader.Bound? {
    if let count { return .count(count) }
    guard let until, !Self.isNever(until) else { return nil }
    switch try times.expression(until, option: "--until").value {
    case .date(let date): return .date(date)
    case .instant(let instant): return .instant(instant)
    }
  }

  /// Whether `--until` says that a series has no end.
  static func isNever(_ text: String) -> Bool { text.lowercased() == "never" }

  /// Sees to it that the service can tell when the first event is.
  func check(_ time: EventDraft.Time) throws(Failure) {
    guard case .timed(let start, _, _) = time else { return }
    switch times.zone.resolve(start) {
    case .unique: break
    case .gap:
      throw Failure(beginsInGap: start, zone: times.zone)
    case .overlap:
      times.context.note(
        "\(start.clockText) comes twice on \(start.date.heading) in \(times.zone.name): which of "
          + "the two the series begins with is for Outlook to say")
    }
  }
}

extension Failure {
  /// A series is kept by the clock on the wall, so its first time has to be one that clocks show.
  init(beginsInGap wall: WallTime, zone: Zone) {
    self.init(
      .usage,
      "a series cannot begin at \(wall.clockText) on \(wall.date.heading): the clocks of "
        + "\(zone.name) skip that time",
      hint: "let it begin on another day, or at another time")
  }

  /// What is wrong with a repetition on the command line.
  init(_ error: RecurrenceError, option: String) {
    self.init(.usage, "\(option): \(error.message)", hint: error.hint)
  }
}

extension EventDraft.Time {
  var firstDate: CalendarDate {
    switch self {
    case .timed(let start, _, _): start.date
    case .allDay(let first, _, _): first
    }
  }

  /// Nil for whole days.
  var secondOfDay: Int? {
    guard case .timed(let start, _, _) = self else { return nil }
    return start.secondOfDay
  }

  var zoneName: String {
    switch self {
    case .timed(_, _, let name), .allDay(_, _, let name): name
    }
  }

  /// The same times with another first day.
  func moved(to date: CalendarDate) -> EventDraft.Time {
    let days = date.daysSinceEpoch - firstDate.daysSinceEpoch
    switch self {
    case .timed(var start, var end, let name):
      start.date = start.date.adding(days: days)
      end.date = end.date.adding(days: days)
      return .timed(start: start, end: end, zoneName: name)
    case .allDay(let first, let end, let name):
      return .allDay(
        first: first.adding(days: days), end: end.adding(days: days), zoneName: name)
    }
  }
}
