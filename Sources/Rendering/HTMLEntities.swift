/// Decodes the character references of HTML.
///
/// Source: HTML Standard 13.5 for names, 13.2.5.80 for numbers. The names are those of HTML 4 (Latin-1,
/// symbols and punctuation); a rarer one stays as it was written.
enum HTMLEntities {
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&"), let (text, length) = reference(rest) else {
        result.append(byte)
        continue
      }
      result += text.utf8
      rest = rest.dropFirst(length)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text of the reference that begins behind an ampersand, and its length in bytes.
  private static func reference(_ rest: ArraySlice<UInt8>) -> (String, Int)? {
    if rest.first == UInt8(ascii: "#") { return number(rest.dropFirst()) }
    let name = rest.prefix(10).prefix { isLetterOrDigit($0) }
    let closing = rest.dropFirst(name.count).first == UInt8(ascii: ";")
    let word = String(decoding: name, as: UTF8.self)
    guard let text = names[word] else { return nil }
    // Without its semicolon only an old name counts, and not inside a longer word (`&notit`).
    guard closing || bare.contains(word) else { return nil }
    return (text, name.count + (closing ? 1 : 0))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func number(_ rest: ArraySlice<UInt8>) -> (String, Int)? {
    let isHex = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let body = isHex ? rest.dropFirst() : rest
    let digits = body.prefix { byte in
      isHex
        ? isLetterOrDigit(byte) && (byte | 0x20 <= UInt8(ascii: "f"))
        : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard !digits.isEmpty else { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    var value = UInt32(text, radix: isHex ? 16 : 10) ?? 0
    if let replaced = windows1252[value] { value = replaced }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    let closing = body.dropFirst(digits.count).first == UInt8(ascii: ";")
    let length = 1 + (isHex ? 1 : 0) + digits.count + (closing ? 1 : 0)
    return (String(Character(scalar ?? "\u{FFFD}")), length)
  }

  /// Numbers of C1 controls, which people meant as Windows-1252.
  private static let windows1252: [UInt32: UInt32] = [
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020,
    0x87: 0x2021, 0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152,
    0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022,
    0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
    0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
  ]

  /// Names that browsers accept without a semicolon.
  private static let bare: Set<String> = [
    "amp", "lt", "gt", "quot", "nbsp", "copy", "reg", "AMP", "LT", "GT", "QUOT",
  ]

  private static let names: [String: String] = {
    var names: [String: String] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "AMP": "&", "LT": "<",
      "GT": ">", "QUOT": "\"",
    ]
    // U+00A0 to U+00FF in their order.
    let latin =
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn "
      + "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave "
      + "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml "
      + "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN "
      + "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave "
      + "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute "
      + "ucirc uuml yacute thorn yuml"
    for (offset, name) in latin.split(separator: " ").enumerated() {
      guard let scalar = Unicode.Scalar(UInt32(0xA0 + offset)) else { continue }
      names[String(name)] = String(Character(scalar))
    }
    let others =
      "OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ ndash=– mdash=— lsquo=‘ rsquo=’ "
      + "sbquo=‚ ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• hellip=… permil=‰ prime=′ Prime=″ "
      + "lsaquo=‹ rsaquo=› oline=‾ frasl=⁄ euro=€ trade=™ larr=← uarr=↑ rarr=→ darr=↓ harr=↔ rArr=⇒ "
      + "lArr=⇐ hArr=⇔ minus=− lowast=∗ radic=√ infin=∞ asymp=≈ ne=≠ equiv=≡ le=≤ ge=≥ sum=∑ prod=∏ "
      + "part=∂ int=∫ loz=◊ spades=♠ clubs=♣ hearts=♥ diams=♦ check=✓ Alpha=Α Beta=Β Gamma=Γ Delta=Δ "
      + "Omega=Ω alpha=α beta=β gamma=γ delta=δ epsilon=ε lambda=λ mu=μ pi=π sigma=σ omega=ω"
    for pair in others.split(separator: " ") {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      names[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
    }
    names["ensp"] = " "
    names["emsp"] = " "
    names["thinsp"] = " "
    names["zwnj"] = "\u{200C}"
    names["zwj"] = "\u{200D}"
    names["lrm"] = ""
    names["rlm"] = ""
    return names
  }()
}
