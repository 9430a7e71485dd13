/// Where and why a text is not JSON.
package struct JSONError: Error, Hashable, Sendable {
  /// What was expected or found; one line without a full stop.
  package var reason: String
  /// Counted from 1.
  package var line: Int
  /// In bytes, counted from 1.
  package var column: Int

  package init(reason: String, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }
}

extension JSON {
  /// The value of `text`, which is UTF-8 with or without a byte-order mark.
  ///
  /// - Throws: `JSONError` at the first byte that is not JSON, for more than 512 nested values, and
  ///   for anything but blanks after the value.
  package init(parsing text: some Sequence<UInt8>) throws(JSONError) {
    self = try JSONDocument(parsing: Array(text)).root
  }

  /// The value of `text`.
  ///
  /// - Throws: `JSONError` at the first byte that is not JSON.
  package init(parsing text: String) throws(JSONError) {
    try self.init(parsing: text.utf8)
  }

  /// The value of `text`, one of many with the same keys, which are made into strings once.
  ///
  /// - Throws: `JSONError` at the first byte that is not JSON.
  package init(parsing text: String, keys: inout JSONKeys) throws(JSONError) {
    var parser = JSONParser(text: Array(text.utf8), options: [], keys: keys)
    defer { keys = parser.keys }
    self = try parser.document()
  }
}

extension JSONDocument {
  /// Reads `text`, which is UTF-8 with or without a byte-order mark.
  ///
  /// - Throws: `JSONError` at the first byte that is not JSON, for more than 512 nested values, and
  ///   for anything but blanks after the value.
  package init(parsing text: [UInt8], options: JSONOptions = []) throws(JSONError) {
    var parser = JSONParser(text: text, options: options, keys: JSONKeys())
    root = try parser.document()
    duplicateKeys = parser.duplicateKeys
    keyPositions = parser.keyPositions
  }
}

/// A recursive-descent reader.
private struct JSONParser {
  private static let deepest = 512

  private let text: [UInt8]
  private let options: JSONOptions
  private var index = 0
  private var depth = 0
  private var path: [String] = []
  fileprivate var duplicateKeys: [(key: String, at: JSONDocument.Position)] = []
  fileprivate var keyPositions: [[String]: JSONDocument.Position] = [:]
  fileprivate var keys: JSONKeys

  init(text: [UInt8], options: JSONOptions, keys: JSONKeys) {
    self.text = text
    self.options = options
    self.keys = keys
  }

  mutating func document() throws(JSONError) -> JSON {
    if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { index = 3 }
    try skipBlanks()
    let root = try value()
    try skipBlanks()
    guard index == text.count else { throw error("more text after the end of the value") }
    return root
  }

  private mutating func value() throws(JSONError) -> JSON {
    guard index < text.count else { throw error("the text ends where a value should stand") }
    switch text[index] {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw error("no JSON value starts with this character")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    depth += 1
    guard depth <= Self.deepest else {
      throw error("values are nested more than \(Self.deepest) deep")
    }
    let result = try body(&self)
    depth -= 1
    return result
  }

  private mutating func object() throws(JSONError) -> JSON {
    index += 1
    var members: [JSONObject.Member] = []
    var seen = SeenKeys()
    try skipBlanks()
    if take("}") { return .object(JSONObject()) }
    while true {
      guard index < text.count, text[index] == UInt8(ascii: "\"") else {
        throw error("a key in double quotes should stand here")
      }
      let start = index
      let (key, slot) = try nextKey()
      if options.contains(.keyPositions) {
        path.append(key)
        keyPositions[path] = position(of: start)
      }
      try skipBlanks()
      guard take(":") else { throw error("a colon should follow the key") }
      try skipBlanks()
      let member = (key: key, value: try value())
      if options.contains(.keyPositions) { path.removeLast() }
      if let index = seen.place(of: key, slot, in: members) {
        duplicateKeys.append((key, position(of: start)))
        members[index] = member
      } else {
        members.append(member)
      }
      try skipBlanks()
      if take(",") {
        try skipBlanks()
      } else if take("}") {
        return .object(JSONObject(distinct: members))
      } else {
        throw error("a comma or a closing brace should stand here")
      }
    }
  }

  /// A key, and its slot among those that are known.
  private mutating func nextKey() throws(JSONError) -> (String, slot: Int?) {
    var end = index + 1
    while end < text.count, text[end] != UInt8(ascii: "\"") {
      guard text[end] >= 0x20, text[end] != UInt8(ascii: "\\") else { return (try string(), nil) }
      end += 1
    }
    guard end < text.count else { return (try string(), nil) }
    let start = index + 1
    if let slot = keys.slot(of: text, start..<end) {
      if let known = keys[slot] {
        index = end + 1
        return (known, slot)
      }
      let key = try string()
      keys[slot] = key
      return (key, slot)
    }
    return (try string(), nil)
  }

  private mutating func array() throws(JSONError) -> JSON {
    index += 1
    var elements: [JSON] = []
    try skipBlanks()
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value())
      try skipBlanks()
      if take(",") {
        try skipBlanks()
      } else if take("]") {
        return .array(elements)
      } else {
        throw error("a comma or a closing bracket should stand here")
      }
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for expected in "\(word)".utf8 {
      guard index < text.count, text[index] == expected else {
        throw error("only true, false and null stand without quotes")
      }
      index += 1
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = index
    _ = take("-")
    if take("0") {
      guard digits() == 0 else { throw error("a number does not start with 0", at: start) }
    } else {
      guard digits() > 0 else { throw error("a digit should stand here") }
    }
    if take(".") {
      guard digits() > 0 else { throw error("a digit should follow the point") }
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw error("a digit should stand in the exponent") }
    }
    return JSONNumber(uncheckedText: try copy(start..<index))
  }

