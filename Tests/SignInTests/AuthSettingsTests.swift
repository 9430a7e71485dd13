import Testing

import Host
import SignIn
import TestSupport

@Suite struct AuthSettingsTests {
  let folder: TemporaryFolder
  var environment: Environment { ["HOME": folder.path] }

  init() throws {
    folder = try TemporaryFolder()
    try Files.createPrivateFolder(folder.at(".config/graphcal"))
  }

  private func put(_ text: String) throws {
    try folder.put(".config/graphcal/AuthSettings.json", text)
  }

  private var path: String { folder.at(".config/graphcal/AuthSettings.json") }

  private func failure(
    _ options: AuthSettings.Options = .init(), _ environment: Environment? = nil
  ) -> SignInError? {
    #expect(throws: SignInError.self) {
      try AuthSettings.load(options, environment: environment ?? self.environment)
    }
  }

  @Test func `the file alone, with a mark, comments and Windows line ends`() throws {
    try put(
      "\u{FEFF}{\r\n // mine\r\n \"AppId\": \" \(Sample.client)\\n\",\r\n"
        + " \"GraphScopes\": [\"openid\", \"User.Read\", \"Contacts.Read\", \"user.read\"],\r\n"
        + " \"TenantId\": \"Example.org\", \"Cloud\": \"USGov\" /* x */\r\n}\r\n")
    let settings = try AuthSettings.load(environment: environment)
    #expect(settings.clientID == .init(Sample.client, from: .file(path)))
    #expect(settings.scopes == .init(["User.Read", "Contacts.Read"], from: .file(path)))
    #expect(settings.cloud == .init(.usgov, from: .file(path)))
    #expect(settings.loginRoot.value == "https://login.microsoftonline.us")
    #expect(settings.graphRoot.value == "https://graph.microsoft.us/v1.0")
    #expect(try settings.authority().tenant == "example.org")
    #expect(settings.warnings == [])
  }

  @Test func `option beats environment beats file beats default`() throws {
    try put(#"{"AppId":"from-file","TenantId":"file.example","Cloud":"china"}"#)
    var environment = environment
    let byFile = try AuthSettings.load(environment: environment)
    #expect(byFile.tenant.value == "file.example")
    #expect(byFile.scopes == .init(Scopes.standard, from: .builtIn))
    environment.variables["GRAPHCAL_TENANT"] = "environment.example"
    environment.variables["GRAPHCAL_CLIENT_ID"] = "from-environment"
    environment.variables["GRAPHCAL_LOGIN_URL"] = "http://127.0.0.1:99/"
    environment.variables["GRAPHCAL_GRAPH_URL"] = "http://127.0.0.1:99/v1.0/"
    let byVariable = try AuthSettings.load(environment: environment)
    #expect(byVariable.tenant.source.name == "GRAPHCAL_TENANT")
    #expect(byVariable.clientID.value == "from-environment")
    #expect(byVariable.cloud.value == .china)
    #expect(try byVariable.authority().tokenURL.hasPrefix("http://127.0.0.1:99/environment"))
    #expect(byVariable.graphRoot.value == "http://127.0.0.1:99/v1.0")
    let byOption = try AuthSettings.load(
      .init(tenant: "option.example", cloud: "global", scopes: ["read"]), environment: environment)
    #expect(byOption.tenant == .init("option.example", from: .option("--tenant")))
    #expect(byOption.cloud.value == .global)
    #expect(byOption.scopes.value.contains("Calendars.Read"))
  }

  @Test func `a variable is enough, also without any home`() throws {
    let settings = try AuthSettings.load(environment: ["GRAPHCAL_CLIENT_ID": Sample.client])
    #expect(settings.tenant == .init("common", from: .builtIn))
    #expect(settings.file == nil)
    let error = failure(.init(), [:])
    #expect(error?.kind == .usage)
    #expect(error?.why?.contains("HOME") == true)
  }

  @Test func `without settings it is said where they go`() {
    let error = failure()
    #expect(error?.what == "no app registration is set up")
    #expect(error?.why == "there is no \(path)")
    #expect(error?.hint?.contains("graphcal setup") == true)
    #expect(error?.hint?.contains("GRAPHCAL_CLIENT_ID") == true)
  }

  @Test(arguments: [
    ("{", "line 1, column 2"), ("{\n \"AppId\" \"x\"}", "line 2, column 10"), ("", "line 1"),
    ("[]", "array"), (#"{"AppId": 5}"#, "line 1: it is of type number"),
    ("{\n\"AppId\":\"a\",\n\"GraphScopes\":[1]}", "line 3"),
    (#"{"AppId":"<your app id>"}"#, "comes from"),
    (#"{"AppId":"00000000-0000-0000-0000-000000000000"}"#, "comes from"),
    (#"{"AppId":"a","GraphScopes":["openid"]}"#, "names none"),
    (#"{"AppId":"a","Cloud":"mars"}"#, "AuthSettings.json"),
    (#"{"AppID":"a"}"#, #"unknown key "AppID"; did you mean "AppId"?"#),
    (#"{"client_id":"a"}"#, #"did you mean "AppId"?"#),
  ])
  func `what is wrong with the file is told with its place`(text: String, why: String) throws {
    try put(text)
    let error = failure()
    #expect(error?.kind == .usage)
    #expect(error?.hint != nil)
    #expect(error?.why?.contains(why) == true, "\(error?.why ?? "")")
  }

  @Test func `unknown and repeated keys are warnings`() throws {
    try put("{\"AppId\":\"a\",\n\"TenantID\":\"x\",\n\"Favourite\":1,\n\"AppId\":\"b\"}")
    let settings = try AuthSettings.load(environment: environment)
    #expect(
      settings.warnings == [
        "\(path), line 4: \"AppId\" stands twice",
        "\(path), line 2: unknown key \"TenantID\"; did you mean \"TenantId\"?",
        "\(path), line 3: unknown key \"Favourite\"",
      ])
    #expect(settings.clientID.value == "b")
  }

  @Test func `a named file must be there`() throws {
    #expect(failure(.init(file: folder.at("none")))?.why?.contains("none") == true)
    var environment = environment
    environment.variables["GRAPHCAL_AUTH_SETTINGS"] = "~/named.json"
    #expect(failure(.init(), environment)?.kind == .usage)
    try folder.put("named.json", #"{"AppId":"named"}"#)
    #expect(try AuthSettings.load(environment: environment).clientID.value == "named")
    #expect(failure(.init(file: folder.path), environment)?.why?.contains("regular file") == true)
  }

  @Test func `roots that would leak tokens are refused`() throws {
    for name in ["GRAPHCAL_LOGIN_URL", "GRAPHCAL_GRAPH_URL"] {
      let error = failure(
        .init(), ["GRAPHCAL_CLIENT_ID": "a", name: "http://graph.example/v1.0"])
      #expect(error?.kind == .usage)
    }
  }

  @Test func `the cache lies where the variables say`() throws {
    #expect(
      try AuthSettings.cachePath(environment: ["HOME": "/h"])
        == "/h/.local/state/graphcal/token-cache.json")
    #expect(
      try AuthSettings.cachePath(environment: ["HOME": "/h", "XDG_STATE_HOME": "/s"])
        == "/s/graphcal/token-cache.json")
    #expect(
      try AuthSettings.cachePath(environment: ["HOME": "/h", "GRAPHCAL_TOKEN_CACHE": "~/t"])
        == "/h/t")
    let error = #expect(throws: SignInError.self) { try AuthSettings.cachePath(environment: [:]) }
    #expect(error?.hint == "set HOME, XDG_STATE_HOME or GRAPHCAL_TOKEN_CACHE")
  }
}

@Suite struct AccessTokenVariableTests {
  @Test func `a token from the environment is used as it is`() throws {
    #expect(try AccessTokenVariable([:]) == nil)
    #expect(try AccessTokenVariable(["GRAPHCAL_ACCESS_TOKEN": ""]) == nil)
    let variable = try AccessTokenVariable(["GRAPHCAL_ACCESS_TOKEN": " abc.def\n"])
    #expect(variable?.token.secret.exposed == "abc.def")
    #expect(variable?.token.source == .given("GRAPHCAL_ACCESS_TOKEN"))
  }

  @Test(arguments: ["a b", "a\u{1}b", "ä", "a\r\nX-Evil: 1", " "])
  func `what cannot be one is refused without showing it`(text: String) {
    let error = #expect(throws: SignInError.self) {
      try AccessTokenVariable(["GRAPHCAL_ACCESS_TOKEN": text])
    }
    #expect(error?.kind == .usage)
    #expect(error.map { "\($0)" }?.contains("Evil") == false)
  }
}
