package import Host
package import Terminal

/// The standard streams of a run, as closures that a test can replace.
package struct Streams: Sendable {
  /// What they are, found out before anything is written; the colouring is what the user wants.
  package var facts:
    @Sendable (_ coloring: TerminalFacts.Coloring, _ environment: Environment) -> TerminalFacts
  package var writeOutput: @Sendable (String) throws(HostError) -> Void
  package var writeError: @Sendable (String) -> Void
  /// The next line that a person types, without its end; nil at the end of input.
  package var readLine: @Sendable () -> String?
  /// The next line that a person has typed already, without its end; nil when there is none yet.
  package var typedLine: @Sendable () -> String?

  package init(
    facts:
      @escaping @Sendable (
        _ coloring: TerminalFacts.Coloring, _ environment: Environment
      ) -> TerminalFacts,
    writeOutput: @escaping @Sendable (String) throws(HostError) -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    readLine: @escaping @Sendable () -> String?,
    typedLine: @escaping @Sendable () -> String? = { nil }
  ) {
    self.facts = facts
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.readLine = readLine
    self.typedLine = typedLine
  }

  /// Those of this process.
  package static let ofProcess = Streams(
    facts: { coloring, environment in
      TerminalFacts.current(coloring: coloring, variable: { environment[$0] })
    },
    writeOutput: { (text) throws(HostError) in try OutputStream.standardOutput.write(text) },
    writeError: { try? OutputStream.standardError.write($0) },
    readLine: { Swift.readLine() }, typedLine: StandardInput.typedLine)
}
