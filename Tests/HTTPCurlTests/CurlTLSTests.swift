import HTTP
import HTTPCurl
import TestSupport
import Testing

@Suite(
  .timeLimit(.minutes(10)),
  .enabled(if: TLSFixture.isAvailable, "the openssl tool makes the certificates"))
struct CurlTLSTests {
  private func send(_ url: String, in environment: [String: String]) async throws -> HTTPResponse {
    try await CurlTransport(.init(environment: environment)).send(
      HTTPRequest(url: url, repeatability: .repeatable))
  }

  private func failure(_ url: String, in environment: [String: String]) async -> TransportError? {
    await #expect(throws: TransportError.self) { try await send(url, in: environment) }
  }

  @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"])
  func `a CA named in the environment is trusted`(name: String) async throws {
    let server = try TLSFixture(names: "DNS:localhost,IP:127.0.0.1")
    for host in ["localhost", "127.0.0.1"] {
      let answer = try await send(
        "https://\(host):\(server.port)/", in: [name: server.authorityFile])
      #expect(answer.status == 200)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("TLSv1.3"))
    }
  }

  @Test func `an unknown CA is refused with a word on what to do`() async throws {
    let server = try TLSFixture(names: "DNS:localhost")
    let error = await failure("https://localhost:\(server.port)/", in: [:])
    #expect(error?.reason == .tls)
    #expect(error?.wasNotSent == true)
    #expect(error?.detail.contains("certificate") == true)
    #expect(error?.hint?.contains("SSL_CERT_FILE") == true)
  }

  @Test func `a certificate for another name is refused`() async throws {
    let server = try TLSFixture(names: "DNS:graph.microsoft.com")
    let error = await failure(
      "https://localhost:\(server.port)/", in: ["SSL_CERT_FILE": server.authorityFile])
    #expect(error?.reason == .tls)
  }

  @Test func `a CA file that is not there is named`() async throws {
    let server = try TLSFixture(names: "DNS:localhost")
    let error = await failure(
      "https://localhost:\(server.port)/", in: ["SSL_CERT_FILE": "/nonexistent/ca.pem"])
    #expect(error?.reason == .tls)
    #expect(error?.detail.contains("/nonexistent/ca.pem") == true)
  }

  @Test func `TLS older than 1.2 is refused`() async throws {
    let server = try TLSFixture(
      names: "DNS:localhost", options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
    let error = await failure(
      "https://localhost:\(server.port)/", in: ["SSL_CERT_FILE": server.authorityFile])
    #expect(error?.reason == .tls)
    #expect(error?.wasNotSent == true)
  }

  @Test func `TLS 1.2 is spoken`() async throws {
    let server = try TLSFixture(names: "DNS:localhost", options: ["-tls1_2"])
    let answer = try await send(
      "https://localhost:\(server.port)/", in: ["SSL_CERT_FILE": server.authorityFile])
    #expect(String(decoding: answer.body, as: UTF8.self).contains("TLSv1.2"))
  }

  @Test func `a server that speaks no TLS is no secure connection`() async throws {
    let server = try LoopbackServer { connection in
      guard connection.read(1) != nil else { return }
      connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    let error = await failure("https://127.0.0.1:\(server.port)/", in: [:])
    #expect(error?.wasNotSent == true)
    #expect([.tls, .connectionLost].contains(error?.reason))
  }

  @Test func `a proxy that re-signs TLS needs its CA, and then carries the request`() async throws {
    let server = try TLSFixture(names: "DNS:graph.microsoft.com")
    let port = server.port
    let proxy = try LoopbackServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 Connection established\r\n\r\n")
      connection.tunnel(toPort: port)
    }
    let url = "https://graph.microsoft.com/v1.0/me"
    let refused = await failure(url, in: ["HTTPS_PROXY": proxy.url])
    #expect(refused?.reason == .tls)
    #expect(refused?.host == "graph.microsoft.com")
    let answer = try await send(
      url, in: ["HTTPS_PROXY": proxy.url, "SSL_CERT_FILE": server.authorityFile])
    #expect(answer.status == 200)
    #expect(proxy.requests.map(\.target) == Array(repeating: "graph.microsoft.com:443", count: 2))
  }
}
