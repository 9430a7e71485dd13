import Foundation
import TestSupport
import Testing

/// Files of contacts, out of one mailbox and into another, over real HTTP.
@Suite struct ContactFileTests {
  private static func signedIn(seed: String = "demo") async throws -> (Emulator, Home) {
    let emulator = try Emulator(seed: seed)
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,MailboxSettings.Read,Contacts.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    return (emulator, home)
  }

  private static func writes(_ emulator: Emulator) throws -> Int {
    try ["POST", "PATCH", "PUT", "DELETE"].reduce(0) { sum, method in
      try sum
        + emulator.requests(method, "").filter {
          !$0.path.contains("oauth2") && !$0.path.hasSuffix("$batch")
        }.count
    }
  }

  @Test(arguments: ["demo", "random:events=1,contacts=400,seed=7"])
  func `the address book that was written reads as no difference`(seed: String) async throws {
    let (emulator, home) = try await Self.signedIn(seed: seed)
    let before = try Self.writes(emulator)
    for form in ["vcard", "vcard4"] {
      let read = try await home.shell(
        "graphcal export --contacts --format \(form) | graphcal import - --dry-run")
      #expect(read.status == 0, "\(read.errors)")
      #expect(read.output.isEmpty, "\(read.output.prefix(2000))")
      #expect(read.errors.hasPrefix("0 new, 0 changed, "), "\(read.errors.prefix(2000))")
      #expect(!read.errors.contains("skipped"), "\(read.errors.prefix(2000))")
    }
    // A table has no identities, so a name alone is skipped with a word.
    let table = try await home.shell(
      "graphcal export --format csv | graphcal import - --dry-run")
    #expect(table.output.isEmpty, "\(table.output.prefix(2000))")
    #expect(try Self.writes(emulator) == before)
  }

  @Test func `an address book is carried into another and comes out the same, photos too`()
    async throws
  {
    let (old, home) = try await Self.signedIn()
    let (new, other) = try await Self.signedIn(seed: "empty")
    let path = home.path("all.vcf")
    let written = try await home.graphcal("export", "-o", path)
    #expect(written.status == 0, "\(written.errors)")
    let count = try await home.graphcal("contacts", "--json").items.count
    let imported = try await other.graphcal("import", path)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(imported.output.hasSuffix("\(count) new, 0 changed\n"), "\(imported.output)")
    let again = try await other.graphcal("import", path)
    #expect(again.output == "0 new, 0 changed, \(count) unchanged\n", "\(again.output)")
    func cards(_ home: Home) async throws -> [Substring] {
      try await home.graphcal("export", "--contacts").output.split(separator: "\r\n")
        .filter { !$0.hasPrefix("REV") }
    }
    let (before, after) = (try await cards(home), try await cards(other))
    #expect(before.contains { $0.hasPrefix("PHOTO") })
    #expect(before == after)
    #expect(try old.requests("POST", "/contacts").isEmpty)
    // All of it is one step.
    let undone = try await other.graphcal("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await other.graphcal("contacts", "--json").items.isEmpty)
    #expect(try new.requests("DELETE", "").count == count)
  }

  @Test func `a card that changed changes its contact, also when that was moved`() async throws {
    let (emulator, home) = try await Self.signedIn(seed: "empty")
    let path = home.path("a.vcf")
    func write(_ phone: String) throws {
      let card = """
        BEGIN:VCARD
        VERSION:4.0
        UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1
        FN:Lena Fog
        N:Fog;Lena;;;
        TEL;TYPE=cell:\(phone)
        END:VCARD

        """
      try Data(card.utf8).write(to: URL(fileURLWithPath: path))
    }
    try write("+1-555-0100")
    #expect(try await home.shell("graphcal import <(cat \(path))").status == 0)
    #expect(try await home.graphcal("new-contact-folder", "Friends").status == 0)
    let id = try #require(
      (try await home.graphcal("contacts", "--json").items.first?["graphcal"] as? [String: Any])?[
        "id"] as? String)
    let moved = try await home.graphcal("move-contact", id, "--folder", "Friends", "--yes")
    #expect(moved.status == 0, "\(moved.errors)")
    try write("+1-555-0199")
    let changed = try await home.graphcal("import", path)
    #expect(changed.output.hasSuffix("0 new, 1 changed\n"), "\(changed.output) \(changed.errors)")
    let items = try await home.graphcal("contacts", "--json").items
    #expect(items.map { $0["mobilePhone"] as? String } == ["+1-555-0199"])
    #expect(try await home.graphcal("undo", "--yes").status == 0)
    let back = try await home.graphcal("contacts", "--json").items
    #expect(back.map { $0["mobilePhone"] as? String } == ["+1-555-0100"])
    // Made by the import and by the move, and not again.
    #expect(try emulator.requests("POST", "/contacts").count == 2)
  }

  @Test func `a pipe is no place for the mailboxes of the emulator`() async throws {
    let home = try Home(emulator: nil)
    let path = home.path("data")
    try #require(mkfifo(path, 0o600) == 0)
    let outcome = try await Program.run(
      Program.path("graphcal-emulator"), ["--data", path], environment: home.environment)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("not a regular file"), "\(outcome.errors)")
  }
}
