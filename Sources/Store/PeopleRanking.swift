import CalendarTime

/// Decides by which names addresses are told, and in which order.
struct PeopleRanking {
  /// One name of an address.
  struct Name {
    var key: String
    var name: String
    var address: String
    var isContact: Bool
    /// 2 where what was looked for fits, 1 where only with the domain, 0 where another name fits.
    var fit: Int
    /// How much it is used; nothing for a contact, which is used under the names of events.
    var weight: Double = 0
    var count = 0
    var lastDay: Int?
  }

  private struct Place {
    var person: CopiedPerson
    var isOwn: Bool
    var fit: Int
    var weight: Double
    var sortName: String
  }

  let people: [CopiedPerson]

  /// - Parameters:
  ///   - names: of all addresses that fit, in any order.
  ///   - own: the keys of one's own addresses.
  init(_ names: [Name], own: Set<String>) {
    let places = Dictionary(grouping: names, by: \.key).flatMap { key, names in
      Self.places(names, isOwn: own.contains(key))
    }
    people = places.sorted(by: Self.isBefore).map(\.person)
  }

  /// The entries for one address: each contact that fits, or all where none does, or the name in events.
  private static func places(_ names: [Name], isOwn: Bool) -> [Place] {
    let met = names.filter { !$0.isContact }
    let contacts = names.filter(\.isContact)
    let fitting = contacts.filter { $0.fit > 0 }
    let fit = names.map(\.fit).max() ?? 0
    let weight = met.reduce(0) { $0 + $1.weight }
    let events = met.reduce(0) { $0 + $1.count }
    let lastDay = met.compactMap(\.lastDay).max()
    var told = fitting.isEmpty ? contacts : fitting
    if told.isEmpty {
      // The name used most; of none at all the address has to do.
      let best = met.max {
        ($0.name.isEmpty ? 0 : 1, $0.weight, $1.name) < (
          $1.name.isEmpty ? 0 : 1, $1.weight, $0.name
        )
      }
      told = best.map { [$0] } ?? []
    }
    return told.map { name in
      Place(
        person: CopiedPerson(
          address: name.address, name: name.name, isContact: name.isContact, events: events,
          lastDay: lastDay.map { CalendarDate(daysSinceEpoch: $0) }),
        isOwn: isOwn, fit: fit, weight: weight, sortName: name.name.lowercased())
    }
  }

  private static func isBefore(_ left: Place, _ right: Place) -> Bool {
    if left.isOwn != right.isOwn { return right.isOwn }
    if left.fit != right.fit { return left.fit > right.fit }
    if left.weight != right.weight { return left.weight > right.weight }
    if left.person.isContact != right.person.isContact { return left.person.isContact }
    if left.sortName.isEmpty != right.sortName.isEmpty { return right.sortName.isEmpty }
    return (left.sortName, left.person.address, left.person.name)
      < (right.sortName, right.person.address, right.person.name)
  }
}
