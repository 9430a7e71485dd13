package import FoundationEssentials
package import HTTPServer
package import JSON

/// A refusal in Graph's words.
///
/// Source: Microsoft Graph, "Error responses and resource types".
package struct GraphError: Error, Sendable {
  package var status: Int
  package var code: String
  package var message: String
  /// The more exact code inside `innerError`.
  package var innerCode: String?
  package var headers: ServerFields

  package init(
    status: Int, code: String, message: String, innerCode: String? = nil,
    headers: ServerFields = [:]
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.innerCode = innerCode
    self.headers = headers
  }

  package static func badRequest(_ code: String, _ message: String) -> GraphError {
    GraphError(status: 400, code: code, message: message)
  }

  /// 404 for an item that is not, or no longer, in the mailbox.
  package static let itemNotFound = GraphError(
    status: 404, code: "ErrorItemNotFound",
    message: "The specified object was not found in the store.")

  /// 403 for a token without the permission, or a mailbox that is not the caller's.
  package static let accessDenied = GraphError(
    status: 403, code: "ErrorAccessDenied",
    message: "Access is denied. Check credentials and try again.")

  /// 412 for an If-Match that names another version.
  package static let conflict = GraphError(
    status: 412, code: "ErrorIrresolvableConflict",
    message: "The send or update operation could not be performed because the change key passed in"
      + " the request does not match the current change key for the item.")

  /// The body of the answer, dated with the real time, by which an operator would search a log.
  package func body(date: Date, requestID: String, clientRequestID: String) -> JSON {
    var inner: JSONObject = [:]
    if let innerCode { inner["code"] = .string(innerCode) }
    inner["date"] = .string(Timestamp.seconds(date))
    inner["request-id"] = .string(requestID)
    inner["client-request-id"] = .string(clientRequestID)
    return [
      "error": ["code": .string(code), "message": .string(message), "innerError": .object(inner)]
    ]
  }
}

/// How moments are written.
package enum Timestamp {
  /// UTC, whole seconds, without a zone: `2026-11-30T08:00:00`.
  package static func seconds(_ date: Date) -> String {
    String(zulu(date).dropLast())
  }

  /// UTC, whole seconds: `2026-11-30T08:00:00Z`.
  package static func zulu(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  /// UTC with milliseconds: `2026-11-30T08:00:00.123Z`.
  package static func milliseconds(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
