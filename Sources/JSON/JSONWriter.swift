/// How a JSON text is laid out.
package struct JSONStyle: Sendable {
  /// Which characters become `\u` escapes beyond those that RFC 8259 demands.
  package enum Escaping: Sendable {
    /// DEL, the C1 controls and the bidirectional controls, so that no terminal obeys them.
    case terminalSafe
    /// Every character beyond ASCII, as MSAL Python writes its cache.
    case allBeyondASCII
    /// Nothing beyond the RFC.
    case minimal
  }

  /// Blanks for each level, or nil for one line without blanks.
  package var indent: Int?
  /// Keys in the order of their bytes instead of the order they were written.
  package var sortsKeys: Bool
  package var escaping: Escaping

  package init(indent: Int?, sortsKeys: Bool, escaping: Escaping) {
    self.indent = indent
    self.sortsKeys = sortsKeys
    self.escaping = escaping
  }

  /// One line, keys sorted: what `--json` and `--jsonl` print, and what tests compare.
  package static let compact = JSONStyle(indent: nil, sortsKeys: true, escaping: .terminalSafe)
  /// Two blanks a level, keys sorted: `--json` for a person's eyes.
  package static let pretty = JSONStyle(indent: 2, sortsKeys: true, escaping: .terminalSafe)
  /// One line, everything in the order it came: bodies of requests and stored resources.
  package static let wire = JSONStyle(indent: nil, sortsKeys: false, escaping: .minimal)
  /// MSAL Python's cache: four blanks a level, order kept, ASCII only, no newline at the end.
  package static let msal = JSONStyle(indent: 4, sortsKeys: false, escaping: .allBeyondASCII)
}

extension UTF8 {
  /// The one to four bytes of a scalar.
  fileprivate static func bytes(of scalar: Unicode.Scalar) -> Unicode.UTF8.EncodedScalar {
    // A scalar always has a UTF-8 form; the fallback is what the standard asks of a broken one.
    UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may reorder the text around this: embeddings, overrides, isolates and marks.
  ///
  /// Source: Unicode Standard Annex 9, section 2.
  package var isBidirectionalControl: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension JSON {
  /// This value as text, without a newline at the end.
  package func text(_ style: JSONStyle) -> String {
    var writer = JSONWriter(style: style)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A JSON text of another writer with everything escaped that `JSONStyle.compact` escapes.
  ///
  /// Such characters stand in strings alone, so the text stays JSON of the same value.
  package static func escapedForTerminals(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 > 0x7E }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if (0x7F...0x9F).contains(scalar.value) || scalar.isBidirectionalControl {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// This value as UTF-8, without a newline at the end.
  package func bytes(_ style: JSONStyle) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(self)
    return writer.bytes
  }
}

private struct JSONWriter {
  let style: JSONStyle
  var bytes: [UInt8] = []
  private var level = 0

  init(style: JSONStyle) {
    self.style = style
    // A resource has a kilobyte or two; growing to that from nothing copies it eight times.
    bytes.reserveCapacity(2048)
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let string): write(string)
    case .array(let elements):
      write(elements, between: "[", and: "]") { writer, element in writer.write(element) }
    case .object(let object):
      write(style.sortsKeys ? object.sortedMembers : object.members, between: "{", and: "}") {
        writer, member in
        writer.write(member.key)
        writer.append(writer.style.indent == nil ? ":" : ": ")
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: String, and close: String,
    each: (inout JSONWriter, Element) -> Void
  ) {
    append(open)
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      newLine()
      each(&self, element)
    }
    level -= 1
    if !elements.isEmpty { newLine() }
    append(close)
  }

  private mutating func newLine() {
    guard let indent = style.indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * indent))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    // Most texts have nothing to escape and go through as they are.
    guard !standsAsItIs(string) else {
      bytes.append(contentsOf: string.utf8)
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case "\u{8}": append("\\b")
      case "\u{C}": append("\\f")
      case _ where mustEscape(scalar):
        for unit in String(scalar).utf16 { appendEscape(unit) }
      default: bytes.append(contentsOf: UTF8.bytes(of: scalar))
      }
    }
  }

  /// Whether no byte of `string` could belong to something that this style escapes.
  private func standsAsItIs(_ string: String) -> Bool {
    let last: UInt8 = style.escaping == .minimal ? 0xFF : 0x7E
    let bytes = string.utf8Span.span
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte >= 0x20, byte <= last, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
      else { return false }
    }
    return true
  }

  private func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x20 { return true }
    switch style.escaping {
    case .minimal: return false
    case .allBeyondASCII: return scalar.value > 0x7F
    case .terminalSafe:
      return (0x7F...0x9F).contains(scalar.value) || scalar.isBidirectionalControl
    }
  }

  private mutating func appendEscape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
  }
}
