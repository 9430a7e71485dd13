import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

@Suite struct SetupCommandTests {
  static let codePath = "POST /contoso.example/oauth2/v2.0/devicecode"

  /// A machine without any registration.
  private func machine(
    _ home: TemporaryHome, _ service: Service = Service(), typed: [String]? = nil,
    _ more: [String: String] = [:]
  ) -> Machine {
    var machine = Machine(
      home: home, service,
      ["GRAPHCAL_CLIENT_ID": "", "GRAPHCAL_GRAPH_URL": ""].merging(more) { $1 })
    machine.typed = typed
    return machine
  }

  private func knowing() -> Service { Service([Self.codePath: [Identity.deviceCode]]) }

  private let given = ["setup", "--app-id", Identity.client, "--tenant", "contoso.example"]

  private func plain(_ outcome: Outcome, _ home: TemporaryHome) -> String {
    outcome.transcript.replacing(home.folder, with: "~")
  }

  // MARK: Without anybody to ask

  @Test func `options alone write a private file and test it with one request`() async throws {
    let home = try TemporaryHome()
    let machine = machine(home, knowing())
    let outcome = await machine.run(given)
    try expectGolden(plain(outcome, home), "setup-options.txt")
    #expect(outcome.requests.count == 1)
    #expect(try Files.status(of: home.authSettings)?.mode == 0o600)
    #expect(try Files.status(of: Paths.folder(of: home.authSettings))?.mode == 0o700)
    #expect(throws: HostError.self) { try home.read(home.tokenCache) }
    try expectGolden(try home.read(home.authSettings), "setup-options.json.txt")
    let again = await machine.run(given)
    #expect(again.status == 0)
    #expect(again.output.contains("says so already"))
  }

  @Test func `the next command works with what was written`() async throws {
    let home = try TemporaryHome()
    let machine = machine(home, knowing(), ["GRAPHCAL_GRAPH_URL": Machine.graphRoot])
    #expect(await machine.run(given).status == 0)
    await machine.service.script(
      "POST /contoso.example/oauth2/v2.0/token", Identity.tokens(1))
    #expect(await machine.run("login", "--device-code").status == 0)
    let status = try await machine.run("status", "--json").json
    #expect(status["clientId"]?.string == Identity.client)
    #expect(status["tenant"] == "contoso.example")
  }

  @Test func `as values`() async throws {
    let home = try TemporaryHome()
    let outcome = await machine(home, knowing()).run(given + ["--json", "--scopes", "read"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let json = try outcome.json
    #expect(json["test"] == "works")
    #expect(json["written"] == true)
    #expect(json["copy"] == .null)
    #expect(json["next"] == "graphcal login")
    #expect(json["path"]?.string == home.authSettings)
    #expect(
      json["scopes"] == ["User.Read", "MailboxSettings.Read", "Calendars.Read", "Contacts.Read"])
    let form = try #require(
      outcome.requests.first?.body.map { String(decoding: $0, as: UTF8.self) })
    #expect(form.contains("Contacts.Read"))
  }

  @Test func `nobody to ask and no id: the steps, and what to give`() async throws {
    let home = try TemporaryHome()
    try expectGolden(plain(await machine(home).run("setup"), home), "setup-nobody.txt")
    let quiet = await machine(home, typed: ["x"]).run("setup", "--no-input")
    #expect(quiet.status == 2)
    #expect(quiet.errors.contains("--app-id"))
    #expect(!quiet.errors.contains("Enter alone"))
    #expect(throws: HostError.self) { try home.read(home.authSettings) }
  }

