import Foundation
import TestSupport
import Testing

/// `remind --run`, by the real programs.
@Suite struct RemindTests {
  /// Somebody with a copy of a mailbox in which six reminders are due.
  private static func home(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    for number in 1...6 {
      let made = try await home.graphcal(
        "new-event", "--subject", "RK\(number)", "--start", "2026-11-30T08:05", "--reminder", "10m",
        "--tz", "UTC")
      #expect(made.status == 0, "\(made.errors)")
    }
    #expect(try await home.graphcal("sync").status == 0)
    return home
  }

  private static func given(_ home: Home) -> [String] { lines(of: "given", in: home) }

  private static func lines(of file: String, in home: Home) -> [String] {
    ((try? String(contentsOfFile: home.path(file), encoding: .utf8)) ?? "")
      .split(separator: "\n").map(String.init).sorted()
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `what an end leaves is given by the next run, each once`(signal: Int32) async throws {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.home(at: emulator)
    let write = #"printf '%s\n' "$1" >>"$0""#
    let first = try home.start(
      "remind", "--once", "--run", "/bin/sh", "-c",
      write + #"; echo $$ >>"$0.pids"; exec sleep 300"#, home.path("given"), "{subject}")
    // Four run at once, and none of them ends.
    #expect(await eventually { Self.given(home).count == 4 })
    #expect(await eventually { Self.lines(of: "given.pids", in: home).count == 4 })
    first.send(signal)
    #expect(await eventually { first.isGone })
    // What it has started outlives it.
    for identifier in Self.lines(of: "given.pids", in: home).compactMap(Int32.init) {
      kill(identifier, SIGKILL)
    }
    _ = try await first.outcome()
    let second = try await home.graphcal(
      "remind", "--once", "--run", "/bin/sh", "-c", write, home.path("given"), "{subject}")
    #expect(second.status == 0, "\(second.errors)")
    #expect(Self.given(home) == (1...6).map { "RK\($0)" })
  }
}
