import CalendarTime
import FoundationEssentials
import JSON

/// What `findMeetingTimes` is asked for.
///
/// Source: Microsoft Graph "user: findMeetingTimes".
struct MeetingTimesRequest {
  var attendees: [JSON] = []
  var places: MeetingPlacesRequest
  var slots: [Range<Date>]
  /// `work`, `personal` or `unrestricted`.
  var domain: String
  /// In seconds.
  var duration: Double
  var maximum: Int
  var organizerIsOptional: Bool
  var givesReasons: Bool
  /// The least confidence, 0 to 100.
  var percentage: Double

  init(_ body: JSONObject, now: Date, zones: GraphZones) throws(GraphError) {
    places = try MeetingPlacesRequest(body.value("locationConstraint")?.object ?? [:])
    for attendee in body.value("attendees")?.array ?? [] {
      guard let sent = attendee.object else { throw .unreadable("attendees") }
      var kept: JSONObject = [:]
      if let type = try sent.word("type", of: EventProperties.Words.attendeeType) {
        kept["type"] = .string(type)
      }
      kept["emailAddress"] = try EventProperties.emailAddress(sent.value("emailAddress"))
      attendees.append(.object(kept))
    }
    let constraint = body.value("timeConstraint")?.object ?? [:]
    domain =
      try constraint.word(
        "activityDomain", of: ["work", "personal", "unrestricted", "unknown"]) ?? "work"
    slots = []
    for slot in constraint.value("timeSlots")?.array ?? [] {
      guard let slot = slot.object else { throw .unreadable("timeSlots") }
      let start = try zones.time(slot.value("start") ?? .null).instant
      let end = try zones.time(slot.value("end") ?? .null).instant
      guard start <= end else { throw .propertyValidation }
      slots.append(start..<end)
    }
    if slots.isEmpty { slots = [now..<now.addingTimeInterval(7 * 86_400)] }
    duration = try Self.duration(body.value("meetingDuration"))
    maximum = try body.wholeNumber("maxCandidates") ?? 20
    organizerIsOptional = try body.truth("isOrganizerOptional") ?? false
    givesReasons = try body.truth("returnSuggestionReasons") ?? false
    percentage = try Self.percentage(body.value("minimumAttendeePercentage"))
  }

  private static func percentage(_ json: JSON?) throws(GraphError) -> Double {
    switch json {
    case nil, .null: return 50
    case .number(let number): return number.double
    case .string(let text):
      guard let value = Double(text) else { throw .unreadable("minimumAttendeePercentage") }
      return value
    default: throw .unreadable("minimumAttendeePercentage")
    }
  }

  /// Seconds of an ISO 8601 duration in days, hours, minutes and seconds; half an hour without one.
  ///
  /// Anything else is refused with 400 `RequestBodyRead`, as the `1:00:00` of an SDK is
  /// (microsoft-graph-docs#450).
  static func duration(_ json: JSON?) throws(GraphError) -> Double {
    guard let json, !json.isNull else { return 1800 }
    guard let text = json.string, text.first == "P" else { throw .unreadable("meetingDuration") }
    var seconds = 0.0
    var digits = ""
    var isTime = false
    for sign in text.dropFirst() {
      if sign == "T", !isTime, digits.isEmpty {
        isTime = true
      } else if sign.isASCII, sign.isNumber || sign == "." {
        digits.append(sign)
      } else {
        let units: [Character: Double] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["D": 86_400]
        guard let unit = units[sign], let value = Double(digits) else {
          throw .unreadable("meetingDuration")
        }
        seconds += value * unit
        digits = ""
      }
    }
    guard digits.isEmpty, seconds > 0 else { throw .unreadable("meetingDuration") }
    return seconds
  }
}

/// Finds times for a meeting from what people's calendars say.
struct MeetingTimes {
  struct Suggestion {
    var slot: Range<Date>
    var confidence: Double
    var organizer: String
    /// One word for each attendee.
    var attendees: [String]
    var locations: [JSON] = []
  }

  let request: MeetingTimesRequest
  private let organizer: FreeBusy
  /// Nil for an attendee whose calendar is not known here.
  private let attendees: [FreeBusy?]
  private let hours: WorkingHours
  private let places: MeetingPlaces

  init(_ request: MeetingTimesRequest, for mailbox: Mailbox) throws(GraphError) {
    self.request = request
    let starts = request.slots.map(\.lowerBound).min() ?? mailbox.now
    let ends = request.slots.map(\.upperBound).max() ?? mailbox.now
    organizer = try FreeBusy(of: mailbox, in: starts..<ends)
    var attendees: [FreeBusy?] = []
    for attendee in request.attendees {
      let other = try mailbox.mailbox(of: EventService.address(attendee) ?? "")
      attendees.append(
        try other.map { (other) throws(GraphError) in
          try FreeBusy(of: other, in: starts..<ends)
        })
    }
    self.attendees = attendees
    hours = try WorkingHours(of: mailbox)
    places = try MeetingPlaces(
      request.places, for: request.attendees.count + 1, of: mailbox, in: starts..<ends)
  }

