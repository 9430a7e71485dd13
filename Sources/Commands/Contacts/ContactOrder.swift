import Contacts
import Terminal

/// The order of a list of contacts: those without what is sorted by last, equals by their names.
package struct ContactOrder: Sendable {
  /// What `--sort` sorts by.
  package enum Key: String, CaseIterable, Sendable { case name, company, birthday }

  private let key: Key
  private let habits: ContactHabits

  init(_ key: Key, _ habits: ContactHabits) {
    self.key = key
    self.habits = habits
  }

  func sorted(_ entries: [ContactEntry]) -> [ContactEntry] { sorted(entries) { $0 } }

  /// Things that each go by a contact.
  func sorted<Item>(_ items: [Item], by entry: (Item) -> ContactEntry) -> [Item] {
    // Contacts are large, so that places are sorted and each contact is moved once.
    let ranks = items.map { rank(of: entry($0).contact) }
    return items.indices.sorted { ranks[$0] < ranks[$1] }.map { items[$0] }
  }

  /// What a contact is sorted by, smaller first.
  func rank(of contact: Contact) -> Rank {
    let parts = contact.name.ifKnown?.sortKey(habits.nameOrder) ?? ""
    let name = FoldedText(parts.isEmpty ? contact.title(habits.nameOrder) : parts).text
    let text =
      switch key {
      case .name: name
      case .company: FoldedText((contact.work.ifKnown?.company ?? nil) ?? "").text
      case .birthday: (contact.birthday.ifKnown ?? nil).map { String($0.text.suffix(5)) } ?? ""
      }
    return Rank(lacks: text.isEmpty ? 1 : 0, text: text, name: name, id: contact.id)
  }

  struct Rank: Comparable, Sendable {
    /// 1 for a contact without what is sorted by.
    var lacks: Int
    var text: String
    var name: String
    /// So that the order does not hang on who answered.
    var id: String

    static func < (left: Rank, right: Rank) -> Bool {
      (left.lacks, left.text, left.name, left.id)
        < (right.lacks, right.text, right.name, right.id)
    }
  }
}
