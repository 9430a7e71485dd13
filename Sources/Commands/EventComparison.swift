import CalendarTime
import Calendaring
import GraphAPI
import JSON
import Rendering
import Terminal

/// The parts of an event that a change touches as one.
enum EventPart: String, CaseIterable, Sendable {
  case subject, time, recurrence, place, text, people, categories, reminder
  case showAs, privacy, importance, meeting

  /// The properties of the part.
  var properties: [String] {
    switch self {
    case .subject: ["subject"]
    case .time: ["start", "end", "isAllDay"]
    case .recurrence: ["recurrence"]
    case .place: ["location", "locations"]
    case .text: ["body"]
    case .people: ["attendees"]
    case .categories: ["categories"]
    case .reminder: ["isReminderOn", "reminderMinutesBeforeStart"]
    case .showAs: ["showAs"]
    case .privacy: ["sensitivity"]
    case .importance: ["importance"]
    case .meeting: ["isOnlineMeeting", "onlineMeetingProvider"]
    }
  }

  /// The parts that these properties belong to.
  static func parts(of changes: JSONObject) -> [EventPart] {
    allCases.filter { part in changes.keys.contains { part.properties.contains($0) } }
  }

  /// What nobody is told of when it changes.
  static let silent: Set<EventPart> = [.categories, .reminder]

  /// What everybody has for themselves of a meeting.
  static let personal: Set<EventPart> = silent.union([.showAs, .privacy])
}

/// Whether two states of an event are the same, whatever words the service has found for them.
struct EventComparison {
  var zones: ZoneDatabase

  /// The parts in which two states differ.
  func differing(_ left: JSONObject, _ right: JSONObject) -> [EventPart] {
    EventPart.allCases.filter { !isSame($0, left, right) }
  }

  /// Whether `event` has all that `changes` wanted.
  func holds(_ changes: JSONObject, in event: JSONObject) -> Bool {
    var wanted = event
    for (name, value) in changes { wanted[name] = value }
    if changes["location"] != nil, changes["locations"] == nil { wanted["locations"] = nil }
    return EventPart.parts(of: changes).allSatisfy { isSame($0, wanted, event) }
  }

  /// The changes without those that `event` has already.
  func reduced(_ changes: JSONObject, on event: JSONObject) -> JSONObject {
    var needed: JSONObject = [:]
    for part in EventPart.parts(of: changes) {
      let own = JSONObject(
        changes.filter { part.properties.contains($0.key) }.map { ($0.key, $0.value) })
      if !holds(own, in: event) { for (name, value) in own { needed[name] = value } }
    }
    return needed
  }

  /// What a change has to do with what was done to the event since it was read.
  ///
  /// - Parameters:
  ///   - changes: what is wanted of the event.
  ///   - base: the event as it was read.
  ///   - current: the event as it is now.
  /// - Returns: the parts that both sides have changed in different ways, and those that only the other
  ///   side has changed.
  func overlap(
    of changes: JSONObject, on base: JSONObject, with current: JSONObject
  ) -> (both: [EventPart], elsewhere: [EventPart]) {
    let changed = differing(base, current)
    let own = EventPart.parts(of: changes)
    let open = EventPart.parts(of: reduced(changes, on: current))
    return (open.filter(changed.contains), changed.filter { !own.contains($0) })
  }

  func isSame(_ part: EventPart, _ left: JSONObject, _ right: JSONObject) -> Bool {
    switch part {
    case .time:
      return EventSpan(graph: .object(left), zones: zones)
        == EventSpan(graph: .object(right), zones: zones)
    case .recurrence:
      return Self.rule(left["recurrence"]) == Self.rule(right["recurrence"])
    case .place:
      return Self.place(left) == Self.place(right)
    case .text: return Self.text(left) == Self.text(right)
    case .people: return Self.people(left) == Self.people(right)
    case .categories:
      return Set((left["categories"]?.array ?? []).compactMap(\.string))
        == Set((right["categories"]?.array ?? []).compactMap(\.string))
    case .reminder: return Self.reminder(left) == Self.reminder(right)
    default:
      return part.properties.allSatisfy { Self.word(left[$0]) == Self.word(right[$0]) }
    }
  }

  /// What a part is, in a few words, for people.
  func words(
    _ part: EventPart, of event: JSONObject, time: TimeText, symbols: Symbols
  ) -> String {
    switch part {
    case .subject: return "\"\(event["subject"]?.string ?? "")\""
    case .time:
      return EventSpan(graph: .object(event), zones: zones)
        .map { time.whole($0, symbols: symbols) } ?? "no readable time"
    case .recurrence:
      return Self.series(event)
    case .place: return "\"\(event["location"]?["displayName"]?.string ?? "")\""
    case .text:
      let text = Self.text(event).prefix(40).replacing("\n", with: " ")
      return "\"\(text)\""
    case .people:
      return "\(Plural.people(Self.people(event).count))"
    case .categories:
      return (event["categories"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
    case .reminder:
      return Self.reminder(event).map { "\($0) min before" } ?? "none"
    case .showAs, .privacy, .importance, .meeting:
      return part.properties.compactMap { Self.word(event[$0]) }.joined(separator: ", ")
    }
  }

  /// The rule of a series, in words.
  static func series(_ event: JSONObject) -> String {
    Recurrence(graph: event["recurrence"]).map(RecurrenceText.words) ?? "no series"
  }

  private static func rule(_ json: JSON?) -> Recurrence? {
    guard case .rule(let rule) = Recurrence(graph: json) else { return Recurrence(graph: json) }
    // The zone is named in several ways, and goes with the time.
    return
      (try? RecurrenceRule(
        rule.pattern, interval: rule.interval, firstDayOfWeek: rule.firstDayOfWeek,
        start: rule.start, end: rule.end)).map { .rule($0) }
  }

  private static func place(_ event: JSONObject) -> [String] {
    let many = (event["locations"]?.array ?? []).compactMap { $0["displayName"]?.string }
    let one = event["location"]?["displayName"]?.string ?? ""
    return many.count > 1 ? many : one.isEmpty ? [] : [one]
  }

  /// The text as people read it.
  static func text(_ event: JSONObject) -> String {
    let content = event["body"]?["content"]?.string ?? ""
    let isHTML = event["body"]?["contentType"]?.string?.lowercased() == "html"
    let text = isHTML ? HTMLText.plain(content) : content
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func people(_ event: JSONObject) -> Set<String> {
    Set(
      (event["attendees"]?.array ?? []).map { attendee in
        let address = attendee["emailAddress"]?["address"]?.string?.lowercased() ?? ""
        return (attendee["type"]?.string?.lowercased() ?? "required") + " " + address
      })
  }

  private static func reminder(_ event: JSONObject) -> Int? {
    event["isReminderOn"]?.bool == true ? event["reminderMinutesBeforeStart"]?.int ?? 0 : nil
  }

  private static func word(_ json: JSON?) -> String? {
    switch json {
    case .string(let text): text
    case .bool(let value): value ? "yes" : "no"
    case .number(let number): number.text
    default: nil
    }
  }
}
