import Contacts

/// What a card or a row says of a person, before it is known what of it fits.
///
/// A contact keeps three addresses of mail, one mobile, two business and two home numbers, one address a
/// place and one page. What is preferred comes first, the rest in the order of the file; what is left
/// goes into the note, where a person and an export find it again.
struct ContactDraft {
  struct Mail {
    var line: Int
    var address: String
    /// The word of its owner for it.
    var label: String?
    /// A name to show with it, kept as it is.
    var name: String?
    var preference = 101
  }

  struct Phone {
    var line: Int
    var number: String
    /// Where it may go, the best place first; none for what is no line to talk on.
    var places: [ContactPhoneKind]
    /// Whether it goes where there is room once the others have their places.
    var isPlain = false
    var kind: MoreDetails.Kind
    var label: String?
    var preference = 101
  }

  struct Postal {
    var line: Int
    var place: ContactPlace
    var address: PostalAddress
    var label: String?
    var preference = 101
  }

  struct Page {
    var line: Int
    var url: String
    var label: String?
    var preference = 101
  }

  var line: Int
  var displayName: String?
  var fileAs: String?
  var name = PersonName()
  var work = Employment()
  var family = Family()
  var birthday: Birthday?
  var mails: [Mail] = []
  var phones: [Phone] = []
  var addresses: [Postal] = []
  var pages: [Page] = []
  var chats: [String] = []
  var categories: [String] = []
  var notes: [String] = []
  /// Days to remember, as they are written.
  var anniversaries: [(line: Int, date: String)] = []
  var remarks: [ContactRemark] = []

  init(line: Int) { self.line = line }

  /// Adds what has no place at all.
  mutating func leaveOut(
    _ line: Int, _ what: String, _ value: String, because reason: String? = nil
  ) {
    remarks.append(ContactRemark(line: line, what: what, value: value, reason: reason))
  }

  /// The contact, and what became of the rest; nil where nothing in it tells of anybody.
  ///
  /// A name to show is what the file has, else made of the parts of the name in `order`, else the
  /// company, the first address of mail, the first number.
  func contact(order: PersonName.Order) -> (contact: Contact, remarks: [ContactRemark])? {
    var placing = Placing(remarks: remarks)
    var contact = Contact(id: "")
    contact.name = .known(name)
    contact.work = .known(work)
    contact.family = .known(family)
    contact.birthday = .known(birthday)
    contact.fileAs = .known(fileAs)
    contact.emails = .known(placing.emails(mails))
    contact.phones = .known(placing.phones(phones))
    contact.addresses = .known(placing.addresses(addresses))
    contact.webPage = .known(placing.webPage(pages))
    for day in anniversaries { placing.keep(day.line, .init(.anniversary, day.date)) }
    contact.chatAddresses = .known(Self.distinct(chats))
    contact.categories = .known(Self.distinct(categories))
    var details = MoreDetails(of: notes.isEmpty ? nil : notes.joined(separator: "\n\n"))
    details.lines += placing.lines.filter { !details.lines.contains($0) }
    contact.note = .known(details.text)
    contact.displayName = .known(displayName)
    if contact == Contact(id: "") { return nil }
    if displayName == nil {
      let title = contact.title(order).trimmedOrNil
      contact.displayName = .known(title ?? name.nickname ?? pages.first?.url ?? chats.first)
    }
    return (contact, placing.remarks.sorted { $0.line < $1.line })
  }

  private static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

/// Finds the places of a contact for what there may be too much of.
private struct Placing {
  var lines: [MoreDetails.Line] = []
  var remarks: [ContactRemark]

  /// Puts into the note what has no place.
  mutating func keep(_ line: Int, _ detail: MoreDetails.Line) {
    guard !lines.contains(detail) else { return }
    lines.append(detail)
    remarks.append(
      ContactRemark(
        line: line, what: detail.kind.rawValue + (detail.label.map { " (\($0))" } ?? ""),
        value: detail.value, isInNote: true))
  }

  mutating func emails(_ mails: [ContactDraft.Mail]) -> [ContactEmail] {
    var emails: [ContactEmail] = []
    var seen: Set<String> = []
    for mail in mails.byPreference(\.preference)
    where seen.insert(mail.address.lowercased()).inserted {
      if mail.address.contains("@"), emails.count < ContactEmail.limit {
        emails.append(ContactEmail(address: mail.address, name: mail.label ?? mail.name))
      } else {
        keep(mail.line, .init(.email, label: mail.label, mail.address))
      }
    }
    return emails
  }

  mutating func phones(_ drafts: [ContactDraft.Phone]) -> [ContactPhone] {
    var phones: [ContactPhone] = []
    let ordered = drafts.byPreference(\.preference)
    for draft in ordered.filter({ !$0.isPlain }) + ordered.filter(\.isPlain) {
      if phones.contains(where: { $0.number.text == draft.number }) { continue }
      let free = draft.places.first { kind in
        phones.count { $0.kind == kind } < kind.limit
      }
      guard let free else {
        keep(draft.line, .init(draft.kind, label: draft.label, draft.number))
        continue
      }
      phones.append(ContactPhone(kind: free, number: PhoneNumber(draft.number)))
      if let label = draft.label {
        remarks.append(
          ContactRemark(
            line: draft.line, what: "label of \(draft.number)", value: label,
            reason: "numbers have no labels there"))
      }
    }
    let order = ContactPhoneKind.allCases
    return order.flatMap { kind in phones.filter { $0.kind == kind } }
  }

  mutating func addresses(_ drafts: [ContactDraft.Postal]) -> [ContactPlace: PostalAddress] {
    var addresses: [ContactPlace: PostalAddress] = [:]
    for draft in drafts.byPreference(\.preference) {
      if addresses.values.contains(draft.address) { continue }
      if let free = [draft.place, .other].first(where: { addresses[$0] == nil }) {
        addresses[free] = draft.address
        continue
      }
      let kind: MoreDetails.Kind =
        switch draft.place {
        case .business: .workAddress
        case .home: .homeAddress
        case .other: .address
        }
      let text = draft.address.letter().joined(separator: ", ")
      keep(draft.line, .init(kind, label: draft.label, text))
    }
    return addresses
  }

  mutating func webPage(_ pages: [ContactDraft.Page]) -> String? {
    let ordered = pages.byPreference(\.preference)
    for page in ordered.dropFirst() where page.url != ordered.first?.url {
      keep(page.line, .init(.webPage, label: page.label, page.url))
    }
    return ordered.first?.url
  }
}

extension Array {
  /// The preferred ones first, else in the order they have.
  fileprivate func byPreference(_ preference: (Element) -> Int) -> [Element] {
    enumerated().sorted {
      (preference($0.element), $0.offset) < (preference($1.element), $1.offset)
    }.map(\.element)
  }
}
