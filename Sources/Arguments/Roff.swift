/// Writes the language of manual pages, man(7), for texts that may hold anything.
///
/// Source: groff_man(7), groff_char(7).
struct Roff {
  private(set) var text: String
  /// Whether a heading stands just above, below which no paragraph has to be begun.
  private var isBelowHeading = false

  /// - Parameters:
  ///   - title: the name of the page in its own case.
  ///   - section: 1 for commands, 7 for what belongs to none.
  ///   - source: the program with its version.
  ///   - date: as `2026-12-01`; empty where it is not known.
  init(title: String, section: Int, source: String, date: String) {
    text =
      ".TH \(Self.quoted(title.uppercased())) \(section) \"\(date)\" "
      + "\(Self.quoted(source)) \(Self.quoted("graphcal"))\n"
      // No word is divided and no line stretched, so that what is copied can be typed.
      + ".nh\n.ad l\n"
  }

  mutating func section(_ title: String) {
    text += ".SH \(Self.quoted(title))\n"
    isBelowHeading = true
  }

  mutating func subsection(_ title: String) {
    text += ".SS \(Self.quoted(title))\n"
    isBelowHeading = true
  }

  mutating func paragraph(_ words: String) {
    begin()
    text += Self.line(words)
  }

  /// A paragraph in roff of its own, such as a name or a synopsis.
  mutating func raw(_ line: String) {
    begin()
    text += line + "\n"
  }

  /// A term, already in roff, with its explanation below and to the right.
  mutating func definition(_ term: String, _ words: String) {
    text += ".TP\n\(term)\n" + Self.line(words)
    isBelowHeading = false
  }

  /// Lines as they stand, in a block of their own.
  mutating func block(_ lines: [String]) {
    begin()
    text += ".nf\n"
    for line in lines { text += Self.line(line, keepsBlanks: true) }
    text += ".fi\n"
  }

  private mutating func begin() {
    if !isBelowHeading { text += ".PP\n" }
    isBelowHeading = false
  }

  static func bold(_ words: String) -> String { "\\fB\(typed(words))\\fR" }

  static func italic(_ words: String) -> String { "\\fI\(typed(words))\\fR" }

  /// Words with everything escaped that has a meaning in roff, and all in ASCII.
  ///
  /// A hyphen stays the sign that a keyboard has, so that what is copied from a page can be typed.
  static func typed(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case "\n": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }

  private static func line(_ words: String, keepsBlanks: Bool = false) -> String {
    // A line that begins with a dot would be a request, and one with a blank a break.
    let isSpecial = words.first.map { $0 == "." || (keepsBlanks && $0 == " ") } ?? true
    return (isSpecial ? "\\&" : "") + typed(words) + "\n"
  }

  private static func quoted(_ words: String) -> String { "\"" + typed(words) + "\"" }
}
