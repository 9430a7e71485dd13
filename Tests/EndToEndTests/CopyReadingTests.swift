import Foundation
import Testing

/// Lists from the local copy, by the real programs.
@Suite struct CopyReadingTests {
  private static let scopes =
    "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"

  private static func synced(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    let sync = try await home.graphcal("sync")
    #expect(sync.status == 0, "\(sync.errors)")
    return home
  }

  @Test(arguments: [
    ("demo", []), ("demo", ["--quirk", "delta-without-masters"]),
    ("random:events=1000,contacts=300,seed=11", []),
  ])
  func `lists are the same to the byte from the copy and from the service`(
    seed: String, quirks: [String]
  ) async throws {
    let emulator = try Emulator(seed: seed, quirks)
    let home = try await Self.synced(at: emulator)
    for words in [
      ["week"], ["today"], ["month"], ["next"],
      ["agenda", "--from", "2026-09-05", "--to", "2027-12-30", "--calendar", "all"],
      ["week", "-1", "--tz", "America/New_York"], ["week", "+1", "--calendar", "Calendar"],
      ["contacts"], ["contacts", "--unified"], ["duplicates"], ["birthdays", "--next", "365d"],
      ["invites"], ["conflicts"],
    ] {
      let copied = try await home.graphcal(words + ["--json", "--offline"])
      let asked = try await home.graphcal(words + ["--json", "--fresh"])
      #expect(copied.status == asked.status, "\(words): \(copied.errors) \(asked.errors)")
      #expect(copied.output == asked.output, "\(words)")
    }
    let people = try await home.graphcal("contacts", "--offline")
    #expect(people.output == (try await home.graphcal("contacts", "--fresh")).output)
  }

  @Test(arguments: ["demo", "random:events=300,contacts=40,seed=5"])
  func `single items are the same from the copy and from the service`(seed: String) async throws {
    let emulator = try Emulator(seed: seed)
    let home = try await Self.synced(at: emulator)
    func same(_ words: [String]) async throws {
      var sides: [String] = []
      for source in ["--offline", "--fresh"] {
        let outcome = try await home.graphcal(words + ["--json", source])
        #expect(outcome.status == 0, "\(words): \(outcome.errors)")
        sides.append(outcome.output)
      }
      #expect(sides[0] == sides[1], "\(words)")
    }
    let events = try await home.graphcal(
      "agenda", "--from", "2026-11-20", "--to", "2026-12-20", "--calendar", "all", "--json",
      "--offline"
    ).items
    let contacts = try await home.graphcal("contacts", "--json", "--offline").items
    #expect(events.count > 5 && contacts.count > 5)
    for event in events.prefix(25) {
      try await same(["show", try #require(event["id"] as? String)])
    }
    for contact in contacts.prefix(10) {
      try await same(["show-contact", try #require(contact["id"] as? String)])
    }
    try await same(["calendars"])
    try await same(["free", "--for", "45m", "--next", "20"])
    for (words, computed) in [(["contact-folders"], ["path"])] {
      var sides: [NSArray] = []
      for source in ["--offline", "--fresh"] {
        let items = try await home.graphcal(words + ["--json", source]).items
        sides.append(
          items.map { item -> [String: Any] in
            var item = item
            let all = item["graphcal"] as? [String: Any] ?? [:]
            item["graphcal"] = all.filter { computed.contains($0.key) }
            return item
          } as NSArray)
      }
      #expect(sides[0] == sides[1] && sides[0].count > 0, "\(words)")
    }
    let id = try #require(events.first?["id"] as? String)
    let (copied, asked) = (
      try await home.graphcal("show", id, "--offline"), try await home.graphcal("show", id)
    )
    #expect(copied.output == asked.output)
  }

  @Test func `with the service gone the week is still there, with its age`() async throws {
    var emulator: Emulator? = try Emulator()
    let home = try await Self.synced(at: try #require(emulator))
    let before = try await home.graphcal("week")
    #expect(before.status == 0 && before.errors.isEmpty)
    emulator = nil
    let silent = try await home.graphcal("week")
    #expect(silent.status == 0 && silent.errors.isEmpty && silent.output == before.output)
    let late = try await home.graphcal(
      "week", "--list", environment: ["GRAPHCAL_NOW": "2026-11-30T08:30:00Z"])
    #expect(late.status == 0, "\(late.errors)")
    #expect(late.errors.contains("as of 30 min ago"), "\(late.errors)")
    #expect(try await home.graphcal("week", "--fresh").status == 7)
  }

  @Test func `signed out, the copy that was kept answers and takes what is written`() async throws {
    var emulator: Emulator? = try Emulator()
    let home = try await Self.synced(at: try #require(emulator))
    let before = try await home.graphcal("week", "--offline", "--json")
    #expect(try await home.graphcal("logout", "--keep-copy").status == 0)
    emulator = nil
    let refused = try await home.graphcal("week")
    #expect(refused.status == 4 && refused.errors.contains("--offline"), "\(refused.errors)")
    let after = try await home.graphcal("week", "--offline", "--json")
    #expect(after.status == 0 && after.output == before.output, "\(after.errors)")
    for words in [["people", "to"], ["free", "--next", "1"], ["contacts"], ["calendars"]] {
      let outcome = try await home.graphcal(words + ["--offline"])
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(words): \(outcome.errors)")
    }
    let made = try await home.graphcal(
      "new-event", "--subject", "Tea", "--start", "2026-12-02T12:30", "--attendee", "tom",
      "--offline", "--yes")
    #expect(made.status == 0 && made.errors.contains("tom: Tomáš Dvořák"), "\(made.errors)")
    #expect(try await home.graphcal("free-busy", "tom", "--offline").status == 7)
  }

  @Test func `what was made is in the next list`() async throws {
    let emulator = try Emulator(seed: "empty")
    let home = try await Self.synced(at: emulator)
    #expect(try await home.graphcal("week", "--json").items.isEmpty)
    #expect(try await home.graphcal("week", "--offline").errors.isEmpty)
    let made = try await home.graphcal(
      "new-event", "--subject", "New", "--start", "2026-12-01T09:00Z")
    #expect(made.status == 0, "\(made.errors)")
    let old = try await home.graphcal("week", "--offline")
    #expect(old.errors.contains("before the last change made on this machine"), "\(old.errors)")
    #expect(try await home.graphcal("week", "--json").items.count == 1)
    let before = try emulator.log.count
    #expect(try await home.graphcal("week", "--json").items.count == 1)
    #expect(try emulator.log.count == before)
  }
}
