import JSON
import Terminal

extension Failure {
  /// The up to three lines on stderr, cleaned of everything a terminal would obey.
  ///
  /// With a width the first two go on below themselves, broken between words; what is to be typed stays
  /// in one piece, so that it can be copied.
  func text(width: Int? = nil) -> String {
    var lines = Self.lines("graphcal: ", what, width)
    if let why { lines += Self.lines("  because: ", why, width) }
    if let hint { lines.append("  try: " + TextSanitizer.line(hint)) }
    if let requestID { lines.append("  request id: " + TextSanitizer.line(requestID)) }
    return lines.joined(separator: "\n") + "\n"
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
