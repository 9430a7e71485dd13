import Arguments
import CalendarTime
import FoundationEssentials

/// The options `--from`, `--to` and `--days` that say which time is looked at.
struct TimeWindow: Sendable {
  var from: String?
  var to: String?
  var days: Int?

  /// Refuses two ends.
  func validate() throws(ArgumentsError) {
    guard to != nil, days != nil else { return }
    throw ArgumentsError(
      .exclusiveOptions, "--to and --days both say where the search ends",
      hint: "leave one of them out")
  }

  /// The instants meant; without `--from` they begin at `start`, without an end they last some days,
  /// the one of the beginning included.
  func range(
    _ reader: TimeReader, from start: Date, usualDays: Int
  ) throws(Failure) -> Range<Date> {
    let zone = reader.zone
    var begin = start
    if let from { begin = try reader.expression(from, option: "--from").start(in: zone) }
    var end = zone.startOfDay(zone.date(at: begin).adding(days: days ?? usualDays))
    if let to { end = try reader.expression(to, option: "--to").end(in: zone) }
    guard begin < end else {
      throw Failure(
        .usage,
        "the time asked for ends (\(end.rfc3339(in: zone))) before it begins "
          + "(\(begin.rfc3339(in: zone)))",
        hint: "give the earlier one to --from")
    }
    return begin..<end
  }
}

extension Context {
  /// Reads a length of time of one minute to a day, such as a meeting has.
  func meetingLength(_ text: String, option: String) throws(Failure) -> TimeInterval {
    let duration: CalendarDuration
    do { duration = try CalendarDuration(parsing: text) } catch {
      throw Failure(error, option: option)
    }
    let minutes = duration.wholeMinutes
    guard (1...1440).contains(minutes) else {
      throw Failure(
        .usage, "\(option) \(text): a meeting lasts a minute at least and a day at most",
        hint: "\(option) 30m")
    }
    return Double(minutes * 60)
  }
}
