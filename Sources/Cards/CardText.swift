/// The escapes of values, and the marks that part them.
///
/// Sources: RFC 6350 section 3.4; RFC 2426 section 4; vCard 2.1 section 2.1.2.
enum CardText {
  /// Which escapes a value has.
  enum Dialect {
    /// Version 3.0 and 4.0, and 2.1 where it is written plainly.
    case modern
    /// Quoted-printable of version 2.1: what has no other form is escaped, and `\n` is what it says.
    case quotedPrintable
  }

  /// The parts between the separators that no backslash precedes, escapes and all.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    guard text.unicodeScalars.contains(separator) else { return [text] }
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == separator, !isEscaped {
        parts.append(String(part))
        part = String.UnicodeScalarView()
        continue
      }
      isEscaped = scalar == "\\" && !isEscaped
      part.append(scalar)
    }
    return parts + [String(part)]
  }

  /// A value without its escapes.
  ///
  /// A backslash before a letter other than `n` stays, since who writes `C:\temp` did not escape.
  static func unescaped(_ text: String, _ dialect: Dialect = .modern) -> String {
    guard text.unicodeScalars.contains("\\") else { return lines(text) }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      guard isEscaped else {
        if scalar == "\\" { isEscaped = true } else { result.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "n" where dialect == .modern, "N" where dialect == .modern: result.append("\n")
      case "\\", ";", ",", ":", "'", "\"": result.append(scalar)
      default:
        result.append("\\")
        result.append(scalar)
      }
    }
    if isEscaped { result.append("\\") }
    return lines(String(result))
  }

  /// A text with nothing in it that parts values or lines.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in lines(text).unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case ";": result.append(contentsOf: "\\;".unicodeScalars)
      case ",": result.append(contentsOf: "\\,".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Whether a text is written in kana alone, as readings of Japanese names are.
  static func isKana(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      (0x3040...0x30FF).contains($0.value) || (0xFF66...0xFF9F).contains($0.value)
        || $0.properties.isWhitespace
    }
  }

  /// With line feeds for all other ends of lines, and without NUL.
  static func lines(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) else { return text }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing(
      "\0", with: "")
  }
}

extension StringProtocol {
  /// Without blanks and ends of lines around it; nil where nothing is left.
  var trimmedOrNil: String? {
    let start = drop { $0.isWhitespace }
    let text = String(start.reversed().drop { $0.isWhitespace }.reversed())
    return text.isEmpty ? nil : text
  }
}
