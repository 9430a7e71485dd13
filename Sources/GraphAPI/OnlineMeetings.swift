package import JSON
import HTTP

/// Which online meetings a calendar can have.
///
/// Source: Microsoft Graph, resource "calendar", `allowedOnlineMeetingProviders`; "Create and enable an
/// event as an online meeting".
package enum OnlineMeetings {
  /// The calendar, as far as its online meetings go.
  package static func request(calendarID: String?) -> GraphRequest {
    GraphRequest(
      path: calendarID.map { "/me/calendars/" + PercentEncoding.segment($0) } ?? "/me/calendar",
      query: ["$select": "id,name,allowedOnlineMeetingProviders,defaultOnlineMeetingProvider"])
  }

  /// The provider to ask for: the calendar's own choice, else the first it allows; nil where it allows none.
  package static func provider(of calendar: JSONObject) -> String? {
    let allowed = (calendar["allowedOnlineMeetingProviders"]?.array ?? []).compactMap(\.string)
      .filter { $0.lowercased() != "unknown" }
    let usual = calendar["defaultOnlineMeetingProvider"]?.string?.lowercased()
    return allowed.first { $0.lowercased() == usual } ?? allowed.first
  }
}
