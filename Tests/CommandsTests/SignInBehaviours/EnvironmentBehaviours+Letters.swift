import Commands
import FoundationEssentials
import Host
import TestSupport
import Testing

/// What is written for people who have to do something elsewhere first.
extension EnvironmentBehaviours {
  @Test func `C11 the letter to an administrator names client, tenant, permissions and the page`()
    async throws
  {
    let tenant = "contoso.example"
    var machine = machine
    machine.environment.variables["GRAPHCAL_TENANT"] = tenant
    let outcome = await machine.run("admin-consent", "--scopes", "User.Read,Contacts.ReadWrite")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    let letter = outcome.output
    #expect(letter.contains(Identity.client) && letter.contains(tenant))
    for name in ["User.Read", "Contacts.ReadWrite", "offline_access"] {
      // Each with a sentence that says what it lets the program do.
      let line = try #require(outcome.outputLines.first { $0.hasPrefix("  \(name) ") })
      #expect(line.split(separator: " ").count > 3, "\(line)")
    }
    #expect(!letter.contains("Calendars."))
    let page = try #require(outcome.outputLines.first { $0.hasPrefix("https://login.") })
    #expect(
      page.hasPrefix("https://login.microsoftonline.com/\(tenant)/v2.0/adminconsent?client_id="))
    for part in [
      "client_id=\(Identity.client)", "https://graph.microsoft.com/Contacts.ReadWrite",
      "redirect_uri=http://localhost",
    ] { #expect(page.contains(part), "\(page)") }
    // It can be sent as it is, with nothing of a terminal in it.
    #expect(letter.hasPrefix("Subject: ") && letter.hasSuffix("\n"))
    #expect(letter.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test(arguments: [
    ("read", ["Calendars.Read", "Contacts.Read"], "465a38f9-76ea-45b9-9f34-9e8b0d4b0b42"),
    (
      "User.Read,Calendars.ReadWrite", ["Calendars.ReadWrite"],
      "1ec239c2-d7c9-4623-a91a-a9775856bb36"
    ),
  ])
  func `C12 setup prints the steps in the portal and the az line with the chosen permissions`(
    scopes: String, names: [String], id: String
  ) async throws {
    let outcome = await machine.run("setup", "--print", "--scopes", scopes)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    for step in [
      "https://entra.microsoft.com", "New registration", "Mobile and desktop applications",
      "http://localhost", "Allow public client flows: Yes", "Application (client) ID",
    ] { #expect(outcome.output.contains(step), "\(step)") }
    for name in names { #expect(outcome.output.contains(name)) }
    let start = try #require(outcome.outputLines.firstIndex { $0.hasPrefix("az ad app create") })
    let line = outcome.outputLines[start...].prefix { !$0.isEmpty }.joined(separator: "\n")
    for part in [
      "--is-fallback-public-client true", "--public-client-redirect-uris http://localhost",
      "00000003-0000-0000-c000-000000000000", id, "--query appId -o tsv",
    ] { #expect(line.contains(part), "\(line)") }
    // One permission each, and staying signed in.
    let wanted = scopes == "read" ? 5 : 3
    #expect(line.ranges(of: "\"type\":\"Scope\"").count == wanted)
    #expect(!FileManager.default.fileExists(atPath: home.authSettings))
  }
}
