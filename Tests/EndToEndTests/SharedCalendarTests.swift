import Foundation
import Testing

/// Other people's calendars, and one's own shown to others, over real HTTP.
@Suite struct SharedCalendarTests {
  private static let scopes =
    "User.Read,MailboxSettings.ReadWrite,Calendars.ReadWrite,Calendars.ReadWrite.Shared"

  private func signedIn(_ emulator: Emulator, scopes: String = scopes) async throws -> Home {
    let home = try Home(emulator: emulator)
    let login = try await home.graphcal("login", "--device-code", "--scopes", scopes)
    #expect(login.status == 0, "\(login.errors)")
    return home
  }

  private func subjects(_ outcome: Outcome) throws -> [String] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.items.compactMap { $0["subject"] as? String }
  }

  @Test func `a shared mailbox and a delegated calendar are read where they are`() async throws {
    let emulator = try Emulator()
    let home = try await signedIn(emulator)
    let desk = ["--of", "frontdesk@harbor.example", "--json"]
    #expect(try subjects(await home.graphcal(["week"] + desk)).contains("Post office"))
    #expect(
      try subjects(await home.graphcal(["events", "visitors"] + desk))
        == ["Visitors from Kotva, 6 people"])
    // By name: she is the owner of a calendar in the list.
    let aiko = try await home.graphcal("agenda", "--of", "tanaka", "--json")
    #expect(try subjects(aiko).contains("デザイン検討"))
    let first = try #require(aiko.items.first)
    let short = try #require((first["graphcal"] as? [String: Any])?["id"] as? String)
    let show = try await home.graphcal("show", short)
    #expect(show.status == 0, "\(show.errors)")
    #expect(show.output.contains("デザイン検討") || show.output.contains("Colour workshop"))
    // What is private is not shown to those who may not see it.
    let jonas = try await home.graphcal("week", "--of", "jonas@harbor.example")
    #expect(jonas.output.contains("Bench test"))
    #expect(!jonas.output.contains("Physio"))
    let calendars = try await home.graphcal("calendars")
    #expect(calendars.output.contains("Aiko Tanaka") && calendars.output.contains("may edit"))
    #expect(calendars.output.contains("People's Calendars"))
  }

  @Test func `what nobody shared is told, and so is a permission that lacks`() async throws {
    let emulator = try Emulator()
    let home = try await signedIn(emulator)
    let room = try await home.graphcal("today", "--of", "crowsnest@harbor.example")
    #expect(room.status == 3, "\(room.errors)")
    #expect(room.errors.contains("not shared with you"))
    let nobody = try await home.graphcal("today", "--of", "nobody@harbor.example")
    #expect(nobody.status == 3, "\(nobody.errors)")
    let plain = try Emulator()
    let other = try Home(emulator: plain)
    #expect(try await other.graphcal("login", "--device-code").status == 0)
    let refused = try await other.graphcal("today", "--of", "jonas@harbor.example")
    #expect(refused.status == 5)
    #expect(refused.errors.contains("graphcal login --scopes"))
  }

  @Test func `a calendar is made, shared, seen by the other, and taken away`() async throws {
    let emulator = try Emulator(
      seed: "demo", clock: Emulator.clock,
      autoApprove: "--auto-approve=mira@harbor.example,jonas@harbor.example")
    let mira = try await signedIn(emulator)
    let jonas = try await signedIn(emulator)
    func run(_ home: Home, _ words: String...) async throws -> Outcome {
      let outcome = try await home.graphcal(words)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      return outcome
    }
    _ = try await run(mira, "new-calendar", "Regatta", "--color", "teal")
    _ = try await run(
      mira, "new-event", "--subject", "Start", "--start", "2026-12-01 09:00", "--calendar",
      "Regatta")
    let asked = try await mira.graphcal(
      "share-calendar", "Regatta", "--with", "jonas@harbor.example", "--role", "read")
    #expect(asked.status == 8)
    _ = try await run(
      mira, "share-calendar", "Regatta", "--with", "jonas@harbor.example", "--role", "read", "--yes"
    )
    let list = try await run(mira, "share-calendar", "Regatta", "--list")
    #expect(list.output.contains("jonas@harbor.example"))
    let seen = try await run(
      jonas, "agenda", "--of", "mira@harbor.example", "--calendar", "Regatta", "--json")
    #expect(try subjects(seen) == ["Start"])
    #expect(try await run(jonas, "calendars").output.contains("read-only"))
    _ = try await run(
      mira, "share-calendar", "Regatta", "--with", "jonas@harbor.example", "--role", "write",
      "--yes")
    #expect(try await run(jonas, "calendars").output.contains("may edit"))
    _ = try await run(
      mira, "share-calendar", "Regatta", "--revoke", "jonas@harbor.example", "--yes")
    #expect(try await !run(jonas, "calendars").output.contains("Regatta"))
    _ = try await run(mira, "edit-calendar", "Regatta", "--name", "Sailing", "--color", "red")
    let deletion = try await mira.graphcal("delete-calendar", "Sailing")
    #expect(deletion.status == 8)
    #expect(deletion.errors.contains("the one event or series in it"))
    _ = try await run(mira, "delete-calendar", "Sailing", "--yes")
    #expect(try await !run(mira, "calendars").output.contains("Sailing"))
  }
}

