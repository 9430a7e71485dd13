/// The name of a file that somebody else chose, made one that can do no harm here or elsewhere.
///
/// Nothing in it leads to another folder, hides the file, is taken for an option, is obeyed by a terminal, or is refused by a
/// file system of Linux, macOS or Windows.
///
/// Sources: POSIX.1-2024 section 3.281 (no `/` and no NUL); Microsoft, "Naming Files, Paths, and
/// Namespaces" for the signs and names that Windows keeps to itself.
package struct SafeFileName: Hashable, Sendable {
  /// The most bytes of a name, with room for ` (99)` and for the name of a temporary file.
  package static let longest = 200

  /// The name without its ending.
  package let stem: String
  /// The ending with its full stop, such as `.pdf`; empty where there is none.
  package let ending: String

  /// Makes a name of the one that was sent; of nothing it makes `attachment`.
  package init(_ name: String) {
    var clean = ""
    for scalar in name.unicodeScalars {
      if Self.isDropped(scalar) { continue }
      clean.unicodeScalars.append(Self.isForbidden(scalar) ? "_" : scalar)
    }
    var text = clean[...]
    while let first = text.first, first == "." || first == "-" || first.isWhitespace {
      text.removeFirst()
    }
    while let last = text.last, last == "." || last.isWhitespace { text.removeLast() }
    let parts = Self.parts(of: text)
    var stem = parts.stem.isEmpty ? "attachment" : parts.stem
    if Self.isReserved(stem) { stem = "_" + stem }
    self.ending = Self.cut(parts.ending, to: 40)
    self.stem = Self.cut(stem, to: Self.longest - self.ending.utf8.count)
  }

  /// The whole name; from the second try on with its number: `plan (2).pdf`.
  package func text(attempt: Int = 1) -> String {
    stem + (attempt > 1 ? " (\(attempt))" : "") + ending
  }

  /// An ending is short and made of letters and digits; what is none belongs to the stem.
  private static func parts(of text: Substring) -> (stem: String, ending: String) {
    guard let point = text.lastIndex(of: "."), point != text.startIndex else {
      return (String(text), "")
    }
    let ending = text[text.index(after: point)...]
    guard (1...16).contains(ending.count), ending.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      return (String(text), "")
    }
    return (String(text[..<point]), "." + ending)
  }

  /// What cannot be seen: controls, direction, byte-order marks; joiners inside words and emoji stay.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.value != 0x200C && scalar.value != 0x200D
    default: false
    }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    "/\\<>:\"|?*".unicodeScalars.contains(scalar)
  }

  /// Names of devices on Windows, whatever their ending: `CON`, `com1.txt`.
  private static func isReserved(_ stem: String) -> Bool {
    let name = stem.prefix { $0 != "." && $0 != " " }.uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(name) { return true }
    guard name.hasPrefix("COM") || name.hasPrefix("LPT"), name.count == 4 else { return false }
    return "123456789¹²³".contains(name.suffix(1))
  }

  private static func cut(_ text: String, to bytes: Int) -> String {
    guard text.utf8.count > bytes else { return text }
    var end = text.startIndex
    var count = 0
    while end < text.endIndex {
      count += text[end].utf8.count
      guard count <= bytes else { break }
      end = text.index(after: end)
    }
    var cut = text[..<end]
    while let last = cut.last, last.isWhitespace { cut.removeLast() }
    return String(cut)
  }
}
