/// A person or company in an address book, with the properties that were asked for.
///
/// Source: Microsoft Graph, resource "contact".
package struct Contact: Sendable, Hashable {
  package var id: String
  package var folderID: Fetched<String?>
  /// Parts of the name, yomi readings among them.
  package var name: Fetched<PersonName>
  /// The name as it is stored, which is how it is shown.
  package var displayName: Fetched<String?>
  /// What the contact is sorted by in Outlook.
  package var fileAs: Fetched<String?>
  package var emails: Fetched<[ContactEmail]>
  package var phones: Fetched<[ContactPhone]>
  /// Of each place one at most.
  package var addresses: Fetched<[ContactPlace: PostalAddress]>
  package var work: Fetched<Employment>
  package var birthday: Fetched<Birthday?>
  package var family: Fetched<Family>
  package var webPage: Fetched<String?>
  package var chatAddresses: Fetched<[String]>
  package var note: Fetched<String?>
  package var categories: Fetched<[String]>

  /// A contact with every property known and empty.
  package init(id: String) {
    self.id = id
    folderID = .known(nil)
    name = .known(PersonName())
    displayName = .known(nil)
    fileAs = .known(nil)
    emails = .known([])
    phones = .known([])
    addresses = .known([:])
    work = .known(Employment())
    birthday = .known(nil)
    family = .known(Family())
    webPage = .known(nil)
    chatAddresses = .known([])
    note = .known(nil)
    categories = .known([])
  }

  /// What a list calls the contact: the stored name, else its parts, its company, its first address.
  package func title(_ order: PersonName.Order) -> String {
    let candidates = [
      displayName.ifKnown ?? nil, name.ifKnown?.full(order), work.ifKnown?.company,
      emails.ifKnown?.first?.address, phones.ifKnown?.first?.number.text,
    ]
    return candidates.compactMap(PersonName.filled).first ?? ""
  }
}

/// Where and as what a person works.
package struct Employment: Sendable, Hashable {
  package var company: String?
  /// How the company's name is read, in Japanese.
  package var yomiCompany: String?
  package var department: String?
  package var office: String?
  package var jobTitle: String?
  package var profession: String?
  package var manager: String?
  package var assistant: String?

  package init(
    company: String? = nil, yomiCompany: String? = nil, department: String? = nil,
    office: String? = nil, jobTitle: String? = nil, profession: String? = nil,
    manager: String? = nil, assistant: String? = nil
  ) {
    self.company = company
    self.yomiCompany = yomiCompany
    self.department = department
    self.office = office
    self.jobTitle = jobTitle
    self.profession = profession
    self.manager = manager
    self.assistant = assistant
  }
}

/// Who a person lives with.
package struct Family: Sendable, Hashable {
  package var spouse: String?
  package var children: [String]

  package init(spouse: String? = nil, children: [String] = []) {
    self.spouse = spouse
    self.children = children
  }
}

/// A mail address of a contact, with what Graph keeps beside it.
package struct ContactEmail: Sendable, Hashable {
  package var address: String
  /// The `name` of the address: a label of its owner's choice, or a name to show.
  package var name: String?

  package init(address: String, name: String? = nil) {
    self.address = address
    self.name = name
  }

  /// The label, where the name is one: programs that have no labels put the address or the person's
  /// name there, alone or with the address behind it.
  package func label(ofContactNamed displayName: String?) -> String? {
    guard let name = PersonName.filled(name)?.trimmingBlanks else { return nil }
    let plain = name.lowercased()
    if plain.contains(address.lowercased()) { return nil }
    if let displayName, plain.hasPrefix(displayName.trimmingBlanks.lowercased()) { return nil }
    return name
  }
}

/// A telephone number of a contact, in one of the places that Graph has for it.
package struct ContactPhone: Sendable, Hashable {
  package var kind: ContactPhoneKind
  package var number: PhoneNumber

  package init(kind: ContactPhoneKind, number: PhoneNumber) {
    self.kind = kind
    self.number = number
  }
}

/// The kinds of numbers, by their names on the command line.
package enum ContactPhoneKind: String, CaseIterable, Sendable {
  case mobile, business, home

  /// How many numbers of a kind the service keeps: one mobile, two of the others.
  package var limit: Int { self == .mobile ? 1 : 2 }
}

/// The places that addresses are of, by their names on the command line.
package enum ContactPlace: String, CaseIterable, Sendable {
  case business, home, other
}

extension ContactEmail {
  /// How many addresses a contact has at most.
  package static let limit = 3
}
