import CalendarTime
import FoundationEssentials
import GraphAPI
package import HTTP
package import Host
import SignIn
import Store
import Terminal

/// What the program's `main` gives to the commands: the wire, and what tests replace of the machine.
package struct Machinery: Sendable {
  /// Makes the wire; nothing is loaded or connected before the first request.
  package var makeTransport: @Sendable (_ timeLimit: Duration) -> any Transport
  /// The versions of the C libraries, for support; nil for one that cannot be opened.
  package var libraryVersions: @Sendable () -> [(name: String, version: String?)]
  package var streams: Streams
  /// The machine's clocks; `GRAPHCAL_NOW` goes before them where calendars are meant.
  package var clock: Clock
  package var randomness: Randomness
  /// How other programs are started, such as the browser.
  package var programs: ProgramStarter
  /// The folder with the machine's `localtime` and `timezone`.
  package var machineSettings: String
  /// Whether the process was told to end, by SIGTERM and not by Ctrl-C.
  package var isAskedToEnd: @Sendable () -> Bool

  package init(
    makeTransport: @escaping @Sendable (_ timeLimit: Duration) -> any Transport,
    libraryVersions: @escaping @Sendable () -> [(name: String, version: String?)],
    streams: Streams = .ofProcess, clock: Clock = .system, randomness: Randomness = .system,
    programs: ProgramStarter = .system, machineSettings: String = "/etc",
    isAskedToEnd: @escaping @Sendable () -> Bool = { false }
  ) {
    self.makeTransport = makeTransport
    self.libraryVersions = libraryVersions
    self.streams = streams
    self.clock = clock
    self.randomness = randomness
    self.programs = programs
    self.machineSettings = machineSettings
    self.isAskedToEnd = isAskedToEnd
  }
}

extension Context {
  /// The context of a real run.
  ///
  /// Preferences that cannot be understood end it, but for a command that `needsPreferences` no.
  static func live(
    options: GlobalOptions, environment: Environment, machinery: Machinery, wiretap: Wiretap,
    needsPreferences: Bool = true, writesOffline: Bool = false
  ) throws(Failure) -> Context {
    var options = options
    if let value = environment["GRAPHCAL_READ_ONLY"], !["", "0", "false", "no"].contains(value) {
      options.readOnly = true
    }
    let environment = try withToken(environment, file: options.tokenFile)
    let variables = environment.variables
    let zones = ZoneDatabase.system(environment: variables)
    let ownsFiles = environment[AccessTokenVariable.name] == nil
    let (configuration, configurationFailure) =
      ownsFiles
      ? try preferences(environment, zones: zones, areNeeded: needsPreferences)
      : (Configuration(), nil)
    let coloring = options.color == .auto ? configuration.color ?? .auto : options.color
    var facts = machinery.streams.facts(
      TerminalFacts.Coloring(rawValue: coloring.rawValue) ?? .auto, environment)
    facts.theme = configuration.theme
    let console = Console(terminal: facts, streams: machinery.streams)
    let clock = machinery.clock
    let randomness = machinery.randomness
    let now = try calendarClock(environment, machine: clock)
    let state = StateStore(
      path: ownsFiles ? try? Paths(environment: environment).state("graphcal/state.sqlite") : nil,
      prepare: StateFile.prepare, replaceDamaged: StateFile.replaceDamaged)
    let quiet = options.quiet
    let verbose = options.verbose
    let note: @Sendable (String) -> Void = { if !quiet { console.note($0) } }
    let tell: @Sendable (String) -> Void = { console.note($0) }
    let base: any Transport =
      options.offline
      ? OfflineTransport(because: "--offline is given")
      : machinery.makeTransport(.seconds(options.timeout))
    let wire = wiretap.listening(to: base, verbose: verbose ? tell : nil)
    let longestWait = Duration.seconds(options.maxWait)
    let notify: @Sendable (RetryNotice) -> Void = { note($0.line) }
    let retrying: any Transport =
      options.offline
      ? wire
      : RetryingTransport(
        base: CopyMark.noting(LimitedTransport(base: wire), in: state, randomness: randomness),
        policy: RetryPolicy(maximumTotalWait: longestWait), now: clock.now,
        random: randomness.fraction, makeID: randomness.uuid, sleep: { try await clock.sleep($0) },
        notify: notify)
    let signInNote: @Sendable (SignInNote) -> Void = {
      if !$0.isMinor || verbose { note($0.text) }
    }
    let makeAccess: @Sendable (AuthSettings.Options) throws(Failure) -> Access = {
      (settings) throws(Failure) in
      try Self.makeAccess(
        settings, environment: environment, preferences: configuration, machinery: machinery,
        transport: wire, state: state, longestWait: longestWait, note: signInNote)
    }
    var context = Context(
      environment: environment, options: options, configuration: configuration, console: console,
      zones: zones, machineSettings: machinery.machineSettings,
      processLocale: LocaleTag.ofProcess(environment: variables),
      machineClock: clock, now: now, randomness: randomness, programs: machinery.programs,
      state: state, makeAccess: makeAccess,
      libraryVersions: machinery.libraryVersions, graphTransport: wiretap.counting(retrying),
      wire: wire, configurationFailure: configurationFailure,
      isAskedToEnd: machinery.isAskedToEnd, machinery: machinery)
    if options.offline, writesOffline, ownsFiles {
      context.offlineWriting = OfflineWriting(deed: randomness.uuid())
    }
    if needsPreferences { for warning in configuration.warnings { context.note(warning) } }
    return context
  }

