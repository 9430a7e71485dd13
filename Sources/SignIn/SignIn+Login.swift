import FoundationEssentials
import HTTP
import Host

extension SignIn {
  /// What a sign-in has brought.
  package struct Result: Sendable, Equatable {
    package let account: Account
    /// The scopes that were granted, without those of OpenID Connect.
    package let granted: [String]
    /// Those asked for and not granted.
    package let missing: [String]
  }

  /// Signs somebody in with a device code (RFC 8628) and stores the tokens.
  ///
  /// `prompt` shows the code; nothing is stored until the person has approved it. The cache is tried
  /// before, so that nobody approves in vain. With `wanted` somebody else's sign-in is told in a note.
  package func login(
    scopes: [String]? = nil, wanted: String? = nil,
    prompt: @Sendable (DeviceCodePrompt) -> Void
  ) async throws(SignInError) -> Result {
    try await file.rehearse()
    let requested = Scopes.graphOnly(scopes ?? configuration.scopes)
    let claims = await claimsForSignIn(of: wanted)
    let answer: TokenAnswer
    do throws(SignInError) {
      let code = try await deviceCode(requested, claims: claims)
      prompt(DeviceCodePrompt(code, now: clock.now()))
      answer = try await poll(code, claims: claims)
    } catch {
      await remember(refused: requested, because: error)
      throw error
    }
    return try await finish(answer, method: .deviceCode, requested: requested, wanted: wanted)
  }

  private func deviceCode(
    _ scopes: [String], claims: String
  ) async throws(SignInError) -> DeviceCode {
    let answer = await endpoint.postWithRetries(
      configuration.authority.deviceCodeURL,
      [
        "client_id": configuration.clientID, "scope": Scopes.parameter(scopes), "claims": claims,
      ],
      phase: .deviceCode)
    switch answer {
    case .granted(let json, let offset):
      check(offset)
      guard let code = DeviceCode(json) else {
        throw .noIdentityPlatform("the answer holds no device code")
      }
      return code
    case .refused(let error, _, let offset):
      check(offset)
      throw failure(error, clockOffset: offset)
    case .unreachable(let error, _): throw error
    }
  }

  private func poll(
    _ code: DeviceCode, claims: String
  ) async throws(SignInError) -> TokenAnswer {
    var flow = DeviceCodeFlow(
      interval: code.interval, expiresIn: code.expiresIn, now: clock.uptime())
    var step = flow.start(now: clock.uptime())
    while true {
      switch step {
      case .failed(let error): throw error
      case .done: throw .noIdentityPlatform("the answer holds no access token")
      case .wait(let duration):
        do {
          try await clock.sleep(duration)
        } catch {
          throw .interrupted
        }
      }
      let outcome: DeviceCodeFlow.Outcome
      switch await endpoint.post(
        configuration.authority.tokenURL, pollParameters(code, claims: claims), phase: .poll)
      {
      case .granted(let json, let offset):
        check(offset)
        if let answer = TokenAnswer(json) { return answer }
        outcome = .unreachable(retryAfter: nil)
      case .refused(let error, let retryAfter, let offset):
        check(offset)
        let isAnswer = error.remedy == .slowDown || !error.isOfTheMoment
        outcome = isAnswer ? .refused(error) : .unreachable(retryAfter: retryAfter)
      case .unreachable(let error, let retryAfter):
        if error.kind == .interrupted { throw error }
        outcome = .unreachable(retryAfter: retryAfter)
      }
      let next = flow.next(after: outcome, now: clock.uptime())
      if let hint = next.hint { note(.waiting(hint)) }
      step = next.step
    }
  }

  private func pollParameters(_ code: DeviceCode, claims: String) -> QueryItems {
    [
      "client_id": configuration.clientID,
      "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_info": "1",
      "device_code": code.secret.exposed, "claims": claims,
    ]
  }

  /// Stores what a sign-in of any kind has brought.
  func finish(
    _ answer: TokenAnswer, method: MSALTokenCache.SignInMethod, requested: [String],
    wanted: String?
  ) async throws(SignInError) -> Result {
    let home = answer.homeAccountID
    guard !home.isEmpty else {
      throw SignInError(
        .failed, "the identity platform does not say who signed in",
        hint: "report this; the answer holds neither client_info nor an id token",
        code: "no_identity")
    }
    let hold = try await file.lock()
    defer { hold.release() }
    let now = clock.now()
    var stored = MSALTokenCache()
    do {
      let notes = try await file.update(hold, form: .asConfigured) { found in
        stored = found ?? MSALTokenCache()
        stored.storeSignIn(
          answer, method: method, client: configuration.clientID,
          authority: configuration.authority, requested: requested, now: now)
        return stored
      }
      for text in notes { note(text) }
    } catch {
      throw TokenCacheFile.unwritable(error)
    }
    refusalsOfThisRun = [:]
    let accounts = stored.accounts(of: configuration.clientID, at: configuration.authority)
    guard let account = accounts.first(where: { $0.homeAccountID == home }) else {
      preconditionFailure("an account that was just stored is found")
    }
    if let wanted, !account.isCalled(wanted) {
      note(.otherAccount(wanted: PlainText.line(wanted), found: account.label))
    }
    let granted = answer.scopes ?? requested
    let missing = Scopes.missing(requested, from: granted)
    await remember(claims: nil, for: home)
    await remember(granted: granted, missing: missing)
    return Result(account: account, granted: Scopes.graphOnly(granted), missing: missing)
  }
}
