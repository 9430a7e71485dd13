package import Contacts

/// Writes contacts as the address book of abook.
///
/// Source: the manual page abook(1) and the file that abook 0.6 writes.
package struct AbookFile: Sendable {
  /// With which the file begins.
  package static let header =
    "# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n\n"

  private var count = 0

  package init() {}

  /// One entry; the numbers of the entries go on from 0.
  package mutating func entry(
    of contact: Contact, order: PersonName.Order = .givenFirst
  ) throws(UnfetchedProperty) -> String {
    let phones = try contact.phones.value
    func phone(_ kind: ContactPhoneKind) -> String? {
      phones.first { $0.kind == kind }?.number.text
    }
    let addresses = try contact.addresses.value
    let address = ([.home, .business, .other] as [ContactPlace]).compactMap { addresses[$0] }.first
    let street = (address?.street ?? "").split(whereSeparator: \.isNewline)
    let details = MoreDetails(of: try contact.note.value)
    // Commas part addresses there, and no address that works has one.
    let emails = try contact.emails.value.map(\.address).filter { !$0.contains(",") }
    let fields: [(String, String?)] = [
      ("name", contact.title(order)), ("email", emails.joined(separator: ",")),
      ("address", street.first.map { String($0) }),
      ("address2", street.dropFirst().joined(separator: ", ")), ("city", address?.city),
      ("state", address?.state), ("zip", address?.postalCode), ("country", address?.country),
      ("phone", phone(.home)), ("workphone", phone(.business)),
      ("fax", details.lines.first { [.fax, .workFax, .homeFax].contains($0.kind) }?.value),
      ("mobile", phone(.mobile)), ("nick", try contact.name.value.nickname),
      ("url", try contact.webPage.value), ("notes", details.note),
      ("anniversary", details.lines.first { $0.kind == .anniversary }?.value),
      ("groups", try contact.categories.value.joined(separator: ",")),
    ]
    defer { count += 1 }
    return "[\(count)]\n"
      + fields.compactMap { name, value in
        value.flatMap(Self.line).map { "\(name)=\($0)\n" }
      }.joined() + "\n"
  }

  /// A value in one line, without controls.
  private static func line(_ value: String) -> String? {
    let kept = value.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .control ? " " : scalar
    }
    return String(String.UnicodeScalarView(kept)).trimmedOrNil
  }
}
