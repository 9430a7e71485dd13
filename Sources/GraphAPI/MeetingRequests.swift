import CalendarTime
package import Calendaring
import HTTP
package import JSON

/// What people do with a meeting besides changing it: answer, pass on, call off.
///
/// All of them send mail, so none may be repeated when it is not known whether it was carried out.
/// Sources: Microsoft Graph, "event: accept", "event: tentativelyAccept", "event: decline",
/// "event: forward", "event: cancel".
package enum MeetingRequests {
  /// The three answers, by the last segment of their path.
  package enum Answer: String, Sendable, CaseIterable {
    case accept, tentativelyAccept, decline

    /// What the answer makes of the owner's `responseStatus`.
    package var response: CalendarEvent.Response {
      switch self {
      case .accept: .accepted
      case .tentativelyAccept: .tentativelyAccepted
      case .decline: .declined
      }
    }
  }

  /// What has to be known of a meeting before any of this is done to it.
  package static let properties = [
    "allowNewTimeProposals", "attendees", "end", "id", "isAllDay", "isCancelled", "isOrganizer",
    "organizer", "responseRequested", "responseStatus", "sensitivity", "seriesMasterId", "start",
    "subject", "type",
  ]

  /// One meeting, as far as an answer to it needs.
  package static func meeting(id: String) -> GraphRequest {
    GraphRequest(
      path: path(id), query: ["$select": properties.joined(separator: ",")],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// An answer to an invitation, of which the organizer is told where `isSent`.
  ///
  /// A comment and the proposal of another time go only together with `isSent`, a proposal not with
  /// `accept`.
  package static func answer(
    _ answer: Answer, id: String, comment: String? = nil, isSent: Bool = true,
    proposal: EventDraft.Time? = nil
  ) -> GraphRequest {
    var body: JSONObject = ["sendResponse": .bool(isSent)]
    if let comment { body["comment"] = .string(comment) }
    if let proposal {
      let (start, end) = proposal.graphJSON
      body["proposedNewTime"] = ["start": start, "end": end]
    }
    return action(answer.rawValue, id: id, body)
  }

  /// Passes a meeting on to people; the service tells the organizer of a work mailbox.
  package static func forward(id: String, to people: [Person], comment: String?) -> GraphRequest {
    var body: JSONObject = [
      "toRecipients": .array(people.map { ["emailAddress": $0.graphJSON] })
    ]
    if let comment { body["comment"] = .string(comment) }
    return action("forward", id: id, body)
  }

  /// Calls a meeting off, by its organizer; everybody invited gets a mail with the comment.
  package static func cancel(id: String, comment: String?) -> GraphRequest {
    var body = JSONObject()
    if let comment { body["comment"] = .string(comment) }
    return action("cancel", id: id, body)
  }

  private static func action(_ name: String, id: String, _ body: JSONObject) -> GraphRequest {
    GraphRequest(
      method: "POST", path: path(id) + "/" + name, headers: ["Prefer": Preferences.utc.field],
      body: .object(body))
  }

  private static func path(_ id: String) -> String { "/me/events/" + PercentEncoding.segment(id) }
}

extension EventDraft.Time {
  /// Start and end as Graph's `dateTimeTimeZone`.
  package var graphJSON: (start: JSON, end: JSON) {
    switch self {
    case .timed(let start, let end, let zone):
      (GraphDateTime.json(start, timeZone: zone), GraphDateTime.json(end, timeZone: zone))
    case .allDay(let first, let end, let zone):
      (
        GraphDateTime.json(WallTime(date: first), timeZone: zone),
        GraphDateTime.json(WallTime(date: end), timeZone: zone)
      )
    }
  }
}

extension Person {
  /// Graph's `emailAddress`.
  package var graphJSON: JSON {
    var object: JSONObject = ["address": .string(orNull: address)]
    if let name { object["name"] = .string(name) }
    return .object(object)
  }
}
