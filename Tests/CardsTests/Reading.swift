import Cards
import Contacts
import Testing

/// The contacts of a file, and what was said of it.
struct Reading {
  var items: [ContactFileItem]

  var contacts: [ReadContact] {
    items.compactMap { if case .contact(let contact) = $0 { contact } else { nil } }
  }

  /// Why entries were refused, with their lines.
  var refusals: [String] {
    items.compactMap {
      if case .refused(let number, let line, let reason) = $0 {
        "\(number), line \(line): \(reason)"
      } else {
        nil
      }
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) { items = CardReader.items(of: bytes) }

  /// The one contact of a card with these lines.
  static func card(_ lines: String, version: String = "3.0") throws -> ReadContact {
    let reading = Reading("BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n")
    try #require(reading.items.count == 1)
    return try #require(reading.contacts.first)
  }
}

extension ReadContact {
  var name: PersonName { contact.name.ifKnown ?? PersonName() }
  var displayName: String? { contact.displayName.ifKnown ?? nil }
  var work: Employment { contact.work.ifKnown ?? Employment() }
  var note: String? { contact.note.ifKnown ?? nil }
  var emails: [String] { (contact.emails.ifKnown ?? []).map(\.address) }
  var birthday: Birthday? { contact.birthday.ifKnown ?? nil }
  var webPage: String? { contact.webPage.ifKnown ?? nil }

  func address(_ place: ContactPlace) -> PostalAddress? { contact.addresses.ifKnown?[place] }

  func phones(_ kind: ContactPhoneKind) -> [String] {
    (contact.phones.ifKnown ?? []).filter { $0.kind == kind }.map(\.number.text)
  }

  /// What was left out or put into the note: `what: value`.
  var told: [String] { remarks.map { "\($0.what): \($0.value)" } }
}
