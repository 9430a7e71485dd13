import CalendarTime
import FoundationEssentials
import Calendaring
import GraphAPI
import JSON

/// What lines may say of events, and what of that can be sent.
///
/// Times stay as they are written, since what they mean may depend on the zone of the command.
enum EventChanges {
  private enum Shape {
    case text
    case texts
    case time
    case flag
    case minutes
    case word([String])
    case place
    case places
    case people
    case body
    case rule
  }

  /// Source: Microsoft Graph, "Create event" and "Update event".
  private static let shapes: [(name: String, shape: Shape)] = [
    ("allowNewTimeProposals", .flag), ("attendees", .people), ("body", .body),
    ("categories", .texts), ("end", .time), ("hideAttendees", .flag),
    ("importance", .word(["low", "normal", "high"])), ("isAllDay", .flag),
    ("isOnlineMeeting", .flag), ("isReminderOn", .flag), ("location", .place),
    ("locations", .places), ("onlineMeetingProvider", .text), ("recurrence", .rule),
    ("reminderMinutesBeforeStart", .minutes), ("responseRequested", .flag),
    ("sensitivity", .word(CalendarEvent.Sensitivity.allCases.map(\.rawValue))),
    ("showAs", .word(CalendarEvent.ShowAs.allCases.filter { $0 != .unknown }.map(\.rawValue))),
    ("start", .time), ("subject", .text),
  ]

  static let writable = shapes.map(\.name)

  /// Properties that can be sent and compared as they are.
  static let plain = [
    "allowNewTimeProposals", "hideAttendees", "importance", "isOnlineMeeting", "isReminderOn",
    "onlineMeetingProvider", "reminderMinutesBeforeStart", "responseRequested", "sensitivity",
    "showAs",
  ]

  static let readOnly: Set<String> = [
    "bodyPreview", "cancelledOccurrences", "changeKey", "createdDateTime", "exceptionOccurrences",
    "graphcal", "hasAttachments", "iCalUId", "isCancelled", "isDraft", "isOrganizer",
    "lastModifiedDateTime", "occurrenceId", "onlineMeeting", "onlineMeetingUrl", "organizer",
    "originalEndTimeZone", "originalStart", "originalStartTimeZone", "responseStatus",
    "seriesMasterId", "transactionId", "type", "uid", "webLink",
  ]

  /// Puts a value where it belongs; null says nothing where a property cannot be empty.
  static func set(
    _ key: String, _ value: JSON, in reading: inout ChangeRules.Reading
  ) throws(ChangeValueError) {
    guard let shape = shapes.first(where: { $0.name == key })?.shape else { return }
    if let value = try read(value, shape) { reading.wanted[key] = value }
  }

  static func checkCreate(_ wanted: JSONObject, number: Int) throws(ChangeProblem) {
    for name in ["start", "end"] where wanted[name] == nil {
      throw ChangeProblem(number, "a new event needs its \"\(name)\"")
    }
  }

  // MARK: Values

  private static func read(_ value: JSON, _ shape: Shape) throws(ChangeValueError) -> JSON? {
    switch (shape, value) {
    case (.text, .null): return ""
    case (.text, .string): return value
    case (.texts, .null), (.people, .null), (.places, .null): return []
    case (.texts, .array(let elements)):
      let texts = elements.filter { $0.string?.isEmpty == false }
      guard elements.allSatisfy({ $0.string != nil }) else {
        throw ChangeValueError("is a list of texts")
      }
      return .array(texts)
    case (.people, .array(let elements)): return try people(elements)
    case (.places, .array(let elements)):
      var places: [JSON] = []
      for element in elements { places.append(try place(element)) }
      return .array(places)
    case (.place, _): return try place(value)
    case (.body, _): return try body(value)
    case (.rule, .null): return .null
    case (.rule, _): return try rule(value)
    case (_, .null), (.time, .string("")), (.flag, .string("")), (.word, .string("")),
      (.minutes, .string("")):
      return nil
    case (.time, _):
      guard EventMoment(value) != nil else {
        throw ChangeValueError(
          "is no time: write {\"dateTime\":\"2026-12-01T09:00:00\",\"timeZone\":\"Europe/Berlin\"}, "
            + "2026-12-01T09:00:00+01:00 or a date")
      }
      return value
    case (.flag, .bool): return value
    case (.flag, .string("true")): return true
    case (.flag, .string("false")): return false
    case (.flag, _): throw ChangeValueError("is true or false")
    case (.minutes, _):
      guard let minutes = value.int ?? value.string.flatMap({ Int($0) }), minutes >= 0 else {
        throw ChangeValueError("is a number of minutes")
      }
      return .number(minutes)
    case (.word(let words), _):
      guard
        let word = words.first(where: { $0.lowercased() == value.string?.lowercased() })
      else { throw ChangeValueError("is one of \(words.joined(separator: ", "))") }
      return .string(word)
    case (.text, _): throw ChangeValueError("is a text, not \(value.kind)")
    default: throw ChangeValueError("is a list, not \(value.kind)")
    }
  }

