import Foundation
import Testing

/// From nothing to a calendar, over real HTTP.
@Suite struct SetupTests {
  /// The home of somebody who has a registration and no settings yet.
  private func newHome(_ emulator: Emulator) throws -> Home {
    try Home(emulator: emulator, ["GRAPHCAL_CLIENT_ID": ""])
  }

  @Test func `set up, sign in, read the week`() async throws {
    let emulator = try Emulator()
    let home = try newHome(emulator)
    let line =
      "graphcal setup --app-id \(emulator.ready.clientId) --tenant harbor.example"
      + " && graphcal login --device-code && graphcal week --json | jq length"
    let outcome = try await home.shell("set -eo pipefail; " + line)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Next: graphcal login"))
    let settings = home.path("config/graphcal/AuthSettings.json")
    let attributes = try FileManager.default.attributesOfItem(atPath: settings)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [
    (["--tenant", "nowhere.example"], 2, "does not exist"),
    (["--app-id", "00000000-0000-0000-0000-000000000001", "--tenant", "common"], 0, "Wrote"),
  ])
  func `what the identity platform says is told`(
    words: [String], status: Int, text: String
  ) async throws {
    let emulator = try Emulator()
    let home = try newHome(emulator)
    let id = words.contains("--app-id") ? [] : ["--app-id", emulator.ready.clientId]
    let outcome = try await Program.run(
      Program.path("graphcal"), ["setup"] + id + words, environment: home.environment)
    #expect(Int(outcome.status) == status, "\(outcome.errors)")
    #expect((outcome.output + outcome.errors).contains(text))
  }

  @Test func `a letter to the administrator, whose page lets everybody in`() async throws {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator, ["GRAPHCAL_TENANT": "harbor.example"])
    let letter = try await home.graphcal("admin-consent")
    #expect(letter.status == 0, "\(letter.errors)")
    #expect(letter.errors.isEmpty)
    let address = "\(emulator.ready.loginURL)/harbor.example/v2.0/adminconsent?"
    for word in [
      emulator.ready.clientId, "harbor.example", "User.Read", "MailboxSettings.Read",
      "Calendars.ReadWrite", "Reads the person's calendars, and adds", address,
    ] { #expect(letter.output.contains(word), "\(word)") }
    #expect(!letter.output.contains("\u{1B}"))
    // The emulator approves by itself, as an administrator would by hand.
    let way = try await home.shell(
      "curl -s -o /dev/null -w '%{redirect_url}' \"$(graphcal admin-consent --json | jq -r .url)\"")
    #expect(way.output.hasPrefix("http://localhost/?admin_consent=True&tenant="), "\(way.output)")
  }
}
