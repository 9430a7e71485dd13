import Host
package import Terminal

/// Where a command's words go: results to stdout, everything else to stderr.
package struct Console: Sendable {
  package var terminal: TerminalFacts
  private let writeOutput: @Sendable (String) throws(HostError) -> Void
  private let writeError: @Sendable (String) -> Void

  init(
    terminal: TerminalFacts,
    output: @escaping @Sendable (String) throws(HostError) -> Void,
    error: @escaping @Sendable (String) -> Void
  ) {
    self.terminal = terminal
    writeOutput = output
    writeError = error
  }

  /// Prints a result, which ends with a newline.
  ///
  /// - Throws: `Failure` of kind `outputClosed` when the reader has gone; else of kind general.
  package func print(_ text: String) throws(Failure) {
    do {
      try writeOutput(text)
    } catch {
      if error.isClosedPipe { throw Failure(.outputClosed, "the reader of the output has gone") }
      throw Failure(
        .general, "cannot write the output", why: error.explanation,
        hint: "send the output to a place that takes it")
    }
  }

  /// Prints one line to stderr, cleaned of what a terminal would obey; a lost line is not an error.
  package func note(_ line: String) { writeError(TextSanitizer.line(line) + "\n") }

  /// Prints lines of our own making to stderr as they are.
  package func report(_ text: String) { writeError(text) }
}