  @Test(arguments: [
    (["--scopes", "read"], "setup-print-read.txt"),
    (
      ["--audience", "personal-too", "--scopes", "Calendars.ReadWrite,Tasks.Read"],
      "setup-print-personal.txt"
    ),
    (["--audience", "any-organization", "--cloud", "usgov"], "setup-print-usgov.txt"),
  ])
  func `how to register, and nothing else`(words: [String], file: String) async throws {
    let outcome = await machine(try TemporaryHome()).run(["setup", "--print"] + words)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.outputLines.allSatisfy { $0.count <= 80 || $0.contains("'") })
    try expectGolden(outcome.transcript, file)
  }

  @Test func `how to register, as values`() async throws {
    let outcome = await machine(try TemporaryHome()).run("setup", "--print", "--json")
    #expect(outcome.status == 0)
    let json = try outcome.json
    #expect(json["azureCommand"]?.string?.hasPrefix("az ad app create") == true)
    #expect(json["steps"]?.array?.count == 6)
    #expect(json["permissions"]?[0]?["id"] == "e1fe6dd8-ba31-4d61-89e7-88639da4683d")
  }

  // MARK: What the identity platform says

  struct Verdict: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: Service.Answer
    var status: Int32
    var isWritten: Bool
    var words: [String]
  }

  private static func refused(
    _ name: String, _ error: String, _ number: Int, _ status: Int32, written: Bool,
    _ words: String...
  ) -> Verdict {
    Verdict(
      testDescription: name, answer: Identity.refusal(error, number), status: status,
      isWritten: written, words: words)
  }

  static let verdicts = [
    refused(
      "wrong client id", "unauthorized_client", 700_016, 2, written: false, "does not know",
      "AppId and TenantId"),
    refused("wrong tenant", "invalid_request", 90_002, 2, written: false, "does not exist"),
    refused("needs a tenant", "invalid_request", 50_194, 2, written: false, "tenant"),
    refused("wrong cloud", "invalid_request", 900_439, 2, written: false, "--cloud"),
    refused("wrong scope", "invalid_scope", 70_011, 2, written: false, "--scopes"),
    refused(
      "not a public client", "invalid_client", 7_000_218, 2, written: true, "Wrote",
      "Allow public client flows"),
    refused(
      "blocked by policy", "invalid_grant", 53_003, 0, written: true,
      "Next: graphcal login --browser", "blocks sign-in by device code"),
    refused(
      "blocked by security defaults", "invalid_grant", 530_035, 0, written: true,
      "Next: graphcal login --browser"),
    refused(
      "an administrator has to consent", "access_denied", 90_094, 0, written: true,
      "graphcal admin-consent"),
    refused(
      "unknown", "some_new_error", 123_456, 1, written: true, "could not be tested", "AADSTS123456"),
    Verdict(
      testDescription: "no network",
      answer: .failure(
        TransportError(
          reason: .cannotResolveHost, host: "login.test", detail: "no such host", wasNotSent: true)),
      status: 7, isWritten: true, words: ["could not be tested", "Wrote"]),
    Verdict(
      testDescription: "a hotspot's page", answer: .status(200, "<html>", type: "text/html"),
      status: 7, isWritten: true, words: ["could not be tested"]),
  ]

  @Test(arguments: verdicts)
  func `the answer decides what is written and what to do`(verdict: Verdict) async throws {
    let home = try TemporaryHome()
    let service = Service([Self.codePath: [verdict.answer]])
    let outcome = await machine(home, service).run(given)
    #expect(outcome.status == verdict.status, "\(outcome.errors)")
    #expect(((try? home.read(home.authSettings)) != nil) == verdict.isWritten)
    #expect(outcome.output.isEmpty != verdict.isWritten)
    let text = outcome.output + outcome.errors
    for word in verdict.words { #expect(text.contains(word), "\(text)") }
    if verdict.status != 0 { #expect(outcome.errors.contains("  try: ")) }
  }

  @Test func `without a test nothing is asked`() async throws {
    let home = try TemporaryHome()
    let outcome = await machine(home).run(given + ["--no-test"])
    #expect(outcome.status == 0)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.output.contains("Nothing was tested."))
    #expect(try home.read(home.authSettings).contains(Identity.client))
  }

  @Test func `a dry run asks and writes nothing`() async throws {
    let home = try TemporaryHome()
    let outcome = await machine(home).run(given + ["--dry-run"])
    #expect(outcome.status == 0)
    #expect(outcome.requests.isEmpty)
    #expect(throws: HostError.self) { try home.read(home.authSettings) }
    let json = try outcome.json
    #expect(json["settings"]?["AppId"]?.string == Identity.client)
    #expect(json["path"]?.string == home.authSettings)
    #expect(json["replaces"] == false)
    #expect(
      json["test"]
        == "https://login.microsoftonline.com/contoso.example/oauth2/v2.0/devicecode")
  }

  @Test(arguments: [
    (["--app-id", "graphcal"], "not an Application (client) ID"),
    (["--app-id", Identity.client, "--tenant", "a b"], "is not a tenant"),
    (["--app-id", Identity.client, "--audience", "organization"], "--tenant"),
    (
      ["--app-id", Identity.client, "--audience", "organization", "--tenant", "common"],
      "needs its tenant"
    ),
    (["--app-id", Identity.client, "--scopes", "openid"], "--scopes"),
    (["--print", "--audience", "personal-too", "--cloud", "china"], "global cloud"),
    (["--app-id", Identity.client, "--audience", "everybody"], "any-organization"),
  ])
  func `options that cannot be are refused before anything is asked`(
    words: [String], word: String
  ) async throws {
    let home = try TemporaryHome()
    let outcome = await machine(home).run(["setup"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    #expect(throws: HostError.self) { try home.read(home.authSettings) }
  }

  // MARK: A file that is there

  @Test func `a file that is there is replaced only on a yes, and kept`() async throws {
    let home = try TemporaryHome()
    let old = "{ // mine\n\"AppId\": \"11111111-2222-4333-8444-555555555555\", \"Extra\": 1 }\n"
    try home.write(home.authSettings, old)
    let refused = await machine(home, knowing()).run(given)
    #expect(refused.status == 8)
    #expect(refused.errors.contains("--yes"))
    #expect(try home.read(home.authSettings) == old)
    let declined = await machine(home, knowing(), typed: ["n"]).run(given)
    #expect(declined.status == 8)
    #expect(try home.read(home.authSettings) == old)
    let accepted = await machine(home, knowing()).run(given + ["--yes"])
    #expect(accepted.status == 0)
    let new = try JSON(parsing: home.read(home.authSettings))
    #expect(new["AppId"]?.string == Identity.client)
    #expect(new["Extra"] == 1)
    let folder = Paths.folder(of: home.authSettings)
    let copies = try Files.names(in: folder).filter { $0.contains(".old-") }
    #expect(copies.count == 1)
    #expect(try copies.map { try home.read(folder + "/" + $0) } == [old])
    #expect(accepted.errors.contains(copies[0]))
  }

  @Test func `a damaged file does not stand in the way`() async throws {
    let home = try TemporaryHome()
    try home.write(home.authSettings, "{ broken")
    let outcome = await machine(home, knowing(), typed: ["y"]).run(given)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try JSON(parsing: home.read(home.authSettings))["AppId"]?.string == Identity.client)
  }

  @Test func `another file is written where one is named`() async throws {
    let home = try TemporaryHome()
    let path = home.folder + "/elsewhere/a.json"
    let machine = machine(home, knowing(), ["GRAPHCAL_AUTH_SETTINGS": path])
    #expect(await machine.run(given).status == 0)
    #expect(try home.read(path).contains(Identity.client))
    #expect(throws: HostError.self) { try home.read(home.authSettings) }
  }

  @Test func `variables that go before the file are named`() async throws {
    let home = try TemporaryHome()
    let machine = machine(
      home, knowing(),
      [
        "GRAPHCAL_CLIENT_ID": "11111111-2222-4333-8444-555555555555",
        "GRAPHCAL_TENANT": "x.example",
      ])
    let outcome = await machine.run(given)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("GRAPHCAL_CLIENT_ID is set"))
    #expect(outcome.errors.contains("GRAPHCAL_TENANT is set"))
    let form = try #require(
      outcome.requests.first?.body.map { String(decoding: $0, as: UTF8.self) })
    #expect(form.contains(Identity.client))
  }

  @Test func `a machine without a home is told what to set`() async {
    let machine = Machine(
      Service(), ["GRAPHCAL_ACCESS_TOKEN": "", "GRAPHCAL_GRAPH_URL": ""])
    let outcome = await machine.run(given)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("HOME"))
  }

  // MARK: With a person

  @Test func `a person is led through it`() async throws {
    let home = try TemporaryHome()
    let machine = machine(
      home, knowing(),
      typed: ["", "", "", "graphcal", " \(Identity.client) ", "common", "contoso.example"])
    let outcome = await machine.run("setup")
    #expect(outcome.status == 0)
    try expectGolden(plain(outcome, home), "setup-person.txt")
    let settings = try JSON(parsing: home.read(home.authSettings))
    #expect(settings["TenantId"] == "contoso.example")
  }

  @Test func `a wrong id is asked for again`() async throws {
    let home = try TemporaryHome()
    let service = Service([
      Self.codePath: [Identity.refusal("unauthorized_client", 700_016), Identity.deviceCode]
    ])
    let wrong = "11111111-2222-4333-8444-555555555555"
    let machine = machine(
      home, service,
      typed: [
        "global", "organization", "read", wrong, "contoso.example", Identity.client,
        "contoso.example",
      ])
    let outcome = await machine.run("setup")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("the tenant does not know this app registration"))
    #expect(outcome.requests.count == 2)
    let settings = try JSON(parsing: home.read(home.authSettings))
    #expect(settings["AppId"]?.string == Identity.client)
    #expect(settings["GraphScopes"]?[2] == "Calendars.Read")
  }

  @Test func `what the file says is offered`() async throws {
    let home = try TemporaryHome()
    try home.write(
      home.authSettings,
      #"{"AppId":"\#(Identity.client)","TenantId":"contoso.example","Cloud":"global"}"#)
    let machine = machine(home, knowing(), typed: ["", "", "write", "", "", "y"])
    let outcome = await machine.run("setup")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Application (client) ID [\(Identity.client)]:"))
    #expect(outcome.errors.contains("or a domain [contoso.example]:"))
  }

  @Test(arguments: 0...4)
  func `a person who stops leaves nothing behind`(answers: Int) async throws {
    let home = try TemporaryHome()
    let all = ["", "", "", Identity.client]
    let outcome = await machine(home, typed: Array(all.prefix(answers))).run("setup")
    #expect(outcome.status == 8)
    #expect(outcome.output.isEmpty)
    #expect(outcome.requests.isEmpty)
    #expect(throws: HostError.self) { try home.read(home.authSettings) }
  }
}
