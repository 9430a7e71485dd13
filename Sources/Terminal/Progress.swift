/// A turning sign with a few words on a terminal's standard error, for work that takes a while.
///
/// Nothing is drawn in the first 300 ms, nor ever where standard error is no terminal.
package actor Progress {
  private let clock: any Clock<Duration>
  private let write: @Sendable (String) -> Void
  private let isActive: Bool
  private let width: Int
  private let pictures: [String]
  private var label = ""
  private var turn = 0
  private var isDrawn = false
  private var drawing: Task<Void, Never>?

  /// A progress line written by `write`, silent with `isQuiet`; a test brings its own clock.
  package init(
    facts: TerminalFacts, isQuiet: Bool = false, clock: any Clock<Duration> = ContinuousClock(),
    write: @escaping @Sendable (String) -> Void
  ) {
    isActive = facts.isErrorTerminal && facts.canRedraw && !isQuiet
    width = facts.isOutputTerminal ? facts.width : TerminalFacts.usualWidth
    pictures = facts.symbols.spinner
    self.clock = clock
    self.write = write
  }

  /// Says what is going on; the first call starts the wait of 300 ms.
  package func show(_ label: String) {
    guard isActive else { return }
    self.label = TextSanitizer.line(label)
    guard drawing == nil else { return }
    drawing = Task { [clock] in
      var pause = Duration.milliseconds(300)
      while (try? await clock.sleep(for: pause)) != nil {
        draw()
        pause = .milliseconds(100)
      }
    }
  }

  /// Ends the drawing and clears its line, before anything else is printed.
  package func finish() {
    drawing?.cancel()
    drawing = nil
    if isDrawn { write("\r\u{1B}[K") }
    isDrawn = false
  }

  private func draw() {
    guard drawing != nil, !Task.isCancelled else { return }
    let line = pictures[turn % pictures.count] + " " + label
    turn += 1
    isDrawn = true
    write("\r\u{1B}[K" + CellText.cut(line, to: width - 1))
  }
}
