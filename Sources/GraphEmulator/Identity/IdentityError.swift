import FoundationEssentials
import JSON

/// A refusal in the identity platform's words.
///
/// Source: Microsoft identity platform, "Microsoft Entra authentication and authorization error codes".
struct IdentityError: Error, Sendable, Equatable {
  var status = 400
  /// The word that clients decide on.
  var error: String
  /// The number after `AADSTS`; nil where the service gives none.
  var number: Int?
  var text: String
  var suberror: String?
  /// JSON that the client is to send along with its next request.
  var claims: String?

  init(
    _ error: String, _ number: Int?, _ text: String, status: Int = 400, suberror: String? = nil,
    claims: String? = nil
  ) {
    self.status = status
    self.error = error
    self.number = number
    self.text = text
    self.suberror = suberror
    self.claims = claims
  }

  /// The ids and the time that the answer carries besides the refusal itself.
  struct Trace {
    var traceID: String
    var correlationID: String
    var date: Date
    /// The root of the identity platform, where the page about a number lies.
    var root: String

    var timestamp: String {
      Timestamp.zulu(date).replacing("T", with: " ")
    }
  }

  /// The first line says what is wrong, the others name the exchange.
  func description(_ trace: Trace) -> String {
    let prefix = number.map { "AADSTS\($0): " } ?? ""
    return prefix + text
      + "\r\nTrace ID: \(trace.traceID)\r\nCorrelation ID: \(trace.correlationID)"
      + "\r\nTimestamp: \(trace.timestamp)"
  }

  func body(_ trace: Trace) -> JSON {
    var body: JSONObject = [
      "error": .string(error), "error_description": .string(description(trace)),
      "error_codes": .array(number.map { [.number($0)] } ?? []),
      "timestamp": .string(trace.timestamp), "trace_id": .string(trace.traceID),
      "correlation_id": .string(trace.correlationID),
    ]
    if let number { body["error_uri"] = .string("\(trace.root)/error?code=\(number)") }
    if let suberror { body["suberror"] = .string(suberror) }
    if let claims { body["claims"] = .string(claims) }
    return .object(body)
  }
}

extension IdentityError {
  static func missing(_ parameter: String) -> IdentityError {
    IdentityError(
      "invalid_request", 900144, "The request body must contain the parameter '\(parameter)'.")
  }

  static func unknownTenant(_ name: String) -> IdentityError {
    IdentityError("invalid_request", 90002, "Tenant '\(name)' is not known here.")
  }

  static func unknownApplication(_ client: String, tenant: String) -> IdentityError {
    IdentityError(
      "unauthorized_client", 700016,
      "An application with the identifier '\(client)' is not known in the directory '\(tenant)'.")
  }

  static let secretSent = IdentityError(
    "invalid_client", 700025,
    "The client is public, so neither 'client_assertion' nor 'client_secret' may be sent.",
    status: 401)

  static let policyBlock = IdentityError(
    "invalid_grant", 53003,
    "Access is blocked by Conditional Access policies; no token is issued.",
    suberror: "message_only")

  static let securityDefaults = IdentityError(
    "invalid_grant", 530035,
    "Access is blocked by the security defaults of the directory.", suberror: "message_only")

  static let adminApproval = IdentityError(
    "access_denied", 90094,
    "An administrator has set a policy that prevents you from granting these permissions.",
    suberror: "cancel")

  static func secondFactor(claims: String) -> IdentityError {
    IdentityError(
      "interaction_required", 50076, "The sign-in needs a second factor.",
      suberror: "basic_action", claims: claims)
  }

  static func accountNotHere(_ user: String, tenant: String) -> IdentityError {
    IdentityError(
      "invalid_grant", 50020, "The account '\(user)' does not exist in the directory '\(tenant)'.")
  }
}
