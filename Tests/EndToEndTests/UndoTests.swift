import Foundation
import Testing

/// What undo says of what it cannot take back, and that it never stays at one thing for good.
@Suite struct UndoTests {
  private static let goOn = "graphcal undo once more"

  /// The same mailbox on another machine.
  private static func otherMachine(_ bench: ChangeTests.Bench) async throws -> Home {
    let home = try Home(emulator: bench.emulator, ["TZ": "Europe/Berlin"])
    #expect(
      try await home.graphcal(
        "login", "--device-code", "--scopes",
        "User.Read,MailboxSettings.ReadWrite,Contacts.ReadWrite,Calendars.ReadWrite"
      ).status == 0)
    return home
  }

  private static func fullID(_ bench: ChangeTests.Bench, _ id: String) async throws -> String {
    try #require(try await bench.show(id)["id"] as? String)
  }

  /// Undo says something once, and the next one brings the deleted `KeepMe` back.
  private static func expectSaidOnce(
    _ bench: ChangeTests.Bench, status: Int32, _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let said = try await bench.home.graphcal("undo", "--yes")
    #expect(said.status == status, "\(said.errors)", sourceLocation: sourceLocation)
    for word in words + [goOn] {
      #expect(said.errors.contains(word), "\(said.errors)", sourceLocation: sourceLocation)
    }
    #expect(!said.output.contains("Deleted again"), sourceLocation: sourceLocation)
    let next = try await bench.run("undo", sourceLocation: sourceLocation)
    #expect(next.output.hasPrefix("Restored "), "\(next.output)", sourceLocation: sourceLocation)
    #expect(next.output.contains("KeepMe"), sourceLocation: sourceLocation)
  }

  /// A bench in which the last thing done is the deletion of an event.
  private static func bench() async throws -> ChangeTests.Bench {
    let bench = try await ChangeTests.Bench()
    #expect(
      try await bench.home.graphcal(
        "login", "--device-code", "--scopes",
        "User.Read,MailboxSettings.ReadWrite,Contacts.ReadWrite,Calendars.ReadWrite"
      ).status == 0)
    let kept = try await bench.make("--subject", "KeepMe", "--start", "2026-12-01 09:00")
    try await bench.run("delete-event", kept, "--yes")
    return bench
  }

  @Test func `an event that was changed elsewhere is said once, and undo goes further back`()
    async throws
  {
    let bench = try await Self.bench()
    let other = try await Self.otherMachine(bench)
    let id = try await bench.make("--subject", "Dent", "--start", "2026-12-01 11:00")
    try await bench.run("edit-event", id, "--location", "Here")
    let elsewhere = try await other.graphcal(
      "edit-event", try await Self.fullID(bench, id), "--location", "There")
    #expect(elsewhere.status == 0, "\(elsewhere.errors)")
    let said = try await bench.home.graphcal("undo")
    #expect(said.status == 6)
    #expect(said.errors.contains("\"Dent\" was changed again since; nothing was undone"))
    #expect(said.errors.contains(Self.goOn), "\(said.errors)")
    let made = try await bench.run("undo", "--yes")
    #expect(made.output.contains("Deleted again"), "\(made.output)")
    let kept = try await bench.run("undo")
    #expect(kept.output.contains("KeepMe"), "\(kept.output)")
  }

  @Test func `a contact that was changed elsewhere is said once, and undo goes further back`()
    async throws
  {
    let bench = try await Self.bench()
    let other = try await Self.otherMachine(bench)
    let made = try await bench.run("new-contact", "--given-name", "Ana", "--json")
    let contact = try #require(try made.json as? [String: Any])
    let id = try #require(contact["id"] as? String)
    #expect(try await other.graphcal("edit-contact", id, "--job-title", "Boss").status == 0)
    try await Self.expectSaidOnce(bench, status: 6, "was changed again since")
  }

  @Test func `a changed contact that is gone is said once, and undo goes further back`()
    async throws
  {
    let bench = try await Self.bench()
    let other = try await Self.otherMachine(bench)
    let made = try await other.graphcal("new-contact", "--given-name", "Ana", "--json")
    let contact = try #require(try made.json as? [String: Any])
    let id = try #require(contact["id"] as? String)
    try await bench.run("edit-contact", id, "--job-title", "Boss")
    #expect(try await other.graphcal("delete-contact", id, "--yes").status == 0)
    try await Self.expectSaidOnce(bench, status: 3, "what was changed is not there any more")
  }

  @Test func `a new contact that is gone is not said to be deleted again`() async throws {
    let bench = try await Self.bench()
    let other = try await Self.otherMachine(bench)
    let made = try await bench.run("new-contact", "--given-name", "Ana", "--json")
    let contact = try #require(try made.json as? [String: Any])
    let id = try #require(contact["id"] as? String)
    #expect(try await other.graphcal("delete-contact", id, "--yes").status == 0)
    try await Self.expectSaidOnce(bench, status: 3, "what was made is not there any more")
  }

  @Test(arguments: [
    (["new-calendar", "Sailing"], "made the calendar \"Sailing\""),
    (["new-category", "Boat"], "made the category \"Boat\""),
    (["edit-calendar", "Team", "--color", "blue"], "changed the calendar \"Team\""),
    (["delete-calendar", "Team", "--yes"], "deleted the calendar \"Team\""),
    (
      ["out-of-office", "--from", "2026-12-21", "--to", "2026-12-22", "--message", "Away"],
      "changed the automatic replies"
    ),
    (["edit-settings", "--work-days", "mon-fri"], "changed the settings of the mailbox"),
    (["new-contact-folder", "Crew"], "made the folder \"Crew\""),
    (["edit-contact-folder", "Friends", "--name", "Pals"], "changed the folder \"Friends\""),
    (["delete-contact-folder", "Friends", "--yes"], "deleted the folder \"Friends\""),
    (
      ["api", "POST", "me/calendars", "-f", "name=Raw"],
      "sent POST"
    ),
  ])
  func `what undo does not take back is said once, before it takes back what is older`(
    words: [String], deed: String
  ) async throws {
    let bench = try await ChangeTests.Bench()
    #expect(
      try await bench.home.graphcal(
        "login", "--device-code", "--scopes",
        "User.Read,MailboxSettings.ReadWrite,Contacts.ReadWrite,Calendars.ReadWrite"
      ).status == 0)
    try await bench.run("new-calendar", "Team")
    try await bench.run("new-contact-folder", "Friends")
    let kept = try await bench.make("--subject", "KeepMe", "--start", "2026-12-01 09:00")
    try await bench.run("delete-event", kept, "--yes")
    let done = try await bench.home.graphcal(words)
    #expect(done.status == 0, "\(done.errors)")
    try await Self.expectSaidOnce(
      bench, status: 2, "you \(deed)", "which undo does not take back")
  }

  @Test func `a new contact that went with its folder is not said to be deleted again`()
    async throws
  {
    let bench = try await Self.bench()
    try await bench.run("new-contact-folder", "Friends")
    try await bench.run("new-contact", "--given-name", "Gone", "--folder", "Friends")
    try await bench.run("delete-contact-folder", "Friends", "--yes")
    #expect(try await bench.home.graphcal("undo").status == 2)
    let gone = try await bench.home.graphcal("undo", "--yes")
    #expect(gone.status == 3, "\(gone.output)")
    #expect(gone.errors.contains("what was made is not there any more"), "\(gone.errors)")
    #expect(try await bench.home.graphcal("undo").status == 2)
    let back = try await bench.run("undo")
    #expect(back.output.contains("KeepMe"), "\(back.output)")
  }
}
