import HTTP
import HTTPCurl
import TestSupport
import Testing

/// HTTP/2 over TLS through `nghttpx` (Debian: nghttp2-proxy) in front of a plain server.
@Suite(
  .timeLimit(.minutes(10)),
  .enabled(
    if: ChildProcess.path(of: "nghttpx") != nil && TLSFixture.isAvailable,
    "nghttpx and openssl make the server"))
struct CurlHTTP2Tests {
  private func read(_ url: String) -> HTTPRequest {
    HTTPRequest(url: url, repeatability: .repeatable)
  }

  @Test func `HTTP/2 is spoken where it is offered, all requests over one connection`()
    async throws
  {
    let certificates = try Certificates(names: "DNS:localhost")
    let gate = ThreadGate(count: 4)
    let backend = try LoopbackServer { request, _ in
      if request.target == "/gate" { gate.pass() }
      return .response(200, request.method + request.text)
    }
    let port = try LoopbackServer.closedPort()
    let front = try ChildProcess(
      "nghttpx",
      [
        "--frontend=127.0.0.1,\(port)", "--backend=127.0.0.1,\(backend.port)", "--workers=1",
        "--single-process", "--conf=/dev/null", "--accesslog-file=/dev/stdout",
        "--accesslog-format=from $remote_port", certificates.key, certificates.certificate,
      ])
    let transport = CurlTransport(
      .init(environment: ["SSL_CERT_FILE": certificates.authority]))
    let url = "https://localhost:\(port)"
    #expect(await eventually { (try? await transport.send(read(url + "/")).status) == 200 })

    // The four meet at the gate, so they are on their way at once.
    try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      for _ in 0..<4 { group.addTask { try await transport.send(read(url + "/gate")) } }
      for try await answer in group { #expect(answer.version == "HTTP/2") }
    }
    let posted = try await transport.send(
      HTTPRequest(
        method: "POST", url: url + "/", body: Array("body".utf8),
        repeatability: .onlyWhenNotCarriedOut))
    #expect(String(decoding: posted.body, as: UTF8.self) == "POSTbody")
    #expect(posted.version == "HTTP/2")

    let ports = (1...6).map { _ in front.line(startingWith: "from ") }
    #expect(Set(ports).count == 1)
    #expect(ports.first != .some(nil))
  }
}
