package import CalendarTime
package import Calendaring
package import FoundationEssentials
import HTTP
package import JSON

/// What `findMeetingTimes` is asked.
///
/// Source: Microsoft Graph, "user: findMeetingTimes".
package struct MeetingTimesQuery: Sendable, Hashable {
  package var attendees: [Attendee]
  package var range: Range<Date>
  /// Seconds, whole minutes.
  package var length: TimeInterval
  package var count: Int
  /// Whether nights and weekends count too.
  package var isUnrestricted = false
  /// Whether the organizer need not have time.
  package var isOrganizerOptional = false
  /// The least confidence, 0 to 100.
  package var percentage = 50
  /// The room to be free as well.
  package var room: Room?

  /// Which room a suggestion has to come with.
  package enum Room: Sendable, Hashable {
    /// One that the service picks.
    case any
    case named(String)
  }

  package init(attendees: [Attendee], range: Range<Date>, length: TimeInterval, count: Int) {
    self.attendees = attendees
    self.range = range
    self.length = length
    self.count = count
  }

  /// The call; it reads, so it may be repeated.
  package var request: GraphRequest {
    func time(_ instant: Date) -> JSON {
      GraphDateTime.json(Zone.utc.wallTime(at: instant), timeZone: "UTC")
    }
    var body: JSONObject = [
      "attendees": .array(attendees.map(\.graphJSON)),
      "timeConstraint": [
        "activityDomain": isUnrestricted ? "unrestricted" : "work",
        "timeSlots": [["start": time(range.lowerBound), "end": time(range.upperBound)]],
      ],
      "meetingDuration": .string(CalendarDuration(seconds: Int(length)).description),
      "maxCandidates": .number(count), "isOrganizerOptional": .bool(isOrganizerOptional),
      "returnSuggestionReasons": true, "minimumAttendeePercentage": .number(percentage),
    ]
    switch room {
    case nil: break
    case .any:
      body["locationConstraint"] = ["isRequired": true, "suggestLocation": true, "locations": []]
    case .named(let name):
      let key = name.contains("@") ? "locationEmailAddress" : "displayName"
      body["locationConstraint"] = [
        "isRequired": true, "suggestLocation": false,
        "locations": [["resolveAvailability": true, "\(key)": .string(name)]],
      ]
    }
    return GraphRequest(
      method: "POST", path: "/me/findMeetingTimes", headers: ["Prefer": Preferences.utc.field],
      body: .object(body), repeatability: .repeatable)
  }
}

/// A time at which people could meet, as Graph suggests it.
///
/// Source: Microsoft Graph, resource "meetingTimeSuggestion".
package struct MeetingSuggestion: Sendable, Hashable {
  /// As sent, times in UTC.
  package var json: JSONObject
  package var range: Range<Date>

  /// Nil without a time that can be read.
  package init?(_ json: JSON, zones: ZoneDatabase) {
    let slot = json["meetingTimeSlot"]
    guard let object = json.object,
      let start = GraphDateTime(slot?["start"])?.instant(zones: zones),
      let end = GraphDateTime(slot?["end"])?.instant(zones: zones), start < end
    else { return nil }
    self.json = object
    range = start..<end
  }

  /// Makes what the service would say of a time; `words` has one word of `freeBusyStatus` an attendee.
  package init(
    range: Range<Date>, order: Int, confidence: Double, attendees: [Attendee], words: [String],
    reason: String
  ) {
    self.range = range
    func time(_ instant: Date) -> JSON {
      GraphDateTime.json(Zone.utc.wallTime(at: instant), timeZone: "UTC")
    }
    json = [
      "confidence": .number(JSONNumber(confidence)), "order": .number(order),
      "organizerAvailability": "free", "suggestionReason": .string(reason), "locations": [],
      "attendeeAvailability": .array(
        zip(attendees, words).map { ["attendee": $0.graphJSON, "availability": .string($1)] }),
      "meetingTimeSlot": ["start": time(range.lowerBound), "end": time(range.upperBound)],
    ]
  }

  /// How likely all come, 0 to 100.
  package var confidence: Double { json["confidence"]?.number?.double ?? 0 }
  package var reason: String? { json["suggestionReason"]?.string }
  package var organizerAvailability: String? { json["organizerAvailability"]?.string?.lowercased() }

  /// Each attendee's address and the word for their time, in lower case.
  package var availability: [(address: String, word: String)] {
    (json["attendeeAvailability"]?.array ?? []).compactMap { entry in
      guard let address = entry["attendee"]?["emailAddress"]?["address"]?.string else { return nil }
      return (address, entry["availability"]?.string?.lowercased() ?? "unknown")
    }
  }

  /// The address of the first place suggested with it, where it has one.
  package var roomAddress: String? {
    guard let place = json["locations"]?.array?.first else { return nil }
    return [place["locationEmailAddress"], place["locationUri"]].compactMap { $0?.string }
      .first { $0.contains("@") }
  }

  /// The names of the places suggested with it.
  package var locations: [String] {
    (json["locations"]?.array ?? []).compactMap { $0["displayName"]?.string }
      .filter { !$0.isEmpty }
  }
}
