import Contacts

extension CardMapper {
  /// Reads what a person is called.
  mutating func readName(_ property: CardProperty) -> Bool {
    switch property.name {
    case "FN":
      fill(\.displayName, property)
    case "N": readParts(property)
    case "NICKNAME":
      let names = list(property)
      if draft.name.nickname == nil {
        draft.name.nickname = names.joined(separator: ", ").trimmedOrNil
      } else {
        leaveOut(property, because: "a contact has one")
      }
    case "X-INITIALS": fill(\.name.initials, property)
    case "X-PHONETIC-FIRST-NAME": draft.name.yomiGiven = property.text
    case "X-PHONETIC-LAST-NAME": draft.name.yomiSurname = property.text
    case "X-EVOLUTION-FILE-AS": draft.fileAs = property.text
    case "SORT-STRING":
      if let text = property.text { readSorting([text], of: property) }
    default: return false
    }
    return true
  }

  private mutating func readParts(_ property: CardProperty) {
    guard draft.name.given == nil, draft.name.surname == nil, draft.name.middle == nil,
      draft.name.title == nil, draft.name.generation == nil
    else { return leaveOut(property, because: "a contact has one") }
    let parts = property.components(hasLists: !isOld).map(Self.joined)
    func part(_ index: Int) -> String? { index < parts.count ? parts[index] : nil }
    (draft.name.surname, draft.name.given) = (part(0), part(1))
    (draft.name.middle, draft.name.title) = (part(2), part(3))
    draft.name.generation = Self.joined(Array(parts.dropFirst(4)).compactMap(\.self))
    let sorting = property.values(of: "SORT-AS").flatMap { $0.split(separator: ",") }
      .compactMap { $0.trimmedOrNil }
    readSorting(sorting, of: property)
  }

  /// A text to sort by: the reading of a name where it is in kana, else what the contact is filed as.
  private mutating func readSorting(_ parts: [String], of property: CardProperty) {
    guard let first = parts.first else { return }
    guard parts.allSatisfy(CardText.isKana) else {
      draft.fileAs = draft.fileAs ?? parts.joined(separator: ", ")
      return
    }
    draft.name.yomiSurname = draft.name.yomiSurname ?? first
    if parts.count > 1 { draft.name.yomiGiven = draft.name.yomiGiven ?? parts[1] }
  }

  /// Reads where and as what they work.
  mutating func readWork(_ property: CardProperty) -> Bool {
    switch property.name {
    case "ORG":
      guard draft.work.company == nil, draft.work.department == nil, draft.work.office == nil else {
        leaveOut(property, because: "a contact has one company")
        return true
      }
      let parts = property.components(hasLists: false).map { $0.joined().trimmedOrNil }
      draft.work.company = parts[0]
      if parts.count > 1 { draft.work.department = parts[1] }
      if parts.count > 2 {
        draft.work.office = parts[2...].compactMap(\.self).joined(separator: ", ").trimmedOrNil
      }
    case "TITLE": fill(\.work.jobTitle, property)
    case "ROLE": fill(\.work.profession, property)
    case "X-PHONETIC-ORG": fill(\.work.yomiCompany, property)
    case "X-MANAGER", "X-EVOLUTION-MANAGER", "X-MS-MANAGER", "X-KADDRESSBOOK-X-MANAGERSNAME":
      fill(\.work.manager, property)
    case "X-ASSISTANT", "X-EVOLUTION-ASSISTANT", "X-MS-ASSISTANT",
      "X-KADDRESSBOOK-X-ASSISTANTSNAME":
      fill(\.work.assistant, property)
    default: return false
    }
    return true
  }

