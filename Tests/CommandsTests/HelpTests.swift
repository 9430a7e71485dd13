import Arguments
import Commands
import HTTP
import TestSupport
import Testing

@Suite struct HelpTests {
  private static let commands = graphcalProgram.groups.flatMap { $0.commands.map(\.name) }

  @Test func `help is read by people`() async throws {
    let machine = Machine()
    try expectGolden(await machine.transcript(), "help-short.txt")
    try expectGolden(await machine.transcript("help"), "help.txt")
    try expectGolden(await machine.transcript("new-event", "--help"), "help-new-event.txt")
    try expectGolden(await machine.transcript("help", "exit-codes"), "help-exit-codes.txt")
  }

  @Test(arguments: commands)
  func `every command has help, by word and by option`(command: String) async {
    let machine = Machine()
    let byOption = await machine.run(command, "--help")
    #expect(byOption.status == 0)
    #expect(byOption.errors.isEmpty)
    #expect(byOption.output.contains("graphcal \(command)"))
    let byWord = await machine.run("help", command)
    #expect(byWord.status == 0)
    #expect(byWord.output == byOption.output)
    #expect(await machine.run(command, "-h").output == byOption.output)
    // Examples stand on one line, so that they can be copied.
    #expect(byOption.outputLines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  graphcal ") })
    #expect(byOption.requests.isEmpty)
  }

  @Test(arguments: ["times", "refs", "json", "exit-codes", "environment"])
  func `every topic has a page of at most 100 columns`(topic: String) async {
    let outcome = await Machine().run("help", topic)
    #expect(outcome.status == 0)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.outputLines.allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [
    (["wek"], "week"), (["today", "--jsno"], "--json"), (["agenda", "--form", "x"], "--from"),
    (["help", "wek"], "week"), (["frobnicate"], ""), (["today", "extra"], ""),
    (["agenda", "--from"], ""), (["agenda", "--days", "0"], ""), (["agenda", "--days", "x"], ""),
    (["agenda", "--to", "2026-12-01", "--days", "3"], ""), (["show"], ""),
    (["today", "--json", "--jsonl"], ""), (["today", "--json", "--format", "csv"], ""),
    (["today", "--format", "xml"], "table"), (["new-event"], "--subject"),
    (["new-event", "--subject", "x", "--end", "10:00", "--duration", "1h"], ""),
    (["agenda", "--from", "2026-12-02", "--to", "2026-12-01"], ""),
    (["agenda", "--from", "soon"], ""), (["show", ""], ""), (["show", "3"], "terminal"),
    (["show", "???"], "refs"), (["today", "--json", "--fields", "subjct"], "subject"),
    (["today", "--fields", "subject"], "--json"),
    (["new-event", "--subject", "x", "--attendee", "no@body@x"], "no@body@x"),
    (["new-event", "--subject", "x", "--start", "10:00", "--end", "9:00"], ""),
    (["new-event", "--subject", "x", "--reminder", "soon"], "--reminder"),
  ])
  func `what is not understood is refused with a way on`(words: [String], word: String) async {
    let outcome = await Machine(events: "").run(words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.first?.hasPrefix("graphcal: ") == true || words.contains("--json"))
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
    #expect(!outcome.requests.contains { $0.url.contains("calendarView") })
  }

  @Test func `every hint that names a command names one that exists`() async throws {
    var hints: [String] = []
    for words in [["frobnicate"], ["show", "3"], ["agenda", "--from", "soon"], ["help", "x"]] {
      hints += await Machine().run(words).errorLines.filter { $0.hasPrefix("  try: graphcal ") }
    }
    for hint in hints {
      let command = hint.split(separator: " ").dropFirst(2).first.map(String.init)
      #expect(command == "help" || Self.commands.contains(command ?? ""), "\(hint)")
    }
  }

  @Test func `version and help touch nothing`() async throws {
    let home = try TemporaryHome()
    try home.write(home.authSettings, "broken")
    let machine = Machine(home: home, Service(), ["GRAPHCAL_CLIENT_ID": ""])
    #expect(await machine.run("version").status == 0)
    #expect(await machine.run("version", "--json").output.contains("libcurl"))
    #expect(await machine.run("help").status == 0)
    #expect(throws: (any Error).self) { try home.read(home.state) }
  }

  @Test(arguments: [
    "times", "phrases", "repeat", "names", "refs", "offline", "json", "environment", "exit-codes",
  ])
  func `no line of a topic is wider than a terminal`(topic: String) async {
    let outcome = await Machine(Service([:])).run("help", topic)
    #expect(outcome.status == 0)
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
