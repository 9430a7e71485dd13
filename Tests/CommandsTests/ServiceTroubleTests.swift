import Commands
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// A service that misbehaves, as the user of a command sees it.
@Suite struct ServiceTroubleTests {
  private static func link(_ end: String) -> String {
    Machine.graphRoot + "/me/calendarView?" + end
  }

  private static func page(_ ids: ClosedRange<Int>, hour: Int = 9, next: String? = nil)
    -> Service.Answer
  {
    .list(
      ids.map {
        timed(
          "e\($0)", "Event \($0)", "2026-11-30T\(String(hour + 100).dropFirst()):00:00",
          "2026-11-30T23:00:00")
      }.joined(separator: ","), next: next)
  }

  private static let lost = TransportError(
    reason: .connectionLost, host: "graph.test", detail: "closed early", wasNotSent: false)

  // C033
  @Test func `a list that does not end is an error and not a short list`() async throws {
    let service = Service([
      "GET /me/calendarView": [Self.page(1...2, next: Self.link("$skip=2"))],
      Self.link("$skip=2"): [Self.page(3...3, next: Self.link("$skip=2"))],
    ])
    let outcome = await Machine(service).run("today")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.requests("GET", "/calendarView").count == 2)
    try expectGolden(outcome.transcript, "today-endless.txt")
    let json = await Machine(service).run("today", "--json")
    #expect(json.status == 1 && json.output.isEmpty)
    #expect(try JSON(parsing: json.errors)["error"]?["message"]?.string?.contains("paging") == true)
  }

  @Test(arguments: ["https://evil.example/v1.0/me?$skip=2", "http://graph.test/v1.0/me?$skip=2"])
  func `a next page on another server is not asked for`(link: String) async throws {
    let service = Service(["GET /me/calendarView": [Self.page(1...2, next: link)]])
    let outcome = await Machine(service).run("today")
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.requests.allSatisfy { $0.url.hasPrefix(Machine.graphRoot + "/") })
    if link.contains("evil") { #expect(outcome.errors.contains("evil.example")) }
  }

  // C035
  @Test(arguments: [(["--limit", "15"], 15, 1), ([], 20, 0)])
  func `all pages are read, and a limit is told`(
    limit: [String], count: Int, notes: Int
  ) async throws {
    let links = [Self.link("startDateTime=x&$skip=10&x=a%2Bb%26c"), Self.link("$skip=20")]
    let service = Service([
      "GET /me/calendarView": [Self.page(11...20, hour: 10, next: links[0])],
      links[0]: [.list("", next: links[1])], links[1]: [Self.page(1...10)],
    ])
    let outcome = await Machine(service).run(["today", "--json"] + limit)
    #expect(outcome.status == 0)
    let items = try outcome.items
    #expect(items.count == count)
    #expect(outcome.errorLines.count == notes)
    // Sorted by start over the whole result, not page by page.
    #expect(items.prefix(10).allSatisfy { $0["graphcal"]?["start"] == "2026-11-30T09:00:00Z" })
    let asked = outcome.requests.filter { $0.url.contains("calendarView") }
    #expect(asked.dropFirst().map(\.url) == links)
    #expect(Set(asked.map { $0.headers["Prefer"] }).count == 1)
  }

  // C036
  @Test(
    arguments: [
      ("2", 1), ("0.249", 0), ("Mon, 30 Nov 2026 08:00:03 GMT", 1),
      ("Mon, 30 Nov 2026 07:00:00 GMT", 0), ("-1", nil), ("soon", nil), (nil, nil),
    ] as [(String?, Int?)])
  func `a throttled list is complete, and only a wait worth telling is told`(
    retryAfter: String?, notes: Int?
  ) async throws {
    var headers: HTTPFields = [:]
    headers["retry-after"] = retryAfter
    let service = Service([
      "GET /me/calendarView": [.status(429, "", headers), Self.page(1...3)]
    ])
    let outcome = await Machine(service).run("today", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.items.count == 3)
    if let notes { #expect(outcome.errorLines.count == notes, "\(outcome.errors)") }
  }

  @Test func `a wait of a day is not slept through`() async throws {
    let service = Service([
      "GET /me/calendarView": [.status(429, "", ["Retry-After": "86400"])]
    ])
    let machine = Machine(service)
    let outcome = await machine.run("today")
    #expect(outcome.status == 7)
    #expect(outcome.requests("GET", "/calendarView").count == 1)
    #expect(machine.clock.elapsedTime < .seconds(2))
    try expectGolden(outcome.transcript, "today-throttled.txt")
  }

  @Test func `tries are counted, and then it is a matter of time`() async {
    let service = Service(["GET /me/calendarView": [.status(503)]])
    let outcome = await Machine(service).run("today")
    #expect(outcome.status == 7)
    #expect(outcome.output.isEmpty)
    #expect((2...6).contains(outcome.requests("GET", "/calendarView").count))
  }

  // C038
  @Test(arguments: [
    (
      "502", Service.Answer.status(502, "<html><title>502 Bad Gateway</title>", type: "text/html"),
      7
    ),
    ("portal", .status(200, "<html>Sign in to WiFi</html>", type: "text/html"), 7),
    ("500", .status(500, "<html>" + String(repeating: "x", count: 40_000), type: "text/html"), 7),
    ("empty", .status(200, "", type: "application/json"), 7),
    ("odd shape", .status(503, #"{"error":"busy"}"#, type: "application/json"), 7),
    ("redirect", .status(302, "", ["Location": "https://portal.example/"]), 7),
    ("truncated", .status(200, #"{"value":[{"id":"e1","#, type: "application/json"), 7),
  ])
  func `what is not Graph's answer is told in a line`(
    name: String, answer: Service.Answer, status: Int
  ) async throws {
    let outcome = await Machine(Service(["GET /me/calendarView": [answer]])).run(
      "today", "--max-wait", "0")
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.utf8.count < 600)
    #expect(!outcome.errors.contains("<") && !outcome.errors.contains("WiFi"))
    #expect(outcome.requests.allSatisfy { $0.url.hasPrefix(Machine.graphRoot) })
    try expectGolden(outcome.transcript, "not-graph-\(name.replacing(" ", with: "-")).txt")
  }

  @Test func `a byte-order mark does no harm`() async throws {
    let service = Service([
      "GET /me/calendarView": [
        .status(200, "\u{FEFF}{\"value\":[]}", type: "application/json")
      ]
    ])
    #expect(await Machine(service).run("today").status == 0)
  }

  // C039
  @Test func `a token that ends between pages is renewed and nothing is read twice`() async throws {
    let home = try TemporaryHome()
    let service = Service([
      "GET /me/calendarView": [Self.page(1...2, next: Self.link("$skip=2"))],
      Self.link("$skip=2"): [.expired, Self.page(3...4, next: Self.link("$skip=4"))],
      Self.link("$skip=4"): [Self.page(5...5)],
    ])
    let machine = Machine(home: home, service)
    _ = await machine.signIn()
    await service.script(Identity.tokenPath, Identity.tokens(2))
    let outcome = await machine.run("today", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.items.map { $0["id"] } == ["e1", "e2", "e3", "e4", "e5"])
    #expect(outcome.requests("POST", "/token").count == 1)
    #expect(outcome.requests.filter { $0.url.contains("calendarView") }.count == 4)
    let cache = try home.read(home.tokenCache)
    #expect(cache.contains("refresh-2") && cache.contains("access-2"))
    #expect(!cache.contains("access-1"))
  }

  @Test(arguments: [
    #"Bearer error="invalid_token""#,
    #"Bearer error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnt9fQ==""#,
  ])
  func `a token refused twice asks for a new sign-in`(challenge: String) async throws {
    let home = try TemporaryHome()
    let refused = Service.Answer.status(
      401, #"{"error":{"code":"InvalidAuthenticationToken"}}"#, ["WWW-Authenticate": challenge])
    let service = Service(["GET /me/calendarView": [refused]])
    let machine = Machine(home: home, service)
    _ = await machine.signIn()
    await service.script(Identity.tokenPath, Identity.tokens(2))
    let outcome = await machine.run("today")
    #expect(outcome.status == 4)
    #expect(outcome.requests("POST", "/token").count == 1)
    #expect(outcome.requests("GET", "/calendarView").count == 2)
    try expectGolden(outcome.transcript, "today-token-refused.txt")
  }

  @Test func `a refresh token that is no good asks for a new sign-in`() async throws {
    let home = try TemporaryHome()
    let service = Service(["GET /me/calendarView": [.expired]])
    let machine = Machine(home: home, service)
    _ = await machine.signIn()
    await service.script(Identity.tokenPath, Identity.refusal("invalid_grant", 700_082))
    let outcome = await machine.run("today")
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("graphcal login"))
    #expect(outcome.requests("POST", "/token").count == 1)
  }

  @Test func `a network that fails during a renewal does not cost the cache`() async throws {
    let home = try TemporaryHome()
    let service = Service(["GET /me/calendarView": [.expired]])
    let machine = Machine(home: home, service)
    _ = await machine.signIn()
    let before = try home.read(home.tokenCache)
    await service.script(Identity.tokenPath, .failure(Self.lost))
    let outcome = await machine.run("today")
    #expect(outcome.status == 7)
    #expect(try home.read(home.tokenCache) == before)
  }

  @Test func `a refusal for lack of permission is not blamed on the sign-in`() async throws {
    let service = Service([
      "GET /me/calendarView": [.error(403, "ErrorAccessDenied", "Access is denied.")]
    ])
    let outcome = await Machine(service).run("today")
    #expect(outcome.status == 5)
    #expect(!outcome.errors.contains("sign-in needed"))
  }

  @Test func `a token of the environment that is refused is not renewed`() async throws {
    let outcome = await Machine(Service(["GET /me/calendarView": [.expired]])).run("today")
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("GRAPHCAL_ACCESS_TOKEN"))
    #expect(outcome.requests("POST", "/token").isEmpty)
  }

  // C042
  private static let created = timed(
    "AAMkNEW", "Dentist", "2026-12-12T09:00:00", "2026-12-12T09:30:00",
    #","transactionId":"00010203-0405-4607-8809-0a0b0c0d0e0f""#)
  private static let create = [
    "new-event", "--subject", "Dentist", "--start", "2026-12-12 09:00", "--duration", "30m",
  ]

  @Test func `a create whose answer is lost is sent again under the same transaction`()
    async throws
  {
    let service = Service(["POST /me/events": [.failure(Self.lost), .ok(Self.created)]])
    let outcome = await Machine(service).run(Self.create)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let posts = outcome.requests("POST", "/events")
    #expect(posts.count == 2)
    let transactions = try posts.map { try JSON(parsing: $0.body ?? [])["transactionId"] }
    #expect(transactions[0] == transactions[1] && transactions[0]?.string?.isEmpty == false)
    #expect(posts.allSatisfy { $0.headers["Content-Type"] == "application/json" })
    #expect(outcome.outputLines.count == 1)
    #expect(outcome.output.hasPrefix("Created "))
  }

  @Test func `a create that was made already counts as made`() async throws {
    let service = Service(
      events: Self.created,
      [
        "POST /me/events": [.failure(Self.lost), .error(409, "ErrorDuplicateTransactionId")]
      ])
    let outcome = await Machine(service).run(Self.create + ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.json["id"] == "AAMkNEW")
    #expect(outcome.requests("POST", "/events").count == 2)
  }

  // C080
  @Test func `ten years are asked for in pieces that the service takes`() async throws {
    let long = timed("long", "Long", "2020-01-01T00:00:00", "2029-12-31T00:00:00")
    let outcome = await Machine(events: long).run(
      "agenda", "--from", "2020-01-01", "--to", "2029-12-31", "--json")
    #expect(outcome.status == 0)
    #expect(try outcome.items.count == 1)
    let urls = outcome.requests("GET", "/calendarView").map(\.url)
    #expect(urls.count == 3)
    #expect(urls.first?.contains("startDateTime=2020-01-01T00:00:00Z&") == true)
    #expect(urls.last?.contains("&endDateTime=2030-01-01T00:00:00Z&") == true)
  }
}
