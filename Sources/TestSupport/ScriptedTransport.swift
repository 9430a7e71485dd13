package import HTTP

/// A transport without a network: it answers from a script and remembers what was asked.
package actor ScriptedTransport: Transport {
  package typealias Answer = Result<HTTPResponse, TransportError>

  private let answer: @Sendable (HTTPRequest, Int) -> Answer
  /// What was asked, in order.
  package private(set) var requests: [HTTPRequest] = []

  /// Answers by a function of the request and its number, from 1.
  package init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> Answer) { self.answer = answer }

  /// Answers with these, one a request; the last one stands for all that follow.
  package init(answers: [Answer]) {
    precondition(!answers.isEmpty, "a script without answers")
    answer = { _, number in answers[min(number, answers.count) - 1] }
  }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    requests.append(request)
    return try answer(request, requests.count).get()
  }
}

extension HTTPResponse {
  /// An answer with a JSON body, for scripts.
  package static func json(
    _ text: String, status: Int = 200, headers: HTTPFields = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = "application/json"
    return HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
  }
}
