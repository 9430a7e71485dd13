/// A telephone number, kept as it was typed and compared by its digits.
package struct PhoneNumber: Hashable, Sendable {
  /// As it was typed; it is shown like this.
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The digits as ASCII without extension and without what a prefix of `tel:` adds; letters of a
  /// keypad (`0800 CALLME`) are none.
  package var digits: String { parts.digits }

  /// Whether both are the same line, as far as can be told without a numbering plan.
  ///
  /// Equal digits, or a number within a country and the same one with its country's code: the code has
  /// one to three digits, and in its place the other may have a trunk prefix, `0`, `06`, `8` or `1`.
  package func isSameLine(as other: PhoneNumber) -> Bool {
    let (mine, theirs) = (parts, other.parts)
    guard !mine.digits.isEmpty, !theirs.digits.isEmpty else { return false }
    if mine.digits == theirs.digits { return true }
    switch (mine.isInternational, theirs.isInternational) {
    case (true, true): return false
    case (true, false): return Self.ends(mine.digits, withNational: theirs.digits)
    case (false, true): return Self.ends(theirs.digits, withNational: mine.digits)
    case (false, false):
      return Self.nationals(of: mine.digits).contains { national in
        national.count >= Self.shortest && Self.nationals(of: theirs.digits).contains(national)
      }
    }
  }

  /// A key that all spellings of one line share, and few other lines; nil for a number too short.
  ///
  /// The last seven digits: less than any country's numbers have in their least unit of dialling.
  package var comparisonKey: String? { Self.comparisonKey(ofDigits: digits) }

  /// The same of digits that are known already.
  static func comparisonKey(ofDigits digits: String) -> String? {
    digits.count >= Self.shortest ? String(digits.suffix(Self.shortest)) : nil
  }

  /// Whether a search for `wanted` finds this number.
  ///
  /// Its digits stand anywhere in this one's, or both are the same line; fewer than three find nothing.
  package func isFound(by wanted: String) -> Bool {
    let asked = PhoneNumber(wanted)
    let digits = asked.parts.digits
    guard digits.count >= 3 else { return false }
    return parts.digits.contains(digits) || isSameLine(as: asked)
  }

  private static let shortest = 7

  private var parts: (digits: String, isInternational: Bool) {
    // A trunk zero in brackets is dialled at home alone: +49 (0)171.
    var rest = Substring(text.contains("+") ? text.replacing("(0)", with: "") : text)
    if rest.prefix(4).lowercased() == "tel:" { rest = rest.dropFirst(4) }
    let (hasPlus, digits) = Self.dialled(rest)
    if !hasPlus, digits.hasPrefix("00"), digits.count > 9 {
      return (String(digits.dropFirst(2)), true)
    }
    return (digits, hasPlus)
  }

  /// Whether a plus stands before the digits, and the digits up to an extension.
  private static func dialled(_ text: Substring) -> (hasPlus: Bool, digits: String) {
    var digits = ""
    var hasPlus = false
    // Almost every number is ASCII, whose bytes need no look into the tables of Unicode.
    guard text.utf8.contains(where: { $0 >= 0x80 }) else {
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          digits.unicodeScalars.append(Unicode.Scalar(byte))
        case UInt8(ascii: "+") where digits.isEmpty: hasPlus = true
        case _ where digits.isEmpty: continue
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "*"):
          return (hasPlus, digits)
        default: continue
        }
      }
      return (hasPlus, digits)
    }
    for character in text {
      if let digit = character.wholeNumberValue, (0...9).contains(digit), character.isNumber {
        digits += String(digit)
      } else if "+\u{ff0b}".contains(character), digits.isEmpty {
        hasPlus = true
      } else if !digits.isEmpty, character.isLetter || ",;#*".contains(character) {
        break
      }
    }
    return (hasPlus, digits)
  }

  private static func nationals(of digits: String) -> [String] {
    [digits]
      + ["0", "06", "8", "1"].filter(digits.hasPrefix).map { String(digits.dropFirst($0.count)) }
  }

  private static func ends(_ international: String, withNational digits: String) -> Bool {
    nationals(of: digits).contains { national in
      national.count >= shortest && international.hasSuffix(national)
        && (1...3).contains(international.count - national.count)
    }
  }
}
