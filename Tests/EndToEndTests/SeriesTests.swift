import Foundation
import Testing

/// Series over real HTTP: created by the one program, kept and expanded by the other.
@Suite struct SeriesTests {
  private static let words = [
    "new-event", "--subject", "Sync", "--start", "2027-03-26 09:00", "--tz", "Europe/Berlin",
    "--repeat", "weekly", "--count", "2",
  ]

  private func starts(_ home: Home) async throws -> [String?] {
    let agenda = try await home.graphcal(
      "agenda", "--from", "2027-03-26", "--days", "9", "--tz", "Europe/Berlin", "--json")
    #expect(agenda.status == 0, "\(agenda.errors)")
    return try agenda.items.filter { $0["subject"] as? String == "Sync" }
      .map { ($0["graphcal"] as? [String: Any])?["start"] as? String }
  }

  // C013
  @Test func `a series is at nine on both sides of a clock change`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let created = try await home.graphcal(Self.words)
    #expect(created.status == 0, "\(created.errors)")
    #expect(
      created.output.contains("Fri 26 Mar 2027 09:00–09:30  Sync, every week on Fri, 2 times"))
    #expect(
      try await starts(home) == ["2027-03-26T09:00:00+01:00", "2027-04-02T09:00:00+02:00"])
    let agenda = try await home.graphcal(
      "agenda", "--from", "2027-03-26", "--days", "9", "--tz", "Europe/Berlin")
    let lines = agenda.output.split(separator: "\n").filter { $0.contains("Sync") }
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("09:00–09:30") })
  }

  @Test(arguments: ["duplicate-409", "duplicate-201"])
  func `a series whose answer is lost is made once`(quirk: String) async throws {
    let emulator = try Emulator(
      seed: "empty", "--fault", "drop:POST /me/events:1", "--quirk", quirk)
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let created = try await home.graphcal(Self.words)
    #expect(created.status == 0, "\(created.errors)")
    #expect(created.output.contains("every week on Fri, 2 times"))
    #expect(try emulator.requests("POST", "/me/events").count == 2)
    #expect(try await starts(home).count == 2)
  }
}
