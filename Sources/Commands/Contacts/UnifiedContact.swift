import Contacts
import GraphAPI
import JSON
import Rendering
import Store
import Terminal

/// A person with all the contacts that are of them, for a list over folders and accounts.
struct UnifiedContact {
  /// The first contact with what the others add.
  var entry: ContactEntry
  /// The contacts as they are, those of the first account first.
  var sources: [ContactEntry]

  /// The persons that these contacts are of.
  static func persons(_ entries: [ContactEntry], _ habits: ContactHabits) -> [UnifiedContact] {
    let entries = inOrder(entries)
    return UnifiedContacts.groups(entries.map(\.contact), order: habits.nameOrder) {
      FoldedText($0).text
    }.compactMap { members in
      let sources = members.map { entries[$0] }
      guard var entry = sources.first,
        let contact = Contact.union(of: sources.map(\.contact))
      else { return nil }
      entry.contact = contact
      return UnifiedContact(entry: entry, sources: sources)
    }
  }

  /// Account by account and folder by folder as they were read, in a folder by ids, so that who comes
  /// first does not hang on who answered.
  private static func inOrder(_ entries: [ContactEntry]) -> [ContactEntry] {
    var places: [[String]: Int] = [:]
    let placed = entries.map { entry -> (place: Int, entry: ContactEntry) in
      let key = [entry.session.accountKey, entry.folder?.path ?? ""]
      let place = places[key] ?? places.count
      places[key] = place
      return (place, entry)
    }
    return placed.sorted { ($0.place, $0.entry.contact.id) < ($1.place, $1.entry.contact.id) }
      .map(\.entry)
  }

  /// Where the contacts are: folders, by account where there are several.
  func place(namesAccounts: Bool) -> String {
    var folders: [(account: String, paths: [String])] = []
    for source in sources {
      let account = namesAccounts ? source.session.userName ?? "" : ""
      let path = source.folder?.path ?? ""
      if let known = folders.firstIndex(where: { $0.account == account }) {
        if !folders[known].paths.contains(path) { folders[known].paths.append(path) }
      } else {
        folders.append((account, [path]))
      }
    }
    return folders.map { account, paths in
      let list = paths.filter { !$0.isEmpty }.joined(separator: ", ")
      return account.isEmpty ? list : account + (list.isEmpty ? "" : " · " + list)
    }.joined(separator: "; ")
  }

  static let fieldNames = [
    "birthday", "companyName", "displayName", "emailAddresses", "graphcal", "graphcal.id",
    "graphcal.name", "graphcal.sources", "phones",
  ]

  static let columns: [DelimitedText.Column] = [
    .init("id", "graphcal.id"), .init("name", "graphcal.name"),
    .init("email", "emailAddresses.address"), .init("phone", "phones.number"),
    .init("company", "companyName"), .init("birthday", "birthday"),
    .init("folders", "graphcal.sources.folder"), .init("accounts", "graphcal.sources.account"),
  ]

  /// The person, and in `graphcal.sources` where each contact is and how it is named.
  func json(_ habits: ContactHabits) -> JSON {
    let contact = entry.contact
    return [
      "displayName": .string(orNull: contact.displayName.ifKnown ?? nil),
      "companyName": .string(orNull: contact.work.ifKnown?.company ?? nil),
      "birthday": .string(orNull: (contact.birthday.ifKnown ?? nil)?.text),
      "emailAddresses": .array(
        (contact.emails.ifKnown ?? []).map { email in
          ["address": .string(email.address), "name": .string(orNull: email.name)]
        }),
      "phones": .array(
        (contact.phones.ifKnown ?? []).map { phone in
          ["type": .string(phone.kind.rawValue), "number": .string(phone.number.text)]
        }),
      "graphcal": [
        "id": .string(ShortID.of(contact.id)), "name": .string(contact.title(habits.nameOrder)),
        "sources": .array(
          sources.map { source in
            [
              "account": .string(orNull: source.session.userName),
              "contact": .string(source.contact.id),
              "folder": .string(orNull: source.folder?.path),
              "id": .string(ShortID.of(source.contact.id)),
            ]
          }),
      ],
    ]
  }
}
