package import Host

/// An access token that somebody put into the environment: used as it is, never stored or renewed.
package struct AccessTokenVariable: Sendable, Equatable {
  package static let name = "GRAPHCAL_ACCESS_TOKEN"

  package let token: BearerToken

  /// Nil where the variable is unset or empty; an error for text that cannot be a token.
  package init?(_ environment: Environment) throws(SignInError) {
    guard let value = environment[Self.name] else { return nil }
    // What `$(cat file)` or an editor leaves at the ends does no harm.
    let text = value.split { $0.isWhitespace }
    guard text.count == 1, text[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .usage(
        "\(Self.name) does not hold an access token", why: "it has blanks or odd characters inside",
        hint: "put one token into it, or unset it and use graphcal login")
    }
    token = BearerToken(
      secret: Secret(String(text[0])), expiresOn: nil, scopes: [], account: nil,
      source: .environment(Self.name))
  }

  /// What to say when Microsoft Graph answers 401 to it.
  package static let rejected = SignInError(
    .signedOut, "Microsoft Graph refused the token from \(name) or --token-file",
    why: "it has probably expired; such a token cannot be renewed here",
    hint: "give a fresh one, or leave it out and use graphcal login", code: "token_rejected")
}
