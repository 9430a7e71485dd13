import HTTP
import HTTPCurl
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CurlFailureTests {
  private let transport = CurlTransport()

  private func failure(
    of request: HTTPRequest, over transport: CurlTransport? = nil
  ) async -> TransportError? {
    await #expect(throws: TransportError.self) {
      try await (transport ?? self.transport).send(request)
    }
  }

  private func read(_ url: String) -> HTTPRequest {
    HTTPRequest(url: url, repeatability: .repeatable)
  }

  @Test func `nobody listens`() async throws {
    let port = try LoopbackServer.closedPort()
    let error = await failure(of: read("http://127.0.0.1:\(port)/"))
    #expect(error?.reason == .cannotConnect)
    #expect(error?.host == "127.0.0.1:\(port)")
    #expect(error?.wasNotSent == true)
  }

  @Test func `a host that has no address`() async throws {
    // Longer than a name may be, so that nobody is asked.
    let host = String(repeating: "a", count: 64) + ".invalid"
    let error = await failure(of: read("https://\(host)/"))
    #expect(error?.reason == .cannotResolveHost)
    #expect(error?.host == host)
    #expect(error?.wasNotSent == true)
  }

  @Test(arguments: [
    RawAnswer.close, .reset, .text("HTTP/1.1 200 OK\n", then: .close),
    .text("HTTP/1.1 200 OK\nContent-Length: 10\n\nshort", then: .close),
    .text("HTTP/1.1 200 OK\nContent-Length: 10\n\nshort", then: .reset),
    .text("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nshort\n", then: .close),
  ])
  func `an answer that ends too early is a lost connection`(answer: RawAnswer) async throws {
    let server = try LoopbackServer(answer)
    let error = await failure(of: read(server.url + "/"))
    #expect(error?.reason == .connectionLost)
    #expect(error?.host == "127.0.0.1:\(server.port)")
    #expect(error?.wasNotSent == false)
  }

  @Test(arguments: [
    RawAnswer.text("SSH-2.0-OpenSSH_9.2\n", then: .close),
    .response(200, headers: ["Content-Encoding: gzip"], "no gzip"),
    .response(200, headers: ["Content-Encoding: rot13"], "no rot13"),
  ])
  func `an answer that is none is told as it is`(answer: RawAnswer) async throws {
    let server = try LoopbackServer(answer)
    let error = await failure(of: read(server.url + "/"))
    #expect(error?.reason == .other)
    #expect(error?.detail.isEmpty == false)
  }

  @Test func `a server that says nothing runs into the time limit`() async throws {
    let server = try LoopbackServer(
      .text("HTTP/1.1 200 OK\nContent-Length: 10\n\nhalf", then: .stall))
    let hasty = CurlTransport(.init(timeLimit: .seconds(1)))
    let error = await failure(of: read(server.url + "/"), over: hasty)
    #expect(error?.reason == .timedOut)
    // libcurl's own measure would notice the same silence after seven seconds only.
    #expect(error?.detail == "nothing came for 1.0 seconds")
    #expect(error?.wasNotSent == false)
  }

  @Test(arguments: [
    RawAnswer.response(200, headers: ["Content-Encoding: gzip"], body: Self.bomb),
    .response(200, String(repeating: "x", count: 1001)),
    .chunked(200, chunks: Array(repeating: String(repeating: "x", count: 100), count: 11)),
    .text("HTTP/1.0 200 OK\n\n" + String(repeating: "x", count: 1001), then: .close),
    .text(
      "HTTP/1.1 200 OK\n"
        + String(repeating: "X-A: \(String(repeating: "x", count: 999))\n", count: 300)),
  ])
  func `an answer past the limit is refused, also when it is small on the wire`(
    answer: RawAnswer
  ) async throws {
    let server = try LoopbackServer(answer)
    let strict = CurlTransport(.init(bodyLimit: 1000))
    let error = await failure(of: read(server.url + "/"), over: strict)
    #expect(error?.reason == .tooLarge)
  }

  @Test func `an answer as large as the limit is taken`() async throws {
    let server = try LoopbackServer(.response(200, String(repeating: "x", count: 1000)))
    let strict = CurlTransport(.init(bodyLimit: 1000))
    #expect(try await strict.send(read(server.url + "/")).body.count == 1000)
  }

  @Test(arguments: [
    "", "graph.microsoft.com", "file:///etc/passwd", "ftp://h/", "http://u:p@h/", "http://h/ x",
  ])
  func `an address that is none goes nowhere`(url: String) async throws {
    let error = await failure(of: read(url))
    #expect(error?.reason == .other)
    #expect(error?.wasNotSent == true)
  }

  @Test(arguments: [
    ("X-A", "b\r\nX-Evil: 1"), ("X-A", "b\u{0}"), ("X A", "b"), ("", "b"), ("X-A:", "b"),
  ])
  func `a header cannot smuggle in another`(name: String, value: String) async throws {
    let server = try LoopbackServer(.response(200))
    var request = read(server.url + "/")
    request.headers.append(name, value)
    let error = await failure(of: request)
    #expect(error?.reason == .other)
    #expect(error?.wasNotSent == true)
    #expect(server.connectionCount == 0)
  }

  @Test func `a method is one word`() async throws {
    let server = try LoopbackServer(.response(200))
    var request = read(server.url + "/")
    request.method = "GET / HTTP/1.1\r\nX: y\r\n"
    #expect(await failure(of: request)?.wasNotSent == true)
  }

  @Test func `a 407 is the proxy's and not the server's`() async throws {
    let server = try LoopbackServer(
      .response(407, headers: ["Proxy-Authenticate: Basic"], "<html>"))
    let error = await failure(of: read(server.url + "/"))
    #expect(error?.reason == .proxyWantsSignIn)
    #expect(error?.hint?.contains("HTTPS_PROXY") == true)
  }

  /// 64 KiB of zeros in 96 bytes.
  static let bomb = CurlTransportTests.bytes(
    "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAauuOl9cAAAEA")
}
