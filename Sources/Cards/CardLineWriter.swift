/// Puts the content lines of cards together: escaped, folded, with CR LF at their ends.
///
/// No line is longer than 75 octets, and none begins or ends within a character (RFC 6350 section 3.2).
struct CardLineWriter {
  typealias Parameter = (name: String, value: String)

  private static let width = 75
  private(set) var bytes: [UInt8] = []
  private var groups = 0

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
    var line = ""
    if label != nil {
      groups += 1
      line = "item\(groups)."
    }
    line += name
    for parameter in parameters { line += ";\(parameter.name)=\(Self.quoted(parameter.value))" }
    fold(line + ":" + value)
    if let label { fold("item\(groups).X-ABLabel:" + CardText.escaped(label)) }
  }

  /// A property whose value is base64.
  mutating func add(_ start: String, base64: [UInt8]) {
    var line = Array(start.utf8) + TransferEncoding.base64Text(base64)
    bytes.reserveCapacity(bytes.count + line.count + line.count / 24)
    bytes += line.prefix(Self.width)
    line.removeFirst(min(Self.width, line.count))
    for place in stride(from: 0, to: line.count, by: Self.width - 1) {
      bytes += [13, 10, 32]
      bytes += line[place..<min(place + Self.width - 1, line.count)]
    }
    bytes += [13, 10]
  }

  private mutating func fold(_ line: String) {
    var room = Self.width
    for scalar in line.unicodeScalars {
      // What no text may hold, and what a terminal would obey.
      if scalar.value < 32 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value) { continue }
      let size = UTF8.width(scalar)
      if size > room {
        bytes += [13, 10, 32]
        room = Self.width - 1
      }
      bytes += UTF8.encode(scalar) ?? .init()
      room -= size
    }
    bytes += [13, 10]
  }

  /// A parameter's value, in quotes where it has to be (RFC 6868).
  private static func quoted(_ value: String) -> String {
    var text = ""
    for character in value {
      switch character {
      case "^": text += "^^"
      case "\"": text += "^'"
      case "\n", "\r", "\r\n": text += "^n"
      default: text.append(character)
      }
    }
    return text.contains(where: { ":;,".contains($0) }) ? "\"\(text)\"" : text
  }
}
