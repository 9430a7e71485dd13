import Contacts
import GraphAPI
import JSON
import Store

/// A contact of a long list: what it is sorted by, and the rest as text until it is printed.
///
/// Ten thousand contacts in full take four times the memory of their text.
struct PackedContact: Sendable {
  let rank: ContactOrder.Rank
  private let resource: [UInt8]
  private let session: Session
  private let folder: ContactFolder?

  init(_ entry: ContactEntry, in order: ContactOrder) {
    rank = order.rank(of: entry.contact)
    resource = JSON.object(entry.raw).bytes(.wire)
    session = entry.session
    folder = entry.folder
  }

  /// For what is remembered about listed items.
  var known: StateStore.KnownItem {
    StateStore.KnownItem(id: rank.id, kind: .contact, account: session.accountKey)
  }

  /// The contact in full.
  var entry: ContactEntry {
    guard let json = try? JSON(parsing: resource), let contact = Contact(graph: json) else {
      preconditionFailure("the text of a packed contact is what init has made of one")
    }
    return ContactEntry(
      contact: contact, raw: json.object ?? [:], session: session, folder: folder)
  }
}
