package import FoundationEssentials
package import JSON

extension GraphClient {
  /// Creates the event of `draft` exactly once and gives it as the service holds it.
  ///
  /// When a retry meets the event that an earlier try has made (409 on its `transactionId`), the
  /// event is looked up in `window`, instants that surely hold it or the first of its series, and
  /// counts as created. Without a calendar's id it goes into the default calendar.
  package func create(
    _ draft: EventDraft, calendarID: String? = nil, window: Range<Date>
  ) async throws(GraphError) -> JSONObject {
    try await create(draft.body.object ?? [:], calendarID: calendarID, window: window)
  }

  /// Creates an event of these properties, its `transactionId` among them, exactly once.
  ///
  /// `window` and `calendarID` are as for a draft.
  package func create(
    _ event: JSONObject, calendarID: String? = nil, window: Range<Date>
  ) async throws(GraphError) -> JSONObject {
    do {
      return try await object(EventRequests.creation(event, calendarID: calendarID))
    } catch .server(let error) where error.status == 409 {
      guard let found = try await created(event, calendarID: calendarID, window: window) else {
        throw .server(error)
      }
      return found
    }
  }

  /// The event with the `transactionId` of `event`; of a series the master, which no view lists.
  ///
  /// It is looked for in `window`, as for a create; nil where there is none.
  package func created(
    _ event: JSONObject, calendarID: String? = nil, window: Range<Date>
  ) async throws(GraphError) -> JSONObject? {
    guard let transaction = event["transactionId"] else { return nil }
    let view = CalendarRequests.view(
      window, calendarID: calendarID, properties: eventListProperties + ["transactionId"])
    let items = try await list(view).items
    guard event["recurrence"]?.object != nil else {
      return items.first { $0["transactionId"] == transaction }?.object
    }
    var asked: Set<String> = []
    for item in items {
      guard let id = item["seriesMasterId"]?.string, asked.insert(id).inserted else { continue }
      let master = try await object(CalendarRequests.event(id: id))
      if master["transactionId"] == transaction { return master }
    }
    return nil
  }
}
