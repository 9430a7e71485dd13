/// Why somebody is not signed in, in the words a user sees; it never holds a token.
package struct SignInError: Error, Sendable, Hashable {
  /// The kinds that programs tell apart by the exit status.
  package enum Kind: Sendable, Hashable {
    /// The service said something unknown, or this program has a bug: exit 1.
    case failed
    /// Settings, options or the app registration are wrong: exit 2.
    case usage
    /// A person has to sign in: exit 4.
    case signedOut
    /// The organisation, a policy or a missing consent forbids it: exit 5.
    case refused
    /// Network, service or lock: worth another try later: exit 7.
    case temporary
    /// The task was cancelled: exit 130.
    case interrupted
  }

  package var kind: Kind
  /// What could not be done; one line, no full stop.
  package var what: String
  /// What the server or the system said, its first line, with the number and correlation id.
  package var why: String?
  /// The next thing to type or change.
  package var hint: String?
  /// The server's whole text, for `--verbose`.
  package var detail: String?
  /// A word for programs: the OAuth error, or one of our own such as `signed_out`.
  package var code: String
  /// What helps, where the identity platform said no.
  package var remedy: Remedy?

  package init(
    _ kind: Kind, _ what: String, why: String? = nil, hint: String? = nil, detail: String? = nil,
    code: String, remedy: Remedy? = nil
  ) {
    self.kind = kind
    self.what = what
    self.why = why
    self.hint = hint
    self.detail = detail
    self.code = code
    self.remedy = remedy
  }

  static func usage(_ what: String, why: String? = nil, hint: String) -> SignInError {
    SignInError(.usage, what, why: why, hint: hint, code: "configuration")
  }

  static let interrupted = SignInError(.interrupted, "interrupted", code: "interrupted")
}
