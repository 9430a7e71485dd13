import Contacts
import GraphAPI
import JSON
import Terminal

/// Contacts as lines of a list to pick from: one for each value of the property that is wanted.
struct PickableContacts {
  /// What is wanted of a contact.
  enum Property: String, CaseIterable, Sendable {
    case email, phone, address, id

    var words: String {
      switch self {
      case .email: "mail address"
      case .phone: "telephone number"
      case .address: "postal address"
      case .id: "id"
      }
    }

    /// What has to be asked of the service.
    var members: [String] {
      self == .address
        ? contactListProperties + ["businessAddress", "homeAddress", "otherAddress"]
        : contactListProperties
    }
  }

  /// One line: a contact and one of its values, nil where it has none.
  struct Choice {
    var entry: ContactEntry
    var value: Value?
  }

  /// A value with what tells it from others of the same contact.
  struct Value {
    /// In one line.
    var line: String
    /// As it is printed, for an address in several lines.
    var text: String
    var label: String?
    var email: ContactEmail?
  }

  var property: Property
  var habits: ContactHabits
  /// Whether each line names its account.
  var namesAccounts = false

  /// A line for each value, in the order of the contacts; those without one have a line that cannot be
  /// taken, unless `onlyWith` leaves them out.
  func choices(_ entries: [ContactEntry], onlyWith: Bool) -> [Choice] {
    entries.flatMap { entry -> [Choice] in
      let values = values(of: entry.contact)
      if values.isEmpty { return onlyWith ? [] : [Choice(entry: entry)] }
      return values.map { Choice(entry: entry, value: $0) }
    }
  }

  func item(_ choice: Choice) -> Picker.Item {
    let contact = choice.entry.contact
    let emails = property == .email ? choice.value?.email.map { [$0] } ?? [] : nil
    var texts = ContactSearch.texts(of: contact, emails: emails)
    texts += contact.categories.ifKnown ?? []
    if property == .address, let value = choice.value { texts.append(value.line) }
    let company = (contact.work.ifKnown?.company ?? nil) ?? ""
    let title = contact.title(habits.nameOrder)
    let detail = [
      choice.value?.label, company == title ? nil : company,
      namesAccounts ? choice.entry.session.userName : nil,
    ].compactMap(\.self).filter { !$0.isEmpty }
    return Picker.Item(
      name: title.isEmpty ? "(no name)" : title, value: choice.value?.line ?? "",
      detail: detail.joined(separator: ", "),
      obstacle: choice.value == nil ? "no \(property.words)" : Optional.none,
      entry: TextIndex.Entry(
        texts: texts, digits: (contact.phones.ifKnown ?? []).map(\.number.digits)))
  }

  private func values(of contact: Contact) -> [Value] {
    switch property {
    case .email:
      (contact.emails.ifKnown ?? []).map { email in
        Value(
          line: email.address, text: email.address,
          label: email.label(ofContactNamed: contact.displayName.ifKnown ?? nil), email: email)
      }
    case .phone:
      (contact.phones.ifKnown ?? []).map { phone in
        Value(
          line: phone.number.text, text: phone.number.text,
          label: phone.kind.label.text(language: habits.language))
      }
    case .address:
      ContactPlace.allCases.compactMap { place in
        (contact.addresses.ifKnown?[place]).map { value(of: $0, at: place, contact) }
      }
    case .id:
      [
        Value(
          line: contact.emails.ifKnown?.first?.address
            ?? contact.phones.ifKnown?.first?.number.text ?? "", text: contact.id)
      ]
    }
  }

  private func value(
    of address: PostalAddress, at place: ContactPlace, _ contact: Contact
  ) -> Value {
    let company = place == .business ? (contact.work.ifKnown?.company ?? nil) ?? "" : ""
    let title = contact.title(habits.nameOrder)
    let letter = address.letter(
      to: title, company: company == title ? "" : company, from: habits.home)
    return Value(
      line: address.letter(from: habits.home).joined(separator: ", "),
      text: letter.joined(separator: "\n"), label: place.label.text(language: habits.language))
  }
}
