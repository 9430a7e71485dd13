/// Several contacts of one person made into one, with nothing lost.
///
/// The first contact keeps what it has. What the others have besides fills its empty places; what finds
/// no place any more goes into the note, a line each.
package struct ContactMerge: Sendable, Hashable {
  /// A value that comes to the first contact from another.
  package struct Change: Sendable, Hashable {
    package var label: ContactLabel
    package var value: String
    /// Whether it went into the note, since its own place is taken.
    package var isInNote: Bool
  }

  package private(set) var merged: Contact
  /// In the order of the properties, what fits before what goes into the note.
  package private(set) var changes: [Change] = []

  /// Throws `UnfetchedProperty` for a contact that is known in part only: a merge of parts would lose
  /// the rest.
  package init(_ first: Contact, with others: [Contact]) throws(UnfetchedProperty) {
    merged = first
    for other in others {
      try mergeNames(of: other)
      try mergeLists(of: other)
      try mergeAddresses(of: other)
      try mergeWork(of: other)
      try mergePerson(of: other)
      try mergeNotes(of: other)
    }
    // What the note says already need not be said again, as when a merge is taken up anew.
    let note = PersonName.filled(try merged.note.value)
    let said = Set((note ?? "").split(whereSeparator: \.isNewline).map(\.trimmingBlanks))
    var left: [Change] = []
    for change in changes where change.isInNote {
      if !said.contains(Self.line(change)), !left.contains(change) { left.append(change) }
    }
    changes = changes.filter { !$0.isInNote } + left
    guard !left.isEmpty else { return }
    let lines = left.map(Self.line).joined(separator: "\n")
    merged.note = .known(note.map { $0 + "\n\n" + lines } ?? lines)
  }

  /// A change as a line of the note.
  private static func line(_ change: Change) -> String {
    let value = change.value.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(change.label.text(language: "en")): \(value)".trimmingBlanks
  }

  private mutating func mergeNames(of other: Contact) throws(UnfetchedProperty) {
    var name = try merged.name.value
    let added = try other.name.value
    let shown = PersonName.filled(try other.displayName.value)
    if PersonName.filled(try merged.displayName.value) == nil, let shown {
      merged.displayName = .known(shown)
      add(.name, shown)
    } else if let shown, shown != (try merged.displayName.value) {
      leave(.name, shown)
    }
    let isNameless =
      [name.given, name.middle, name.surname].allSatisfy { PersonName.filled($0) == nil }
    if isNameless {
      (name.title, name.given, name.middle) = (added.title, added.given, added.middle)
      (name.surname, name.generation) = (added.surname, added.generation)
      (name.yomiGiven, name.yomiSurname) = (added.yomiGiven, added.yomiSurname)
    } else {
      let core = PersonName(given: added.given, middle: added.middle, surname: added.surname)
      let mine = PersonName(given: name.given, middle: name.middle, surname: name.surname)
      let written = core.full(.givenFirst)
      if core != mine, !written.isEmpty, written != shown { leave(.name, written) }
      keep(&name.title, added.title, .title)
      keep(&name.generation, added.generation, .generation)
      keep(&name.yomiGiven, added.yomiGiven, .yomi)
      keep(&name.yomiSurname, added.yomiSurname, .yomi)
    }
    keep(&name.initials, added.initials, .initials)
    keep(&name.nickname, added.nickname, .nickname)
    merged.name = .known(name)
    let filed = PersonName.filled(try other.fileAs.value)
    if PersonName.filled(try merged.fileAs.value) == nil {
      merged.fileAs = other.fileAs
    } else if let filed, filed != (try merged.fileAs.value), filed != shown,
      !Self.isMade(filed, of: added, try other.work.value.company)
    {
      leave(.name, filed)
    }
  }

  /// Whether Outlook makes such a text to sort by of a name or a company by itself.
  private static func isMade(_ text: String, of name: PersonName, _ company: String?) -> Bool {
    let (given, surname) = (name.given ?? "", name.surname ?? "")
    return [
      name.full(.givenFirst), name.full(.familyFirst), "\(surname), \(given)",
      [surname, given].filter { !$0.isEmpty }.joined(separator: " "), company ?? "",
      [given, name.middle ?? "", surname].filter { !$0.isEmpty }.joined(separator: " "),
      "\(surname), \(given) \(name.middle ?? "")",
    ].contains(text)
  }

  private mutating func mergeLists(of other: Contact) throws(UnfetchedProperty) {
    var emails = try merged.emails.value
    for email in try other.emails.value {
      let address = email.address.trimmingBlanks.lowercased()
      if address.isEmpty { continue }
      let label = email.label(ofContactNamed: try other.displayName.value)
      let text = [label, email.address].compactMap(\.self).joined(separator: " ")
      if let index = emails.firstIndex(where: {
        $0.address.trimmingBlanks.lowercased() == address
      }) {
        // The same address: what may be new is its label.
        let mine = emails[index].label(ofContactNamed: try merged.displayName.value)
        guard let label, mine?.lowercased() != label.lowercased() else { continue }
        if mine == nil { emails[index].name = label }
        note(.email, text, fits: mine == nil)
        continue
      }
      let isRoom = emails.count < ContactEmail.limit
      if isRoom { emails.append(email) }
      note(.email, text, fits: isRoom)
    }
    merged.emails = .known(emails)

    var phones = try merged.phones.value
    for phone in try other.phones.value {
      if phones.contains(where: { $0.number.text == phone.number.text }) { continue }
      if phones.contains(where: { $0.number.isSameLine(as: phone.number) }) { continue }
      let isRoom = phones.count { $0.kind == phone.kind } < phone.kind.limit
      if isRoom { phones.append(phone) }
      note(phone.kind.label, phone.number.text, fits: isRoom)
    }
    merged.phones = .known(phones)
    merged.chatAddresses = .known(
      union(try merged.chatAddresses.value, try other.chatAddresses.value, .chat))
    merged.categories = .known(
      union(try merged.categories.value, try other.categories.value, .categories))
  }

  private mutating func mergeAddresses(of other: Contact) throws(UnfetchedProperty) {
    var addresses = try merged.addresses.value
    for place in ContactPlace.allCases {
      guard let address = try other.addresses.value[place], !address.isEmpty else { continue }
      if addresses.values.contains(address) { continue }
      let text = address.letter().joined(separator: ", ")
      let free = [place, .other].first { addresses[$0]?.isEmpty ?? true }
      if let free { addresses[free] = address }
      note((free ?? place).label, text, fits: free != nil)
    }
    merged.addresses = .known(addresses)
  }

  private mutating func mergeWork(of other: Contact) throws(UnfetchedProperty) {
    var work = try merged.work.value
    let added = try other.work.value
    keep(&work.company, added.company, .company)
    keep(&work.yomiCompany, added.yomiCompany, .yomi)
    keep(&work.department, added.department, .department)
    keep(&work.office, added.office, .office)
    keep(&work.jobTitle, added.jobTitle, .jobTitle)
    keep(&work.profession, added.profession, .profession)
    keep(&work.manager, added.manager, .manager)
    keep(&work.assistant, added.assistant, .assistant)
    merged.work = .known(work)
  }

  private mutating func mergePerson(of other: Contact) throws(UnfetchedProperty) {
    if let added = try other.birthday.value {
      let mine = try merged.birthday.value
      let isSameDay = mine.map { $0.month == added.month && $0.day == added.day } ?? true
      if mine == nil || isSameDay && mine?.year == nil && added.year != nil {
        merged.birthday = .known(added)
        add(.birthday, added.text)
      } else if mine != added, !(isSameDay && added.year == nil) {
        leave(.birthday, added.text)
      }
    }
    var family = try merged.family.value
    let added = try other.family.value
    keep(&family.spouse, added.spouse, .spouse)
    family.children = union(family.children, added.children, .children)
    merged.family = .known(family)
    var page = try merged.webPage.value
    keep(&page, try other.webPage.value, .webPage)
    merged.webPage = .known(page)
  }

  private mutating func mergeNotes(of other: Contact) throws(UnfetchedProperty) {
    guard let added = PersonName.filled(try other.note.value) else { return }
    let mine = PersonName.filled(try merged.note.value)
    if let mine, mine.contains(added.trimmingBlanks) { return }
    merged.note = .known(mine.map { $0 + "\n\n" + added } ?? added)
    add(.note, added)
  }

  /// Fills an empty place; a different value goes into the note.
  private mutating func keep(_ mine: inout String?, _ added: String?, _ label: ContactLabel) {
    guard let added = PersonName.filled(added) else { return }
    guard let kept = PersonName.filled(mine) else {
      mine = added
      return add(label, added)
    }
    if kept.trimmingBlanks != added.trimmingBlanks { leave(label, added) }
  }

  private mutating func union(
    _ mine: [String], _ added: [String], _ label: ContactLabel
  ) -> [String] {
    var all = mine
    for value in added where !value.trimmingBlanks.isEmpty && !all.contains(value) {
      all.append(value)
      add(label, value)
    }
    return all
  }

  private mutating func add(_ label: ContactLabel, _ value: String) {
    note(label, value, fits: true)
  }

  private mutating func leave(_ label: ContactLabel, _ value: String) {
    note(label, value, fits: false)
  }

  private mutating func note(_ label: ContactLabel, _ value: String, fits: Bool) {
    changes.append(Change(label: label, value: value, isInNote: !fits))
  }
}

extension ContactPhoneKind {
  package var label: ContactLabel {
    switch self {
    case .mobile: .mobile
    case .business: .businessPhone
    case .home: .homePhone
    }
  }
}

extension ContactPlace {
  package var label: ContactLabel {
    switch self {
    case .business: .businessAddress
    case .home: .homeAddress
    case .other: .otherAddress
    }
  }
}
