import JSON

/// Text of a server, made fit for one line of a terminal.
enum PlainText {
  /// Without control and bidirectional characters, blanks at the ends and more than `limit` letters.
  static func line(_ text: String, limit: Int = 400) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.isBidirectionalControl {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: kept.append(" ")
      case 0x00...0x1F, 0x7F...0x9F: continue
      default: kept.append(scalar)
      }
    }
    let trimmed = String(kept).split(separator: " ").joined(separator: " ")
    return trimmed.count > limit ? trimmed.prefix(limit) + "…" : trimmed
  }

  /// The first line alone.
  static func firstLine(_ text: String, limit: Int = 400) -> String {
    let first = text.split(omittingEmptySubsequences: true) { $0.isNewline }.first ?? ""
    return line(String(first), limit: limit)
  }
}
