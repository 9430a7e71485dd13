import GraphAPI
import HTTP
import Host
import SignIn
import Store

extension Context {
  /// The sign-in layer as options, environment and settings file have it.
  func access(_ options: AuthSettings.Options = AuthSettings.Options()) throws(Failure) -> Access {
    var options = options
    options.file = self.options.authSettings
    let access = try makeAccess(options)
    for warning in access.settings.warnings { note(warning) }
    return access
  }

  /// Which account is meant: `--account`, `GRAPHCAL_ACCOUNT`, the configuration, else the default.
  ///
  /// `all` is a wish of commands that merge accounts; elsewhere a standing one means the default.
  ///
  /// - Throws: `Failure` of kind usage for `--account all`.
  func accountChoice() async throws(Failure) -> AccountChoice {
    try requireOneAccount()
    if let name = accountName, !Self.isEverybody(name) { return .named(name) }
    return .preferred(await state.setting("defaultAccount"))
  }

  /// Refuses `--account all` where one account is meant.
  func requireOneAccount() throws(Failure) {
    guard options.account.map(Self.isEverybody) ?? false else { return }
    throw Failure(
      .usage, "this command works for one account",
      why: "--account all is for today, week, month, agenda, calendars and searches",
      hint: "name one of graphcal accounts")
  }

  private var accountName: String? {
    options.account ?? environment["GRAPHCAL_ACCOUNT"] ?? configuration.account
  }

  /// The account that is asked for by name; nil where none is, or all of them.
  var chosenAccountName: String? { accountName.flatMap { Self.isEverybody($0) ? nil : $0 } }

  private static func isEverybody(_ name: String) -> Bool { name.lowercased() == "all" }

  /// The account of this command and a Graph client that acts for it.
  ///
  /// A permission that is missing is found out by the first request, before it is sent.
  ///
  /// - Throws: `Failure` of kind signedOut when nobody is signed in; no server is asked for that.
  func session(needing permission: Permission = .readProfile) async throws(Failure) -> Session {
    try requireOneAccount()
    graphTransport.prepare()
    if let variable = try accessTokenVariable() { return try session(with: variable) }
    do {
      return try await signedInSession(needing: permission)
    } catch {
      guard options.offline, let copy = await copyWithoutSignIn() else { throw error }
      detail("\(error.what); the copy on this machine needs no sign-in")
      return session(of: copy)
    }
  }

  private func signedInSession(needing permission: Permission) async throws(Failure) -> Session {
    let access = try await accessWithAccounts()
    let choice = try await accountChoice()
    do {
      let account = try await access.signIn.account(choice)
      return session(for: account, access: access, needing: permission)
    } catch {
      throw Failure(error)
    }
  }

  /// The sessions of a command that merges accounts: all that are signed in where `all` is asked for,
  /// with the default account first; else the one of `session(needing:)`.
  func sessions(needing permission: Permission) async throws(Failure) -> [Session] {
    guard let name = accountName, Self.isEverybody(name), try accessTokenVariable() == nil else {
      return [try await session(needing: permission)]
    }
    graphTransport.prepare()
    do {
      return try await allSessions(needing: permission)
    } catch {
      let copies = options.offline ? await allCopies() : []
      guard !copies.isEmpty else { throw error }
      detail("\(error.what); the copies on this machine need no sign-in")
      return copies.map(session(of:))
    }
  }

  private func allSessions(needing permission: Permission) async throws(Failure) -> [Session] {
    let access = try await accessWithAccounts()
    var accounts: [Account]
    do {
      accounts = try await access.signIn.accounts()
      // Says how to sign in where nobody is.
      if accounts.isEmpty { accounts = [try await access.signIn.account(.preferred(nil))] }
    } catch {
      throw Failure(error)
    }
    let preferred = await state.setting("defaultAccount")
    let first = accounts.filter { $0.homeAccountID == preferred }
    let rest = accounts.filter { $0.homeAccountID != preferred }
    return (first + rest).map { session(for: $0, access: access, needing: permission) }
  }

  /// The session of the account that an item was listed for; nil where that is not signed in any more,
  /// or where the account of this command was chosen.
  func session(
    ofAccount key: String, needing permission: Permission
  ) async throws(Failure) -> Session? {
    guard !key.isEmpty, options.account == nil, try accessTokenVariable() == nil else { return nil }
    let access: Access
    do {
      access = try await accessWithAccounts()
    } catch {
      guard options.offline else { throw error }
      return nil
    }
    guard let account = try? await access.signIn.account(.named(key)) else { return nil }
    return session(for: account, access: access, needing: permission)
  }

  /// The same account with another permission, for a source that a command can do without.
  func session(_ session: Session, needing permission: Permission) async throws(Failure) -> Session
  {
    // Nobody is asked offline, so no permission is needed.
    guard !session.accountKey.isEmpty, !options.offline else { return session }
    let access = try await accessWithAccounts()
    do {
      let account = try await access.signIn.account(.named(session.accountKey))
      return self.session(for: account, access: access, needing: permission)
    } catch {
      throw Failure(error)
    }
  }

