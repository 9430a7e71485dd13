import Commands
import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// Signing in on machines and networks of every kind.
///
/// What only whole processes show (standard input, real proxies and certificates, other programs) is
/// in EndToEndTests/SignInBehaviours, under the same codes.
@Suite struct EnvironmentBehaviours {
  let home: TemporaryHome
  let machine: Machine

  init() throws {
    home = try TemporaryHome()
    machine = Machine(home: home, Service(events: ""))
  }

  /// The machine with a token in its environment, or in a file of its own.
  private func given(by way: String) throws -> (machine: Machine, option: [String]) {
    var machine = machine
    if way == "GRAPHCAL_ACCESS_TOKEN" {
      machine.environment.variables[way] = "token-of-environment"
      return (machine, [])
    }
    let path = home.folder + "/token"
    try home.write(path, " token-of-file\n")
    return (machine, ["--token-file", path])
  }

  @Test(arguments: [
    ("GRAPHCAL_ACCESS_TOKEN", "token-of-environment"), ("--token-file", "token-of-file"),
  ])
  func `C1 a given token goes before the cache, and is neither stored nor renewed`(
    way: String, token: String
  ) async throws {
    _ = await machine.signIn()
    let before = try home.cacheBytes()
    let (machine, option) = try given(by: way)
    machine.clock.advance(by: .seconds(90_000))
    let today = await machine.run(["today"] + option)
    #expect(today.status == 0, "\(today.errors)")
    #expect(today.requests.allSatisfy { $0.headers["Authorization"] == "Bearer \(token)" })
    #expect(today.tokenRequests.isEmpty)
    #expect(await machine.run(["token"] + option).output == "\(token)\n")
    #expect(try home.cacheBytes() == before)
    for file in try Files.names(in: home.stateFolder) {
      let bytes = try Files.read(home.stateFolder + "/" + file, limit: 1 << 24)
      #expect(bytes.firstRange(of: Array(token.utf8)) == nil, "\(file)")
    }
    // Both at once: the option says it last.
    if way == "--token-file" {
      var both = machine
      both.environment.variables["GRAPHCAL_ACCESS_TOKEN"] = "token-of-environment"
      #expect(await both.run(["token"] + option).output == "\(token)\n")
    }
  }

