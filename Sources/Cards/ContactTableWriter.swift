package import Contacts

/// Writes contacts as the table that Outlook imports (CSV), with its English header.
///
/// Three columns at the end are of our own, for what Outlook's table has no place for; other programs
/// pass over them. No cell is a formula to a spreadsheet: see docs/decisions/0020.
package struct ContactTableWriter: Sendable {
  package init() {}

  /// The mark of UTF-8 and the header, with which the file begins: spreadsheets take it for something
  /// else otherwise.
  package var header: String {
    // An empty contact knows all of its properties.
    let fields = (try? Self.fields(of: Contact(id: ""))) ?? []
    return "\u{FEFF}" + Self.row(fields.map(\.name))
  }

  /// One row, ended.
  ///
  /// - Throws: `UnfetchedProperty` for a contact known in part only.
  package func row(of contact: Contact) throws(UnfetchedProperty) -> String {
    Self.row(try Self.fields(of: contact).map(\.value))
  }

  private struct Field {
    var name: String
    var value: String
  }

  private static func fields(of contact: Contact) throws(UnfetchedProperty) -> [Field] {
    var fields: [Field] = []
    func add(_ name: String, _ value: String?) {
      fields.append(Field(name: name, value: value ?? ""))
    }
    let name = try contact.name.value
    add("Title", name.title)
    add("First Name", name.given)
    add("Middle Name", name.middle)
    add("Last Name", name.surname)
    add("Suffix", name.generation)
    add("Nickname", name.nickname)
    add("Given Yomi", name.yomiGiven)
    add("Surname Yomi", name.yomiSurname)
    let work = try contact.work.value
    add("Company", work.company)
    add("Company Yomi", work.yomiCompany)
    add("Department", work.department)
    add("Job Title", work.jobTitle)
    let addresses = try contact.addresses.value
    for (word, place) in zip(["Business", "Home", "Other"], ContactPlace.allCases) {
      add(word + " Street", addresses[place]?.street)
      add(word + " City", addresses[place]?.city)
      add(word + " State", addresses[place]?.state)
      add(word + " Postal Code", addresses[place]?.postalCode)
      add(word + " Country/Region", addresses[place]?.country)
    }
    let phones = try contact.phones.value
    func phone(_ kind: ContactPhoneKind, _ index: Int) -> String? {
      phones.filter { $0.kind == kind }.dropFirst(index).first?.number.text
    }
    add("Business Phone", phone(.business, 0))
    add("Business Phone 2", phone(.business, 1))
    add("Home Phone", phone(.home, 0))
    add("Home Phone 2", phone(.home, 1))
    add("Mobile Phone", phone(.mobile, 0))
    add("Assistant's Name", work.assistant)
    add("Birthday", try contact.birthday.value?.text)
    add("Categories", try contact.categories.value.joined(separator: ";"))
    let family = try contact.family.value
    // Each ended, so that one name with a comma is not taken for two.
    add("Children", family.children.map { $0 + ";" }.joined())
    let emails = try contact.emails.value
    for (index, word) in ["E-mail", "E-mail 2", "E-mail 3"].enumerated() {
      let email = emails.dropFirst(index).first
      add(word + " Address", email?.address)
      add(word + " Type", email == nil ? nil : "SMTP")
      add(word + " Display Name", email?.name)
    }
    add("Initials", name.initials)
    add("Manager's Name", work.manager)
    add("Notes", try contact.note.value)
    add("Office Location", work.office)
    add("Profession", work.profession)
    add("Spouse", family.spouse)
    add("Web Page", try contact.webPage.value)
    add("Display Name", try contact.displayName.value)
    add("File As", try contact.fileAs.value)
    add("IM Address", try contact.chatAddresses.value.joined(separator: ";"))
    return fields
  }

  private static func row(_ fields: [String]) -> String {
    fields.map { quoted(CellText.guarded($0)) }.joined(separator: ",") + "\r\n"
  }

  /// A field, in quotes where it has to be; no control character but line ends (RFC 4180).
  private static func quoted(_ field: String) -> String {
    let isPlain = field.utf8.allSatisfy {
      (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"")
        && $0 != UInt8(ascii: ";")
    }
    if isPlain, field.first != " ", field.last != " " { return field }
    var text = String.UnicodeScalarView()
    for scalar in CardText.lines(field).unicodeScalars {
      switch scalar {
      case "\"": text.append(contentsOf: "\"\"".unicodeScalars)
      case "\n": text.append(contentsOf: "\r\n".unicodeScalars)
      case "\t": text.append(scalar)
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): continue
      default: text.append(scalar)
      }
    }
    return "\"" + String(text) + "\""
  }
}
