/// One line of output: stretches of text with their styles.
///
/// Every text that enters is cleaned of control characters, so a line made of remote text cannot move
/// the cursor, and never breaks in two.
package struct StyledLine: Hashable, Sendable {
  /// A stretch of one style; its text is clean.
  package struct Run: Hashable, Sendable {
    package let text: String
    package let style: Style
    package let cells: Int

    init(clean text: String, _ style: Style) {
      self.init(clean: text, style, cells: DisplayWidth.of(text))
    }

    init(clean text: String, _ style: Style, cells: Int) {
      self.text = text
      self.style = style
      self.cells = cells
    }
  }

  package private(set) var runs: [Run]

  package init() { runs = [] }

  /// A line of one style, from a text of any origin.
  package init(_ text: String, _ style: Style = .plain) {
    if let cells = DisplayWidth.asciiCount(text) {
      runs = cells == 0 ? [] : [Run(clean: text, style, cells: cells)]
      return
    }
    let clean = TextSanitizer.line(text)
    runs = clean.isEmpty ? [] : [Run(clean: clean, style)]
  }

  private init(runs: [Run]) { self.runs = runs }

  /// The cells the whole line takes.
  package var cells: Int { runs.reduce(0) { $0 + $1.cells } }
  package var isEmpty: Bool { runs.isEmpty }

  /// The text alone.
  package var text: String { runs.map(\.text).joined() }

  package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(runs: left.runs + right.runs)
  }

  package static func += (left: inout StyledLine, right: StyledLine) {
    left.runs += right.runs
  }

  /// Adds a text of any origin at the end.
  package mutating func append(_ text: String, _ style: Style = .plain) {
    self += StyledLine(text, style)
  }

  /// The line within `cells`, its end replaced by `ellipsis` when it is longer.
  package func cut(to cells: Int, ellipsis: String = "…") -> StyledLine {
    guard self.cells > cells else { return self }
    guard cells > 0 else { return StyledLine() }
    var left = cells
    var result: [Run] = []
    for (index, run) in runs.enumerated() {
      let isLast = index == runs.count - 1
      // The ellipsis belongs to the run where the line ends.
      if run.cells < left || (run.cells == left && isLast) {
        result.append(run)
        left -= run.cells
        continue
      }
      let cut =
        run.cells > left
        ? CellText.cut(run.text, to: left, ellipsis: ellipsis)
        : CellText.cut(run.text + "  ", to: left, ellipsis: ellipsis)
      result.append(Run(clean: cut, run.style))
      break
    }
    return StyledLine(runs: result)
  }

  /// The line with blanks up to `cells`.
  package func padded(to cells: Int, _ alignment: Alignment = .left) -> StyledLine {
    let missing = cells - self.cells
    guard missing > 0 else { return self }
    let blanks = StyledLine(String(repeating: " ", count: missing))
    return alignment == .left ? self + blanks : blanks + self
  }

  /// The line without blanks at its end.
  package var trimmed: StyledLine {
    var runs = runs
    while let last = runs.popLast() {
      var text = last.text[...]
      while text.last == " " { text.removeLast() }
      guard text.isEmpty else {
        runs.append(Run(clean: String(text), last.style))
        break
      }
    }
    return StyledLine(runs: runs)
  }

  /// What is written to the stream, without a line feed.
  package func rendered(colored: Bool, theme: Theme = .standard) -> String {
    guard colored else { return text }
    return runs.map { run in
      let parameters = run.style.parameters(in: theme)
      return parameters.isEmpty
        ? run.text : "\u{1B}[\(parameters)m\(run.text)\u{1B}[0m"
    }.joined()
  }
}

extension StyledLine: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}

extension Sequence where Element == StyledLine {
  /// The lines as text, each ended by a line feed.
  package func rendered(colored: Bool, theme: Theme = .standard) -> String {
    map { $0.rendered(colored: colored, theme: theme) + "\n" }.joined()
  }
}

extension StyledLine {
  /// The line in pieces of at most `cells`, broken like `CellText.wrap`; whole without a width.
  package func wrapped(to cells: Int?) -> [StyledLine] {
    guard let cells, self.cells > cells else { return [self] }
    return pieces(of: max(1, cells), limit: .max)
  }

  /// The line in at most `lines` pieces of at most `cells`, the last one cut.
  package func wrapped(
    to cells: Int, lines: Int, ellipsis: String = "…"
  ) -> [StyledLine] {
    guard lines > 0 else { return [] }
    guard self.cells > cells else { return [self] }
    var pieces = pieces(of: max(1, cells), limit: lines)
    if let last = pieces.popLast() { pieces.append(last.cut(to: cells, ellipsis: ellipsis)) }
    return pieces
  }

  private func pieces(of width: Int, limit: Int) -> [StyledLine] {
    // Only printable ASCII has a cell for every byte; what is clean has no other byte of one cell.
    if runs.allSatisfy({ $0.cells == $0.text.utf8.count }) {
      let bytes = runs.flatMap(\.text.utf8)
      let pieces = CellText.pieces(
        of: bytes.map(CellText.Letter.init(ascii:)), to: width, limit: limit)
      return styled(pieces, lengths: runs.map(\.cells)) {
        Run(clean: String(decoding: bytes[$0], as: UTF8.self), $1, cells: $0.count)
      }
    }
    let characters = runs.flatMap(\.text)
    let pieces = CellText.pieces(
      of: characters.map(CellText.Letter.init), to: width, limit: limit)
    return styled(pieces, lengths: runs.map(\.text.count)) {
      Run(clean: String(characters[$0]), $1)
    }
  }

  /// Pieces of the whole text with the styles of the runs, which have so many letters each.
  private func styled(
    _ pieces: [Range<Int>], lengths: [Int], make: (Range<Int>, Style) -> Run
  ) -> [StyledLine] {
    pieces.map { piece in
      var line: [Run] = []
      var start = 0
      for (run, length) in zip(runs, lengths) {
        let part = piece.clamped(to: start..<start + length)
        if !part.isEmpty { line.append(make(part, run.style)) }
        start += length
      }
      return StyledLine(runs: line)
    }
  }
}
