import Synchronization
import Terminal
import Testing

@testable import Commands

@Suite struct ConsoleTests {
  @Test func `a note does not stand behind the sign that something goes on`() {
    let written = Written()
    let facts = TerminalFacts(
      isTerminal: (true, true, true), windowWidth: 80, variable: { ["TERM": "xterm"][$0] })
    let console = Console(
      terminal: facts,
      streams: Streams(
        facts: { _, _ in facts }, writeOutput: { _ in }, writeError: { written.append($0) },
        readLine: { nil }))
    console.note("one")
    console.draw("\r\u{1B}[K⠏ Reading")
    console.note("two")
    console.note("three")
    console.draw("\r\u{1B}[K⠏ Reading")
    console.draw("\r\u{1B}[K")
    console.note("four")
    #expect(
      written.text
        == "one\n\r\u{1B}[K⠏ Reading\r\u{1B}[Ktwo\nthree\n\r\u{1B}[K⠏ Reading\r\u{1B}[Kfour\n")
  }
}

/// What was written.
private final class Written: Sendable {
  private let content = Mutex("")
  var text: String { content.withLock { $0 } }
  func append(_ text: String) { content.withLock { $0 += text } }
}
