import Host
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct HTTPServerTests {
  /// Runs `body` against a server that answers by `handler`.
  private func withServer(
    bodyLimit: Int = 1 << 20, answering handler: @escaping HTTPServer.Handler,
    _ body: (Int) async throws -> Void
  ) async throws {
    let server = try HTTPServer(bodyLimit: bodyLimit, handler: handler)
    try await body(Int(server.port))
    await server.stop()
  }

  /// Tells a request back as text.
  private static let echo: HTTPServer.Handler = { request in
    ServerResponse(
      status: 200, headers: ["X-Test": request.headers["x-TEST"] ?? "none"],
      body: Array("\(request.method) \(request.target)\n".utf8) + request.body)
  }

  @Test(arguments: [
    "/a%2Fb/c%3D", "/v1.0/me/events?$top=1&%24select=id", "/x?a=%20b+c&d=%", "/%E2%82%AC?",
    "/users('a%27%27b')/delta()",
  ])
  func `the target arrives as it was sent`(target: String) async throws {
    try await withServer(answering: Self.echo) { port in
      let reply = try #require(try await RawClient.get(target, port: port))
      #expect(reply.text == "GET \(target)\n")
      #expect(reply.isComplete)
    }
  }

  @Test func `headers and a binary body arrive, and so do those of the answer`() async throws {
    let bytes = (0...255).map { UInt8($0) } + [0, 13, 10]
    try await withServer(answering: Self.echo) { port in
      let reply = try #require(
        try await RawClient.send(
          "PUT", "/photo", port: port, headers: ["X-Test: Grüße"], body: bytes))
      #expect(reply.status == 200)
      #expect(reply["x-test"] == "Grüße")
      #expect(reply["Date"]?.hasSuffix("GMT") == true)
      #expect(Array(reply.body.dropFirst("PUT /photo\n".utf8.count)) == bytes)
    }
  }

  @Test func `a body in chunks is put together`() async throws {
    let request = """
      POST /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r
      \r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n
      """
    try await withServer(answering: Self.echo) { port in
      let reply = RawReply(try await RawClient.converse(port: port, Array(request.utf8)))
      #expect(reply?.text == "POST /c\nabcde")
    }
  }

  @Test func `one connection serves several requests in their order`() async throws {
    let requests = """
      GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n
      """
    try await withServer(answering: Self.echo) { port in
      let answer = String(
        decoding: try await RawClient.converse(port: port, Array(requests.utf8)), as: UTF8.self)
      let first = try #require(answer.firstRange(of: "GET /1\n"))
      let second = try #require(answer.firstRange(of: "GET /2\n"))
      #expect(first.upperBound < second.lowerBound)
    }
  }

  @Test func `too long a body is refused without being kept`() async throws {
    try await withServer(bodyLimit: 1000, answering: Self.echo) { port in
      let longest = [UInt8](repeating: 65, count: 1000)
      let taken = try await RawClient.send("POST", "/", port: port, body: longest)
      #expect(taken?.status == 200)
      let refused = try await RawClient.send("POST", "/", port: port, body: longest + [65])
      #expect(refused?.status == 413)
    }
  }

  @Test func `an answer can be withheld or broken off`() async throws {
    let text = String(repeating: "0123456789", count: 1000)
    try await withServer(
      answering: { request in
        ServerResponse(
          status: 200, body: Array(text.utf8),
          delivery: request.target == "/none" ? .none : .truncated)
      },
      { port in
        let none = try await RawClient.get("/none", port: port)
        #expect(none == nil)
        let reply = try #require(try await RawClient.get("/half", port: port))
        #expect(reply["Content-Length"] == "10000")
        #expect(reply.text == text.prefix(5000))
      })
  }

  @Test func `requests that wait for one another are all answered`() async throws {
    let count = 40
    let waiting = Locked([CheckedContinuation<Void, Never>]())
    try await withServer(
      answering: { _ in
        await withCheckedContinuation { continuation in
          let all = waiting.withLock { waiting in
            waiting.append(continuation)
            return waiting.count == count ? waiting : []
          }
          for one in all { one.resume() }
        }
        return ServerResponse(status: 204)
      },
      { port in
        try await withThrowingTaskGroup(of: Int?.self) { group in
          for _ in 0..<count {
            group.addTask { try await RawClient.get("/", port: port)?.status }
          }
          for try await status in group { #expect(status == 204) }
        }
      })
  }

  @Test func `stopping cuts waits short, and nothing arrives any more`() async throws {
    let arrived = AsyncStream.makeStream(of: Void.self)
    let count = Locked(0)
    let server = try HTTPServer { _ in
      count.withLock { $0 += 1 }
      arrived.continuation.yield()
      return ServerResponse(status: 200, delay: .seconds(3600))
    }
    let port = Int(server.port)
    async let reply = RawClient.get("/slow", port: port)
    for await _ in arrived.stream { break }
    await server.stop()
    await server.stop()
    _ = try await reply
    // The port is free, so a server of another test may have it by now.
    _ = try? await RawClient.get("/", port: port)
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `a port that is taken is told`() async throws {
    let server = try HTTPServer(handler: Self.echo)
    let port = server.port
    let error = #expect(throws: ServerError.self) {
      _ = try HTTPServer(port: port, handler: Self.echo)
    }
    guard case .cannotListen(port, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await server.stop()
  }

  @Test func `a certificate that is none is told`() {
    #expect(throws: ServerError.certificateRefused) {
      _ = try HTTPServer(
        identity: .init(certificate: "no certificate", key: "no key"), handler: Self.echo)
    }
  }
}
