import CalendarTime
package import FoundationEssentials
import HTTP

/// The first calls of rounds of changes; what follows them goes by links.
///
/// Source: Microsoft Graph, "event: delta", "contact: delta" and "Use delta query". None of the options
/// of lists is taken for events, so everything of an item comes.
package enum DeltaRequests {
  /// The page size asked for; a wish, sent again with every link.
  package static let pageSize = 500

  /// Everything in a calendar that touches `window`, and from then on what changes of it.
  package static func events(in calendarID: String, window: Range<Date>) -> GraphRequest {
    GraphRequest(
      path: "/me/calendars/\(PercentEncoding.segment(calendarID))/calendarView/delta",
      query: [
        "startDateTime": window.lowerBound.rfc3339(), "endDateTime": window.upperBound.rfc3339(),
      ],
      headers: ["Prefer": Preferences(timeZone: "UTC", maxPageSize: pageSize).field])
  }

  /// The contacts of a folder, and from then on what changes of them.
  package static func contacts(in folder: ContactRequests.Folder) -> GraphRequest {
    GraphRequest(
      path: folder.path + "/delta",
      headers: ["Prefer": Preferences(maxPageSize: pageSize).field])
  }

  /// The ids of a series' events that touch a range.
  package static func instanceIDs(of series: String, in window: Range<Date>) -> GraphRequest {
    var request = EventRequests.instances(of: series, in: window)
    request.query["$select"] = "id"
    return request
  }
}
