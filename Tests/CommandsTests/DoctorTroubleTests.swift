import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Everything that the doctor can find, one row each.
@Suite struct DoctorTroubleTests {
  /// A machine with one thing spoilt, and what is to be said about it.
  struct Trouble: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var check: String
    var state: String
    var status: Int32
    /// What has to stand in the check.
    var words: [String]
    var variables: [String: String] = [:]
    var isSignedIn = true
    var spoil: @Sendable (inout Patient) async throws -> Void = { _ in }

    /// A failure.
    init(
      _ name: String, _ check: String, exits status: Int32, _ words: String...,
      variables: [String: String] = [:], isSignedIn: Bool = true,
      spoil: @escaping @Sendable (inout Patient) async throws -> Void = { _ in }
    ) {
      testDescription = name
      self.check = check
      state = status == 0 ? "warning" : "failed"
      self.status = status
      self.words = words
      self.variables = variables
      self.isSignedIn = isSignedIn
      self.spoil = spoil
    }
  }

  private static func script(
    _ key: String, _ answers: Service.Answer...
  ) -> @Sendable (inout Patient) async throws -> Void {
    { patient in await patient.machine.service.script(key, answers) }
  }

  static let machine: [Trouble] = [
    Trouble("no libcurl", "program", exits: 1, "libcurl", "apt-get install libcurl4") {
      $0.machine.libraries = [("libcurl", nil)]
    },
    Trouble(
      "no libjq and no libical", "program", exits: 0, "libical, libjq cannot be opened",
      "libjq is for --jq", "apt-get install libical3 libjq1"
    ) {
      $0.machine.libraries = [("libcurl", "8.0"), ("libical", nil), ("libjq", nil)]
    },
    Trouble(
      "no registration", "settings", exits: 2, "no app registration", "graphcal setup",
      variables: ["GRAPHCAL_CLIENT_ID": ""], isSignedIn: false),
    Trouble("settings cut short", "settings", exits: 2, "not valid JSON", "line 1") {
      try $0.home.write($0.home.authSettings, "{")
    },
    Trouble("an odd key in the settings", "settings", exits: 0, "TennantId", "TenantId") {
      try $0.home.write($0.home.authSettings, #"{"TennantId":"x"}"#)
    },
    Trouble("preferences cut short", "preferences", exits: 2, "config.json", "line 1") {
      try $0.home.write($0.home.configuration, "{")
    },
    Trouble("an odd key in the preferences", "preferences", exits: 0, "timezoen", "timeZone") {
      try $0.home.write($0.home.configuration, #"{"timezoen":"UTC"}"#)
    },
    Trouble(
      "no home", "files", exits: 2, "HOME", "set HOME", variables: ["HOME": ""], isSignedIn: false),
    Trouble(
      "no place for the state", "files", exits: 1, "nothing can be stored", "XDG_STATE_HOME",
      variables: ["XDG_STATE_HOME": "/dev/null"], isSignedIn: false),
    Trouble("a cache open to all", "files", exits: 0, "other users", "chmod 600") {
      try Files.setMode(0o644, of: $0.home.tokenCache)
    },
    Trouble("no zone data", "time zones", exits: 1, "no time zone data", "apt-get install tzdata") {
      $0.machine.environment.variables["TZDIR"] = $0.home.folder + "/nothing"
    },
    Trouble("zone data of long ago", "time zones", exits: 0, "2019c is 7 years old", "upgrade") {
      try $0.home.write($0.home.folder + "/zones/tzdata.zi", "# version 2019c\n")
    },
    Trouble(
      "a zone that nobody knows", "time zones", exits: 2, "Mars/Olympus",
      variables: ["TZ": "Mars/Olympus"]),
    Trouble("a machine without a zone", "time zones", exits: 0, "UTC", variables: ["TZ": ""]),
    Trouble(
      "a proxy for http alone", "proxy", exits: 0, "HTTP_PROXY", "HTTPS_PROXY",
      variables: ["HTTP_PROXY": "http://proxy.test:1"]),
    Trouble("a state file of junk", "state", exits: 1, "is damaged", "rm ") {
      try $0.home.write($0.home.state, String(repeating: "junk ", count: 1000))
    },
    Trouble("a state file cut short", "state", exits: 1, "is damaged", "rm ") {
      let bytes = try Files.read($0.home.state, limit: 1 << 24)
      try $0.home.write($0.home.state, Array(bytes.prefix(5000)))
      for ending in ["-wal", "-shm"] { try Files.remove($0.home.state + ending) }
    },
  ]

  static let network: [Trouble] = [
    Trouble(
      "no name service", "network", exits: 7, "cannot find the address of login.test",
      "words of the library", "HTTPS_PROXY",
      spoil: script(Patient.discovery, Patient.lost(.cannotResolveHost, host: "login.test"))),
    Trouble(
      "Graph alone cannot be reached", "network", exits: 7, "cannot reach graph.test",
      spoil: script("GET /me", Patient.lost(.cannotConnect, host: "graph.test"))),
    Trouble(
      "no answer in time", "network", exits: 7, "no answer from login.test", "--timeout",
      spoil: script(Patient.discovery, Patient.lost(.timedOut, host: "login.test"))),
    Trouble(
      "a proxy that is away", "network", exits: 7, "cannot reach proxy proxy.test:1", "HTTPS_PROXY",
      spoil: script(Patient.discovery, Patient.lost(.cannotReachProxy, host: "proxy.test:1"))),
    Trouble(
      "a proxy that wants a password", "network", exits: 7, "wants a sign-in", "name:password",
      spoil: script(Patient.discovery, Patient.lost(.proxyWantsSignIn, host: "proxy.test:1"))),
    Trouble(
      "a company that re-signs", "tls", exits: 7, "cannot make a secure connection",
      "SSL_CERT_FILE", "update-ca-certificates",
      spoil: script(Patient.discovery, Patient.lost(.tls, host: "login.test"))),
    Trouble(
      "certificates in a file that is not there", "tls", exits: 7,
      "cannot make a secure connection",
      "set SSL_CERT_FILE to a file of certificates",
      variables: ["SSL_CERT_FILE": "/nowhere/ca.pem"],
      spoil: script(Patient.discovery, Patient.lost(.tls, host: "login.test"))),
    Trouble("a clock an hour on", "clock", exits: 1, "60 minutes ahead", "timedatectl") {
      $0.machine.clock.jumpWallClock(by: .seconds(3600))
      await $0.machine.service.script(Identity.tokenPath, [Identity.tokens(2)])
    },
    Trouble("a clock a day back", "clock", exits: 1, "hours behind", "timedatectl") {
      $0.machine.clock.jumpWallClock(by: .seconds(-86_400))
      await $0.machine.service.script(Identity.tokenPath, [Identity.tokens(2)])
    },
    Trouble(
      "a fixed now", "clock", exits: 0, "GRAPHCAL_NOW", "2026-01-01", "unset",
      variables: ["GRAPHCAL_NOW": "2026-01-01T00:00:00Z"]),
    Trouble(
      "a tenant that is not there", "tenant", exits: 2, "the tenant does not exist", "TenantId",
      spoil: script(Patient.discovery, Identity.refusal("invalid_tenant", 90_002))),
    Trouble(
      "the page of a hotspot", "tenant", exits: 7, "something else answers", "HTTP 200", "hotspot",
      spoil: script(Patient.discovery, .status(200, "<html>", type: "text/html"))),
    Trouble(
      "a page where Graph should be", "graph", exits: 7,
      "something else answers for Microsoft Graph",
      "HTTP 502",
      spoil: script("GET /me", .status(502, "<html>", type: "text/html"), Patient.me)),
    Trouble(
      "Graph is away", "graph", exits: 7, "Microsoft Graph is not available", "HTTP 503",
      spoil: script("GET /me", .error(503, "ServiceUnavailable"), Patient.me)),
  ]

  static let account: [Trouble] = [
    Trouble(
      "nobody is signed in", "sign-in", exits: 4, "not signed in", "graphcal login",
      isSignedIn: false),
    Trouble("a damaged cache", "sign-in", exits: 4, "damaged", "graphcal login") {
      try $0.home.write($0.home.tokenCache, "{")
    },
    Trouble(
      "tokens of another registration", "sign-in", exits: 4, "another app registration",
      "graphcal login"
    ) {
      $0.machine.environment.variables["GRAPHCAL_CLIENT_ID"] =
        "00000000-0000-4000-8000-00000000000b"
    },
    Trouble(
      "an account that is not there", "sign-in", exits: 4, "lee@contoso.example is not signed in",
      variables: ["GRAPHCAL_ACCOUNT": ""]
    ) {
      $0.machine.environment.variables["GRAPHCAL_ACCOUNT"] = "lee@contoso.example"
    },
    Trouble("a revoked sign-in", "sign-in", exits: 4, "AADSTS50173", "graphcal login") {
      await $0.twoHoursPass()
      await $0.machine.service.script(
        Identity.tokenPath, [Identity.refusal("invalid_grant", 50_173)])
    },
    Trouble("a policy that blocks", "sign-in", exits: 5, "AADSTS53003", "administrator") {
      await $0.twoHoursPass()
      await $0.machine.service.script(
        Identity.tokenPath, [Identity.refusal("invalid_grant", 53_003)])
    },
    Trouble(
      "a permission that was not granted", "permissions", exits: 0, "Contacts.Read",
      "graphcal login --scopes"
    ) {
      try $0.home.write(
        $0.home.authSettings, #"{"GraphScopes":["User.Read","Contacts.Read"]}"#)
    },
    Trouble(
      "an account without a mailbox", "mailbox", exits: 5, "MailboxNotEnabledForRESTAPI",
      "no Exchange Online mailbox",
      spoil: script(
        "GET /me/mailboxSettings", .error(404, "MailboxNotEnabledForRESTAPI", "No mailbox."))),
    Trouble(
      "a refused account", "mailbox", exits: 5, "Authorization_RequestDenied",
      spoil: script("GET /me", Patient.tokenWanted, .error(403, "Authorization_RequestDenied"))),
    Trouble(
      "settings of the mailbox that may not be read", "mailbox", exits: 0, "zone and language",
      "MailboxSettings.Read",
      spoil: script("GET /me/mailboxSettings", .error(403, "ErrorAccessDenied"))),
  ]

  @Test func `what a person reads about each trouble`() async throws {
    var text = ""
    for trouble in Self.machine + Self.network + Self.account {
      var patient = try await Patient(trouble.variables, isSignedIn: trouble.isSignedIn)
      try await trouble.spoil(&patient)
      let lines = patient.plain(await patient.doctor()).split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.hasPrefix("\(trouble.state) ") })
      let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix("   ") } ?? lines.endIndex
      text += "# \(trouble.testDescription)\n" + lines[start..<end].joined(separator: "\n") + "\n"
    }
    try expectGolden(text, "doctor-troubles.txt")
  }

  @Test(arguments: machine + network + account)
  func `each trouble is told once, with one repair`(trouble: Trouble) async throws {
    var patient = try await Patient(trouble.variables, isSignedIn: trouble.isSignedIn)
    try await trouble.spoil(&patient)
    let outcome = await patient.doctor("--json")
    #expect(outcome.status == trouble.status, "\(outcome.output)")
    let checks = try outcome.json["checks"]?.array ?? []
    #expect(checks.count == 16)
    let check = try #require(checks.first { $0["name"]?.string == trouble.check })
    #expect(check["state"]?.string == trouble.state, "\(outcome.output)")
    let text = [check["what"], check["why"], check["repair"]].compactMap { $0?.string }
      .joined(separator: "\n")
    for word in trouble.words { #expect(text.contains(word), "\(word) not in \(text)") }
    let failed = checks.filter { $0["state"] == "failed" }
    // One cause is one failure.
    #expect(failed.count == (trouble.status == 0 ? 0 : 1), "\(outcome.output)")
    for check in checks {
      let needsRepair = ["failed", "warning"].contains(check["state"]?.string)
      #expect((check["repair"]?.string?.isEmpty == false) == needsRepair)
      #expect(check["what"]?.string?.isEmpty == false)
      #expect(check["what"]?.string?.contains("\n") == false)
    }
    #expect(try outcome.json["failed"]?.int == failed.count)
  }
}
