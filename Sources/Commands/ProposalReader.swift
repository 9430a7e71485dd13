import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI

/// Turns `--propose` and what says how long into another time for a meeting.
struct ProposalReader {
  var times: TimeReader

  /// The proposed time as it is shown and as it is sent.
  ///
  /// A time of day alone is meant on the day of the meeting, a day alone at its time; without an end
  /// or a duration the meeting keeps its length.
  func proposal(
    _ text: String, end: String?, duration: String?, for event: CalendarEvent
  ) throws(Failure) -> (span: EventSpan, time: EventDraft.Time) {
    switch event.span {
    case .timed(let from, let to):
      try timed(text, end: end, duration: duration, instead: from, to)
    case .allDay(let first, let after):
      try wholeDays(text, end: end, duration: duration, instead: first, after)
    case .unknownZone(let name, _, _):
      throw Failure(
        .usage, "no other time can be proposed: nobody here knows the zone \"\(name)\"",
        hint: "say it in --comment")
    }
  }

  private func timed(
    _ text: String, end: String?, duration: String?, instead from: Date, _ to: Date
  ) throws(Failure) -> (EventSpan, EventDraft.Time) {
    let zone = times.zone
    let reader = EventTimeReader(times: times)
    let expression = try times.expression(
      text, option: "--propose", now: reader.isClock(text) ? from : nil)
    let start: Date
    switch expression.value {
    case .instant(let instant): start = instant
    case .date(let date):
      var wall = zone.wallTime(at: from)
      wall.date = date
      let (instant, note) = zone.instantWithNote(of: wall)
      if let note { times.context.note(note.message) }
      start = instant
    }
    let finish: Date
    if let end {
      finish = try times.expression(
        end, option: "--propose-end", now: reader.isClock(end) ? start : nil
      ).start(in: zone)
    } else if let duration {
      finish = try length(duration).end(from: start, in: zone)
    } else {
      finish = start.addingTimeInterval(to.timeIntervalSince(from))
    }
    guard finish >= start else {
      throw Failure(
        .usage,
        "the proposed time would end (\(finish.rfc3339(in: zone))) before it starts "
          + "(\(start.rfc3339(in: zone)))",
        hint: "give a later --propose-end, or a --propose-duration")
    }
    if start < times.context.now() {
      times.context.note("the proposed time is past: \(start.rfc3339(in: zone))")
    }
    return (.timed(start: start, end: finish), reader.wire(from: start, to: finish))
  }

  private func wholeDays(
    _ text: String, end: String?, duration: String?, instead first: CalendarDate,
    _ after: CalendarDate
  ) throws(Failure) -> (EventSpan, EventDraft.Time) {
    let start = try day(text, option: "--propose")
    let finish: CalendarDate
    if let end {
      finish = try day(end, option: "--propose-end").adding(days: 1)
    } else if let duration {
      let length = try length(duration)
      guard length.seconds == 0 else {
        throw Failure(
          .usage, "--propose-duration of an all-day event is whole days, not \(duration)",
          hint: "--propose-duration 2d")
      }
      finish = start.adding(days: length.days)
    } else {
      finish = start.adding(days: after.daysSinceEpoch - first.daysSinceEpoch)
    }
    guard finish > start else {
      throw Failure(
        .usage, "the proposed days would end before they start (\(start))",
        hint: "--propose-end names the last day, the first at the earliest")
    }
    let zone = EventTimeReader(times: times).wireName ?? "UTC"
    return (
      .allDay(first: start, end: finish), .allDay(first: start, end: finish, zoneName: zone)
    )
  }

  private func day(_ text: String, option: String) throws(Failure) -> CalendarDate {
    guard case .date(let date) = try times.expression(text, option: option).value else {
      throw Failure(
        .usage, "\(option): the event is all-day and takes dates, not times of day",
        hint: "\(option) 2026-12-24")
    }
    return date
  }

  private func length(_ text: String) throws(Failure) -> CalendarDuration {
    do { return try CalendarDuration(parsing: text) } catch {
      throw Failure(error, option: "--propose-duration")
    }
  }
}