  /// The sign-in layer at the cloud where the accounts are.
  ///
  /// A person who signed in with `--cloud` need not say it again: where nothing names a cloud, and this
  /// registration has accounts in one other than the global one alone, that one is meant.
  private func accessWithAccounts() async throws(Failure) -> Access {
    let access = try access()
    guard let cloud = await access.cloudOfAccounts() else { return access }
    return try self.access(AuthSettings.Options(cloud: cloud.rawValue))
  }

  /// A session for an account that is signed in.
  func session(
    for account: Account, access: Access, needing permission: Permission = .readProfile
  ) -> Session {
    let userName = account.username.isEmpty ? nil : account.username
    if let writing = writingSession(
      ofAccount: account.homeAccountID, userName: userName, root: access.settings.graphRoot.value)
    {
      return writing
    }
    let scopes = [permission.rawValue]
    let client = GraphClient(root: access.settings.graphRoot.value, transport: graphTransport) {
      rejected in
      try await access.signIn.accessToken(
        for: .named(account.homeAccountID), scopes: scopes,
        rejecting: rejected.map { Secret($0.token) },
        challenge: rejected.flatMap { ClaimsChallenge.claims(in: $0.challenges) }
      ).secret.exposed
    }
    return Session(
      accountKey: account.homeAccountID,
      userName: userName, graph: client)
  }

  /// A session whose writes go into the outbox; nil where the command or the machine has none.
  private func writingSession(ofAccount key: String, userName: String?, root: String) -> Session? {
    guard let offlineWriting,
      let store = MailboxFile.store(account: key, environment: environment)
    else { return nil }
    let (clock, randomness) = (machineClock, randomness)
    let service = OfflineService(
      store: store, root: root, owner: userName, zones: zones, writing: offlineWriting,
      now: clock.now, makeKey: { randomness.uuid() })
    // Nobody is asked, so nobody needs to be convinced.
    return Session(
      accountKey: key, userName: userName,
      graph: GraphClient(root: root, transport: service) { _ in "" })
  }

  /// A session that can reach nothing but a copy on this machine, for an account without a sign-in.
  private func session(of copy: StoredCopy) -> Session {
    let root = (try? AuthSettings.graphRoot(environment: environment).value) ?? ""
    if let writing = writingSession(ofAccount: copy.account, userName: copy.owner, root: root) {
      return writing
    }
    return Session(
      accountKey: copy.account, userName: copy.owner,
      graph: GraphClient(root: root, transport: graphTransport) { _ in "" })
  }

  /// An access token for another program.
  func accessToken() async throws(Failure) -> BearerToken {
    if let variable = try accessTokenVariable() { return variable.token }
    let access = try access()
    let choice = try await accountChoice()
    do {
      return try await access.signIn.accessToken(for: choice, scopes: [])
    } catch {
      throw Failure(error)
    }
  }

  /// What gave the access token that goes before every sign-in, by name; nil where none was given.
  var tokenGiver: String? {
    guard environment[AccessTokenVariable.name] != nil else { return nil }
    return options.tokenFile == nil ? AccessTokenVariable.name : "--token-file"
  }

  private func accessTokenVariable() throws(Failure) -> AccessTokenVariable? {
    guard let tokenGiver else { return nil }
    do {
      return try AccessTokenVariable(environment, from: tokenGiver)
    } catch {
      throw Failure(error)
    }
  }

  /// A session that is nothing but a token of the environment: no file is read or written for it.
  private func session(with variable: AccessTokenVariable) throws(Failure) -> Session {
    let root: String
    do {
      root = try AuthSettings.graphRoot(environment: environment).value
    } catch {
      throw Failure(error)
    }
    let client = GraphClient(root: root, transport: graphTransport) { rejected in
      if rejected != nil { throw variable.rejected }
      return variable.token.secret.exposed
    }
    return Session(accountKey: "", userName: nil, graph: client)
  }
}

extension Access {
  /// The one cloud that has accounts, where nothing names a cloud; nil where it is that of the settings.
  func cloudOfAccounts() async -> Cloud? {
    guard settings.loginRoot.source == .builtIn else { return nil }
    let clouds = await signIn.cloudsWithAccounts()
    return clouds.count == 1 && clouds[0] != settings.cloud.value ? clouds[0] : nil
  }
}

extension Failure {
  /// What an error of the sign-in means to the user.
  init(_ error: SignInError) {
    let kind: Kind =
      switch error.kind {
      case .failed: .general
      case .usage: .usage
      case .signedOut: .signedOut
      case .refused: .refused
      case .temporary: .tryAgain
      case .interrupted: .interrupted
      }
    self.init(kind, error.what, why: error.why, hint: error.hint)
    code = error.code
    detail = error.detail
  }
}
