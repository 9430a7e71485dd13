/// A line of a card as it was before it was folded.
struct CardLine {
  /// The number of its first line in the file, from 1.
  var number: Int
  var bytes: [UInt8]
  /// Whether it went on beyond what is kept of a line, so that its end is missing.
  var isTooLong = false
}

/// Puts the content lines of a file together from bytes that come in pieces.
///
/// CR LF, LF and CR end a line, and a blank or a tab continues it. Lines of quoted-printable go on after
/// `=` (vCard 2.1 section 2.1.3), and base64 goes on without a blank, as some programs write it. Bytes
/// are put together before anything is decoded, so a fold may stand within a character.
struct CardLines {
  /// What a text may have; the service takes no longer one.
  static let longestText = 1 << 20
  /// What a picture may have: 4 MB and what base64 adds.
  static let longestValue = 8 << 20

  /// Whether the blank at the start of a continued line belongs to the text, as in version 2.1.
  var keepsBlanks = false

  private var physical: [UInt8] = []
  private var isCut = false
  private var open: CardLine?
  private var number = 1
  private var isAfterCR = false

  /// Takes the next bytes; hands over each line that has ended.
  mutating func add(_ bytes: [UInt8], _ take: (inout CardLines, CardLine) -> Void) {
    var start = 0
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0A, isAfterCR, start == index, physical.isEmpty {
        isAfterCR = false
        start = index + 1
        continue
      }
      keep(bytes[start..<index])
      isAfterCR = byte == 0x0D
      start = index + 1
      endPhysical(take)
    }
    if start < bytes.count {
      keep(bytes[start...])
      isAfterCR = false
    }
  }

  /// Hands over what stands at the end of the file.
  mutating func finish(_ take: (inout CardLines, CardLine) -> Void) {
    if !physical.isEmpty { endPhysical(take) }
    flush(take)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = Self.longestValue - physical.count
    if bytes.count > room { isCut = true }
    physical += bytes.prefix(max(0, room))
  }

  private mutating func endPhysical(_ take: (inout CardLines, CardLine) -> Void) {
    let line = physical
    let isLong = isCut
    physical.removeAll(keepingCapacity: line.count < 4096)
    isCut = false
    defer { number += 1 }
    guard let first = line.first else { return flush(take) }
    if open != nil {
      if first == 0x20 || first == 0x09 {
        if endsSoftly { removeSoftBreak() } else if !keepsBlanks { return append(line.dropFirst()) }
        return append(line[...])
      }
      if endsSoftly, !Self.isEnd(line) {
        removeSoftBreak()
        return append(line[...])
      }
      if Self.isBase64(line), isBase64 { return append(line[...]) }
    }
    flush(take)
    open = CardLine(number: number, bytes: line, isTooLong: isLong)
    if line.count > Self.longestText, !isBase64 { cut() }
  }

  private mutating func flush(_ take: (inout CardLines, CardLine) -> Void) {
    guard let line = open else { return }
    open = nil
    take(&self, line)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard var line = open, !line.isTooLong else { return }
    open = nil
    line.bytes += bytes
    let size = line.bytes.count
    open = line
    if size > Self.longestText, size > Self.longestValue || !isBase64 { cut() }
  }

  /// Keeps what tells the name of the property.
  private mutating func cut() {
    guard let line = open else { return }
    open = CardLine(number: line.number, bytes: Array(line.bytes.prefix(256)), isTooLong: true)
  }

  private var endsSoftly: Bool {
    guard let line = open, line.bytes.last == UInt8(ascii: "=") else { return false }
    return Self.header(of: line.bytes).contains("QUOTED-PRINTABLE")
  }

  private mutating func removeSoftBreak() { open?.bytes.removeLast() }

  private var isBase64: Bool {
    guard let line = open else { return false }
    let header = Self.header(of: line.bytes)
    return header.contains("BASE64") || header.contains("ENCODING=B") || header.hasPrefix("PHOTO")
      || header.contains(".PHOTO")
  }

  /// What stands before the value, in capitals.
  private static func header(of line: [UInt8]) -> String {
    let header = line.prefix(512).prefix { $0 != UInt8(ascii: ":") }
    return String(decoding: header, as: UTF8.self).uppercased()
  }

  private static func isEnd(_ line: [UInt8]) -> Bool {
    line.count < 24
      && String(decoding: line, as: UTF8.self).uppercased().hasPrefix("END:VCARD")
  }

  private static func isBase64(_ line: [UInt8]) -> Bool {
    line.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        true
      default: false
      }
    }
  }
}
