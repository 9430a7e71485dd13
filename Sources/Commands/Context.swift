package import CalendarTime
package import FoundationEssentials
package import GraphAPI
package import HTTP
package import Host
package import SignIn
package import Store

/// Everything a command touches besides its own options.
///
/// What costs something (token cache, state file, network) is behind a closure or opens on first use,
/// so that `help` and `version` touch nothing.
package struct Context: Sendable {
  package var environment: Environment
  package var options: GlobalOptions
  package var configuration: Configuration
  package var console: Console
  package var zones: ZoneDatabase
  /// The folder with the machine's `localtime` and `timezone`.
  package var machineSettings: String
  /// The locale of the process for times, after which weeks and clocks go when nothing else says.
  package var processLocale: LocaleTag?
  /// The machine's clocks, for lifetimes and waits.
  package var machineClock: Clock
  /// What *now* means for calendars; `GRAPHCAL_NOW` fixes it.
  package var now: @Sendable () -> Date
  package var randomness: Randomness
  /// How other programs are started, such as the browser.
  package var programs: ProgramStarter
  package var state: StateStore
  /// The sign-in layer with the settings it follows; the options given go before them.
  package var makeAccess: @Sendable (AuthSettings.Options) throws(Failure) -> Access
  /// The versions of the libraries in use, for support.
  package var libraryVersions: @Sendable () -> [(name: String, version: String?)]
  /// The wire to Graph, with retries; nothing is connected before the first request.
  package var graphTransport: any Transport
  /// The same wire without retries, for a look at the network.
  package var wire: any Transport
  /// Why the preferences could not be read, for a command that goes on without them.
  package var configurationFailure: Failure?
  /// Whether the process was told to end, which is what a command that never ends by itself waits for.
  package var isAskedToEnd: @Sendable () -> Bool
  /// What this run was made of, for a command that runs others.
  package var machinery: Machinery
  /// What goes into the outbox, with `--offline` and a command whose writes can wait.
  var offlineWriting: OfflineWriting?

  /// Tells something on stderr, unless `--quiet`.
  package func note(_ line: String) {
    if !options.quiet { console.note(line) }
  }

  /// Tells something on stderr with `--verbose` only.
  package func detail(_ line: String) {
    if options.verbose { console.note(line) }
  }

  /// Refuses `--dry-run` for what changes this machine and writes nothing into a mailbox.
  ///
  /// - Throws: `Failure` of kind usage with `--dry-run`.
  func requireRequests(of what: String) throws(Failure) {
    guard options.dryRun else { return }
    throw Failure(
      .usage, "\(what) writes into no mailbox, so --dry-run has nothing to show",
      hint: "leave out --dry-run")
  }

  /// Whether a file is only told and not written, because of `--dry-run`; `what` is what would be in it.
  func onlyTells(_ what: String, in path: String) -> Bool {
    guard options.dryRun else { return false }
    note("dry run: \(what) would be saved to \(path)")
    return true
  }

  /// Refuses to go on where nothing may be written; `what` names what would be.
  package func requireWriting(_ what: String) throws(Failure) {
    if options.dryRun { return }
    if options.readOnly {
      throw Failure(
        .stopped, "\(what) is not done in read-only mode",
        hint: "leave out --read-only, or unset GRAPHCAL_READ_ONLY")
    }
    guard options.offline, offlineWriting == nil else { return }
    throw Failure(
      .tryAgain, "\(what) cannot wait for a network",
      why: tokenGiver.map { "with the token from \($0) nothing is stored" },
      hint: "leave out --offline; graphcal help offline says what can be written without a network")
  }
}

/// The sign-in layer and the settings it follows.
package struct Access: Sendable {
  package var settings: AuthSettings
  package var signIn: SignIn

  package init(settings: AuthSettings, signIn: SignIn) {
    self.settings = settings
    self.signIn = signIn
  }
}

/// One account in use: who it is and how to call Graph for it.
package struct Session: Sendable {
  /// The key of remembered facts: the account's `home_account_id`.
  package var accountKey: String
  /// For people: the user name, or nil when only a token is known.
  package var userName: String?
  package var graph: GraphClient
  /// What this run has found out about the account's own mailbox.
  let memory = MailboxMemory()

  /// The address of somebody else's mailbox, when that is the one meant.
  var mailbox: String? { graph.mailbox }

  /// The same account in another mailbox; nil is its own.
  func acting(in mailbox: String?) -> Session {
    var session = self
    session.graph = graph.acting(in: mailbox)
    return session
  }
}
