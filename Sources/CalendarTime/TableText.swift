/// Finds words in the text of a generated table without taking the table apart.
///
/// A lookup reads the text once, some 10 microseconds; dictionaries of all words would cost
/// milliseconds in a program that asks for one.
struct TableText: Sendable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Where `word` stands between two of these borders; the case of ASCII letters does not count.
  ///
  /// The start of the text counts as a line feed, and so does its end.
  func range(of word: String, after left: String, before right: String) -> Range<Int>? {
    let wanted = word.utf8.map(Self.lowercased)
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard let first = wanted.first, wanted.count <= bytes.count else { return nil }
    for start in 0...(bytes.count - wanted.count) where Self.lowercased(bytes[start]) == first {
      let end = start + wanted.count
      if left.contains(byte(at: start - 1)), right.contains(byte(at: end)),
        bytes[start..<end].lazy.map(Self.lowercased).elementsEqual(wanted)
      {
        return start..<end
      }
    }
    return nil
  }

  /// The text from the last of these borders before an index to the first of these behind it.
  func text(around index: Int, after left: String, before right: String) -> String {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var start = index
    while !left.contains(byte(at: start - 1)), start > 0 { start -= 1 }
    var end = start
    while !right.contains(byte(at: end)), end < bytes.count { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The index of the last such byte before an index.
  func last(_ byte: Unicode.Scalar, before index: Int) -> Int? {
    bytes[..<index].lastIndex(of: UInt8(ascii: byte))
  }

  private func byte(at index: Int) -> UInt8 {
    bytes.indices.contains(index) ? bytes[index] : UInt8(ascii: "\n")
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
