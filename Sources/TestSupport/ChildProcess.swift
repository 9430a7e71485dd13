import Glibc

/// A program that runs beside a test and is ended with it.
///
/// Unchecked: only `line(startingWith:)` and `stop` change anything; each is for one thread at a time.
@safe package final class ChildProcess: @unchecked Sendable {
  package struct Problem: Error {
    package let what: String

    package init(what: String) { self.what = what }
  }

  private let output: Int32
  private var identifier: pid_t
  private var unread: [UInt8] = []

  /// Where a program lies; nil when it is not installed.
  package static func path(of name: String) -> String? {
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    let folders: [String] = path.split(separator: ":").map { String($0) } + ["/usr/sbin", "/sbin"]
    return folders.map { (folder) -> String in folder + "/" + name }.first { candidate in
      unsafe access(candidate, X_OK) == 0
    }
  }

  /// Runs a program to its end.
  ///
  /// - Throws: `Problem` with the program's words when it fails.
  package static func run(_ name: String, _ arguments: [String]) throws(Problem) {
    let child = try ChildProcess(name, arguments)
    var words: [UInt8] = []
    while let more = child.read() { words += more }
    guard child.wait() == 0 else {
      throw Problem(what: "\(name) failed: \(String(decoding: words, as: UTF8.self))")
    }
  }

  /// Starts a program, with nothing to read and its output, errors included, kept for `line`.
  package init(_ name: String, _ arguments: [String]) throws(Problem) {
    guard let path = Self.path(of: name) else { throw Problem(what: "\(name) is not installed") }
    var ends: [Int32] = [0, 0]
    // Sockets rather than a pipe: these can be kept from other programs from their first moment.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Problem(what: "no socket") }
    defer { close(ends[1]) }

    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)

    var words = unsafe ([name] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    guard unsafe posix_spawn(&identifier, path, &actions, nil, &words, environ) == 0 else {
      close(ends[0])
      throw Problem(what: "\(path) does not start")
    }
    self.identifier = identifier
    output = ends[0]
  }

  deinit {
    stop()
    close(output)
  }

  /// Waits for the next output line that starts so; nil when the program ends without one.
  package func line(startingWith start: String) -> String? {
    while true {
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        if line.hasPrefix(start) { return line }
      }
      guard let more = read() else { return nil }
      unread += more
    }
  }

  /// Ends the program at once.
  package func stop() {
    guard identifier > 0 else { return }
    kill(identifier, SIGKILL)
    _ = wait()
  }

  /// Waits for the end; the exit status, or 128 and more after a signal.
  private func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    identifier = 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  private func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let got = unsafe Glibc.read(output, &bytes, bytes.count)
      if got > 0 { return Array(bytes.prefix(got)) }
      guard got < 0, errno == EINTR else { return nil }
    }
  }
}
