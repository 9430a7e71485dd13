import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import Store

/// Events, as changes are applied to them.
struct EventTarget: ChangeTarget {
  var context: Context
  var session: Session
  /// What times without a zone are meant in.
  var zone: Zone
  /// Where the lines make their events, by their numbers: ids of calendars; the default one without.
  var places: [Int: String] = [:]

  private var comparison: EventComparison { EventComparison(zones: context.zones) }
  private var times: EventLineTime { EventLineTime(context: context, zone: zone) }

  func reading(_ id: String) -> GraphRequest { EventRequests.stored(id: id) }

  func creation(_ line: ChangeLine, key: String) -> GraphRequest {
    EventRequests.creation(body(of: line, key: key), calendarID: places[line.number])
  }

  func update(_ id: String, _ changes: JSONObject, etag: String?) -> GraphRequest {
    EventRequests.update(id: id, changes, etag: etag)
  }

  func deletion(_ id: String, etag: String?) -> GraphRequest {
    EventRequests.deletion(id: id, etag: etag)
  }

  private func body(of line: ChangeLine, key: String) -> JSONObject {
    var body = line.wanted
    if body["recurrence"]?.isNull == true { body["recurrence"] = nil }
    for name in ["start", "end", "isAllDay"] { body[name] = nil }
    for (name, value) in (try? times.time(of: line, nil).get())?.members ?? [:] {
      body[name] = value
    }
    body["transactionId"] = .string(key)
    return body
  }

  func made(of line: ChangeLine, key: String) async throws(GraphError) -> JSONObject? {
    guard let time = try? times.time(of: line, nil).get() else { return nil }
    let reader = EventTimeReader(times: TimeReader(context: context, zone: zone))
    return try await session.graph.created(
      body(of: line, key: key), calendarID: places[line.number], window: reader.window(of: time))
  }

  func title(_ item: JSONObject) -> String {
    let subject = item["subject"]?.string ?? ""
    return subject.isEmpty ? "(no subject)" : subject
  }

  func known(_ id: String) -> StateStore.KnownItem { session.knownEvent(id) }

  // MARK: Differences

  func difference(_ line: ChangeLine, from item: JSONObject?) -> ChangeDifference {
    var difference = ChangeDifference()
    guard let item else {
      for (name, value) in body(of: line, key: "")
      where name != "transactionId" && value != false {
        add(name, nil, words(name, value), to: &difference)
      }
      difference.changes = line.wanted
      return difference
    }
    if case .success(let time?) = times.time(of: line, item) {
      var after = item
      for (name, value) in time.members { after[name] = value }
      if !comparison.isSame(.time, item, after) {
        for (name, value) in time.members { difference.changes[name] = value }
        add(
          "time", writtenTime(of: item),
          writtenTime(of: after), to: &difference)
      }
    }
    for (name, value) in line.wanted {
      guard let sent = self.sent(name, value, item) else { continue }
      difference.changes[name] = sent
      add(name, words(name, item[name] ?? .null), words(name, value), to: &difference)
    }
    difference.ignored = ignored(line, item, movesTime: difference.changes["start"] != nil)
    return difference
  }

  private func add(
    _ name: String, _ old: String?, _ new: String?, to difference: inout ChangeDifference
  ) {
    difference.fields.append(ChangeDifference.Field(name: name, old: old, new: new))
  }

  /// What an update sends for a property; nil where the event has it so already.
  private func sent(_ name: String, _ value: JSON, _ item: JSONObject) -> JSON? {
    guard !holds(name, value, item) else { return Optional.none }
    return name == "attendees" ? .array(staying(value.array ?? [], of: item)) : value
  }

  /// Whether an event has a property as a line wants it.
  private func holds(_ name: String, _ value: JSON, _ item: JSONObject) -> Bool {
    func isSame(_ part: EventPart) -> Bool {
      var after = item
      after[name] = value
      return comparison.isSame(part, item, after)
    }
    switch name {
    // Times go together, and were looked at.
    case "start", "end", "isAllDay": return true
    case "subject": return (item["subject"]?.string ?? "") == value.string
    case "location": return Self.placeName(item["location"]) == Self.placeName(value)
    case "locations":
      let old = (item["locations"]?.array ?? []).map { Self.placeName($0) }
      return old == (value.array ?? []).map { Self.placeName($0) }
    case "categories": return isSame(.categories)
    case "body": return isSame(.text)
    case "recurrence": return isSame(.recurrence)
    case "attendees": return isSame(.people)
    default:
      let old = item[name] ?? .null
      if old.isNull { return value == "" || value == false }
      if let word = old.string { return word.lowercased() == value.string?.lowercased() }
      return old == value
    }
  }

  /// The people of a list, those who stay as they came, with their answers.
  private func staying(_ people: [JSON], of item: JSONObject) -> [JSON] {
    let old = item["attendees"]?.array ?? []
    return people.map { person in
      let found = old.first {
        Self.address($0) == Self.address(person)
          && $0["type"]?.string?.lowercased() == person["type"]?.string?.lowercased()
      }
      return found ?? person
    }
  }

  private static func address(_ attendee: JSON) -> String? {
    attendee["emailAddress"]?["address"]?.string?.lowercased()
  }

  private static func placeName(_ place: JSON?) -> String { place?["displayName"]?.string ?? "" }

