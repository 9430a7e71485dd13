import CalendarTime
import Calendaring
import FoundationEssentials
import ICalendarC

/// Reads the components of events, each for itself.
struct EventReader {
  static let properties: Set<String> = [
    "ATTACH", "ATTENDEE", "CATEGORIES", "CLASS", "CONFERENCE", "CREATED", "DESCRIPTION", "DTEND",
    "DTSTART", "DURATION", "EXDATE", "EXRULE", "LAST-MODIFIED", "LOCATION", "ORGANIZER",
    "PRIORITY", "RDATE", "RECURRENCE-ID", "RRULE", "SEQUENCE", "STATUS", "SUMMARY", "TRANSP", "UID",
    "URL", "X-ALT-DESC", "X-GOOGLE-CONFERENCE", "X-GRAPHCAL-LOCATION", "X-GRAPHCAL-RESPONSES",
    "X-GRAPHCAL-SENSITIVITY", "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-CDO-BUSYSTATUS",
    "X-MICROSOFT-CDO-IMPORTANCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL", "ACTION", "TRIGGER",
  ]

  var zones: FileZones
  /// What is to be told about the event that was read last.
  private(set) var notes: [String] = []

  init(zones: FileZones) { self.zones = zones }

  /// The event of a component.
  ///
  /// - Throws: `ItemRefusal` for times that cannot be read or make no sense.
  mutating func event(_ component: Component) throws(ItemRefusal) -> FiledEvent {
    notes = []
    var event = FiledEvent(time: try time(component))
    event.subject = (component.text("SUMMARY") ?? "")
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    readText(component, into: &event)
    readWords(component, into: &event)
    readPeople(component, into: &event)
    event.reminder = reminder(component, of: event.time)
    event.created = instant(component["CREATED"])
    event.modified = instant(component["LAST-MODIFIED"])
    if component["ATTACH"] != nil { notes.append("its attachments are not taken along") }
    return event
  }

  // MARK: Times

  /// The instant of a moment, and the zone whose clocks it was written by.
  mutating func place(
    _ moment: WrittenMoment, line: Int
  ) throws(ItemRefusal) -> (instant: Date, zone: Zone) {
    switch moment {
    case .utc(let instant): return (instant, .utc)
    case .date(let date): return (zones.floating.startOfDay(date), zones.floating)
    case .wall(let wall, let name):
      guard let name, !name.isEmpty else {
        note("a floating time, taken as one of \(zones.floatingName)")
        return (zones.floating.instant(of: wall), zones.floating)
      }
      let found = try zones.zone(name, at: wall, line: line)
      if let told = found.note { note(told) }
      if case .gap = found.zone.resolve(wall) {
        note("\(wall.clockText) on \(wall.date) is a time that the clocks of \(name) skip")
      }
      return (found.zone.instant(of: wall), found.zone)
    }
  }

  private mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  private mutating func time(_ component: Component) throws(ItemRefusal) -> FiledEvent.Time {
    let start = try moment("DTSTART", component)
    guard let start else { throw ItemRefusal(line: component.line, "it has no DTSTART") }
    let line = component["DTSTART"]?.line ?? component.line
    let end = try moment("DTEND", component)
    if let end, end.isDate != start.isDate {
      throw ItemRefusal(
        line: component["DTEND"]?.line ?? line, "DTSTART and DTEND are not both dates or times")
    }
    let duration = try duration(component)
    if case .date(let first) = start {
      var last = first.adding(days: 1)
      if case .date(let end) = end { last = end }
      if let duration { last = first.adding(days: duration.days + duration.seconds / 86_400) }
      // An end on the first day is a mistake that many make who do not know that it is excluded.
      if last == first { last = first.adding(days: 1) }
      guard last > first else { throw ItemRefusal(line: line, "it ends before it begins") }
      return .allDay(first: first, end: last)
    }
    let (from, zone) = try place(start, line: line)
    var to = from
    if let end { (to, _) = try place(end, line: component["DTEND"]?.line ?? line) }
    if let duration { to = duration.end(from: from, in: zone) }
    guard from <= to else { throw ItemRefusal(line: line, "it ends before it begins") }
    return wholeDays(component, from, to, zone) ?? .timed(start: from, end: to, zone: zone)
  }

  /// Whole days that were written as times, as Exchange does.
  private func wholeDays(
    _ component: Component, _ from: Date, _ to: Date, _ zone: Zone
  ) -> FiledEvent.Time? {
    guard component.text("X-MICROSOFT-CDO-ALLDAYEVENT")?.uppercased() == "TRUE" else { return nil }
    let (start, end) = (zone.wallTime(at: from), zone.wallTime(at: to))
    guard start.secondOfDay == 0, end.secondOfDay == 0, start.date < end.date else { return nil }
    return .allDay(first: start.date, end: end.date)
  }

  private func moment(
    _ name: String, _ component: Component
  ) throws(ItemRefusal) -> WrittenMoment? {
    guard let property = component[name] else { return nil }
    guard property.problem == nil, let moment = WrittenMoment(property) else {
      throw ItemRefusal(line: property.line, "\(name):\(property.value) is no date and no time")
    }
    return moment
  }

  private func duration(_ component: Component) throws(ItemRefusal) -> CalendarDuration? {
    guard component["DTEND"] == nil, let property = component["DURATION"] else { return nil }
    guard let duration = WrittenDuration(property.value)?.length, duration.days >= 0,
      duration.seconds >= 0
    else { throw ItemRefusal(line: property.line, "DURATION:\(property.value) is no duration") }
    return duration
  }

  private func instant(_ property: ICalProperty?) -> Date? {
    guard let property, case .utc(let instant) = WrittenMoment(property) else { return nil }
    return instant
  }

  /// Minutes from the alarm to the start.
  private mutating func reminder(_ component: Component, of time: FiledEvent.Time) -> Int? {
    let alarms = component.children.filter { alarm in
      alarm.kind == "VALARM"
        && ["DISPLAY", "AUDIO"].contains(alarm.text("ACTION")?.uppercased() ?? "DISPLAY")
    }
    var minutes: [Int] = []
    for alarm in alarms {
      guard let trigger = alarm["TRIGGER"], let lead = lead(of: trigger, time) else { continue }
      minutes.append(lead)
    }
    let early = minutes.filter { $0 >= 0 }
    // Some programs write an alarm that says that there is none.
    let all = component.children.count {
      $0.kind == "VALARM" && $0.text("ACTION")?.uppercased() != "NONE"
    }
    if early.count < all || early.count > 1 {
      note("of its alarms only one that comes before it is kept")
    }
    return early.first
  }

  private func lead(of trigger: ICalProperty, _ time: FiledEvent.Time) -> Int? {
    let (start, end): (Date, Date)
    switch time {
    case .timed(let from, let to, _): (start, end) = (from, to)
    case .allDay(let first, let after):
      (start, end) = (Zone.utc.startOfDay(first), Zone.utc.startOfDay(after))
    }
    var instant: Date
    if let duration = WrittenDuration(trigger.value)?.length {
      let base = trigger["RELATED"]?.uppercased() == "END" ? end : start
      instant = base.addingTimeInterval(Double(duration.days * 86_400 + duration.seconds))
    } else if case .utc(let moment) = WrittenMoment(trigger) {
      instant = moment
    } else {
      return nil
    }
    // A reminder in the past century is a placeholder of programs that have none.
    let lead = start.timeIntervalSince(instant) / 60
    guard lead.magnitude < 5_000_000 else { return nil }
    return Int(lead.rounded(.up))
  }
}
