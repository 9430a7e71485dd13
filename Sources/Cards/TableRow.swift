import Contacts

/// Turns the fields of one row into a draft of a contact.
struct TableRow {
  var draft: ContactDraft
  /// Whether the day stands before the month in dates with slashes, where that is known.
  var dayFirst: Bool?

  private let line: Int
  private var streets: [TableColumn.Place: [(order: Int, text: String)]] = [:]
  private var addresses: [TableColumn.Place: PostalAddress] = [:]
  private var mails: [MailPlace: ContactDraft.Mail] = [:]
  /// What the columns said of which there is one in a contact.
  private var said: [TableColumn: String] = [:]
  /// Google's groups: kind, number, and what stands in each of its columns.
  private var groups: [(kind: String, number: Int, fields: [String: String])] = []

  /// Where an address of mail stands: by the number in its header, then in the order of the columns.
  private struct MailPlace: Hashable, Comparable {
    var number: Int
    var turn: Int

    static func < (left: MailPlace, right: MailPlace) -> Bool {
      (left.number, left.turn) < (right.number, right.turn)
    }
  }

  init(line: Int, dayFirst: Bool?) {
    draft = ContactDraft(line: line)
    self.line = line
    self.dayFirst = dayFirst
  }

  /// Takes a field that is not empty; `turn` says how many columns of its kind stand before it.
  ///
  /// Where a contact has room for one, the first column counts, and what another says is told.
  mutating func add(_ column: TableColumn, _ value: String, header: String, turn: Int) {
    if column == .birthday, Self.isNoDate(value) { return }
    if !column.takesSeveral, let first = said.updateValue(value, forKey: column) {
      said[column] = first
      if first != value {
        draft.leaveOut(line, header, value, because: "an earlier column says it otherwise")
      }
      return
    }
    switch column {
    case .displayName: draft.displayName = value
    case .title: draft.name.title = value
    case .given: draft.name.given = value
    case .middle: draft.name.middle = value
    case .surname: draft.name.surname = value
    case .suffix: draft.name.generation = value
    case .initials: draft.name.initials = value
    case .nickname: draft.name.nickname = value
    case .fileAs: draft.fileAs = value
    case .yomiGiven: draft.name.yomiGiven = value
    case .yomiSurname: draft.name.yomiSurname = value
    case .yomiCompany: draft.work.yomiCompany = value
    case .company: draft.work.company = value
    case .department: draft.work.department = value
    case .office: draft.work.office = value
    case .jobTitle: draft.work.jobTitle = value
    case .profession: draft.work.profession = value
    case .manager: draft.work.manager = value
    case .assistant: draft.work.assistant = value
    case .spouse: draft.family.spouse = value
    case .children: draft.family.children += Self.list(value, value.contains(";") ? ";" : ",")
    case .birthday: addBirthday(value, header)
    case .anniversary: if !Self.isNoDate(value) { draft.anniversaries.append((line, value)) }
    case .webPage: draft.pages.append(.init(line: line, url: value))
    case .chat: draft.chats += Self.list(value, ";")
    case .notes: draft.notes.append(value)
    case .categories: addCategories(value)
    case .mail(let number):
      let place = MailPlace(number: number, turn: turn)
      mails[place, default: .init(line: line, address: "")].address = value
    case .mailName(let number):
      let place = MailPlace(number: number, turn: turn)
      mails[place, default: .init(line: line, address: "")].name = value
    case .phone(let kind, let label): addPhone(value, kind, label)
    case .address(let place, let part): addAddress(place, part, value)
    case .group(let kind, let number, let part):
      if let index = groups.firstIndex(where: { $0.kind == kind && $0.number == number }) {
        // As Google writes several values into one field.
        let before = groups[index].fields[part].map { $0 + " ::: " } ?? ""
        groups[index].fields[part] = before + value
      } else {
        groups.append((kind, number, [part: value]))
      }
    case .ignored: break
    }
  }

  /// Puts together what stands in several columns.
  mutating func finish() {
    for place in mails.keys.sorted() {
      if let mail = mails[place], !mail.address.isEmpty { draft.mails.append(mail) }
    }
    let places: [(TableColumn.Place, ContactPlace)] = [
      (.business, .business), (.home, .home), (.other, .other),
    ]
    for (place, target) in places {
      var address = addresses[place] ?? PostalAddress()
      address.street = (streets[place] ?? []).sorted { $0.order < $1.order }.map(\.text)
        .joined(separator: "\n")
      if !address.isEmpty {
        draft.addresses.append(.init(line: line, place: target, address: address))
      }
    }
    for group in groups { addGroup(group.kind, group.fields) }
  }

  private mutating func addPhone(_ number: String, _ kind: MoreDetails.Kind, _ label: String?) {
    let places: [ContactPhoneKind] =
      switch kind {
      case .mobile: [.mobile]
      case .workPhone: [.business]
      case .homePhone: [.home]
      case .phone: [.mobile, .business, .home]
      default: []
      }
    draft.phones.append(
      .init(
        line: line, number: number, places: label == nil ? places : [],
        isPlain: kind == .phone && label == nil, kind: kind, label: label))
  }

  private mutating func addAddress(
    _ place: TableColumn.Place, _ part: TableColumn.AddressPart, _ value: String
  ) {
    switch part {
    case .street(let order): streets[place, default: []].append((order, value))
    case .box: streets[place, default: []].append((9, value))
    case .city: addresses[place, default: PostalAddress()].city = value
    case .state: addresses[place, default: PostalAddress()].state = value
    case .code: addresses[place, default: PostalAddress()].postalCode = value
    case .country: addresses[place, default: PostalAddress()].country = value
    }
  }

