import HTTP

/// An address below which requests with tokens go.
package struct WebRoot: Sendable, Hashable {
  /// As written, without a slash at the end.
  package let text: String
  /// Lower case, without port and brackets.
  package let host: String

  /// Takes `https`, and `http` for this machine alone.
  package init(
    _ text: String, named name: String, pathAllowed: Bool
  ) throws(SignInError) {
    let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let url = HTTPURL(trimmed), !trimmed.contains("#"), url.query == nil,
      pathAllowed || url.target == "/"
    else {
      throw .usage(
        "\"\(PlainText.line(text))\" is not a \(name)",
        hint: pathAllowed ? "write https://HOST/PATH" : "write https://HOST, without a path")
    }
    guard url.scheme == .https || url.isLoopback else {
      throw .usage(
        "the \(name) \(trimmed) would send tokens unencrypted",
        hint: "use https; http is for this machine alone (127.0.0.1, localhost)")
    }
    self.text = trimmed
    host = url.host
  }
}
