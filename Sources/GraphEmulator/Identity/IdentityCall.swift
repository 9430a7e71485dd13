import HTTPServer

/// One request to the identity platform, taken apart.
struct IdentityCall: Sendable {
  var method: String
  /// The path's segments, decoded.
  var segments: [String]
  var query: FormFields
  /// The body, where it is a form.
  var form: FormFields
  /// The root of the service as the client reached it.
  var root: String
  /// In `x-ms-request-id` and in errors.
  var traceID: String
  /// The client's `client-request-id`, else one of ours.
  var correlationID: String

  init(
    _ request: ServerRequest, path: String, query: String, root: String, requestID: String
  ) {
    method = request.method
    segments = path.split(separator: "/").map { PercentCoding.decoded($0) }
    self.query = FormFields(query)
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    form = FormFields(
      type.hasPrefix("application/x-www-form-urlencoded")
        ? String(decoding: request.body, as: UTF8.self) : "")
    self.root = root
    traceID = requestID
    correlationID = request.headers["client-request-id"] ?? requestID
  }

  /// The path in lower case without the tenant that it starts with.
  var endpoint: String { segments.dropFirst().joined(separator: "/").lowercased() }

  /// The tenant that the path starts with.
  var tenant: String { segments.first ?? "" }
}
