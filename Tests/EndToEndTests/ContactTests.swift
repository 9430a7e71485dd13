import Foundation
import Testing

/// Contacts of the demo mailbox, by the real programs.
@Suite struct ContactTests {
  private static func signedIn(at emulator: Emulator) async throws -> Home {
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,MailboxSettings.Read,Contacts.ReadWrite"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    return home
  }

  @Test func `the address book is listed over all folders, searched and shown`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let all = try await home.graphcal("contacts", "--json")
    #expect(all.status == 0, "\(all.errors)")
    let items = try all.items
    #expect(items.count > 5)
    let computed = items.compactMap { $0["graphcal"] as? [String: Any] }
    #expect(Set(computed.compactMap { $0["folder"] as? String }).count > 1)
    let found = try await home.graphcal("contacts", "dvorak", "--json").items
    #expect(found.count == 1)
    // A company is shown in the list, and finds who works there.
    let colleagues = try await home.graphcal("contacts", "kotva").output
    #expect(colleagues.contains("COMPANY") && colleagues.contains("Kotva"), "\(colleagues)")
    let id = try #require((found.first?["graphcal"] as? [String: Any])?["id"] as? String)
    let shown = try await home.graphcal("show-contact", id)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains("tomas.dvorak@kotva.example"))
    // Another machine has never seen the id, and finds it by one read.
    let elsewhere = try await Self.signedIn(at: emulator)
    #expect(try await elsewhere.graphcal("show-contact", id).output == shown.output)
  }

  @Test func `without the permission a contact is refused before it is asked for`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(
      try await home.graphcal("login", "--device-code", "--scopes", "Calendars.Read").status == 0)
    let refused = try await home.graphcal("contacts")
    #expect(refused.status == 5)
    #expect(refused.errors.contains("graphcal login --scopes"))
    #expect(try emulator.requests("GET", "/me/contacts").isEmpty)
  }

  @Test func `a new contact is found, shown and known as a double`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    let words = [
      "new-contact", "--given-name", "John", "--surname", "Appleseed", "--email",
      "home=john@contoso.example", "--email", "work=j.appleseed@contoso.example", "--phone",
      "mobile=+1-713-555-0100", "--address", "work=1 Infinite Loop;Cupertino;CA;95014;US",
      "--birthday", "1984-04-01",
    ]
    let before = try await home.graphcal("contacts", "--json").items.count
    let created = try await home.graphcal(words)
    #expect(created.status == 0, "\(created.errors)")
    let found = try await home.graphcal("contacts", "appleseed", "--json").items
    #expect(found.count == 1)
    #expect((found.first?["emailAddresses"] as? [[String: Any]])?.count == 2)
    #expect(found.first?["birthday"] as? String == "1984-04-01T11:59:00Z")
    let id = try #require((found.first?["graphcal"] as? [String: Any])?["id"] as? String)
    let shown = try await home.graphcal("show-contact", id)
    #expect(shown.output.contains("Cupertino, CA 95014"), "\(shown.output)")
    #expect(shown.output.contains("1 Apr 1984"))
    #expect(try await home.graphcal(words + ["--folder", "No such folder"]).status == 3)
    let again = try await home.graphcal("new-contact", "--company", "X", "--phone", "713 555 0100")
    #expect(again.status == 0, "\(again.errors)")
    let groups = try await home.graphcal("duplicates", "--json").items
    let sizes = groups.compactMap { ($0["contacts"] as? [Any])?.count }
    #expect(sizes.contains(2))
    #expect(try await home.graphcal("contacts", "--json").items.count == before + 2)
    #expect(try await home.graphcal("contact-folders", "--json").items.count > 1)
  }

  @Test func `a birthday of 29 February and one without a year survive`() async throws {
    let emulator = try Emulator()
    let home = try await Self.signedIn(at: emulator)
    for (name, birthday) in [("Leap", "2000-02-29"), ("Yearless", "02-29")] {
      #expect(
        try await home.graphcal("new-contact", "--given-name", name, "--birthday", birthday)
          .status == 0)
    }
    let items = try await home.graphcal("birthdays", "--next", "366d", "--json").items
    let computed = items.compactMap { $0["graphcal"] as? [String: Any] }
    let own = computed.filter { ["Leap", "Yearless"].contains($0["name"] as? String) }
    #expect(own.map { $0["nextBirthday"] as? String } == ["2027-02-28", "2027-02-28"])
    #expect(own.map { $0["age"] as? Int } == [27, nil])
  }

  @Test func `people are searched in contacts and the directory`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    let scopes = "User.Read,People.Read,User.ReadBasic.All"
    #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    let found = try await home.graphcal("people", "tom", "--json")
    #expect(found.status == 0, "\(found.errors)")
    #expect(
      try found.items.contains { $0["address"] as? String == "tomas.dvorak@kotva.example" })
    let columns = try await home.graphcal("people", "tom", "--format", "tsv")
    #expect(columns.output.hasPrefix("name\taddress\tjobTitle\tcompany\tsource\n"))
  }
}
