package import FoundationEssentials
import HTTP
import Host
package import JSON

/// What a person needs to know to sign in with a browser.
package struct BrowserPrompt: Sendable {
  /// The address of the sign-in page.
  ///
  /// It holds nothing secret that outlives this attempt.
  package let address: String
  /// Where the browser is sent afterwards.
  package let redirectURI: String
  /// By the wall clock of this machine.
  package let expiresAt: Date

  /// For programs: `authorization_uri`, `redirect_uri`, `expires_at` (RFC 3339, UTC).
  package var json: JSON {
    [
      "authorization_uri": .string(address), "redirect_uri": .string(redirectURI),
      "expires_at": .string(expiresAt.formatted(.iso8601)),
    ]
  }
}

/// How a sign-in by the browser is to go.
package struct BrowserSignIn: Sendable {
  package var responseMode: ResponseMode
  /// Shows the address, and opens it where that is wanted.
  package var open: @Sendable (BrowserPrompt) -> Void
  /// The next line that the person has pasted, if there is one.
  ///
  /// Never waits; nil where nobody may paste.
  package var pastedLine: (@Sendable () -> String?)?

  package init(
    responseMode: ResponseMode, open: @escaping @Sendable (BrowserPrompt) -> Void,
    pastedLine: (@Sendable () -> String?)? = nil
  ) {
    self.responseMode = responseMode
    self.open = open
    self.pastedLine = pastedLine
  }
}

extension SignIn {
  /// How long the person has for the sign-in page.
  package static let browserTimeLimit = Duration.seconds(300)

  /// Signs somebody in with a browser and stores the tokens: authorization code with PKCE, on loopback.
  ///
  /// Nothing is stored until the person has signed in. The browser shows how it ended. With `wanted`
  /// the page has that name filled in, and somebody else's sign-in is told in a note.
  package func login(
    by browser: BrowserSignIn, scopes: [String]? = nil, wanted: String? = nil
  ) async throws(SignInError) -> Result {
    try await file.rehearse()
    let requested = Scopes.graphOnly(scopes ?? configuration.scopes)
    let receiver = try RedirectReceiver(clock: clock)
    do throws(SignInError) {
      let attempt = try AuthorizationAttempt(port: receiver.port, randomness: randomness)
      let claims = await claimsForSignIn(of: wanted)
      browser.open(
        BrowserPrompt(
          address: attempt.url(
            configuration, scopes: requested, mode: browser.responseMode, loginHint: wanted,
            claims: claims),
          redirectURI: attempt.redirectURI,
          expiresAt: clock.now() + Double(Self.browserTimeLimit.components.seconds)))
      let code: Secret
      switch try await answer(to: attempt, at: receiver, browser) {
      case .code(let found): code = found
      case .refused(let error): throw SignInError(error)
      }
      let attendant = Task { await receiver.attend() }
      defer { attendant.cancel() }
      let answer = try await redeem(code, attempt, requested, claims: claims)
      let result = try await finish(
        answer, method: .authorizationCode, requested: requested, wanted: wanted)
      await receiver.finish(.signedIn(result.account.label))
      attendant.cancel()
      await receiver.linger()
      return result
    } catch {
      await receiver.finish(.failed(error))
      if error.kind == .interrupted { await receiver.close() } else { await receiver.linger() }
      await remember(refused: requested, because: error)
      throw error
    }
  }

  private func answer(
    to attempt: AuthorizationAttempt, at receiver: RedirectReceiver, _ browser: BrowserSignIn
  ) async throws(SignInError) -> RedirectAnswer {
    let start = clock.uptime()
    let deadline = start + Self.browserTimeLimit
    var hintAt = start + .seconds(60)
    while true {
      let event = try await receiver.next(
        state: attempt.state, until: min(hintAt, deadline), pastedLine: browser.pastedLine)
      switch event {
      case .answer(let answer): return answer
      case .uselessLine(let mismatch): note(.uselessPaste(mismatch.problem))
      case nil:
        guard clock.uptime() < deadline else {
          throw SignInError(
            .signedOut, "the browser did not come back within 5 minutes",
            why: "nobody finished the sign-in page, or the page showed an error",
            hint: "graphcal login --browser, or graphcal login --device-code",
            code: "browser_timeout")
        }
        note(.waitingForBrowser)
        hintAt = deadline
      }
    }
  }

  private func redeem(
    _ code: Secret, _ attempt: AuthorizationAttempt, _ scopes: [String], claims: String
  ) async throws(SignInError) -> TokenAnswer {
    let answer = await endpoint.postWithRetries(
      configuration.authority.tokenURL,
      [
        "client_id": configuration.clientID, "grant_type": "authorization_code",
        "code": code.exposed, "redirect_uri": attempt.redirectURI,
        "code_verifier": attempt.verifier.exposed, "scope": Scopes.parameter(scopes),
        "client_info": "1", "claims": claims,
      ],
      phase: .authorizationCode)
    switch answer {
    case .granted(let json, let offset):
      check(offset)
      guard let tokens = TokenAnswer(json) else {
        throw .noIdentityPlatform("the answer holds no access token")
      }
      if let nonce = tokens.claims?.nonce, nonce != attempt.nonce.exposed {
        throw SignInError(
          .signedOut, "this sign-in cannot be finished",
          why: "the tokens belong to another attempt (nonce)", hint: "graphcal login --browser",
          code: "wrong_nonce")
      }
      return tokens
    case .refused(let error, _, let offset):
      check(offset)
      throw failure(error, clockOffset: offset)
    case .unreachable(let error, _): throw error
    }
  }
}

extension RedirectAnswer.Mismatch {
  fileprivate var problem: SignInNote.PasteProblem {
    switch self {
    case .noAnswer: .noAnswer
    case .wrongState: .otherSignIn
    case .cutShort: .cutShort
    }
  }
}
