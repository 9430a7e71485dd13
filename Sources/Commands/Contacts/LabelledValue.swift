import Contacts

/// Values of a contact on the command line, with the label that may stand before them.
enum LabelledValue {
  /// Parts `home=ana@contoso.example` into its label and its value; the label is nil where none is.
  ///
  /// A label is letters, digits, blanks and dashes, so that a mail address with an equals sign in a
  /// longer first part keeps it.
  static func parted(_ text: String) -> (label: String?, value: String) {
    guard let sign = text.firstIndex(of: "=") else { return (nil, trimmed(text)) }
    let label = trimmed(text[..<sign])
    guard label.allSatisfy({ $0.isLetter || $0.isNumber || " -".contains($0) }) else {
      return (nil, trimmed(text))
    }
    return (label.isEmpty ? nil : label, trimmed(text[text.index(after: sign)...]))
  }

  /// The mail addresses of a contact from now on; an empty one alone means none.
  ///
  /// One that is known and comes without a label keeps the one it has.
  static func emails(
    _ texts: [String], knowing known: [ContactEmail]
  ) throws(Failure) -> [ContactEmail] {
    if texts.allSatisfy({ trimmed($0).isEmpty }) { return [] }
    var emails: [ContactEmail] = []
    for text in texts {
      let address = parted(text).value.lowercased()
      let old = known.filter { $0.address.lowercased() == address }
      try add(email: text, to: &emails, knowing: old)
    }
    return emails
  }

  /// The numbers of a contact after those of the kinds that are given were replaced; `home=` takes away
  /// the numbers of a kind, an empty text alone all of them.
  static func phones(
    _ texts: [String], on known: [ContactPhone]
  ) throws(Failure) -> [ContactPhone] {
    if texts.allSatisfy({ trimmed($0).isEmpty }) { return [] }
    var kinds: Set<ContactPhoneKind> = []
    var phones: [ContactPhone] = []
    for text in texts {
      let (label, number) = parted(text)
      if number.isEmpty, label != nil {
        kinds.insert(try kind(label, of: number, beside: phones))
      } else {
        try add(phone: text, to: &phones)
      }
    }
    kinds.formUnion(phones.map(\.kind))
    let numbers = phones.map(\.number.text)
    return known.filter { !kinds.contains($0.kind) && !numbers.contains($0.number.text) } + phones
  }

  /// Adds a mail address, or changes the label of one that is there.
  static func add(
    email text: String, to emails: inout [ContactEmail], knowing known: [ContactEmail] = [],
    option: String = "--email"
  ) throws(Failure) {
    let (label, address) = parted(text)
    let name = label ?? known.first?.name
    try add(ContactEmail(address: address, name: name), to: &emails, option: option)
  }

  /// Adds a mail address, or gives its label to the one that is there.
  static func add(
    _ email: ContactEmail, to emails: inout [ContactEmail], option: String
  ) throws(Failure) {
    let address = email.address
    guard MailAddress.isAddress(address) else {
      throw Failure(
        .usage, "\(option): \"\(address)\" is no mail address",
        hint: "write name@example.com, or LABEL=name@example.com")
    }
    if let old = emails.firstIndex(where: { $0.address.lowercased() == address.lowercased() }) {
      emails[old] = ContactEmail(address: address, name: email.name ?? emails[old].name)
      return
    }
    guard emails.count < ContactEmail.limit else {
      throw Failure(
        .usage, "a contact holds \(ContactEmail.limit) mail addresses, and this is one more",
        why: "it has " + (emails.map(\.address) + [address]).joined(separator: ", "),
        hint: "keep the others in --note, or take one away first")
    }
    emails.append(email)
  }

