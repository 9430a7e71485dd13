import CalendarTime
package import FoundationEssentials
import HTTP

/// The reads of a mailbox that more than one command makes.
package enum CalendarRequests {
  /// The page size asked for; a wish, since the service may send fewer.
  package static let pageSize = 250

  /// The most days that one view may span.
  ///
  /// Observed, not documented: a longer one is answered with 400 and "1825 days". A few days less keep
  /// the hours of clock changes inside.
  package static let longestView = 1820

  /// Every event, occurrence and exception that touches `range`, ordered by start.
  ///
  /// The range is sent in UTC, so that no zone name and no `+` stands in the address. Without a
  /// calendar's id the default calendar is meant.
  package static func view(
    _ range: Range<Date>, calendarID: String? = nil,
    properties: [String] = eventListProperties
  ) -> GraphRequest {
    let path =
      calendarID.map { "/me/calendars/\(PercentEncoding.segment($0))/calendarView" }
      ?? "/me/calendarView"
    return GraphRequest(
      path: path,
      query: [
        "startDateTime": range.lowerBound.rfc3339(), "endDateTime": range.upperBound.rfc3339(),
        "$select": properties.joined(separator: ","), "$orderby": "start/dateTime",
        "$top": String(pageSize),
      ],
      headers: ["Prefer": Preferences.utc.field])
  }

  /// One event whole, with its body as text, or only some of its properties.
  ///
  /// With `asHTML` the body keeps its links and lists, which the service's text does not.
  package static func event(
    id: String, properties: [String]? = nil, asHTML: Bool = false
  ) -> GraphRequest {
    GraphRequest(
      path: "/me/events/" + PercentEncoding.segment(id),
      query: properties.map { ["$select": $0.joined(separator: ",")] } ?? [:],
      headers: [
        "Prefer": Preferences(timeZone: "UTC", bodyContentType: asHTML ? "html" : "text").field
      ])
  }

  /// Id and name of the default calendar.
  package static let defaultCalendar = GraphRequest(
    path: "/me/calendar", query: ["$select": "id,name"])

  /// All calendars of the mailbox.
  package static let calendars = GraphRequest(
    path: "/me/calendars",
    query: [
      "$select": calendarListProperties.joined(separator: ","), "$top": String(pageSize),
    ])

  /// Names and colours of the categories that items can be marked with.
  package static let categories = GraphRequest(
    path: "/me/outlook/masterCategories", query: ["$select": "displayName,color"])

  /// Zone, language, formats and working hours of the mailbox.
  package static let mailboxSettings = GraphRequest(path: "/me/mailboxSettings")

  /// Who is signed in.
  package static let me = GraphRequest(
    path: "/me",
    query: [
      "$select":
        "id,displayName,mail,userPrincipalName,jobTitle,officeLocation,preferredLanguage"
    ])

  /// The picture of who is signed in, as bytes.
  package static let photo = GraphRequest(
    path: "/me/photo/$value", headers: ["Accept": "image/jpeg, image/png, application/json"])
}
