import HTTPServer

extension IdentityPlatform {
  /// `/{tenant}/v2.0/adminconsent`: an administrator lets an application act for everybody in a tenant.
  ///
  /// By GET the page or, where sign-ins are automatic, the way back; by POST what the person decided.
  /// Every work account counts as an administrator here. Personal accounts have none.
  ///
  /// Source: Microsoft identity platform, "Admin consent on the Microsoft identity platform".
  func adminConsent(_ call: IdentityCall) throws(IdentityError) -> ServerResponse {
    let fields = call.method == "POST" ? call.form : call.query
    let audience = try audience(of: call)
    let client = try client(in: fields, tenant: call.tenant)
    guard let redirect = fields["redirect_uri"],
      AuthorizationRequest.isRegistered(redirect)
    else {
      throw IdentityError(
        "invalid_request", 50011,
        "The redirect address '\(fields["redirect_uri"] ?? "")' is not registered for the"
          + " application.")
    }
    guard let text = fields["scope"] else { throw .missing("scope") }
    let scope = try ScopeRequest(text, root: call.root)
    let administrators = directory.users.filter { audience.admits($0) && !$0.isPersonal }
    guard !administrators.isEmpty else {
      throw IdentityError(
        "invalid_request", 500208, "The directory '\(call.tenant)' has no administrators.")
    }
    if call.method == "POST", fields["decision"] == "decline" {
      return Self.back(
        to: redirect,
        [
          ("error", "access_denied"), ("error_subcode", "cancel"),
          (
            "error_description",
            IdentityError("access_denied", 65004, "The administrator declined to consent.")
              .description(trace(call))
          ), ("state", fields["state"]),
        ])
    }
    var administrator: EmulatorUser?
    if call.method == "POST", fields["decision"] == "accept" {
      administrator = administrators.first { $0.id == fields["user"] }
    } else if let user = nextUser(for: audience, hint: nil), !user.isPersonal {
      administrator = user
    }
    guard let administrator else {
      return .page(
        .adminConsent(
          action: "/\(call.segments.map(PercentCoding.encoded).joined(separator: "/"))",
          hidden: fields.items.filter { !["decision", "user"].contains($0.name) },
          client: client, scope: text, administrators: administrators))
    }
    consent(administrator.tenant, client: client, to: scope)
    return Self.back(
      to: redirect,
      [
        ("admin_consent", "True"), ("tenant", administrator.tenant.id), ("scope", text),
        ("state", fields["state"]),
      ])
  }

  /// Sends the browser to the redirect address with these items in its query.
  private static func back(
    to redirect: String, _ items: [(name: String, value: String?)]
  ) -> ServerResponse {
    let query = items.compactMap { name, value in
      value.map { "\(name)=\(PercentCoding.encoded($0))" }
    }
    return ServerResponse(
      status: 302,
      headers: [
        "Location": redirect + (redirect.contains("?") ? "&" : "?") + query.joined(separator: "&"),
        "Cache-Control": "no-store, no-cache",
      ])
  }

  /// Notes that everybody in `tenant` has what was asked for.
  private func consent(_ tenant: EmulatorTenant, client: String, to scope: ScopeRequest) {
    let wanted = scope.isDefault ? GraphPermission.registered : scope.permissions
    let key = "\(tenant.id) \(client.lowercased())"
    tenantConsents[key, default: []] += wanted.filter { !(tenantConsents[key] ?? []).contains($0) }
  }

  /// What `client` may do for `user`: what they agreed to, and then what an administrator did.
  func consented(by user: EmulatorUser, to client: String) -> [String] {
    let client = client.lowercased()
    let own = consents["\(user.id) \(client)"] ?? []
    return own
      + (tenantConsents["\(user.tenant.id) \(client)"] ?? []).filter { !own.contains($0) }
  }
}
