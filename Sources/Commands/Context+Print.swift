import Host
import Rendering
import Store
import Terminal

extension Context {
  /// Prints laid-out lines, coloured as standard output was found; on a terminal a line that is too long
  /// goes on below.
  func print(_ lines: [StyledLine]) throws(Failure) {
    let colored = console.terminal.outputColored
    let width = console.terminal.isOutputTerminal ? console.terminal.width : nil
    let theme = console.terminal.theme
    try console.print(
      lines.flatMap { $0.wrapped(to: width) }.rendered(colored: colored, theme: theme))
  }

  /// Prints a sentence as the result.
  func say(_ sentence: String) throws(Failure) { try print([StyledLine(sentence)]) }

  /// Shows that something goes on while `body` runs: on a terminal's stderr, after 300 ms.
  func working<Value, Problem: Error>(
    _ label: String, _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    try await working(label) { (_) async throws(Problem) in try await body() }
  }

  /// The same for a body that says now and then how far it is.
  func working<Value, Problem: Error>(
    _ label: String, _ body: (Progress) async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let progress = Progress(
      facts: console.terminal, isQuiet: options.quiet, write: { console.draw($0) })
    await progress.show(label)
    let result: Result<Value, Problem>
    do throws(Problem) {
      result = .success(try await body(progress))
    } catch {
      result = .failure(error)
    }
    await progress.finish()
    return try result.get()
  }

  /// Makes the items the numbered rows of this terminal; off a terminal nothing is numbered.
  func numberRows(_ items: [StateStore.KnownItem]) async {
    guard console.terminal.isOutputTerminal, let terminal = terminalIdentity else { return }
    await state.setRows(items, terminal: terminal, at: machineClock.now())
  }

  /// The terminal that row numbers belong to.
  var terminalIdentity: String? {
    console.terminal.isForced
      ? ControllingTerminal.pretendedIdentity : ControllingTerminal.identity
  }
}
