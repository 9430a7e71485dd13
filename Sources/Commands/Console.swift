import Host
package import Terminal

/// Where a command's words go: results to stdout, everything else to stderr.
package struct Console: Sendable {
  package var terminal: TerminalFacts
  private let streams: Streams
  /// What makes something else of results for programs.
  var shaper: OutputShaper?
  /// Whether the last line on stderr is one that is drawn again and again.
  private let isDrawnOn = Locked(false)
  /// What need not be told again.
  private let told = Locked<Set<String>>([])

  package init(terminal: TerminalFacts, streams: Streams) {
    self.terminal = terminal
    self.streams = streams
  }

  /// Prints a result, which ends with a newline.
  ///
  /// - Throws: `Failure` of kind `outputClosed` when the reader has gone; else of kind general.
  package func print(_ text: String) throws(Failure) {
    if let shaper {
      return try shaper.take(text.utf8) { (text) throws(Failure) in try print(unshaped: text) }
    }
    try print(unshaped: text)
  }

  /// Prints what no filter and no template is meant for, such as a list of what there is.
  func print(unshaped text: String) throws(Failure) {
    do { try streams.writeOutput(text) } catch { throw Failure(output: error) }
  }

  /// Prints a result that is no text.
  package func print(bytes: [UInt8]) throws(Failure) {
    if let shaper {
      return try shaper.take(bytes) { (text) throws(Failure) in try print(unshaped: text) }
    }
    do { try streams.writeBytes(bytes) } catch { throw Failure(output: error) }
  }

  /// Prints one line to stderr, cleaned of what a terminal would obey; a lost line is not an error.
  ///
  /// On a terminal it goes on below where it is too long, broken between words.
  package func note(_ line: String) {
    let clean = TextSanitizer.line(line)
    let lines = terminal.isErrorTerminal ? CellText.wrapWords(clean, to: terminal.width) : [clean]
    streams.writeError(clearing() + lines.map { $0 + "\n" }.joined())
  }

  /// The same, once a run however often it is said.
  func noteOnce(_ line: String) {
    if told.withLock({ $0.insert(line).inserted }) { note(line) }
  }

  /// Draws on a line of stderr that stays open, such as how far something is.
  ///
  /// Each drawing begins with `clearLine`, and the last one is nothing else.
  func draw(_ text: String) {
    isDrawnOn.withLock { $0 = text != Self.clearLine }
    streams.writeError(text)
  }

  /// Goes to the beginning of the line and clears it (ECMA-48 8.3.41).
  private static let clearLine = "\r\u{1B}[K"

  /// What takes away a drawing before something else is told.
  private func clearing() -> String {
    isDrawnOn.withLock { isDrawnOn in
      defer { isDrawnOn = false }
      return isDrawnOn ? Self.clearLine : ""
    }
  }

  /// Prints lines of our own making to stderr as they are.
  package func report(_ text: String) { streams.writeError(text) }

  /// The next line that the person at the terminal has typed already, if there is one; never waits.
  package var typedLine: @Sendable () -> String? { streams.typedLine }

  /// The terminal for keys and a screen, for a command that is nothing without it.
  var openTerminal: @Sendable () throws(HostError) -> KeyTerminal { streams.openTerminal }

  /// Questions to the person at the terminal; `mayAsk` is false for `--no-input`.
  package func prompt(mayAsk: Bool) -> Prompt {
    Prompt(
      facts: terminal, mayAsk: mayAsk, write: streams.writeError, read: streams.readLine,
      discardTyped: streams.discardTyped)
  }
}

extension Failure {
  /// Standard output did not take a result.
  init(output error: HostError) {
    if error.isClosedPipe {
      self.init(.outputClosed, "the reader of the output has gone")
      return
    }
    self.init(
      .general, "cannot write the output", why: error.explanation,
      hint: "send the output to a place that takes it")
    code = Failure.outputCode
  }
}
