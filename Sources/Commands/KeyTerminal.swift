package import Host

/// The terminal of this process with its keys one by one, as closures that a test can replace.
package struct KeyTerminal: Sendable {
  /// Cells of a line and lines of the window; nil where nobody knows.
  package var size: @Sendable () -> (columns: Int, lines: Int)?
  /// Takes the terminal; the sequences prepare the screen and put it back.
  package var enter: @Sendable (_ entering: String, _ leaving: String) -> Void
  /// Waits for what comes, so many milliseconds at most; nil is for ever.
  package var read: @Sendable (_ milliseconds: Int32?) -> RawTerminal.Input
  package var write: @Sendable (String) throws(HostError) -> Void
  /// Stops the program until somebody lets it go on.
  package var stop: @Sendable () -> Void
  /// Ends a wait from another thread.
  package var endWait: @Sendable () -> Void
  /// Gives the terminal back.
  package var close: @Sendable () -> Void

  package init(
    size: @escaping @Sendable () -> (columns: Int, lines: Int)?,
    enter: @escaping @Sendable (_ entering: String, _ leaving: String) -> Void,
    read: @escaping @Sendable (_ milliseconds: Int32?) -> RawTerminal.Input,
    write: @escaping @Sendable (String) throws(HostError) -> Void,
    stop: @escaping @Sendable () -> Void, endWait: @escaping @Sendable () -> Void,
    close: @escaping @Sendable () -> Void
  ) {
    self.size = size
    self.enter = enter
    self.read = read
    self.write = write
    self.stop = stop
    self.endWait = endWait
    self.close = close
  }

  /// That of this process; the error says that there is none.
  @Sendable package static func ofProcess() throws(HostError) -> KeyTerminal {
    let terminal = try RawTerminal()
    return KeyTerminal(
      size: { terminal.size }, enter: { terminal.enter($0, leaving: $1) },
      read: { terminal.read(within: $0) },
      write: { (text) throws(HostError) in try terminal.write(text) },
      stop: { terminal.stop() }, endWait: { terminal.endWait() }, close: { terminal.close() })
  }
}
