import Foundation
import Testing

/// A copy of the mailbox on a machine that knows nothing of the mailbox's zone and language.
@Suite struct UnknownSettingsTests {
  private static func home(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator, ["TZ": "Europe/Berlin"])
    let scopes = "User.Read,Calendars.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    #expect(try await home.graphcal("sync").status == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: home.path("state/graphcal"))
    where name.hasPrefix("state.sqlite") {
      try FileManager.default.removeItem(atPath: home.path("state/graphcal/" + name))
    }
    return home
  }

  @Test(arguments: [
    ["week"], ["week", "--tz", "Europe/Berlin"], ["today"], ["agenda", "--days", "3"],
    ["events", "sprint"],
    ["free", "--for", "1h"], ["conflicts"],
  ])
  func `the copy answers in the zone of the machine`(words: [String]) async throws {
    let emulator = try Emulator()
    let home = try await Self.home(at: emulator)
    let outcome = try await home.graphcal(words + ["--offline"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
    #expect(outcome.errors.contains("zone and language are not known on this machine"))
  }

  @Test func `a network that is gone leaves the copy`() async throws {
    var emulator: Emulator? = try Emulator()
    let home = try await Self.home(at: try #require(emulator))
    emulator = nil
    let outcome = try await home.graphcal("week", "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("["))
  }

  @Test func `what is written in an unknown zone says so`() async throws {
    let emulator = try Emulator()
    let home = try await Self.home(at: emulator)
    let words = ["new-event", "--subject", "x", "--start", "2026-12-01T09:00", "--offline"]
    let refused = try await home.graphcal(words)
    #expect(refused.status == 7 && refused.errors.contains("--tz"), "\(refused.errors)")
    #expect(try await home.graphcal(words + ["--tz", "Europe/Berlin"]).status == 0)
  }
}
