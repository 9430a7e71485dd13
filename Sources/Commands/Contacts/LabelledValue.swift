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

  /// Adds a mail address, or changes the label of one that is there.
  static func add(email text: String, to emails: inout [ContactEmail]) throws(Failure) {
    let (label, address) = parted(text)
    guard MailAddress.isAddress(address) else {
      throw Failure(
        .usage, "--email: \"\(address)\" is no mail address",
        hint: "write name@example.com, or LABEL=name@example.com")
    }
    if let known = emails.firstIndex(where: { $0.address.lowercased() == address.lowercased() }) {
      emails[known] = ContactEmail(address: address, name: label ?? emails[known].name)
      return
    }
    guard emails.count < ContactEmail.limit else {
      throw Failure(
        .usage, "a contact holds \(ContactEmail.limit) mail addresses, and this is one more",
        why: "it has " + (emails.map(\.address) + [address]).joined(separator: ", "),
        hint: "keep the others in --note, or take one away first")
    }
    emails.append(ContactEmail(address: address, name: label))
  }

  /// Adds a number, or files one that is there under another kind.
  static func add(phone text: String, to phones: inout [ContactPhone]) throws(Failure) {
    let (label, number) = parted(text)
    guard number.contains(where: \.isNumber) else {
      throw Failure(
        .usage, "--phone: \"\(number)\" has no digit", hint: "--phone mobile=+1-713-555-0100")
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
