import Contacts
import Terminal

/// A line of the text form of a contact: what it is called and what it stands for.
struct ContactField: Sendable {
  private enum Kind: Sendable {
    case text(any WritableKeyPath<ContactParts, String?> & Sendable)
    case list(any WritableKeyPath<ContactParts, [String]> & Sendable)
    case emails
    case phones(ContactPhoneKind)
    case address(ContactPlace, any WritableKeyPath<PostalAddress, String> & Sendable)
    case birthday
  }

  let name: String
  private let kind: Kind

  private init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// Whether it may stand several times.
  var isList: Bool {
    switch kind {
    case .list, .emails: true
    case .phones(let kind): kind.limit > 1
    case .text, .address, .birthday: false
    }
  }

  /// All of them, in the order they are written.
  static let all: [ContactField] =
    [
      ContactField("Display name", .text(\.displayName)),
      ContactField("Title", .text(\.name.title)),
      ContactField("First name", .text(\.name.given)),
      ContactField("Middle name", .text(\.name.middle)),
      ContactField("Surname", .text(\.name.surname)),
      ContactField("Suffix", .text(\.name.generation)),
      ContactField("Initials", .text(\.name.initials)),
      ContactField("Nickname", .text(\.name.nickname)),
      ContactField("Reading of first name", .text(\.name.yomiGiven)),
      ContactField("Reading of surname", .text(\.name.yomiSurname)),
      ContactField("File as", .text(\.fileAs)), ContactField("E-mail", .emails),
      ContactField("Mobile", .phones(.mobile)), ContactField("Work phone", .phones(.business)),
      ContactField("Home phone", .phones(.home)), ContactField("Chat", .list(\.chatAddresses)),
      ContactField("Company", .text(\.work.company)),
      ContactField("Reading of company", .text(\.work.yomiCompany)),
      ContactField("Department", .text(\.work.department)),
      ContactField("Office", .text(\.work.office)),
      ContactField("Job title", .text(\.work.jobTitle)),
      ContactField("Profession", .text(\.work.profession)),
      ContactField("Manager", .text(\.work.manager)),
      ContactField("Assistant", .text(\.work.assistant)),
    ] + address("Work", .business) + address("Home", .home) + address("Other", .other) + [
      ContactField("Birthday", .birthday), ContactField("Spouse", .text(\.family.spouse)),
      ContactField("Child", .list(\.family.children)), ContactField("Web page", .text(\.webPage)),
      ContactField("Category", .list(\.categories)),
    ]

  private static func address(_ name: String, _ place: ContactPlace) -> [ContactField] {
    [
      ContactField(name + " street", .address(place, \.street)),
      ContactField(name + " city", .address(place, \.city)),
      ContactField(name + " state", .address(place, \.state)),
      ContactField(name + " postal code", .address(place, \.postalCode)),
      ContactField(name + " country", .address(place, \.country)),
    ]
  }
}

extension ContactField {
  /// What the contact has of it, one text a value.
  func values(of parts: ContactParts) -> [String] {
    switch kind {
    case .text(let path): Self.filled(parts[keyPath: path])
    case .list(let path): parts[keyPath: path].flatMap(Self.filled)
    case .emails: parts.emails.map { Self.line($0, parts.displayName) }
    case .phones(let kind): parts.phones.filter { $0.kind == kind }.map(\.number.text)
    case .address(let place, let path):
      Self.filled(parts.addresses[place].map { $0[keyPath: path] })
    case .birthday:
      // Without a year the dashes before it say nothing to a person.
      parts.birthday.map { [$0.year == nil ? String($0.text.dropFirst(2)) : $0.text] } ?? []
    }
  }

  /// Puts texts in the place of what the contact has; values that are there already stay as they are.
  ///
  /// - Throws: `Failure` of kind usage for what no contact can hold.
  func put(_ texts: [String], into parts: inout ContactParts) throws(Failure) {
    switch kind {
    case .text(let path): parts[keyPath: path] = texts.first
    case .list(let path): parts[keyPath: path] = texts
    case .emails:
      let known = parts.emails
      parts.emails = []
      for text in texts {
        let old = known.first { Self.line($0, parts.displayName) == text }
        try Self.add(text, old, to: &parts.emails)
      }
    case .phones(let kind):
      let known = parts.phones.filter { $0.kind == kind }
      var phones = parts.phones.filter { $0.kind != kind && !texts.contains($0.number.text) }
      for text in texts {
        if let old = known.first(where: { $0.number.text == text }) {
          phones.append(old)
        } else {
          try LabelledValue.add(phone: "\(kind.rawValue)=\(text)", to: &phones, option: name)
        }
      }
      parts.phones = phones
    case .address(let place, let path):
      var address = parts.addresses[place] ?? PostalAddress()
      address[keyPath: path] = texts.first ?? ""
      parts.addresses[place] = address.isEmpty ? nil : address
    case .birthday:
      guard let text = texts.first else {
        parts.birthday = nil
        return
      }
      guard let birthday = Birthday(text) else {
        throw Failure(
          .usage, "\(name): \"\(text)\" is no date that a calendar has",
          hint: "write 1984-04-01, or 04-01 where the year is not known")
      }
      parts.birthday = birthday
    }
  }

  private static func filled(_ text: String?) -> [String] {
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return [] }
    return [text]
  }

  /// A mail address with its label before it.
  private static func line(_ email: ContactEmail, _ displayName: String?) -> String {
    email.label(ofContactNamed: displayName).map { "\($0) <\(email.address)>" } ?? email.address
  }

  /// Adds an address as it was, or as the text has it: `home <a@b.example>`, `home=a@b.example`.
  private static func add(
    _ text: String, _ old: ContactEmail?, to emails: inout [ContactEmail]
  ) throws(Failure) {
    if let old { return try LabelledValue.add(old, to: &emails, option: "E-mail") }
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
      return try LabelledValue.add(email: text, to: &emails, option: "E-mail")
    }
    let address = MailAddress.trimmed(text[text.index(after: open)...].dropLast())
    let label = MailAddress.trimmed(text[..<open])
    let email = ContactEmail(address: address, name: label.isEmpty ? nil : label)
    try LabelledValue.add(email, to: &emails, option: "E-mail")
  }
}
