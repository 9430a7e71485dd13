/// The escapes of texts in iCalendar.
///
/// Source: RFC 5545 section 3.3.11.
enum EscapedText {
  /// As a property holds it; controls other than line ends and tabs are left out.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for character in text {
      switch character {
      case "\\": escaped += "\\\\"
      case ";": escaped += "\\;"
      case ",": escaped += "\\,"
      case "\n", "\r", "\r\n": escaped += "\\n"
      default:
        let isControl = character.unicodeScalars.allSatisfy { $0.value < 32 || $0.value == 127 }
        if !isControl || character == "\t" { escaped.append(character) }
      }
    }
    return escaped
  }

  /// The texts of a list that is parted by commas.
  static func list(_ value: String) -> [String] {
    var texts = [""]
    var rest = value[...]
    while let first = rest.popFirst() {
      switch first {
      case ",": texts.append("")
      case "\\":
        switch rest.popFirst() {
        case "n", "N": texts[texts.count - 1].append("\n")
        case let other?: texts[texts.count - 1].append(other)
        case nil: break
        }
      default: texts[texts.count - 1].append(first)
      }
    }
    return texts
  }
}
