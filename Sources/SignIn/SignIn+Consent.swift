import FoundationEssentials
import Host
import JSON

extension SignIn {
  /// The parameter `claims` for a sign-in: what an earlier answer asked for goes along.
  ///
  /// Without `wanted` only the claims of a single waiting account are taken: whoever signs in is not
  /// known yet.
  func claimsForSignIn(of wanted: String?) async -> String {
    let accounts = (try? accounts()) ?? []
    var waiting: [String] = []
    for account in accounts where wanted.map(account.isCalled) ?? true {
      if let claims = await waitingClaims(of: account) { waiting.append(claims) }
    }
    return ClaimsRequest.text(answering: waiting.count == 1 ? waiting[0] : nil)
  }

  /// Keeps claims that only a person can bring for their next sign-in; nil forgets them.
  func remember(claims: String?, for homeAccountID: String) async {
    let text = claims.map { claims in
      let json: JSON = [
        "claims": .string(claims), "at": .number(JSONNumber(clock.now().timeIntervalSince1970)),
      ]
      return json.text(.wire)
    }
    await memory.remember(Self.claimsName(homeAccountID), text)
  }

  /// The claims that were asked for and that no sign-in has brought yet.
  func waitingClaims(of account: Account) async -> String? {
    await remembered(account)?.claims
  }

  /// Keeps the claims that an API asks for; a refresh brings them, or the next sign-in.
  ///
  /// A refresh that has brought them a moment ago was not enough, so it is not repeated: the error
  /// says that a person is needed.
  func take(challenge: String, of account: Account) async throws(SignInError) {
    let now = clock.now()
    if let known = await remembered(account), known.claims == challenge,
      (0..<60).contains(now.timeIntervalSince1970 - known.at)
    {
      throw SignInError(
        .signedOut, "Microsoft Graph asks \(account.label) for a fresh sign-in",
        why: "the last renewal of the token did not bring the claims it asks for",
        hint: "graphcal login", code: "claims_required")
    }
    await remember(claims: challenge, for: account.homeAccountID)
  }

  private func remembered(_ account: Account) async -> (claims: String, at: Double)? {
    guard let text = await memory.recall(Self.claimsName(account.homeAccountID)),
      let json = try? JSON(parsing: text), let claims = json["claims"]?.string,
      let at = json["at"]?.number?.double
    else { return nil }
    return (claims, at)
  }

  /// Notes why a sign-in that asked for `scopes` failed, if consent was the matter.
  ///
  /// The scopes that some account has already are not to blame.
  func remember(refused scopes: [String], because error: SignInError) async {
    guard let outcome = ConsentRecord.outcome(of: error.remedy) else { return }
    let granted = ((try? status())?.entries ?? []).flatMap(\.scopes)
    await changeConsents { record in
      for scope in Scopes.missing(scopes, from: granted) { record[scope] = outcome }
    }
  }

  /// Notes what a sign-in has granted and what it left out.
  func remember(granted: [String], missing: [String]) async {
    await changeConsents { record in
      for scope in granted { record[scope] = nil }
      for scope in missing { record[scope] = .withheld }
    }
  }

  /// The error of a command whose permissions are not all there: which, why, and what adds them.
  func missing(
    _ wanted: [String], from granted: [String], _ account: Account
  ) async -> SignInError {
    let missing = Scopes.missing(wanted, from: granted)
    let record = ConsentRecord(parsing: await memory.recall(consentsName))
    let outcome = missing.lazy.compactMap { record[$0] }.first
    let names = missing.joined(separator: ", ")
    let all = Scopes.graphOnly(granted + missing).joined(separator: ",")
    let has = "granted: " + Scopes.graphOnly(granted).joined(separator: ", ")
    let login = "graphcal login --scopes \(all)"
    switch outcome {
    case nil:
      return SignInError(
        .refused, "\(account.label) has not been asked for \(names)", why: has, hint: login,
        code: "scope_not_asked")
    case .declined:
      return SignInError(
        .refused, "\(account.label) has not granted \(names)",
        why: "it was declined at the last sign-in that asked for it; \(has)",
        hint: "\(login), and accept in the browser", code: "scope_declined")
    case .blocked:
      return SignInError(
        .refused, "your organisation leaves \(names) to administrators",
        why: "the last sign-in that asked for it was refused; \(has)",
        hint: "graphcal admin-consent --scopes \(all) prints a request to send to them",
        code: "scope_blocked")
    case .withheld:
      return SignInError(
        .refused, "\(account.label) was not granted \(names)",
        why: "the last sign-in asked for it and it was left out; \(has)",
        hint: "\(login), or ask your administrator: graphcal admin-consent --scopes \(all)",
        code: "scope_withheld")
    }
  }

  private func changeConsents(_ change: (inout ConsentRecord) -> Void) async {
    let old = ConsentRecord(parsing: await memory.recall(consentsName))
    var new = old
    change(&new)
    if new != old { await memory.remember(consentsName, new.text) }
  }

  private var consentsName: String { "consents:\(configuration.clientID)" }

  private static func claimsName(_ homeAccountID: String) -> String { "claims:\(homeAccountID)" }
}
