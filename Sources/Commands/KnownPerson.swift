import Calendaring
import JSON
import Terminal

/// Somebody whom a name on the command line may mean.
struct KnownPerson: Sendable, Hashable {
  /// As people say it; the first is shown.
  var names: [String]
  /// The first is written to when nothing says which is meant.
  var addresses: [String]

  /// Nil without a usable address.
  init?(names: [String?], addresses: [String?]) {
    var seen: Set<String> = []
    let usable = addresses.compactMap(\.self).filter {
      MailAddress.isAddress($0) && seen.insert($0.lowercased()).inserted
    }
    guard !usable.isEmpty else { return nil }
    self.addresses = usable
    seen = []
    self.names = names.compactMap(\.self).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// A Graph contact.
  init?(contact json: JSON) {
    let given = json["givenName"]?.string ?? ""
    let surname = json["surname"]?.string ?? ""
    self.init(
      names: [
        json["displayName"]?.string, Self.joined(given, surname), Self.joined(surname, given),
        json["nickName"]?.string,
        given.isEmpty && surname.isEmpty ? json["companyName"]?.string : nil,
      ],
      addresses: (json["emailAddresses"]?.array ?? []).map { $0["address"]?.string })
  }

  /// An item of the list of people, or a user.
  init?(person json: JSON) {
    let given = json["givenName"]?.string ?? ""
    let surname = json["surname"]?.string ?? ""
    let scored = (json["scoredEmailAddresses"]?.array ?? []).map { $0["address"]?.string }
    self.init(
      names: [
        json["displayName"]?.string, Self.joined(given, surname), Self.joined(surname, given),
      ],
      addresses: scored + [json["mail"]?.string, json["userPrincipalName"]?.string])
  }

  private static func joined(_ first: String, _ second: String) -> String? {
    first.isEmpty || second.isEmpty ? nil : first + " " + second
  }

  /// As an event names somebody.
  var person: Person { Person(name: names.first, address: addresses[0]) }
}

extension [KnownPerson] {
  /// The same people, those that share an address made one; the order of first appearance is kept.
  var merged: [KnownPerson] {
    var result: [KnownPerson?] = []
    var places: [String: Int] = [:]
    for person in self {
      let keys = person.addresses.map { $0.lowercased() }
      let known = Set(keys.compactMap { places[$0] }).sorted()
      var whole = person
      let place = known.first ?? result.count
      if known.isEmpty { result.append(nil) }
      // Somebody new can show that two who were known are one.
      let parts = known.compactMap { result[$0] } + [person]
      if let one = KnownPerson(
        names: parts.flatMap(\.names), addresses: parts.flatMap(\.addresses))
      {
        whole = one
      }
      for index in known { result[index] = nil }
      result[place] = whole
      for address in whole.addresses { places[address.lowercased()] = place }
    }
    return result.compactMap(\.self)
  }

  /// Whoever a name means: those for whom it is right in the closest way that it is right for anybody.
  ///
  /// First whole names, nicknames and addresses; then first names, surnames and the part of an address
  /// before the `@`; then beginnings of words. Letter case and accents do not matter.
  func named(_ name: String) -> [KnownPerson] {
    let wanted = WantedName(name)
    let closeness = map { wanted.closeness(to: $0) }
    guard let best = closeness.compactMap(\.self).min() else { return [] }
    return zip(self, closeness).filter { $0.1 == best }.map(\.0)
  }
}

/// A name as it was typed, ready to be held against many.
private struct WantedName {
  private let whole: FoldedText
  private let words: [String]
  /// Whether the writing may put no blanks between the parts of a name.
  private let isBeyondLatin: Bool

  init(_ name: String) {
    whole = FoldedText(name)
    words = Self.words(of: whole)
    isBeyondLatin = whole.text.unicodeScalars.contains { $0.value > 0x2FF }
  }

  /// How well the name fits, the best 0; nil when it does not.
  func closeness(to person: KnownPerson) -> Int? {
    let names = person.names.map { FoldedText($0) }
    let addresses = person.addresses.map { FoldedText($0) }
    if names.contains(whole) || addresses.contains(whole) { return 0 }
    guard !words.isEmpty else { return nil }
    var parts = names.map(Self.words)
    for address in addresses {
      let local = String(address.text.prefix { $0 != "@" })
      if whole.text == local { return 1 }
      parts.append(Self.words(of: FoldedText(local)))
    }
    if parts.contains(where: { own in words.allSatisfy(own.contains) }) { return 1 }
    let begins = parts.contains { own in
      words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
    if begins { return 2 }
    return isBeyondLatin && names.contains { $0.contains(whole) } ? 3 : nil
  }

  /// Apostrophes do not part words: O'Hara is one.
  private static func words(of text: FoldedText) -> [String] {
    text.text.filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }
      .map(String.init)
  }
}
