import HTTP
import HTTPCurl
import Host
import TestSupport
import Testing

/// libcurl repeats requests by itself when a connection it has used before breaks.
@Suite(.timeLimit(.minutes(10))) struct CurlRepeatTests {
  private let transport = CurlTransport()

  private func request(
    _ method: String, _ url: String, body: String?, _ repeatability: Repeatability
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url, body: body.map { Array($0.utf8) }, repeatability: repeatability)
  }

  @Test(arguments: [
    ("POST", "{}"), ("POST", nil), ("PATCH", "{}"), ("DELETE", nil),
    ("POST", String(repeating: "x", count: 200_000)),
  ])
  func `a request of unknown outcome is sent once, also on a used connection`(
    method: String, body: String?
  ) async throws {
    let server = try LoopbackServer { _, number in number == 2 ? .close : .response(200) }
    _ = try await transport.send(request("GET", server.url + "/", body: nil, .repeatable))
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(
        request(method, server.url + "/", body: body, .onlyWhenNotCarriedOut))
    }
    #expect(error?.reason == .connectionLost)
    #expect(error?.wasNotSent == false)
    #expect(server.requests.count == 2)
    #expect(server.requests.last?.text == body ?? "")
  }

  @Test(arguments: [("GET", nil), ("POST", "{}"), ("POST", String(repeating: "x", count: 200_000))])
  func `what may be repeated is sent again whole`(method: String, body: String?) async throws {
    let server = try LoopbackServer { _, number in number == 2 ? .close : .response(200) }
    _ = try await transport.send(request("GET", server.url + "/", body: nil, .repeatable))
    let answer = try await transport.send(
      request(method, server.url + "/", body: body, .repeatable))
    #expect(answer.status == 200)
    #expect(server.requests.count == 3)
    #expect(server.requests.dropFirst().allSatisfy { $0.text == body ?? "" })
    #expect(server.connectionCount == 2)
  }

  @Test(arguments: [Repeatability.repeatable, .onlyWhenNotCarriedOut])
  func `on a fresh connection nothing is sent twice`(repeatability: Repeatability) async throws {
    let server = try LoopbackServer { _, number in number == 1 ? .close : .response(200) }
    await #expect(throws: TransportError.self) {
      try await transport.send(request("POST", server.url + "/", body: "{}", repeatability))
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a connection that the server has closed meanwhile does no harm`() async throws {
    let closed = Locked(0)
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
      connection.close()
      closed.withLock { $0 += 1 }
    }
    for count in 1...3 {
      _ = try await transport.send(
        request("POST", server.url + "/", body: "{}", .onlyWhenNotCarriedOut))
      #expect(await eventually { closed.withLock { $0 } == count })
    }
    #expect(server.requests.count == 3)
  }

  @Test func `an answer that broke off is not asked for again by itself`() async throws {
    let server = try LoopbackServer { _, number in
      number == 2
        ? .text("HTTP/1.1 200 OK\nContent-Length: 9\n\nshort", then: .close) : .response(200)
    }
    _ = try await transport.send(request("GET", server.url + "/", body: nil, .repeatable))
    await #expect(throws: TransportError.self) {
      try await transport.send(request("GET", server.url + "/", body: nil, .repeatable))
    }
    #expect(server.requests.count == 2)
  }
}
