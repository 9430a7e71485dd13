import CUTF8Proc

/// How many cells of a terminal a text takes.
///
/// Counted by grapheme cluster (UAX #29), not by scalar: an emoji sequence is one picture of two cells
/// however many scalars it is made of. Terminals differ on some sequences; the values here are those
/// most of them show. Characters of ambiguous width count one.
package enum DisplayWidth {
  /// The version of the utf8proc in use, such as `2.8.0`.
  package static var libraryVersion: String { unsafe String(cString: utf8proc_version()) }

  /// The cells of a text of one line; control characters count nothing.
  package static func of(_ text: some StringProtocol) -> Int {
    if let count = asciiCount(text) { return count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The cells of one grapheme cluster: 0, 1 or 2, and more only for clusters of Indic scripts.
  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return (0x20...0x7E).contains(ascii) ? 1 : 0 }
    var width = 0
    var first: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      if scalar.properties.isEmojiPresentation { return 2 }
      if scalar == emojiStyle, first?.properties.isEmoji == true { return 2 }
      if scalar == joiner, width > 1 { break }
      if first == nil { first = scalar }
      // Vowels and finals of Hangul in pieces join the syllable of the first piece.
      if width > 0, (0x1160...0x11FF).contains(scalar.value) { continue }
      width += Int(utf8proc_charwidth(Int32(bitPattern: scalar.value)))
    }
    return width
  }

  private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"
  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// The length of a text of printable ASCII alone, nil for any other.
  static func asciiCount(_ text: some StringProtocol) -> Int? {
    var count = 0
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte) else { return nil }
      count += 1
    }
    return count
  }
}
