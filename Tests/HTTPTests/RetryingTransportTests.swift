import FoundationEssentials
import HTTP
import Host
import TestSupport
import Testing

@Suite struct RetryingTransportTests {
  private let time = ManualClock(Date(timeIntervalSince1970: 784_111_777))
  private let notices = Locked<[String]>([])

  private func transport(
    over base: any Transport, policy: RetryPolicy = RetryPolicy()
  ) -> RetryingTransport {
    let time = time
    let notices = notices
    return RetryingTransport(
      base: base, policy: policy, now: time.clock.now, random: { 0.5 }, makeID: { "id-1" },
      sleep: time.clock.sleep, notify: { notice in notices.withLock { $0.append(notice.line) } })
  }

  private static func throttled(_ retryAfter: String?) -> ScriptedTransport.Answer {
    var headers = HTTPFields()
    headers["Retry-After"] = retryAfter
    return .success(HTTPResponse(status: 429, headers: headers))
  }

  private static let done = ScriptedTransport.Answer.success(HTTPResponse(status: 200))
  private static let lost = ScriptedTransport.Answer.failure(
    TransportError(reason: .connectionLost, host: "h", detail: "reset", wasNotSent: false))

  private static let post = HTTPRequest(
    method: "POST", url: "https://h/me/contacts", headers: ["Content-Type": "application/json"],
    body: [1, 2, 3], repeatability: .onlyWhenNotCarriedOut)
  private static let read = HTTPRequest(url: "https://h/me", repeatability: .repeatable)

  @Test(arguments: [
    (String?("2"), Duration.seconds(2)), ("0.249", .milliseconds(250)), (nil, .seconds(1)),
    ("Sun, 06 Nov 1994 08:49:40 GMT", .seconds(3)), ("-1", .seconds(1)), ("soon", .seconds(1)),
    ("Sun, 06 Nov 1994 08:00:00 GMT", .milliseconds(250)),
  ])
  func `a throttled request waits as it is told`(retryAfter: String?, wait: Duration) async throws {
    let base = ScriptedTransport(answers: [Self.throttled(retryAfter), Self.done])
    #expect(try await transport(over: base).send(Self.post).status == 200)
    #expect(time.elapsedTime == wait)
  }

  @Test func `a POST that is tried again keeps body, headers and its name`() async throws {
    let base = ScriptedTransport(answers: [Self.throttled("1"), Self.throttled("1"), Self.done])
    _ = try await transport(over: base).send(Self.post)
    var expected = Self.post
    expected.headers["client-request-id"] = "id-1"
    #expect(await base.requests == [expected, expected, expected])
  }

  @Test func `a name that the caller gave stays`() async throws {
    let base = ScriptedTransport(answers: [Self.done])
    var request = Self.read
    request.headers["Client-Request-ID"] = "mine"
    _ = try await transport(over: base).send(request)
    #expect(await base.requests.map { $0.headers["client-request-id"] } == ["mine"])
  }

  @Test func `a day of waiting is not begun and the answer comes out`() async throws {
    let base = ScriptedTransport(answers: [Self.throttled("86400")])
    let answer = try await transport(over: base).send(Self.read)
    #expect(answer.status == 429)
    #expect(answer.retryAfter(now: time.now) == .seconds(86400))
    #expect(time.elapsedTime == .zero)
    #expect(await base.requests.count == 1)
  }

  @Test func `five tries are enough`() async throws {
    let base = ScriptedTransport(answers: [Self.throttled(nil)])
    #expect(try await transport(over: base).send(Self.read).status == 429)
    #expect(await base.requests.count == 5)
    #expect(time.elapsedTime == .seconds(15))
  }

  @Test func `a lost answer is repeated for a read and reported for a contact`() async throws {
    let reading = ScriptedTransport(answers: [Self.lost, Self.done])
    #expect(try await transport(over: reading).send(Self.read).status == 200)
    let creating = ScriptedTransport(answers: [Self.lost, Self.done])
    await #expect(throws: TransportError.self) {
      try await transport(over: creating).send(Self.post)
    }
    #expect(await creating.requests.count == 1)
  }

  @Test func `a repeated DELETE that finds nothing was done by the try before`() async throws {
    let missing = ScriptedTransport.Answer.success(HTTPResponse(status: 404, body: [1]))
    let delete = HTTPRequest(
      method: "DELETE", url: "https://h/me/events/1", repeatability: .repeatable)
    for first in [Self.lost, .success(HTTPResponse(status: 503))] {
      let answer = try await transport(
        over: ScriptedTransport(answers: [first, missing])
      ).send(delete)
      #expect(answer.status == 204)
      #expect(answer.body.isEmpty)
    }
    // What was not carried out has deleted nothing, and a first look that finds nothing is an error.
    for answers in [[missing], [Self.throttled("1"), missing]] {
      let base = ScriptedTransport(answers: answers)
      #expect(try await transport(over: base).send(delete).status == 404)
    }
    let read = ScriptedTransport(answers: [Self.lost, missing])
    #expect(try await transport(over: read).send(Self.read).status == 404)
  }

  @Test func `only waits over a second are told`() async throws {
    let base = ScriptedTransport(
      answers: [Self.throttled("1"), Self.throttled("2"), Self.lost, Self.done])
    _ = try await transport(over: base).send(Self.read)
    #expect(
      notices.withLock { $0 } == [
        "h asks for fewer requests; trying again in 2 s",
        "the connection to h was lost; trying again in 4 s",
      ])
  }

  @Test func `cancelling ends the wait`() async throws {
    let base = ScriptedTransport(answers: [Self.throttled("5")])
    let transport = RetryingTransport(base: base, sleep: { _ in throw CancellationError() })
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(Self.read)
    }
    #expect(error?.reason == .cancelled)
    #expect(await base.requests.count == 1)
  }
}
