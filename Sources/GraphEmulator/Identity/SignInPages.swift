import FoundationEssentials
import HTTPServer
import JSON

extension IdentityPlatform {
  /// `POST /{tenant}/oauth2/v2.0/devicecode`.
  func deviceCode(_ call: IdentityCall) throws(IdentityError) -> ServerResponse {
    let audience = try audience(of: call)
    guard call.method == "POST" else { throw Self.onlyPost }
    let client = try client(in: call.form, tenant: call.tenant)
    guard let scope = call.form["scope"] else { throw .missing("scope") }
    _ = try ScopeRequest(scope, root: call.root)
    var grant = DeviceGrant(
      client: client, tenant: call.tenant, scope: scope,
      isPersonal: audience == .directory(.personal), now: now, interval: configuration.pollInterval)
    if let user = nextUser(for: audience, hint: nil) { grant.state = .approved(user) }
    deviceGrants.append(grant)
    let page = "\(call.root)/devicelogin"
    return .json([
      "user_code": .string(grant.userCode), "device_code": .string(grant.deviceCode),
      "verification_uri": .string(page), "expires_in": .number(DeviceGrant.lifetime),
      "interval": .number(grant.interval),
      "message": .string(
        "To sign in, open \(page) in a web browser and enter the code \(grant.userCode)."),
    ])
  }

  /// `/devicelogin`: a person enters the code, picks an account, and agrees or declines.
  func devicePage(_ call: IdentityCall) -> ServerResponse {
    guard call.method == "POST" else { return .page(.enterCode(complaint: nil)) }
    let typed = (call.form["code"] ?? "").uppercased().filter { $0.isLetter || $0.isNumber }
    guard let index = deviceGrants.firstIndex(where: { $0.userCode == typed }) else {
      return .page(.enterCode(complaint: "That code is not known. Check it and try again."))
    }
    let grant = deviceGrants[index]
    guard grant.state == .pending else {
      return .page(.enterCode(complaint: "That code was used before. Start the sign-in again."))
    }
    guard now < grant.expires else {
      return .page(.enterCode(complaint: "That code has expired. Start the sign-in again."))
    }
    guard let audience = SignInAudience(grant.tenant, in: directory) else {
      return .page(.enterCode(complaint: "The code belongs to a directory that is gone."))
    }
    let users = directory.users.filter(audience.admits)
    switch call.form["decision"] {
    case "accept":
      guard let user = users.first(where: { $0.id == call.form["user"] }) else { break }
      deviceGrants[index].state = .approved(user)
      return .page(
        .message("Signed in", "You are signed in as \(user.userPrincipalName) on your device."))
    case "decline":
      deviceGrants[index].state = .declined
      return .page(.message("Declined", "Nobody was signed in on your device."))
    default: break
    }
    return .page(
      .consent(
        action: "/devicelogin", hidden: [("code", typed)], client: grant.client,
        scope: grant.scope, users: users, preferred: nil))
  }

  /// `/{tenant}/oauth2/v2.0/authorize`: by GET the page or, where sign-ins are automatic, the way
  /// back; by POST what the person decided.
  func authorize(_ call: IdentityCall) -> ServerResponse {
    let fields = call.method == "POST" ? call.form : call.query
    do throws(AuthorizationRequest.Refusal) {
      let audience: SignInAudience
      do throws(IdentityError) {
        audience = try self.audience(of: call)
      } catch {
        throw .page(error)
      }
      let request = try AuthorizationRequest(fields, root: call.root)
      let decision = call.method == "POST" ? fields["decision"] : nil
      if decision == "decline" {
        throw .redirect(
          IdentityError("access_denied", 65004, "The person declined to consent."),
          to: request.destination)
      }
      let users = directory.users.filter(audience.admits)
      var user = decision == "accept" ? users.first { $0.id == fields["user"] } : nil
      if user == nil { user = nextUser(for: audience, hint: request.loginHint) }
      if let user { return try signIn(user, with: request, call) }
      guard request.prompt != "none" else {
        throw .redirect(
          IdentityError("login_required", 50058, "Nobody is signed in in this browser."),
          to: request.destination)
      }
      return .page(
        .consent(
          action: "/\(call.segments.map(PercentCoding.encoded).joined(separator: "/"))",
          hidden: fields.items.filter { !["decision", "user"].contains($0.name) },
          client: request.client, scope: request.scope, users: users,
          preferred: request.loginHint.flatMap { directory.user(named: $0) }))
    } catch {
      switch error {
      case .page(let error):
        return .page(
          .message("Sign-in is not possible", error.description(trace(call))), status: 400)
      case .redirect(let error, let destination):
        return wayBack(
          to: destination,
          [
            ("error", error.error), ("error_description", error.description(trace(call))),
          ])
      }
    }
  }

  private func signIn(
    _ user: EmulatorUser, with request: AuthorizationRequest, _ call: IdentityCall
  ) throws(AuthorizationRequest.Refusal) -> ServerResponse {
    do throws(IdentityError) {
      consent(user, client: request.client, to: try ScopeRequest(request.scope, root: call.root))
    } catch {
      throw .redirect(error, to: request.destination)
    }
    let code = "1." + Base64URL.random(byteCount: 96)
    codes[code] = CodeGrant(
      request: request, user: user, tenant: call.tenant.lowercased(),
      expires: now.addingTimeInterval(600))
    var items = [("code", code), ("session_state", UUID().uuidString.lowercased())]
    if request.wantsClientInfo { items.append(("client_info", TokenMint.clientInfo(user))) }
    return wayBack(to: request.destination, items)
  }

  /// Sends the browser back to the client.
  private func wayBack(
    to destination: AuthorizationRequest.Destination, _ items: [(String, String)]
  ) -> ServerResponse {
    let items = items + (destination.state.map { [("state", $0)] } ?? [])
    if destination.mode == .formPost {
      return .page(.formPost(action: destination.redirect, items: items))
    }
    var address = destination.redirect
    let hasPath = address.drop { $0 != ":" }.dropFirst(3).contains("/")
    if !hasPath { address += "/" }
    let separator =
      destination.mode == .fragment ? "#" : address.contains("?") ? "&" : "?"
    address +=
      separator
      + items.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
    return ServerResponse(
      status: 302, headers: ["Location": address, "Cache-Control": "no-store, no-cache"])
  }
}
