import Host
import JSON
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import Commands

/// What is taller than the screen, and what shows it by the screen.
@Suite struct PagerTests {
  @Test(
    arguments: [
      ([:], nil, ["less", "-FRX"], false),
      (["LESS": "-i"], nil, ["less", "-R"], false),
      (["PAGER": "less -S"], nil, ["less", "-FRX", "-S"], true),
      (["PAGER": "most"], "/usr/bin/less", ["/usr/bin/less", "-FRX"], true),
      (["GRAPHCAL_PAGER": "more -d", "PAGER": "most"], "vim -", ["more", "-d"], true),
      (["PAGER": "less | tac"], nil, ["/bin/sh", "-c", "less | tac"], true),
      (["PAGER": "cat"], nil, nil, true), (["PAGER": "/bin/cat -A"], nil, nil, true),
      (["PAGER": ""], nil, nil, true), (["PAGER": "less"], "", nil, true),
      (["GRAPHCAL_PAGER": "", "PAGER": "less"], "less", nil, true),
    ] as [([String: String], String?, [String]?, Bool)])
  func `the pager is the one that was asked for last`(
    variables: [String: String], preference: String?, words: [String]?, isChosen: Bool
  ) {
    let pager = Pager(environment: Environment(variables), preference: preference)
    #expect(pager?.words == words)
    if let pager { #expect(pager.isChosen == isChosen) }
  }

  @Test(arguments: [
    ("", 0), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), (String(repeating: "x", count: 80) + "\n", 1),
    (String(repeating: "x", count: 81) + "\n", 2), ("\u{1B}[1m" + "日本\u{1B}[0m\n", 1),
    (String(repeating: "\u{1B}[31mx\u{1B}[0m", count: 80) + "\n", 1),
    (String(repeating: "日", count: 41) + "\n", 2),
  ])
  func `lines are counted as a terminal shows them`(text: String, count: Int) {
    #expect(PagedOutput.lines(text, width: 80) == count)
  }

  /// Programs that are only written down, and say that they were started.
  private final class Desk: Sendable {
    let started = Mutex<[[String]]>([])

    var programs: ProgramStarter {
      ProgramStarter(isInstalled: { _ in true }) { (words, _) throws(HostError) in
        self.started.withLock { $0.append(words) }
        return nil
      }
    }
  }

  private static let rows = (10..<40).map { minute in
    timed(
      "e\(minute)", "Event \(minute)", "2026-11-30T09:\(minute):00",
      "2026-11-30T09:\(minute + 1):00")
  }.joined(separator: ",")

  @Test(arguments: [
    (["today"], 24, 1), (["today"], 33, 1), (["today"], 34, 0), (["today", "--no-pager"], 24, 0),
    (["today", "--json"], 24, 1), (["version"], 2, 0), (["help"], 24, 1), (["help"], 200, 0),
    (["help", "--no-pager"], 24, 0),
  ])
  func `only what is taller than the terminal is paged`(
    words: [String], height: Int, count: Int
  ) async {
    let desk = Desk()
    var machine = Machine(events: Self.rows, columns: 100, ["LINES": String(height)])
    machine.programs = desk.programs
    let outcome = await machine.run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(desk.started.withLock { $0 } == Array(repeating: ["less", "-FRX"], count: count))
    // Here nobody shows what goes to the pager.
    #expect(outcome.output.isEmpty == (count == 1))
  }

  @Test(arguments: [nil, "cat"] as [String?])
  func `without a terminal, or a clever one, nothing is paged`(pager: String?) async {
    let desk = Desk()
    var machine = Machine(events: Self.rows, ["LINES": "10", "PAGER": pager ?? ""])
    machine.programs = desk.programs
    for variables in [[:], ["GRAPHCAL_FORCE_TTY": "80", "TERM": "dumb"]] {
      machine.environment.variables.merge(variables) { $1 }
      let outcome = await machine.run("today")
      #expect(outcome.output.contains("Event 39"))
    }
    #expect(desk.started.withLock { $0.isEmpty })
  }

  @Test func `a pager that is not there is done without, and told of where it was chosen`() async {
    var machine = Machine(events: Self.rows, columns: 80, ["LINES": "10"])
    let usual = await machine.run("today")
    #expect(usual.status == 0 && usual.output.contains("Event 39") && usual.errors.isEmpty)
    machine.environment.variables["PAGER"] = "nosuch --flag"
    let chosen = await machine.run("today")
    #expect(chosen.status == 0 && chosen.output.contains("Event 39"))
    #expect(chosen.errors.contains("cannot start the pager nosuch"), "\(chosen.errors)")
  }

  @Test func `preferences name the pager, or none`() async throws {
    let desk = Desk()
    var bench = try await SyncCommandTests.Bench(
      scopes: Identity.scopes, ["GRAPHCAL_FORCE_TTY": "80", "LINES": "3"])
    bench.machine.programs = desk.programs
    await bench.machine.service.script("GET /me/calendarView", .list(Self.rows))
    for text in [#""less -S""#, "false"] {
      try bench.home.write(bench.home.configuration, #"{"pager": \#(text)}"#)
      #expect(await bench.machine.run("today", "--fresh").status == 0)
    }
    #expect(desk.started.withLock { $0 } == [["less", "-FRX", "-S"]])
    try bench.home.write(bench.home.configuration, #"{"pager": 3}"#)
    let wrong = await bench.machine.run("today", "--fresh")
    #expect(wrong.status == 2 && wrong.errors.contains("false for none"), "\(wrong.errors)")
  }

  @Test func `an error comes behind what was shown before it`() async throws {
    let said = Mutex<[String]>([])
    let base = Streams(
      facts: { _, _ in
        TerminalFacts(isTerminal: (true, true, true), windowWidth: 80, variable: { _ in nil })
      },
      writeOutput: { text in said.withLock { $0.append(text) } },
      writeError: { text in said.withLock { $0.append("| " + text) } }, readLine: { "y" })
    let held = PagedOutput(base)
    held.streams.writeError("before")
    try held.streams.writeOutput("one")
    held.streams.writeError("behind")
    #expect(said.withLock { $0 } == ["| before"])
    // Whoever is asked has seen everything.
    #expect(held.streams.readLine() == "y")
    #expect(said.withLock { $0 } == ["| before", "one", "| behind"])
    try held.streams.writeOutput("two")
    try held.flush()
    #expect(said.withLock { $0.last } == "two")
  }
}
