package import Host

/// An access token that somebody gave to the program: used as it is, never stored or renewed.
package struct AccessTokenVariable: Sendable, Equatable {
  package static let name = "GRAPHCAL_ACCESS_TOKEN"

  package let token: BearerToken

  /// Nil where the variable is unset or empty; an error for text that cannot be a token.
  ///
  /// `giver` is what messages call the place it comes from: the variable, or an option that sets it.
  package init?(
    _ environment: Environment, from giver: String = Self.name
  ) throws(SignInError) {
    guard let value = environment[Self.name] else { return nil }
    // What `$(cat file)` or an editor leaves at the ends does no harm.
    let text = value.split { $0.isWhitespace }
    guard text.count == 1, text[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .usage(
        "\(giver) does not hold an access token", why: "it has blanks or odd characters inside",
        hint: "put one token into it, or do without it and use graphcal login")
    }
    token = BearerToken(
      secret: Secret(String(text[0])), expiresOn: nil, scopes: [], account: nil,
      source: .given(giver))
  }

  /// What to say when Microsoft Graph answers 401 to it.
  package var rejected: SignInError {
    let giver = if case .given(let name) = token.source { name } else { Self.name }
    return SignInError(
      .signedOut, "Microsoft Graph refused the token from \(giver)",
      why: "it has probably expired; such a token cannot be renewed here",
      hint: "give a fresh one, or leave it out and use graphcal login", code: "token_rejected")
  }
}
