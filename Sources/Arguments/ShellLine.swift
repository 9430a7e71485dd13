/// The words of a shell's command line that is still being typed, and how its last word is quoted.
///
/// Blanks part words; quotes, double and single, and backslashes keep what means something else. No
/// variable, pattern or command in it is looked at: the words are as they are typed.
package struct ShellLine: Equatable, Sendable {
  /// How what is put into the last word has to be written.
  package enum Quoting: Equatable, Sendable { case bare, double, single }

  /// The words that are finished.
  package var before: [String] = []
  /// The last word, its quotes taken off; empty behind a blank.
  package var word = ""
  /// Which quotes are open at the end.
  package var quoting = Quoting.bare
  /// What of the last word stands before the piece that a shell replaces, quotes taken off.
  package var kept = ""

  /// Reads a line up to the cursor.
  ///
  /// `breaks` are signs, unquoted, behind which the shell begins a new piece: bash's `COMP_WORDBREAKS`;
  /// an open quote begins one too.
  package init(_ line: String, breaks: String = "") {
    var hasWord = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
        // Within double quotes a backslash is one, but before these.
        if quoting == .double, !"\\\"$`".contains(character) { word.append("\\") }
        word.append(character)
        continue
      }
      switch (quoting, character) {
      case (.bare, "\\"), (.double, "\\"):
        isEscaped = true
        hasWord = true
      case (.bare, "\""), (.bare, "'"):
        quoting = character == "'" ? .single : .double
        hasWord = true
        kept = word
      case (.double, "\""), (.single, "'"):
        quoting = .bare
      case (.bare, " "), (.bare, "\t"), (.bare, "\n"):
        if hasWord { before.append(word) }
        (word, kept, hasWord) = ("", "", false)
      default:
        let isBreak = quoting == .bare && breaks.contains(character)
        // Of all breaks this one belongs to the piece that it begins: readline's special prefixes.
        if isBreak, character == "@" { kept = word }
        word.append(character)
        hasWord = true
        if isBreak, character != "@" { kept = word }
      }
    }
  }

  /// A text written so that the shell reads it as it is, within the quotes that are open.
  package func quoted(_ text: some StringProtocol) -> String {
    switch quoting {
    case .single:
      text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    case .double: Self.escaped(text) { "\\\"$`".contains($0) }
    case .bare: Self.escaped(text) { $0.isASCII && !Self.isPlain($0) }
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_./:=@+,%".contains(character)
  }

  private static func escaped(
    _ text: some StringProtocol, where isSpecial: (Character) -> Bool
  ) -> String {
    var escaped = ""
    for character in text {
      if isSpecial(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