  /// All slots that start on a half hour and lie where they may.
  private var candidates: [Range<Date>] {
    var found: [Range<Date>] = []
    for slot in request.slots {
      let halfHour = 1800.0
      var start = Date(
        timeIntervalSince1970: (slot.lowerBound.timeIntervalSince1970 / halfHour).rounded(.up)
          * halfHour)
      while start.addingTimeInterval(request.duration) <= slot.upperBound, found.count < 10_000 {
        let candidate = start..<start.addingTimeInterval(request.duration)
        if request.domain != "work" || hours.hold(candidate) { found.append(candidate) }
        start = start.addingTimeInterval(halfHour)
      }
    }
    return found
  }

  private func rated(_ slot: Range<Date>) -> Suggestion {
    let words = attendees.map { freeBusy in
      freeBusy.map { $0.taken(slot)?.status ?? "free" } ?? "unknown"
    }
    let points = words.map { word in word == "free" ? 100.0 : word == "unknown" ? 49 : 0 }
    let mean = points.isEmpty ? 100 : points.reduce(0, +) / Double(points.count)
    return Suggestion(
      slot: slot, confidence: mean, organizer: organizer.taken(slot)?.status ?? "free",
      attendees: words)
  }

  /// The best suggestions, surest first and then earliest; or why there are none.
  func suggestions() -> (found: [Suggestion], emptyReason: String) {
    let all = candidates.map(rated)
    guard !all.isEmpty else { return ([], "unknown") }
    let possible = all.filter { request.organizerIsOptional || $0.organizer == "free" }
    guard !possible.isEmpty else { return ([], "organizerUnavailable") }
    let agreed = possible.filter { $0.confidence >= request.percentage }
    let found = agreed.compactMap { suggestion in
      places.places(in: suggestion.slot).map { locations in
        var suggestion = suggestion
        suggestion.locations = locations
        return suggestion
      }
    }
    .sorted { ($1.confidence, $0.slot.lowerBound) < ($0.confidence, $1.slot.lowerBound) }
    if !found.isEmpty { return (Array(found.prefix(max(1, request.maximum))), "") }
    if !agreed.isEmpty { return ([], "locationsUnavailable") }
    let isUnknown = attendees.contains { $0 == nil }
    return ([], isUnknown ? "attendeesUnavailableOrUnknown" : "attendeesUnavailable")
  }
}

/// Answers for `findMeetingTimes`.
struct MeetingTimesService {
  let store: MailboxStore

  func addRoutes(to router: inout GraphRouter) {
    // The permissions reference names the shared ones only; the service takes the others too
    // (microsoft-graph-docs issue 13050).
    router.add(
      "POST", "/me/findMeetingTimes",
      scopes: [
        "Calendars.Read.Shared", "Calendars.ReadWrite.Shared", "Calendars.Read",
        "Calendars.ReadWrite",
      ], find)
  }

  private func find(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
    guard !call.owner.isPersonal else { throw .accessDenied }
    let style = try EventStyle(call, zones: store.zones)
    let body = call.body.isEmpty ? [:] : try call.object()
    let request = try MeetingTimesRequest(body, now: call.now, zones: store.zones)
    return try store.perform(for: call) { (mailbox) throws(GraphError) in
      let (found, reason) = try MeetingTimes(request, for: mailbox).suggestions()
      let context = RequestAddress(call).context("microsoft.graph.meetingTimeSuggestionsResult")
      let answer: JSON = [
        "@odata.context": .string(context), "emptySuggestionsReason": .string(reason),
        "meetingTimeSuggestions": .array(
          found.enumerated().map { json($1, order: $0 + 1, request, style) }),
      ]
      return GraphAnswer.ok(answer).applying(style.applied)
    }
  }

  private func json(
    _ suggestion: MeetingTimes.Suggestion, order: Int, _ request: MeetingTimesRequest,
    _ style: EventStyle
  ) -> JSON {
    func time(_ instant: Date) -> JSON {
      EventTime.document(style.zone.wallTime(at: instant), style.zoneName)
    }
    var answer: JSONObject = [
      "confidence": .number(JSONNumber(suggestion.confidence)), "order": .number(order),
      "organizerAvailability": .string(suggestion.organizer),
    ]
    if request.givesReasons {
      answer["suggestionReason"] = .string(
        suggestion.confidence == 100
          ? "Suggested because it is one of the nearest times when all attendees are available."
          : "Suggested because it is one of the nearest times when most attendees are available.")
    }
    answer["attendeeAvailability"] = .array(
      zip(request.attendees, suggestion.attendees).map { attendee, word in
        ["availability": .string(word), "attendee": attendee]
      })
    answer["locations"] = .array(suggestion.locations)
    answer["meetingTimeSlot"] = [
      "start": time(suggestion.slot.lowerBound), "end": time(suggestion.slot.upperBound),
    ]
    return .object(answer)
  }
}