  private static func place(_ value: JSON) throws(ChangeValueError) -> JSON {
    switch value {
    case .null: return ["displayName": ""]
    case .string: return ["displayName": value]
    case .object(let object):
      guard object["displayName"].map({ $0.isNull || $0.string != nil }) ?? true else {
        throw ChangeValueError("has a \"displayName\" that is no text")
      }
      var place: JSONObject = ["displayName": .string(object["displayName"]?.string ?? "")]
      for name in [
        "locationType", "locationEmailAddress", "locationUri", "address", "coordinates",
      ] {
        if let part = object[name], !part.isNull, part.object?.isEmpty != true {
          place[name] = part
        }
      }
      return .object(place)
    default: throw ChangeValueError("is a text, or an object with \"displayName\"")
    }
  }

  private static func body(_ value: JSON) throws(ChangeValueError) -> JSON {
    switch value {
    case .null: return ["contentType": "text", "content": ""]
    case .string: return ["contentType": "text", "content": value]
    default:
      let type = value["contentType"]?.string?.lowercased() ?? "text"
      guard let content = value["content"]?.string, ["text", "html"].contains(type) else {
        throw ChangeValueError(
          "is a text, or an object with \"contentType\" (text, html) and \"content\"")
      }
      return ["contentType": .string(type), "content": .string(content)]
    }
  }

  private static func people(_ elements: [JSON]) throws(ChangeValueError) -> JSON {
    guard elements.count <= AttendeeReader.limit else {
      throw ChangeValueError("has more than \(AttendeeReader.limit) people")
    }
    var people: [JSON] = []
    for element in elements {
      let person = Person(graph: element.string.map { ["address": .string($0)] } ?? element)
      guard let person, let address = person.address, MailAddress.isAddress(address) else {
        throw ChangeValueError(
          "has an entry without a mail address in \"emailAddress\": {\"address\": …}")
      }
      let type = element["type"]?.string?.lowercased() ?? "required"
      guard let role = Attendee.Role(rawValue: type) else {
        throw ChangeValueError("has the type \"\(type)\"; there are required, optional, resource")
      }
      people.append(Attendee(person: person, role: role).graphJSON)
    }
    return .array(people)
  }

  private static func rule(_ value: JSON) throws(ChangeValueError) -> JSON {
    switch Recurrence(graph: value) {
    case .rule(let rule): return rule.graphJSON
    case .notUnderstood(let what): throw ChangeValueError("cannot be read: \(what)")
    case nil: throw ChangeValueError("is an object with \"pattern\" and \"range\"")
    }
  }
}

/// A time of a line, as it is written.
struct EventMoment: Sendable {
  var wall: WallTime
  /// The zone beside it; nil where none is named.
  var zoneName: String?
  /// Seconds east of UTC where it carries an offset, which then wins.
  var offset: Int?
  /// Whether only a day is written.
  var isDate = false

  /// Reads Graph's object, a time with or without offset, or a date; nil for anything else.
  init?(_ value: JSON?) {
    guard let text = value?.string ?? value?["dateTime"]?.string else { return nil }
    if let date = CalendarDate(parsing: text) {
      wall = WallTime(date: date)
      isDate = value?.string != nil
    } else if let written = WrittenTime(parsing: text) {
      wall = written.wall
      offset = written.offset
    } else {
      return nil
    }
    zoneName = value?["timeZone"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The instant, in `zone` where it names none of its own; nil where nobody here knows the zone.
  func instant(in zone: Zone, zones: ZoneDatabase) -> Date? {
    if let offset { return Zone.fixed(secondsEast: offset).instant(of: wall) }
    guard let zoneName else { return zone.instant(of: wall) }
    return (try? zones.zone(named: zoneName))?.instant(of: wall)
  }
}
