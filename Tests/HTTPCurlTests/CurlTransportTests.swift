import FoundationEssentials
import HTTP
import HTTPCurl
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CurlTransportTests {
  private let transport = CurlTransport()

  private func read(_ url: String) -> HTTPRequest {
    HTTPRequest(url: url, repeatability: .repeatable)
  }

  @Test func `a request goes out as it is and the answer comes back whole`() async throws {
    let server = try LoopbackServer(
      .response(201, headers: ["X-Two: a", "X-Two:  b ", "request-id: r1", "Empty:"], "made"))
    let answer = try await transport.send(
      HTTPRequest(
        method: "PATCH", url: server.url + "/a%2Fb/../c?q=%20x",
        headers: ["Content-Type": "application/json", "Authorization": "Bearer t", "X-Empty": ""],
        body: Array("{}".utf8), repeatability: .onlyWhenNotCarriedOut))
    #expect(answer.status == 201)
    #expect(answer.version == "HTTP/1.1")
    #expect(answer.headers.values(of: "x-two") == ["a", "b"])
    #expect(answer.headers["empty"] == "")
    #expect(answer.requestID == "r1")
    #expect(String(decoding: answer.body, as: UTF8.self) == "made")
    let request = try #require(server.requests.first)
    #expect(request.lines.first == "PATCH /a%2Fb/../c?q=%20x HTTP/1.1")
    #expect(request["Authorization"] == "Bearer t")
    #expect(request["X-Empty"] == "")
    #expect(request["Content-Length"] == "2")
    #expect(request["User-Agent"] == "graphcal")
    #expect(request["Expect"] == nil)
    #expect(request.text == "{}")
  }

  @Test(arguments: [
    ("GET", nil, nil), ("DELETE", nil, nil), ("POST", nil, "0"), ("PATCH", nil, "0"),
    ("POST", 3_000_000, "3000000"), ("PUT", 5, "5"), ("DELETE", 4, "4"), ("QUERY", nil, nil),
  ])
  func `every method carries its body or says that there is none`(
    method: String, size: Int?, length: String?
  ) async throws {
    let server = try LoopbackServer(.response(200))
    let body = size.map { [UInt8](repeating: 7, count: $0) }
    _ = try await transport.send(
      HTTPRequest(
        method: method, url: server.url + "/", body: body, repeatability: .repeatable))
    let request = try #require(server.requests.first)
    #expect(request.method == method)
    #expect(request["Content-Length"] == length)
    #expect(request["Content-Type"] == nil)
    #expect(request["Expect"] == nil)
    #expect(request.body == body ?? [])
  }

  @Test func `a HEAD has no body in its answer`() async throws {
    let server = try LoopbackServer(.text("HTTP/1.1 200 OK\nContent-Length: 99\n\n"))
    var request = read(server.url + "/")
    request.method = "HEAD"
    let answer = try await transport.send(request)
    #expect(answer.body.isEmpty)
    #expect(server.requests.first?.method == "HEAD")
  }

  @Test(arguments: [
    RawAnswer.chunked(200, chunks: [#"{"value""#, ":[]}"]),
    .text("HTTP/1.0 200 OK\n\n{\"value\":[]}", then: .close),
    .text(
      "HTTP/1.1 103 Early\nX-Early: 1\n\nHTTP/1.1 200 OK\nContent-Length: 12\n\n{\"value\":[]}"),
    .response(200, headers: ["Content-Encoding: gzip"], body: Self.gzip),
    .response(200, headers: ["Content-Encoding: deflate"], body: Self.deflate),
    .text(
      """
      HTTP/1.1 200 OK
      Transfer-Encoding: chunked
      Trailer: X-Early

      c
      {"value":[]}
      0
      X-Early: 1


      """),
  ])
  func `a body is whole in whatever way it comes`(answer: RawAnswer) async throws {
    let server = try LoopbackServer(answer)
    let response = try await transport.send(read(server.url + "/"))
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"value":[]}"#)
    #expect(response.headers["X-Early"] == nil)
    #expect(server.requests.first?["Accept-Encoding"]?.contains("gzip") == true)
  }

  @Test func `a connection is used again`() async throws {
    let server = try LoopbackServer(.response(200, "a"))
    for _ in 0..<5 { _ = try await transport.send(read(server.url + "/")) }
    #expect(server.requests.count == 5)
    #expect(server.connectionCount == 1)
  }

  @Test func `a host is reached by whichever of its addresses answers`() async throws {
    // The name stands for ::1 as well where the machine has IPv6; the server is on 127.0.0.1 only.
    let server = try LoopbackServer(.response(200))
    #expect(try await transport.send(read("http://localhost:\(server.port)/")).status == 200)
  }

  @Test func `a cookie is not sent back`() async throws {
    let server = try LoopbackServer(.response(200, headers: ["Set-Cookie: a=b; Path=/"], "x"))
    #expect(try await transport.send(read(server.url + "/")).headers["Set-Cookie"] != nil)
    _ = try await transport.send(read(server.url + "/"))
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0["Cookie"] == nil })
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is an answer and the token goes nowhere else`(status: Int) async throws {
    let portal = try LoopbackServer(.response(200))
    let server = try LoopbackServer(.response(status, headers: ["Location: \(portal.url)/login"]))
    var request = read(server.url + "/")
    request.headers["Authorization"] = "Bearer secret"
    let answer = try await transport.send(request)
    #expect(answer.status == status)
    #expect(answer.headers["Location"] == portal.url + "/login")
    #expect(portal.connectionCount == 0)
  }

  @Test func `eight requests are on their way at once`() async throws {
    let gate = ThreadGate(count: 8)
    let server = try LoopbackServer { _, _ in
      gate.pass()
      return .response(200, "8")
    }
    let url = server.url
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 0..<8 {
        group.addTask { try await transport.send(read(url + "/\(number)")).body }
      }
      for try await body in group { #expect(body == Array("8".utf8)) }
    }
    #expect(Set(server.requests.map(\.target)).count == 8)
  }

  @Test func `many requests after each other and at once all get their own answer`() async throws {
    let server = try LoopbackServer { request, _ in .response(200, request.target) }
    let url = server.url
    try await withThrowingTaskGroup(of: (Int, HTTPResponse).self) { group in
      for number in 0..<100 {
        group.addTask { (number, try await transport.send(read(url + "/\(number)"))) }
      }
      for try await (number, answer) in group {
        #expect(String(decoding: answer.body, as: UTF8.self) == "/\(number)")
      }
    }
    #expect(server.requests.count == 100)
  }

  @Test func `the library tells its version`() throws {
    #expect(try CurlTransport.libraryVersion().hasPrefix("libcurl/"))
  }

  static let gzip = bytes("H4sIAAAAAAACA6tWKkvMKU1VsoqOrQUAQupARAwAAAA=")
  static let deflate = bytes("eNqrVipLzClNVbKKjq0FABwWBEw=")

  /// The bytes of a Base64 text.
  static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
}
