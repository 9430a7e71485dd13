package import FoundationEssentials

/// An access token, ready to be sent.
package struct BearerToken: Sendable, Equatable {
  /// Where it comes from.
  package enum Source: Sendable, Equatable {
    case cache
    /// The named environment variable or option.
    case given(String)
  }

  package let secret: Secret
  /// Nil when nothing is known about its end.
  package let expiresOn: Date?
  /// The granted scopes; empty when nothing is known about them.
  package let scopes: [String]
  /// Whose it is; nil when that is not known.
  package let account: Account?
  package let source: Source

  package init(
    secret: Secret, expiresOn: Date?, scopes: [String], account: Account?, source: Source
  ) {
    self.secret = secret
    self.expiresOn = expiresOn
    self.scopes = scopes
    self.account = account
    self.source = source
  }

  init(_ entry: AccessTokenEntry, of account: Account) {
    self.init(
      secret: entry.secret, expiresOn: entry.expiresOn, scopes: entry.scopes, account: account,
      source: .cache)
  }
}
