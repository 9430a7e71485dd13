import Contacts

extension CardWriter {
  /// Adds how and where the person is reached, with what the note has of it.
  func addReach(
    of contact: Contact, _ details: [MoreDetails.Line], to lines: inout CardLineWriter
  ) throws(UnfetchedProperty) {
    try addMails(of: contact, details, to: &lines)
    for phone in try contact.phones.value {
      let type =
        switch phone.kind {
        case .mobile: "CELL"
        case .business: "WORK"
        case .home: "HOME"
        }
      addPhone(phone.number.text, [type], label: nil, to: &lines)
    }
    for detail in details {
      guard let types = Self.phoneTypes[detail.kind] else { continue }
      addPhone(detail.value, types, label: detail.label, to: &lines)
    }
    let addresses = try contact.addresses.value
    for place in ContactPlace.allCases {
      guard let address = addresses[place], !address.isEmpty else { continue }
      addAddress(address, place, label: nil, to: &lines)
    }
    for detail in details {
      guard let place = Self.places[detail.kind] else { continue }
      addAddress(PostalAddress(street: detail.value), place, label: detail.label, to: &lines)
    }
    if let page = try contact.webPage.value, !page.isEmpty { addPage(page, label: nil, to: &lines) }
    for detail in details where detail.kind == .webPage {
      addPage(detail.value, label: detail.label, to: &lines)
    }
    for chat in try contact.chatAddresses.value {
      lines.add(chat.contains(":") ? "IMPP" : "X-MS-IMADDRESS", text: chat)
    }
  }

  private static let phoneTypes: [MoreDetails.Kind: [String]] = [
    .mobile: ["CELL"], .workPhone: ["WORK"], .homePhone: ["HOME"], .phone: [],
    .workFax: ["WORK", "FAX"], .homeFax: ["HOME", "FAX"], .fax: ["FAX"], .pager: ["PAGER"],
    .carPhone: ["CAR"],
  ]

  private static let places: [MoreDetails.Kind: ContactPlace] = [
    .workAddress: .business, .homeAddress: .home, .address: .other,
  ]

  private func addMails(
    of contact: Contact, _ details: [MoreDetails.Line], to lines: inout CardLineWriter
  ) throws(UnfetchedProperty) {
    let shown = try contact.displayName.value
    let emails = try contact.emails.value
    let more = details.filter { $0.kind == .email }
    for (index, email) in emails.enumerated() {
      let label = email.label(ofContactNamed: shown)
      let name = label == nil && email.name != email.address ? email.name?.trimmedOrNil : nil
      let isFirst = index == 0 && emails.count + more.count > 1
      addMail(email.address, label: label, name: name, isFirst: isFirst, to: &lines)
    }
    for detail in more {
      addMail(detail.value, label: detail.label, name: nil, isFirst: false, to: &lines)
    }
  }

  private func addMail(
    _ address: String, label: String?, name: String?, isFirst: Bool, to lines: inout CardLineWriter
  ) {
    var types: [String] = version == .v3 ? ["INTERNET"] : []
    let usual = label.flatMap { ["home", "work"].contains($0) ? $0 : nil }
    if let usual { types.append(spelled(usual.uppercased())) }
    if isFirst, version == .v3 { types.append("PREF") }
    var parameters = types.map { (name: "TYPE", value: $0) }
    if isFirst, version == .v4 { parameters.append(("PREF", "1")) }
    if let name { parameters.append(("X-DISPLAY-NAME", name)) }
    lines.add(
      "EMAIL", parameters, raw: CardText.escaped(address), label: usual == nil ? label : nil)
  }

  private func addPhone(
    _ number: String, _ types: [String], label: String?, to lines: inout CardLineWriter
  ) {
    var parameters = types.map { (name: "TYPE", value: spelled($0)) }
    // A kind that nobody knows was one on the card it came from.
    let kind = label.flatMap { label in
      label.hasPrefix("x-") && label.utf8.allSatisfy { Self.isToken($0) } ? label : nil
    }
    if let kind { parameters.append(("TYPE", kind)) }
    // A number that is typed like an address of the web stays as it is.
    if number.lowercased().hasPrefix("tel:") { parameters.append(("VALUE", "text")) }
    lines.add(
      "TEL", parameters, raw: CardText.escaped(number), label: kind == nil ? label : nil)
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private func addAddress(
    _ address: PostalAddress, _ place: ContactPlace, label: String?, to lines: inout CardLineWriter
  ) {
    let type: String? =
      switch place {
      case .business: "WORK"
      case .home: "HOME"
      case .other: nil
      }
    let parts = [
      "", "", address.street, address.city, address.state, address.postalCode, address.country,
    ]
    var parameters: [CardLineWriter.Parameter] = []
    if let type { parameters.append(("TYPE", spelled(type))) }
    lines.add(
      "ADR", parameters, raw: parts.map(CardText.escaped).joined(separator: ";"), label: label)
  }

  private func addPage(_ url: String, label: String?, to lines: inout CardLineWriter) {
    // An address of the web is no text, so its commas stay (RFC 6350 section 6.7.8).
    lines.add("URL", raw: url.replacing("\\", with: "\\\\"), label: label)
  }

  /// A type as each version's own examples spell it.
  private func spelled(_ type: String) -> String { version == .v4 ? type.lowercased() : type }
}
