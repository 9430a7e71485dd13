import Foundation
import TestSupport
import Testing

/// The local copy, by the real programs.
@Suite struct SyncTests {
  private static let scopes =
    "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"

  private static func signedIn(
    at emulator: Emulator, _ more: [String: String] = [:]
  ) async throws -> Home {
    let home = try Home(emulator: emulator, more)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    return home
  }

  private static func mailbox(of home: Home) throws -> String {
    let folder = home.path("state/graphcal")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.first { $0.hasPrefix("mailbox-") && $0.hasSuffix(".sqlite") })
    return folder + "/" + name
  }

  /// How many events the service has in each calendar within the window that is kept.
  private static func counts(of home: Home) async throws -> [String: Int] {
    let events = try await home.graphcal(
      "agenda", "--from", "2026-09-01T00:00Z", "--to", "2028-01-05T00:00Z", "--calendar", "all",
      "--json")
    #expect(events.status == 0, "\(events.errors)")
    let names = try events.items.compactMap { item in
      (item["graphcal"] as? [String: Any])?["calendar"] as? String
    }
    return Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private static func calendars(_ outcome: Outcome) throws -> [[String: Any]] {
    try outcome.items.filter { $0["kind"] as? String == "calendar" }
  }

  private static func expectSame(_ outcome: Outcome, as home: Home) async throws {
    let counts = try await counts(of: home)
    for calendar in try calendars(outcome) where calendar["state"] as? String == "synced" {
      let name = try #require(calendar["name"] as? String)
      #expect(calendar["items"] as? Int == counts[name] ?? 0, "\(name)")
    }
  }

  @Test(arguments: [[], ["--quirk", "delta-without-masters"]])
  func `the copy has what the service has, and later runs ask once a folder`(
    quirks: [String]
  ) async throws {
    let emulator = try Emulator(quirks)
    let home = try await Self.signedIn(at: emulator)
    let first = try await home.graphcal("sync", "--json")
    #expect(first.status == 0, "\(first.errors)")
    try await Self.expectSame(first, as: home)
    let before = try emulator.log.count
    let second = try await home.graphcal("sync", "--json")
    #expect(second.status == 0, "\(second.errors)")
    let asked = try emulator.log.dropFirst(before).filter { $0.path.hasSuffix("/delta") }
    #expect(asked.count == (try second.items.count))
    for item in try second.items {
      #expect(item["created"] as? Int == 0 && item["deleted"] as? Int == 0)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: Self.mailbox(of: home))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [[], ["--quirk", "delta-without-masters"]])
  func `changes of events and series arrive`(quirks: [String]) async throws {
    let emulator = try Emulator(seed: "empty", quirks)
    let home = try await Self.signedIn(at: emulator)
    for words in [
      ["new-event", "--subject", "One", "--start", "2026-12-01T09:00"],
      [
        "new-event", "--subject", "Daily", "--start", "2026-12-01T10:00", "--repeat", "daily",
        "--count", "10",
      ],
    ] {
      #expect(try await home.graphcal(words + ["--tz", "UTC"]).status == 0)
    }
    let first = try await home.graphcal("sync", "--json")
    try await Self.expectSame(first, as: home)
    let day = try await home.graphcal("agenda", "--from", "2026-12-03", "--days", "1", "--json")
    let id = try #require((try day.items.first?["graphcal"] as? [String: Any])?["id"] as? String)
    let changed = try await home.graphcal(
      "edit-event", id, "--subject", "Other", "--scope", "this", "--yes")
    #expect(changed.status == 0, "\(changed.errors)")
    let second = try await home.graphcal("sync", "--json")
    #expect(second.status == 0, "\(second.errors)")
    try await Self.expectSame(second, as: home)
    #expect(try Self.calendars(second).compactMap { $0["changed"] as? Int }.reduce(0, +) == 1)
    #expect(try await home.graphcal("delete-event", id, "--scope", "this", "--yes").status == 0)
    let third = try await home.graphcal("sync", "--json")
    try await Self.expectSame(third, as: home)
    #expect(try Self.calendars(third).compactMap { $0["deleted"] as? Int }.reduce(0, +) == 1)
    let next = try await home.graphcal("agenda", "--from", "2026-12-04", "--days", "1", "--json")
    let other = try #require(
      (try next.items.first?["graphcal"] as? [String: Any])?["id"] as? String)
    #expect(
      try await home.graphcal("delete-event", other, "--scope", "series", "--yes").status == 0)
    let fourth = try await home.graphcal("sync", "--json")
    try await Self.expectSame(fourth, as: home)
  }

  @Test func `killed at any moment, a run leaves the old state or the new one`() async throws {
    let emulator = try Emulator(seed: "random:events=300,contacts=60,seed=4")
    let home = try await Self.signedIn(at: emulator)
    for round in 0..<8 {
      let program = try home.start("sync")
      try await Task.sleep(for: .milliseconds(20 + 45 * round))
      program.send(SIGKILL)
      _ = try await program.outcome()
      let doctor = try await home.graphcal("doctor", "--json")
      let checks = (try doctor.json as? [String: Any])?["checks"] as? [[String: Any]] ?? []
      let copy = checks.first { $0["name"] as? String == "local copy" }
      #expect(copy == nil || copy?["state"] as? String == "ok", "\(doctor.output)")
    }
    let last = try await home.graphcal("sync", "--json")
    #expect(last.status == 0, "\(last.errors)")
    try await Self.expectSame(last, as: home)
  }

  @Test func `a run that is interrupted says so, and two at once both end well`() async throws {
    let emulator = try Emulator(
      ["--fault", "slow=400:GET /calendarView/delta:1000"])
    let home = try await Self.signedIn(at: emulator)
    let stopped = try home.start("sync")
    #expect(
      await eventually {
        (try? emulator.log.contains { $0.path.hasSuffix("/calendarView/delta") }) == true
      })
    stopped.send(SIGINT)
    let outcome = try await stopped.outcome()
    #expect(outcome.status == 130, "\(outcome.status) \(outcome.errors)")
    let one = try home.start("sync")
    let two = try home.start("sync")
    #expect(try await one.outcome().status == 0)
    #expect(try await two.outcome().status == 0)
    try await Self.expectSame(try await home.graphcal("sync", "--json"), as: home)
  }

  // C083
  @Test func `where no room is left the old copy stays, and the next run mends it`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    #expect(try await home.graphcal("sync").status == 0)
    let before = try await home.graphcal("agenda", "--days", "30", "--offline", "--json")
    // Files may not grow past 16 blocks of 1 KiB from here on.
    let full = try await home.shell("ulimit -f 16; graphcal sync --full")
    #expect(full.status != 0 && !full.errors.isEmpty)
    let after = try await home.graphcal("agenda", "--days", "30", "--offline", "--json")
    #expect(after.status == 0 && after.output == before.output, "\(after.errors)")
    let mended = try await home.graphcal("sync", "--full", "--json")
    #expect(mended.status == 0, "\(mended.errors)")
    try await Self.expectSame(mended, as: home)
  }

  @Test func `a calendar that is deleted goes from the copy, and forgetting deletes it`()
    async throws
  {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    #expect(try await home.graphcal("new-calendar", "Trips").status == 0)
    #expect(
      try await home.graphcal(
        "new-event", "--subject", "Oslo", "--start", "2026-12-01T09:00", "--calendar", "Trips"
      ).status == 0)
    #expect(try await home.graphcal("sync").status == 0)
    #expect(try await home.graphcal("delete-calendar", "Trips", "--yes").status == 0)
    let outcome = try await home.graphcal("sync")
    #expect(outcome.output.contains("deleted, with 1 event"), "\(outcome.output)")
    let file = try Self.mailbox(of: home)
    #expect(try await home.graphcal("sync", "--forget").status == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(bytes.range(of: Data("subject".utf8)) == nil)
    #expect(try await home.graphcal("undo", "--yes").status != 1)
    #expect(try await home.graphcal("logout").status == 0)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
