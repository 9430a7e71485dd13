import JSON

/// What a client asks the authorize page for, checked.
///
/// Source: Microsoft identity platform, "OAuth 2.0 authorization code flow".
struct AuthorizationRequest: Sendable {
  enum ResponseMode: String, Sendable {
    case query
    case fragment
    case formPost = "form_post"
  }

  let client: String
  let redirect: String
  let mode: ResponseMode
  let state: String?
  let nonce: String?
  let scope: String
  let challenge: String?
  /// Whether the challenge is a digest of the verifier rather than the verifier itself.
  let challengeIsDigest: Bool
  let loginHint: String?
  let prompt: String?
  let wantsClientInfo: Bool
  let handlesClaims: Bool

  /// Why nobody can sign in with the request.
  enum Refusal: Error {
    /// Shown on a page, since it is not safe to send anybody back.
    case page(IdentityError)
    /// Told to the client at its redirect address.
    case redirect(IdentityError, to: Destination)
  }

  /// Where an answer goes.
  struct Destination: Sendable {
    var redirect: String
    var mode: ResponseMode
    var state: String?
  }

  var destination: Destination { Destination(redirect: redirect, mode: mode, state: state) }

  init(_ fields: FormFields, root: String) throws(Refusal) {
    guard let client = fields["client_id"], !client.isEmpty else {
      throw .page(.missing("client_id"))
    }
    guard IdentityPlatform.isKnown(client: client) else {
      throw .page(.unknownApplication(client, tenant: "common"))
    }
    guard let redirect = fields["redirect_uri"], Self.isRegistered(redirect) else {
      throw .page(
        IdentityError(
          "invalid_request", 50011,
          "The redirect address '\(fields["redirect_uri"] ?? "")' is not registered for the"
            + " application."))
    }
    guard let mode = ResponseMode(rawValue: fields["response_mode"] ?? "query") else {
      throw .page(
        IdentityError(
          "invalid_request", 900144, "The response mode is none of query, fragment, form_post."))
    }
    let destination = Destination(redirect: redirect, mode: mode, state: fields["state"])
    guard fields["response_type"] == "code" else {
      throw .redirect(
        IdentityError("unsupported_response_type", 700054, "Only 'code' can be asked for."),
        to: destination)
    }
    let method = fields["code_challenge_method"] ?? "plain"
    guard method == "S256" || method == "plain" else {
      throw .redirect(
        IdentityError("invalid_request", 501491, "The method of the code challenge is unknown."),
        to: destination)
    }
    let scope = fields["scope"] ?? ""
    do throws(IdentityError) {
      _ = try ScopeRequest(scope, root: root)
    } catch {
      throw .redirect(error, to: destination)
    }
    self.client = client
    self.redirect = redirect
    self.mode = mode
    self.scope = scope
    state = fields["state"]
    nonce = fields["nonce"]
    challenge = fields["code_challenge"]
    challengeIsDigest = method == "S256"
    loginHint = fields["login_hint"]
    prompt = fields["prompt"]
    wantsClientInfo = fields["client_info"] == "1"
    handlesClaims = ClaimsRequest(fields["claims"]).handlesChallenges
  }

  /// The error of a verifier that does not belong to the challenge; nil for one that does.
  func mismatch(verifier: String?) -> IdentityError? {
    guard let challenge else { return nil }
    let given = verifier.map {
      challengeIsDigest ? Base64URL.encoded(SHA256.digest(Array($0.utf8))) : $0
    }
    guard given != challenge else { return nil }
    return IdentityError(
      "invalid_grant", 501481, "The code_verifier does not belong to the code_challenge.")
  }

  /// Loopback with any port, as registered for "Mobile and desktop applications".
  static func isRegistered(_ address: String) -> Bool {
    if address == "https://login.microsoftonline.com/common/oauth2/nativeclient" { return true }
    return ["http://localhost", "http://127.0.0.1"].contains { host in
      guard address.hasPrefix(host) else { return false }
      var rest = address.dropFirst(host.count)
      if rest.first == ":" {
        rest = rest.dropFirst()
        let port = rest.prefix { $0.isASCII && $0.isNumber }
        guard UInt16(port) != nil else { return false }
        rest = rest.dropFirst(port.count)
      }
      return rest.isEmpty || rest.first == "/"
    }
  }
}

/// The JSON of the parameter `claims`.
struct ClaimsRequest {
  /// Whether the client says `cp1`: it understands claims challenges.
  let handlesChallenges: Bool

  init(_ text: String?) {
    let claims = text.flatMap { try? JSON(parsing: $0) }
    let capabilities = claims?["access_token"]?["xms_cc"]?["values"]?.array ?? []
    handlesChallenges = capabilities.contains { $0.string?.lowercased() == "cp1" }
  }
}
