/// What may be done when it is not known whether the server has carried out a request.
///
/// Source: Microsoft Graph, "Error responses" and "Throttling"; RFC 9110 section 9.2.2.
package enum Repeatability: Sendable, Equatable {
  /// Sent again after a lost answer or a 5xx: reads, deletes, creates with a `transactionId`.
  case repeatable
  /// Sent again only when the server surely did nothing: 401, 429, or a connection never made.
  case onlyWhenNotCarriedOut
}

/// One HTTP request, complete: the transport adds nothing that changes its meaning.
package struct HTTPRequest: Sendable, Equatable {
  package var method: String
  /// Absolute, percent-encoded as it goes on the wire; links of a server are kept byte for byte.
  package var url: String
  package var headers: HTTPFields
  package var body: [UInt8]?
  package var repeatability: Repeatability

  package init(
    method: String = "GET", url: String, headers: HTTPFields = [:], body: [UInt8]? = nil,
    repeatability: Repeatability
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.repeatability = repeatability
  }
}

/// One HTTP answer, whole.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  package var headers: HTTPFields
  package var body: [UInt8]
  /// The version spoken, such as `HTTP/2`; nil where no network was involved.
  package var version: String?

  package init(
    status: Int, headers: HTTPFields = [:], body: [UInt8] = [], version: String? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.version = version
  }

  /// Whether a request that was answered like this may have been carried out all the same.
  ///
  /// Servers and gateways that gave up waiting say nothing of what is done behind them (RFC 9110,
  /// sections 15.5.9 and 15.6).
  package static func leavesOutcomeOpen(status: Int) -> Bool {
    [408, 500, 502, 503, 504].contains(status)
  }
}

/// Sends one request and waits for its whole answer.
package protocol Transport: Sendable {
  /// Any status is an answer, not an error; redirects are not followed.
  ///
  /// - Throws: `TransportError` when there is no complete answer, also on cancellation.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Says that a request will come soon, so that what is slow to load can load beside other work.
  func prepare()
}

extension Transport {
  package func prepare() {}
}
