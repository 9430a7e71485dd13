/// One word of a phrase, or one stretch in quotation marks.
struct PhraseWord: Hashable {
  /// As it stands in the subject; a quoted stretch without its marks.
  var text: String
  /// In lower case, without brackets around it and punctuation behind it; empty for quoted words,
  /// which mean nothing but themselves.
  var key: String
  /// What stood right before a quotation mark: `@` or `#`.
  var mark: Character?

  var isQuoted: Bool { key.isEmpty }

  /// Whether a comma or semicolon behind the word ends what it belongs to.
  var endsList: Bool { !isQuoted && (text.hasSuffix(",") || text.hasSuffix(";")) }

  /// The word without punctuation behind it.
  var bare: String {
    var bare = text[...]
    while let last = bare.last, ",;:!?".contains(last), bare.count > 1 { bare.removeLast() }
    return String(bare)
  }

  init(_ text: String) {
    self.text = text
    var core = text.lowercased()[...]
    while let first = core.first, "([".contains(first), core.count > 1 { core.removeFirst() }
    while let last = core.last, ",;:!?)]".contains(last), core.count > 1 { core.removeLast() }
    // A full stop may belong to a number: the 24. of December.
    let isNumber = core.allSatisfy { $0.isNumber || $0 == "." }
    if core.last == ".", !isNumber, core.count > 1 { core.removeLast() }
    key = String(core)
  }

  init(quoted text: String, mark: Character?) {
    self.text = text
    key = ""
    self.mark = mark
  }

  /// The words of a phrase; nil where a quotation mark stays open.
  ///
  /// Straight and typographic marks do; within a word, as in `5"`, they are signs like others.
  static func words(of text: String) -> [PhraseWord]? {
    var words: [PhraseWord] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard let first = rest.first else { return words }
      var mark: Character?
      var inner = rest
      if first == "@" || first == "#" {
        mark = first
        inner = rest.dropFirst()
      }
      if let open = inner.first, "\"“„”".contains(open) {
        inner = inner.dropFirst()
        guard let close = inner.firstIndex(where: { "\"”“".contains($0) }) else { return nil }
        let quoted = inner[..<close].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        words.append(PhraseWord(quoted: quoted, mark: mark))
        rest = inner[inner.index(after: close)...]
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest[word.endIndex...]
        // Short for with, alone or right before a name.
        if word.lowercased().hasPrefix("w/"), word.lowercased() != "w/o" {
          words.append(PhraseWord("with"))
          if word.count > 2 { words.append(PhraseWord(String(word.dropFirst(2)))) }
        } else {
          words.append(PhraseWord(String(word)))
        }
      }
    }
  }
}
