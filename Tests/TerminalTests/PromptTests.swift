import Synchronization
import Terminal
import Testing

@Suite struct PromptTests {
  private func facts(input: Bool = true, error: Bool = true) -> TerminalFacts {
    TerminalFacts(
      isTerminal: (input, true, error), windowWidth: 80,
      variable: { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] })
  }

  @Test(arguments: [
    (["y"], Prompt.Answer.yes), (["YES "], .yes), ([""], .no), (["n"], .no), ([], .no),
    (["what", "y"], .yes), (["y\r"], .yes),
  ])
  func `answers`(lines: [String], expected: Prompt.Answer) {
    let input = Script(lines)
    let prompt = Prompt(facts: facts(), write: { _ in }, read: { input.next() })
    #expect(prompt.confirm("Delete it?") == expected)
  }

  @Test func `nobody is asked where nobody can answer`() {
    let input = Script(["y"])
    for prompt in [
      Prompt(facts: facts(input: false), write: { _ in }, read: { input.next() }),
      Prompt(facts: facts(error: false), write: { _ in }, read: { input.next() }),
      Prompt(facts: facts(), mayAsk: false, write: { _ in }, read: { input.next() }),
    ] {
      #expect(prompt.confirm("Delete it?") == .cannotAsk)
      #expect(prompt.ask("Name?") == nil)
    }
    #expect(input.next() == "y")
  }

  @Test(arguments: [
    (["following"], 1), (["F"], 1), (["3"], 2), (["", "this"], nil), ([], nil), (["x", "t"], 0),
    (["4", "0", "se"], 2), (["q", "this"], nil), (["cancel", "this"], nil), (["No", "this"], nil),
  ])
  func `one of several answers`(lines: [String], expected: Int?) {
    let input = Script(lines)
    let choices = [("this", "one"), ("following", "this and more"), ("series", "all")]
      .map { Prompt.Choice(word: $0.0, meaning: $0.1) }
    let prompt = Prompt(facts: facts(), write: { _ in }, read: { input.next() })
    #expect(prompt.choose("Which?", choices) == expected)
    let silent = Prompt(
      facts: facts(), mayAsk: false, write: { _ in }, read: { input.next() })
    #expect(silent.choose("Which?", choices) == nil)
  }

  @Test func `what was typed before a question is no answer to it`() {
    let input = Script(["yes", "this"])
    let output = Script([])
    func prompt() -> Prompt {
      Prompt(
        facts: facts(), write: { output.append($0) }, read: { input.next() },
        discardTyped: {
          output.append("discarded ")
          while input.next() != nil {}
        })
    }
    #expect(prompt().confirm("Delete it?") == .no)
    #expect(output.all.first == "discarded ")
    input.append("this")
    #expect(prompt().choose("Which?", [Prompt.Choice(word: "this", meaning: "one")]) == nil)
  }

  @Test func `a choice that begins like the way out is still a choice`() {
    let input = Script(["c"])
    let prompt = Prompt(facts: facts(), write: { _ in }, read: { input.next() })
    #expect(
      prompt.choose("Which?", ["copy", "move"].map { Prompt.Choice(word: $0, meaning: "") }) == 0)
  }

  @Test(arguments: 20...90)
  func `a question and its answer stay within the terminal`(width: Int) {
    let facts = TerminalFacts(
      isTerminal: (true, true, true), windowWidth: width,
      variable: { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] })
    let input = Script(["y", "a"])
    let output = Script([])
    let prompt = Prompt(
      facts: facts, write: { output.append($0) },
      read: {
        // Who answers presses Enter.
        output.append("\n")
        return input.next()
      })
    let words = "A question about something called 打ち合わせ that asks for some more lines than one"
    _ = prompt.confirm(words + ", does it?")
    _ = prompt.choose(
      words, ["anything", "backwards"].map { Prompt.Choice(word: $0, meaning: "x") })
    for line in output.all.joined().split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= width, "\(line)")
    }
  }

  @Test func `progress is drawn late and cleared`() async throws {
    let output = Script([])
    let clock = StepClock()
    let progress = Progress(facts: facts(), clock: clock, write: { output.append($0) })
    await progress.show("page 1")
    await clock.advance()
    await progress.show("page 2")
    await clock.advance()
    await progress.finish()
    let text = output.all.joined()
    #expect(clock.pauses.prefix(2) == [.milliseconds(300), .milliseconds(100)])
    #expect(text.contains("page 1") && text.contains("page 2"))
    #expect(text.hasSuffix("\r\u{1B}[K"))
  }

  @Test func `progress is silent off a terminal`() async {
    let output = Script([])
    let progress = Progress(facts: facts(error: false), write: { output.append($0) })
    await progress.show("page 1")
    await progress.finish()
    #expect(output.all.isEmpty)
  }

  @Test func `a process knows its terminal, or that it has none`() {
    #expect(ControllingTerminal.identity == ControllingTerminal.identity)
    #expect(!ControllingTerminal.pretendedIdentity.isEmpty)
  }
}

/// Lines that come one after the other, or that were written.
private final class Script: Sendable {
  private let lines: Mutex<[String]>

  init(_ lines: [String]) { self.lines = Mutex(lines) }

  var all: [String] { lines.withLock { $0 } }
  func next() -> String? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A clock whose sleepers wake one pause at a time.
private final class StepClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var pauses: [Duration] = []
    var sleeper: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  var pauses: [Duration] { state.withLock { $0.pauses } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.pauses.append($0.now.duration(to: deadline))
          $0.now = deadline
          $0.sleeper = continuation
        }
        if Task.isCancelled { wake() }
      }
    } onCancel: {
      wake()
    }
    try Task.checkCancellation()
  }

  @discardableResult private func wake() -> Bool {
    let sleeper = state.withLock { state in
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.resume()
    return sleeper != nil
  }

  /// Ends the pause of the sleeper and waits until it sleeps again.
  func advance() async {
    while !wake() { await Task.yield() }
    while state.withLock({ $0.sleeper == nil }) { await Task.yield() }
  }
}
