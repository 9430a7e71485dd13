import Contacts
import GraphAPI
import JSON
import Terminal

/// The contacts that are there already, found by what a file says of one.
///
/// They are kept as text, without what is empty, so that ten thousand of them cost a few megabytes.
struct ContactIndex: Sendable {
  /// A contact of the mailbox, as an answer has it without what is empty.
  private struct Packed: Sendable {
    var bytes: [UInt8]
    /// What `title` makes of it, folded.
    var name: String
  }

  private let order: PersonName.Order
  private var contacts: [Packed] = []
  private var identities: [String: Int] = [:]
  private var names: [String: [Int]] = [:]

  /// At most so many of one name are looked at.
  private static let mostOfOneName = 50

  init(order: PersonName.Order) { self.order = order }

  /// Reads the contacts of folders from the service, page by page.
  static func read(
    _ folders: [ContactFolder], of book: ContactBook, order: PersonName.Order
  ) async throws(Failure) -> ContactIndex {
    var book = book
    book.expansion = ContactRequests.sourceExpansion
    let read = try await book.contacts(in: folders, properties: ContactIdentity.properties) {
      pack($0.raw, $0.contact.title(order))
    }
    var index = ContactIndex(order: order)
    for (packed, uid, own) in read { index.add(packed, uid, own) }
    return index
  }

  private static func pack(
    _ raw: JSONObject, _ title: String
  ) -> (Packed, uid: String, own: String) {
    let filled = raw.members.filter { member in
      switch member.value {
      case .null: false
      case .string(let text): !text.isEmpty
      case .array(let items): !items.isEmpty
      default: true
      }
    }
    let bytes = JSON.object(JSONObject(filled.map { ($0.key, $0.value) })).bytes(.wire)
    return (
      Packed(bytes: bytes, name: key(title)), ContactIdentity.uid(of: raw),
      ContactIdentity.own(raw["id"]?.string ?? "")
    )
  }

  private mutating func add(_ packed: Packed, _ uid: String, _ own: String) {
    let place = contacts.count
    contacts.append(packed)
    // Of two that came from one card the first counts; each is known by its own id too.
    for key in [uid.lowercased(), own.lowercased()] where identities[key] == nil {
      identities[key] = place
    }
    if !packed.name.isEmpty { names[packed.name, default: []].append(place) }
  }

  /// A name as a file can hold it, folded: without control characters, its words parted by blanks.
  private static func key(_ title: String) -> String {
    let written = title.unicodeScalars.filter {
      $0.properties.generalCategory != .control || $0.properties.isWhitespace
    }
    let words = String(String.UnicodeScalarView(written)).split(whereSeparator: \.isWhitespace)
    return FoldedText(words.joined(separator: " ")).text
  }

  var count: Int { contacts.count }

  /// The contact with an identity of files.
  func contact(uid: String) -> JSONObject? {
    identities[uid.lowercased()].flatMap { resource($0) }
  }

  /// Those of the same name, letter case, accents and what no file can hold aside.
  func contacts(named title: String) -> [JSONObject] {
    let name = Self.key(title)
    guard !name.isEmpty else { return [] }
    return (names[name] ?? []).prefix(Self.mostOfOneName).compactMap(resource)
  }

  /// Never nil, since the text is what was made of a resource.
  private func resource(_ place: Int) -> JSONObject? {
    (try? JSON(parsing: contacts[place].bytes))?.object
  }
}