  /// Skips digits and counts them.
  private mutating func digits() -> Int {
    let start = index
    while index < text.count, text[index] &- UInt8(ascii: "0") <= 9 { index += 1 }
    return index - start
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        let result = try copy(start..<index)
        index += 1
        return result
      }
      if byte == UInt8(ascii: "\\") {
        return try escapedString(startingWith: try copy(start..<index))
      }
      guard byte >= 0x20 else { throw error("a control character inside a string") }
      index += 1
    }
    throw error("the text ends inside a string")
  }

  /// The rest of a string from its first backslash on.
  private mutating func escapedString(startingWith head: String) throws(JSONError) -> String {
    var result = head
    while index < text.count {
      let start = index
      while index < text.count, text[index] != UInt8(ascii: "\""), text[index] != UInt8(ascii: "\\")
      {
        guard text[index] >= 0x20 else { throw error("a control character inside a string") }
        index += 1
      }
      result += try copy(start..<index)
      guard index < text.count else { break }
      if take("\"") { return result }
      result.unicodeScalars.append(try escape())
    }
    throw error("the text ends inside a string")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    index += 1
    guard index < text.count else { throw error("the text ends inside a string") }
    let letter = text[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default:
      index -= 1
      throw error("an unknown escape in a string")
    }
  }

  /// The scalar behind `\u`, two escapes when the first is the high half of a pair.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = try fourHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let afterFirst = index
    guard first < 0xDC00, take("\\"), take("u") else {
      index = afterFirst
      return "\u{FFFD}"
    }
    let second = try fourHexDigits()
    guard (0xDC00...0xDFFF).contains(second) else {
      index = afterFirst
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < text.count, let digit = Character(Unicode.Scalar(text[index])).hexDigitValue
      else { throw error("four hexadecimal digits should follow \\u") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private func copy(_ range: Range<Int>) throws(JSONError) -> String {
    do {
      return String(copying: try UTF8Span(validating: text.span.extracting(range)))
    } catch {
      throw self.error("not UTF-8", at: range.lowerBound + error.byteOffsets.lowerBound)
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() throws(JSONError) {
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: "/") where options.contains(.comments): try skipSlashComment()
      case UInt8(ascii: "#") where options.contains(.comments): skipLine()
      default: return
      }
    }
  }

  private mutating func skipLine() {
    while index < text.count, text[index] != UInt8(ascii: "\n"), text[index] != UInt8(ascii: "\r") {
      index += 1
    }
  }

  private mutating func skipSlashComment() throws(JSONError) {
    let start = index
    index += 1
    if take("/") { return skipLine() }
    guard take("*") else {
      index = start
      throw error("no JSON value starts with this character")
    }
    while index < text.count {
      if take("*") {
        if take("/") { return }
      } else {
        index += 1
      }
    }
    throw error("a comment that does not end", at: start)
  }

  private func position(of offset: Int) -> JSONDocument.Position {
    var line = 1
    var lineStart = 0
    for index in 0..<min(offset, text.count) where text[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    return JSONDocument.Position(line: line, column: offset - lineStart + 1)
  }

  private func error(_ reason: String, at offset: Int? = nil) -> JSONError {
    let position = position(of: offset ?? index)
    return JSONError(reason: reason, line: position.line, column: position.column)
  }
}
