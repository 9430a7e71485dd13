/// A wire that leads nowhere: every request fails at once, and none is sent.
package struct OfflineTransport: Transport {
  private let reason: String

  /// A wire that says why it leads nowhere, such as the option that cut it.
  package init(because reason: String) { self.reason = reason }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    throw TransportError(
      reason: .offline, host: HTTPURL(request.url)?.host ?? "", detail: reason,
      wasNotSent: true)
  }
}
