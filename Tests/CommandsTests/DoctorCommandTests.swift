import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// A machine on which all is well, to be spoilt by a test.
struct Patient: Sendable {
  static let discovery = "GET /common/v2.0/.well-known/openid-configuration"
  static let date = "Mon, 30 Nov 2026 08:00:01 GMT"
  /// 2026 and not older than the tests' clock.
  static let zoneData = "2026b"

  static let known = known(at: date)

  /// What the identity platform says about its tenant.
  private static func known(at date: String) -> Service.Answer {
    .status(
      200, #"{"token_endpoint":"https://login.microsoftonline.com/common/oauth2/v2.0/token"}"#,
      type: "application/json", ["Date": date])
  }
  /// What Graph says to a request without a token.
  static let tokenWanted = Service.Answer.status(
    401, #"{"error":{"code":"InvalidAuthenticationToken","message":"Access token is empty."}}"#,
    type: "application/json", ["Date": date])
  static let me = Service.Answer.ok(
    #"{"displayName":"Kim","mail":"kim@contoso.example","userPrincipalName":"kim@contoso.example"}"#
  )
  static let mailbox = Service.Answer.ok(
    #"{"timeZone":"W. Europe Standard Time","language":{"locale":"de-DE"}}"#)

  let home: TemporaryHome
  var machine: Machine

  /// A machine of its own; of `more` variables an empty value takes one away.
  init(_ more: [String: String] = [:], columns: Int? = nil, isSignedIn: Bool = true) async throws {
    home = try TemporaryHome()
    let zones = home.folder + "/zones"
    for name in ["UTC", "Europe/Berlin"] {
      try home.write(
        zones + "/" + name, try Files.read("/usr/share/zoneinfo/" + name, limit: 1 << 20))
    }
    try home.write(zones + "/tzdata.zi", "# version \(Self.zoneData)\n")
    let settings = home.folder + "/etc"
    try home.write(settings + "/os-release", "ID=test\nPRETTY_NAME=\"Test Linux 1\"\n")
    let service = Service([
      Self.discovery: [Self.known], "GET /me": [Self.tokenWanted, Self.me],
      "GET /me/mailboxSettings": [Self.mailbox],
    ])
    let variables = ["GRAPHCAL_NOW": "", "TZDIR": zones].merging(more) { $1 }
    machine = Machine(home: home, service, columns: columns, variables)
    machine.settings = settings
    if isSignedIn {
      let login = await machine.signIn()
      #expect(login.status == 0, "\(login.errors)")
    }
  }

  /// Lets two hours pass, here and on the servers.
  func twoHoursPass() async {
    machine.clock.advance(by: .seconds(7200))
    await machine.service.script(
      Self.discovery, Self.known(at: "Mon, 30 Nov 2026 10:00:01 GMT"))
  }

  func doctor(_ words: String...) async -> Outcome { await machine.run(["doctor"] + words) }

  /// The transcript without what differs from machine to machine.
  func plain(_ outcome: Outcome) -> String {
    outcome.transcript.replacing(home.folder, with: "~")
      .replacing(/SQLite [0-9.]+/, with: "SQLite N").replacing(
        /utf8proc [0-9.]+/, with: "utf8proc N"
      )
      .replacing(/"(SQLite|Swift|utf8proc)":"[0-9.]+"/) { "\"\($0.1)\":\"N\"" }
      .replacing(/, Linux [^"]+, glibc [0-9.]+/, with: ", KERNEL")
  }

  static func lost(_ reason: TransportError.Reason, host: String) -> Service.Answer {
    .failure(
      TransportError(reason: reason, host: host, detail: "words of the library", wasNotSent: true))
  }
}

@Suite struct DoctorCommandTests {
  @Test func `where all is well`() async throws {
    let patient = try await Patient()
    let outcome = await patient.doctor()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    try expectGolden(patient.plain(outcome), "doctor.txt")
  }

  @Test func `for support`() async throws {
    let patient = try await Patient()
    let outcome = await patient.doctor("--json")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    try expectGolden(patient.plain(outcome), "doctor.json.txt")
    #expect(
      await patient.doctor("--fields").outputLines == ["checks", "failed", "system", "versions"])
  }

  @Test func `on a narrow terminal nothing is lost`() async throws {
    let patient = try await Patient(columns: 60)
    let outcome = await patient.doctor()
    #expect(outcome.outputLines.allSatisfy { $0.count <= 60 })
    #expect(outcome.status == 0)
  }

  @Test func `without any settings`() async throws {
    let patient = try await Patient(["GRAPHCAL_CLIENT_ID": ""], isSignedIn: false)
    try expectGolden(patient.plain(await patient.doctor()), "doctor-no-settings.txt")
  }

  @Test func `where nobody is signed in`() async throws {
    let patient = try await Patient(isSignedIn: false)
    try expectGolden(patient.plain(await patient.doctor()), "doctor-nobody.txt")
  }

  @Test func `without a network nothing is waited for`() async throws {
    let patient = try await Patient()
    let lost = Patient.lost(.cannotResolveHost, host: "login.microsoftonline.com")
    await patient.machine.service.script(Patient.discovery, lost)
    await patient.machine.service.script(
      "GET /me", Patient.lost(.cannotResolveHost, host: "graph.test"))
    patient.machine.clock.advance(by: .seconds(7200))
    let before = patient.machine.clock.elapsedTime
    let outcome = await patient.doctor()
    #expect(patient.machine.clock.elapsedTime == before)
    #expect(outcome.requests.count == 2)
    try expectGolden(patient.plain(outcome), "doctor-offline.txt")
  }

  @Test func `with a given token no file is looked at`() async throws {
    let patient = try await Patient(["GRAPHCAL_ACCESS_TOKEN": "given-token"], isSignedIn: false)
    try patient.home.write(patient.home.configuration, "broken {")
    let outcome = await patient.doctor()
    try expectGolden(patient.plain(outcome), "doctor-token.txt")
    #expect(!outcome.output.contains("given-token"))
    #expect(throws: HostError.self) { try patient.home.read(patient.home.state) }
  }

  @Test func `what was remembered is renewed`() async throws {
    let patient = try await Patient()
    await patient.machine.service.script(
      "GET /me/mailboxSettings", .ok(#"{"timeZone":"UTC","language":{"locale":"en-US"}}"#))
    #expect(await patient.doctor().status == 0)
    await patient.machine.service.script("GET /me/calendarView", .list(""))
    let week = await patient.machine.run("week", "--verbose")
    #expect(week.requests("GET", "/mailboxSettings").isEmpty)
    #expect(week.errors.contains("range 2026-11-29T00:00:00Z"), "\(week.errors)")
  }

  @Test func `no secret, no text of the mailbox, no question`() async throws {
    var patient = try await Patient([
      "HTTPS_PROXY": "http://kim:hunter2@proxy.test:8080", "NO_PROXY": "graph.test",
    ])
    patient.machine.typed = []
    await patient.machine.service.script(
      "GET /me", Patient.tokenWanted, .ok(#"{"mail":"kim@contoso.example","aboutMe":"my text"}"#))
    for words in [["doctor"], ["doctor", "--json"], ["doctor", "--verbose"]] {
      let outcome = await patient.machine.run(words)
      let text = outcome.output + outcome.errors
      for secret in ["access-1", "refresh-1", "hunter2", "my text", "[y/N]"] {
        #expect(!text.contains(secret), "\(secret) in \(text)")
      }
      #expect(text.contains("proxy.test:8080"))
    }
  }

  @Test func `an expired token is renewed`() async throws {
    let patient = try await Patient()
    await patient.twoHoursPass()
    await patient.machine.service.script(Identity.tokenPath, Identity.tokens(2))
    let outcome = await patient.doctor()
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("valid for 60 min"))
    #expect(outcome.requests("POST", "/token").count == 1)
  }
}
