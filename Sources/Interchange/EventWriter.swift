import CalendarTime
import Calendaring
import FoundationEssentials

/// Writes the events of one identity.
struct EventWriter {
  var item: FiledItem
  var now: Date

  /// Writes the event itself, or what is on a `day` of the series instead.
  func write(_ event: FiledEvent, on day: CalendarDate?, to lines: inout LineWriter) {
    lines.add("BEGIN", raw: "VEVENT")
    lines.add("UID", text: item.uid)
    lines.add("DTSTAMP", raw: (event.modified ?? now).basicText)
    if let day { writeIdentity(day, to: &lines) }
    writeTimes(event.time, to: &lines)
    if day == nil { writeRule(to: &lines) }
    writeWords(event, to: &lines)
    writePeople(event, to: &lines)
    writeLinks(event, to: &lines)
    writeAlarm(event, to: &lines)
    lines.add("END", raw: "VEVENT")
  }

  // MARK: Times

  private func writeTimes(_ time: FiledEvent.Time, to lines: inout LineWriter) {
    switch time {
    case .allDay(let first, let end):
      lines.add("DTSTART", [("VALUE", "DATE")], raw: first.basicText)
      lines.add("DTEND", [("VALUE", "DATE")], raw: end.basicText)
    case .timed(let start, let end, let zone):
      write("DTSTART", start, zone, to: &lines)
      // The end of an event without length is not written: it would be one of length (RFC 5545
      // section 3.6.1).
      if end > start { write("DTEND", end, zone, to: &lines) }
    }
  }

  private func write(_ name: String, _ instant: Date, _ zone: Zone, to lines: inout LineWriter) {
    let wall = zone.wallTime(at: instant)
    // Of a time that comes twice only the first can be written with its zone (section 3.3.5).
    if zone.isUTC || zone.instant(of: wall) != Date(unixSecond: instant.unixSecond) {
      lines.add(name, raw: instant.basicText)
    } else {
      lines.add(name, [("TZID", zone.name)], raw: wall.basicText)
    }
  }

  private func writeRule(to lines: inout LineWriter) {
    guard let rule = item.rule else { return }
    let time = item.event.time.seriesTime
    lines.add("RRULE", raw: rule.rrule(at: time))
    for day in item.deleted.sorted() { write("EXDATE", day, time, to: &lines) }
  }

  private func writeIdentity(_ day: CalendarDate, to lines: inout LineWriter) {
    write("RECURRENCE-ID", day, item.event.time.seriesTime, to: &lines)
  }

  /// A day of the series, by when its event begins by the rule.
  private func write(
    _ name: String, _ day: CalendarDate, _ time: SeriesTime, to lines: inout LineWriter
  ) {
    guard let second = time.secondOfDay else {
      return lines.add(name, [("VALUE", "DATE")], raw: day.basicText)
    }
    let wall = WallTime(date: day, secondOfDay: second)
    if time.zone.isUTC {
      lines.add(name, raw: wall.basicText + "Z")
    } else {
      lines.add(name, [("TZID", time.zone.name)], raw: wall.basicText)
    }
  }

  // MARK: Words

  private func writeWords(_ event: FiledEvent, to lines: inout LineWriter) {
    lines.add("SUMMARY", text: event.subject)
    if !event.locations.isEmpty {
      lines.add("LOCATION", text: event.locations.joined(separator: "; "))
    }
    if !event.text.isEmpty { lines.add("DESCRIPTION", text: event.text) }
    if let html = event.html { lines.add("X-ALT-DESC", [("FMTTYPE", "text/html")], text: html) }
    if !event.categories.isEmpty {
      let categories = event.categories.map(EscapedText.escaped).joined(separator: ",")
      lines.add("CATEGORIES", raw: categories)
    }
    if event.locations.count > 1 {
      for place in event.locations { lines.add("X-GRAPHCAL-LOCATION", text: place) }
    }
    let isHidden = event.sensitivity == .private || event.sensitivity == .personal
    lines.add(
      "CLASS",
      raw: isHidden ? "PRIVATE" : event.sensitivity == .normal ? "PUBLIC" : "CONFIDENTIAL")
    if event.sensitivity == .personal { lines.add("X-GRAPHCAL-SENSITIVITY", raw: "personal") }
    let isTentative = event.showAs == .tentative
    lines.add(
      "STATUS", raw: event.isCancelled ? "CANCELLED" : isTentative ? "TENTATIVE" : "CONFIRMED")
    lines.add("TRANSP", raw: event.showAs == .free ? "TRANSPARENT" : "OPAQUE")
    lines.add("X-MICROSOFT-CDO-BUSYSTATUS", raw: Self.word(event.showAs))
    if event.importance != .normal {
      let isHigh = event.importance == .high
      lines.add("PRIORITY", raw: isHigh ? "1" : "9")
      lines.add("X-MICROSOFT-CDO-IMPORTANCE", raw: isHigh ? "2" : "0")
    }
    lines.add("SEQUENCE", raw: String(item.sequence))
    if let created = event.created { lines.add("CREATED", raw: created.basicText) }
    if let modified = event.modified { lines.add("LAST-MODIFIED", raw: modified.basicText) }
  }