  /// The environment with the token of `--token-file`, which goes before everything that is stored.
  private static func withToken(
    _ environment: Environment, file: String?
  ) throws(Failure) -> Environment {
    guard let file else { return environment }
    var environment = environment
    environment.variables[AccessTokenVariable.name] = try token(inFile: file)
    return environment
  }

  private static func token(inFile path: String) throws(Failure) -> String {
    let limit = 1 << 16
    let bytes: [UInt8]
    do {
      bytes = try path == "-" ? StandardInput.readAll(limit: limit) : Files.read(path, limit: limit)
    } catch {
      throw Failure(
        .usage, "cannot read the token from \(path == "-" ? "standard input" : path)",
        why: error.explanation, hint: "give --token-file a file that holds the token alone")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure(
        .usage, "--token-file \(path) is empty",
        hint: "give --token-file a file that holds the token alone")
    }
    return text
  }

  /// The preferences, or those of nobody and why where they are not needed.
  private static func preferences(
    _ environment: Environment, zones: ZoneDatabase, areNeeded: Bool
  ) throws(Failure) -> (Configuration, Failure?) {
    do {
      return (try loadConfiguration(environment, zones: zones), nil)
    } catch {
      if areNeeded { throw error }
      return (Configuration(), error)
    }
  }

  /// The pager of the preferences; none where they are not used, as with a token that was given.
  static func preferredPager(_ environment: Environment) throws(Failure) -> String? {
    guard environment[AccessTokenVariable.name] == nil else { return nil }
    return try loadConfiguration(
      environment, zones: .system(environment: environment.variables)
    ).pager
  }

  /// What a word stands for by the preferences; nil for a word that is none of their aliases.
  static func alias(
    _ word: String, _ environment: Environment
  ) throws(Failure) -> [String]? {
    guard environment[AccessTokenVariable.name] == nil else { return nil }
    return try loadConfiguration(
      environment, zones: .system(environment: environment.variables)
    ).aliases[word]
  }

  /// Where the preferences are; nil without any home.
  static func preferencesPath(_ environment: Environment) -> String? {
    try? Paths(environment: environment).config("graphcal/config.json")
  }

  private static func loadConfiguration(
    _ environment: Environment, zones: ZoneDatabase
  ) throws(Failure) -> Configuration {
    // Without any home there is no file, and nothing to complain about either.
    guard let path = preferencesPath(environment) else { return Configuration() }
    return try Configuration(path: path, zones: zones)
  }

  private static func makeAccess(
    _ options: AuthSettings.Options, environment: Environment, preferences: Configuration,
    machinery: Machinery, transport: any Transport, state: StateStore, longestWait: Duration,
    note: @escaping @Sendable (SignInNote) -> Void
  ) throws(Failure) -> Access {
    do {
      let settings = try AuthSettings.load(options, environment: environment)
      var configuration = SignIn.Configuration(
        clientID: settings.clientID.value, authority: try settings.authority(),
        scopes: settings.scopes.value,
        cachePath: try AuthSettings.cachePath(environment: environment),
        seal: TokenCacheSeal.configured(
          by: preferences, path: try AuthSettings.cachePath(environment: environment),
          environment: environment, machinery: machinery))
      configuration.longestWait = longestWait
      let signIn = SignIn(
        configuration, transport: transport, clock: machinery.clock,
        randomness: machinery.randomness, refusals: .remembered(in: state),
        memory: .remembered(in: state), note: note)
      return Access(settings: settings, signIn: signIn)
    } catch {
      throw Failure(error)
    }
  }

  /// What *now* means for calendars: the machine's clock, or `GRAPHCAL_NOW` standing still.
  private static func calendarClock(
    _ environment: Environment, machine: Clock
  ) throws(Failure) -> @Sendable () -> Date {
    guard let text = environment["GRAPHCAL_NOW"] else { return machine.now }
    guard let instant = Date(parsingRFC3339: text) else {
      throw Failure(
        .usage, "GRAPHCAL_NOW is \"\(text)\", which is no time with an offset",
        hint: "write it as 2026-11-30T08:00:00Z, or unset it")
    }
    return { instant }
  }
}

/// The file behind the state store, made private before anything is in it.
enum StateFile {
  /// Keeps a damaged file as `….corrupt-TIME` and makes an empty one in its place.
  @Sendable static func replaceDamaged(_ path: String) -> Bool {
    do {
      _ = try PrivateFile(path: path).setAside(now: Date())
      for ending in ["", "-wal", "-shm"]
      where try Files.status(of: path + ending, followLink: false) != nil {
        try Files.remove(path + ending)
      }
      return prepare(path)
    } catch {
      return false
    }
  }

  /// Makes an empty file of mode 0600 in a folder of mode 0700 where there is none.
  @Sendable static func prepare(_ path: String) -> Bool {
    do {
      if try Files.status(of: path, followLink: true) == nil {
        _ = try PrivateFile(path: path).write([], now: Date())
      }
      return true
    } catch {
      return false
    }
  }
}
