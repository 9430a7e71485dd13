/// Why there is no complete answer to a request.
package struct TransportError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case cannotResolveHost
    case cannotConnect
    /// No request is sent, since that was asked for.
    case offline
    case cannotReachProxy
    /// The proxy answered 407.
    case proxyWantsSignIn
    case timedOut
    /// Reset, closed early, or shorter than announced.
    case connectionLost
    /// Certificate not trusted, wrong name, expired, or no common protocol version.
    case tls
    /// The body, compressed or not, is larger than the limit.
    case tooLarge
    case cancelled
    /// Anything else; the detail says what.
    case other
  }

  package var reason: Reason
  /// The host (and port) that was to be reached, or the proxy's; never with a password.
  package var host: String
  /// The library's words, one line.
  package var detail: String
  /// Whether the server cannot have seen the request, so that any request may be sent again.
  package var wasNotSent: Bool

  package init(reason: Reason, host: String, detail: String, wasNotSent: Bool) {
    self.reason = reason
    self.host = host
    self.detail = detail
    self.wasNotSent = wasNotSent
  }
}
