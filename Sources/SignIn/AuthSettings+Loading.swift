package import Host

extension AuthSettings {
  /// The cache of tokens: `GRAPHCAL_TOKEN_CACHE`, else a file in the state folder.
  package static func cachePath(environment: Environment) throws(SignInError) -> String {
    do {
      let paths = Paths(environment: environment)
      if let path = environment["GRAPHCAL_TOKEN_CACHE"] { return try paths.expanding(path) }
      return try paths.state("graphcal/token-cache.json")
    } catch {
      throw TokenCacheFile.unreadable(error)
    }
  }

  /// Microsoft Graph's root alone, which a token from the environment needs without any registration.
  package static func graphRoot(
    environment: Environment, cloud: Setting<Cloud> = Setting(.global, from: .builtIn)
  ) throws(SignInError) -> Setting<String> {
    let variable = "GRAPHCAL_GRAPH_URL"
    guard let text = environment[variable] else {
      return Setting(cloud.value.graphRoot + "/v1.0", from: cloud.source)
    }
    let root = try WebRoot(text, named: "Microsoft Graph address", pathAllowed: true)
    return Setting(root.text, from: .environment(variable))
  }

  /// Puts the settings together: option before environment before file.
  ///
  /// The file is the option's, else `GRAPHCAL_AUTH_SETTINGS`, else `AuthSettings.json` in the
  /// configuration folder; only the last may be missing. The current folder is never looked into.
  package static func load(
    _ options: Options = Options(), environment: Environment
  ) throws(SignInError) -> AuthSettings {
    let file =
      options.readsFile
      ? try AuthSettingsFile.find(option: options.file, environment: environment) : nil
    let source = file.map { Source.file($0.path) } ?? .builtIn

    let tenant =
      options.tenant.map { Setting($0, from: .option("--tenant")) }
      ?? variable("GRAPHCAL_TENANT", environment)
      ?? file?.tenant.map { Setting($0, from: source) } ?? Setting("common", from: .builtIn)
    let cloud = try Self.cloud(options, file, source)
    let scopes =
      options.scopes.map { Setting(expand($0), from: .option("--scopes")) }
      ?? file?.scopes.map { Setting($0, from: source) } ?? Setting(Scopes.standard, from: .builtIn)
    guard !Scopes.graphOnly(scopes.value).isEmpty else {
      throw .usage(
        "no permissions to ask for", why: "\(scopes.source.name) names none of Microsoft Graph",
        hint: "for example: " + Scopes.standard.joined(separator: ", "))
    }
    try check(scopes: scopes)
    let clientID =
      options.clientID.map { Setting($0, from: .option("--app-id")) }
      ?? variable("GRAPHCAL_CLIENT_ID", environment)
      ?? file?.clientID.map { Setting($0, from: source) }
    guard let clientID else { throw try noRegistration(file, environment) }
    try check(clientID)
    let loginRoot =
      variable("GRAPHCAL_LOGIN_URL", environment)
      ?? Setting(cloud.value.loginRoot, from: cloud.source)
    // Says at once what is wrong with it.
    _ = try Authority(root: loginRoot.value, tenant: tenant.value)
    return AuthSettings(
      clientID: clientID, tenant: tenant, cloud: cloud,
      scopes: Setting(Scopes.graphOnly(scopes.value), from: scopes.source), loginRoot: loginRoot,
      graphRoot: try graphRoot(environment: environment, cloud: cloud), file: file?.path,
      warnings: file?.warnings ?? [])
  }

  /// `read` and `write` as lists of permissions, other names as they are.
  package static func expand(_ names: [String]) -> [String] {
    names.flatMap { name in
      switch name.lowercased() {
      case "read": ["User.Read", "MailboxSettings.Read", "Calendars.Read", "Contacts.Read"]
      case "write":
        ["User.Read", "MailboxSettings.ReadWrite", "Calendars.ReadWrite", "Contacts.ReadWrite"]
      default: [name]
      }
    }
  }

  private static func variable(_ name: String, _ environment: Environment) -> Setting<String>? {
    environment[name].map { Setting($0, from: .environment(name)) }
  }

  private static func cloud(
    _ options: Options, _ file: AuthSettingsFile?, _ source: Source
  ) throws(SignInError) -> Setting<Cloud> {
    let text =
      options.cloud.map { Setting($0, from: .option("--cloud")) }
      ?? file?.cloud.map { Setting($0, from: source) }
    guard let text else { return Setting(.global, from: .builtIn) }
    guard let cloud = Cloud(name: text.value) else {
      throw .usage(
        "there is no cloud \"\(PlainText.line(text.value, limit: 80))\"", why: text.source.name,
        hint: "one of: " + Cloud.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return Setting(cloud, from: text.source)
  }

  /// Refuses what can be no permission of Graph before anybody is asked for it.
  private static func check(scopes: Setting<[String]>) throws(SignInError) {
    for name in scopes.value {
      let bare = Scopes.normalized(name)
      let isName = bare.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-_".utf8.contains(byte)
      }
      guard isName, !bare.isEmpty else {
        throw .usage(
          "\"\(PlainText.line(name, limit: 80))\" is no permission of Microsoft Graph",
          why: "it comes from \(scopes.source.name)",
          hint: "names look like Calendars.Read; read and write stand for lists of them")
      }
    }
  }

  private static func check(_ clientID: Setting<String>) throws(SignInError) {
    let isID = clientID.value.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let isExample = clientID.value.allSatisfy { $0 == "0" || $0 == "-" }
    guard isID, !isExample, clientID.value.utf8.count <= 100 else {
      throw .usage(
        "AppId is not the id of an app registration", why: "it comes from \(clientID.source.name)",
        hint: "copy the Application (client) ID from entra.microsoft.com > App registrations")
    }
  }

  private static func noRegistration(
    _ file: AuthSettingsFile?, _ environment: Environment
  ) throws(SignInError) -> SignInError {
    if let file {
      let near = file.warnings.first { $0.contains("AppId") }
      return .usage(
        "no AppId in \(file.path)", why: near,
        hint: "graphcal setup, or add \"AppId\": the Application (client) ID of your registration")
    }
    let path: String
    do {
      path = try Paths(environment: environment).config("graphcal/AuthSettings.json")
    } catch {
      return .usage(
        "no app registration is set up", why: error.description,
        hint: "set GRAPHCAL_CLIENT_ID, or set HOME and run graphcal setup")
    }
    return .usage(
      "no app registration is set up", why: "there is no \(path)",
      hint: "graphcal setup, or set GRAPHCAL_CLIENT_ID")
  }
}
