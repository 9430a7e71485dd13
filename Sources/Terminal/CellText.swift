/// Cutting, padding and wrapping by the cells of a terminal; grapheme clusters stay whole.
package enum CellText {
  /// The text within `cells`, its end replaced by `ellipsis` when it is longer.
  ///
  /// The result can be a cell narrower than asked where a wide character does not fit any more; an
  /// ellipsis that does not fit itself is left out.
  package static func cut(
    _ text: String, to cells: Int, ellipsis: String = "…"
  ) -> String {
    guard cells > 0 else { return "" }
    // A byte is never wider than a cell, so most texts need no counting.
    if text.utf8.count <= cells { return text }
    let mark = DisplayWidth.of(ellipsis) <= cells ? ellipsis : ""
    let room = cells - DisplayWidth.of(mark)
    var width = 0
    var end = text.startIndex
    var fits = true
    for index in text.indices {
      width += DisplayWidth.of(text[index])
      if width <= room, fits {
        end = text.index(after: index)
      } else {
        fits = false
      }
      if width > cells { return text[..<end] + mark }
    }
    return text
  }

  /// The text with blanks up to `cells`; a wider one is returned as it is.
  package static func pad(
    _ text: String, to cells: Int, _ alignment: Alignment = .left
  ) -> String {
    let blanks = String(repeating: " ", count: max(0, cells - DisplayWidth.of(text)))
    return alignment == .left ? text + blanks : blanks + text
  }

  /// Lines of at most `cells`, broken at blanks where there are any and inside words where not.
  ///
  /// Line feeds in the text are kept; blanks at a break are dropped, those at the start of a line are
  /// kept as indentation.
  package static func wrap(_ text: String, to cells: Int) -> [String] {
    let cells = max(1, cells)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrapLine($0, to: cells) }
  }

  /// One line in several of at most `cells`, broken at blanks alone: a longer word stays whole, so that
  /// an address can still be copied.
  package static func wrapWords(_ text: String, to cells: Int) -> [String] {
    guard DisplayWidth.of(text) > cells else { return [text] }
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var width = line.utf8.count
    var hasWord = false
    for word in text.split(separator: " ") {
      let own = DisplayWidth.of(word)
      if hasWord, width + 1 + own > cells {
        lines.append(line)
        (line, width) = (String(word), own)
      } else {
        line += (hasWord ? " " : "") + word
        width += (hasWord ? 1 : 0) + own
      }
      hasWord = true
    }
    return lines + [line]
  }

  private static func wrapLine(_ text: Substring, to cells: Int) -> [String] {
    if DisplayWidth.of(text) <= cells { return [String(text)] }
    let characters = Array(text)
    return pieces(of: characters.map(Letter.init), to: cells).map { String(characters[$0]) }
  }

  /// What has to be known of a letter for breaking a line.
  struct Letter {
    let cells: Int
    let isBlank: Bool
    /// Whether a line may end behind it.
    let isDash: Bool

    init(_ character: Character) {
      cells = DisplayWidth.of(character)
      isBlank = character == " "
      isDash = character == "–"
    }

    /// A printable ASCII character.
    init(ascii byte: UInt8) {
      cells = 1
      isBlank = byte == 0x20
      isDash = false
    }
  }

  /// The stretches of a line that stand on lines of their own; at least one.
  ///
  /// There are at most `limit`, at least 1; the last of as many goes to the end, however long.
  static func pieces(
    of letters: [Letter], to cells: Int, limit: Int = .max
  ) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    var width = 0
    /// The last place to break: where the piece would end and where the next would begin.
    var gap: (end: Int, next: Int)?
    var index = 0
    while index < letters.count {
      let own = letters[index].cells
      if letters[index].isBlank {
        let end = index
        while index < letters.count, letters[index].isBlank { index += 1 }
        if end > start {
          gap = (end, index)
        } else if !pieces.isEmpty || index >= cells {
          // Blanks that begin a piece were the break before it; no line is made of indentation.
          start = index
          continue
        }
        width += index - end
      } else if width + own <= cells || index == start {
        width += own
        index += 1
        if letters[index - 1].isDash { gap = (index, index) }
      } else if pieces.count >= limit - 1 {
        return pieces + [start..<letters.count]
      } else if let place = gap {
        pieces.append(start..<place.end)
        start = place.next
        width = letters[start..<index].reduce(0) { $0 + $1.cells }
        gap = nil
      } else {
        pieces.append(start..<index)
        start = index
        width = 0
      }
    }
    let end =
      gap.map { $0.next == letters.count ? $0.end : letters.count } ?? letters.count
    if start < end || pieces.isEmpty { pieces.append(start..<end) }
    return pieces
  }
}

/// Which side of its column a text keeps to.
package enum Alignment: Sendable {
  case left
  case right
}
