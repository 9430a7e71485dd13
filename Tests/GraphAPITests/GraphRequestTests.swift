import CalendarTime
import Calendaring
import GraphAPI
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct GraphRequestTests {
  @Test func `a view asks for exact bounds, the list properties and a page size`() {
    let request = CalendarRequests.view(Sample.week)
    #expect(request.method == "GET")
    #expect(
      request.target
        == "/me/calendarView?startDateTime=2026-11-30T00:00:00Z&endDateTime=2026-12-07T00:00:00Z"
        + "&$select=" + eventListProperties.joined(separator: ",")
        + "&$orderby=start/dateTime&$top=250")
    #expect(eventListProperties == eventListProperties.sorted())
    #expect(calendarListProperties == calendarListProperties.sorted())
  }

  @Test(arguments: [
    ("AAMk/x+y=", "AAMk%2Fx%2By%3D"), ("a%2Fb", "a%252Fb"), ("a b?c#d", "a%20b%3Fc%23d"),
    ("..", "%2E%2E"),
  ])
  func `an id is encoded once`(id: String, segment: String) {
    #expect(CalendarRequests.event(id: id).path == "/me/events/" + segment)
    #expect(
      CalendarRequests.view(Sample.week, calendarID: id).path
        == "/me/calendars/\(segment)/calendarView")
  }

  @Test(arguments: [
    (Preferences(), #"IdType="ImmutableId""#),
    (.utc, #"outlook.timezone="UTC", IdType="ImmutableId""#),
    (
      Preferences(timeZone: "UTC", bodyContentType: "text", maxPageSize: 50),
      #"outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId", odata.maxpagesize=50"#
    ),
  ])
  func `wishes stand in one field`(preferences: Preferences, field: String) {
    #expect(preferences.field == field)
  }

  @Test(arguments: [
    ("GET", Repeatability.repeatable), ("DELETE", .repeatable), ("POST", .onlyWhenNotCarriedOut),
    ("PATCH", .onlyWhenNotCarriedOut),
  ])
  func `a write of unknown outcome is not repeated unless it says so`(
    method: String, repeatability: Repeatability
  ) {
    #expect(GraphRequest(method: method, path: "/me").repeatability == repeatability)
  }

  @Test func `a preview holds what would be sent`() {
    let request = GraphRequest(
      method: "POST", path: "/me/events", query: ["a": "b c"], headers: ["Prefer": "x"],
      body: ["subject": "S"])
    #expect(
      request.preview == [
        "method": "POST", "url": "/me/events?a=b%20c", "headers": ["Prefer": "x"],
        "body": ["subject": "S"],
      ])
  }

  private static let dentist = EventDraft(
    subject: "Dentist",
    time: .allDay(
      first: CalendarDate(daysSinceEpoch: 0), end: CalendarDate(daysSinceEpoch: 1),
      zoneName: "UTC"),
    transactionID: "t-1")

  // C042
  @Test func `a create that was made already is looked up by its transaction`() async throws {
    let transport = ScriptedTransport(answers: [
      Sample.answer(409, #"{"error":{"code":"ErrorDuplicateTransactionId"}}"#),
      Sample.answer(
        200,
        #"{"value":[{"id":"x","transactionId":null},{"id":"e1","transactionId":"t-1"},{"id":"y"}]}"#
      ),
    ])
    let created = try await Sample.client(transport).create(Self.dentist, window: Sample.week)
    #expect(created["id"] == "e1")
    let requests = await transport.requests
    #expect(requests.map(\.method) == ["POST", "GET"])
    #expect(requests[0].repeatability == .repeatable)
    #expect(requests[1].url.contains("transactionId"))
  }

  // C042
  @Test func `a series that was made already is looked up by its master`() async throws {
    var series = Self.dentist
    series.recurrence = try RecurrenceRule(.daily, start: CalendarDate(daysSinceEpoch: 0))
    let transport = ScriptedTransport(answers: [
      Sample.answer(409, #"{"error":{"code":"ErrorDuplicateTransactionId"}}"#),
      Sample.answer(
        200,
        #"{"value":[{"id":"x"},{"id":"o1","seriesMasterId":"m1"},{"id":"o2","seriesMasterId":"m1"},{"id":"o3","seriesMasterId":"m2"}]}"#
      ), Sample.answer(200, #"{"id":"m1","transactionId":"t-0"}"#),
      Sample.answer(200, #"{"id":"m2","transactionId":"t-1"}"#),
    ])
    let created = try await Sample.client(transport).create(series, window: Sample.week)
    #expect(created["id"] == "m2")
    #expect(await transport.requests.map(\.method) == ["POST", "GET", "GET", "GET"])
  }

  @Test(arguments: [409, 400])
  func `a create that nobody knows of is an error`(status: Int) async {
    let transport = ScriptedTransport { request, _ in
      request.method == "POST" ? Sample.answer(status, "{}") : Sample.page(["other"])
    }
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).create(Self.dentist, window: Sample.week)
    }
    #expect(error?.server?.status == status)
  }
}