  private mutating func addCategories(_ value: String) {
    let isGoogle = value.contains(":::") || value.hasPrefix("* ")
    let names = isGoogle ? Self.several(value) : Self.list(value, value.contains(";") ? ";" : ",")
    // Google's own groups say nothing of a person.
    draft.categories += names.filter { !$0.hasPrefix("* ") }
  }

  // MARK: Google's groups

  private mutating func addGroup(_ kind: String, _ fields: [String: String]) {
    var label = fields["label"] ?? fields["type"]
    var preference = 101
    if let text = label, text.hasPrefix("*") {
      (label, preference) = (text.dropFirst().trimmedOrNil, 1)
    }
    let values = Self.several(fields["value"] ?? "")
    switch kind {
    case "e-mail":
      let word = label.map { ["Home", "Work"].contains($0) ? $0.lowercased() : $0 }
      for address in values {
        draft.mails.append(
          .init(
            line: line, address: address, label: word == "Other" ? nil : word,
            preference: preference))
      }
    case "phone":
      for number in values { addPhone(number, googleLabel: label, preference) }
    case "address": addGoogleAddress(fields, label, preference)
    case "organization":
      draft.work.company = draft.work.company ?? fields["name"]
      draft.work.department = draft.work.department ?? fields["department"]
      draft.work.jobTitle = draft.work.jobTitle ?? fields["title"]
      draft.work.office = draft.work.office ?? fields["location"]
      draft.work.yomiCompany = draft.work.yomiCompany ?? fields["yomi name"]
    case "website":
      for url in values { draft.pages.append(.init(line: line, url: url, label: label)) }
    case "im": draft.chats += values
    case "relation": addRelation(label ?? "", values)
    case "event" where label?.lowercased() == "anniversary":
      draft.anniversaries += values.map { (line, $0) }
    default:
      for value in values {
        draft.leaveOut(line, kind + (label.map { " (\($0))" } ?? ""), value)
      }
    }
  }

  private mutating func addPhone(_ number: String, googleLabel label: String?, _ preference: Int) {
    let word = (label ?? "").lowercased()
    let types = Set(word.split(separator: " ").map { String($0) })
    let use = CardMapper.use(of: types)
    let isKnown = use.kind != .phone || ["", "main", "other"].contains(word)
    draft.phones.append(
      .init(
        line: line, number: number, places: use.places, isPlain: use.kind == .phone, kind: use.kind,
        label: isKnown ? nil : label, preference: preference))
  }

  private mutating func addGoogleAddress(
    _ fields: [String: String], _ label: String?, _ preference: Int
  ) {
    let street = ["street", "extended address", "po box"].compactMap { fields[$0] }
      .joined(separator: "\n")
    var address = PostalAddress(
      street: street, city: fields["city"] ?? "", state: fields["region"] ?? "",
      postalCode: fields["postal code"] ?? "", country: fields["country"] ?? "")
    if address.isEmpty { address.street = fields["formatted"] ?? "" }
    guard !address.isEmpty else { return }
    let place: ContactPlace =
      switch label?.lowercased() {
      case "work": .business
      case "home": .home
      default: .other
      }
    draft.addresses.append(
      .init(line: line, place: place, address: address, preference: preference))
  }

  private mutating func addRelation(_ label: String, _ names: [String]) {
    for name in names {
      switch label.lowercased() {
      case "spouse", "partner", "domestic partner":
        draft.family.spouse = draft.family.spouse ?? name
      case "child", "son", "daughter": draft.family.children.append(name)
      case "manager": draft.work.manager = draft.work.manager ?? name
      case "assistant": draft.work.assistant = draft.work.assistant ?? name
      default: draft.leaveOut(line, "relation (\(label))", name)
      }
    }
  }

  /// The values that Google puts into one field.
  private static func several(_ text: String) -> [String] {
    text.split(separator: ":::").compactMap { $0.trimmedOrNil }
  }

  private static func list(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).compactMap { $0.trimmedOrNil }
  }

  // MARK: Dates

  private mutating func addBirthday(_ text: String, _ header: String) {
    switch Self.date(text, dayFirst: dayFirst) {
    case .success(let birthday): draft.birthday = birthday
    case .failure(let problem): draft.leaveOut(line, header, text, because: problem.rawValue)
    }
  }

  private enum DateProblem: String, Error {
    case ambiguous = "it may be two days; write it as 1985-04-12"
    case unreadable = "it is no whole date"
  }

  /// What Outlook writes for a date that is not there.
  private static func isNoDate(_ text: String) -> Bool {
    let isEmpty = text.allSatisfy { "0./- ".contains($0) }
    return isEmpty || text == "0/0/00" || text == "30.12.1899"
  }

  private static func date(_ text: String, dayFirst: Bool?) -> Result<Birthday, DateProblem> {
    if let birthday = CardDate.birthday(text) { return .success(birthday) }
    if let (day, month, year) = numbers(text, separator: ".") {
      return Birthday(year: year, month: month, day: day).map { .success($0) }
        ?? .failure(.unreadable)
    }
    guard let (first, second, year) = numbers(text, separator: "/") else {
      return .failure(.unreadable)
    }
    let order = first > 12 ? true : second > 12 ? false : first == second ? true : dayFirst
    guard let isDayFirst = order else { return .failure(.ambiguous) }
    let (day, month) = isDayFirst ? (first, second) : (second, first)
    return Birthday(year: year, month: month, day: day).map { .success($0) }
      ?? .failure(.unreadable)
  }

  /// The numbers of a date that ends in its year: of two, of two, of four digits.
  static func numbers(_ text: String, separator: Character) -> (Int, Int, Int)? {
    let date = text.prefix { $0 != " " }
    let parts = date.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].count == 4, parts.allSatisfy({ !$0.isEmpty && $0.count <= 4 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    return (first, second, year)
  }
}
