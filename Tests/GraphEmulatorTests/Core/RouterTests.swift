import FoundationEssentials
import HTTPServer
import JSON
import Testing

@testable import GraphEmulator

@Suite struct RouterTests {
  private static let mira = EmulatorDirectory.demo.users[0]

  private func call(
    _ path: String, method: String = "GET", scopes: Set<String> = [],
    owner: EmulatorUser = mira
  ) -> GraphCall {
    var call = GraphCall(
      method: method, root: "http://127.0.0.1/v1.0", path: path, user: Self.mira, scopes: scopes,
      now: Date(timeIntervalSince1970: 0), requestID: "r", clientRequestID: "c")
    call.owner = owner
    return call
  }

  /// A router whose answers tell the pattern and its parameters.
  private static func router() -> GraphRouter {
    var router = GraphRouter()
    for pattern in [
      "/me", "/me/events", "/me/events/{id}", "/me/events/delta()", "/me/events/{id}/accept",
      "/me/calendars/{calendar}/events/{id}", "/me/reminderView(startDateTime,endDateTime)",
      "/me/outlook/supportedTimeZones()", "/me/outlook/supportedTimeZones(TimeZoneStandard)",
    ] {
      router.add("GET", pattern, scopes: []) { (call) throws(GraphError) in
        let parameters = call.parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        return .ok(.string(([pattern] + parameters).joined(separator: " ")))
      }
    }
    router.add("GET", "/me/contacts", scopes: ["Contacts.Read", "Contacts.ReadWrite"]) {
      (_) throws(GraphError) in .noContent
    }
    return router
  }

  private func told(_ call: GraphCall) -> String {
    do throws(GraphError) {
      let answer = try Self.router().respond(to: call)
      guard case .json(let json) = answer.body else { return "\(answer.status)" }
      return json.string ?? ""
    } catch {
      return "\(error.status) \(error.code)"
    }
  }

  @Test(arguments: [
    ("/me", "/me"), ("/ME/Events", "/me/events"),
    ("/me/events/AAA%2Fb%3D", "/me/events/{id} id=AAA/b="),
    ("/me/events/AAA=", "/me/events/{id} id=AAA="),
    ("/me/events('it''s')", "/me/events/{id} id=it's"),
    ("/me/events/delta", "/me/events/delta()"), ("/me/events/Delta()", "/me/events/delta()"),
    ("/me/events/microsoft.graph.delta()", "/me/events/delta()"),
    ("/me/events/x/microsoft.graph.Accept", "/me/events/{id}/accept id=x"),
    ("/me/calendars('c')/events/e", "/me/calendars/{calendar}/events/{id} calendar=c id=e"),
    (
      "/me/reminderView(EndDateTime='b,c',startDateTime='a''s')",
      "/me/reminderView(startDateTime,endDateTime) endDateTime=b,c startDateTime=a's"
    ),
    ("/me/outlook/supportedTimeZones", "/me/outlook/supportedTimeZones()"),
    (
      "/me/outlook/supportedTimeZones(TimeZoneStandard=microsoft.graph.timeZoneStandard'Iana')",
      "/me/outlook/supportedTimeZones(TimeZoneStandard) TimeZoneStandard=Iana"
    ),
    ("/me/nothing", "400 BadRequest"), ("/me/outlook/supportedTimeZones(a=1)", "400 BadRequest"),
  ])
  func `a path finds its row`(path: String, told: String) {
    #expect(self.told(call(path)) == told)
  }

  @Test func `another method, a missing permission and another's mailbox are refused`() {
    #expect(told(call("/me/events", method: "PATCH")) == "405 Request_BadRequest")
    #expect(told(call("/me/contacts")) == "403 ErrorAccessDenied")
    #expect(told(call("/me/contacts", scopes: ["calendars.read"])) == "403 ErrorAccessDenied")
    #expect(told(call("/me/contacts", scopes: ["contacts.readwrite"])) == "204")
    let jonas = EmulatorDirectory.demo.users[1]
    #expect(told(call("/me/events", owner: jonas)) == "403 ErrorAccessDenied")
  }

  @Test func `preferences of several lines are read together`() {
    var call = call("/me")
    call.headers.append("Prefer", "outlook.timezone=\"Europe/Berlin\", return=minimal")
    call.headers.append("prefer", "IdType=\"ImmutableId\"; odata.maxpagesize=5, odata.x")
    #expect(
      call.preferences == [
        "outlook.timezone": "Europe/Berlin", "return": "minimal", "idtype": "ImmutableId",
        "odata.maxpagesize": "5", "odata.x": "",
      ])
  }

  @Test func `query names and values are decoded, and a forgotten plus can be had back`() {
    let query = GraphQuery("%24top=5&$orderby=start%2FdateTime+desc&t=2026-01-01T00:00:00+01:00&e=")
    #expect(query["$top"] == "5")
    #expect(query["$OrderBy"] == "start/dateTime desc")
    #expect(query["t"] == "2026-01-01T00:00:00 01:00")
    #expect(query.item("t")?.valueWithPlus == "2026-01-01T00:00:00+01:00")
    #expect(query["e"] == "")
    #expect(query["none"] == nil)
  }

  @Test(arguments: [
    ("a%20b%2", "a b%2"), ("%zz", "%zz"), ("%E2%82%AC", "€"), ("%FF", "\u{FFFD}"), ("a+b", "a+b"),
  ])
  func `escapes are undone and others left`(text: String, decoded: String) {
    #expect(PercentCoding.decoded(text) == decoded)
  }
}
