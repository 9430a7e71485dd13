/// Wrapping and columns for help texts, which are English and count one cell a character.
enum TextLayout {
  /// Lines of at most `width` characters, broken at blanks; a longer word stands alone.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// A page that was laid out by hand, its lines ended, with none longer than `width` where blanks allow.
  ///
  /// Paragraphs are wrapped anew; of a line that is indented the rest goes on below its last column.
  static func fit(_ page: String, width: Int) -> String {
    var lines: [String] = []
    var paragraph: [Substring] = []
    func endParagraph() {
      let isWide = paragraph.contains { $0.count > width }
      lines +=
        isWide ? wrap(paragraph.joined(separator: " "), width: width) : paragraph.map(String.init)
      paragraph = []
    }
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, first != " " {
        paragraph.append(line)
        continue
      }
      endParagraph()
      lines += line.count > width ? hanging(line, width: width) : [String(line)]
    }
    endParagraph()
    return lines.joined(separator: "\n")
  }

  /// An indented line in pieces, the later ones below the last column that begins in its first half.
  private static func hanging(_ line: Substring, width: Int) -> [String] {
    var blanks = 0
    var column = 0
    for (place, character) in line.enumerated() {
      if character == " " {
        blanks += 1
        continue
      }
      if place == blanks || blanks >= 2 && place <= width / 2 { column = place }
      blanks = 0
    }
    let text = wrap(String(line.dropFirst(column)), width: max(16, width - column))
    let margin = String(repeating: " ", count: column)
    return text.enumerated().map { index, piece in
      (index == 0 ? String(line.prefix(column)) : margin) + piece
    }
  }

  /// Terms on the left, their explanations wrapped on the right.
  ///
  /// A term too long for its column has a line of its own. With `column` several lists are aligned.
  static func definitions(
    _ rows: [(term: String, text: String)], width: Int, column: Int? = nil
  ) -> [String] {
    let indent = 2
    let column = column ?? self.column(for: rows.map(\.term), width: width)
    let margin = String(repeating: " ", count: indent)
    let room = width - indent - column - 2
    guard room >= 16 else {
      return rows.flatMap { row in
        [margin + row.term]
          + wrap(row.text, width: max(8, width - indent - 4)).map { margin + "    " + $0 }
      }
    }
    var lines: [String] = []
    for row in rows {
      var text = wrap(row.text, width: room)[...]
      if row.term.count <= column, let first = text.popFirst() {
        lines.append(
          margin + row.term + String(repeating: " ", count: column - row.term.count + 2) + first)
      } else {
        lines.append(margin + row.term)
      }
      let rest = margin + String(repeating: " ", count: column + 2)
      lines += text.map { rest + $0 }
    }
    return lines
  }

  /// The width of the left column: that of the longest term within two fifths of the line.
  static func column(for terms: [String], width: Int) -> Int {
    let limit = max(8, width * 2 / 5)
    return terms.map(\.count).filter { $0 <= limit }.max() ?? limit
  }

  /// Paragraphs, split by blank lines in `text`, each wrapped.
  static func paragraphs(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n\n") {
      if !lines.isEmpty { lines.append("") }
      let sentence = paragraph.split(separator: "\n").joined(separator: " ")
      lines += wrap(sentence, width: width)
    }
    return lines
  }
}
