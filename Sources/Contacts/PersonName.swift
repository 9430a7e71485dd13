/// The parts of a person's name, as a contact keeps them.
package struct PersonName: Hashable, Sendable {
  /// `Dr.`, `Mrs`.
  package var title: String?
  package var given: String?
  package var middle: String?
  package var surname: String?
  /// What stands after the name: `Jr.`, `III`, `MBA`.
  package var generation: String?
  package var initials: String?
  package var nickname: String?
  /// How the given name is read, in Japanese.
  package var yomiGiven: String?
  /// How the surname is read, in Japanese.
  package var yomiSurname: String?

  package init(
    title: String? = nil, given: String? = nil, middle: String? = nil, surname: String? = nil,
    generation: String? = nil, initials: String? = nil, nickname: String? = nil,
    yomiGiven: String? = nil, yomiSurname: String? = nil
  ) {
    self.title = title
    self.given = given
    self.middle = middle
    self.surname = surname
    self.generation = generation
    self.initials = initials
    self.nickname = nickname
    self.yomiGiven = yomiGiven
    self.yomiSurname = yomiSurname
  }

  /// Which part of a name comes first.
  package enum Order: String, CaseIterable, Sendable {
    case givenFirst = "given-first"
    case familyFirst = "family-first"

    /// The custom of a language (ISO 639): the surname leads in Hungarian, Chinese, Japanese, Korean,
    /// Vietnamese and Khmer.
    ///
    /// Source: CLDR, "Person names", attribute `nameOrderLocales` of each of these languages.
    package init(language: String?) {
      let familyFirst: Set<String> = ["hu", "zh", "yue", "ja", "ko", "vi", "km"]
      self = familyFirst.contains(language ?? "") ? .familyFirst : .givenFirst
    }
  }

  /// The whole name in one line; empty where there is no part of one.
  ///
  /// A name in the writing of China, Japan or Korea has its surname first whatever the order asked
  /// for, and no blank between: its reader would not know it otherwise.
  package func full(_ order: Order) -> String {
    let isEastAsian = isEastAsian
    let surnameFirst = isEastAsian || order == .familyFirst
    let core = surnameFirst ? [surname, given, middle] : [given, middle, surname]
    let name = Self.joined(core, by: isEastAsian ? "" : " ")
    return Self.joined([title, name, generation], by: " ")
  }

  /// What a list is sorted by: the leading part first, readings in place of what is read (yomi).
  package func sortKey(_ order: Order) -> String {
    let surname = Self.filled(yomiSurname) ?? self.surname
    let given = Self.filled(yomiGiven) ?? self.given
    return order == .givenFirst && !isEastAsian
      ? Self.joined([given, middle, surname], by: " ")
      : Self.joined([surname, given, middle], by: " ")
  }

  /// Whether surname and given name are written in ideographs, kana or Hangul alone.
  var isEastAsian: Bool {
    let written = Self.joined([surname, given], by: "")
    return !written.isEmpty
      && written.unicodeScalars.allSatisfy { EastAsianWriting.contains($0) || $0 == "・" }
  }

  static func filled(_ part: String?) -> String? {
    guard let part, part.contains(where: { !$0.isWhitespace }) else { return nil }
    return part
  }

  static func joined(_ parts: [String?], by separator: String) -> String {
    parts.compactMap(filled).joined(separator: separator)
  }
}

/// Ideographs, kana and Hangul: the letters of names that are written without blanks.
enum EastAsianWriting {
  /// The blocks of Unicode with these letters, the iteration mark and the long vowel among them.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3130...0x318F, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Whether any letter of the text is one of these.
  static func stands(in text: String) -> Bool { text.unicodeScalars.contains(where: contains) }
}
