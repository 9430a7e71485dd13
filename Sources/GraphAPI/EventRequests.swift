import CalendarTime
package import FoundationEssentials
import HTTP
package import JSON

/// The requests that read one event for a change, and those that change or remove it.
package enum EventRequests {
  /// One event whole, with its body as it is kept, so that what is not changed can be sent back.
  package static func stored(id: String) -> GraphRequest {
    GraphRequest(
      path: path(id),
      headers: ["Prefer": Preferences(timeZone: "UTC", bodyContentType: "html").field])
  }

  /// Everything of an event that a copy of it needs, by name.
  package static let copied = [
    "allowNewTimeProposals", "attendees", "body", "categories", "end", "hasAttachments",
    "hideAttendees", "iCalUId", "id", "importance", "isAllDay", "isCancelled", "isOnlineMeeting",
    "isOrganizer", "isReminderOn", "location", "locations", "onlineMeeting",
    "onlineMeetingProvider", "organizer", "originalEndTimeZone", "originalStart",
    "originalStartTimeZone", "recurrence", "reminderMinutesBeforeStart", "responseRequested",
    "responseStatus", "sensitivity", "seriesMasterId", "showAs", "start", "subject", "type",
  ]

  /// A series with the days on which it differs from its rule.
  ///
  /// Source: Microsoft Graph, "Get event", example 4: only for a master that is asked for by its id.
  package static func series(id: String) -> GraphRequest {
    let properties = copied + ["cancelledOccurrences", "exceptionOccurrences"]
    return GraphRequest(
      path: path(id),
      query: [
        "$select": properties.joined(separator: ","), "$expand": "exceptionOccurrences",
      ],
      headers: ["Prefer": Preferences(timeZone: "UTC", bodyContentType: "html").field])
  }

  /// The events of a series that touch a range, in no order.
  package static func instances(of id: String, in range: Range<Date>) -> GraphRequest {
    GraphRequest(
      path: path(id) + "/instances",
      query: [
        "startDateTime": range.lowerBound.rfc3339(), "endDateTime": range.upperBound.rfc3339(),
        "$select": "id,start,end,isAllDay,originalStart,type",
        "$top": String(CalendarRequests.pageSize),
      ],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// When an event of a series would have been by its rule.
  package static func originalStart(of id: String) -> GraphRequest {
    GraphRequest(
      path: path(id), query: ["$select": "id,originalStart,start"],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// The events of the default calendar with an identity that all mailboxes share.
  package static func found(byUID uid: String) -> GraphRequest {
    GraphRequest(
      path: "/me/events",
      query: [
        "$filter": "iCalUId eq '\(uid.replacing("'", with: "''"))'", "$select": "id,iCalUId,type",
      ],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// The calendar that an event is in.
  package static func calendar(of id: String) -> GraphRequest {
    GraphRequest(path: path(id) + "/calendar", query: ["$select": "id,name,owner"])
  }

  /// The files and items that are attached to an event, without their content.
  package static func attachments(of id: String) -> GraphRequest {
    GraphRequest(
      path: path(id) + "/attachments",
      query: ["$select": "id,name,contentType,size,isInline"],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// One attachment with its content.
  package static func attachment(_ attachment: String, of id: String) -> GraphRequest {
    GraphRequest(
      path: path(id) + "/attachments/" + PercentEncoding.segment(attachment),
      headers: ["Prefer": Preferences.utc.field])
  }

  /// Attaches a file of less than 3 MB.
  package static func addition(of file: JSONObject, to id: String) -> GraphRequest {
    GraphRequest(
      method: "POST", path: path(id) + "/attachments", headers: ["Prefer": Preferences.utc.field],
      body: .object(file))
  }

  /// Changes the given properties and no other, if the event is still what `etag` names.
  ///
  /// - SeeAlso: Microsoft Graph, "Update event"; RFC 9110 section 13.1.1.
  package static func update(id: String, _ changes: JSONObject, etag: String?) -> GraphRequest {
    var headers: HTTPFields = [
      "Prefer": Preferences(timeZone: "UTC", bodyContentType: "text").field
    ]
    headers["If-Match"] = etag
    return GraphRequest(
      method: "PATCH", path: path(id), headers: headers, body: .object(changes))
  }

  /// Removes an event, or one of a series, or a whole series; attendees are told by the service.
  package static func deletion(id: String, etag: String? = nil) -> GraphRequest {
    var headers: HTTPFields = ["Prefer": Preferences().field]
    headers["If-Match"] = etag
    return GraphRequest(method: "DELETE", path: path(id), headers: headers)
  }

  /// A new event of the given properties, among them a `transactionId`, which makes it repeatable.
  package static func creation(_ event: JSONObject, calendarID: String?) -> GraphRequest {
    let path =
      calendarID.map { "/me/calendars/\(PercentEncoding.segment($0))/events" } ?? "/me/events"
    return GraphRequest(
      method: "POST", path: path, headers: ["Prefer": Preferences.utc.field],
      body: .object(event), repeatability: .repeatable)
  }

  private static func path(_ id: String) -> String {
    "/me/events/" + PercentEncoding.segment(id)
  }
}