  private static func word(_ showAs: CalendarEvent.ShowAs) -> String {
    switch showAs {
    case .free: "FREE"
    case .tentative: "TENTATIVE"
    case .busy, .unknown: "BUSY"
    case .oof: "OOF"
    case .workingElsewhere: "WORKINGELSEWHERE"
    }
  }

  // MARK: People

  private func writePeople(_ event: FiledEvent, to lines: inout LineWriter) {
    guard !event.attendees.isEmpty else { return }
    if let organizer = event.organizer {
      lines.add("ORGANIZER", Self.name(organizer), raw: Self.address(organizer))
    }
    for attendee in event.attendees {
      var parameters = Self.name(attendee.person)
      switch attendee.role {
      case .required: parameters.append(("ROLE", "REQ-PARTICIPANT"))
      case .optional: parameters.append(("ROLE", "OPT-PARTICIPANT"))
      case .resource:
        parameters += [("CUTYPE", "RESOURCE"), ("ROLE", "NON-PARTICIPANT")]
      }
      parameters.append(("PARTSTAT", Self.word(attendee.response)))
      if event.wantsResponse, attendee.response == .none || attendee.response == .notResponded {
        parameters.append(("RSVP", "TRUE"))
      }
      lines.add("ATTENDEE", parameters, raw: Self.address(attendee.person))
    }
    if !event.wantsResponse { lines.add("X-GRAPHCAL-RESPONSES", raw: "FALSE") }
  }

  private static func name(_ person: Person) -> [LineWriter.Parameter] {
    guard let name = person.name, name != person.address else { return [] }
    return [("CN", name)]
  }

  private static func address(_ person: Person) -> String {
    person.address.map { "mailto:" + $0 } ?? "invalid:nomail"
  }

  private static func word(_ response: CalendarEvent.Response) -> String {
    switch response {
    case .none, .notResponded: "NEEDS-ACTION"
    case .tentativelyAccepted: "TENTATIVE"
    case .accepted, .organizer: "ACCEPTED"
    case .declined: "DECLINED"
    }
  }

  // MARK: Links and alarms

  private func writeLinks(_ event: FiledEvent, to lines: inout LineWriter) {
    guard let named = event.joinURL, let link = JoinLink(named: named) else { return }
    lines.add("URL", raw: link.address)
    lines.add(
      "CONFERENCE", [("VALUE", "URI"), ("FEATURE", "VIDEO"), ("LABEL", link.provider.rawValue)],
      raw: link.address)
    if link.provider == .teams { lines.add("X-MICROSOFT-SKYPETEAMSMEETINGURL", text: link.address) }
  }

  private func writeAlarm(_ event: FiledEvent, to lines: inout LineWriter) {
    guard let minutes = event.reminder else { return }
    lines.add("BEGIN", raw: "VALARM")
    lines.add("ACTION", raw: "DISPLAY")
    lines.add("DESCRIPTION", text: event.subject.isEmpty ? "Reminder" : event.subject)
    lines.add("TRIGGER", raw: minutes == 0 ? "PT0S" : "-PT\(minutes)M")
    lines.add("END", raw: "VALARM")
  }
}
