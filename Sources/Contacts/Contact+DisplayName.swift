extension Contact {
  /// Lets the shown name follow a name, or a company, that has changed since `old`.
  ///
  /// It follows where it was made of what has changed, in whatever order; one that somebody has thought
  /// of stays. An empty one is made anew in `order`.
  package mutating func followName(
    from old: Contact, order: PersonName.Order
  ) throws(UnfetchedProperty) {
    let (name, before) = (try name.value, try old.name.value)
    let (company, formerCompany) = (try work.value.company, try old.work.value.company)
    guard let shown = PersonName.filled(try displayName.value) else {
      let made = Contact.name(of: self, order)
      displayName = .known(made.isEmpty ? nil : made)
      return
    }
    guard shown == (try old.displayName.value), name != before || company != formerCompany else {
      return
    }
    let forms: [(PersonName) -> String] = [
      { $0.full(order) }, { $0.full(.givenFirst) }, { $0.full(.familyFirst) },
      // As the service makes it.
      { PersonName.joined([$0.given, $0.middle, $0.surname, $0.generation], by: " ") },
      { PersonName.joined([$0.given, $0.surname], by: " ") },
      { PersonName.joined([$0.surname, PersonName.filled($0.given)], by: ", ") },
    ]
    if let form = forms.first(where: { $0(before) == shown }) {
      let made = form(name)
      displayName = .known(made.isEmpty ? Contact.name(of: self, order) : made)
    } else if shown == formerCompany, let company = PersonName.filled(company) {
      displayName = .known(company)
    }
  }

  /// What a contact is called by its parts alone.
  private static func name(of contact: Contact, _ order: PersonName.Order) -> String {
    var nameless = contact
    nameless.displayName = .known(nil)
    return nameless.title(order)
  }
}
