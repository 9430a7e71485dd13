import HTTP
import TestSupport
import Testing

@Suite struct LimitedTransportTests {
  /// Answers only when told to, so that a test sees how many wait.
  private actor Held: Transport {
    private(set) var inside = 0
    private(set) var most = 0
    private(set) var total = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      inside += 1
      total += 1
      most = max(most, inside)
      await withCheckedContinuation { waiting.append($0) }
      inside -= 1
      return HTTPResponse(status: 200)
    }

    func release() { waiting.popLast()?.resume() }

    func reach(_ count: Int) async { while total < count { await Task.yield() } }
  }

  private static func request(_ host: String = "h") -> HTTPRequest {
    HTTPRequest(url: "https://\(host)/", repeatability: .repeatable)
  }

  @Test func `never more than four requests are on their way to one host`() async throws {
    let held = Held()
    let transport = LimitedTransport(base: held)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 { group.addTask { try await transport.send(Self.request()).status } }
      await held.reach(4)
      for count in 5...10 {
        await held.release()
        await held.reach(count)
      }
      #expect(await held.most == 4)
      group.addTask { try await transport.send(Self.request("other")).status }
      await held.reach(11)
      for _ in 0..<5 { await held.release() }
      for try await status in group { #expect(status == 200) }
    }
    #expect(await held.most == 5)
  }

  @Test func `a request that is cancelled leaves the line and holds nobody up`() async throws {
    let held = Held()
    let transport = LimitedTransport(base: held, limit: 1)
    let first = Task { try await transport.send(Self.request()) }
    await held.reach(1)
    let second = Task { try await transport.send(Self.request()) }
    let third = Task { try await transport.send(Self.request()) }
    second.cancel()
    let error = await #expect(throws: TransportError.self) { try await second.value }
    #expect(error?.reason == .cancelled)
    await held.release()
    _ = try await first.value
    await held.reach(2)
    await held.release()
    #expect(try await third.value.status == 200)
  }

  @Test func `a failure gives its place back`() async throws {
    let failing = ScriptedTransport { _, number in
      number == 1
        ? .failure(TransportError(reason: .timedOut, host: "h", detail: "", wasNotSent: false))
        : .success(HTTPResponse(status: 200))
    }
    let transport = LimitedTransport(base: failing, limit: 1)
    await #expect(throws: TransportError.self) { try await transport.send(Self.request()) }
    #expect(try await transport.send(Self.request()).status == 200)
  }
}
