import Glibc
package import Synchronization

/// Another program that was started by this one.
///
/// Its words go to it as they are: no shell reads them (`posix_spawnp`, POSIX.1-2024).
package final class SpawnedProgram: Sendable {
  /// What its standard streams are.
  package enum Streams: Sendable {
    /// Nothing to read, and what it says is thrown away.
    case none
    /// Nothing to read, and what it says goes where this process's own words go.
    case speaking
    /// The terminal of this process, so that a person can use the program there.
    case terminal
    /// Those of this process.
    case inherited
    /// Nothing to read on standard input; standard output is read by `output(limit:)`, and standard
    /// error is this process's own.
    case captured
    /// Standard input is what `feed(_:clock:)` gives it; the other two are those of this process.
    case fed
  }

  private let identifier: pid_t
  private let state: Locked<State>

  private struct State {
    /// This process's end of its standard output or input; -1 without one.
    var end: Int32
    /// Its end, as `waitpid` told it.
    var status: Int32?
  }

  /// Starts `words[0]`, looked up in `PATH`, with the other words as its arguments.
  ///
  /// `variables` are its environment, nil for that of this process. The error says that there is no
  /// such program or that it may not be run.
  package init(
    _ words: [String], streams: Streams, variables: [String: String]? = nil
  ) throws(HostError) {
    let name = words.first ?? ""
    guard !name.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
      throw HostError("start", name, .badPath)
    }
    var ends: [Int32] = [-1, -1]
    // Sockets rather than a pipe: these can be kept from other programs from their first moment.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    switch streams {
    case .captured, .fed:
      guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .lastCall("start", name) }
    case .none, .speaking, .terminal, .inherited: break
    }
    defer { if ends[1] >= 0 { close(ends[1]) } }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    switch streams {
    case .none:
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    case .terminal:
      for descriptor: Int32 in 0...2 {
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/tty", O_RDWR, 0)
      }
    case .inherited: break
    case .speaking:
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .captured:
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    case .fed:
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    }

    // Signals that this program ignores or holds back are nobody else's business.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var ordinary = sigset_t()
    unsafe sigemptyset(&ordinary)
    unsafe posix_spawnattr_setsigmask(&attributes, &ordinary)
    for signal in [SIGINT, SIGTERM, SIGPIPE] { unsafe sigaddset(&ordinary, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &ordinary)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    // What runs beside this program, such as a browser, does not end at its Ctrl-C.
    switch streams {
    case .none, .speaking: flags |= POSIX_SPAWN_SETPGROUP
    case .terminal, .inherited, .captured, .fed: break
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var environment = unsafe (variables ?? [:]).map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe environment.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let code = unsafe environment.withUnsafeMutableBufferPointer { own in
      unsafe posix_spawnp(
        &identifier, name, &actions, &attributes, &arguments,
        variables == nil ? environ : own.baseAddress)
    }
    guard code == 0 else {
      if ends[0] >= 0 { close(ends[0]) }
      throw HostError("start", name, .system(code))
    }
    self.identifier = identifier
    if case .captured = streams { Self.captured.withLock { _ = $0.insert(identifier) } }
    state = Locked(State(end: ends[0]))
  }

  deinit {
    state.withLock { state in
      if state.end >= 0 { close(state.end) }
    }
    _ = exitStatus()
  }

  /// Its exit status, 128 and more after a signal; nil as long as it runs.
  ///
  /// Never waits.
  package func exitStatus() -> Int32? {
    state.withLock { state in
      if state.status == nil {
        var status: Int32 = 0
        if unsafe waitpid(identifier, &status, WNOHANG) == identifier {
          Self.captured.withLock { _ = $0.remove(identifier) }
          state.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
        }
      }
      return state.status
    }
  }

  /// Waits for its end on this thread: for programs that are over when their output is.
  package func wait() -> Int32 {
    while true {
      if let status = exitStatus() { return status }
      usleep(1000)
    }
  }

  /// Waits for its end without holding a thread.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; the program goes on.
  package func finish(clock: Clock) async throws(CancellationError) -> Int32 {
    var pause = Duration.milliseconds(1)
    while true {
      if let status = exitStatus() { return status }
      try await clock.sleep(pause)
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// Those whose output somebody waits for; they are of no use without this process.
  private static let captured = Locked<Set<pid_t>>([])

  /// Ends the programs whose output is waited for, for a process that ends before its time.
  package static func terminateCaptured() {
    for identifier in captured.withLock({ $0 }) { kill(identifier, SIGTERM) }
  }

  /// What it writes to standard output until it ends; only for `Streams.captured`.
  ///
  /// What it leaves running may keep its output open; that is not waited for. A program that takes
  /// longer than the time limit, in seconds, is ended.
  ///
  /// - Throws: `HostError` when it is more than `limit` bytes, takes too long, or cannot be read.
  package func output(limit: Int, timeLimit: Int = 120) throws(HostError) -> [UInt8] {
    let descriptor = state.withLock { state in
      defer { state.end = -1 }
      return state.end
    }
    guard descriptor >= 0 else { throw HostError("read", "the output", .system(EBADF)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    var rounds = timeLimit * 20
    while true {
      let hasEnded = exitStatus() != nil
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wanted, 1, hasEnded ? 0 : 50) > 0 else {
        if hasEnded { return bytes }
        rounds -= 1
        if rounds <= 0 {
          terminate()
          throw HostError("read", "the output", .system(ETIMEDOUT))
        }
        continue
      }
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        guard errno == EINTR else { throw .lastCall("read", "the output") }
        continue
      }
      bytes += chunk.prefix(count)
      guard bytes.count <= limit else {
        terminate()
        throw HostError("read", "the output", .tooLarge(limit: limit))
      }
    }
  }

  /// Gives it all that it reads, and waits for its end; only for `Streams.fed`.
  ///
  /// It may end before it has read everything. Meanwhile the terminal is its own, and so is Ctrl-C; where
  /// the task is cancelled otherwise it is asked to end.
  package func feed(_ bytes: [UInt8], clock: Clock) async {
    let descriptor = state.withLock { state in
      defer { state.end = -1 }
      return state.end
    }
    guard descriptor >= 0 else { return }
    Self.hasTerminal.store(true, ordering: .releasing)
    defer { Self.hasTerminal.store(false, ordering: .releasing) }
    // Whoever has read enough closes the other end, which is no error.
    try? Descriptor.write(bytes, to: descriptor, named: "the pager")
    close(descriptor)
    do {
      _ = try await finish(clock: clock)
    } catch {
      terminate()
    }
  }

  /// Whether a program that this one has started is what the person at the terminal works with.
  package static let hasTerminal = Atomic<Bool>(false)

  /// Asks it to end.
  package func terminate() {
    if exitStatus() == nil { kill(identifier, SIGTERM) }
  }
}

/// How other programs are found and started; tests put their own here.
package struct ProgramStarter: Sendable {
  /// Whether a program of this name is in `PATH`, or a file at this path can be run.
  package var isInstalled: @Sendable (_ name: String) -> Bool
  /// Starts a program and does not wait for it.
  package var start:
    @Sendable (_ words: [String], _ streams: SpawnedProgram.Streams) throws(HostError) ->
      SpawnedProgram?

  package init(
    isInstalled: @escaping @Sendable (_ name: String) -> Bool,
    start:
      @escaping @Sendable (_ words: [String], _ streams: SpawnedProgram.Streams) throws(HostError)
      -> SpawnedProgram?
  ) {
    self.isInstalled = isInstalled
    self.start = start
  }

  /// The programs of this machine.
  package static let system = ProgramStarter(
    isInstalled: { name in
      if name.contains("/") { return unsafe access(name, X_OK) == 0 }
      let path = Environment.current["PATH"] ?? "/usr/bin:/bin"
      return path.split(separator: ":").contains { unsafe access("\($0)/\(name)", X_OK) == 0 }
    },
    start: { (words, streams) throws(HostError) in
      try SpawnedProgram(words, streams: streams)
    })
}
