/// Collects text by the white-space rules of HTML: runs of blanks are one, breaks are asked for.
struct HTMLTextOutput {
  private var text = ""
  /// Line feeds owed before the next word.
  private var breaks = 0
  /// Whether a blank is owed before the next word.
  private var blank = false
  private var hasCell = false
  /// Above 0, white space is kept as written.
  var preformatted = 0

  /// A place in the output, for `text(from:)`.
  var length: Int { text.utf8.count }

  func text(from place: Int) -> String {
    String(decoding: text.utf8.dropFirst(place), as: UTF8.self)
  }

  mutating func add(_ words: String) {
    if preformatted > 0 {
      if !words.isEmpty { pay() }
      text += words
      return
    }
    for character in words {
      if character.isWhitespace, character != "\u{A0}" {
        blank = true
      } else {
        pay()
        text.append(character == "\u{A0}" ? " " : character)
        hasCell = true
      }
    }
  }

  private mutating func pay() {
    if breaks > 0 {
      if !text.isEmpty { text += String(repeating: "\n", count: breaks) }
    } else if blank, !text.isEmpty, text.last != "\n", text.last != " " {
      text.append(" ")
    }
    (breaks, blank) = (0, false)
  }

  /// Begins a line with the mark of a list item.
  mutating func beginItem(mark: String, indent: String) {
    pay()
    text += indent + mark
    hasCell = false
  }

  /// A line break that counts each time, up to one empty line.
  mutating func breakLine() {
    breaks = min(2, breaks + 1)
    hasCell = false
  }

  /// A new line, unless one has just begun.
  mutating func breakBlock() {
    breaks = max(breaks, 1)
    hasCell = false
  }

  /// An empty line, unless there is one.
  mutating func breakParagraph() {
    breaks = 2
    hasCell = false
  }

  /// The gap between two cells of one row of a table.
  mutating func separateCell() {
    guard hasCell, breaks == 0 else { return }
    text += "  "
    blank = false
    hasCell = false
  }

  /// The text without blanks at the ends of lines, and without two empty lines in a row.
  func finish() -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = line
      while line.last == " " { line.removeLast() }
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
