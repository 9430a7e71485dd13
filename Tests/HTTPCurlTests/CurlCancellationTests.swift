import HTTP
import HTTPCurl
import Host
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CurlCancellationTests {
  private let transport = CurlTransport()

  private func read(_ url: String) -> HTTPRequest {
    HTTPRequest(url: url, repeatability: .repeatable)
  }

  @Test func `cancelling takes the request off the wire at once`() async throws {
    let hasEnded = Locked(false)
    let server = try LoopbackServer { connection in
      guard let request = connection.readRequest() else { return }
      if request.target == "/stall" {
        connection.waitForEnd()
        hasEnded.withLock { $0 = true }
      } else {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let task = Task { try await transport.send(read(server.url + "/stall")) }
    #expect(await eventually { server.requests.count == 1 })
    task.cancel()
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    #expect(error?.wasNotSent == false)
    #expect(await eventually { hasEnded.withLock { $0 } })
    #expect(try await transport.send(read(server.url + "/")).status == 200)
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let server = try LoopbackServer(.response(200))
    let url = server.url
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await transport.send(read(url + "/"))
    }
    task.cancel()
    let error = await #expect(throws: TransportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    #expect(error?.wasNotSent == true)
    #expect(server.requests.isEmpty)
  }

  @Test func `cancelling some leaves the others alone`() async throws {
    let server = try LoopbackServer { request, _ in
      request.target == "/stall" ? .stall : .response(200)
    }
    let url = server.url
    let stalled = (0..<4).map { _ in Task { try await transport.send(read(url + "/stall")) } }
    let others = (0..<20).map { _ in Task { try await transport.send(read(url + "/")) } }
    for task in stalled { task.cancel() }
    for task in others { #expect(try await task.value.status == 200) }
    for task in stalled {
      await #expect(throws: TransportError.self) { try await task.value }
    }
  }

  @Test func `an answer and a cancellation at the same moment give one result`() async throws {
    let server = try LoopbackServer(.response(200))
    let url = server.url
    for _ in 0..<50 {
      let task = Task { try await transport.send(read(url + "/")) }
      await Task.yield()
      task.cancel()
      _ = await task.result
    }
    #expect(try await transport.send(read(url + "/")).status == 200)
  }

  @Test func `a transport that nobody holds any more ends its thread and connections`() async throws
  {
    let hasEnded = Locked(false)
    let server = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      connection.waitForEnd()
      hasEnded.withLock { $0 = true }
    }
    var transport: CurlTransport? = CurlTransport()
    _ = try await transport?.send(read(server.url + "/"))
    #expect(transport != nil)
    transport = nil
    #expect(await eventually { hasEnded.withLock { $0 } })
  }
}
