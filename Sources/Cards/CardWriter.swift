package import Contacts

/// Writes contacts as vCards that read back as the same contacts.
///
/// Lines of the note that stand for more addresses and numbers than a contact keeps become properties
/// again. What vCard has no property for goes under the names that other programs use.
///
/// Sources: RFC 6350; RFC 2426; RFC 4770 for chat; the cards of Apple's and GNOME's programs for `X-`.
package struct CardWriter: Sendable {
  package enum Version: String, CaseIterable, Sendable {
    case v3 = "3.0"
    case v4 = "4.0"
  }

  /// What stands on a card beside the contact.
  package struct Extras: Sendable, Hashable {
    /// What tells the contact apart from all others.
    package var uid: String?
    /// When it was changed last, as Graph writes it: `2026-11-30T17:00:00Z`.
    package var revision: String?
    package var photo: [UInt8]?

    package init(uid: String? = nil, revision: String? = nil, photo: [UInt8]? = nil) {
      self.uid = uid
      self.revision = revision
      self.photo = photo
    }
  }

  package var version: Version
  /// How a name is made for a contact that has none to show.
  package var order: PersonName.Order

  package init(_ version: Version, order: PersonName.Order = .givenFirst) {
    self.version = version
    self.order = order
  }

  /// One card, its last line ended.
  ///
  /// - Throws: `UnfetchedProperty` for a contact known in part only: its card would lack the rest.
  package func card(
    of contact: Contact, _ extras: Extras = Extras()
  ) throws(UnfetchedProperty) -> [UInt8] {
    var lines = CardLineWriter()
    lines.add("BEGIN", raw: "VCARD")
    lines.add("VERSION", raw: version.rawValue)
    lines.add("PRODID", raw: "-//graphcal//EN")
    lines.add("UID", text: extras.uid)
    lines.add("REV", text: extras.revision.map(revision))
    let details = MoreDetails(of: try contact.note.value)
    try addNames(of: contact, to: &lines)
    try addWork(of: contact, to: &lines)
    try addReach(of: contact, details.lines, to: &lines)
    try addPerson(of: contact, details.lines, to: &lines)
    lines.add("NOTE", text: details.note)
    let categories = try contact.categories.value
    if !categories.isEmpty {
      lines.add("CATEGORIES", raw: categories.map(CardText.escaped).joined(separator: ","))
    }
    if let photo = extras.photo, let kind = ContactPhoto.kind(of: photo) {
      let type = kind == .png ? "PNG" : "JPEG"
      lines.add(
        version == .v3
          ? "PHOTO;ENCODING=b;TYPE=\(type):" : "PHOTO:data:\(kind.rawValue);base64,",
        base64: photo)
    }
    lines.add("END", raw: "VCARD")
    return lines.bytes
  }

  /// The basic form that version 4.0 has (RFC 6350 section 4.3.5).
  private func revision(_ text: String) -> String {
    guard version == .v4, text.contains("T") else { return text }
    let seconds = text.prefix { $0 != "." }
    let isCut = seconds.endIndex < text.endIndex
    return seconds.filter { $0 != "-" && $0 != ":" } + (isCut && text.hasSuffix("Z") ? "Z" : "")
  }

  private func addNames(
    of contact: Contact, to lines: inout CardLineWriter
  ) throws(UnfetchedProperty) {
    let name = try contact.name.value
    let parts = [name.surname, name.given, name.middle, name.title, name.generation]
    let isNameless = parts.allSatisfy { $0?.trimmedOrNil == nil }
    let company = try contact.work.value.company
    let shown = try contact.displayName.value?.trimmedOrNil ?? contact.title(order)
    if isNameless, let company, company == shown {
      if version == .v4 {
        lines.add("KIND", raw: "org")
      } else {
        lines.add("X-ABShowAs", raw: "COMPANY")
      }
    }
    // Version 3.0 wants both, also empty.
    lines.add("FN", raw: CardText.escaped(shown))
    if version == .v3 || !isNameless {
      let readings = [name.yomiSurname, name.yomiGiven].compactMap { $0?.trimmedOrNil }
      let isSorted =
        version == .v4 && name.yomiSurname?.trimmedOrNil != nil
        && readings.allSatisfy(CardText.isKana)
      let sorting: [CardLineWriter.Parameter] =
        isSorted ? [("SORT-AS", readings.joined(separator: ","))] : []
      lines.add("N", sorting, parts: parts)
    }
    lines.add("NICKNAME", text: name.nickname)
    lines.add("X-PHONETIC-FIRST-NAME", text: name.yomiGiven)
    lines.add("X-PHONETIC-LAST-NAME", text: name.yomiSurname)
    lines.add("X-INITIALS", text: name.initials)
    lines.add("X-EVOLUTION-FILE-AS", text: try contact.fileAs.value)
  }

  private func addWork(
    of contact: Contact, to lines: inout CardLineWriter
  ) throws(UnfetchedProperty) {
    let work = try contact.work.value
    var parts = [work.company, work.department, work.office]
    while parts.last.flatMap({ $0?.trimmedOrNil }) == nil, !parts.isEmpty { parts.removeLast() }
    if !parts.isEmpty { lines.add("ORG", parts: parts) }
    lines.add("X-PHONETIC-ORG", text: work.yomiCompany)
    lines.add("TITLE", text: work.jobTitle)
    lines.add("ROLE", text: work.profession)
    lines.add("X-MANAGER", text: work.manager)
    lines.add("X-ASSISTANT", text: work.assistant)
  }

  private func addPerson(
    of contact: Contact, _ details: [MoreDetails.Line], to lines: inout CardLineWriter
  ) throws(UnfetchedProperty) {
    if let birthday = try contact.birthday.value {
      if birthday.year == nil, version == .v3 {
        let year = String(Birthday.placeholderYear)
        lines.add(
          "BDAY", [("X-APPLE-OMIT-YEAR", year)], raw: year + birthday.text.dropFirst())
      } else {
        let isBasic = version == .v4
        let text = birthday.text
        lines.add(
          "BDAY",
          raw: birthday.year == nil
            ? "--" + text.filter { $0 != "-" } : isBasic ? text.filter { $0 != "-" } : text)
      }
    }
    for detail in details where detail.kind == .anniversary {
      lines.add(version == .v4 ? "ANNIVERSARY" : "X-ANNIVERSARY", text: detail.value)
    }
    let family = try contact.family.value
    let relatives = [("spouse", family.spouse)] + family.children.map { ("child", $0) }
    for (relation, name) in relatives {
      guard let name, !name.isEmpty else { continue }
      if version == .v4 {
        lines.add("RELATED", [("TYPE", relation), ("VALUE", "text")], text: name)
      } else {
        let label = "_$!<\(relation == "child" ? "Child" : "Spouse")>!$_"
        lines.add("X-ABRELATEDNAMES", raw: CardText.escaped(name), label: label)
      }
    }
  }
}
