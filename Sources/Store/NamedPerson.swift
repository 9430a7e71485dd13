import JSON
import Terminal

/// Somebody whom an item of the copy names, with an address that mail can be sent to.
struct NamedPerson: Hashable {
  /// As it is written.
  var address: String
  /// What people call them; empty where there is nothing but the address.
  var name: String
  /// Whether it is an entry of the address book, not somebody met in an event.
  var isContact: Bool
  /// Further names, by which they are found but not called.
  var otherNames: [String] = []

  /// By this two spellings of one address are the same.
  var key: String { address.lowercased() }

  /// By this it is told from others; further names do not count.
  struct Place: Hashable {
    var key: String
    var name: String
    var isContact: Bool
  }

  var place: Place { Place(key: key, name: name, isContact: isContact) }

  /// The organizer and those who are invited, each once; rooms and other resources are no people.
  ///
  /// Source: Microsoft Graph, resources "event" and "attendee".
  static func ofEvent(_ item: JSONObject) -> [NamedPerson] {
    var found: [NamedPerson] = []
    var seen: Set<String> = []
    func add(_ json: JSON?) {
      guard let json, let person = NamedPerson(json, isContact: false),
        seen.insert(person.key).inserted
      else { return }
      found.append(person)
    }
    add(item["organizer"]?["emailAddress"])
    for attendee in item["attendees"]?.array ?? []
    where attendee["type"]?.string?.lowercased() != "resource" {
      add(attendee["emailAddress"])
    }
    return found
  }

  /// One entry an address of a contact.
  ///
  /// Source: Microsoft Graph, resource "contact".
  static func ofContact(_ item: JSONObject) -> [NamedPerson] {
    func text(_ name: String) -> String { item[name]?.string?.trimmed ?? "" }
    let parts = [text("givenName"), text("surname")].filter { !$0.isEmpty }
    let name = [text("displayName"), parts.joined(separator: " "), text("companyName")]
      .first { !$0.isEmpty }
    let others = [
      "givenName", "middleName", "surname", "nickName", "fileAs", "yomiGivenName", "yomiSurname",
    ].map(text).filter { !$0.isEmpty }
    var seen: Set<String> = []
    return (item["emailAddresses"]?.array ?? []).compactMap { json in
      guard var person = NamedPerson(json, isContact: true), seen.insert(person.key).inserted
      else { return nil }
      if let name { person.name = name }
      person.otherNames = others
      return person
    }
  }

  private init?(_ json: JSON, isContact: Bool) {
    guard let address = json["address"]?.string?.trimmed, address.contains("@"),
      !address.contains(where: \.isWhitespace)
    else { return nil }
    self.address = address
    self.isContact = isContact
    name = json["name"]?.string?.trimmed ?? ""
    // Where nobody has told a name, programs write the address in its place, also in quotes.
    if name.trimming(where: { "'\"<>".contains($0) }).lowercased() == key { name = "" }
  }

  /// What a search goes by: every word of the names, of the address, and its domain after an at sign,
  /// each after a blank.
  var words: String {
    var words: [String] = []
    var seen: Set<String> = []
    func add(_ word: String) {
      if !word.isEmpty, seen.insert(word).inserted { words.append(word) }
    }
    for name in [name] + otherNames {
      for word in PersonWords.words(of: name) { add(word) }
    }
    let whole = FoldedText(address).text
    let at = whole.lastIndex(of: "@") ?? whole.endIndex
    add(whole)
    for part in PersonWords.tails(of: String(whole[..<at])) { add(part) }
    add(String(whole[at...]))
    return words.map { " " + $0 }.joined()
  }
}

extension NamedPerson {
  /// 2 where every word begins one of a name or of the address, 1 where the domain helps; nil where they
  /// do not fit.
  func fit(to terms: [String]) -> Int? {
    let words = words
    var fit = 2
    for term in terms where !words.contains(" " + term) {
      guard words.contains(" @" + term) else { return nil }
      fit = 1
    }
    return fit
  }
}

extension CopyKind {
  /// Whom an item of a collection of this kind names.
  func people(of item: JSONObject) -> [NamedPerson] {
    switch self {
    case .calendar: NamedPerson.ofEvent(item)
    case .contactFolder: NamedPerson.ofContact(item)
    }
  }
}

/// How names and what is typed of them are taken apart.
enum PersonWords {
  /// The words of a name, folded, and what follows a sign within one: `o'neil` and `neil`.
  static func words(of name: String) -> [String] {
    terms(of: name).flatMap { [$0] + tails(of: $0).dropFirst() }
  }

  /// The words of a text, folded, without the signs around them; an at sign before a word stays.
  static func terms(of text: String) -> [String] {
    FoldedText(text).text.unicodeScalars.split(whereSeparator: partsWords).compactMap { word in
      guard let first = word.firstIndex(where: isPartOfWord),
        let last = word.lastIndex(where: isPartOfWord)
      else { return nil }
      let bare = String(word[first...last])
      return word.first == "@" ? "@" + bare : bare
    }
  }

  /// A word, and what follows each sign in it.
  static func tails(of word: String) -> [String] {
    var tails = [word]
    let scalars = word.unicodeScalars
    for index in scalars.indices where !isPartOfWord(scalars[index]) {
      let tail = scalars[scalars.index(after: index)...]
      if let first = tail.first, isPartOfWord(first) { tails.append(String(tail)) }
    }
    return tails
  }

  private static func partsWords(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return switch scalar {
      case " ", ",", ";", "\t"..."\r": true
      default: false
      }
    }
    return scalar.properties.isWhitespace
  }

  /// Whether it is a letter or a number; folded text has no marks besides.
  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": true
      default: false
      }
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

extension String {
  fileprivate var trimmed: String {
    // Most have nothing around them.
    guard let first = utf8.first, let last = utf8.last, (0x21..<0x7F).contains(first),
      (0x21..<0x7F).contains(last)
    else { return trimming(where: \.isWhitespace) }
    return self
  }

  fileprivate func trimming(where isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }),
      let last = lastIndex(where: { !isTrimmed($0) })
    else { return "" }
    return String(self[first...last])
  }
}
