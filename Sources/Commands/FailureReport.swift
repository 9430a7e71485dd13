import JSON
import Terminal

extension Failure {
  /// The up to three lines on stderr, cleaned of everything a terminal would obey.
  ///
  /// With a width they go on below themselves, broken between words. A command alone stays in one piece, so
  /// that it can be copied.
  func text(width: Int? = nil) -> String {
    var lines = Self.lines("graphcal: ", what, width)
    if let why { lines += Self.lines("  because: ", why, width) }
    if let hint { lines += Self.lines("  try: ", hint, Self.isCommand(hint) ? nil : width) }
    if let requestID { lines.append("  request id: " + TextSanitizer.line(requestID)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a hint is nothing but what is to be typed.
  private static func isCommand(_ hint: String) -> Bool {
    hint.hasPrefix("graphcal ") && !hint.contains("; ") && !hint.contains(", ")
      && !hint.contains(" says ") && !hint.contains(" shows ")
  }

  private static func lines(_ label: String, _ text: String, _ width: Int?) -> [String] {
    let clean = TextSanitizer.line(text)
    guard let width, width > 2 * label.count else { return [label + clean] }
    let margin = String(repeating: " ", count: label.count)
    return CellText.wrapWords(clean, to: width - label.count).enumerated().map { index, piece in
      (index == 0 ? label : margin) + piece
    }
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
