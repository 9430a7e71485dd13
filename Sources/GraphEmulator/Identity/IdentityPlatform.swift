import FoundationEssentials
import HTTPServer
import JSON

/// The identity platform: sign-in pages, tokens, and what clients have to know to find them.
///
/// Source: Microsoft identity platform v2.0 documentation; RFC 6749, 7636, 8628.
actor IdentityPlatform {
  let configuration: EmulatorConfiguration
  let directory: EmulatorDirectory
  let mint: TokenMint
  var deviceGrants: [DeviceGrant] = []
  var codes: [String: CodeGrant] = [:]
  var refreshGrants: [String: RefreshGrant] = [:]
  /// What each user let each application do; the key holds both.
  var consents: [String: [String]] = [:]
  /// What administrators let applications do for everybody in a tenant; the key holds both.
  var tenantConsents: [String: [String]] = [:]
  /// When each user's sessions were revoked, by id.
  var revocations: [String: Date] = [:]
  /// Tokens that were found to be ours.
  var knownTokens: [String: TokenMint.Access] = [:]
  private var approvals = 0

  /// An authorization code that waits to be redeemed.
  struct CodeGrant: Sendable {
    var request: AuthorizationRequest
    var user: EmulatorUser
    /// As it stood in the address, in lower case.
    var tenant: String
    var expires: Date
    var isUsed = false
  }

  /// What a refresh token is good for.
  struct RefreshGrant: Sendable {
    var user: EmulatorUser
    var client: String
    var scope: String
    var issued: Date
  }

  init(configuration: EmulatorConfiguration, directory: EmulatorDirectory) {
    self.configuration = configuration
    self.directory = directory
    mint = TokenMint(directory: directory)
  }

  var now: Date { configuration.realTime() }

  /// The answer to one request; nil when the path is none of the platform's.
  func answer(_ call: IdentityCall) -> ServerResponse? {
    do throws(IdentityError) {
      switch call.segments.map({ $0.lowercased() }) {
      case ["devicelogin"]: return devicePage(call)
      case ["error"]: return .page(.errorNumber(call.query["code"] ?? ""))
      case ["common", "discovery", "instance"]: return try instanceDiscovery(call)
      default: break
      }
      switch call.endpoint {
      case "v2.0/.well-known/openid-configuration":
        let audience = try audience(of: call)
        return .json(
          Discovery.configuration(tenant: call.tenant, audience: audience, root: call.root))
      case "discovery/v2.0/keys", "discovery/keys": return .json(["keys": []])
      case "oauth2/v2.0/devicecode": return try deviceCode(call)
      case "oauth2/v2.0/token": return try token(call)
      case "oauth2/v2.0/authorize": return authorize(call)
      case "v2.0/adminconsent": return try adminConsent(call)
      case "oauth2/v2.0/logout", "oauth2/logout": return signOut(call)
      default: return nil
      }
    } catch {
      return refusal(error, call)
    }
  }

  /// `error` as the answer to `call`.
  func refusal(_ error: IdentityError, _ call: IdentityCall) -> ServerResponse {
    if error == .adminApproval, call.endpoint == "oauth2/v2.0/authorize" {
      return approvalNeeded(call)
    }
    let isForPeople =
      ["oauth2/v2.0/authorize", "v2.0/adminconsent"].contains(call.endpoint)
      || call.tenant.lowercased() == "devicelogin"
    guard !isForPeople else {
      return .page(
        .message("Sign-in is not possible", error.description(trace(call))), status: error.status)
    }
    return .json(error.body(trace(call)), status: error.status)
  }

  func trace(_ call: IdentityCall) -> IdentityError.Trace {
    IdentityError.Trace(
      traceID: call.traceID, correlationID: call.correlationID, date: now, root: call.root)
  }

  func audience(of call: IdentityCall) throws(IdentityError) -> SignInAudience {
    guard let audience = SignInAudience(call.tenant, in: directory) else {
      throw .unknownTenant(call.tenant)
    }
    return audience
  }

  /// The application that `fields` name.
  func client(in fields: FormFields, tenant: String) throws(IdentityError) -> String {
    guard let client = fields["client_id"], !client.isEmpty else { throw .missing("client_id") }
    guard Self.isKnown(client: client) else {
      throw .unknownApplication(client, tenant: tenant)
    }
    if fields["client_secret"] != nil || fields["client_assertion"] != nil { throw .secretSent }
    return client
  }

  /// Every GUID names an application here, but for the empty one.
  static func isKnown(client: String) -> Bool {
    guard let id = UUID(uuidString: client) else { return false }
    return id.uuidString != "00000000-0000-0000-0000-000000000000"
  }

  /// Who is signed in without asking, when sign-ins are automatic.
  ///
  /// - Returns: the user `hint` names, else the next of the list whom `audience` admits; nil when
  ///   sign-ins are by hand or nobody fits.
  func nextUser(for audience: SignInAudience, hint: String?) -> EmulatorUser? {
    guard case .automatic(let names) = configuration.approval else { return nil }
    if let user = hint.flatMap({ directory.user(named: $0) }), audience.admits(user) {
      return user
    }
    var users = names.compactMap { directory.user(named: $0) }
    if users.isEmpty { users = directory.users.filter(audience.admits).first.map { [$0] } ?? [] }
    for offset in 0..<users.count {
      let user = users[(approvals + offset) % users.count]
      guard audience.admits(user) else { continue }
      approvals += offset + 1
      return user
    }
    return nil
  }

  private func instanceDiscovery(_ call: IdentityCall) throws(IdentityError) -> ServerResponse {
    guard call.query["authorization_endpoint"]?.isEmpty == false else {
      throw .missing("authorization_endpoint")
    }
    return .json(Discovery.instances(root: call.root))
  }

  private func signOut(_ call: IdentityCall) -> ServerResponse {
    .page(.message("Signed out", "You are signed out here. Tokens of applications stay good."))
  }
}

extension IdentityPlatform {
  /// The page that asks for an administrator; only from there does the refusal reach the client.
  private func approvalNeeded(_ call: IdentityCall) -> ServerResponse {
    let fields = call.method == "POST" ? call.form : call.query
    guard let request = try? AuthorizationRequest(fields, root: call.root) else {
      return .page(
        .message("Sign-in is not possible", IdentityError.adminApproval.description(trace(call))),
        status: 400)
    }
    var items = [
      ("error", IdentityError.adminApproval.error), ("error_subcode", "cancel"),
      ("error_description", IdentityError.adminApproval.description(trace(call))),
    ]
    if let state = request.state { items.append(("state", state)) }
    return .page(
      .formPost(
        title: "Need admin approval",
        text: "\(request.client) needs permissions that only an administrator can grant.",
        button: "Return to the application without granting consent", action: request.redirect,
        method: request.mode == .formPost ? "post" : "get", items: items, sendsItself: false))
  }
}

extension ServerResponse {
  /// An answer of the identity platform in JSON, which nobody may keep.
  static func json(_ json: JSON, status: Int = 200) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: [
        "Cache-Control": "no-store, no-cache", "Pragma": "no-cache",
        "Content-Type": "application/json; charset=utf-8",
      ],
      body: json.bytes(.wire))
  }

  /// A page for a person.
  static func page(_ page: IdentityPage, status: Int = 200) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: [
        "Cache-Control": "no-store, no-cache", "Pragma": "no-cache",
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": page.contentSecurityPolicy,
        "X-Frame-Options": "DENY",
      ],
      body: Array(page.html.utf8))
  }
}
