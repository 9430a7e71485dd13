import Contacts

/// Turns the properties of one card into a draft of a contact.
struct CardMapper {
  var draft: ContactDraft
  private(set) var uid: String?
  private(set) var revision: String?
  private(set) var photo: [UInt8]?
  /// Whether the card is a list of people.
  private(set) var isGroup = false

  let isOld: Bool
  /// The words that groups have for their values.
  private var labels: [String: String] = [:]
  private var properties: [CardProperty] = []
  /// What another form of the same value was taken for already.
  private var alternatives: Set<String> = []

  init(line: Int, isOld: Bool) {
    draft = ContactDraft(line: line)
    self.isOld = isOld
  }

  /// Takes a property; what is made of it is known after `finish`, since labels may come later.
  mutating func add(_ property: CardProperty) {
    if property.name == "X-ABLABEL" {
      if let group = property.group, labels[group] == nil { labels[group] = property.text }
      return
    }
    properties.append(property)
  }

  /// Makes the draft, the preferred form of single values first.
  mutating func finish() {
    let single: Set<String> = ["FN", "N", "ORG", "TITLE", "ROLE", "NICKNAME"]
    var ranked: [String: [CardProperty]] = [:]
    for name in single {
      // The last of them is the first to be taken.
      ranked[name] = properties.filter { $0.name == name }.enumerated().sorted {
        ($0.element.preference, $0.offset) > ($1.element.preference, $1.offset)
      }.map(\.element)
    }
    for property in properties where property.name != "LABEL" {
      read(ranked[property.name]?.popLast() ?? property)
    }
    // An address in the form of a letter is of use where the one in parts is missing.
    for property in properties where property.name == "LABEL" { readLetter(property) }
    properties = []
  }

  /// The word of a group for its value, without the marks that Apple's programs put around theirs.
  func label(of property: CardProperty) -> String? {
    standardWord(of: property) ?? property.group.flatMap { labels[$0] }?.trimmedOrNil
  }

  /// The word, where it is one of those that Apple's programs translate: `_$!<HomePage>!$_`.
  func standardWord(of property: CardProperty) -> String? {
    guard let label = property.group.flatMap({ labels[$0] }), label.hasPrefix("_$!<"),
      label.hasSuffix(">!$_"), label.count > 8
    else { return nil }
    return label.dropFirst(4).dropLast(4).trimmedOrNil
  }

  private mutating func read(_ property: CardProperty) {
    if let form = property.parameter("ALTID"),
      !alternatives.insert("\(property.name) \(form)").inserted
    {
      return leaveOut(property, because: "it says the same in another form")
    }
    if property.name == "PHOTO" { return readPhoto(property) }
    guard let raw = property.raw else {
      let charset = property.parameter("CHARSET") ?? "?"
      return draft.leaveOut(
        property.line, property.name, "", because: "its charset \(charset) is not read")
    }
    guard raw.contains(where: { !$0.isWhitespace && $0 != ";" }) else { return }
    if readIdentity(property) || readName(property) || readWork(property) || readPerson(property)
      || readReach(property)
    {
      return
    }
    leaveOut(property)
  }

  /// Adds a property without a place to the remarks.
  mutating func leaveOut(_ property: CardProperty, because reason: String? = nil) {
    draft.leaveOut(property.line, property.name, property.text ?? "", because: reason)
  }

  private mutating func readIdentity(_ property: CardProperty) -> Bool {
    switch property.name {
    case "UID": uid = uid ?? property.text
    case "REV": revision = revision ?? property.text
    case "KIND", "X-ADDRESSBOOKSERVER-KIND": isGroup = property.text?.lowercased() == "group"
    // What is about the card and not about the person.
    case "PRODID", "SOURCE", "NAME", "PROFILE", "CLASS", "MAILER", "CLIENTPIDMAP", "XML", "VERSION",
      "X-ABUID", "X-ABSHOWAS", "X-ABADR", "X-ABORDER", "X-RADICALE-NAME", "X-WAB-GENDER",
      "X-ADDRESSBOOKSERVER-MEMBER", "MEMBER", "X-IMAGEHASH", "X-IMAGETYPE",
      "X-SHARED-PHOTO-DISPLAY-PREF", "X-MS-OL-DEFAULT-POSTAL-ADDRESS", "X-MS-OL-DESIGN":
      break
    default: return false
    }
    return true
  }

  private mutating func readPhoto(_ property: CardProperty) {
    guard photo == nil else { return leavePhoto(property, "there is one already") }
    guard let bytes = property.binary else {
      return leavePhoto(property, "it is a link or damaged; no link is followed")
    }
    do throws(ContactPhoto.Problem) {
      _ = try ContactPhoto(bytes)
      photo = bytes
    } catch {
      switch error {
      case .empty: break
      case .otherKind(let kind):
        leavePhoto(property, "it is \(kind ?? "no picture"), not JPEG or PNG")
      case .damaged: leavePhoto(property, "it is damaged")
      case .tooLarge: leavePhoto(property, "it is too large")
      }
    }
  }

  private mutating func leavePhoto(_ property: CardProperty, _ reason: String) {
    draft.leaveOut(property.line, "PHOTO", "", because: reason)
  }
}
