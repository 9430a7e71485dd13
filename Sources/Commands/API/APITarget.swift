import HTTP

/// Where a call of `graphcal api` goes: always the service that the sign-in is for.
struct APITarget: Equatable {
  /// The root with the version that the path names.
  var root: String
  /// Below that root, percent-encoded, with its query.
  var path: String

  /// Reads `me`, `/me/events?$top=3`, `/v1.0/me`, `beta/me`, or a whole address of the same service.
  ///
  /// What may not stand in an address, such as a blank in a `$filter`, is encoded; what is encoded stays.
  ///
  /// `root` is that of the session, with its version.
  ///
  /// - Throws: `Failure` of kind usage for another service, and for what is no path.
  init(_ text: String, root: String) throws(Failure) {
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      throw Failure(
        .usage, "the path of the call is empty or has control characters",
        hint: "graphcal api me/calendars")
    }
    let slash = root.lastIndex(of: "/") ?? root.startIndex
    let (base, version) = (root[..<slash], root[slash...].dropFirst())
    var rest = text[...]
    if Self.hasScheme(text) {
      guard let home = HTTPURL(root) else { throw Self.elsewhere(text, root) }
      let encoded = Self.encoded(text)
      guard let url = HTTPURL(encoded), url.hasSameOrigin(as: home) else {
        throw Self.elsewhere(text, root)
      }
      let folder = HTTPURL(String(base) + "/")?.path ?? "/"
      guard url.target.hasPrefix(folder) else { throw Self.elsewhere(text, root) }
      rest = url.target.dropFirst(folder.count)
    }
    rest = rest.drop { $0 == "/" }
    let first = rest.prefix { $0 != "/" && $0 != "?" }
    var named = String(version)
    if ["v1.0", "beta"].contains(first.lowercased()) || first == version {
      named = first == version ? String(version) : first.lowercased()
      rest = rest.dropFirst(first.count).drop { $0 == "/" }
    }
    let path = rest.prefix { $0 != "?" }
    guard !path.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else {
      throw Failure(
        .usage, "the path \"\(text)\" has . or .. in it", hint: "write it from the root on")
    }
    self.root = "\(base)/\(named)"
    self.path = "/" + Self.encoded(String(rest))
  }

  /// Whether the text names a scheme of addresses, whatever it is.
  private static func hasScheme(_ text: String) -> Bool {
    if text.hasPrefix("//") { return true }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      return false
    }
    return text[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
  }

  private static func elsewhere(_ text: String, _ root: String) -> Failure {
    Failure(
      .usage, "\(text) is not on \(HTTPURL(root)?.origin ?? root)",
      why: "the token of the sign-in goes there and to no other server; nothing was sent",
      hint: "give a path below the version, as me/calendars")
  }

  /// The text with everything encoded that RFC 3986 section 2 does not let stand in a path or query.
  private static func encoded(_ text: String) -> String {
    var result = ""
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte == UInt8(ascii: "%") && index + 2 < bytes.count
        && bytes[index + 1...index + 2].allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
      if isEscape || allowed.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@!$&'()*+,;=".utf8)
}
