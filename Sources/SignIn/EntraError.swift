package import JSON

/// An error of the identity platform, as the token endpoint writes it.
///
/// Source: RFC 6749 section 5.2; Microsoft identity platform, "Error codes" (AADSTS numbers).
package struct EntraError: Sendable, Equatable {
  /// Where in a sign-in it came; the same words mean different things there.
  package enum Phase: String, Sendable {
    /// What the browser brought back from the sign-in page.
    case authorization = "authorize"
    /// Asking for a device code.
    case deviceCode = "devicecode"
    /// Asking whether the device code was approved.
    case poll
    /// Redeeming a code from the browser.
    case authorizationCode = "authcode"
    case refresh
  }

  package let phase: Phase
  package let status: Int
  /// The OAuth word: `invalid_grant`.
  package let error: String
  /// Microsoft's finer word, such as `basic_action`.
  package let suberror: String?
  /// AADSTS numbers; Microsoft may change them, so they refine the help and decide little.
  package let numbers: [Int]
  /// The server's text as it came.
  package let text: String
  package let correlationID: String?
  /// JSON text of claims to ask for at the next sign-in.
  package let claims: String?
  /// The fields that are read here, so that the error can be remembered; none is a secret.
  let body: JSON

  /// Reads an error body; nil when the JSON is not one.
  package init?(_ json: JSON, status: Int, phase: Phase) {
    guard let error = json["error"]?.string, !error.isEmpty else { return nil }
    self.phase = phase
    self.status = status
    self.error = PlainText.line(error, limit: 80)
    suberror = json["suberror"]?.string
    text = json["error_description"]?.string ?? ""
    numbers = json["error_codes"]?.array?.compactMap(\.int) ?? Self.numbers(in: text)
    correlationID = json["correlation_id"]?.string.map { PlainText.line($0, limit: 80) }
    claims = json["claims"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    let kept = [
      "error", "suberror", "error_description", "error_codes", "correlation_id", "claims",
    ]
    body = .object(JSONObject(kept.compactMap { key in json[key].map { (key, $0) } }))
  }

  /// The first AADSTS number, the one that documentation lists.
  package var number: Int? { numbers.first }

  /// The first line with number and correlation id: enough for an administrator to find the event.
  package var summary: String {
    var line = PlainText.firstLine(text)
    if let cut = line.firstRange(of: " Trace ID:") { line = String(line[..<cut.lowerBound]) }
    if line.isEmpty { line = error }
    if let number, !line.contains(String(number)) { line += " (AADSTS\(number))" }
    if let correlationID { line += " [correlation id \(correlationID)]" }
    return line
  }

  /// `AADSTSnnnnn` numbers that a text names.
  private static func numbers(in text: String) -> [Int] {
    text.split(separator: "AADSTS").dropFirst(text.hasPrefix("AADSTS") ? 0 : 1)
      .compactMap { Int($0.prefix { $0.isASCII && $0.isNumber }) }
  }
}
