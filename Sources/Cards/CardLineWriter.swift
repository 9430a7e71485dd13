import LineFolding

/// Puts the content lines of cards together, with words of their owner where there are some.
struct CardLineWriter {
  typealias Parameter = FoldedLines.Parameter

  private var lines = FoldedLines()
  private var groups = 0

  var bytes: [UInt8] { lines.bytes }

  /// A property whose value is one text; nothing for an empty one.
  mutating func add(_ name: String, _ parameters: [Parameter] = [], text: String?) {
    guard let text, !text.isEmpty else { return }
    add(name, parameters, raw: CardText.escaped(text))
  }

  /// A property whose value has parts.
  mutating func add(_ name: String, _ parameters: [Parameter] = [], parts: [String?]) {
    add(
      name, parameters, raw: parts.map { CardText.escaped($0 ?? "") }.joined(separator: ";"))
  }

  /// A property whose value is escaped already, with a word of its owner for it where there is one.
  mutating func add(
    _ name: String, _ parameters: [Parameter] = [], raw value: String, label: String? = nil
  ) {
    guard let label else { return lines.add(name, parameters, raw: value) }
    groups += 1
    lines.add("item\(groups).\(name)", parameters, raw: value)
    lines.add("item\(groups).X-ABLabel:" + CardText.escaped(label))
  }

  /// A property whose value is base64.
  mutating func add(_ start: String, base64: [UInt8]) {
    lines.add(ascii: Array(start.utf8) + TransferEncoding.base64Text(base64))
  }
}
