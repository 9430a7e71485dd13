import Foundation
import Testing

/// `pick-contact` on a pseudo-terminal, against the emulator.
@Suite struct PickerTests {
  private static func signedIn(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator, ["TERM": "xterm", "NO_COLOR": "1"])
    let scopes = "User.Read,Contacts.Read"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    return home
  }

  /// A shell line on a terminal in this home; it writes files there.
  private static func shell(_ line: String, in home: Home) throws -> TerminalProgram {
    var environment = home.environment
    environment["PATH"] = Program.folder.path + ":/usr/bin:/bin"
    return try TerminalProgram(
      ["/bin/bash", "-c", "cd \"$HOME\"; " + line], environment: environment)
  }

  private static func text(_ name: String, in home: Home) throws -> String {
    try String(contentsOfFile: home.path(name), encoding: .utf8)
  }

  @Test func `type, Enter, and a pipe gets the address`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let program = try Self.shell(
      "stty -a >before; echo \"<$(graphcal pick-contact)>\" >picked; stty -a >after", in: home)
    try program.wait(for: "Enter takes")
    program.type("dvo")
    try program.wait(for: "> dvo")
    try program.wait(for: "1 of")
    program.type("řak")
    program.type("\r")
    // The screen that was there before comes back.
    try program.wait(for: "\u{1B}[?1049l")
    #expect(try program.finish() == 0)
    #expect(try Self.text("picked", in: home) == "<tomas.dvorak@kotva.example>\n")
    #expect(try Self.text("before", in: home) == Self.text("after", in: home))
  }

  @Test func `several are marked, and a program gets them as JSON`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let all = try await home.graphcal("contacts", "--has", "email", "--json").items
    let program = try Self.shell(
      "graphcal pick-contact --multiple --only-with --json >picked; echo status $?", in: home)
    try program.wait(for: "Tab marks")
    program.type("\t\u{1B}[B\t")
    try program.wait(for: "2 marked")
    program.type("\r")
    try program.wait(for: "status 0")
    let picked =
      try JSONSerialization.jsonObject(
        with: Data(Self.text("picked", in: home).utf8)) as? [[String: Any]]
    let ids = try #require(picked).compactMap { $0["id"] as? String }
    #expect(ids.count == 2)
    #expect(Set(ids).isSubset(of: Set(all.compactMap { $0["id"] as? String })))
  }

  @Test(arguments: [
    ("\u{1B}", ""), ("\u{3}", ""), ("", "TERM"), ("", "INT"), ("", "HUP"), ("", "QUIT"),
  ])
  func `it can be left in every way, and the terminal is as it was`(
    keys: String, signal: String
  ) async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let kill = signal.isEmpty ? "" : "(read -r _ <go; pkill -\(signal) -P $$ graphcal) & "
    let program = try Self.shell(
      "stty -a >before; mkfifo go; \(kill)graphcal pick-contact >picked; echo status $?; "
        + "stty -a >after", in: home)
    try program.wait(for: "Enter takes")
    if signal.isEmpty {
      program.type(keys)
    } else {
      try Data("go\n".utf8).write(to: URL(fileURLWithPath: home.path("go")))
    }
    try program.wait(for: "\u{1B}[?1049l")
    try program.wait(for: "status 130")
    #expect(try program.finish() == 0)
    #expect(try Self.text("picked", in: home).isEmpty)
    #expect(try Self.text("before", in: home) == Self.text("after", in: home))
  }

  @Test func `it stops at Ctrl-Z with the terminal as it was, and goes on`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let program = try Self.shell(
      "set -m; stty -a >before; graphcal pick-contact >picked; stty -a >stopped; echo stopped; "
        + "fg; echo status $?; stty -a >after", in: home)
    try program.wait(for: "Enter takes")
    program.type("dvo")
    try program.wait(for: "> dvo")
    program.type("\u{1A}")
    try program.wait(for: "stopped")
    // The screen is drawn anew with what was typed before.
    try program.wait(for: "> dvo")
    program.type("\r")
    try program.wait(for: "status 0")
    #expect(try program.finish() == 0)
    #expect(try Self.text("picked", in: home) == "tomas.dvorak@kotva.example\n")
    #expect(try Self.text("before", in: home) == Self.text("stopped", in: home))
    #expect(try Self.text("before", in: home) == Self.text("after", in: home))
  }

  @Test func `where nobody could wake it up it does not stop`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let program = try Self.shell("graphcal pick-contact; echo status $?", in: home)
    try program.wait(for: "Enter takes")
    program.type("\u{1A}dvo")
    try program.wait(for: "> dvo")
    program.type("\u{1B}")
    try program.wait(for: "status 130")
  }

  @Test func `a window of another size is drawn anew, and a paste is not a key`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let program = try Self.shell("graphcal pick-contact; echo status $?", in: home)
    try program.wait(for: "Enter takes")
    let cursor = "\u{1B}[?25h"
    try program.wait(for: cursor)
    program.resize(columns: 20, lines: 6)
    #expect(try !program.wait(for: cursor).contains("Esc leaves"))
    program.resize(columns: 120, lines: 30)
    try program.wait(for: "Esc leaves")
    program.type("\u{1B}[200~dvorak\r\u{1B}[201~")
    try program.wait(for: "> dvorak \u{1B}[K")
    program.type("\r")
    try program.wait(for: "tomas.dvorak@kotva.example\r\nstatus 0")
  }

  @Test func `without a terminal nothing is asked`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let before = try emulator.log.count
    for line in [
      "graphcal pick-contact", "graphcal pick-contact --json", "graphcal pick-contact x",
    ] {
      let outcome = try await home.shell("setsid -w " + line)
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("there is no terminal to pick on"))
    }
    #expect(try emulator.log.count == before)
  }
}
