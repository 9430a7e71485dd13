/// The pieces of an HTML text: words, and tags with their attributes.
///
/// A small part of the WHATWG tokenizer (HTML Standard 13.2.5): enough for mail bodies, and every input
/// ends, in time that grows with its length alone.
struct HTMLTokens {
  enum Token: Equatable {
    /// Text with its entities decoded.
    case text(String)
    case open(String, [String: String])
    case close(String)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ html: String) { bytes = Array(html.utf8) }

  mutating func next() -> Token? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else { return text() }
      if matches("<!--") {
        skip(past: "-->", from: position + 4)
      } else if isTagStart(position + 1) {
        if let token = tag() { return token }
      } else if let next = byte(position + 1),
        next == UInt8(ascii: "!") || next == UInt8(ascii: "?")
          || (next == UInt8(ascii: "/") && !isTagStart(position + 2))
      {
        skip(past: ">", from: position + 2)
      } else if byte(position + 1) == UInt8(ascii: "/") {
        if let token = tag() { return token }
      } else {
        return text()
      }
    }
    return nil
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isTagStart(_ index: Int) -> Bool { byte(index).map(Self.isLetter) ?? false }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private func matches(_ word: StaticString) -> Bool {
    let word = Array(word.description.utf8)
    return position + word.count <= bytes.count
      && bytes[position..<position + word.count].elementsEqual(word)
  }

  /// Moves behind the next `mark`, or to the end where there is none.
  private mutating func skip(past mark: StaticString, from start: Int) {
    let mark = Array(mark.description.utf8)
    position = min(start, bytes.count)
    while position < bytes.count {
      if bytes[position] == mark[0], position + mark.count <= bytes.count,
        bytes[position..<position + mark.count].elementsEqual(mark)
      {
        position += mark.count
        return
      }
      position += 1
    }
  }

  private mutating func text() -> Token {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    return .text(HTMLEntities.decode(bytes[start..<position]))
  }

  /// Reads a tag; nil for one that is dropped with its content (style, script, head parts).
  private mutating func tag() -> Token? {
    position += 1
    let isClosing = bytes[position] == UInt8(ascii: "/")
    if isClosing { position += 1 }
    let name = word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      .lowercased()
    let attributes = attributes()
    if isClosing { return .close(name) }
    if Self.hidden.contains(name) {
      skipContent(of: name)
      return nil
    }
    return .open(name, attributes)
  }

  private static let hidden: Set<String> = ["script", "style", "title", "template", "noscript"]

  /// Moves behind the end tag of an element whose content is no text; to the end where it has none.
  private mutating func skipContent(of name: String) {
    let end = Array("</\(name)".utf8)
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), position + end.count <= bytes.count,
        zip(bytes[position...], end).allSatisfy({
          $0 == $1 || (Self.isLetter($0) && $0 | 0x20 == $1)
        })
      {
        skip(past: ">", from: position)
        return
      }
      position += 1
    }
  }

  private mutating func attributes() -> [String: String] {
    var found: [String: String] = [:]
    while let byte = byte(position), byte != UInt8(ascii: ">") {
      if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
        position += 1
        continue
      }
      let start = position
      let name = word {
        !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
          && $0 != UInt8(ascii: "/")
      }.lowercased()
      _ = word(while: Self.isSpace)
      var value = ""
      if self.byte(position) == UInt8(ascii: "=") {
        position += 1
        _ = word(while: Self.isSpace)
        value = attributeValue()
      }
      if found[name] == nil { found[name] = value }
      if position == start { position += 1 }
    }
    position = min(position + 1, bytes.count)
    return found
  }

  private mutating func attributeValue() -> String {
    guard let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else {
      return HTMLEntities.decode(
        slice { !Self.isSpace($0) && $0 != UInt8(ascii: ">") })
    }
    position += 1
    let value = HTMLEntities.decode(slice { $0 != quote })
    position = min(position + 1, bytes.count)
    return value
  }

  private mutating func word(while belongs: (UInt8) -> Bool) -> String {
    String(decoding: slice(while: belongs), as: UTF8.self)
  }

  private mutating func slice(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, belongs(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }
}
