import Crypto
import HTTP
import Host

/// How the browser hands over the answer of the sign-in page.
///
/// Source: OAuth 2.0 Multiple Response Types; OAuth 2.0 Form Post Response Mode.
package enum ResponseMode: String, Sendable, CaseIterable {
  /// In a form that the browser sends: nothing stays in its address bar or history.
  case formPost = "form_post"
  /// In the address, which a person can copy out of the address bar.
  case query
}

/// One attempt to sign in through a browser: what is sent along, and what has to come back.
///
/// Authorization code with PKCE (RFC 7636); state, nonce and verifier are fresh for each attempt.
struct AuthorizationAttempt: Sendable {
  /// Comes back with the answer, so that nobody can foist another one on us (RFC 6749 section 10.12).
  let state: Secret
  /// Comes back inside the id token.
  let nonce: Secret
  /// Proves at the token endpoint that code and attempt belong together.
  let verifier: Secret
  /// The digest of the verifier, which the sign-in page gets to see.
  let challenge: String
  let redirectURI: String

  /// An attempt whose answer comes to `http://localhost:PORT`.
  ///
  /// Entra compares the address without the port; the literal 127.0.0.1 can be registered only through
  /// the manifest. Source: Microsoft identity platform, "Redirect URI best practices".
  init(port: UInt16, randomness: Randomness) throws(SignInError) {
    state = Secret(Base64URL.encode(randomness.bytes(32)))
    nonce = Secret(Base64URL.encode(randomness.bytes(32)))
    verifier = Secret(Base64URL.encode(randomness.bytes(32)))
    do {
      challenge = Base64URL.encode(try SHA256.digest(Array(verifier.exposed.utf8)))
    } catch {
      throw SignInError(
        .failed, "a sign-in by the browser cannot be prepared", why: error.reason,
        hint: "install the Debian package libssl3, or use graphcal login --device-code",
        code: "no_crypto")
    }
    redirectURI = "http://localhost:\(port)"
  }

  /// The address of the sign-in page.
  ///
  /// `loginHint` is the name to fill in, if the person has said one; else the page lets them choose.
  /// `claims` is the parameter of that name, as `ClaimsRequest` makes it.
  func url(
    _ configuration: SignIn.Configuration, scopes: [String], mode: ResponseMode,
    loginHint: String?, claims: String
  ) -> String {
    var query: QueryItems = [
      "client_id": configuration.clientID, "response_type": "code", "redirect_uri": redirectURI,
      "response_mode": mode.rawValue, "scope": Scopes.parameter(scopes),
      "state": state.exposed, "nonce": nonce.exposed, "code_challenge": challenge,
      "code_challenge_method": "S256", "client_info": "1", "claims": claims,
    ]
    if let loginHint {
      query.append("login_hint", loginHint)
    } else {
      query.append("prompt", "select_account")
    }
    return configuration.authority.authorizeURL + "?" + query.form
  }
}
