package import CalendarTime
package import Calendaring
package import JSON

/// The properties of an event that lists carry: what `$select` asks for and what `--json` prints.
package let eventListProperties = [
  "attendees", "bodyPreview", "categories", "end", "hasAttachments", "iCalUId", "id", "importance",
  "isAllDay", "isCancelled", "isOnlineMeeting", "isOrganizer", "location", "onlineMeeting",
  "organizer", "originalEndTimeZone", "originalStartTimeZone", "responseStatus", "sensitivity",
  "seriesMasterId", "showAs", "start", "subject", "type", "webLink",
]

/// The properties of a calendar that lists carry.
package let calendarListProperties = [
  "canEdit", "canShare", "canViewPrivateItems", "color", "hexColor", "id", "isDefaultCalendar",
  "isRemovable", "name", "owner",
]

extension CalendarEvent {
  /// Reads a Graph event, tolerating whatever is absent.
  ///
  /// An event whose time cannot be read at all is no event that a calendar can show: it is nil without
  /// an id or without a readable start.
  package init?(graph json: JSON, zones: ZoneDatabase, calendarName: String? = nil) {
    guard let id = json["id"]?.string, !id.isEmpty, let span = EventSpan(graph: json, zones: zones)
    else { return nil }
    self.init(
      id: id, subject: json["subject"]?.string, span: span,
      isCancelled: json["isCancelled"]?.bool ?? false,
      isOrganizer: json["isOrganizer"]?.bool ?? true,
      organizer: json["organizer"].flatMap(Person.init(graph:)),
      attendees: (json["attendees"]?.array ?? []).compactMap { Attendee(graph: $0, zones: zones) },
      location: json["location"]?["displayName"]?.string,
      showAs: ShowAs(graph: json["showAs"]?.string) ?? .unknown,
      sensitivity: Sensitivity(graph: json["sensitivity"]?.string) ?? .normal,
      kind: Kind(graph: json["type"]?.string) ?? .singleInstance,
      response: Response(graph: json["responseStatus"]?["response"]?.string) ?? .none,
      categories: (json["categories"]?.array ?? []).compactMap(\.string),
      hasAttachments: json["hasAttachments"]?.bool ?? false,
      isOnlineMeeting: json["isOnlineMeeting"]?.bool ?? false,
      joinURL: json["onlineMeeting"]?["joinUrl"]?.string, calendarName: calendarName)
    isPending = json["graphcal"]?["pending"]?.bool ?? false
    isStuck = json["graphcal"]?["stuck"]?.string != nil
  }
}

extension EventSpan {
  /// Reads `start`, `end` and `isAllDay` of a Graph event; nil without a readable start.
  package init?(graph json: JSON, zones: ZoneDatabase) {
    guard let start = GraphDateTime(json["start"]) else { return nil }
    let end = GraphDateTime(json["end"]) ?? start
    if json["isAllDay"]?.bool == true {
      let first = start.wall.date
      self = .allDay(first: first, end: max(end.wall.date, first.adding(days: 1)))
    } else if let from = start.instant(zones: zones), let to = end.instant(zones: zones) {
      self = .timed(start: from, end: to)
    } else {
      self = .unknownZone(name: start.timeZone, start: start.wall, end: end.wall)
    }
  }
}

extension Person {
  /// Reads a Graph recipient (`{"emailAddress":{…}}`); nil when it has neither name nor address.
  package init?(graph json: JSON) {
    let inner = json["emailAddress"] ?? json
    let name = inner["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let address = inner["address"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    guard name != nil || address != nil else { return nil }
    self.init(name: name, address: address)
  }
}

extension Attendee {
  /// Reads a Graph attendee; nil when it has neither name nor address.
  package init?(graph json: JSON, zones: ZoneDatabase) {
    guard let person = Person(graph: json) else { return nil }
    self.init(
      person: person, role: Role(graph: json["type"]?.string) ?? .required,
      response: CalendarEvent.Response(graph: json["status"]?["response"]?.string) ?? .none,
      proposal: json["proposedNewTime"].flatMap { EventSpan(graph: $0, zones: zones) })
  }
}

extension CalendarInfo {
  /// Reads a Graph calendar; nil without an id.
  package init?(graph json: JSON) {
    guard let id = json["id"]?.string, !id.isEmpty else { return nil }
    self.init(
      id: id, name: json["name"]?.string ?? "", isDefault: json["isDefaultCalendar"]?.bool ?? false,
      canEdit: json["canEdit"]?.bool ?? false, owner: json["owner"].flatMap(Person.init(graph:)),
      hexColor: json["hexColor"]?.string.flatMap { $0.isEmpty ? nil : $0 })
    color = json["color"]?.string
    canShare = json["canShare"]?.bool ?? false
    canViewPrivateItems = json["canViewPrivateItems"]?.bool ?? false
    isRemovable = json["isRemovable"]?.bool ?? true
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The case of an enumeration value of Graph, which comes in either letter case.
  init?(graph text: String?) {
    guard let text = text?.lowercased(),
      let match = Self.allCases.first(where: { $0.rawValue.lowercased() == text })
    else { return nil }
    self = match
  }
}
