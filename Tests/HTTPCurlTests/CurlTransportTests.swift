import HTTP
import HTTPCurl
import TestSupport
import Testing

@Suite struct CurlTransportTests {
  @Test func `a request goes out as it is and the answer comes back whole`() async throws {
    let server = try LoopbackServer(
      .response(201, headers: ["X-Two: a", "X-Two: b", "request-id: r1"], "made"))
    let answer = try await CurlTransport().send(
      HTTPRequest(
        method: "PATCH", url: server.url + "/a%2Fb/../c?q=%20x",
        headers: ["Content-Type": "application/json", "Authorization": "Bearer t"],
        body: Array("{}".utf8), repeatability: .onlyWhenNotCarriedOut))
    #expect(answer.status == 201)
    #expect(answer.headers.values(of: "x-two") == ["a", "b"])
    #expect(answer.requestID == "r1")
    #expect(String(decoding: answer.body, as: UTF8.self) == "made")
    let request = try #require(server.requests.first)
    #expect(request.lines.first == "PATCH /a%2Fb/../c?q=%20x HTTP/1.1")
    #expect(request["Authorization"] == "Bearer t")
    #expect(request["Content-Length"] == "2")
    #expect(request["Expect"] == nil)
    #expect(request.text == "{}")
  }
}
