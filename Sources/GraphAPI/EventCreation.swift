package import FoundationEssentials
package import JSON

extension GraphClient {
  /// Creates the event of `draft` exactly once and gives it as the service holds it.
  ///
  /// When a retry meets the event that an earlier try has made (409 on its `transactionId`), the
  /// event is looked up in `window`, instants that surely hold it, and counts as created. Without a
  /// calendar's id it goes into the default calendar.
  package func create(
    _ draft: EventDraft, calendarID: String? = nil, window: Range<Date>
  ) async throws(GraphError) -> JSONObject {
    do {
      return try await object(draft.request(calendarID: calendarID))
    } catch .server(let error) where error.status == 409 {
      let view = CalendarRequests.view(
        window, calendarID: calendarID, properties: eventListProperties + ["transactionId"])
      let match = try await list(view).items.first {
        $0["transactionId"]?.string == draft.transactionID
      }
      guard let found = match?.object else { throw .server(error) }
      return found
    }
  }
}
