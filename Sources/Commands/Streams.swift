package import Host
package import Terminal

/// The standard streams of a run, as closures that a test can replace.
package struct Streams: Sendable {
  /// What they are, found out before anything is written; the colouring is what the user wants.
  package var facts:
    @Sendable (_ coloring: TerminalFacts.Coloring, _ environment: Environment) -> TerminalFacts
  package var writeOutput: @Sendable (String) throws(HostError) -> Void
  /// The same for what is no text, such as a picture.
  package var writeBytes: @Sendable ([UInt8]) throws(HostError) -> Void
  package var writeError: @Sendable (String) -> Void
  /// The next line that a person types, without its end; nil at the end of input.
  package var readLine: @Sendable () -> String?
  /// The next line that a person has typed already, without its end; nil when there is none yet.
  package var typedLine: @Sendable () -> String?
  /// Throws away what a person has typed and nobody has read yet.
  package var discardTyped: @Sendable () -> Void
  /// Opens the controlling terminal for keys and a screen, whatever the other streams are.
  package var openTerminal: @Sendable () throws(HostError) -> KeyTerminal

  package init(
    facts:
      @escaping @Sendable (
        _ coloring: TerminalFacts.Coloring, _ environment: Environment
      ) -> TerminalFacts,
    writeOutput: @escaping @Sendable (String) throws(HostError) -> Void,
    writeBytes: (@Sendable ([UInt8]) throws(HostError) -> Void)? = nil,
    writeError: @escaping @Sendable (String) -> Void,
    readLine: @escaping @Sendable () -> String?,
    typedLine: @escaping @Sendable () -> String? = { nil },
    discardTyped: @escaping @Sendable () -> Void = {},
    openTerminal: @escaping @Sendable () throws(HostError) -> KeyTerminal = Self.noTerminal
  ) {
    self.facts = facts
    self.writeOutput = writeOutput
    if let writeBytes {
      self.writeBytes = writeBytes
    } else {
      self.writeBytes = { (bytes) throws(HostError) in
        try writeOutput(String(decoding: bytes, as: UTF8.self))
      }
    }
    self.writeError = writeError
    self.readLine = readLine
    self.typedLine = typedLine
    self.discardTyped = discardTyped
    self.openTerminal = openTerminal
  }

  /// What is found where a process belongs to no terminal.
  @Sendable package static func noTerminal() throws(HostError) -> KeyTerminal {
    throw HostError("open", "/dev/tty", .noTerminal)
  }

  /// Those of this process.
  package static let ofProcess = Streams(
    facts: { coloring, environment in
      TerminalFacts.current(coloring: coloring, variable: { environment[$0] })
    },
    writeOutput: { (text) throws(HostError) in try OutputStream.standardOutput.write(text) },
    writeBytes: { (bytes) throws(HostError) in try OutputStream.standardOutput.write(bytes) },
    writeError: { try? OutputStream.standardError.write($0) },
    readLine: { Swift.readLine() }, typedLine: StandardInput.typedLine,
    discardTyped: StandardInput.discardTyped, openTerminal: KeyTerminal.ofProcess)
}
