import CalendarTime
import FoundationEssentials
import GraphAPI
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct DeltaRequestTests {
  @Test func `rounds begin with the window alone`() {
    let request = DeltaRequests.events(in: "a/b=", window: Sample.week)
    #expect(request.path == "/me/calendars/a%2Fb%3D/calendarView/delta")
    #expect(request.query.items.map(\.name) == ["startDateTime", "endDateTime"])
    #expect(
      request.headers["Prefer"]
        == #"outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize=500"#)
    let contacts = DeltaRequests.contacts(in: .other(id: "f"))
    #expect(contacts.target == "/me/contactFolders/f/contacts/delta")
    #expect(DeltaRequests.contacts(in: .standard).target == "/me/contacts/delta")
  }

  @Test(arguments: ["@odata.nextLink", "@odata.deltaLink"])
  func `a page with a link elsewhere is refused`(name: String) async {
    let transport = ScriptedTransport(answers: [
      .success(.json(#"{"value":[],"\#(name)":"https://elsewhere.test/v1.0/x"}"#))
    ])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).page(DeltaRequests.contacts(in: .standard))
    }
    #expect(error?.paging == .foreignLink(host: "elsewhere.test"))
  }

  @Test func `a link elsewhere is not asked`() async {
    let transport = ScriptedTransport(answers: [.success(.json("{}"))])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).page(
        DeltaRequests.contacts(in: .standard), at: "http://graph.test/v1.0/x")
    }
    #expect(error?.paging == .foreignLink(host: "graph.test"))
    #expect(await transport.requests.isEmpty)
  }
}

@Suite struct OccurrenceMappingTests {
  private static let uid =
    "040000008200E00074C5B7101A82E00800000000" + "28CEBE04293FD301000000000000000010000000ABCD"

  private func event(_ start: String, _ series: String, isAllDay: Bool = false) throws -> JSONObject
  {
    let master: JSONObject = [
      "id": "S/1=", "subject": "Stand-up", "iCalUId": .string(Self.uid),
      "isAllDay": .bool(isAllDay),
      "transactionId": "t", "recurrence": ["range": ["recurrenceTimeZone": .string(series)]],
      "webLink": "https://outlook.test/owa/?itemid=S%2F1%3D&path=/calendar/item",
    ]
    let stub: JSONObject = [
      "@odata.etag": "W/\"key+/=\"", "id": "S/1=2",
      "start": ["dateTime": .string(start), "timeZone": "UTC"],
    ]
    return OccurrenceMapping(
      master: master, zones: ZoneDatabase.system(environment: [:])
    ).event(stub)
  }

  /// Bytes 16 to 19 of the global object id are year, month and day of the series' own calendar.
  @Test(arguments: [
    ("2026-12-01T09:00:00.0000000", "UTC", false, "07EA0C01"),
    ("2026-12-01T03:00:00.0000000", "Pacific Standard Time", false, "07EA0B1E"),
    ("2026-12-31T20:00:00.0000000", "Tokyo Standard Time", false, "07EB0101"),
    ("2027-01-01T00:00:00.0000000", "Pacific Standard Time", true, "07EB0101"),
  ])
  func `an occurrence has a global id with its day`(
    start: String, zone: String, isAllDay: Bool, expected: String
  ) throws {
    let id = try event(start, zone, isAllDay: isAllDay)["iCalUId"]?.string ?? ""
    #expect(id.dropFirst(32).prefix(8) == expected)
    #expect(id.prefix(32) + "00000000" + id.dropFirst(40) == Self.uid)
  }

  @Test func `an occurrence has the members of its series but those of series alone`() throws {
    let event = try event("2026-12-01T09:00:00.0000000", "Nowhere")
    #expect(event["subject"] == "Stand-up" && event["type"] == "occurrence")
    #expect(event["seriesMasterId"] == "S/1=" && event["changeKey"] == "key+/=")
    #expect(event["recurrence"] == .null && event["transactionId"] == nil)
    #expect(event["webLink"] == "https://outlook.test/owa/?itemid=S%2F1%3D2&path=/calendar/item")
    // No zone, no day: the id of the series is better than a wrong one.
    #expect(event["iCalUId"]?.string == Self.uid)
  }
}
