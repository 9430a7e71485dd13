import SignIn
import Terminal

/// What is known of the registration before anything is asked.
struct SetupWish {
  var appID: String?
  var tenant: String?
  var cloud: Cloud?
  /// Names of permissions; nil for the usual ones.
  var scopes: [String]?
  var audience: RegistrationGuide.Audience?

  func guide() throws(Failure) -> RegistrationGuide {
    do {
      return try RegistrationGuide(
        audience: audience ?? .organization, cloud: cloud ?? .global,
        scopes: scopes ?? Scopes.standard)
    } catch {
      throw Failure(error)
    }
  }
}

/// Asks a person for what the options do not say.
struct SetupInterview {
  private var wish: SetupWish
  private let place: AuthSettingsPlace
  private let prompt: Prompt
  private let report: @Sendable (String) -> Void
  /// What was given by options and is therefore not asked.
  private let given: SetupWish

  init(
    wish: SetupWish, place: AuthSettingsPlace, prompt: Prompt,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.wish = wish
    self.place = place
    self.prompt = prompt
    self.report = report
    given = wish
  }

  /// Whether a wrong answer of the identity platform may be mended by other answers of the person.
  var canAskAgain: Bool { prompt.canAsk && given.appID == nil }

  /// The settings as options and answers have them.
  ///
  /// - Throws: `Failure` of kind usage for options that cannot be, of kind stopped when the person
  ///   gives no answer.
  mutating func draft() throws(Failure) -> AuthSettingsDraft {
    if let id = given.appID {
      // Says at once what is wrong with it.
      _ = try checked { () throws(SignInError) in try AuthSettingsDraft.clientID(id) }
    } else {
      try askForGuide()
      report("\n" + SetupText.text(try wish.guide()) + "\n")
    }
    return try askForIDs()
  }

  /// The same once more, after the identity platform did not know the first answer.
  mutating func draftAgain() throws(Failure) -> AuthSettingsDraft {
    wish.appID = nil
    wish.tenant = given.tenant
    return try askForIDs()
  }

  /// What decides how the registration is made.
  private mutating func askForGuide() throws(Failure) {
    report("graphcal signs in with an app registration of your own; it takes five minutes, once.\n")
    report("Enter alone takes what stands in brackets.\n\n")
    if wish.cloud == nil {
      let old = place.text("Cloud").flatMap { Cloud(name: $0) } ?? .global
      wish.cloud = try answer(
        "Cloud: " + Cloud.allCases.map(\.rawValue).joined(separator: ", "), usual: old.rawValue
      ) { (text) throws(SignInError) in
        guard let cloud = Cloud(name: text) else { throw Self.unknown(text) }
        return cloud
      }
    }
    if wish.audience == nil {
      let kinds = RegistrationGuide.Audience.allCases.filter {
        $0 != .personalToo || wish.cloud == .global
      }
      wish.audience = try answer(
        "Accounts: " + kinds.map(\.rawValue).joined(separator: ", "), usual: kinds[0].rawValue
      ) { (text) throws(SignInError) in
        guard let kind = kinds.first(where: { $0.rawValue == text.lowercased() }) else {
          throw Self.unknown(text)
        }
        return kind
      }
    }
    if wish.scopes == nil {
      wish.scopes = try answer("Permissions: usual, read, write, or names", usual: "usual") {
        (text) throws(SignInError) in
        if text.lowercased() == "usual" { return Scopes.standard }
        let scopes = AuthSettings.expand(Scopes.split(text))
        guard !Scopes.graphOnly(scopes).isEmpty else { throw Self.unknown(text) }
        return scopes
      }
    }
  }

  private mutating func askForIDs() throws(Failure) -> AuthSettingsDraft {
    if wish.appID == nil {
      wish.appID = try answer("Application (client) ID", usual: place.text("AppId")) {
        (text) throws(SignInError) in try AuthSettingsDraft.clientID(text)
      }
    }
    if wish.tenant == nil { wish.tenant = try tenant() }
    let wish = wish
    return try checked { () throws(SignInError) in
      try check(wish.tenant ?? "")
      return try AuthSettingsDraft(
        clientID: wish.appID ?? "", tenant: wish.tenant ?? "", cloud: wish.cloud ?? .global,
        scopes: Scopes.graphOnly(wish.scopes ?? Scopes.standard))
    }
  }

  private func tenant() throws(Failure) -> String {
    let usual =
      switch wish.audience {
      case .organization: place.text("TenantId")
      case .anyOrganization: "organizations"
      case .personalToo: "common"
      case nil: place.text("TenantId") ?? "common"
      }
    guard prompt.canAsk else {
      guard let usual else {
        throw Failure(
          .usage, "a registration for one organisation needs its tenant",
          hint: "add --tenant with the Directory (tenant) ID, or another --audience")
      }
      return usual
    }
    return try answer("Directory (tenant) ID, or a domain", usual: usual) {
      (text) throws(SignInError) in
      try check(text)
      return try AuthSettingsDraft.tenant(text)
    }
  }

  /// Refuses the words for many tenants where the registration is for one.
  private func check(_ tenant: String) throws(SignInError) {
    guard wish.audience == .organization,
      ["common", "organizations", "consumers"].contains(tenant.lowercased())
    else { return }
    throw SignInError(
      .usage, "a registration for one organisation needs its tenant, not \(tenant)",
      hint: "give the Directory (tenant) ID, or another --audience", code: "configuration")
  }

  /// Asks until the answer can be used.
  private func answer<Value>(
    _ question: String, usual: String?, _ read: (String) throws(SignInError) -> Value
  ) throws(Failure) -> Value {
    while true {
      let mark = usual.map { " [\($0)]" } ?? ""
      guard let line = prompt.ask(question + mark + ":") else {
        report("\n")
        throw Failure(
          .stopped, "setup was stopped, and nothing is written",
          hint: "graphcal setup --app-id ID --tenant T")
      }
      let text = TextSanitizer.line(line).split(separator: " ").joined(separator: " ")
      guard let text = text.isEmpty ? usual : text else { continue }
      do {
        return try read(text)
      } catch {
        report([error.what, error.why].compactMap(\.self).joined(separator: "; ") + "\n")
      }
    }
  }

  private func checked<Value>(
    _ body: () throws(SignInError) -> Value
  ) throws(Failure) -> Value {
    do { return try body() } catch { throw Failure(error) }
  }

  private static func unknown(_ text: String) -> SignInError {
    SignInError(.usage, "\"\(text)\" is none of these", code: "configuration")
  }
}
