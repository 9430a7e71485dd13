import Calendaring
import GraphAPI
import JSON

/// Who hears of it when an event is changed or removed.
enum MeetingPeople {
  /// The people and rooms that are invited, without the organizer.
  static func invited(_ event: JSONObject) -> [Attendee] {
    let organizer = event["organizer"]?["emailAddress"]?["address"]?.string?.lowercased()
    return attendees(of: event)
      .filter { organizer == nil || $0.person.address?.lowercased() != organizer }
  }

  /// Everybody on the list, rooms too, without what they have answered.
  static func attendees(of event: JSONObject) -> [Attendee] {
    (event["attendees"]?.array ?? []).compactMap { attendee in
      guard let person = Person(graph: attendee) else { return nil }
      let role = attendee["type"]?.string.flatMap { Attendee.Role(rawValue: $0.lowercased()) }
      return Attendee(person: person, role: role ?? .required)
    }
  }

  /// How many would get a mail; 0 for an event of one's own, and for a meeting of somebody else.
  static func count(_ event: JSONObject) -> Int {
    isOrganizer(event) ? invited(event).count : 0
  }

  static func isOrganizer(_ event: JSONObject) -> Bool { event["isOrganizer"]?.bool ?? true }

  /// Whether anybody else takes part.
  static func isMeeting(_ event: JSONObject) -> Bool {
    !isOrganizer(event) || !invited(event).isEmpty
  }

  /// The name of who organizes it, for people.
  static func organizer(_ event: JSONObject) -> String {
    event["organizer"].flatMap(Person.init(graph:))?.label ?? "somebody else"
  }

  /// The subject in quotes, as sentences have it.
  static func title(_ event: JSONObject) -> String {
    let subject = event["subject"]?.string ?? ""
    return subject.isEmpty ? "the event" : "\"\(subject)\""
  }
}

extension JSONObject {
  /// The same event with these people invited to it, and no others.
  func inviting(_ people: [Attendee]) -> JSONObject {
    var event = self
    event["attendees"] = .array(people.map(\.graphJSON))
    return event
  }
}