  /// Reads who they live with, when they were born and what is said of them.
  mutating func readPerson(_ property: CardProperty) -> Bool {
    switch property.name {
    case "BDAY": readBirthday(property)
    case "ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-MS-ANNIVERSARY",
      "X-KADDRESSBOOK-X-ANNIVERSARY":
      if let date = property.text { draft.anniversaries.append((property.line, date)) }
    case "X-ABDATE":
      guard let date = property.text, label(of: property)?.lowercased() == "anniversary" else {
        return false
      }
      draft.anniversaries.append((property.line, date))
    case "NOTE": if let note = property.raw { addNote(note, property) }
    case "CATEGORIES": draft.categories += list(property)
    case "X-SPOUSE", "X-EVOLUTION-SPOUSE", "X-MS-SPOUSE", "X-KADDRESSBOOK-X-SPOUSESNAME":
      fill(\.family.spouse, property)
    case "X-CHILDREN", "X-MS-CHILD": draft.family.children += list(property)
    case "X-ABRELATEDNAMES": return readRelation(property, label(of: property)?.lowercased())
    case "RELATED":
      let types = property.types
      let relation = ["spouse", "child", "manager", "assistant"].first(where: types.contains)
      guard property.text?.lowercased().hasPrefix("urn:") != true else { return false }
      return readRelation(property, relation)
    case "X-ANDROID-CUSTOM": return readAndroid(property)
    default: return false
    }
    return true
  }

  private mutating func addNote(_ raw: String, _ property: CardProperty) {
    let note = CardText.unescaped(raw, property.dialect)
    if note.trimmedOrNil != nil { draft.notes.append(note) }
  }

  private mutating func readBirthday(_ property: CardProperty) {
    guard let text = property.text else { return }
    guard draft.birthday == nil else { return leaveOut(property, because: "a contact has one") }
    let isWords = property.parameter("VALUE")?.lowercased() == "text"
    let omitted = property.parameter("X-APPLE-OMIT-YEAR")
    guard !isWords, let birthday = CardDate.birthday(text, omittedYear: omitted) else {
      return leaveOut(property, because: "it is no whole date")
    }
    draft.birthday = birthday
  }

  private mutating func readRelation(_ property: CardProperty, _ relation: String?) -> Bool {
    switch relation {
    case "spouse", "partner", "husband", "wife": fill(\.family.spouse, property)
    case "child", "son", "daughter":
      if let name = property.text { draft.family.children.append(name) }
    case "manager": fill(\.work.manager, property)
    case "assistant": fill(\.work.assistant, property)
    default: return false
    }
    return true
  }

  /// The rows that Android keeps beside a card: kind, value, type, label.
  ///
  /// Source: Android, `ContactsContract.CommonDataKinds`, for the numbers of the types.
  private mutating func readAndroid(_ property: CardProperty) -> Bool {
    let parts = property.components(hasLists: false).map { $0.joined() }
    guard parts.count > 1, let value = parts[1].trimmedOrNil else { return true }
    let type = parts.count > 2 ? parts[2] : ""
    switch (parts[0], type) {
    case ("vnd.android.cursor.item/nickname", _):
      draft.name.nickname = draft.name.nickname ?? value
    case ("vnd.android.cursor.item/contact_event", "1"):
      draft.anniversaries.append((property.line, value))
    case ("vnd.android.cursor.item/relation", "14") where draft.family.spouse == nil:
      draft.family.spouse = value
    case ("vnd.android.cursor.item/relation", "3"): draft.family.children.append(value)
    case ("vnd.android.cursor.item/relation", "7") where draft.work.manager == nil:
      draft.work.manager = value
    case ("vnd.android.cursor.item/relation", "1") where draft.work.assistant == nil:
      draft.work.assistant = value
    default: return false
    }
    return true
  }

  /// Puts a text where there is none yet.
  mutating func fill(
    _ place: WritableKeyPath<ContactDraft, String?>, _ property: CardProperty
  ) {
    guard let text = property.text else { return }
    if draft[keyPath: place] == nil {
      draft[keyPath: place] = text
    } else if draft[keyPath: place] != text {
      leaveOut(property, because: "a contact has one")
    }
  }

  /// The texts of a list that commas part.
  func list(_ property: CardProperty) -> [String] {
    CardText.split(property.raw ?? "", at: ",").compactMap {
      CardText.unescaped($0, property.dialect).trimmedOrNil
    }
  }

  /// The elements of a component as one text; a comma that somebody forgot to escape stays one.
  static func joined(_ elements: [String]) -> String? {
    var text = ""
    for element in elements {
      guard let part = element.trimmedOrNil else { continue }
      if !text.isEmpty { text += element.first == " " ? ", " : " " }
      text += part
    }
    return text.isEmpty ? nil : text
  }
}
