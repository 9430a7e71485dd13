/// A property of a card: `group.NAME;PARAMETER=value:value`.
///
/// Sources: RFC 6350 section 3.3; RFC 2426 section 4; vCard 2.1 section 2.1.
struct CardProperty {
  let line: Int
  /// In small letters.
  let group: String?
  /// In capitals.
  let name: String
  private let parameters: [String: [String]]
  private let bytes: ArraySlice<UInt8>

  /// Nil for a line without a colon.
  ///
  /// - Parameters:
  ///   - line: the line before it was folded.
  ///   - isOld: whether the card is of version 2.1, where values may stand without the name of a
  ///     parameter and `^` is no escape.
  init?(_ line: CardLine, isOld: Bool) {
    guard let colon = Self.colon(in: line.bytes) else { return nil }
    self.line = line.number
    bytes = line.bytes[(colon + 1)...]
    let header = String(decoding: line.bytes[..<colon], as: UTF8.self)
    var parts = Self.split(header, at: ";")
    let full = (parts.isEmpty ? "" : parts.removeFirst()).filter { !$0.isWhitespace }
    if let dot = full.lastIndex(of: ".") {
      group = full[..<dot].lowercased()
      name = full[full.index(after: dot)...].uppercased()
    } else {
      group = nil
      name = full.uppercased()
    }
    if name.isEmpty { return nil }
    var parameters: [String: [String]] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = pair.first?.trimmedOrNil else { continue }
      guard pair.count == 2 else {
        parameters[Self.bareName(first), default: []].append(first)
        continue
      }
      let values = Self.split(String(pair[1]), at: ",").map { Self.plain($0, isOld: isOld) }
      parameters[first.uppercased(), default: []] += values
    }
    self.parameters = parameters
  }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? { parameters[name]?.first?.trimmedOrNil }

  /// All values of a parameter.
  func values(of parameter: String) -> [String] { parameters[parameter] ?? [] }

  /// What the property is for, in small letters; lists in one pair of quotes count as lists.
  var types: Set<String> {
    Set(
      (parameters["TYPE"] ?? []).flatMap { $0.split(separator: ",") }
        .compactMap { $0.trimmedOrNil?.lowercased() })
  }

  /// The rank among its like: 1 is the first, and those without one come last.
  var preference: Int {
    if let number = parameter("PREF").flatMap({ Int($0) }), (1...100).contains(number) {
      return number
    }
    return types.contains("pref") || parameters["PREF"] != nil ? 1 : 101
  }

  var isQuotedPrintable: Bool { encoding == "QUOTED-PRINTABLE" }

  private var encoding: String? { parameter("ENCODING")?.uppercased() }

  var dialect: CardText.Dialect { isQuotedPrintable ? .quotedPrintable : .modern }

  /// The value as text, escapes and all; nil in a charset that is not read.
  var raw: String? {
    let plain: [UInt8]
    switch encoding {
    case "QUOTED-PRINTABLE": plain = TransferEncoding.quotedPrintable(bytes)
    case "B", "BASE64": plain = TransferEncoding.base64(bytes) ?? Array(bytes)
    default: return CodePage.text(bytes, charset: parameter("CHARSET"))
    }
    return CodePage.text(plain, charset: parameter("CHARSET"))
  }

  /// The value as one text; nil where it is empty.
  var text: String? { raw.flatMap { CardText.unescaped($0, dialect).trimmedOrNil } }

  /// The parts of a value that semicolons part, each with the elements that commas part.
  ///
  /// Commas part elements where the value `hasLists`, as in all versions but 2.1.
  func components(hasLists: Bool) -> [[String]] {
    CardText.split(raw ?? "", at: ";").map { component in
      let elements = hasLists ? CardText.split(component, at: ",") : [component]
      return elements.map { CardText.unescaped($0, dialect) }
    }
  }

  /// The bytes of a picture; nil for a link and for what is no base64.
  var binary: [UInt8]? {
    if encoding == "B" || encoding == "BASE64" { return TransferEncoding.base64(bytes) }
    let start = String(decoding: bytes.prefix(200), as: UTF8.self)
    if start.prefix(5).lowercased() == "data:" {
      guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")),
        String(decoding: bytes[..<comma], as: UTF8.self).lowercased().hasSuffix("base64")
      else { return nil }
      return TransferEncoding.base64(bytes[(comma + 1)...])
    }
    return bytes.contains(UInt8(ascii: ":")) ? nil : TransferEncoding.base64(bytes)
  }

  /// Where the value begins: the first colon outside quotes, or the first at all where none is.
  private static func colon(in line: [UInt8]) -> Int? {
    var isQuoted = false
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ":") where !isQuoted: return index
      default: break
      }
    }
    return line.firstIndex(of: UInt8(ascii: ":"))
  }

  /// The parameter that a value without a name belongs to.
  private static func bareName(_ value: String) -> String {
    switch value.uppercased() {
    case "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT": "ENCODING"
    default: "TYPE"
    }
  }

  /// Splits at a mark outside quotes.
  private static func split(_ text: String, at mark: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == mark, !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// A value of a parameter without quotes and escapes (RFC 6868).
  private static func plain(_ value: String, isOld: Bool) -> String {
    let text = value.filter { $0 != "\"" }
    guard !isOld, text.contains("^") else { return text }
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "^", let next = rest.first, "n'^".contains(next) else {
        result.append(character)
        continue
      }
      rest.removeFirst()
      result.append(next == "n" ? "\n" : next == "'" ? "\"" : "^")
    }
    return result
  }
}
