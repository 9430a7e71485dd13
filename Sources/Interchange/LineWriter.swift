/// Puts content lines together: escaped, folded, with CR LF at their ends.
///
/// No line is longer than 75 octets, and none begins or ends within a character (RFC 5545 section 3.1).
struct LineWriter {
  typealias Parameter = (name: String, value: String)

  private static let width = 75
  private(set) var bytes: [UInt8] = []

  /// A property whose value is a text.
  mutating func add(_ name: String, _ parameters: [Parameter] = [], text: String) {
    add(name, parameters, raw: EscapedText.escaped(text))
  }

  /// A property whose value is written already; line ends and other controls in it are left out.
  mutating func add(_ name: String, _ parameters: [Parameter] = [], raw value: String) {
    var line = name
    for parameter in parameters { line += ";\(parameter.name)=\(Self.quoted(parameter.value))" }
    line += ":" + value.filter { !$0.isNewline }
    fold(line)
  }

  private mutating func fold(_ line: String) {
    var room = Self.width
    for scalar in line.unicodeScalars {
      if scalar.value < 32 && scalar != "\t" || scalar.value == 127 { continue }
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
