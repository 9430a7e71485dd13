/// Which proxy a URL goes through, by the environment variables that curl knows.
///
/// For https: `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY`, the first that is set; not for
/// the hosts of `no_proxy` or `NO_PROXY`. Plain http is spoken only within this machine and never
/// goes through a proxy, which would carry a token off it.
package struct ProxyRules: Sendable, Equatable {
  /// One proxy as it was configured.
  package struct Proxy: Sendable, Equatable {
    /// With user and password where given: for the transport only, never to be shown.
    package let url: String
    /// `host:port` without user and password.
    package let authority: String
  }

  /// The variable that names the proxy; nil where none does.
  package let variable: String?
  /// The variable that lists the hosts reached directly; nil where none does.
  package let exceptionsVariable: String?
  private let proxy: Proxy?
  private let exceptions: [Substring]

  package init(environment: [String: String]) {
    func first(_ names: String...) -> String? {
      names.first { environment[$0]?.isEmpty == false }
    }
    variable = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    proxy = variable.flatMap { environment[$0] }.map(Proxy.init)
    exceptionsVariable = first("no_proxy", "NO_PROXY")
    let list = (exceptionsVariable.flatMap { environment[$0] } ?? "").lowercased()
    exceptions = list.split { $0 == "," || $0 == " " || $0 == "\t" }
  }

  /// The proxy for `url`; nil when it is reached directly.
  package func proxy(for url: HTTPURL) -> Proxy? {
    guard url.scheme == .https, !exceptions.contains(where: { matches($0, url) }) else {
      return nil
    }
    return proxy
  }

  private func matches(_ exception: Substring, _ url: HTTPURL) -> Bool {
    if exception == "*" { return true }
    if let network = AddressRange(exception) { return network.contains(url.host) }
    if exception == url.host { return true }
    guard let wanted = Authority(exception.drop { $0 == "." || $0 == "*" }) else { return false }
    if let port = wanted.port, port != url.port { return false }
    return url.host == wanted.host || url.host.hasSuffix("." + wanted.host)
  }
}

extension ProxyRules.Proxy {
  init(url: String) {
    self.url = url
    let afterScheme = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let end = afterScheme.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }
    let whole = afterScheme[..<(end ?? afterScheme.endIndex)]
    authority = String(whole.lastIndex(of: "@").map { whole[whole.index(after: $0)...] } ?? whole)
  }
}
