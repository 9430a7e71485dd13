import Foundation
import Testing

/// What is taller than a real terminal, through real pagers.
@Suite struct PagerTests {
  /// A line of the shell on a terminal of 80 × 24, with the programs built here in its path.
  private static func shell(
    _ line: String, in home: Home, _ more: [String: String] = [:]
  ) throws -> TerminalProgram {
    var environment = home.environment
    environment.merge(["TERM": "xterm", "PATH": Program.folder.path + ":/usr/bin:/bin"]) { $1 }
    environment.merge(more) { $1 }
    return try TerminalProgram(["/bin/bash", "-c", line], environment: environment)
  }

  private static func home(_ emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    return home
  }

  private static let list = "graphcal agenda --days 30; echo status $?"

  @Test func `a pager gets all of it with its colours, and may be left at once`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(emulator)
    let whole = try Self.shell(Self.list, in: home, ["GRAPHCAL_PAGER": "sed s/^/PAGED:/"])
    let shown = try whole.wait(for: "status 0")
    #expect(try whole.finish() == 0)
    #expect(shown.components(separatedBy: "PAGED:").count > 30)
    #expect(shown.contains("PAGED:\u{1B}[1m"), "\(shown.prefix(300))")
    let left = try Self.shell(Self.list, in: home, ["PAGER": "true"])
    let nothing = try left.wait(for: "status 0")
    #expect(try left.finish() == 0 && !nothing.contains("2026"))
    let missing = try Self.shell(Self.list, in: home, ["PAGER": "/nowhere/pager"])
    let all = try missing.wait(for: "status 0")
    #expect(all.contains("2026") && all.contains("cannot start the pager"))
    #expect(try missing.finish() == 0)
  }

  @Test func `Ctrl-C in the pager is the pager's`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(emulator)
    // Says when it is interrupted, and goes on until there is nothing to read from the terminal.
    let script =
      "trap 'echo CAUGHT' INT; cat >/dev/null; echo READY; read -r line </dev/tty; echo $line"
    try Data(script.utf8).write(to: home.folder.appending(path: "pager.sh"))
    let program = try Self.shell(
      "trap : INT; " + Self.list, in: home,
      ["PAGER": "/bin/bash \(home.folder.appending(path: "pager.sh").path)"])
    try program.wait(for: "READY")
    program.type("\u{3}")
    try program.wait(for: "CAUGHT")
    program.type("done\n")
    try program.wait(for: "status 0")
    #expect(try program.finish() == 0)
  }

  @Test func `what fits is printed without a pager, and so is everything into a file`()
    async throws
  {
    let emulator = try Emulator()
    let home = try await Self.home(emulator)
    for line in [
      "graphcal version", "graphcal agenda --days 30 | wc -l",
      "graphcal agenda --days 30 --no-pager",
    ] {
      let program = try Self.shell(
        line + "; echo status $?", in: home, ["PAGER": "sed s/^/PAGED:/"])
      let shown = try program.wait(for: "status 0")
      #expect(try program.finish() == 0 && !shown.contains("PAGED:"))
    }
  }
}
