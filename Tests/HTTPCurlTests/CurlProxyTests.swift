import HTTP
import HTTPCurl
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CurlProxyTests {
  private static let graph = HTTPRequest(
    url: "https://graph.microsoft.com/v1.0/me", headers: ["Authorization": "Bearer secret"],
    repeatability: .repeatable)

  private func failure(
    of request: HTTPRequest = Self.graph, in environment: [String: String]
  ) async -> TransportError? {
    let transport = CurlTransport(.init(environment: environment))
    return await #expect(throws: TransportError.self) { try await transport.send(request) }
  }

  @Test(arguments: [
    ("HTTPS_PROXY", "http://127.0.0.1:PORT", nil), ("https_proxy", "http://127.0.0.1:PORT", nil),
    ("ALL_PROXY", "http://127.0.0.1:PORT/", nil), ("HTTPS_PROXY", "127.0.0.1:PORT", nil),
    ("HTTPS_PROXY", "http://user:p%40ss@127.0.0.1:PORT", "Basic dXNlcjpwQHNz"),
    ("HTTPS_PROXY", "user:p%40ss@127.0.0.1:PORT", "Basic dXNlcjpwQHNz"),
  ])
  func `the proxy is asked for a tunnel to the server`(
    name: String, value: String, credentials: String?
  ) async throws {
    let proxy = try LoopbackServer(.response(502, "<html>"))
    let error = await failure(in: [name: value.replacing("PORT", with: "\(proxy.port)")])
    let request = try #require(proxy.requests.first)
    #expect(request.lines.first == "CONNECT graph.microsoft.com:443 HTTP/1.1")
    #expect(request["Proxy-Authorization"] == credentials)
    #expect(request["Authorization"] == nil)
    #expect(proxy.requests.count == 1)
    #expect(error?.reason == .cannotConnect)
    #expect(error?.host == "graph.microsoft.com")
    #expect(error?.detail == "proxy 127.0.0.1:\(proxy.port) answered 502 to CONNECT")
    #expect(error?.wasNotSent == true)
  }

  @Test(arguments: ["127.0.0.1", "*", "localhost,127.0.0.1", "127.0.0.0/8"])
  func `a host in NO_PROXY is reached directly`(list: String) async throws {
    let proxy = try LoopbackServer(.response(502))
    let port = try LoopbackServer.closedPort()
    let error = await failure(
      of: HTTPRequest(url: "https://127.0.0.1:\(port)/", repeatability: .repeatable),
      in: ["HTTPS_PROXY": proxy.url, "NO_PROXY": list])
    #expect(error?.reason == .cannotConnect)
    #expect(error?.host == "127.0.0.1:\(port)")
    #expect(proxy.connectionCount == 0)
  }

  @Test func `plain http within the machine needs no proxy`() async throws {
    let proxy = try LoopbackServer(.response(502))
    let server = try LoopbackServer(.response(200))
    let transport = CurlTransport(
      .init(environment: ["ALL_PROXY": proxy.url, "http_proxy": proxy.url]))
    let request = HTTPRequest(url: server.url + "/", repeatability: .repeatable)
    #expect(try await transport.send(request).status == 200)
    #expect(proxy.connectionCount == 0)
  }

  @Test(arguments: [
    "http://127.0.0.1:", "http://user:p%40ss@127.0.0.1:", "socks5h://user:p%40ss@127.0.0.1:",
  ])
  func `a proxy that is down is not taken for the server`(start: String) async throws {
    let port = try LoopbackServer.closedPort()
    let error = await failure(in: ["HTTPS_PROXY": "\(start)\(port)"])
    #expect(error?.reason == .cannotReachProxy)
    #expect(error?.sentence == "cannot reach proxy 127.0.0.1:\(port)")
    #expect(error?.wasNotSent == true)
    #expect(error?.detail.contains("p%40ss") == false)
    #expect(error?.detail.contains("p@ss") == false)
  }

  @Test func `a proxy that says nothing runs into the time limit`() async throws {
    let proxy = try LoopbackServer(.stall)
    let transport = CurlTransport(
      .init(environment: ["HTTPS_PROXY": proxy.url], timeLimit: .seconds(1)))
    let error = await #expect(throws: TransportError.self) {
      try await transport.send(Self.graph)
    }
    #expect(error?.reason == .timedOut)
    #expect(error?.host == "127.0.0.1:\(proxy.port)")
    #expect(error?.wasNotSent == true)
  }

  @Test(arguments: [RawAnswer.close, .reset])
  func `a proxy that hangs up is not taken for the server`(answer: RawAnswer) async throws {
    let proxy = try LoopbackServer(answer)
    let error = await failure(in: ["HTTPS_PROXY": proxy.url])
    #expect(error?.reason == .cannotReachProxy)
    #expect(error?.wasNotSent == true)
  }

  @Test(arguments: [
    "http://user:p%40ss@h:99999", "http://user:p%40ss@h:x", "gopher://user:p%40ss@h:1",
  ])
  func `a proxy address that is none does not show its password`(value: String) async throws {
    let error = await failure(in: ["HTTPS_PROXY": value])
    #expect(error?.detail.contains("p%40ss") == false)
    #expect(error?.host.contains("p%40ss") == false)
    #expect(error?.wasNotSent == true)
  }

  @Test func `a proxy that wants a sign-in is named`() async throws {
    let proxy = try LoopbackServer(
      .response(407, headers: ["Proxy-Authenticate: Basic realm=x"], "<html>"))
    let error = await failure(in: ["HTTPS_PROXY": proxy.url])
    #expect(error?.reason == .proxyWantsSignIn)
    #expect(error?.sentence == "the proxy 127.0.0.1:\(proxy.port) wants a sign-in")
    #expect(error?.wasNotSent == true)
  }
}
