import GraphAPI
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct AnswerTests {
  private static let expired = Sample.answer(
    401,
    #"{"error":{"code":"InvalidAuthenticationToken","message":"Access token has expired."}}"#,
    ["WWW-Authenticate": #"Bearer error="invalid_token", claims="eyJ""#])

  // C039
  @Test func `a token that ends between pages is renewed once and the page asked again`()
    async throws
  {
    let (second, third) = (Sample.root + "/me?$skip=1", Sample.root + "/me?$skip=2")
    let transport = ScriptedTransport(answers: [
      Sample.page(["e1"], next: second), Self.expired, Sample.page(["e2"], next: third),
      Sample.page(["e3"]),
    ])
    let tokens = Tokens()
    let list = try await Sample.client(transport, tokens: tokens).list(CalendarRequests.calendars)
    #expect(list.items.map { $0["id"] } == ["e1", "e2", "e3"])
    let requests = await transport.requests
    #expect(requests.dropFirst().map(\.url) == [second, second, third])
    #expect(
      requests.map { $0.headers["Authorization"] }
        == ["Bearer token-1", "Bearer token-1", "Bearer token-2", "Bearer token-2"])
    #expect(await tokens.rejected.map(\.token) == ["token-1"])
    #expect(
      await tokens.rejected.first?.challenges
        == [#"Bearer error="invalid_token", claims="eyJ""#])
  }

  @Test func `a write is open when its answer is lost, cut, or not waited for`() async throws {
    func isOpen(_ answer: ScriptedTransport.Answer) async -> Bool? {
      let request = GraphRequest(method: "POST", path: "/me/events", body: [:])
      do {
        _ = try await Sample.client(ScriptedTransport(answers: [answer])).object(request)
        return nil
      } catch {
        return error.leavesOutcomeOpen
      }
    }
    func failure(_ reason: TransportError.Reason, wasNotSent: Bool) -> ScriptedTransport.Answer {
      .failure(TransportError(reason: reason, host: "h", detail: "", wasNotSent: wasNotSent))
    }
    #expect(await isOpen(Sample.answer(201, #"{"id":"#)) == true)
    #expect(await isOpen(failure(.connectionLost, wasNotSent: false)) == true)
    #expect(await isOpen(failure(.cancelled, wasNotSent: false)) == true)
    #expect(await isOpen(failure(.cannotConnect, wasNotSent: true)) == false)
    #expect(await isOpen(Sample.answer(503, "")) == true)
    #expect(await isOpen(Sample.answer(400, "")) == false)
  }

  @Test func `a write that is answered with a page is no success`() async throws {
    let page = Sample.answer(200, "<html>Sign in to WiFi</html>", type: "text/html")
    for method in ["POST", "PATCH", "DELETE"] {
      let error = await #expect(throws: GraphError.self) {
        try await Sample.client(ScriptedTransport(answers: [page])).send(
          GraphRequest(method: method, path: "/me/events/1/accept"))
      }
      #expect(error?.notGraph?.what.contains("HTML") == true)
    }
    // A file that was asked for may well be a page.
    let file = try await Sample.client(ScriptedTransport(answers: [page])).send(
      GraphRequest(path: "/me/events/1/attachments/2/$value"))
    #expect(file.status == 200)
  }

  @Test func `a token refused twice is an error of the sign-in`() async {
    let transport = ScriptedTransport(answers: [Self.expired])
    let tokens = Tokens()
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport, tokens: tokens).object(CalendarRequests.me)
    }
    guard case .tokenRefused(let answer)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(answer.code == "InvalidAuthenticationToken")
    #expect(await tokens.rejected.count == 1)
    #expect(await transport.requests.count == 2)
  }

  @Test func `a renewal that fails comes out as it is`() async {
    struct Refused: Error, Equatable {}
    let transport = ScriptedTransport(answers: [Self.expired])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport, tokens: Tokens(renewal: Refused()))
        .object(CalendarRequests.me)
    }
    guard case .authorization(let reason)? = error, reason is Refused else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(await transport.requests.count == 1)
  }

  @Test func `a create answered 401 is sent again whole`() async throws {
    let transport = ScriptedTransport(answers: [
      Self.expired, Sample.answer(201, #"{"id":"e1"}"#),
    ])
    let request = GraphRequest(method: "POST", path: "/me/events", body: ["subject": "Péter"])
    _ = try await Sample.client(transport).object(request)
    let requests = await transport.requests
    #expect(requests.count == 2)
    #expect(requests[0].body == requests[1].body)
    #expect(requests[1].body == Array(#"{"subject":"Péter"}"#.utf8))
    #expect(requests[1].headers["Content-Type"] == "application/json")
  }

  @Test func `a refusal is not blamed on the token`() async {
    let transport = ScriptedTransport(answers: [
      Sample.answer(403, #"{"error":{"code":"ErrorAccessDenied","message":"Access is denied."}}"#)
    ])
    let tokens = Tokens()
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport, tokens: tokens).object(CalendarRequests.me)
    }
    #expect(error?.server?.status == 403)
    #expect(error?.server?.code == "ErrorAccessDenied")
    #expect(await tokens.rejected.isEmpty)
    #expect(await transport.requests.count == 1)
  }

  // C038
  @Test(
    arguments: [
      ("<html>Sign in to WiFi</html>", "text/html; charset=utf-8", 200, "HTML"),
      (" \n<!DOCTYPE html><p>Sign in", nil, 200, "HTML"),
      ("<?xml version='1.0'?><html xmlns='x'/>", "application/xhtml+xml", 200, "HTML"),
      ("", "application/json", 200, "empty"),
      ("{\"id\":\"e1\",", "application/json", 200, "no JSON"),
      ("[1]", "application/json", 200, "no JSON object"), ("null", nil, 200, "no JSON object"),
      ("\"ok\"", "text/plain", 200, "no JSON object"),
      ("", nil, 302, "redirect"), ("<html>", "text/html", 307, "redirect"),
    ] as [(String, String?, Int, String)])
  func `an answer that is not Graph's is told as such`(
    body: String, type: String?, status: Int, word: String
  ) async {
    let transport = ScriptedTransport(answers: [
      Sample.answer(
        status, body, type: type, ["Location": "https://portal.example/", "request-id": "r-1"])
    ])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).object(CalendarRequests.me)
    }
    #expect(error?.notGraph?.what.contains(word) == true, "\(String(describing: error))")
    #expect(error?.notGraph?.status == status)
    #expect(error?.notGraph?.host == "graph.test")
    #expect(error?.notGraph?.requestID == "r-1")
    #expect(error?.notGraph?.what.contains("WiFi") == false)
    #expect(await transport.requests.map(\.url).allSatisfy { $0.hasPrefix(Sample.root) })
  }

  @Test(arguments: ["{}", #"{"value":null}"#, #"{"value":{}}"#, #"{"error":"none"}"#])
  func `a list without items is no list`(body: String) async {
    let transport = ScriptedTransport(answers: [Sample.answer(200, body)])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).list(CalendarRequests.calendars)
    }
    #expect(error?.notGraph?.what.contains("value") == true)
  }

  @Test func `a byte-order mark does no harm`() async throws {
    let transport = ScriptedTransport(answers: [Sample.answer(200, "\u{FEFF}{\"id\":\"me\"}")])
    let me = try await Sample.client(transport).object(CalendarRequests.me)
    #expect(me["id"] == "me")
  }

  @Test(arguments: [201, 202, 204])
  func `a call that wants no body takes an empty one`(status: Int) async throws {
    let transport = ScriptedTransport(answers: [Sample.answer(status, "", type: nil)])
    let request = GraphRequest(method: "POST", path: "/me/events/e1/accept", body: [:])
    #expect(try await Sample.client(transport).send(request).status == status)
  }
}
