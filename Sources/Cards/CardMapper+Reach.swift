import Contacts

extension CardMapper {
  /// Reads how and where a person is reached.
  mutating func readReach(_ property: CardProperty) -> Bool {
    switch property.name {
    case "EMAIL": readMail(property)
    case "TEL": readPhone(property)
    case "ADR": readAddress(property)
    case "URL", "X-EVOLUTION-BLOG-URL": readPage(property)
    case "IMPP", "X-MS-IMADDRESS": if let text = property.text { draft.chats.append(text) }
    case "X-SOCIALPROFILE": return readProfile(property)
    default:
      guard let scheme = Self.chatSchemes[property.name], let text = property.text else {
        return false
      }
      draft.chats.append(text.contains(":") ? text : "\(scheme):\(text)")
    }
    return true
  }

  private static let chatSchemes = [
    "X-JABBER": "xmpp", "X-GTALK": "xmpp", "X-GOOGLE-TALK": "xmpp", "X-SKYPE": "skype",
    "X-SKYPE-USERNAME": "skype", "X-AIM": "aim", "X-ICQ": "icq", "X-MSN": "msnim",
    "X-YAHOO": "ymsgr", "X-QQ": "qq", "X-GADUGADU": "gg", "X-GROUPWISE": "groupwise",
  ]

  private mutating func readMail(_ property: CardProperty) {
    guard var address = property.text else { return }
    if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
    var name = property.parameter("X-DISPLAY-NAME")
    if address.hasSuffix(">"), let start = address.lastIndex(of: "<") {
      name = name ?? address[..<start].filter { $0 != "\"" }.trimmedOrNil
      address = String(address[address.index(after: start)...].dropLast())
    }
    guard let address = address.trimmedOrNil else { return }
    let types = property.types
    let usual = ["work", "home"].first(where: types.contains)
    let custom = standardWord(of: property)?.lowercased() ?? label(of: property)
    draft.mails.append(
      ContactDraft.Mail(
        line: property.line, address: address, label: name == nil ? custom ?? usual : nil,
        name: name, preference: property.preference))
  }

  private mutating func readPhone(_ property: CardProperty) {
    guard let number = Self.number(property) else { return }
    var types = property.types
    var label = label(of: property)
    if let word = standardWord(of: property)?.lowercased(), let known = Self.phoneWords[word] {
      types.formUnion(known)
      label = nil
    }
    let use = Self.use(of: types)
    let odd = types.subtracting(Self.plainTypes).sorted().first.map {
      $0.hasPrefix("x-") ? $0 : "x-" + $0
    }
    // Nobody knows whether a number of an unknown kind is one to talk on.
    let isOdd = use.kind == .phone && odd != nil
    draft.phones.append(
      ContactDraft.Phone(
        line: property.line, number: number, places: isOdd ? [] : use.places,
        isPlain: use.kind == .phone && !isOdd, kind: use.kind, label: label ?? odd,
        preference: property.preference))
  }

  /// The kinds of numbers that say where one belongs, or nothing of interest.
  private static let plainTypes: Set<String> = [
    "cell", "mobile", "iphone", "work", "home", "fax", "facsimile", "pager", "car", "pref", "voice",
    "msg", "text", "video", "main", "internet", "other",
  ]

  /// What programs of Apple call the kinds of numbers.
  private static let phoneWords: [String: Set<String>] = [
    "mobile": ["cell"], "iphone": ["cell"], "work": ["work"], "home": ["home"], "main": ["main"],
    "homefax": ["home", "fax"], "workfax": ["work", "fax"], "otherfax": ["fax"],
    "pager": ["pager"], "other": ["other"],
  ]

  /// Where a number of such types may go, and what it is called where it fits nowhere.
  static func use(
    of types: Set<String>
  ) -> (places: [ContactPhoneKind], kind: MoreDetails.Kind) {
    let (isWork, isHome) = (types.contains("work"), types.contains("home"))
    if types.contains("fax") || types.contains("facsimile") {
      return ([], isWork ? .workFax : isHome ? .homeFax : .fax)
    }
    if types.contains("pager") { return ([], .pager) }
    if types.contains("car") { return ([], .carPhone) }
    if !types.isDisjoint(with: ["cell", "mobile", "iphone"]) {
      return (isWork ? [.mobile, .business] : isHome ? [.mobile, .home] : [.mobile], .mobile)
    }
    if isWork { return ([.business], .workPhone) }
    if isHome { return ([.home], .homePhone) }
    return ([.mobile, .business, .home], .phone)
  }

  /// The number as it is written, without the scheme of an address of the web (RFC 3966).
  private static func number(_ property: CardProperty) -> String? {
    guard let text = property.text else { return nil }
    guard text.lowercased().hasPrefix("tel:"), property.parameter("VALUE")?.lowercased() != "text"
    else { return text }
    let parts = text.dropFirst(4).split(separator: ";")
    let number = parts.first.map { String($0) } ?? ""
    let ext = parts.dropFirst().first { $0.lowercased().hasPrefix("ext=") }
    return (number + (ext.map { " x" + $0.dropFirst(4) } ?? "")).trimmedOrNil
  }

  private mutating func readAddress(_ property: CardProperty) {
    let parts = property.components(hasLists: !isOld).map { elements in
      elements.compactMap { $0.trimmedOrNil }.joined(separator: ", ")
    }
    func part(_ index: Int) -> String { index < parts.count ? parts[index] : "" }
    let street = [part(2), part(1), part(0)].filter { !$0.isEmpty }.joined(separator: "\n")
    let address = PostalAddress(
      street: street, city: part(3), state: part(4), postalCode: part(5), country: part(6))
    guard !address.isEmpty else { return }
    draft.addresses.append(
      ContactDraft.Postal(
        line: property.line, place: Self.place(property), address: address,
        label: label(of: property), preference: property.preference))
  }

  private static func place(_ property: CardProperty) -> ContactPlace {
    property.types.contains("work") ? .business : property.types.contains("home") ? .home : .other
  }

  /// An address as a letter has it, where there is none in parts for the same place.
  mutating func readLetter(_ property: CardProperty) {
    let place = Self.place(property)
    guard let text = property.text, !draft.addresses.contains(where: { $0.place == place }) else {
      return
    }
    draft.addresses.append(
      ContactDraft.Postal(
        line: property.line, place: place, address: PostalAddress(street: text),
        preference: property.preference))
  }

  private mutating func readPage(_ property: CardProperty) {
    guard let url = property.text else { return }
    let word = label(of: property)
    draft.pages.append(
      ContactDraft.Page(
        line: property.line, url: url, label: word == "HomePage" ? nil : word,
        preference: property.preference))
  }

  /// An account with some service, kept as a page after those of the person's own.
  private mutating func readProfile(_ property: CardProperty) -> Bool {
    guard let url = property.text, url.contains("://") else { return false }
    let service = property.types.subtracting(["pref"]).sorted().first
    draft.pages.append(
      ContactDraft.Page(
        line: property.line, url: url, label: service ?? "profile", preference: 102))
    return true
  }
}
