/// What stands in a file of vCards besides the cards.
package enum CardFile {
  /// A component of another kind, such as a calendar, and the line it begins on.
  package struct Stranger: Hashable, Sendable {
    package let line: Int
    /// In capitals: `VCALENDAR`.
    package let kind: String
  }

  /// The first component in a file that is no card; nil in a file of cards alone.
  ///
  /// Who reads cards passes over it, so that it would be lost without a word.
  package static func stranger(in bytes: [UInt8]) -> Stranger? {
    // Letters of UTF-16 have zeros beside them.
    guard !bytes.prefix(4).contains(0), !bytes.starts(with: [0xFF, 0xFE]),
      !bytes.starts(with: [0xFE, 0xFF])
    else {
      var text = TextBytes()
      return stranger(inText: text.add(bytes) + text.finish())
    }
    return stranger(inText: bytes)
  }

  private static func stranger(inText bytes: [UInt8]) -> Stranger? {
    var line = 1
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if bytes[start] | 0x20 == UInt8(ascii: "b"), let kind = component(in: bytes[start..<end]),
        kind != "VCARD"
      {
        return Stranger(line: line, kind: kind)
      }
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
      line += 1
    }
    return nil
  }

  /// The kind of component that a line begins; nil for any other line.
  private static func component(in line: ArraySlice<UInt8>) -> String? {
    guard line.count < 64 else { return nil }
    let text = String(decoding: line, as: UTF8.self).uppercased().filter { !$0.isWhitespace }
    guard text.hasPrefix("BEGIN:") else { return nil }
    let kind = text.dropFirst(6)
    let isName = kind.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return kind.isEmpty || !isName ? nil : String(kind)
  }
}
