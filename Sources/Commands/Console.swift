import Host
package import Terminal

/// Where a command's words go: results to stdout, everything else to stderr.
package struct Console: Sendable {
  package var terminal: TerminalFacts
  private let streams: Streams

  package init(terminal: TerminalFacts, streams: Streams) {
    self.terminal = terminal
    self.streams = streams
  }

  /// Prints a result, which ends with a newline.
  ///
  /// - Throws: `Failure` of kind `outputClosed` when the reader has gone; else of kind general.
  package func print(_ text: String) throws(Failure) {
    do {
      try streams.writeOutput(text)
    } catch {
      if error.isClosedPipe { throw Failure(.outputClosed, "the reader of the output has gone") }
      var failure = Failure(
        .general, "cannot write the output", why: error.explanation,
        hint: "send the output to a place that takes it")
      failure.code = Failure.outputCode
      throw failure
    }
  }

  /// Prints one line to stderr, cleaned of what a terminal would obey; a lost line is not an error.
  ///
  /// On a terminal it goes on below where it is too long, broken between words.
  package func note(_ line: String) {
    let clean = TextSanitizer.line(line)
    let lines = terminal.isErrorTerminal ? CellText.wrapWords(clean, to: terminal.width) : [clean]
    streams.writeError(lines.map { $0 + "\n" }.joined())
  }

  /// Prints lines of our own making to stderr as they are.
  package func report(_ text: String) { streams.writeError(text) }

  /// The next line that the person at the terminal has typed already, if there is one; never waits.
  package var typedLine: @Sendable () -> String? { streams.typedLine }

  /// Questions to the person at the terminal; `mayAsk` is false for `--no-input`.
  package func prompt(mayAsk: Bool) -> Prompt {
    Prompt(facts: terminal, mayAsk: mayAsk, write: streams.writeError, read: streams.readLine)
  }
}
