/// Finds contacts that may be of the same person, with the reasons.
package enum DuplicateContacts {
  /// What two contacts have in common.
  package enum Reason: Hashable, Sendable {
    /// In small letters.
    case email(String)
    /// As the first of the two has it.
    case phone(String)
    /// As the first of the two has it.
    case name(String)
  }

  /// Contacts that belong together, by their places in the list given, each with what ties it to the
  /// others.
  package struct Group: Hashable, Sendable {
    package var members: [Int]
    package var reasons: [Reason]
  }

  /// The groups of two and more, in the order of their first members.
  ///
  /// Contacts that share a mail address, a telephone line or a name whose letters are the same as
  /// `folded` has them; the words of a name in any order. Time grows with the number of contacts, not
  /// with its square.
  package static func groups(
    _ contacts: [Contact], order: PersonName.Order, folded: (String) -> String
  ) -> [Group] {
    var sets = DisjointSets(count: contacts.count)
    var reasons: [(member: Int, reason: Reason)] = []
    func join(_ first: Int, _ second: Int, _ reason: Reason) {
      guard first != second else { return }
      sets.join(first, second)
      reasons.append((first, reason))
    }

    var byAddress: [String: Int] = [:]
    var byName: [String: (member: Int, title: String)] = [:]
    var lines: [String: [(member: Int, number: PhoneNumber, digits: String)]] = [:]
    for (index, contact) in contacts.enumerated() {
      for email in contact.emails.ifKnown ?? [] {
        let address = email.address.trimmingBlanks.lowercased()
        guard !address.isEmpty else { continue }
        join(byAddress[address] ?? index, index, .email(address))
        byAddress[address] = byAddress[address] ?? index
      }
      let title = nameText(of: contact, order)
      let name = folded(title).split { !$0.isLetter && !$0.isNumber }.sorted().joined(
        separator: " ")
      if !name.isEmpty {
        let first = byName[name] ?? (index, title)
        join(first.member, index, .name(first.title))
        byName[name] = first
      }
      for phone in contact.phones.ifKnown ?? [] {
        let digits = phone.number.digits
        guard let key = PhoneNumber.comparisonKey(ofDigits: digits) else { continue }
        // One entry for each way of writing it, so that a list of equal numbers stays short.
        if let known = lines[key]?.first(where: { $0.digits == digits }) {
          join(known.member, index, .phone(known.number.text))
          continue
        }
        for known in lines[key, default: []] where known.number.isSameLine(as: phone.number) {
          join(known.member, index, .phone(known.number.text))
        }
        lines[key, default: []].append((index, phone.number, digits))
      }
    }

    var groups: [Int: Group] = [:]
    for index in contacts.indices {
      groups[sets.root(of: index), default: Group(members: [], reasons: [])].members.append(index)
    }
    for (member, reason) in reasons {
      let root = sets.root(of: member)
      if groups[root]?.reasons.contains(reason) == false { groups[root]?.reasons.append(reason) }
    }
    return groups.values.filter { $0.members.count > 1 }
      .sorted { ($0.members.first ?? 0) < ($1.members.first ?? 0) }
  }
}

extension DuplicateContacts {
  /// The stored name, else its parts, else the company.
  private static func nameText(of contact: Contact, _ order: PersonName.Order) -> String {
    let candidates = [
      contact.displayName.ifKnown ?? nil, contact.name.ifKnown?.full(order),
      contact.work.ifKnown?.company,
    ]
    return candidates.compactMap(PersonName.filled).first ?? ""
  }
}

/// Sets of numbers that only ever grow together (union by size, paths halved).
struct DisjointSets {
  private var parents: [Int]
  private var sizes: [Int]

  init(count: Int) {
    parents = Array(0..<count)
    sizes = Array(repeating: 1, count: count)
  }

  mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  mutating func join(_ first: Int, _ second: Int) {
    var (large, small) = (root(of: first), root(of: second))
    guard large != small else { return }
    if sizes[large] < sizes[small] { swap(&large, &small) }
    parents[small] = large
    sizes[large] += sizes[small]
  }
}
