import Contacts

/// Contacts of any content, for what has to hold for all.
enum RandomContact {
  private static let words = [
    "Ann", "O'Hara\\Smith", "a;b", "c,d", "Zoë", "Große Gasse", "山田", "ヤマダ", "𝔘nicode 📞", "x:y",
    "\"quoted\"", "with=sign", "C:\\temp\\new", "line^n", "50 %", "e\u{301}", "שלום",
    "_$!<Home>!$_",
    String(repeating: "long ", count: 30) + "end", String(repeating: "📞", count: 30),
  ]

  static func make(using random: inout some RandomNumberGenerator) -> Contact {
    var contact = Contact(id: "")
    func word() -> String {
      (0...Int.random(in: 0...2, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
    func maybe() -> String? { Bool.random(using: &random) ? word() : nil }
    func some(_ most: Int) -> [String] {
      (0..<Int.random(in: 0...most, using: &random)).map { "\(word()) \($0)" }
    }
    contact.displayName = .known(word())
    contact.fileAs = .known(maybe())
    contact.name = .known(
      PersonName(
        title: maybe(), given: maybe(), middle: maybe(), surname: maybe(), generation: maybe(),
        initials: maybe(), nickname: maybe(), yomiGiven: maybe(), yomiSurname: maybe()))
    contact.work = .known(
      Employment(
        company: maybe(), yomiCompany: maybe(), department: maybe(), office: maybe(),
        jobTitle: maybe(), profession: maybe(), manager: maybe(), assistant: maybe()))
    contact.family = .known(Family(spouse: maybe(), children: some(3)))
    contact.webPage = .known(Bool.random(using: &random) ? "https://x.example/a,b;c?d=\\e" : nil)
    contact.chatAddresses = .known(some(3))
    contact.categories = .known(some(3))
    let emails = Int.random(in: 0...3, using: &random)
    contact.emails = .known(
      (0..<emails).map { index in
        let label = [nil, "work", "home", "Invoices", "a;b, \"c\"", "Work"].randomElement(
          using: &random)
        return ContactEmail(address: "a+\(index)'b@contoso.example", name: label ?? nil)
      })
    var phones: [ContactPhone] = []
    for kind in ContactPhoneKind.allCases {
      for index in 0..<Int.random(in: 0...kind.limit, using: &random) {
        phones.append(
          ContactPhone(kind: kind, number: PhoneNumber("+1 (555) \(kind) \(index),,9#;x")))
      }
    }
    contact.phones = .known(phones)
    var addresses: [ContactPlace: PostalAddress] = [:]
    for place in ContactPlace.allCases where Bool.random(using: &random) {
      addresses[place] = PostalAddress(
        street: word() + "\n" + word(), city: maybe() ?? "", state: maybe() ?? "",
        postalCode: maybe() ?? "", country: "\(place)")
    }
    contact.addresses = .known(addresses)
    let years = [nil, 1985, 2000, 1899]
    contact.birthday = .known(
      Bool.random(using: &random)
        ? Birthday(year: years.randomElement(using: &random) ?? nil, month: 2, day: 28) : nil)
    var note = Bool.random(using: &random) ? word() + "\n\n\(word())\n" : nil
    if emails == 3, phones.count == 5, Bool.random(using: &random) {
      note =
        (note ?? "first") + "\n\nMore contact details:\nE-mail: more@contoso.example\nPager: 17"
    }
    contact.note = .known(note)
    return contact
  }
}
