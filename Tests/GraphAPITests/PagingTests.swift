import GraphAPI
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct PagingTests {
  private static let first = CalendarRequests.view(Sample.week)

  // C035
  @Test func `links are followed byte for byte, with the same headers, past an empty page`()
    async throws
  {
    let links = [
      Sample.root + "/me/calendarView?startDateTime=2026&$skip=10&x=a%2Bb%26c",
      Sample.root + "/me/calendarView?%24skip=20",
    ]
    let transport = ScriptedTransport(answers: [
      Sample.page((1...10).map { "a\($0)" }, next: links[0]), Sample.page([], next: links[1]),
      Sample.page((1...10).map { "b\($0)" }),
    ])
    let list = try await Sample.client(transport).list(Self.first)
    #expect(list.items.count == 20)
    #expect(!list.hasMore)
    let requests = await transport.requests
    #expect(requests.map(\.url) == [Sample.root + Self.first.target] + links)
    #expect(Set(requests.map { $0.headers["Prefer"] }).count == 1)
    #expect(
      requests[2].headers["Prefer"] == #"outlook.timezone="UTC", IdType="ImmutableId""#)
    #expect(requests.allSatisfy { $0.headers == requests[0].headers && $0.method == "GET" })
  }

  // C033
  @Test func `a link that comes again ends the list with an error`() async {
    let link = Sample.root + "/me/calendarView?$skip=2"
    let transport = ScriptedTransport(answers: [
      Sample.page(["e1", "e2"], next: link), Sample.page(["e3"], next: link),
    ])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).list(Self.first)
    }
    #expect(error?.paging == .repeatedLink)
    #expect(await transport.requests.count == 2)
  }

  @Test func `links in a circle end the list with an error`() async {
    let (a, b) = (Sample.root + "/me/x?a", Sample.root + "/me/x?b")
    let transport = ScriptedTransport { request, number in
      Sample.page(["e\(number)"], next: request.url == a ? b : a)
    }
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).list(Self.first)
    }
    #expect(error?.paging == .repeatedLink)
    #expect(await transport.requests.count == 3)
  }

  @Test func `empty pages with ever new links end at the ceiling`() async {
    let transport = ScriptedTransport { _, number in
      Sample.page([], next: Sample.root + "/me/calendarView?$skip=\(number)")
    }
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport, pageCeiling: 7).list(Self.first)
    }
    #expect(error?.paging == .tooManyPages(7))
    #expect(await transport.requests.count == 7)
  }

  @Test(arguments: [
    "https://evil.example/v1.0/me/calendarView?$skip=2", "http://graph.test/v1.0/me?$skip=2",
    "https://graph.test:8443/v1.0/me?$skip=2", "https://graph.test.evil.example/v1.0/me",
    "https://graph.test@evil.example/v1.0/me", "//evil.example/v1.0/me", "/v1.0/me?$skip=2",
    "ftp://graph.test/v1.0/me", "not an address", "https://GRAPH.test\\@evil.example/",
  ])
  func `a link to somewhere else is not followed`(link: String) async {
    let transport = ScriptedTransport(answers: [Sample.page(["e1"], next: link)])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).list(Self.first)
    }
    guard case .foreignLink? = error?.paging else {
      Issue.record("\(String(describing: error))")
      return
    }
    let urls = await transport.requests.map(\.url)
    #expect(urls == [Sample.root + Self.first.target])
  }

  @Test(arguments: ["https://GRAPH.TEST/v1.0/me?$skip=2", "https://graph.test:443/beta/me"])
  func `the same origin in other letters is the same server`(link: String) async throws {
    let transport = ScriptedTransport(answers: [
      Sample.page(["e1"], next: link), Sample.page(["e2"]),
    ])
    #expect(try await Sample.client(transport).list(Self.first).items.count == 2)
    #expect(await transport.requests.last?.url == link)
  }

  @Test(arguments: [(1, 1, 1, true), (10, 10, 1, true), (15, 15, 2, true), (20, 20, 2, false)])
  func `a limit stops the reading, not the page`(
    limit: Int, count: Int, requests: Int, hasMore: Bool
  ) async throws {
    let transport = ScriptedTransport(answers: [
      Sample.page((1...10).map { "a\($0)" }, next: Sample.root + "/me?$skip=10"),
      Sample.page((1...10).map { "b\($0)" }),
    ])
    let list = try await Sample.client(transport).list(Self.first, limit: limit)
    #expect(list.items.count == count)
    #expect(list.hasMore == hasMore)
    #expect(await transport.requests.count == requests)
  }

  @Test func `an id that comes twice is one item, and items without an id all stay`() async throws {
    let link = Sample.root + "/me?$skip=2"
    let transport = ScriptedTransport(answers: [
      Sample.answer(
        200, #"{"value":[{"id":"a"},{"n":1},null,{"id":"b"}],"@odata.nextLink":"\#(link)"}"#),
      Sample.answer(200, #"{"value":[{"id":"b"},{"n":1},{"id":"c"}],"@odata.nextLink":null}"#),
    ])
    let items = try await Sample.client(transport).list(Self.first).items
    #expect(items.map { $0["id"]?.string } == ["a", nil, nil, "b", nil, "c"])
  }

  @Test(arguments: [500, 404, 429])
  func `a failure on a later page is the failure of the list`(status: Int) async {
    let transport = ScriptedTransport(answers: [
      Sample.page(["e1"], next: Sample.root + "/me?$skip=1"), Sample.answer(status, ""),
    ])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).list(Self.first)
    }
    #expect(error?.server?.status == status)
  }

  @Test func `a connection lost on a later page is the failure of the list`() async {
    let lost = TransportError(
      reason: .connectionLost, host: "graph.test", detail: "closed early", wasNotSent: false)
    let transport = ScriptedTransport(answers: [
      Sample.page(["e1"], next: Sample.root + "/me?$skip=1"), .failure(lost),
    ])
    let error = await #expect(throws: GraphError.self) {
      try await Sample.client(transport).list(Self.first)
    }
    guard case .transport(lost)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
