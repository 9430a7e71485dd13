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
    return try makeAccess(options)
  }

  /// Which account is meant: `--account`, `GRAPHCAL_ACCOUNT`, the configuration, else the default.
  func accountChoice() async -> AccountChoice {
    if let name = options.account ?? environment["GRAPHCAL_ACCOUNT"] ?? configuration.account {
      return .named(name)
    }
    return .preferred(await state.setting("defaultAccount"))
  }

  /// The account of this command and a Graph client that acts for it.
  ///
  /// - Throws: `Failure` of kind signedOut when nobody is signed in; no server is asked for that.
  func session() async throws(Failure) -> Session {
    graphTransport.prepare()
    if let variable = try accessTokenVariable() { return try session(with: variable) }
    let access = try access()
    let choice = await accountChoice()
    do {
      let account = try await access.signIn.account(choice)
      return session(for: account, access: access)
    } catch {
      throw Failure(error)
    }
  }

  /// A session for an account that is signed in.
  func session(for account: Account, access: Access) -> Session {
    let scopes = ["User.Read"]
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
      userName: account.username.isEmpty ? nil : account.username, graph: client)
  }

  /// An access token for another program.
  func accessToken() async throws(Failure) -> BearerToken {
    if let variable = try accessTokenVariable() { return variable.token }
    let access = try access()
    do {
      return try await access.signIn.accessToken(for: await accountChoice(), scopes: [])
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
  }
}
