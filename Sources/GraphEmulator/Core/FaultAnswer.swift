import FoundationEssentials
import HTTPServer
import JSON

extension EmulatorFault {
  /// What Graph says when it answers with the status of this fault.
  ///
  /// Source: Microsoft Graph, "Error responses"; the codes that Outlook resources use.
  func graphError(root: String) -> GraphError? {
    var error: GraphError
    switch kind {
    case .policyBlock, .securityDefaults, .adminApproval:
      error = .accessDenied
    case .claimsChallenge, .secondFactor:
      error = .unauthorized(
        "The access token does not hold the claims that are asked for.", root: root,
        claims: Self.wantedClaims)
    case .status(401):
      error = .unauthorized("The token is not accepted.", root: root)
    case .status(let status):
      let (code, message) = Self.words[status] ?? ("UnknownError", "The request failed.")
      error = GraphError(status: status, code: code, message: message)
    default: return nil
    }
    if let retryAfter { error.headers["Retry-After"] = retryAfter }
    return error
  }

  /// An authentication context that a policy asks for.
  ///
  /// Source: Microsoft identity platform, "Developer guide to Conditional Access authentication context".
  private static let wantedClaims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#

  private static let words: [Int: (code: String, message: String)] = [
    400: ("ErrorInvalidRequest", "The request is invalid."),
    403: ("ErrorAccessDenied", "Access is denied. Check credentials and try again."),
    404: ("ErrorItemNotFound", "The specified object was not found in the store."),
    409: ("ErrorFolderExists", "A folder with the specified name already exists."),
    410: ("SyncStateNotFound", "The sync state is not known. A full synchronization is needed."),
    412: ("ErrorIrresolvableConflict", "The item was changed in the meantime."),
    413: ("RequestEntityTooLarge", "The request is too large."),
    423: ("resourceLocked", "The resource is locked."),
    429: ("ApplicationThrottled", "The application is over its MailboxConcurrency limit."),
    500: ("InternalServerError", "The server met an unexpected condition."),
    503: ("ServiceUnavailable", "The service is not available for now."),
    507: ("ErrorQuotaExceeded", "The mailbox is over its quota."),
  ]

  /// What the identity platform says when it answers with the status of this fault.
  var identityError: IdentityError? {
    switch kind {
    case .policyBlock: .policyBlock
    case .securityDefaults: .securityDefaults
    case .adminApproval: .adminApproval
    case .secondFactor, .claimsChallenge: .secondFactor(claims: Self.wantedClaims)
    case .status(429):
      IdentityError(
        "temporarily_unavailable", 90055, "The directory is throttled for now.", status: 429)
    case .status(401):
      IdentityError(
        "invalid_client", 7000218, "The body must hold a 'client_assertion' or 'client_secret'.",
        status: 401)
    case .status(let status) where status >= 500:
      IdentityError(
        status == 500 ? "server_error" : "temporarily_unavailable", 90033,
        "A transient fault of the service.", status: status)
    case .status(let status):
      IdentityError("invalid_request", 9002313, "The request is malformed.", status: status)
    default: nil
    }
  }

  /// The page in place of JSON; nil for other kinds.
  var page: ServerResponse? {
    guard case .html(let status) = kind else { return nil }
    var response = ServerResponse(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: Array("<html><body><h1>Proxy</h1><p>This is not the service.</p></body></html>\n".utf8))
    if let retryAfter { response.headers["Retry-After"] = retryAfter }
    return response
  }
}

extension GraphError {
  /// 401 for a token that is missing, spoilt or too old.
  static func unauthorized(
    _ message: String, root: String, claims: String? = nil
  ) -> GraphError {
    var challenge =
      "Bearer realm=\"\", authorization_uri=\"\(root)/common/oauth2/authorize\","
      + " client_id=\"00000003-0000-0000-c000-000000000000\""
    if let claims {
      challenge +=
        ", error=\"insufficient_claims\", claims=\"\(Data(claims.utf8).base64EncodedString())\""
    }
    return GraphError(
      status: 401, code: "InvalidAuthenticationToken", message: message,
      headers: ["WWW-Authenticate": challenge])
  }
}
