package import Contacts
package import Terminal

/// One contact with everything that is known of it, as `show-contact` prints it.
package struct ContactDetails: Sendable {
  package var contact: Contact
  /// Which part of a built name leads.
  package var nameOrder: PersonName.Order
  /// The language of the labels (ISO 639); nil for English.
  package var language: String?
  /// The country letters leave from; within it no country is written.
  package var home: Country?
  package var shortID: String?
  package var folder: String?
  package var account: String?
  /// Whether what is seen of it was written on this machine and not sent yet.
  package var isPending = false
  /// Whether a change of it is stuck in the outbox and not shown.
  package var isStuck = false

  package init(
    contact: Contact, nameOrder: PersonName.Order, language: String? = nil, home: Country? = nil
  ) {
    self.contact = contact
    self.nameOrder = nameOrder
    self.language = language
    self.home = home
  }

  /// The contact as lines; `today` decides the age.
  package func lines(
    today: (year: Int, month: Int, day: Int), on surface: Surface
  ) -> [StyledLine] {
    let title = TextSanitizer.line(contact.title(nameOrder))
    var heading = StyledLine(title.isEmpty ? "(no name)" : title, .bold)
    if isPending { heading.append("  " + EventNotes.pending, Style(color: .yellow)) }
    if isStuck { heading.append("  " + EventNotes.stuck, Style(color: .red)) }
    var lines = heading.wrapped(to: surface.width)
    lines += fields(title: title, today: today).lines(width: surface.width)
    if let note = contact.note.ifKnown.flatMap({ $0 }), !note.isEmpty {
      lines.append("")
      lines += TextSanitizer.block(note).split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { StyledLine(String($0)).wrapped(to: surface.width) }
    }
    return lines
  }

  private func fields(title: String, today: (year: Int, month: Int, day: Int)) -> FieldBlock {
    var block = FieldBlock()
    if let name = contact.name.ifKnown {
      let full = name.full(nameOrder)
      if TextSanitizer.line(full) != title { add(.name, full, to: &block) }
      add(.nickname, name.nickname, to: &block)
      let yomi = [name.yomiSurname, name.yomiGiven].compactMap(\.self).filter { !$0.isEmpty }
      add(.yomi, yomi.joined(separator: " "), to: &block)
    }
    for kind in ContactPhoneKind.allCases {
      let numbers = (contact.phones.ifKnown ?? []).filter { $0.kind == kind }.map(\.number.text)
      block.add(label(kind.label), lines: numbers.map { StyledLine(TextSanitizer.line($0)) })
    }
    block.add(
      label(.email),
      lines: (contact.emails.ifKnown ?? []).map { email in
        let tag = email.label(ofContactNamed: contact.displayName.ifKnown ?? nil)
        return StyledLine(TextSanitizer.line(email.address))
          + StyledLine(tag.map { "  " + TextSanitizer.line($0) } ?? "", .dim)
      })
    block.add(
      label(.chat), lines: (contact.chatAddresses.ifKnown ?? []).map { StyledLine(clean($0)) })
    addWork(to: &block)
    for place in ContactPlace.allCases {
      guard let address = contact.addresses.ifKnown?[place] else { continue }
      block.add(label(place.label), lines: address.letter(from: home).map { StyledLine(clean($0)) })
    }
    if let birthday = contact.birthday.ifKnown ?? nil {
      add(.birthday, birthdayText(birthday, today: today), to: &block)
    }
    if let family = contact.family.ifKnown {
      add(.spouse, family.spouse, to: &block)
      add(.children, family.children.joined(separator: ", "), to: &block)
    }
    add(.webPage, contact.webPage.ifKnown ?? nil, to: &block)
    add(.categories, contact.categories.ifKnown?.joined(separator: ", "), to: &block)
    add(.folder, folder, to: &block)
    block.add("Account", account)
    block.add("Short id", shortID)
    block.add("Id", contact.id)
    return block
  }

  private func addWork(to block: inout FieldBlock) {
    guard let work = contact.work.ifKnown else { return }
    add(.jobTitle, work.jobTitle, to: &block)
    add(.profession, work.profession, to: &block)
    add(.company, work.company, to: &block)
    add(.department, work.department, to: &block)
    add(.office, work.office, to: &block)
    add(.manager, work.manager, to: &block)
    add(.assistant, work.assistant, to: &block)
  }

  private func birthdayText(
    _ birthday: Birthday, today: (year: Int, month: Int, day: Int)
  ) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let day = "\(birthday.day) \(months[birthday.month - 1])"
    guard let year = birthday.year else { return day }
    let coming = birthday.anniversary(in: today.year)
    let isAhead = (coming.month, coming.day) > (today.month, today.day)
    let age = birthday.age(in: today.year - (isAhead ? 1 : 0))
    return "\(day) \(year)" + (age.map { " (\($0))" } ?? "")
  }

  private func add(_ label: ContactLabel, _ value: String?, to block: inout FieldBlock) {
    block.add(self.label(label), value.map(clean))
  }

  private func label(_ label: ContactLabel) -> String { label.text(language: language) }

  private func clean(_ text: String) -> String { TextSanitizer.line(text) }
}
