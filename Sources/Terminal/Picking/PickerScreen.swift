/// How a `Picker` looks on a screen of its own.
package struct PickerScreen: Sendable {
  /// Turns to the other screen of the terminal, and tells pasted text from typed.
  package static let entering = "\u{1B}[?1049h\u{1B}[?2004h"
  /// Back to the first screen, with the cursor to be seen.
  package static let leaving = "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  /// Cells of a line and lines of the screen.
  package var columns: Int
  package var lines: Int
  package var symbols: Symbols
  package var isColored: Bool
  package var theme = Theme.standard
  /// The widest name of the list, in cells.
  private let nameCells: Int

  /// Lines above the list: what was typed, and how many fit it.
  private static let head = 2

  package init(_ picker: Picker, symbols: Symbols, isColored: Bool) {
    columns = TerminalFacts.usualWidth
    lines = 24
    self.symbols = symbols
    self.isColored = isColored
    nameCells = picker.items.reduce(0) { max($0, DisplayWidth.of(TextSanitizer.line($1.name))) }
  }

  /// Lines that the list has.
  package var listLines: Int { max(1, lines - Self.head) }

  /// What is drawn, from the first line on; none is wider than the screen.
  package func content(of picker: Picker) -> [StyledLine] {
    let rows = picker.visible.map { row(picker, $0) }
    return ([prompt(of: picker).line, status(of: picker)] + rows).prefix(max(1, lines))
      // A sign in the last cell makes some terminals begin a new line.
      .map { $0.cut(to: max(1, columns - 1), ellipsis: symbols.ellipsis) }
  }

  /// Everything that has to be written to show the picker, the cursor behind what was typed.
  package func frame(of picker: Picker) -> String {
    let content = content(of: picker).map {
      $0.rendered(colored: isColored, theme: theme) + "\u{1B}[K"
    }
    let column = prompt(of: picker).cursor + 1
    return "\u{1B}[?25l\u{1B}[H" + content.joined(separator: "\r\n") + "\u{1B}[J\u{1B}[1;\(column)H"
      + "\u{1B}[?25h"
  }

  /// What was typed, its beginning left out where the cursor would not fit.
  private func prompt(of picker: Picker) -> (line: StyledLine, cursor: Int) {
    let sign = "> "
    let before = picker.query.beforeCursor
    let after = picker.query.text.dropFirst(before.count)
    let room = max(1, columns - sign.count - 2)
    var shown = before[...]
    var cells = DisplayWidth.of(shown)
    while cells > room, let first = shown.first {
      cells -= DisplayWidth.of(first)
      shown.removeFirst()
    }
    return (
      StyledLine(sign, Style(.bold, color: .cyan)) + StyledLine(String(shown) + after),
      min(sign.count + cells, max(0, columns - 1))
    )
  }

  private func status(of picker: Picker) -> StyledLine {
    var parts = ["\(picker.matches.count) of \(picker.items.count)"]
    if !picker.marked.isEmpty { parts.append("\(picker.marked.count) marked") }
    if let message = picker.message {
      return StyledLine("  " + parts.joined(separator: ", ") + "  ", .dim)
        + StyledLine(message, Style(.bold, color: .yellow))
    }
    let keys =
      (picker.takesMany ? "Tab marks, " : "") + "Enter takes, Esc leaves"
    return StyledLine("  " + parts.joined(separator: ", ") + "  " + symbols.dot + "  " + keys, .dim)
  }

  private func row(_ picker: Picker, _ place: Int) -> StyledLine {
    let number = picker.matches[place]
    let item = picker.items[number]
    let isUnderCursor = place == picker.cursor
    let width = min(nameCells, 32, max(8, columns * 2 / 5))
    let plain: Style = item.obstacle == nil ? .plain : .dim
    var line = StyledLine(isUnderCursor ? "> " : "  ", Style(.bold, color: .cyan))
    if picker.takesMany {
      line.append(
        picker.marked.contains(number) ? "\(symbols.bullet) " : "  ", Style(color: .green))
    }
    line +=
      StyledLine(item.name, isUnderCursor ? plain.adding(.bold) : plain)
      .cut(to: width, ellipsis: symbols.ellipsis).padded(to: width)
    line.append("  ")
    if item.value.isEmpty {
      line.append(item.obstacle ?? "", .dim)
    } else {
      line.append(item.value, isUnderCursor ? plain.adding(.bold) : plain)
    }
    if !item.detail.isEmpty {
      line.append("  ")
      line.append(item.detail, .dim)
    }
    return line
  }
}
