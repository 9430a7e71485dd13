import CalendarTime
import FoundationEssentials
import JSON

/// What an attendee answers to an invitation, read and checked.
///
/// Source: Microsoft Graph "event: accept", "event: decline", "event: tentativelyAccept"; the refusal
/// of a comment that is not sent: simstudioai/sim#6041; of an answer nobody asked for:
/// botframework-components#1374.
struct MeetingAnswer {
  enum Kind: String {
    case accept, decline, tentativelyAccept

    var response: String {
      switch self {
      case .accept: "accepted"
      case .decline: "declined"
      case .tentativelyAccept: "tentativelyAccepted"
      }
    }

    var showAs: JSON { self == .accept ? "busy" : "tentative" }
  }

  let kind: Kind
  let sendsResponse: Bool
  /// Times in the zones they were sent in.
  let proposal: JSON?

  /// The answer of a mailbox that nobody looks after.
  init(byItself kind: Kind) {
    self.kind = kind
    sendsResponse = true
    proposal = nil
  }

  /// Reads a body and holds it against the event it answers.
  init(
    _ kind: Kind, _ body: JSONObject, to event: JSONObject, zones: GraphZones
  ) throws(GraphError) {
    self.kind = kind
    sendsResponse = try body.truth("sendResponse") ?? true
    guard event["isOrganizer"] != true else {
      throw .invalidRequest(
        "You can't respond to this meeting because you're the meeting organizer.")
    }
    if let comment = try body.text("comment"), !comment.isEmpty, !sendsResponse {
      throw .invalidRequest("SendResponse must be true when Comment is not null.")
    }
    if sendsResponse, event["responseRequested"] == false {
      throw .invalidRequest("The meeting organizer hasn't requested a response.")
    }
    proposal = try Self.proposal(kind, body, to: event, isSent: sendsResponse, zones: zones)
  }

  private static func proposal(
    _ kind: Kind, _ body: JSONObject, to event: JSONObject, isSent: Bool, zones: GraphZones
  ) throws(GraphError) -> JSON? {
    guard let sent = body.value("proposedNewTime"), !sent.isNull else { return nil }
    guard kind != .accept else {
      throw .invalidRequest("A new time can't be proposed when a meeting is accepted.")
    }
    guard isSent, event["allowNewTimeProposals"] != false else {
      throw .invalidRequest(
        "A new time can't be proposed: the response isn't sent, or the organizer doesn't allow it.")
    }
    guard let slot = sent.object else { throw .unreadable("proposedNewTime") }
    let start = try zones.time(slot.value("start") ?? .null)
    let end = try zones.time(slot.value("end") ?? .null)
    guard start.instant <= end.instant else { throw .propertyValidation }
    return ["start": start.document, "end": end.document]
  }

  private func status(at now: Date) -> JSON {
    ["response": .string(kind.response), "time": .string(Timestamp.zulu(now))]
  }

  /// What the answer changes in the attendee's own copy.
  func ownChanges(_ event: JSONObject, _ mailbox: Mailbox) -> JSONObject {
    let status = status(at: mailbox.now)
    let attendees = (event["attendees"]?.array ?? []).map { attendee -> JSON in
      guard let address = EventService.address(attendee), mailbox.user.answers(to: address),
        case .object(var object) = attendee
      else { return attendee }
      object["status"] = status
      return .object(object)
    }
    return [
      "responseStatus": status, "showAs": event["showAs"] == "free" ? "free" : kind.showAs,
      "attendees": .array(attendees),
    ]
  }

  /// What it changes at the organizer's, who learns it only when it is sent.
  func organizerChanges(_ event: JSONObject, from mailbox: Mailbox) -> JSONObject {
    let attendees = (event["attendees"]?.array ?? []).map { attendee -> JSON in
      guard let address = EventService.address(attendee), mailbox.user.answers(to: address),
        case .object(var object) = attendee
      else { return attendee }
      object["status"] = status(at: mailbox.now)
      object["proposedNewTime"] = proposal
      return .object(object)
    }
    return ["attendees": .array(attendees)]
  }
}

extension GraphError {
  /// 400 in the words that Outlook's refusals start with.
  static func invalidRequest(_ reason: String) -> GraphError {
    .badRequest("ErrorInvalidRequest", "Your request can't be completed. " + reason)
  }
}
