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
