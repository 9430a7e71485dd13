import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import Interchange
import JSON
import Rendering

extension FiledEvent {
  /// An event of the service for a file; nil without a time that can be read.
  init?(graph raw: JSONObject, zones: ZoneDatabase) {
    guard let event = CalendarEvent(graph: .object(raw), zones: zones) else { return nil }
    switch event.span {
    case .allDay(let first, let end): self.init(time: .allDay(first: first, end: end))
    case .timed(let start, let end):
      let zone = EventDraft.Time.zoneName(of: raw, zones: zones)
        .flatMap { try? zones.zone(named: $0) }
      self.init(time: .timed(start: start, end: max(start, end), zone: zone ?? .utc))
    case .unknownZone: return nil
    }
    subject = event.subject ?? ""
    let content = raw["body"]?["content"]?.string ?? ""
    if raw["body"]?["contentType"]?.string?.lowercased() == "html" {
      text = EventText.trimmed(HTMLText.plain(content))
      html = text.isEmpty ? nil : content
    } else {
      text = content
    }
    let places = (raw["locations"]?.array ?? []).compactMap { $0["displayName"]?.string }
    locations = (places.count > 1 ? places : [event.location ?? ""]).filter { !$0.isEmpty }
    categories = event.categories
    showAs = event.showAs
    sensitivity = event.sensitivity
    importance =
      raw["importance"]?.string
      .flatMap { FiledEvent.Importance(rawValue: $0.lowercased()) } ?? .normal
    if raw["isReminderOn"]?.bool == true {
      reminder = max(0, raw["reminderMinutesBeforeStart"]?.int ?? 0)
    }
    isCancelled = event.isCancelled
    organizer = event.organizer
    attendees = event.attendees
    joinURL = event.joinURL
    wantsResponse = raw["responseRequested"]?.bool ?? true
    created = Date(graph: raw["createdDateTime"])
    modified = Date(graph: raw["lastModifiedDateTime"])
  }

  /// What the service is to hold of the event besides its time and its people.
  ///
  /// A new event says nothing of what is empty.
  func members(isNew: Bool) -> JSONObject {
    var members: JSONObject = [
      "subject": .string(subject),
      "showAs": .string(showAs == .unknown ? "busy" : showAs.rawValue),
      "sensitivity": .string(sensitivity.rawValue), "importance": .string(importance.rawValue),
      "isReminderOn": .bool(reminder != nil),
    ]
    if let reminder { members["reminderMinutesBeforeStart"] = .number(reminder) }
    if !categories.isEmpty || !isNew {
      members["categories"] = .array(categories.map { .string($0) })
    }
    if locations.count > 1 {
      members["locations"] = .array(locations.map { ["displayName": .string($0)] })
    } else if let place = locations.first {
      members["location"] = ["displayName": .string(place)]
    } else if !isNew {
      members["location"] = ["displayName": ""]
    }
    let body = body
    if body["content"]?.string?.isEmpty == false || !isNew { members["body"] = body }
    return members
  }

  /// The text, with the way into an online meeting where it is not in it already.
  private var body: JSON {
    let link = joinURL.flatMap(JoinLink.init(named:))?.address
    let isNamed =
      link.map { link in
        ([html ?? text] + locations).contains {
          $0.contains(link) || $0.contains(link.replacing("&", with: "&amp;"))
        }
      } ?? true
    if let html {
      let tail = isNamed ? "" : "<p>\((link ?? "").replacing("&", with: "&amp;"))</p>"
      return ["contentType": "html", "content": .string(html + tail)]
    }
    let tail = isNamed ? "" : (text.isEmpty ? "" : "\n\n") + (link ?? "")
    return ["contentType": "text", "content": .string(text + tail)]
  }
}

extension FiledItem {
  /// A single event of the service for a file; nil without a time that can be read.
  init?(graph raw: JSONObject, zones: ZoneDatabase) {
    guard let event = FiledEvent(graph: raw, zones: zones) else { return nil }
    self.init(uid: Self.uid(of: raw), event: event)
    sequence = SourceIdentity.sequence(of: raw)
  }

  /// A series of the service for a file.
  ///
  /// - Throws: `Failure` for a rule that is not understood here.
  init(of snapshot: SeriesSnapshot, times: TimeReader) throws(Failure) {
    let plan = try SeriesPlan(of: snapshot.master, times: times)
    guard var event = FiledEvent(graph: snapshot.master, zones: times.context.zones) else {
      throw Failure(.general, "its time cannot be read")
    }
    if case .timed(let start, let end, _) = event.time,
      let zone = try? times.context.zones.zone(named: plan.time.zoneName)
    {
      event.time = .timed(start: start, end: end, zone: zone)
    }
    // A rule may begin before its first day; a file begins with it.
    let first = plan.rule.firstDate ?? plan.time.firstDate
    event.time = event.time.moved(
      days: first.daysSinceEpoch - event.time.firstDate.daysSinceEpoch)
    self.init(uid: Self.uid(of: snapshot.master), event: event)
    sequence = SourceIdentity.sequence(of: snapshot.master)
    rule = plan.rule.starting(on: first) ?? plan.rule
    deleted = snapshot.deleted.filter(plan.rule.contains)
    for (day, raw) in snapshot.exceptions {
      var own = raw
      // By the clocks of the series, whatever zone the service has named for the one event.
      own["recurrence"] = snapshot.master["recurrence"]
      changed[day] = FiledEvent(graph: own, zones: times.context.zones)
    }
  }

  /// Whether both are the same times on the same days, whatever words say so.
  func isSameSeries(as other: FiledItem) -> Bool {
    guard let rule, let theirs = other.rule, event.time.isSame(as: other.event.time),
      rule.count == theirs.count, rule.lastDate == theirs.lastDate
    else { return false }
    // Patterns and their leap years come round within these.
    return (0..<120).allSatisfy { rule.date(at: $0) == theirs.date(at: $0) }
  }

  private static func uid(of raw: JSONObject) -> String {
    raw["iCalUId"]?.string ?? raw["id"]?.string ?? ""
  }
}

extension FiledEvent.Time {
  /// Whether both are at the same instants by clocks that agree for years, or on the same days.
  fileprivate func isSame(as other: FiledEvent.Time) -> Bool {
    switch (self, other) {
    case (.allDay(let first, let end), .allDay(let otherFirst, let otherEnd)):
      return first == otherFirst && end == otherEnd
    case (.timed(let start, let end, let zone), .timed(let otherStart, let otherEnd, let clocks)):
      guard start == otherStart, end == otherEnd else { return false }
      let years = start..<start.addingTimeInterval(5 * 366 * 86_400)
      return zone.name == clocks.name || zone.hasOffsets(of: clocks, in: years)
    default: return false
    }
  }
}
