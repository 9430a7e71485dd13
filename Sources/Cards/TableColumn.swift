/// What a column of a table of contacts holds.
enum TableColumn: Hashable {
  enum Place: Hashable { case business, home, other }
  enum AddressPart: Hashable { case street(Int), city, state, code, country, box }
  enum Detail: Hashable { case label, value }

  case displayName, title, given, middle, surname, suffix, initials, nickname, fileAs
  case yomiGiven, yomiSurname, yomiCompany
  case company, department, office, jobTitle, profession, manager, assistant
  case spouse, children, birthday, anniversary, webPage, chat, notes, categories
  case mail(Int), mailName(Int)
  case phone(MoreDetails.Kind, label: String?)
  case address(Place, AddressPart)
  /// The parts of Google's numbered groups: `Address 1 - City` is `(address, 1, city)`.
  case group(String, Int, String)
  /// Of no use outside the program that wrote it.
  case ignored

  /// The column of a header in English, German or as Google writes it; nil for one that is not known.
  init?(header: String) {
    let name = header.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let column = Self.names[name] {
      self = column
    } else if let column = Self.group(name) {
      self = column
    } else {
      return nil
    }
  }

  /// Whether a contact has room for the values of several such columns.
  var takesSeveral: Bool {
    switch self {
    case .mail, .mailName, .phone, .webPage, .chat, .notes, .categories, .anniversary, .children,
      .address(_, .street), .address(_, .box), .ignored:
      true
    case .group(_, _, let part): part == "value"
    default: false
    }
  }

  /// A column of Google's: a word, a number, and which part of it.
  private static func group(_ name: String) -> TableColumn? {
    guard let dash = name.firstRange(of: " - "),
      let blank = name[..<dash.lowerBound].lastIndex(of: " "),
      let number = Int(name[name.index(after: blank)..<dash.lowerBound]), (1...200).contains(number)
    else { return nil }
    let kind = String(name[..<blank])
    let kinds: Set<String> = [
      "e-mail", "phone", "address", "organization", "website", "im", "relation", "event",
      "custom field",
    ]
    guard kinds.contains(kind) else { return nil }
    return .group(kind, number, String(name[dash.upperBound...]))
  }

  private static let names: [String: TableColumn] = {
    var names: [String: TableColumn] = [:]
    for (column, words) in plain { for word in words { names[word] = column } }
    for (place, words) in places {
      for (part, patterns) in parts {
        for pattern in patterns {
          for word in words { names[pattern.replacing("*", with: word)] = .address(place, part) }
        }
      }
    }
    for (column, words) in german { for word in words { names[word] = column } }
    return names
  }()

  private static let places: [(Place, [String])] = [
    (.business, ["business"]), (.home, ["home"]), (.other, ["other"]),
  ]

  private static let parts: [(AddressPart, [String])] = [
    (.street(1), ["* street"]), (.street(2), ["* street 2"]), (.street(3), ["* street 3"]),
    (.city, ["* city"]), (.state, ["* state"]), (.code, ["* postal code"]),
    (.country, ["* country", "* country/region"]), (.box, ["* address po box"]),
  ]

  /// Source: the tables that Outlook and Google Contacts write.
  private static let plain: [(TableColumn, [String])] = [
    (.displayName, ["display name", "name", "full name"]),
    (.title, ["title", "name prefix"]), (.given, ["first name", "given name"]),
    (.middle, ["middle name", "additional name"]), (.surname, ["last name", "family name"]),
    (.suffix, ["suffix", "name suffix"]), (.initials, ["initials"]),
    (.nickname, ["nickname", "short name"]), (.fileAs, ["file as"]),
    (.yomiGiven, ["given yomi", "given name yomi", "phonetic first name"]),
    (.yomiSurname, ["surname yomi", "family name yomi", "phonetic last name"]),
    (.yomiCompany, ["company yomi"]),
    (.company, ["company", "organization name"]),
    (.department, ["department", "organization department"]), (.office, ["office location"]),
    (.jobTitle, ["job title", "organization title"]), (.profession, ["profession", "occupation"]),
    (.manager, ["manager's name"]), (.assistant, ["assistant's name"]), (.spouse, ["spouse"]),
    (.children, ["children"]), (.birthday, ["birthday"]), (.anniversary, ["anniversary"]),
    (.webPage, ["web page", "personal web page"]), (.chat, ["im address", "imaddress"]),
    (.notes, ["notes"]), (.categories, ["categories", "group membership", "labels"]),
    (.mail(1), ["e-mail address", "email", "e-mail", "email address"]),
    (.mail(2), ["e-mail 2 address"]), (.mail(3), ["e-mail 3 address"]),
    (.mailName(1), ["e-mail display name"]), (.mailName(2), ["e-mail 2 display name"]),
    (.mailName(3), ["e-mail 3 display name"]),
    (.phone(.mobile, label: nil), ["mobile phone", "mobile"]),
    (.phone(.workPhone, label: nil), ["business phone", "business phone 2"]),
    (.phone(.homePhone, label: nil), ["home phone", "home phone 2"]),
    (.phone(.phone, label: nil), ["primary phone", "other phone", "phone"]),
    (.phone(.phone, label: "company"), ["company main phone"]),
    (.phone(.phone, label: "assistant"), ["assistant's phone"]),
    (.phone(.phone, label: "callback"), ["callback"]), (.phone(.phone, label: "ISDN"), ["isdn"]),
    (.phone(.phone, label: "radio"), ["radio phone"]), (.phone(.phone, label: "telex"), ["telex"]),
    (.phone(.phone, label: "TTY/TDD"), ["tty/tdd phone"]),
    (.phone(.workFax, label: nil), ["business fax"]), (.phone(.homeFax, label: nil), ["home fax"]),
    (.phone(.fax, label: nil), ["other fax"]), (.phone(.pager, label: nil), ["pager"]),
    (.phone(.carPhone, label: nil), ["car phone"]),
    (
      .ignored,
      [
        "e-mail type", "e-mail 2 type", "e-mail 3 type", "priority", "sensitivity", "private",
        "photo", "home address", "business address", "other address",
      ]
    ),
  ]

