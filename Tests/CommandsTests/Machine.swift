import FoundationEssentials
import Glibc
import Synchronization

import CalendarTime
import Commands
import HTTP
import Host
import Terminal
import TestSupport

/// A machine made for one test: environment, service, clocks, terminal.
///
/// Each run is a new process on it, as far as anybody can tell from outside.
struct Machine: Sendable {
  static let graphRoot = "https://graph.test/v1.0"
  static let now = "2026-11-30T08:00:00Z"

  var environment: Environment
  var service: Service
  /// What carries requests to the service, if something stands in between.
  var transport: (any Transport)?
  /// What a person types when asked; nil where no terminal is there to ask on.
  var typed: [String]?
  /// What a person presses on the terminal, piece by piece; nil where the process belongs to none.
  var keys: [String]?
  /// Cells of a line and lines of that terminal.
  var window = (columns: 80, lines: 24)
  /// How the standard output ends, if it does.
  var outputFailure: HostError?
  /// Where the machine names its zone, if it does.
  var settings = "/etc"
  /// The programs of the machine; none at first.
  var programs = ProgramStarter(isInstalled: { _ in false }) { (words, _) throws(HostError) in
    throw HostError("start", words.first ?? "", .system(ENOENT))
  }
  var randomness = Randomness.counting()
  /// The C libraries that can be opened, and those that cannot.
  var libraries: [(name: String, version: String?)] = [("libcurl", "8.0")]
  let clock: ManualClock
  /// Clocks that go before `clock`, if any.
  var clocks: Clock?

  /// A machine with nothing but a token in its environment.
  ///
  /// - Parameters:
  ///   - service: what answers.
  ///   - now: what *now* means for calendars, and the machine's own time at first.
  ///   - columns: the width of the terminal; nil for a pipe.
  ///   - more: further variables; an empty value takes one away.
  init(
    _ service: Service = Service(), now: String = now, columns: Int? = nil,
    _ more: [String: String] = [:]
  ) {
    self.service = service
    var variables = [
      "GRAPHCAL_ACCESS_TOKEN": "token-of-environment", "GRAPHCAL_GRAPH_URL": Self.graphRoot,
      "GRAPHCAL_NOW": now, "LANG": "C.UTF-8", "NO_COLOR": "1", "TERM": "xterm", "TZ": "UTC",
    ]
    if let columns { variables["GRAPHCAL_FORCE_TTY"] = String(columns) }
    variables.merge(more) { $1 }
    environment = Environment(variables.filter { !$0.value.isEmpty })
    clock = ManualClock(Date(parsingRFC3339: now) ?? Date(timeIntervalSince1970: 0))
  }

  /// A machine whose service has these events in its calendar, as the text between `[` and `]`.
  init(events: String, columns: Int? = nil, _ more: [String: String] = [:]) {
    self.init(Service(events: events), columns: columns, more)
  }

  /// Runs `graphcal` with these words.
  func run(_ words: String...) async -> Outcome { await run(words) }

  func run(_ words: [String]) async -> Outcome {
    let recorder = Recorder(typed: typed ?? [], outputFailure: outputFailure)
    let isTerminal = typed != nil
    let screen = keys.map { ScriptedScreen(keys: $0, size: window) }
    let streams = Streams(
      facts: { coloring, environment in
        TerminalFacts(
          isTerminal: (isTerminal, false, isTerminal), windowWidth: nil, coloring: coloring,
          variable: { environment[$0] })
      },
      writeOutput: { (text) throws(HostError) in try recorder.write(text) },
      writeError: recorder.report, readLine: recorder.readLine, typedLine: recorder.readLine,
      openTerminal: { () throws(HostError) in
        guard let screen else { return try Streams.noTerminal() }
        return screen.terminal
      })
    let service = service
    let wire = transport ?? service
    let libraries = libraries
    let before = await service.requests.count
    let machinery = Machinery(
      makeTransport: { _ in wire }, libraryVersions: { libraries }, streams: streams,
      clock: clocks ?? clock.clock, randomness: randomness, programs: programs,
      machineSettings: settings)
    let status = await Run(environment: environment, machinery: machinery)(words)
    return Outcome(
      words: words, status: status, output: recorder.output, errors: recorder.errors,
      requests: Array(await service.requests.dropFirst(before)), screen: screen?.last ?? [])
  }

  /// What somebody in front of this machine sees: the line typed, what came on stdout, what came on
  /// stderr (after `|`), and the exit status when it is not 0.
  func transcript(_ words: String...) async -> String { await run(words).transcript }
}

/// What a run has written.
private final class Recorder: Sendable {
  private struct Content {
    var output = ""
    var errors = ""
    var typed: [String]
  }

  private let content: Mutex<Content>
  private let outputFailure: HostError?

  init(typed: [String], outputFailure: HostError?) {
    content = Mutex(Content(typed: typed))
    self.outputFailure = outputFailure
  }

  var output: String { content.withLock { $0.output } }
  var errors: String { content.withLock { $0.errors } }

  func write(_ text: String) throws(HostError) {
    if let outputFailure { throw outputFailure }
    content.withLock { $0.output += text }
  }

  @Sendable func report(_ text: String) { content.withLock { $0.errors += text } }

  @Sendable func readLine() -> String? {
    content.withLock { $0.typed.isEmpty ? nil : $0.typed.removeFirst() }
  }
}