  /// Takes a mail address away.
  ///
  /// - Throws: `Failure` of kind notFound, with those that are there.
  static func remove(email text: String, from emails: inout [ContactEmail]) throws(Failure) {
    let address = parted(text).value.lowercased()
    guard let index = emails.firstIndex(where: { $0.address.lowercased() == address }) else {
      throw Failure(
        .notFound, "--remove-email: the contact has no address \"\(text)\"",
        why: emails.isEmpty
          ? "it has none" : "it has " + emails.map(\.address).joined(separator: ", "),
        hint: "graphcal show-contact")
    }
    emails.remove(at: index)
  }

  /// Adds a number, or files one that is there under another kind.
  static func add(
    phone text: String, to phones: inout [ContactPhone], option: String = "--phone"
  ) throws(Failure) {
    let (label, number) = parted(text)
    guard number.contains(where: \.isNumber) else {
      throw Failure(
        .usage, "\(option): \"\(number)\" has no digit", hint: "--phone mobile=+1-713-555-0100")
    }
    phones.removeAll { $0.number.text == number }
    let kind = try kind(label, of: number, beside: phones)
    let taken = phones.filter { $0.kind == kind }
    guard taken.count < kind.limit else {
      throw Failure(
        .usage,
        "a contact holds \(kind.limit) \(kind.rawValue) \(kind.limit == 1 ? "number" : "numbers"), "
          + "and this is one more",
        why: "it has " + (taken.map(\.number.text) + [number]).joined(separator: ", "),
        hint: "keep the others in --note, or take one away first")
    }
    phones.append(ContactPhone(kind: kind, number: PhoneNumber(number)))
  }

  /// Takes a number away, however it is written.
  ///
  /// - Throws: `Failure` of kind notFound, with those that are there.
  static func remove(phone text: String, from phones: inout [ContactPhone]) throws(Failure) {
    let number = PhoneNumber(parted(text).value)
    let found = phones.filter { $0.number.text == number.text }
    let same = found.isEmpty ? phones.filter { $0.number.isSameLine(as: number) } : found
    guard !same.isEmpty else {
      throw Failure(
        .notFound, "--remove-phone: the contact has no number \"\(text)\"",
        why: phones.isEmpty
          ? "it has none" : "it has " + phones.map(\.number.text).joined(separator: ", "),
        hint: "graphcal show-contact")
    }
    phones.removeAll(where: same.contains)
  }

  /// The kind that a label names; without one mobile, or business where that is taken.
  private static func kind(
    _ label: String?, of number: String, beside phones: [ContactPhone]
  ) throws(Failure) -> ContactPhoneKind {
    switch label?.lowercased() {
    case nil: return phones.contains { $0.kind == .mobile } ? .business : .mobile
    case "mobile", "cell": return .mobile
    case "business", "work": return .business
    case "home", "private": return .home
    case let other?:
      throw Failure(
        .usage, "--phone: there is no place for a number of the kind \"\(other)\"",
        why: "Outlook keeps mobile, business and home numbers", hint: "--phone mobile=\(number)")
    }
  }

  /// The place and the parts of `home=street;city;state;postal code;country`, later parts left out.
  static func address(_ text: String) throws(Failure) -> (ContactPlace, PostalAddress) {
    let (label, value) = parted(text)
    let place: ContactPlace
    switch label?.lowercased() {
    case nil, "home", "private": place = .home
    case "business", "work": place = .business
    case "other": place = .other
    case let other?:
      throw Failure(
        .usage, "--address: there is no place for an address of the kind \"\(other)\"",
        hint: "--address home=…, business=… or other=…")
    }
    let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { trimmed($0) }
    guard parts.count <= 5 else {
      throw Failure(
        .usage, "--address: an address has at most five parts, and this has \(parts.count)",
        hint: "\"street;city;state;postal code;country\", a part that is not there left empty")
    }
    func part(_ index: Int) -> String { parts.indices.contains(index) ? parts[index] : "" }
    return (
      place,
      PostalAddress(
        street: part(0), city: part(1), state: part(2), postalCode: part(3), country: part(4))
    )
  }

  private static func trimmed(_ text: some StringProtocol) -> String { MailAddress.trimmed(text) }
}
