import JSON
import Terminal

extension Failure {
  /// The up to three lines on stderr, cleaned of everything a terminal would obey.
  var text: String {
    var lines = ["graphcal: " + TextSanitizer.line(what)]
    if let why { lines.append("  because: " + TextSanitizer.line(why)) }
    if let hint { lines.append("  try: " + TextSanitizer.line(hint)) }
    if let requestID { lines.append("  request id: " + TextSanitizer.line(requestID)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The one line on stderr with `--json`.
  var json: JSON {
    [
      "error": [
        "code": .string(code ?? kind.code),
        "message": .string(why.map { "\(what): \($0)" } ?? what),
        "hint": .string(orNull: hint),
        "requestId": .string(orNull: requestID),
        "status": status.map { .number($0) } ?? .null,
      ]
    ]
  }
}
