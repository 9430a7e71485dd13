import Commands
import JSON
import TestSupport
import Testing

@Suite struct AdminConsentCommandTests {
  private func machine(_ more: [String: String] = [:]) throws -> Machine {
    Machine(home: try TemporaryHome(), Service(), ["GRAPHCAL_GRAPH_URL": ""].merging(more) { $1 })
  }

  @Test func `the letter can be sent as it is`() async throws {
    let machine = try machine([
      "GRAPHCAL_TENANT": "contoso.example", "NO_COLOR": "", "TERM": "xterm",
    ])
    try expectGolden(
      await machine.transcript("admin-consent", "--color", "always"), "admin-consent.txt")
    try expectGolden(
      await machine.transcript("admin-consent", "--scopes", "read", "--cloud", "china"),
      "admin-consent-china.txt")
  }

  @Test func `lines fit a mail, but for the address`() async throws {
    let machine = try machine(["GRAPHCAL_TENANT": "contoso.example"])
    let outcome = await machine.run(
      "admin-consent", "--scopes",
      GraphScopes.many.joined(separator: ","))
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.outputLines.allSatisfy { $0.count <= 78 || $0.hasPrefix("https://") })
    for scope in GraphScopes.many { #expect(outcome.output.contains("  \(scope) ")) }
  }

  private enum GraphScopes {
    static let many = [
      "User.Read", "MailboxSettings.ReadWrite", "Calendars.ReadWrite.Shared", "Contacts.ReadWrite",
      "People.Read", "Tasks.ReadWrite.Shared",
    ]
  }

  @Test func `the same as values`() async throws {
    let machine = try machine(["GRAPHCAL_LOGIN_URL": "http://127.0.0.1:99"])
    let outcome = await machine.run("admin-consent", "--json", "--tenant", Identity.tenant)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let json = try outcome.json
    #expect(json["clientId"]?.string == Identity.client)
    #expect(json["tenant"]?.string == Identity.tenant)
    #expect(json["cloud"] == "global")
    #expect(
      json["scopes"]
        == [
          "User.Read", "MailboxSettings.Read", "Calendars.ReadWrite", "offline_access", "openid",
          "profile",
        ])
    #expect(json["permissions"]?[0]?["meaning"]?.string?.isEmpty == false)
    #expect(
      json["url"]?.string?.hasPrefix(
        "http://127.0.0.1:99/\(Identity.tenant)/v2.0/adminconsent?client_id=\(Identity.client)")
        == true)
    let fields = await machine.run("admin-consent", "--fields")
    #expect(
      fields.outputLines == ["clientId", "cloud", "permissions", "scopes", "tenant", "url"])
  }

  @Test func `without a tenant it is said whose it will be`() async throws {
    let outcome = await (try machine()).run("admin-consent")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("/organizations/v2.0/adminconsent"))
    #expect(outcome.errors.contains("--tenant"))
  }

  @Test(arguments: [
    (["--tenant", "consumers"], [:], "no administrator"),
    (["--tenant", "a b"], [:], "is not a tenant"), (["--scopes", "openid"], [:], "--scopes"),
    ([], ["GRAPHCAL_CLIENT_ID": ""], "graphcal setup"),
  ])
  func `what no letter can be written about is refused`(
    words: [String], more: [String: String], word: String
  ) async throws {
    let outcome = await (try machine(more)).run(["admin-consent"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
  }
}
