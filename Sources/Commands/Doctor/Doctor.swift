import HTTP
import SignIn
import Store

/// Looks at everything that graphcal leans on.
///
/// Each part looks at one thing and says what it found; what has failed is not leant on again, so that
/// one cause gives one failure.
struct Doctor {
  let context: Context
  /// The settings, or why there are none; nil where a given token needs none.
  let settings: Result<AuthSettings, SignInError>?
  /// The sign-in layer; nil without settings, and where there is no place for its files.
  let signIn: SignIn?

  init(_ context: Context) async {
    self.context = context
    guard context.tokenGiver == nil else {
      settings = nil
      signIn = nil
      return
    }
    var options = AuthSettings.Options()
    options.file = context.options.authSettings
    var access = try? context.makeAccess(options)
    if let cloud = await access?.cloudOfAccounts() {
      options.cloud = cloud.rawValue
      access = try? context.makeAccess(options)
    }
    signIn = access?.signIn
    do throws(SignInError) {
      settings = .success(try AuthSettings.load(options, environment: context.environment))
    } catch {
      settings = .failure(error)
    }
  }

  /// All checks, in the order of `HealthCheck.Subject`.
  ///
  /// - Throws: `Failure` of kind interrupted alone.
  func checks() async throws(Failure) -> [HealthCheck] {
    // Before anything else opens the file.
    let state = await stateCheck()
    let copy = await copyCheck()
    let program = programCheck()
    let network = await look(programWorks: program.state != .failed)
    if Task.isCancelled { throw Failure(.interrupted, "interrupted") }
    let files = filesCheck()
    let account = await accountChecks(after: network, canStore: files.state != .failed)
    if Task.isCancelled { throw Failure(.interrupted, "interrupted") }
    let all =
      [program, settingsCheck(), preferencesCheck(), files, timeZoneCheck(), proxyCheck()]
      + networkChecks(network) + account + [state, terminalCheck()] + (copy.map { [$0] } ?? [])
    let order = HealthCheck.Subject.allCases
    return order.compactMap { subject in all.first { $0.subject == subject } }
  }

  /// Where the services are: by the settings, else by the environment and what is usual.
  ///
  /// - Returns: nil for addresses that nothing can be sent to; the settings' check says why.
  var roots: (login: Authority?, graph: String)? {
    if case .success(let found)? = settings, let authority = try? found.authority() {
      return (authority, found.graphRoot.value)
    }
    guard let graph = try? AuthSettings.graphRoot(environment: context.environment).value else {
      return nil
    }
    if settings == nil { return (nil, graph) }
    var options = AuthSettings.Options()
    options.readsFile = false
    options.clientID = "none"
    let usual = try? AuthSettings.load(options, environment: context.environment)
    guard let authority = try? usual?.authority() else { return nil }
    return (authority, graph)
  }
}
