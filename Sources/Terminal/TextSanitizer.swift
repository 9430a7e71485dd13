/// Takes out of a text what a terminal would obey instead of show.
///
/// Control characters (C0, DEL, C1), whole escape sequences with what they carry, and the controls of
/// writing direction are dropped; what was meant for reading stays. JSON output does not come here: it
/// escapes and loses nothing.
///
/// Sources: ECMA-48 section 5 for the forms of sequences; UAX #9 section 2 for direction.
package enum TextSanitizer {
  /// A text for one line: line breaks and tabs become blanks.
  package static func line(_ text: String) -> String { clean(text, keepsLines: false) }

  /// A text of several lines: line feeds stay, other line breaks become line feeds, tabs four blanks.
  package static func block(_ text: String) -> String { clean(text, keepsLines: true) }

  private static func clean(_ text: String, keepsLines: Bool) -> String {
    guard text.utf8.contains(where: { !(0x20...0x7E).contains($0) }) else { return text }
    var scalars = Array(text.unicodeScalars)[...]
    var result = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: dropEscape(from: &scalars)
      case 0x9B: dropControlSequence(from: &scalars)
      case 0x90, 0x98, 0x9D, 0x9E, 0x9F: dropControlString(from: &scalars)
      case 0x0D:
        if scalars.first == "\n" { scalars.removeFirst() }
        result.append(keepsLines ? "\n" : " ")
      case 0x0A...0x0C, 0x85, 0x2028, 0x2029: result.append(keepsLines ? "\n" : " ")
      case 0x09:
        if keepsLines {
          result.append(contentsOf: "    ".unicodeScalars)
        } else {
          result.append(" ")
        }
      case 0..<0x20, 0x7F...0x9F: continue
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Drops what follows an escape character and belongs to it.
  private static func dropEscape(from scalars: inout ArraySlice<Unicode.Scalar>) {
    guard let next = scalars.first else { return }
    switch next {
    case "[":
      scalars.removeFirst()
      dropControlSequence(from: &scalars)
    case "P", "X", "]", "^", "_":
      scalars.removeFirst()
      dropControlString(from: &scalars)
    default:
      // Intermediate bytes and one final byte, such as ESC ( B.
      let final = scalars.drop { (0x20...0x2F).contains($0.value) }
      if let last = final.first, (0x30...0x7E).contains(last.value) { scalars = final.dropFirst() }
    }
  }

  /// Drops parameters, intermediates and the final byte of a control sequence, when well formed.
  private static func dropControlSequence(from scalars: inout ArraySlice<Unicode.Scalar>) {
    let end =
      scalars
      .drop { (0x30...0x3F).contains($0.value) }
      .drop { (0x20...0x2F).contains($0.value) }
    if let final = end.first, (0x40...0x7E).contains(final.value) { scalars = end.dropFirst() }
  }

  /// Drops a control string up to its terminator: BEL, ST or ESC `\`.
  ///
  /// One that does not end on its line loses only its introducer, so that nobody can hide the rest of a
  /// text by it.
  private static func dropControlString(from scalars: inout ArraySlice<Unicode.Scalar>) {
    var rest = scalars
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x07, 0x9C:
        scalars = rest
        return
      case 0x1B where rest.first == "\\":
        scalars = rest.dropFirst()
        return
      case 0x0A, 0x0D: return
      default: continue
      }
    }
  }
}
