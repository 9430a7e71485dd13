import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON

/// A series as it goes on from one of its days: the times of that day's event, and the rule.
struct SeriesPlan: Hashable {
  var time: EventDraft.Time
  var rule: RecurrenceRule

  /// The series from its first day on.
  ///
  /// A `Failure` where its rule or its time is not understood here.
  init(of master: JSONObject, times: TimeReader) throws(Failure) {
    guard case .rule(let rule) = Recurrence(graph: master["recurrence"]),
      let time = EventDraft.Time(stored: master, zones: times.context.zones)
    else {
      throw Failure(
        .general, "the rule of \(MeetingPeople.title(master)) is not understood here",
        why: Recurrence(graph: master["recurrence"]).flatMap { recurrence in
          if case .notUnderstood(let what) = recurrence { what } else { nil }
        },
        hint: "change it in Outlook: graphcal show --json has its link")
    }
    // The rule may begin before its first day; what is sent begins with it.
    self.rule = rule.starting(on: time.firstDate) ?? rule
    self.time = time
  }

  init(time: EventDraft.Time, rule: RecurrenceRule) {
    self.time = time
    self.rule = rule
  }

  /// `recurrence` and the times, as an update or a create sends them.
  var members: JSONObject {
    var members = time.members
    members["recurrence"] = rule.graphJSON
    return members
  }

  /// The time that the event of a day has by the rule.
  func time(on day: CalendarDate) -> EventDraft.Time { time.moved(to: day) }

  /// The rest of the series, from one of its days on.
  func starting(on day: CalendarDate) -> SeriesPlan? {
    rule.starting(on: day).map { SeriesPlan(time: time(on: day), rule: $0) }
  }
}

/// Changes when a series is and how it goes on.
struct SeriesEditor {
  var times: TimeReader

  /// The plan after the options of a change.
  ///
  /// Times of day and dates are read as those of the event on `day`, which the person has named; the
  /// other events move along.
  func edited(
    _ plan: SeriesPlan, on day: CalendarDate, _ options: EventOptions
  ) throws(Failure) -> SeriesPlan {
    var plan = try moved(plan, on: day, options)
    if let repetition = options.repetition {
      let reader = SeriesReader(times: try seriesTimes(plan.time))
      let (time, rule) = try reader.series(
        repetition, until: options.until, count: options.count, from: plan.time)
      // Another rule ends as the old one did, unless something says how.
      let isOpen = options.boundOption == nil && rule.end == .never
      plan = SeriesPlan(time: time, rule: isOpen ? rule.ending(plan.rule.end) ?? rule : rule)
    } else if let end = try end(options, of: plan) {
      guard let rule = plan.rule.ending(end) else {
        throw Failure(
          .usage, "the series would end before its first day (\(plan.rule.start.heading))",
          hint: "give a later --until")
      }
      plan.rule = rule
    }
    try SeriesReader(times: try seriesTimes(plan.time)).check(plan.time)
    return plan
  }

  private func moved(
    _ plan: SeriesPlan, on day: CalendarDate, _ options: EventOptions
  ) throws(Failure) -> SeriesPlan {
    let named = plan.time(on: day)
    guard let span = named.span(zones: times.context.zones),
      let edited = try EventTimeEditor(reader: EventTimeReader(times: times)).edited(span, options)
    else { return plan }
    let time = try written(edited, instead: named)
    let days = time.firstDate.daysSinceEpoch - day.daysSinceEpoch
    guard let rule = plan.rule.moved(byDays: days) else {
      if options.repetition != nil {
        // The day that was given is the first of the new rule.
        return SeriesPlan(time: time, rule: plan.rule)
      }
      throw Failure(
        .usage, "this series cannot be moved by \(Plural.of(abs(days), "day")): no rule says that",
        hint: "say its new rule with --repeat")
    }
    return SeriesPlan(
      time: time.moved(to: plan.time.firstDate.adding(days: days)),
      rule: rule.timeZone == nil ? rule : rule.kept(in: time.zoneName) ?? rule)
  }

  /// The new times on the clocks of the series.
  private func written(
    _ edited: EventTimeEditor.Edited, instead old: EventDraft.Time
  ) throws(Failure) -> EventDraft.Time {
    let name = try zoneName(of: old)
    switch edited {
    case .allDay(let first, let end): return .allDay(first: first, end: end, zoneName: name)
    case .timed(let from, let length):
      let zone = try seriesTimes(.allDay(first: old.firstDate, end: old.firstDate, zoneName: name))
        .zone
      let start = zone.wallTime(at: from)
      let end: WallTime
      switch length {
      case .until(let instant): end = zone.wallTime(at: instant)
      case .duration(let length):
        end = Zone.utc.wallTime(at: length.end(from: Zone.utc.instant(of: start), in: .utc))
      case .kept:
        guard case .timed(let oldStart, let oldEnd, _) = old else { return old }
        end = start.adding(seconds: oldEnd.seconds(since: oldStart))
      }
      return .timed(start: start, end: max(start, end), zoneName: name)
    }
  }

  /// The zone of the series; that of the command where it was kept in none but UTC for want of a name.
  private func zoneName(of time: EventDraft.Time) throws(Failure) -> String {
    guard time.zoneName == "UTC", !times.zone.isUTC else { return time.zoneName }
    return try EventTimeReader(times: times).seriesZoneName
  }

  /// A reader that goes by the clocks of the series.
  private func seriesTimes(_ time: EventDraft.Time) throws(Failure) -> TimeReader {
    var times = times
    do { times.zone = try times.context.zones.zone(named: time.zoneName) } catch {
      throw Failure(error)
    }
    return times
  }

  private func end(
    _ options: EventOptions, of plan: SeriesPlan
  ) throws(Failure) -> RecurrenceRule.End? {
    if let count = options.count { return .count(count) }
    guard let until = options.until else { return nil }
    if SeriesReader.isNever(until) { return .never }
    let last: CalendarDate
    switch try times.expression(until, option: "--until").value {
    case .date(let date): last = date
    case .instant(let instant):
      let wall = try seriesTimes(plan.time).zone.wallTime(at: instant)
      let isIn = plan.time.secondOfDay.map { $0 <= wall.secondOfDay } ?? true
      last = isIn ? wall.date : wall.date.adding(days: -1)
    }
    // An end that is no day of the series is told by its last day before it.
    return .date(plan.rule.ending(.never)?.lastDate(through: last) ?? last)
  }
}
