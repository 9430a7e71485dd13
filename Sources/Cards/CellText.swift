/// Texts in the cells of a table that people open in a spreadsheet.
///
/// A spreadsheet takes a cell for a formula that begins with `=`, `+`, `-`, `@`, a tab or the end of a line,
/// also from a table of texts, and a formula can start programs and send the table away. An apostrophe
/// before it makes it a text. Source: OWASP, "CSV Injection".
enum CellText {
  /// A text as a cell holds it: with an apostrophe where it could be taken for a formula.
  ///
  /// Numbers of phones stay as they are, since other programs would dial the apostrophe. What begins with
  /// apostrophes before such a sign gets one more, so that `plain` gives every text back.
  static func guarded(_ text: String) -> String {
    isFormula(text) && !isNumber(text) ? "'" + text : text
  }

  /// The text of a cell without the apostrophe that guards it.
  static func plain(_ cell: String) -> String {
    cell.first == "'" && isFormula(cell) ? String(cell.dropFirst()) : cell
  }

  /// Whether the first sign after any apostrophes is one that formulas begin with.
  private static func isFormula(_ text: String) -> Bool {
    switch text.unicodeScalars.first(where: { $0 != "'" }) {
    case "=", "+", "-", "@", "\t", "\r", "\n": true
    // The wide forms, which Japanese spreadsheets take for the same.
    case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  /// Whether a text is a number as people write it, which no formula can hide in: after a sign digits and
  /// what parts them, and at most an extension.
  private static func isNumber(_ text: String) -> Bool {
    guard text.first == "+" || text.first == "-" else { return false }
    var rest = text.dropFirst()
    let number = rest.prefix { Self.parts.contains($0) }
    guard number.contains(where: \.isNumber) else { return false }
    rest = rest.dropFirst(number.count)
    for word in ["ext.", "ext", "x"] where rest.lowercased().hasPrefix(word) {
      rest = rest.dropFirst(word.count).drop { $0 == " " }
      return !rest.isEmpty && rest.allSatisfy { $0.isASCII && $0.isNumber }
    }
    return rest.isEmpty
  }

  private static let parts: Set<Character> = Set("0123456789 ()./-,;#*")
}
