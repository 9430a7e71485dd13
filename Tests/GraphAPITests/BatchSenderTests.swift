import GraphAPI
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Several requests in one, and those of them that have to go again.
@Suite struct BatchSenderTests {
  private let clock = ManualClock(Sample.instant("2026-11-30T08:00:00Z"))

  /// Answers of batches: for each of them, in order, the statuses by name with their headers.
  private func answers(_ rounds: [[String: (Int, JSONObject)]]) -> ScriptedTransport {
    ScriptedTransport(
      answers: rounds.map { round in
        let responses = round.sorted { $0.key > $1.key }.map { id, answer -> JSON in
          [
            "id": .string(id), "status": .number(answer.0), "headers": .object(answer.1),
            "body": answer.0 < 300 ? ["id": .string("item-" + id)] : ["error": ["code": "No"]],
          ]
        }
        return .success(.json((["responses": .array(responses)] as JSON).text(.wire)))
      })
  }

  private func send(
    _ calls: [BatchCall], _ transport: ScriptedTransport, tokens: Tokens = Tokens(),
    maxWait: Duration = .seconds(60)
  ) async -> [String: BatchSender.Outcome] {
    let clock = clock
    return await BatchSender(
      client: Sample.client(transport, tokens: tokens),
      policy: RetryPolicy(maximumTotalWait: maxWait), now: clock.clock.now, random: { 0.5 },
      sleep: { try await clock.clock.sleep($0) }
    ).send(calls)
  }

  private func names(_ request: HTTPRequest) throws -> [String] {
    (try JSON(parsing: request.body ?? [])["requests"]?.array ?? []).compactMap {
      $0["id"]?.string
    }
  }

  private static let create = ContactRequests.create(["title": "x"])

  private func calls(_ names: String...) -> [BatchCall] {
    names.map { BatchCall(id: $0, request: Self.create) }
  }

