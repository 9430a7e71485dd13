/// The escapes of texts in iCalendar.
///
/// Source: RFC 5545 section 3.3.11.
enum EscapedText {
  /// As a property holds it: every kind of line end is `\n`, and controls other than tabs are left out.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var escaped = String.UnicodeScalarView()
    var isAfterCR = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.append("\\")
        escaped.append(scalar)
      case "\n" where isAfterCR: break
      case "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        escaped.append("\\")
        escaped.append("n")
      case _ where scalar.value < 32 && scalar != "\t" || scalar.value == 127: break
      default: escaped.append(scalar)
      }
      isAfterCR = scalar == "\r"
    }
    return String(escaped)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: ";")
      && byte != UInt8(ascii: "\\")
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