/// Attachments, `show` in full, and the settings of the mailbox over real HTTP.
@Suite struct WholeEventTests {
  private func review(_ home: Home) async throws -> String {
    let found = try await home.graphcal("events", "crane", "console", "--json")
    let item = try #require(try found.items.first)
    return try #require((item["graphcal"] as? [String: Any])?["id"] as? String)
  }

  @Test func `attachments are shown, and saved byte for byte`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let id = try await review(home)
    let show = try await home.graphcal("show", id)
    #expect(show.output.contains("Questions.txt"), "\(show.output)")
    #expect(show.output.contains("- Lights & colours"))
    #expect(show.output.contains("crane 7 (https://files.harbor.example/c7)"))
    let folder = home.path("files")
    let dry = try await home.graphcal("attachments", id, "-o", folder, "--dry-run")
    #expect(dry.status == 0 && dry.errors.contains("2 files would be saved"), "\(dry.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder))
    let saved = try await home.graphcal("attachments", id, "-o", folder, "--json")
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(try saved.items.count == 2)
    let text = try String(contentsOfFile: folder + "/Questions.txt", encoding: .utf8)
    #expect(text == "Where does the alarm lamp go?\nWho signs the drawings?\n")
    let picture = try Data(contentsOf: URL(fileURLWithPath: folder + "/Console, front.png"))
    #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    _ = try await home.graphcal("attachments", id, "-o", folder)
    #expect(FileManager.default.fileExists(atPath: folder + "/Questions (2).txt"))
  }

  @Test func `an occurrence says which one it is, and the page of an event opens`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let created = try await home.graphcal(
      "new-event", "--subject", "Tide tables", "--start", "2026-11-26 07:00", "--repeat", "daily",
      "--count", "9")
    #expect(created.status == 0, "\(created.errors)")
    let found = try await home.graphcal("agenda", "--days", "1", "--json")
    let item = try #require(try found.items.first { $0["subject"] as? String == "Tide tables" })
    let id = try #require(item["id"] as? String)
    let show = try await home.graphcal("show", id)
    #expect(show.output.contains("number 5 of 9"), "\(show.output)")
    let page = try await home.graphcal("show", id, "--web", "--json")
    let link = try #require((page.json as? [String: Any])?["url"] as? String)
    #expect(link.hasPrefix("https://outlook.office365.com/"))
    let opened = try await home.graphcal(
      "show", id, "--web", environment: ["BROWSER": "/usr/bin/true"])
    #expect(opened.status == 0, "\(opened.errors)")
    #expect(opened.errors.contains(link))
  }

  @Test func `categories, replies and settings are kept by the service`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let login = try await home.graphcal(
      "login", "--device-code", "--scopes",
      "User.Read,MailboxSettings.ReadWrite,Calendars.ReadWrite")
    #expect(login.status == 0, "\(login.errors)")
    func run(_ words: String...) async throws -> Outcome {
      let outcome = try await home.graphcal(words)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      return outcome
    }
    _ = try await run("new-category", "Harbour", "--color", "dark-blue")
    #expect(try await run("categories").output.contains("Harbour"))
    #expect(try await home.graphcal("new-category", "harbour").status == 6)
    let set = try await run(
      "out-of-office", "--from", "2026-11-30", "--to", "2026-12-04", "--message", "At <sea>",
      "--audience", "none")
    #expect(set.output.contains("on now") && set.output.contains("At <sea>"))
    let shown = try await run("out-of-office", "--json")
    let replies = try #require(shown.json as? [String: Any])
    #expect(replies["status"] as? String == "scheduled")
    #expect((replies["internalReplyMessage"] as? String)?.contains("&lt;sea&gt;") == true)
    #expect(
      (replies["graphcal"] as? [String: Any])?["end"] as? String == "2026-12-05T00:00:00+01:00")
    #expect(try await run("out-of-office", "off").output.contains("off"))
    let settings = try await run(
      "edit-settings", "--zone", "Asia/Tokyo", "--work-days", "mon-thu", "--work-hours",
      "9:00-15:30",
      "--language", "ja-JP")
    #expect(settings.output.contains("09:00–15:30 Mon Tue Wed Thu"))
    #expect(settings.errors.contains("--work-zone"))
    let today = try await run("today", "--json")
    let start = (try today.items.first?["start"] as? [String: Any])?["timeZone"] as? String
    #expect(start == "Asia/Tokyo")
    #expect(try await home.graphcal("edit-settings", "--language", "xx-XX").status == 1)
  }
}
