import FoundationEssentials
import HTTP
import Host

extension SignIn {
  /// An access token that covers `scopes`, renewed first when that is due.
  ///
  /// Never asks a person anything. The renewal happens under the lock of the cache, after another look
  /// at it, so of many processes one asks the service. New tokens are stored before they are used.
  ///
  /// A token that Microsoft Graph has just answered with 401 is named by `rejecting` and not given
  /// out again; `challenge` holds the JSON text of the claims that the answer asked for, if it did.
  package func accessToken(
    for choice: AccountChoice, scopes: [String], rejecting rejected: Secret? = nil,
    challenge: String? = nil
  ) async throws(SignInError) -> BearerToken {
    let cache = try load()
    let early = try account(choice, in: cache)
    if let entry = try await usable(in: cache, early, scopes, rejected) {
      return BearerToken(entry, of: early)
    }
    let hold = try await file.lock()
    defer { hold.release() }
    let fresh = try load()
    let account = try account(choice, in: fresh)
    if let entry = try await usable(in: fresh, account, scopes, rejected) {
      return BearerToken(entry, of: account)
    }
    if let challenge { try await take(challenge: challenge, of: account) }
    return try await refresh(account, scopes, rejected, hold)
  }

  /// The stored token if no refresh is due; an error when it lacks a scope that only a person can add.
  private func usable(
    in cache: MSALTokenCache, _ account: Account, _ scopes: [String], _ rejected: Secret?
  ) async throws(SignInError) -> AccessTokenEntry? {
    let best = cache.bestAccessToken(
      of: account, client: configuration.clientID, at: configuration.authority, covering: scopes,
      except: rejected)
    guard let best, RefreshDecision(best.entry, now: clock.now()) == .use else { return nil }
    // A token carries everything that was consented to, so a refresh would bring no more.
    if !best.covers { throw await missing(scopes, from: best.entry.scopes, account) }
    return best.entry
  }

  private func refresh(
    _ account: Account, _ scopes: [String], _ rejected: Secret?, _ hold: TokenCacheFile.Hold
  ) async throws(SignInError) -> BearerToken {
    var tried: Set<Secret> = []
    var failure: SignInError?
    // A second token is tried only when the first is dead; a third is more than anybody should have.
    while tried.count < 3 {
      let candidates = try load().refreshTokens(
        of: account, client: configuration.clientID, at: configuration.authority)
      guard let token = candidates.first(where: { !tried.contains($0.secret) }) else { break }
      tried.insert(token.secret)
      switch await ask(for: token, of: account) {
      case .granted(let answer):
        return try await take(answer, token, account, scopes, rejected, hold)
      case .refused(let error, let clockOffset):
        failure = failure ?? self.failure(error, clockOffset: clockOffset)
        if error.killsRefreshToken {
          await store(hold) { cache in
            cache.remove(token)
            return true
          }
        }
        if error.isAboutTheTokenAlone { continue }
      case .failed(let error): failure = failure ?? error
      }
      break
    }
    return try fallback(account, scopes, rejected, failure)
  }

  /// The old token where it is still good for a while, else the failure.
  private func fallback(
    _ account: Account, _ scopes: [String], _ rejected: Secret?, _ failure: SignInError?
  ) throws(SignInError) -> BearerToken {
    let failure = failure ?? signedOut("no refresh token for \(account.label) in \(file.path)")
    let now = clock.now()
    let best = try load().bestAccessToken(
      of: account, client: configuration.clientID, at: configuration.authority, covering: scopes,
      except: rejected)
    guard failure.kind != .interrupted, let best, best.covers,
      RefreshDecision(best.entry, now: now) != .refresh
    else { throw failure }
    note(
      .oldTokenUsed(
        secondsLeft: Int(best.entry.expiresOn.timeIntervalSince(now)),
        reason: failure.why ?? failure.what))
    return BearerToken(best.entry, of: account)
  }

  private enum RefreshAnswer {
    case granted(TokenAnswer)
    case refused(EntraError, clockOffset: Int?)
    case failed(SignInError)
  }

  private func ask(for token: RefreshTokenEntry, of account: Account) async -> RefreshAnswer {
    let fingerprint = token.secret.fingerprint
    var known = refusalsOfThisRun[fingerprint]
    if known == nil { known = await refusals.recall(fingerprint) }
    if let known, known.holds(at: clock.now()), let error = known.error {
      return .refused(error, clockOffset: nil)
    }
    let ids = account.homeAccountID.split(separator: ".")
    let answer = await endpoint.postWithRetries(
      configuration.authority.tokenURL,
      [
        "client_id": configuration.clientID, "grant_type": "refresh_token", "client_info": "1",
        "refresh_token": token.secret.exposed, "scope": Scopes.parameter(scopesToRenew(token)),
        "claims": ClaimsRequest.text(answering: await waitingClaims(of: account)),
      ],
      phase: .refresh, mailbox: ids.count == 2 ? "Oid:\(ids[0])@\(ids[1])" : nil)
    switch answer {
    case .granted(let json, let offset):
      check(offset)
      guard let tokens = TokenAnswer(json) else {
        return .failed(.noIdentityPlatform("the answer holds no access token"))
      }
      return .granted(tokens)
    case .refused(let error, _, let offset):
      check(offset)
      if !error.isOfTheMoment {
        let refusal = Refusal(error, of: token.secret, at: clock.now())
        refusalsOfThisRun[fingerprint] = refusal
        await refusals.remember(refusal)
        if let claims = error.claims { await remember(claims: claims, for: account.homeAccountID) }
      }
      return .refused(error, clockOffset: offset)
    case .unreachable(let error, _): return .failed(error)
    }
  }

  /// Stores the answer, then gives it out.
  private func take(
    _ answer: TokenAnswer, _ token: RefreshTokenEntry, _ account: Account, _ scopes: [String],
    _ rejected: Secret?, _ hold: TokenCacheFile.Hold
  ) async throws(SignInError) -> BearerToken {
    let now = clock.now()
    let requested = scopesToRenew(token)
    await store(hold) { cache in
      if let rejected { cache.removeAccessToken(rejected) }
      return cache.storeRefresh(
        answer, of: token, authority: configuration.authority, requested: requested, now: now)
    }
    let granted = answer.scopes ?? requested
    guard Scopes.missing(scopes, from: granted).isEmpty else {
      throw await missing(scopes, from: granted, account)
    }
    return BearerToken(
      secret: answer.accessToken, expiresOn: now + Double(answer.expiresIn), scopes: granted,
      account: account, source: .cache)
  }

  /// What was granted when a person signed in: to ask for more than that would be refused.
  private func scopesToRenew(_ token: RefreshTokenEntry) -> [String] {
    token.scopes.isEmpty ? configuration.scopes : token.scopes
  }
}

extension EntraError {
  /// Whether another refresh token of the same account may do better.
  fileprivate var isAboutTheTokenAlone: Bool {
    error == "invalid_grant" && [.signInAgain, .signInByBrowser].contains(remedy)
      && suberror != "basic_action"
  }
}
