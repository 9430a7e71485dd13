import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

@Suite struct SecretMaskTests {
  @Test(arguments: [
    ("https://u:p%40ss@h/p", "https://***@h/p"), ("https://h/p@q", "https://h/p@q"),
    ("https://h/?code=SECRET&state=s", "https://h/?code=***&state=s"),
    ("https://h/?a=1&Access_Token=SECRET", "https://h/?a=1&Access_Token=***"),
    ("https://h/?%63ode=SECRET#x=1&id_token=SECRET", "https://h/?%63ode=***#x=1&id_token=***"),
    ("https://h/#access_token=SECRET", "https://h/#access_token=***"),
    ("https://h/me/events?$filter=code%20eq%201", "https://h/me/events?$filter=code%20eq%201"),
    ("https://h/up?authtoken=SECRET", "https://h/up?authtoken=***"),
  ])
  func `an address is shown without secrets`(url: String, shown: String) {
    #expect(SecretMask.url(url) == shown)
  }

  @Test func `headers are shown without tokens`() {
    let shown = SecretMask.headers([
      "authorization": "Bearer SECRET", "Proxy-Authorization": "Basic SECRET",
      "Cookie": "a=SECRET", "Set-Cookie": "b=SECRET; Path=/", "Location": "/cb?code=SECRET",
      "WWW-Authenticate": "Bearer realm=\"\", Claims=\"SECRET\", error=\"insufficient_claims\"",
      "Prefer": "IdType=\"ImmutableId\"",
    ])
    #expect(
      shown == [
        "authorization": "Bearer ***", "Proxy-Authorization": "Basic ***", "Cookie": "***",
        "Set-Cookie": "***", "Location": "/cb?code=***",
        "WWW-Authenticate": "Bearer realm=\"\", claims=\"***\", error=\"insufficient_claims\"",
        "Prefer": "IdType=\"ImmutableId\"",
      ])
  }

  @Test(arguments: [
    (
      "application/x-www-form-urlencoded", "grant_type=x&refresh_token=SECRET&claims=%7BSECRET",
      "grant_type=x&refresh_token=***&claims=***"
    ),
    (
      "application/json", #"{"access_token":"SECRET","expires_in":3599}"#,
      #"{"access_token":"***","expires_in":3599}"#
    ),
    (
      "application/json; charset=utf-8", #"{"a":[{"client_info":"SECRET"}],"code":"SECRET"}"#,
      #"{"a":[{"client_info":"***"}],"code":"***"}"#
    ),
    (
      "application/json", #"{"error":{"code":"ErrorItemNotFound","innerError":{"code":"x"}}}"#,
      #"{"error":{"code":"ErrorItemNotFound","innerError":{"code":"x"}}}"#
    ),
    (
      "application/json", #"{"uploadUrl":"https://h/?authtoken=SECRET"}"#,
      #"{"uploadUrl":"https://h/?authtoken=***"}"#
    ),
    (
      "application/json", #"{"subject":"my code: 1234", "n":1.0}"#,
      #"{"subject":"my code: 1234", "n":1.0}"#
    ),
    ("application/json", #"{"refresh_token":"SECRET"#, "(unreadable, left out)"),
    ("application/json", #"{"subject":"x"#, #"{"subject":"x"#),
    ("text/plain", #"{"id_token":"SECRET"}"#, #"{"id_token":"***"}"#),
    ("text/html", "<html>code</html>", "<html>code</html>"),
    (
      "application/json", #"{"requests":[{"headers":{"Authorization":"SECRET"}}]}"#,
      #"{"requests":[{"headers":{"Authorization":"***"}}]}"#
    ),
  ])
  func `a body is shown without secrets`(type: String, body: String, shown: String) {
    let masked = SecretMask.body(Array(body.utf8), contentType: type)
    #expect(String(decoding: masked, as: UTF8.self) == shown)
  }

  private static let exchange = ObservedTransport.Exchange(
    request: HTTPRequest(
      method: "POST", url: "https://h/token?code=SECRET&x=%20",
      headers: [
        "Authorization": "Bearer SECRET", "Content-Type": "application/x-www-form-urlencoded",
      ],
      body: Array("code_verifier=SECRET&scope=a".utf8), repeatability: .repeatable),
    result: .success(
      HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json", "Set-Cookie": "SECRET"],
        body: Array(#"{"refresh_token":"SECRET","scope":"a"}"#.utf8), version: "HTTP/2")),
    started: Date(timeIntervalSince1970: 0.25), duration: .microseconds(1500))

  @Test func `a trace is an HTTP archive without secrets`() async throws {
    let recorder = HARRecorder(creatorVersion: "1.0")
    await recorder.record(Self.exchange)
    let archive = await recorder.archive
    #expect(!archive.text(.compact).contains("SECRET"))
    let log = try #require(archive["log"])
    #expect(log["version"]?.string == "1.2")
    let entry = try #require(log["entries"]?[0])
    #expect(entry["startedDateTime"]?.string == "1970-01-01T00:00:00.250Z")
    #expect(entry["time"]?.number?.double == 1.5)
    #expect(entry["request"]?["httpVersion"]?.string == "HTTP/2")
    #expect(entry["request"]?["postData"]?["text"]?.string == "code_verifier=***&scope=a")
    #expect(
      entry["request"]?["queryString"] == [
        ["name": "code", "value": "***"], ["name": "x", "value": " "],
      ])
    #expect(entry["response"]?["status"]?.int == 200)
    #expect(
      entry["response"]?["content"]?["text"]?.string == #"{"refresh_token":"***","scope":"a"}"#)
    #expect(entry["response"]?["content"]?["size"]?.int == 38)
  }

  @Test func `a trace keeps binary bodies and failures`() async throws {
    let recorder = HARRecorder(creatorVersion: "1.0")
    var photo = Self.exchange
    photo.result = .success(
      HTTPResponse(status: 200, headers: ["Content-Type": "image/jpeg"], body: [0xFF, 0xD8, 0xFF]))
    await recorder.record(photo)
    photo.result = .failure(
      TransportError(reason: .cannotReachProxy, host: "p:1", detail: "refused", wasNotSent: true))
    await recorder.record(photo)
    let entries = try #require(await recorder.archive["log"]?["entries"])
    #expect(entries[0]?["response"]?["content"]?["text"]?.string == "/9j/")
    #expect(entries[0]?["response"]?["content"]?["encoding"]?.string == "base64")
    #expect(entries[1]?["response"]?["status"]?.int == 0)
    #expect(entries[1]?["response"]?["_error"]?.string == "cannot reach proxy p:1: refused")
  }

  @Test func `the line of a request tells method, address, outcome and time`() async throws {
    #expect(
      Self.exchange.line == "POST https://h/token?code=***&x=%20: 200, 38 bytes, 2 ms")
  }

  @Test func `every try is observed, also one that fails`() async throws {
    let recorder = HARRecorder(creatorVersion: "1.0")
    let base = ScriptedTransport(answers: [
      .failure(TransportError(reason: .timedOut, host: "h", detail: "", wasNotSent: false)),
      .success(HTTPResponse(status: 204)),
    ])
    let transport = ObservedTransport(
      base: base, now: { Date(timeIntervalSince1970: 0) }, uptime: { .zero },
      observe: { await recorder.record($0) })
    let request = HTTPRequest(url: "https://h/", repeatability: .repeatable)
    await #expect(throws: TransportError.self) { try await transport.send(request) }
    #expect(try await transport.send(request).status == 204)
    #expect(await recorder.archive["log"]?["entries"]?.array?.count == 2)
  }
}
