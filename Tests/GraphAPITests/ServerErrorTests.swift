import GraphAPI
import HTTP
import TestSupport
import Testing

@Suite struct ServerErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var body: String
    var code: String?
    var message: String?
    var requestID: String?

    init(_ body: String, code: String? = nil, message: String? = nil, requestID: String? = nil) {
      self.body = body
      self.code = code
      self.message = message
      self.requestID = requestID
    }

    var testDescription: String { body }
  }

  private func error(_ body: String, headers: HTTPFields = ["Content-Type": "application/json"])
    -> ServerError
  {
    ServerError(HTTPResponse(status: 503, headers: headers, body: Array(body.utf8)))
  }

  @Test(arguments: [
    Row(
      #"{"error":{"code":"Outer","message":"No.","innerError":{"request-id":"r-1","date":"x"}}}"#,
      code: "Outer", message: "No.", requestID: "r-1"),
    Row(
      #"{"error":{"code":"Outer","innererror":{"code":"Inner","innererror":{"code":"Core"}}}}"#,
      code: "Core"),
    Row(
      #"{"error":{"code":"TooManyRequests","innerError":{"code":"429","status":"429"}}}"#,
      code: "TooManyRequests"), Row(#"{"error":{"code":"","message":"No."}}"#, message: "No."),
    Row(#"{"error":"busy"}"#, message: "busy"), Row(#"{"error":null}"#), Row(#"{"error":[1]}"#),
    Row(#"{"error":{"code":5,"message":{"lang":"en"}}}"#), Row(#"{"error":{}}"#),
    Row(#"{"error":{"code":"A","message":null,"innerError":"x"}}"#, code: "A"),
    Row(#"{"message":"not here"}"#), Row("[]"), Row(""), Row("busy"), Row("{\"error\":{\"co"),
    Row("\u{FEFF}{\"error\":{\"code\":\"A\"}}", code: "A"),
  ])
  func `an error body of any shape`(row: Row) {
    let error = error(row.body)
    #expect(error.code == row.code)
    #expect(error.message == row.message)
    #expect(error.requestID == row.requestID)
    #expect(error.status == 503)
    #expect(!error.isHTML)
  }

  @Test(arguments: ["text/html", "text/html; charset=utf-8", "Application/XHTML+xml"])
  func `a page is not read as an error`(type: String) {
    let page = "<html><title>502 Bad Gateway</title>" + String(repeating: "x", count: 40_000)
    let error = error(page, headers: ["Content-Type": type])
    #expect(error.isHTML)
    #expect(error.message == nil)
  }

  @Test(arguments: [(200, 200), (201, 200), (5000, 200)])
  func `a long message is cut`(length: Int, shown: Int) {
    let text = String(repeating: "é", count: length)
    for body in [#"{"error":"\#(text)"}"#, #"{"error":{"message":"\#(text)"}}"#] {
      let message = error(body).message
      #expect(message?.count == shown)
      #expect(message?.hasSuffix("…") == (length > shown))
    }
  }

  @Test func `headers name the exchange before the body does`() {
    let error = error(
      #"{"error":{"innerError":{"request-id":"inner","client-request-id":"mine"}}}"#,
      headers: [
        "request-id": "outer", "Retry-After": "7", "date": "Mon, 30 Nov 2026 08:00:00 GMT",
      ])
    #expect(error.requestID == "outer")
    #expect(error.clientRequestID == "mine")
    #expect(error.retryAfter == 7)
    #expect(error.date == "Mon, 30 Nov 2026 08:00:00 GMT")
  }
}
