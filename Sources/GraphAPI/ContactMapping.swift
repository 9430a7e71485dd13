package import Contacts
package import JSON

/// The properties of a contact that lists carry: what `$select` asks for and what `--json` prints.
package let contactListProperties = [
  "assistantName", "birthday", "businessPhones", "categories", "companyName", "department",
  "displayName", "emailAddresses", "fileAs", "generation", "givenName", "homePhones", "id",
  "imAddresses", "initials", "jobTitle", "manager", "middleName", "mobilePhone", "nickName",
  "officeLocation", "parentFolderId", "profession", "surname", "title", "yomiCompanyName",
  "yomiGivenName", "yomiSurname",
]

extension Contact {
  /// Reads a Graph contact; nil without an id.
  ///
  /// A property is known when all members of the resource that make it up are there, also as null.
  package init?(graph json: JSON) {
    guard let object = json.object, let id = object["id"]?.string, !id.isEmpty else { return nil }
    self.init(id: id)
    let reader = ContactReader(object: object)
    folderID = reader.text("parentFolderId")
    name = reader.fetched(ContactNames.members) {
      PersonName(
        title: $0("title"), given: $0("givenName"), middle: $0("middleName"),
        surname: $0("surname"), generation: $0("generation"), initials: $0("initials"),
        nickname: $0("nickName"), yomiGiven: $0("yomiGivenName"), yomiSurname: $0("yomiSurname"))
    }
    displayName = reader.text("displayName")
    fileAs = reader.text("fileAs")
    emails = reader.list("emailAddresses") { item in
      guard let address = item["address"]?.string, !address.isEmpty else { return nil }
      return ContactEmail(address: address, name: item["name"]?.string)
    }
    phones = reader.phones
    addresses = reader.addresses
    work = reader.fetched(ContactNames.workMembers) {
      Employment(
        company: $0("companyName"), yomiCompany: $0("yomiCompanyName"),
        department: $0("department"), office: $0("officeLocation"), jobTitle: $0("jobTitle"),
        profession: $0("profession"), manager: $0("manager"), assistant: $0("assistantName"))
    }
    birthday = reader.fetched(["birthday"]) { $0("birthday").flatMap(Birthday.init(graph:)) }
    family = reader.family
    webPage = reader.text("businessHomePage")
    chatAddresses = reader.list("imAddresses", \.string)
    note = reader.text("personalNotes")
    categories = reader.list("categories", \.string)
  }
}

extension Birthday {
  /// Reads a date-time of Graph, of which the date in UTC is the birthday, or a bare date.
  ///
  /// Source: Microsoft Graph, resource "contact", property `birthday`.
  package init?(graph text: String) {
    guard text.count == 10 || text.dropFirst(10).first == "T" else { return nil }
    self.init(text.prefix(10))
  }

  /// As Graph takes it: about noon in UTC, so that programs that reckon in some zone have the same date.
  package var graphText: String {
    let date = year == nil ? "\(Self.placeholderYear)" + text.dropFirst() : text
    return date + "T11:59:00Z"
  }
}

/// The members of a Graph contact that make up a name or an employment.
enum ContactNames {
  static let members = [
    "title", "givenName", "middleName", "surname", "generation", "initials", "nickName",
    "yomiGivenName", "yomiSurname",
  ]
  static let workMembers = [
    "companyName", "yomiCompanyName", "department", "officeLocation", "jobTitle", "profession",
    "manager", "assistantName",
  ]
  static let addressMembers: [(ContactPlace, String)] = [
    (.business, "businessAddress"), (.home, "homeAddress"), (.other, "otherAddress"),
  ]
}

/// Takes the properties of a contact out of its resource.
private struct ContactReader {
  var object: JSONObject

  /// A property of several members, known when all of them are there.
  func fetched<Value>(
    _ members: [String], _ make: ((String) -> String?) -> Value
  ) -> Fetched<Value> {
    if let missing = members.first(where: { object[$0] == nil }) { return .notFetched(missing) }
    return .known(make { object[$0]?.string })
  }

  func text(_ member: String) -> Fetched<String?> { fetched([member]) { $0(member) } }

  func list<Item>(_ member: String, _ make: (JSON) -> Item?) -> Fetched<[Item]> {
    guard let value = object[member] else { return .notFetched(member) }
    return .known((value.array ?? []).compactMap(make))
  }

  var phones: Fetched<[ContactPhone]> {
    let members = ["mobilePhone", "businessPhones", "homePhones"]
    if let missing = members.first(where: { object[$0] == nil }) { return .notFetched(missing) }
    var phones: [ContactPhone] = []
    for (kind, member) in zip([.mobile, .business, .home] as [ContactPhoneKind], members) {
      let values = object[member]?.array ?? [object[member] ?? .null]
      for value in values {
        // A number where a text should be is told as it was sent.
        guard let text = value.string ?? value.number?.text, !text.isEmpty else { continue }
        phones.append(ContactPhone(kind: kind, number: PhoneNumber(text)))
      }
    }
    return .known(phones)
  }

  var addresses: Fetched<[ContactPlace: PostalAddress]> {
    var addresses: [ContactPlace: PostalAddress] = [:]
    for (place, member) in ContactNames.addressMembers {
      guard let value = object[member] else { return .notFetched(member) }
      let address = PostalAddress(
        street: value["street"]?.string ?? "", city: value["city"]?.string ?? "",
        state: value["state"]?.string ?? "", postalCode: value["postalCode"]?.string ?? "",
        country: value["countryOrRegion"]?.string ?? "")
      if !address.isEmpty { addresses[place] = address }
    }
    return .known(addresses)
  }

  var family: Fetched<Family> {
    guard let children = object["children"] else { return .notFetched("children") }
    return fetched(["spouseName"]) {
      Family(spouse: $0("spouseName"), children: (children.array ?? []).compactMap(\.string))
    }
  }
}