  private func words(_ name: String, _ value: JSON) -> String? {
    switch name {
    case "location":
      let place = Self.placeName(value)
      return place.isEmpty ? nil : ChangeWords.of(.string(place))
    case "locations":
      return ChangeWords.of(.array((value.array ?? []).map { .string(Self.placeName($0)) }))
    case "body":
      let text = EventComparison.text(["body": value])
      return text.isEmpty ? nil : ChangeWords.of(.string(String(text.prefix(60))))
    case "attendees":
      return ChangeWords.of(
        .array(
          (value.array ?? []).map { attendee in
            let type = attendee["type"]?.string?.lowercased() ?? "required"
            let address = Self.address(attendee) ?? "?"
            return .string(type == "required" ? address : "\(address) (\(type))")
          }))
    case "recurrence":
      return value.isNull ? nil : EventComparison.series(["recurrence": value])
    case "start", "end":
      let wall = value["dateTime"]?.string.map { String($0.prefix(16)) } ?? ""
      return wall + (value["timeZone"]?.string.map { " " + $0 } ?? "")
    default: return value == "" ? nil : ChangeWords.of(value)
    }
  }

  /// When an event is, as the lines of a file have it.
  private func writtenTime(of event: JSONObject) -> String {
    switch EventSpan(graph: .object(event), zones: context.zones) {
    case .timed(let start, let end):
      "\(start.rfc3339(in: zone)) to \(end.rfc3339(in: zone))"
    case .allDay(let first, let end): "\(first) to \(end.adding(days: -1))"
    case .unknownZone(_, let start, let end): "\(start.text()) to \(end.text())"
    case nil: "no readable time"
    }
  }

  private func ignored(_ line: ChangeLine, _ item: JSONObject, movesTime: Bool) -> [String] {
    var names: [String] = []
    for (name, value) in line.given where !value.isNull {
      switch name {
      case "graphcal":
        let span = EventSpan(graph: .object(item), zones: context.zones)
        for (inner, text) in value.object ?? [:] where !text.isNull && !movesTime {
          guard let moment = EventMoment(text) else { continue }
          let isOwn: Bool
          switch (inner, span) {
          case ("start", .allDay(let first, _)?): isOwn = moment.wall.date == first
          case ("end", .allDay(_, let end)?): isOwn = moment.wall.date == end
          case ("start", .timed(let start, _)?):
            isOwn =
              moment.instant(in: zone, zones: context.zones).map { $0.isSecond(start) } ?? true
          case ("end", .timed(_, let end)?):
            isOwn = moment.instant(in: zone, zones: context.zones).map { $0.isSecond(end) } ?? true
          default: isOwn = true
          }
          if !isOwn { names.append("graphcal." + inner) }
        }
      case "organizer" where value.string != nil:
        let own = item["organizer"].flatMap(Person.init(graph:))
        if let text = value.string, !text.isEmpty, ![own?.name, own?.address].contains(text) {
          names.append(name)
        }
      default: if let old = item[name], old != value { names.append(name) }
      }
    }
    return names
  }

  // MARK: People and rights

  func mailed(_ line: ChangeLine, _ difference: ChangeDifference, of item: JSONObject?) -> Int {
    guard let item else { return line.wanted["attendees"]?.array?.count ?? 0 }
    guard line.action == .update else { return MeetingPeople.count(item) }
    let parts = EventPart.parts(of: difference.changes)
    guard MeetingPeople.isOrganizer(item), parts.contains(where: { !EventPart.silent.contains($0) })
    else { return 0 }
    var after = item
    if let people = difference.changes["attendees"] { after["attendees"] = people }
    return max(MeetingPeople.count(item), MeetingPeople.count(after))
  }

  func inverse(_ change: PreparedChange) -> JSONObject? {
    guard change.mailed == 0 else { return nil }
    var line: JSONObject = ["kind": "event"]
    line["id"] = change.id.map { .string($0) }
    line["etag"] = change.after?["@odata.etag"]
    let isSeries = change.item?["type"]?.string == "seriesMaster"
    switch (change.line.action, change.item) {
    case (.create, _):
      line["action"] = "delete"
      return line["id"] == nil ? nil : line
    case (.update, let item?):
      let parts = EventPart.parts(of: change.difference.changes)
      if isSeries, parts.contains(.time) || parts.contains(.recurrence) { return nil }
      let before = Undoing.values(of: change.difference.changes, in: item, zones: context.zones)
      for (name, value) in before { line[name] = value }
      return line
    case (.delete, let item?):
      guard !isSeries, let time = EventDraft.Time(stored: item, zones: context.zones) else {
        return nil
      }
      line["id"] = nil
      line["etag"] = nil
      line["graphcal"] = ["was": item["id"] ?? .null]
      line["calendar"] = change.calendarID.map { .string($0) }
      for (name, value) in EventCopy.alike(item) { line[name] = value }
      for (name, value) in time.members { line[name] = value }
      return line
    default: return nil
    }
  }

  func refusal(
    _ line: ChangeLine, _ difference: ChangeDifference, of item: JSONObject?
  ) -> Failure? {
    if line.action != .delete, case .failure(let failure) = times.time(of: line, item) {
      return failure
    }
    guard let item, line.action == .update else { return nil }
    if difference.changes["isOnlineMeeting"] == false {
      return Failure(.refused, "an online meeting stays one: the service cannot turn it off")
    }
    guard !MeetingPeople.isOrganizer(item) else { return nil }
    let parts = EventPart.parts(of: difference.changes).filter { !EventPart.personal.contains($0) }
    guard !parts.isEmpty else { return nil }
    return Failure(
      .refused,
      "it is a meeting of \(MeetingPeople.organizer(item)), who alone can change its "
        + parts.map(\.rawValue).joined(separator: ", "))
  }
}

extension Date {
  /// Whether both are the same to the second, which is what lists print.
  fileprivate func isSecond(_ other: Date) -> Bool {
    timeIntervalSince1970.rounded(.down) == other.timeIntervalSince1970.rounded(.down)
  }
}