  @Test func `each request stands in the batch with its headers and its body`() async throws {
    let transport = answers([["a": (201, [:]), "b": (204, [:])]])
    let outcomes = await send(
      [
        BatchCall(id: "a", request: Self.create),
        BatchCall(id: "b", request: ContactRequests.delete(id: "x/y="), dependsOn: ["a"]),
      ], transport)
    #expect(outcomes.values.allSatisfy { if case .success = $0 { true } else { false } })
    let request = try #require(await transport.requests.first)
    #expect(request.url == Sample.root + "/$batch")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(
      try JSON(parsing: request.body ?? []) == [
        "requests": [
          [
            "id": "a", "method": "POST", "url": "/me/contacts",
            "headers": [
              "Prefer": "IdType=\"ImmutableId\"", "Content-Type": "application/json",
            ], "body": ["title": "x"],
          ],
          [
            "id": "b", "method": "DELETE", "url": "/me/contacts/x%2Fy%3D",
            "headers": ["Prefer": "IdType=\"ImmutableId\""], "dependsOn": ["a"],
          ],
        ]
      ])
  }

  @Test func `what was throttled goes again alone, after the longest wait`() async throws {
    let transport = answers([
      [
        "a": (201, [:]), "b": (429, ["Retry-After": "3"]), "c": (429, ["retry-after": "7"]),
        "d": (400, [:]),
      ],
      ["b": (201, [:]), "c": (201, [:])],
    ])
    let outcomes = await send(calls("a", "b", "c", "d"), transport)
    let requests = await transport.requests
    #expect(try requests.map(names) == [["a", "b", "c", "d"], ["b", "c"]])
    #expect(clock.elapsedTime == .seconds(7))
    #expect(outcomes.filter { if case .success = $0.value { true } else { false } }.count == 3)
    guard case .failure(.server(let error))? = outcomes["d"] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.status == 400)
  }

  @Test func `what depends on a throttled request goes again with it`() async throws {
    let transport = answers([
      ["a": (201, [:]), "b": (429, ["Retry-After": "1"]), "c": (424, [:]), "d": (424, [:])],
      ["b": (201, [:]), "c": (201, [:]), "d": (201, [:])],
    ])
    var chain = calls("a", "b", "c", "d")
    for index in 1..<4 { chain[index].dependsOn = [chain[index - 1].id] }
    let outcomes = await send(chain, transport)
    #expect(outcomes.values.allSatisfy { if case .success = $0 { true } else { false } })
    let second = try #require(await transport.requests.last)
    #expect(
      try JSON(parsing: second.body ?? [])["requests"]?.array?.map { $0["dependsOn"] } == [
        nil, ["b"], ["c"],
      ])
  }

  @Test func `a wait past the limit is not waited`() async throws {
    let transport = answers([["a": (429, ["Retry-After": "100"])]])
    let outcomes = await send(calls("a"), transport)
    #expect(await transport.requests.count == 1)
    guard case .failure(.server(let error))? = outcomes["a"] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.status == 429)
    #expect(error.retryAfter == 100)
  }

  @Test func `a create without a transaction is not repeated after 503, one with it is`()
    async throws
  {
    let transport = answers([["a": (503, [:]), "b": (503, [:])], ["b": (201, [:])]])
    let outcomes = await send(
      [
        BatchCall(id: "a", request: Self.create),
        BatchCall(
          id: "b",
          request: EventRequests.creation(["transactionId": "t"], calendarID: nil)),
      ], transport)
    #expect(try await transport.requests.map(names) == [["a", "b"], ["b"]])
    guard case .failure(let error)? = outcomes["a"] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.leavesOutcomeOpen)
  }

  @Test func `a deletion that is not found after a lost answer was done`() async throws {
    let lost = TransportError(
      reason: .connectionLost, host: "graph.test", detail: "", wasNotSent: false)
    let transport = ScriptedTransport { _, number in
      number == 1
        ? .failure(lost)
        : .success(.json(#"{"responses":[{"id":"a","status":404,"body":{}}]}"#))
    }
    let outcomes = await send(
      [
        BatchCall(id: "a", request: ContactRequests.delete(id: "x")),
        BatchCall(id: "b", request: Self.create),
      ], transport)
    #expect(try await transport.requests.map(names) == [["a", "b"], ["a"]])
    guard case .success(let response)? = outcomes["a"], case .failure(let error)? = outcomes["b"]
    else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(response.status == 204)
    #expect(error.leavesOutcomeOpen)
  }

  @Test func `a part that is refused for its token goes again with a new one, once`() async throws {
    let challenge: JSONObject = ["WWW-Authenticate": "Bearer claims=\"x\""]
    let tokens = Tokens()
    let transport = answers([
      ["a": (201, [:]), "b": (401, challenge), "c": (401, challenge)],
      ["b": (201, [:]), "c": (401, challenge)],
    ])
    let outcomes = await send(calls("a", "b", "c"), transport, tokens: tokens)
    #expect(try await transport.requests.map(names) == [["a", "b", "c"], ["b", "c"]])
    #expect(
      await transport.requests.map { $0.headers["Authorization"] } == [
        "Bearer token-1", "Bearer token-2",
      ])
    #expect(await tokens.rejected.map(\.token) == ["token-1"])
    guard case .failure(.tokenRefused)? = outcomes["c"] else {
      Issue.record("\(outcomes)")
      return
    }
  }

  @Test func `a request that the answer forgets has an open outcome`() async throws {
    let outcomes = await send(calls("a", "b"), answers([["a": (201, [:])]]))
    guard case .failure(let error)? = outcomes["b"] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(error.leavesOutcomeOpen)
  }

  @Test func `a batch holds 20 requests, and fewer where they are large`() {
    let small = (0..<45).map { BatchCall(id: "\($0)", request: Self.create) }
    #expect(BatchRequests.cut(small).map(\.count) == [20, 20, 5])
    let body: JSON = ["personalNotes": .string(String(repeating: "x", count: 1 << 20))]
    let large = (0..<5).map { BatchCall(id: "\($0)", request: ContactRequests.create(body)) }
    #expect(BatchRequests.cut(large).map(\.count) == [2, 2, 1])
    #expect(BatchRequests.cut(large).flatMap(\.self).map(\.id) == large.map(\.id))
    #expect(BatchRequests.cut([]).isEmpty)
  }
}
