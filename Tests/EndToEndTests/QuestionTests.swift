import Foundation
import Testing

/// Questions on a pseudo-terminal, and somebody who answers or does not want to.
@Suite struct QuestionTests {
  private struct Desk {
    let emulator: Emulator
    let home: Home

    init() async throws {
      emulator = try Emulator()
      home = try Home(emulator: emulator, ["TERM": "xterm", "NO_COLOR": "1"])
      #expect(try await home.graphcal("login", "--device-code").status == 0)
    }

    /// A line of the shell on a terminal in this home.
    func shell(_ line: String) throws -> TerminalProgram {
      var environment = home.environment
      environment["PATH"] = Program.folder.path + ":/usr/bin:/bin"
      return try TerminalProgram(["/bin/bash", "-c", line], environment: environment)
    }

    /// The events of the next days of a kind, by their full ids.
    func events(_ kind: String) async throws -> [String] {
      try await home.graphcal("agenda", "--days", "14", "--json").items
        .filter { $0["type"] as? String == kind && $0["isOrganizer"] as? Bool == true }
        .compactMap { $0["id"] as? String }
    }
  }

  @Test func `a yes that was typed before the question does not delete anything`() async throws {
    let desk = try await Desk()
    let id = try #require(try await desk.events("singleInstance").first)
    let program = try desk.shell("read -r go; graphcal delete-event \(id); echo status $?")
    program.type("go\ny\ny\ny\n")
    let question = try program.wait(for: "[y/N]")
    // Bash and the terminal echo as they like; no line of the program is wider than the terminal.
    for line in question.split(separator: "\r\n") { #expect(line.count < 80, "\(line)") }
    program.type("n\n")
    try program.wait(for: "status 8")
    #expect(try program.finish() == 0)
    #expect(try desk.emulator.requests("DELETE", "").isEmpty)
    let again = try desk.shell("graphcal delete-event \(id); echo status $?")
    try again.wait(for: "[y/N]")
    again.type("y\n")
    try again.wait(for: "status 0")
    #expect(try desk.emulator.requests("DELETE", "").count == 1)
  }

  @Test(arguments: ["q\n", "\u{4}", "\n"])
  func `whoever does not want any of a series is let out`(keys: String) async throws {
    let desk = try await Desk()
    let id = try #require(try await desk.events("occurrence").first)
    let program = try desk.shell("graphcal delete-event \(id); echo status $?")
    try program.wait(for: "q for none]")
    program.type(keys)
    try program.wait(for: "status 8")
    #expect(try program.finish() == 0)
    #expect(try desk.emulator.requests("DELETE", "").isEmpty)
  }
}
