import FoundationEssentials
import GraphAPI
import HTTP
import Host
import JSON
import SignIn
import Terminal

extension Doctor {
  /// An account that can be worked with.
  private struct Patient {
    var session: Session
    /// Who it is, as far as that is known.
    var label: String?
    /// How the permission to read the mailbox's settings is had.
    var settingsRepair: String
  }

  /// Sign-in, permissions and mailbox.
  ///
  /// Without a place to store anything nobody can sign in, so that nobody has is then no news.
  func accountChecks(
    after network: NetworkFindings, canStore: Bool
  ) async -> [HealthCheck] {
    if context.tokenGiver != nil { return await givenTokenChecks(after: network) }
    let left: [HealthCheck.Subject] = [.permissions, .mailbox]
    func notChecked(after earlier: HealthCheck.Subject) -> [HealthCheck] {
      ([.signIn] + left).map { .notChecked($0, after: earlier) }
    }
    // They may hold the account to use, and the key of the token cache.
    guard context.configurationFailure == nil else { return notChecked(after: .preferences) }
    guard case .success(let settings)? = settings else { return notChecked(after: .settings) }
    guard let signIn else { return notChecked(after: .files) }
    let account: Account
    let entry: SignIn.Status.Entry?
    let others: Int
    do throws(SignInError) {
      let status = try await signIn.status()
      if let damage = status.damage {
        throw SignInError(
          .signedOut, "the token cache is damaged", why: "\(status.cachePath): \(damage)",
          hint: "graphcal login", code: "signed_out")
      }
      let choice = (try? await context.accountChoice()) ?? .preferred(nil)
      account = try await signIn.account(choice)
      entry = status.entries.first { $0.account == account }
      others = status.entries.count - 1
    } catch {
      guard canStore else { return notChecked(after: .files) }
      return [.failed(.signIn, Failure(error))] + left.map { .notChecked($0, after: .signIn) }
    }
    let now = context.machineClock.now()
    let isFresh = entry?.expiresOn.map { $0.timeIntervalSince(now) > 300 } ?? false
    // Without a network only a token that needs no renewal can be looked at.
    guard network.reachesLogin || isFresh else {
      return notChecked(after: obstacle(of: network))
    }
    let token: BearerToken
    do {
      token = try await signIn.accessToken(
        for: .named(account.homeAccountID), scopes: [])
    } catch {
      return [.failed(.signIn, Failure(error))] + left.map { .notChecked($0, after: .signIn) }
    }
    let granted = Scopes.graphOnly(token.scopes + ["MailboxSettings.Read"]).joined(separator: ",")
    let patient = Patient(
      session: context.session(
        for: account, access: Access(settings: settings, signIn: signIn)), label: account.label,
      settingsRepair: "graphcal login --scopes \(granted)")
    return [
      signInCheck(account, token, canRenew: entry?.canRenew ?? false, others: others),
      permissionsCheck(token, settings: settings),
      await mailboxCheck(patient, after: network),
    ]
  }

  private func obstacle(of network: NetworkFindings) -> HealthCheck.Subject {
    network.obstacle ?? (network.error(ofTLS: false) == nil ? .tls : .network)
  }

  private func signInCheck(
    _ account: Account, _ token: BearerToken, canRenew: Bool, others: Int
  ) -> HealthCheck {
    let label = TextSanitizer.line(account.label)
    let minutes = token.expiresOn.map {
      Int($0.timeIntervalSince(context.machineClock.now()) / 60)
    }
    let life = minutes.map { "its token is valid for \($0) min" } ?? "it has a token"
    guard canRenew else {
      return .warning(
        .signIn, "\(label): \(life) and cannot be renewed", repair: "graphcal login")
    }
    let more = others == 0 ? "" : "; \(others) other account\(others == 1 ? "" : "s")"
    return .ok(.signIn, "\(label): \(life) and renewed without asking\(more)")
  }

  private func permissionsCheck(_ token: BearerToken, settings: AuthSettings) -> HealthCheck {
    let granted = Scopes.graphOnly(token.scopes)
    let missing = Scopes.missing(settings.scopes.value, from: token.scopes)
    guard missing.isEmpty else {
      let all = Scopes.graphOnly(granted + missing).joined(separator: ",")
      return .warning(
        .permissions, "not granted: \(missing.joined(separator: ", "))",
        why: "the settings ask for it, the sign-in has "
          + (granted.isEmpty ? "nothing" : granted.joined(separator: ", ")),
        repair: "graphcal login --scopes \(all)")
    }
    return .ok(.permissions, granted.joined(separator: ", "))
  }

  /// Reads who it is, then the settings of the mailbox, which are remembered.
  private func mailboxCheck(
    _ patient: Patient, after network: NetworkFindings
  ) async -> HealthCheck {
    guard case .success? = network.graph else {
      return .notChecked(.mailbox, after: obstacle(of: network))
    }
    let me: JSONObject
    do {
      me = try await patient.session.graph.object(CalendarRequests.me)
    } catch {
      return .failed(.mailbox, Failure(error, doing: "read who is signed in"))
    }
    let name =
      patient.label ?? me["mail"]?.string ?? me["userPrincipalName"]?.string ?? "the account"
    do {
      let settings = try await context.askMailboxSettings(session: patient.session)
      let zone = settings.timeZone ?? "not set"
      let language = settings.language ?? "not set"
      return .ok(
        .mailbox,
        TextSanitizer.line("\(name) answers; zone \(zone), language \(language)"))
    } catch {
      let failure = Failure(error, doing: "read the mailbox's settings")
      // Without the permission zone and language are the machine's; everything else works.
      guard case .server(let server) = error, server.status == 403, server.code != nil else {
        return .failed(.mailbox, failure)
      }
      return .warning(
        .mailbox, "\(TextSanitizer.line(name)) answers, but its zone and language cannot be read",
        why: failure.why, repair: patient.settingsRepair)
    }
  }

  /// The checks for a token that somebody has given.
  private func givenTokenChecks(after network: NetworkFindings) async -> [HealthCheck] {
    let giver = context.tokenGiver ?? ""
    let session: Session
    do {
      session = try await context.session()
    } catch {
      return [
        .failed(.signIn, error), .notChecked(.permissions, after: .signIn),
        .notChecked(.mailbox, after: .signIn),
      ]
    }
    return [
      .ok(.signIn, "a token from \(giver), used as it is"),
      .notChecked(.permissions, "nothing is known of the token from \(giver)"),
      await mailboxCheck(
        Patient(session: session, settingsRepair: "give a token with MailboxSettings.Read"),
        after: network),
    ]
  }
}
