import Glibc
import Synchronization

/// Signals as bytes of a pipe, so that one `poll` waits for them and for something else.
///
/// One at a time: signals belong to the whole process.
struct SignalPipe: Sendable {
  /// What a program with a screen of its own has to know of.
  private static let numbers = [SIGWINCH, SIGCONT, SIGTSTP, SIGHUP, SIGQUIT]

  let reader: Int32
  private let writer: Int32
  /// Those of `numbers` that the process did not ignore when it was started.
  private let caught: [Int32]

  /// Where the handler writes; it may touch nothing that takes a lock.
  private static let target = Atomic<Int32>(-1)

  init() throws(HostError) {
    var ends: [Int32] = [-1, -1]
    // Sockets rather than a pipe: these can be kept from other programs from their first moment.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .lastCall("open", "a pipe") }
    (reader, writer) = (ends[0], ends[1])
    caught = Self.numbers.filter { !Self.isIgnored($0) }
  }

  func catches(_ number: Int32) -> Bool { caught.contains(number) }

  /// From now on signals come to the pipe.
  func listen() {
    Self.target.store(writer, ordering: .sequentiallyConsistent)
    for number in caught { Self.handle(number) }
  }

  /// Signals do again what they do by themselves.
  func close() {
    if Self.target.load(ordering: .sequentiallyConsistent) == writer {
      for number in caught { _ = signal(number, SIG_DFL) }
      Self.target.store(-1, ordering: .sequentiallyConsistent)
    }
    _ = Glibc.close(reader)
    _ = Glibc.close(writer)
  }

  /// The next signal that has come, nil when there is none; 0 is that of `send`.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return unsafe read(reader, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Puts a number into the pipe that is no signal.
  func send(_ number: UInt8) {
    var byte = number
    _ = unsafe write(writer, &byte, 1)
  }

  /// Stops the group of this process; returns when it goes on.
  func stopGroup() {
    // The others first, and this one by itself: it has to stand still when this returns.
    _ = signal(SIGTSTP, SIG_IGN)
    _ = kill(0, SIGTSTP)
    _ = signal(SIGTSTP, SIG_DFL)
    var mask = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigaddset(&mask, SIGTSTP)
    unsafe pthread_sigmask(SIG_UNBLOCK, &mask, &old)
    _ = pthread_kill(pthread_self(), SIGTSTP)
    unsafe pthread_sigmask(SIG_SETMASK, &old, nil)
    Self.handle(SIGTSTP)
  }

  private static func handle(_ number: Int32) {
    _ = signal(number) { number in
      let code = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = unsafe write(SignalPipe.target.load(ordering: .sequentiallyConsistent), &byte, 1)
      errno = code
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is the number 1 in the place of an address.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
