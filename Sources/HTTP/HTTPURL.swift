/// An absolute `http` or `https` URL, taken apart strictly.
///
/// What different programs could read differently is refused: user information, control
/// characters, blanks, backslashes, odd ports. Source: RFC 3986, RFC 9110 section 4.2.
package struct HTTPURL: Sendable, Hashable {
  package enum Scheme: String, Sendable, Hashable {
    case http
    case https

    package var defaultPort: Int { self == .https ? 443 : 80 }
  }

  package let scheme: Scheme
  /// In lower case, without a trailing dot; an IPv6 address without its brackets.
  package let host: String
  /// 1 to 65 535; the scheme's own where none is written.
  package let port: Int
  /// Path and query as written, from the `/` on; a fragment is left out.
  package let target: String

  /// Takes a URL apart; nil when it is not absolute, not of these schemes, or not strict.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      return nil
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
      let scheme = Scheme(rawValue: text[..<colon].lowercased())
    else { return nil }
    let rest = text[colon...].dropFirst(3)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    guard let authority = Authority(rest[..<end]) else { return nil }
    let tail = rest[end...].prefix { $0 != "#" }
    self.scheme = scheme
    host = authority.host
    port = authority.port ?? scheme.defaultPort
    target = tail.hasPrefix("/") ? String(tail) : "/" + tail
  }

  /// Path as written, without the query.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// The query as written, without the `?`; nil when there is none.
  package var query: Substring? {
    target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
  }

  /// `host` or `host:port`, the port only where it is not the scheme's own.
  package var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == scheme.defaultPort ? name : "\(name):\(port)"
  }

  /// Scheme, host and port, such as `https://graph.microsoft.com`.
  package var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// Whether scheme, host and port are the same, so that a token for one may go to the other.
  package func hasSameOrigin(as other: HTTPURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Whether the host can only be this machine: `localhost`, 127.0.0.0/8, `::1`.
  package var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { (1...3).contains($0.count) && UInt8($0) != nil }
  }
}

/// Host and optional port of a URL.
struct Authority {
  let host: String
  let port: Int?

  /// Takes `host`, `host:port`, `[v6]` or `[v6]:port`; nil for everything else.
  init?(_ text: some StringProtocol) {
    let portText: String?
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else { return nil }
      let address = text[..<close].dropFirst()
      guard address.contains(":"), address.utf8.allSatisfy(Self.isAddressByte) else { return nil }
      host = address.lowercased()
      let tail = text[close...].dropFirst()
      guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
      portText = tail.isEmpty ? nil : String(tail.dropFirst())
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard let first = parts.first, parts.count <= 2 else { return nil }
      let name = first.hasSuffix(".") ? first.dropLast() : first[...]
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
      host = name.lowercased()
      portText = parts.count == 2 ? String(parts[1]) : nil
    }
    guard let portText, !portText.isEmpty else {
      port = nil
      return
    }
    guard portText.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(portText), (1...65535).contains(number)
    else { return nil }
    port = number
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Letters, digits, `- . _`, and bytes of internationalised names.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
