import Foundation

/// A program on a terminal of its own, with somebody in front of it.
///
/// One test at a time uses it; what it shows is read only while the test waits for something.
final class TerminalProgram {
  struct Problem: Error { let what: String }

  private let terminal: Int32
  private var identifier: pid_t = 0
  /// What was shown and not yet waited for.
  private var unread: [UInt8] = []
  private var bytes: [UInt8] = []
  /// Everything that was shown; what is read in one piece may end within a character.
  var shown: String { String(decoding: bytes, as: UTF8.self) }

  /// Starts it as the first process of a new session whose terminal is its three standard streams.
  init(
    _ words: [String], environment: [String: String], columns: UInt16 = 80, lines: UInt16 = 24
  ) throws {
    // The calls of POSIX for this are hidden from Swift, so the kernel is asked as ioctl_tty(2) says.
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (unlocked, number): (Int32, Int32) = (0, -1)
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
    guard terminal >= 0, ioctl(terminal, setLock, &unlocked) == 0,
      ioctl(terminal, getNumber, &number) == 0
    else { throw Problem(what: "no pseudo-terminal") }
    let name = "/dev/pts/\(number)"
    resize(columns: columns, lines: lines)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, stream, name, O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGTSTP, SIGTTIN, SIGTTOU] {
      sigaddset(&signals, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(
      &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let code = posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw Problem(what: "\(words[0]) does not start: \(code)") }
  }

  deinit {
    if identifier > 0 {
      kill(-identifier, SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    close(terminal)
  }

  /// Presses keys.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      start += max(0, count)
    }
  }

  /// Gives the window another size, which the program in front is told.
  func resize(columns: UInt16, lines: UInt16) {
    var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until a text is shown, and gives what was shown up to its end since the last wait.
  @discardableResult
  func wait(for text: String) throws -> String {
    let wanted = Data(text.utf8)
    while true {
      if let range = Data(unread).firstRange(of: wanted) {
        defer { unread.removeSubrange(..<range.upperBound) }
        return String(decoding: unread[..<range.upperBound], as: UTF8.self)
      }
      guard readMore() else {
        throw Problem(what: "\"\(text)\" did not come: \(shown.suffix(2000))")
      }
    }
  }

  /// Waits for its end and gives its exit status, 128 and more after a signal.
  func finish() throws -> Int32 {
    while readMore() {}
    var status: Int32 = 0
    guard waitpid(identifier, &status, 0) == identifier else { throw Problem(what: "no status") }
    identifier = 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Reads what is shown next; false when the terminal has no program any more, or shows nothing for a
  /// minute.
  private func readMore() -> Bool {
    var wanted = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let ready = poll(&wanted, 1, 60_000)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return false }
      let count = read(terminal, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      unread += chunk.prefix(count)
      bytes += chunk.prefix(count)
      return true
    }
  }
}
