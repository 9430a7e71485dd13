extension TransportError {
  /// What could not be done, in one line without a full stop, such as `cannot reach proxy web:8080`.
  package var sentence: String { reason.sentence(host: host) }

  /// What the user can change; nil where only waiting or asking helps.
  package var hint: String? {
    switch reason {
    case .cannotResolveHost, .cannotConnect:
      "check the network connection; behind a company proxy set HTTPS_PROXY"
    case .cannotReachProxy: "check HTTPS_PROXY, or list the host in NO_PROXY"
    case .proxyWantsSignIn: "put name and password into HTTPS_PROXY: http://name:password@host:port"
    case .offline: "leave out --offline"
    case .timedOut: "try again, or allow more time with --timeout"
    case .tls:
      "if a proxy of your company re-signs TLS, name its CA certificate in SSL_CERT_FILE, "
        + "or add it to the system's store with update-ca-certificates"
    case .connectionLost, .tooLarge, .cancelled, .other: nil
    }
  }
}

extension TransportError.Reason {
  func sentence(host: String) -> String {
    switch self {
    case .cannotResolveHost: "cannot find the address of \(host)"
    case .cannotConnect: "cannot reach \(host)"
    case .cannotReachProxy: "cannot reach proxy \(host)"
    case .offline: "\(host) is not asked"
    case .proxyWantsSignIn: "the proxy \(host) wants a sign-in"
    case .timedOut: "no answer from \(host) in time"
    case .connectionLost: "the connection to \(host) was lost"
    case .tls: "cannot make a secure connection to \(host)"
    case .tooLarge: "the answer of \(host) is too large"
    case .cancelled: "the request to \(host) was cancelled"
    case .other: "the request to \(host) failed"
    }
  }
}
