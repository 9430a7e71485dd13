import CUTF8Proc
import Glibc

/// A text as a search compares it: without letter case, accents and width variants.
///
/// Unicode's compatibility decomposition and full case folding (UAX #15, TR21), marks left out; letters
/// that no decomposition takes apart (ø, ł, đ, æ …) stand for the ones a person types instead.
package struct FoldedText: Hashable, Sendable {
  package let text: String

  package init(_ source: some StringProtocol) {
    if let ascii = Self.folded(ascii: source) {
      text = ascii
      return
    }
    let options = utf8proc_option_t(
      rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue
        | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue | UTF8PROC_STRIPMARK.rawValue
        | UTF8PROC_IGNORE.rawValue)
    let bytes = Array(source.utf8)
    var mapped: UnsafeMutablePointer<UInt8>?
    let count = unsafe utf8proc_map(bytes, bytes.count, &mapped, options)
    guard count >= 0, let pointer = unsafe mapped else {
      text = source.lowercased()
      return
    }
    defer { unsafe free(pointer) }
    let buffer = unsafe UnsafeBufferPointer(start: pointer, count: count)
    let decomposed = unsafe String(decoding: buffer, as: UTF8.self)
    var result = ""
    for scalar in decomposed.unicodeScalars {
      if let plain = Self.plain[scalar] {
        result += plain
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    text = result
  }

  /// Whether `part` stands anywhere in this text; nothing stands everywhere.
  package func contains(_ part: FoldedText) -> Bool {
    part.text.isEmpty || text.firstRange(of: part.text) != nil
  }

  private static func folded(ascii source: some StringProtocol) -> String? {
    guard source.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return source.lowercased()
  }

  private static let plain: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe",
    "þ": "th", "ŋ": "n", "ß": "ss",
    // What programs put for the apostrophe and the hyphen of a keyboard.
    "\u{2018}": "'", "\u{2019}": "'", "\u{2BC}": "'", "\u{2010}": "-", "\u{2011}": "-",
    "\u{2013}": "-",
  ]
}
