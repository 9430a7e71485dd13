import Foundation
import Testing

/// People by name against the emulator, with the permissions a person has granted.
@Suite struct PeopleByNameTests {
  private func attendees(_ outcome: Outcome) throws -> [String] {
    let body = try #require(try outcome.items.first?["body"] as? [String: Any])
    let attendees = try #require(body["attendees"] as? [[String: Any]])
    return attendees.compactMap { ($0["emailAddress"] as? [String: Any])?["address"] as? String }
  }

  @Test func `names are found in contacts, people and the directory`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.Read,People.Read"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    let outcome = try await home.graphcal(
      "new-event", "--subject", "x", "--attendee", "dvorak;ostergard;민준;me", "--optional", "bjorn",
      "--dry-run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try attendees(outcome) == [
        "tomas.dvorak@kotva.example", "soren@mail.example", "minjun.kim@mail.example",
        "mira@harbor.example", "bjorn@segel.example",
      ])
    let several = try await home.graphcal(
      "new-event", "--subject", "x", "--attendee", "svensson", "--dry-run")
    #expect(several.status == 2)
    #expect(several.errors.contains("ingrid@segel.example"))
    let nobody = try await home.graphcal(
      "new-event", "--subject", "x", "--attendee", "zzz", "--dry-run")
    #expect(nobody.status == 3)
  }

  @Test func `without those permissions the people of meetings are known`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let outcome = try await home.graphcal(
      "new-event", "--subject", "x", "--attendee", "jonas", "--dry-run", "--verbose")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try attendees(outcome) == ["jonas@harbor.example"])
    #expect(outcome.errors.contains("not looked for in your contacts"))
  }
}