  /// Source: the tables that the German Outlook writes.
  private static let german: [(TableColumn, [String])] = [
    (.title, ["anrede"]), (.given, ["vorname"]), (.middle, ["weitere vornamen"]),
    (.surname, ["nachname"]), (.initials, ["initialen"]), (.company, ["firma"]),
    (.department, ["abteilung"]), (.jobTitle, ["position"]), (.office, ["büro"]),
    (.profession, ["beruf"]), (.manager, ["name des/der vorgesetzten"]),
    (.assistant, ["name assistent"]), (.spouse, ["partner"]), (.children, ["kinder"]),
    (.birthday, ["geburtstag"]), (.anniversary, ["jahrestag"]), (.webPage, ["webseite"]),
    (.notes, ["notizen"]), (.categories, ["kategorien"]), (.yomiGiven, ["vorname yomi"]),
    (.yomiSurname, ["nachname yomi"]), (.yomiCompany, ["firma yomi"]),
    (.mail(1), ["e-mail-adresse"]), (.mail(2), ["e-mail 2: adresse"]),
    (.mail(3), ["e-mail 3: adresse"]), (.mailName(1), ["e-mail: angezeigter name"]),
    (.mailName(2), ["e-mail 2: angezeigter name"]), (.mailName(3), ["e-mail 3: angezeigter name"]),
    (.phone(.mobile, label: nil), ["mobiltelefon", "mobiltelefon 2"]),
    (.phone(.workPhone, label: nil), ["telefon geschäftlich", "telefon geschäftlich 2"]),
    (
      .phone(.homePhone, label: nil),
      ["telefon privat", "telefon privat 2", "telefon (privat)", "telefon (privat 2)"]
    ),
    (.phone(.phone, label: nil), ["haupttelefon", "weiteres telefon"]),
    (.phone(.phone, label: "company"), ["telefon firma"]),
    (.phone(.phone, label: "assistant"), ["telefon assistent"]),
    (.phone(.workFax, label: nil), ["fax geschäftlich"]),
    (.phone(.homeFax, label: nil), ["fax privat"]), (.phone(.fax, label: nil), ["weiteres fax"]),
    (.phone(.carPhone, label: nil), ["autotelefon"]),
    (.address(.business, .street(1)), ["straße geschäftlich"]),
    (.address(.business, .street(2)), ["straße geschäftlich 2"]),
    (.address(.business, .street(3)), ["straße geschäftlich 3"]),
    (.address(.business, .city), ["ort geschäftlich"]),
    (.address(.business, .state), ["region geschäftlich"]),
    (.address(.business, .code), ["postleitzahl geschäftlich"]),
    (.address(.business, .country), ["land/region geschäftlich"]),
    (.address(.business, .box), ["postfach geschäftlich"]),
    (.address(.home, .street(1)), ["straße privat"]),
    (.address(.home, .street(2)), ["straße privat 2"]),
    (.address(.home, .street(3)), ["straße privat 3"]), (.address(.home, .city), ["ort privat"]),
    (.address(.home, .state), ["bundesland/kanton privat"]),
    (.address(.home, .code), ["postleitzahl privat"]),
    (.address(.home, .country), ["land/region privat"]),
    (.address(.home, .box), ["postfach privat"]),
    (.address(.other, .street(1)), ["weitere straße"]),
    (.address(.other, .street(2)), ["weitere straße 2"]),
    (.address(.other, .street(3)), ["weitere straße 3"]),
    (.address(.other, .city), ["weiterer ort"]),
    (.address(.other, .state), ["weiteres/r bundesland/kanton"]),
    (.address(.other, .code), ["weitere postleitzahl"]),
    (.address(.other, .country), ["weiteres/e land/region"]),
    (.address(.other, .box), ["weiteres postfach"]),
    (.ignored, ["e-mail-typ", "e-mail 2: typ", "e-mail 3: typ", "priorität", "vertraulichkeit"]),
  ]
}
