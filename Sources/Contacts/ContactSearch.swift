/// A search over contacts: every word of it has to be found somewhere in one contact.
///
/// Letters are compared as `folded` has them, which takes case and accents away; a query of digits and
/// signs of telephone numbers is looked for among these too. A property that was not fetched holds
/// nothing to find.
package struct ContactSearch: Sendable {
  private let words: [String]
  private let phone: String?
  private let folded: @Sendable (String) -> String

  /// An empty query finds everybody.
  package init(_ query: String, folded: @escaping @Sendable (String) -> String) {
    self.folded = folded
    words = query.split { $0.isWhitespace }.map { folded(String($0)) }
    let isPhone = query.allSatisfy { $0.isNumber || $0.isWhitespace || "+-./()".contains($0) }
    phone = isPhone && !PhoneNumber(query).digits.isEmpty ? query : nil
  }

  /// Whether the contact is found.
  package func finds(_ contact: Contact) -> Bool {
    if words.isEmpty { return true }
    if let phone, contact.phones.ifKnown?.contains(where: { $0.number.isFound(by: phone) }) ?? false
    {
      return true
    }
    let text = folded(Self.texts(of: contact).joined(separator: "\n"))
    return words.allSatisfy { text.contains($0) }
  }

  /// Names, company and what goes with it, mail and chat addresses.
  ///
  /// `emails` stand in the place of the contact's own, for a list with a line for each address.
  package static func texts(of contact: Contact, emails: [ContactEmail]? = nil) -> [String] {
    var texts: [String?] = [contact.displayName.ifKnown ?? nil, contact.fileAs.ifKnown ?? nil]
    if let name = contact.name.ifKnown {
      texts += [name.given, name.middle, name.surname, name.nickname]
      texts += [name.yomiGiven, name.yomiSurname]
    }
    if let work = contact.work.ifKnown {
      texts += [work.company, work.yomiCompany, work.department, work.jobTitle]
    }
    for email in emails ?? contact.emails.ifKnown ?? [] { texts += [email.address, email.name] }
    texts += contact.chatAddresses.ifKnown ?? []
    return texts.compactMap(\.self)
  }
}
