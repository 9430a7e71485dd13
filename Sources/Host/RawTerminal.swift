import Glibc

/// The terminal that this process belongs to, taken key by key: nothing is echoed and no key is a signal.
///
/// Whatever ends the use of it puts back how it was: `close`, a stop by Ctrl-Z until the program goes on,
/// and `restoreAll` where the process is ended midway.
package final class RawTerminal: Sendable {
  /// What came while somebody waited.
  package enum Input: Sendable, Hashable {
    case bytes([UInt8])
    /// The wait was over before anything came.
    case nothing
    /// The window has another size, or the program goes on after a stop: everything is to be drawn anew.
    case changed
    /// Somebody outside asks the program to stop for a while.
    case stopWanted
    /// The program is to end, or the terminal has gone.
    case ended
  }

  private struct State {
    var original: termios
    /// Written when the terminal is taken and when it is given back.
    var sequences: (entering: [UInt8], leaving: [UInt8]) = ([], [])
    var isRaw = false
    var isClosed = false
  }

  private let descriptor: Int32
  private let signals: SignalPipe
  private let state: Locked<State>

  /// The one in use, for an end that runs no more code.
  private static let current = Locked<RawTerminal?>(nil)

  /// Opens the controlling terminal and leaves it as it is; the error says that there is none.
  package init() throws(HostError) {
    let descriptor = try Descriptor.open("/dev/tty", O_RDWR, for: "open")
    do throws(HostError) {
      var settings = termios()
      guard unsafe tcgetattr(descriptor, &settings) == 0 else {
        throw .lastCall("open", "/dev/tty")
      }
      signals = try SignalPipe()
      state = Locked(State(original: settings))
      self.descriptor = descriptor
    } catch {
      _ = Glibc.close(descriptor)
      throw error
    }
  }

  deinit { close() }

  /// Cells of a line and lines of the window; nil where the terminal does not know.
  package var size: (columns: Int, lines: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Takes the terminal; the sequences prepare the screen and put it back.
  package func enter(_ entering: String, leaving: String) {
    state.withLock { $0.sequences = (Array(entering.utf8), Array(leaving.utf8)) }
    Self.current.withLock { $0 = self }
    signals.listen()
    takeOver()
  }

  /// Gives the terminal back for good; a second call does nothing.
  package func close() {
    giveBack()
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    signals.close()
    Self.current.withLock { if $0 === self { $0 = nil } }
    _ = Glibc.close(descriptor)
  }

  /// Gives back the terminal that this process has taken, if any; for the moment before it is ended.
  package static func restoreAll() { current.withLock { $0 }?.giveBack() }

  /// Waits for keys and for what else may happen, at most so many milliseconds; without a number for
  /// ever.
  package func read(within milliseconds: Int32? = nil) -> Input {
    while true {
      var wanted = [
        pollfd(fd: signals.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&wanted, 2, milliseconds ?? -1)
      if count == 0 { return .nothing }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .ended
      }
      if wanted[0].revents != 0 {
        guard let number = signals.next() else { continue }
        return react(to: number)
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let size = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if size > 0 { return .bytes(Array(chunk.prefix(size))) }
      guard size < 0, errno == EINTR || errno == EAGAIN else { return .ended }
    }
  }

  private func react(to number: Int32) -> Input {
    switch number {
    case SIGWINCH: return .changed
    case SIGCONT:
      // Whoever was in front meanwhile may have changed it.
      state.withLock { $0.isRaw = false }
      takeOver()
      return .changed
    case SIGTSTP: return .stopWanted
    default: return .ended
    }
  }

  /// Ends a wait from another thread, which then gives `ended`.
  package func endWait() { signals.send(0) }

  package func write(_ text: String) throws(HostError) {
    try Descriptor.write(Array(text.utf8), to: descriptor, named: "/dev/tty")
  }

  /// Stops this process and those of its group until somebody lets them go on, as Ctrl-Z does.
  ///
  /// Nothing happens where nobody could: without job control, or in the group of the shell itself, as
  /// inside `$(…)` on its command line.
  package func stop() {
    guard getpgrp() != getsid(0), signals.catches(SIGTSTP) else { return }
    giveBack()
    signals.stopGroup()
    takeOver()
  }

  private func takeOver() {
    state.withLock { state in
      guard !state.isRaw, !state.isClosed else { return }
      var raw = state.original
      unsafe cfmakeraw(&raw)
      _ = unsafe tcsetattr(descriptor, TCSADRAIN, &raw)
      try? Descriptor.write(state.sequences.entering, to: descriptor, named: "/dev/tty")
      state.isRaw = true
    }
  }

  private func giveBack() {
    state.withLock { state in
      guard state.isRaw, !state.isClosed else { return }
      try? Descriptor.write(state.sequences.leaving, to: descriptor, named: "/dev/tty")
      _ = unsafe tcsetattr(descriptor, TCSADRAIN, &state.original)
      state.isRaw = false
    }
  }
}
