/// Finds the contacts that are of one person, in whatever folders and accounts they are.
///
/// Stricter than `DuplicateContacts`, since nobody looks at what it puts together: contacts are of one
/// person when they share a mail address or a telephone line and their names do not speak against it.
/// The same name alone, or the telephone of a household, makes no one person of two.
package enum UnifiedContacts {
  /// Contacts with other names that one address or line is compared with, so that a shared one of
  /// thousands does not take the square of their time.
  private static let mostNames = 32

  /// All contacts in groups of one and more, each by its place in the list given, in the order of the
  /// first of each group; `folded` takes letter case and accents away.
  package static func groups(
    _ contacts: [Contact], order: PersonName.Order, folded: (String) -> String
  ) -> [[Int]] {
    var sets = DisjointSets(count: contacts.count)
    let names = contacts.map { words(of: $0, order, folded) }
    var byAddress: [String: [Int]] = [:]
    var byLine: [String: [Int]] = [:]

    /// Puts a contact to the first of those known that it agrees with.
    func meet(_ index: Int, _ known: inout [Int], where fits: (Int) -> Bool) {
      var isNew = true
      for other in known where fits(other) {
        if names[other] == names[index] { isNew = false }
        guard agree(names[other], names[index]) else { continue }
        sets.join(other, index)
        break
      }
      if isNew, known.count < mostNames { known.append(index) }
    }

    for (index, contact) in contacts.enumerated() {
      for email in contact.emails.ifKnown ?? [] {
        let address = email.address.trimmingBlanks.lowercased()
        if !address.isEmpty { meet(index, &byAddress[address, default: []]) { _ in true } }
      }
      for phone in contact.phones.ifKnown ?? [] {
        guard let key = phone.number.comparisonKey else { continue }
        meet(index, &byLine[key, default: []]) { other in
          (contacts[other].phones.ifKnown ?? []).contains { $0.number.isSameLine(as: phone.number) }
        }
      }
    }

    var groups: [Int: [Int]] = [:]
    for index in contacts.indices { groups[sets.root(of: index), default: []].append(index) }
    return groups.values.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  /// The words of a contact's name; none for one that goes by its address or number alone.
  private static func words(
    of contact: Contact, _ order: PersonName.Order, _ folded: (String) -> String
  ) -> Set<String> {
    let candidates = [
      contact.displayName.ifKnown ?? nil, contact.name.ifKnown?.full(order),
      contact.work.ifKnown?.company,
    ]
    let name = candidates.compactMap(PersonName.filled).first { !$0.contains("@") } ?? ""
    return Set(folded(name).split { !$0.isLetter && !$0.isNumber }.map { String($0) })
  }

  /// Whether two names can be of one person: the words of one are among those of the other.
  private static func agree(_ first: Set<String>, _ second: Set<String>) -> Bool {
    first.isSubset(of: second) || second.isSubset(of: first)
  }
}

extension Contact {
  /// What is known of one person by several contacts, for a list: the first has the say, and the others
  /// add their addresses and numbers and fill what it leaves empty.
  package static func union(of contacts: [Contact]) -> Contact? {
    guard var whole = contacts.first else { return nil }
    for other in contacts.dropFirst() {
      let emails = whole.emails.ifKnown ?? []
      let phones = whole.phones.ifKnown ?? []
      let known = Set(emails.map { $0.address.lowercased() })
      whole.emails = .known(
        emails + (other.emails.ifKnown ?? []).filter { !known.contains($0.address.lowercased()) })
      whole.phones = .known(
        phones
          + (other.phones.ifKnown ?? []).filter { new in
            !phones.contains { $0.number.isSameLine(as: new.number) }
          })
      if PersonName.filled(whole.displayName.ifKnown ?? nil) == nil {
        whole.displayName = other.displayName
      }
      if PersonName.filled((whole.work.ifKnown?.company) ?? nil) == nil { whole.work = other.work }
      if (whole.birthday.ifKnown ?? nil) == nil { whole.birthday = other.birthday }
      let categories = whole.categories.ifKnown ?? []
      whole.categories = .known(
        categories + (other.categories.ifKnown ?? []).filter { !categories.contains($0) })
    }
    return whole
  }
}
