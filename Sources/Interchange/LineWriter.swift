import LineFolding

/// Puts the content lines of calendars together.
struct LineWriter {
  typealias Parameter = FoldedLines.Parameter

  private var lines = FoldedLines()

  var bytes: [UInt8] { lines.bytes }

  /// A property whose value is a text.
  mutating func add(_ name: String, _ parameters: [Parameter] = [], text: String) {
    lines.add(name, parameters, raw: EscapedText.escaped(text))
  }

  /// A property whose value is written already; line ends and other controls in it are left out.
  mutating func add(_ name: String, _ parameters: [Parameter] = [], raw value: String) {
    lines.add(name, parameters, raw: value.filter { !$0.isNewline })
  }
}