  @Test(arguments: ["GRAPHCAL_ACCESS_TOKEN", "--token-file"])
  func `C1 a given token that is refused is told as such`(way: String) async throws {
    _ = await machine.signIn()
    let (machine, option) = try given(by: way)
    await machine.service.script("GET /me/calendarView", .expired)
    let outcome = await machine.run(["today"] + option)
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("Microsoft Graph refused the token from \(way)"))
    #expect(outcome.errors.contains("such a token cannot be renewed here"))
    #expect(outcome.tokenRequests.isEmpty)
  }

  @Test(arguments: ["GRAPHCAL_ACCESS_TOKEN", "--token-file"])
  func `C1 status names where the token comes from, with a registration or without`(
    way: String
  ) async throws {
    _ = await machine.signIn()
    var (machine, option) = try given(by: way)
    let status = await machine.run(["status"] + option)
    #expect(status.status == 0)
    #expect(
      status.outputLines.first == "Token         from \(way); the accounts below are not used")
    #expect(status.output.contains(Identity.user))
    #expect(!status.output.contains("token-of"))
    let source = way == "--token-file" ? "option" : "environment"
    let json = try await machine.run(["status", "--json"] + option).json
    #expect(json["tokenSource"] == .string(source))
    machine.environment.variables["GRAPHCAL_CLIENT_ID"] = nil
    let alone = await machine.run(["status"] + option)
    #expect(alone.status == 0, "\(alone.errors)")
    #expect(
      alone.outputLines == [
        "Token     from \(way)", "Graph     https://graph.test/v1.0 (GRAPHCAL_GRAPH_URL)",
        "Accounts  none: no app registration is set up",
      ])
    let aloneJSON = try await machine.run(["status", "--json"] + option).json
    #expect(aloneJSON["tokenSource"] == .string(source))
    #expect(aloneJSON["accounts"] == [])
  }

  @Test(arguments: [
    (
      "GRAPHCAL_ACCESS_TOKEN",
      "GRAPHCAL_ACCESS_TOKEN is set and goes before what this sign-in stores; unset it",
      "GRAPHCAL_ACCESS_TOKEN is set and stays in use; unset it"
    ),
    (
      "--token-file", "--token-file plays no part in a sign-in",
      "--token-file plays no part in signing out"
    ),
  ])
  func `C1 login and logout warn while a token is given`(
    way: String, atLogin: String, atLogout: String
  ) async throws {
    let (machine, option) = try given(by: way)
    await machine.service.script(Machine.deviceCodePath, Identity.deviceCode)
    await machine.service.script(Identity.tokenPath, Identity.tokens(1))
    let login = await machine.run(["login", "--device-code"] + option)
    #expect(login.status == 0)
    #expect(login.errorLines.first == atLogin)
    #expect(try home.stored("AccessToken") == ["access-1"])
    let logout = await machine.run(["logout"] + option)
    #expect(logout.status == 0)
    #expect(logout.errorLines.first == atLogout)
    #expect(try home.stored("AccessToken").isEmpty)
  }

  @Test func `C2 an option goes before a variable, that before the file, and status tells which`()
    async throws
  {
    try home.write(
      home.authSettings,
      #"{"AppId":"from-file","TenantId":"file.example","Cloud":"china","#
        + #""GraphScopes":["User.Read","Contacts.Read"]}"#)
    var machine = machine
    machine.environment.variables["GRAPHCAL_CLIENT_ID"] = nil
    machine.environment.variables["GRAPHCAL_GRAPH_URL"] = nil
    let china = "https://login.partner.microsoftonline.cn"
    #expect(
      await machine.run("status").outputLines.prefix(6) == [
        "Registration  from-file (\(home.authSettings))",
        "Tenant        file.example (\(home.authSettings))",
        "Cloud         china (\(home.authSettings))",
        "Asks for      User.Read Contacts.Read (\(home.authSettings))",
        "Sign-in       \(china) (\(home.authSettings))",
        "Graph         https://microsoftgraph.chinacloudapi.cn/v1.0 (\(home.authSettings))",
      ])
    machine.environment.variables["GRAPHCAL_CLIENT_ID"] = Identity.client
    machine.environment.variables["GRAPHCAL_TENANT"] = "variable.example"
    let json = try await machine.run("status", "--json").json
    #expect(json["clientId"] == .string(Identity.client))
    #expect(json["tenant"] == "variable.example")
    #expect(json["cloud"] == "china")
    #expect(json["scopes"] == ["User.Read", "Contacts.Read"])
    #expect(json["sources"]?["clientId"] == "GRAPHCAL_CLIENT_ID")
    #expect(json["sources"]?["tenant"] == "GRAPHCAL_TENANT")
    #expect(json["sources"]?["cloud"] == .string(home.authSettings))

    let login = await machine.run(
      "login", "--device-code", "--tenant", "option.example", "--cloud", "usgov", "--scopes",
      "User.Read,Calendars.Read")
    let request = try #require(login.requests.first)
    #expect(
      request.url
        == "https://login.microsoftonline.us/option.example/oauth2/v2.0/devicecode")
    #expect(request.form["client_id"] == Identity.client)
    #expect(request.form["scope"] == "Calendars.Read User.Read offline_access openid profile")
    let plain = await machine.run("login", "--device-code")
    #expect(plain.requests.first?.url == "\(china)/variable.example/oauth2/v2.0/devicecode")
    #expect(
      plain.requests.first?.form["scope"] == "Contacts.Read User.Read offline_access openid profile"
    )
  }

  @Test func `C3 token prints the token alone, and on a terminal only when forced`() async throws {
    _ = await machine.signIn()
    let piped = await machine.run("token")
    #expect(piped.output == "access-1\n")
    #expect(piped.errors.isEmpty)
    var terminal = machine
    terminal.environment.variables["GRAPHCAL_FORCE_TTY"] = "80"
    for words in [["token"], ["token", "--json"], ["token", "--fields", "accessToken"]] {
      let refused = await terminal.run(words)
      #expect(refused.status == 2)
      #expect(refused.output.isEmpty)
      #expect(!refused.errors.contains("access-1"))
      #expect(refused.errors.contains("give --force"))
      #expect(refused.requests.isEmpty)
    }
    #expect(await terminal.run("token", "--force").output == "access-1\n")
    #expect(try await machine.run("token", "--json").json["accessToken"] == "access-1")
  }

  @Test(arguments: [
    "https://login.microsoftonline.com", "https://login.microsoftonline.com/",
    "http://127.0.0.1:8080", "http://localhost:1", "http://[::1]:65535", "HTTPS://Login.X.Example",
  ])
  func `C4 tokens go to https, and within this machine to http`(root: String) async throws {
    var machine = machine
    machine.environment.variables["GRAPHCAL_LOGIN_URL"] = root
    let login = await machine.signIn()
    #expect(login.status == 0, "\(login.errors)")
    #expect(login.tokenRequests.allSatisfy { $0.url.hasPrefix(root) })
    let host = try #require(try home.stored("AccessToken", "environment").first)
    #expect(host == host.lowercased())
    #expect(!host.contains(":") || host == "::1")
  }

  @Test(arguments: [
    "http://login.microsoftonline.com", "http://127.0.0.1.evil.example", "ftp://x", "x",
    "https://a b", "https://user@host", "https://host/path", "https://host?x", "https://host#x",
    "https://:443", "https://host:0x", "http://[::2]", "https://", "http://0.0.0.0",
    "http://localhost.evil.example",
  ])
  func `C4 any other address is refused before anything is sent`(root: String) async throws {
    _ = await machine.signIn()
    var machine = machine
    machine.environment.variables["GRAPHCAL_LOGIN_URL"] = root
    for words in [["login", "--device-code"], ["token"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.requests.isEmpty)
      #expect(outcome.errors.contains("  try: "))
    }
    machine.environment.variables["GRAPHCAL_LOGIN_URL"] = nil
    machine.environment.variables["GRAPHCAL_GRAPH_URL"] = "http://graph.example/v1.0"
    let outcome = await machine.run("today")
    #expect(outcome.status == 2)
    #expect(outcome.requests.isEmpty)
  }

  @Test(
    arguments: [
      (
        .tls, "login.microsoftonline.com",
        "cannot make a secure connection to login.microsoftonline.com",
        "if a proxy of your company re-signs TLS, name its CA certificate in SSL_CERT_FILE"
      ),
      (
        .cannotReachProxy, "web:8080", "cannot reach proxy web:8080",
        "check HTTPS_PROXY, or list the host in NO_PROXY"
      ),
      (
        .proxyWantsSignIn, "web:8080", "the proxy web:8080 wants a sign-in",
        "put name and password into HTTPS_PROXY"
      ),
      (
        .cannotConnect, "login.microsoftonline.com", "cannot reach login.microsoftonline.com",
        "behind a company proxy set HTTPS_PROXY"
      ),
    ] as [(TransportError.Reason, String, String, String)])
  func `C5 what a company's network does wrong is told with what to set`(
    reason: TransportError.Reason, host: String, what: String, hint: String
  ) async throws {
    _ = await machine.signIn()
    let failure = Service.Answer.failure(
      TransportError(
        reason: reason, host: host, detail: "self-signed certificate", wasNotSent: true))
    await machine.service.script(Machine.deviceCodePath, failure)
    await machine.expire(then: failure)
    for words in [["login", "--device-code"], ["token"], ["today"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 7)
      #expect(outcome.errorLines.contains("graphcal: \(what)"), "\(outcome.errors)")
      #expect(outcome.errors.contains("self-signed certificate"))
      #expect(outcome.errors.contains("  try: ") && outcome.errors.contains(hint))
    }
  }

  @Test func `C6 the tokens are in a file wherever there is no keyring, and status says so`()
    async throws
  {
    #expect(machine.environment["DBUS_SESSION_BUS_ADDRESS"] == nil)
    #expect(machine.environment["DISPLAY"] == nil)
    #expect(await machine.signIn().status == 0)
    #expect(
      await machine.run("status").outputLines.contains(
        "Token cache   \(home.tokenCache) (a plain file)"))
    #expect(await machine.run("today").status == 0)
  }

  @Test func `C7 with a given token no file is touched, whatever is wrong with them`() async throws
  {
    try home.write(home.configuration, "broken {")
    try home.write(home.authSettings, "broken {")
    try home.write(home.tokenCache, "broken {")
    let (machine, _) = try given(by: "GRAPHCAL_ACCESS_TOKEN")
    for words in [["today"], ["week", "--json"], ["calendars", "--fields"], ["token"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try Files.names(in: home.stateFolder) == ["token-cache.json"])
    #expect(try home.read(home.tokenCache) == "broken {")
    var homeless = machine
    homeless.environment.variables["HOME"] = nil
    #expect(await homeless.run("today").status == 0)
  }

  @Test func `C8 no secret is in the trace, in verbose lines or in errors`() async throws {
    let path = home.folder + "/trace.har"
    let secret = Grant(1).with {
      $0.more = ["refresh_token": "refresh-secret", "access_token": "access-secret"]
    }
    let info = try #require(secret.body["client_info"]?.string)
    let id = try #require(secret.body["id_token"]?.string)
    await machine.service.script(
      Machine.deviceCodePath,
      .ok(
        #"{"user_code":"ABCD1234","device_code":"device-secret","verification_uri":"https://x.y"}"#)
    )
    await machine.service.script(Identity.tokenPath, DeviceCodeBehaviours.pending, secret.answer)
    let claims = #"{"access_token":{"claims-secret":1}}"#
    let challenge = Data(claims.utf8).base64EncodedString()
    await machine.service.script(
      "GET /me/calendarView",
      .status(
        401, #"{"error":{"code":"InvalidAuthenticationToken"}}"#, type: "application/json",
        [
          "WWW-Authenticate":
            "Bearer error=\"insufficient_claims\", claims=\"\(challenge)\"",
          "Set-Cookie": "session=cookie-secret",
        ]), .list(""))
    var text = ""
    for words in [["login", "--device-code"], ["today"], ["today"]] {
      let outcome = await machine.run(words + ["--verbose", "--trace", path])
      text += outcome.output + outcome.errors + (try home.read(path))
      if words == ["today"] {
        await machine.expire(then: Identity.refusal("invalid_grant", 700_082))
      }
    }
    // The requests that were made did hold them.
    let requests = await machine.service.requests
    let bodies = requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }.joined()
    #expect(bodies.contains("device-secret") && bodies.contains("refresh-secret"))
    #expect(bodies.contains("claims-secret"))
    for word in [
      "access-secret", "refresh-secret", "device-secret", "cookie-secret", "claims-secret",
      challenge, info, id, String(id.split(separator: ".")[1]),
    ] { #expect(!text.contains(word), "\(word)") }
    #expect(text.contains("Bearer ***"))
    #expect(text.contains("device_code=***"))
    #expect(try home.mode(path) == 0o600)
  }

  @Test(arguments: [
    "access_token", "refresh_token", "id_token", "code", "code_verifier", "device_code",
    "client_info", "claims", "client_secret",
  ])
  func `C8 a secret is masked by its name, in forms, addresses and JSON`(name: String) throws {
    let form = SecretMask.body(
      Array("a=1&\(name)=s3cret&z=2".utf8), contentType: "application/x-www-form-urlencoded")
    #expect(String(decoding: form, as: UTF8.self) == "a=1&\(name)=***&z=2")
    #expect(
      SecretMask.url("http://localhost:1/?\(name)=s3cret&state=x#\(name)=s3cret")
        == "http://localhost:1/?\(name)=***&state=x#\(name)=***")
    let json = SecretMask.body(
      Array(#"{"a":[{"\#(name)":"s3cret"}]}"#.utf8), contentType: "application/json")
    #expect(!String(decoding: json, as: UTF8.self).contains("s3cret"))
    let fields = SecretMask.headers(["Authorization": "Bearer s3cret", "Cookie": "s3cret"])
    #expect(fields["Authorization"] == "Bearer ***" && fields["Cookie"] == "***")
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `C9 a redirect of a token request is not followed, and a cookie not sent back`(
    status: Int
  ) async throws {
    let cookie: HTTPFields = ["Set-Cookie": "fpc=tracker; path=/; secure"]
    let away: HTTPFields = [
      "Location": "https://evil.example/oauth2/v2.0/token", "Set-Cookie": "fpc=tracker",
    ]
    await machine.service.script(
      Machine.deviceCodePath, .status(200, try text(Identity.deviceCode), cookie))
    await machine.service.script(
      Identity.tokenPath, .status(status, "", away),
      .status(200, try text(Identity.tokens(1)), cookie))
    let login = await machine.run("login", "--device-code")
    #expect(login.status == 0, "\(login.errors)")
    await machine.expire(then: .status(status, "", away))
    let outcome = await machine.run("token")
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("an answer that leads elsewhere, which is not followed"))
    for request in await machine.service.requests {
      #expect(
        request.url.hasPrefix("https://login.microsoftonline.com/")
          || request.url.hasPrefix(Machine.graphRoot))
      #expect(request.headers["Cookie"] == nil)
    }
  }

  private func text(_ answer: Service.Answer) throws -> String {
    String(decoding: try answer.get().body, as: UTF8.self)
  }

  @Test(arguments: [3600, -3600, 86_400, -86_400])
  func `C10 with a clock that is off a sign-in works, says so once, and nothing loops`(
    ahead: Int
  ) async throws {
    // The server's time stays; the machine is ahead of it.
    machine.clock.jumpWallClock(by: .seconds(ahead))
    let date: HTTPFields = ["Date": "Mon, 30 Nov 2026 08:00:00 GMT"]
    await machine.service.script(
      Machine.deviceCodePath, .status(200, try text(Identity.deviceCode), date))
    await machine.service.script(
      Identity.tokenPath, .status(200, try text(Identity.tokens(1)), date))
    let login = await machine.run("login", "--device-code")
    #expect(login.status == 0, "\(login.errors)")
    let amount = abs(ahead) == 3600 ? "60 minutes" : "24 hours"
    let hint =
      "the clock of this machine is \(amount) \(ahead > 0 ? "ahead of" : "behind") the server's"
    #expect(login.errorLines.filter { $0 == hint }.count == 1, "\(login.errors)")
    for _ in 0..<3 {
      let outcome = await machine.run("today")
      #expect(outcome.status == 0)
      #expect(outcome.tokenRequests.isEmpty)
    }
    // Where a request fails, the clock is named as a likely cause.
    let refused = try Identity.refusal("invalid_grant", 700_082).get()
    machine.clock.advance(by: .seconds(4000))
    await machine.service.script(
      Identity.tokenPath,
      .success(HTTPResponse(status: 400, headers: date, body: refused.body)))
    let failed = await machine.run("token")
    #expect(failed.status == 4)
    let reason = try #require(failed.errorLines.first { $0.hasPrefix("  because: ") })
    #expect(reason.contains("the clock of this machine is"))
  }

  // C076
  @Test(arguments: [
    // A token from the future is suspect, however little.
    ("10 minutes back", Duration.seconds(-600), 1), ("10 minutes on", .seconds(600), 0),
    ("4 minutes back", .seconds(-240), 0),
    ("a day on", .seconds(86_400), 1), ("a day back", .seconds(-86_400), 1),
    ("2 hours back", .seconds(-7200), 1),
  ])
  func `C10 a clock that jumps costs one renewal at most`(
    name: String, jump: Duration, renewals: Int
  ) async throws {
    _ = await machine.signIn()
    machine.clock.jumpWallClock(by: jump)
    await machine.service.script(Identity.tokenPath, Identity.tokens(2))
    let first = await machine.run("agenda")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.tokenRequests.count == renewals)
    let second = await machine.run("agenda")
    #expect(second.status == 0)
    #expect(second.tokenRequests.isEmpty)
  }
}
