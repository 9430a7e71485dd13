import Contacts
import GraphAPI
import JSON
import TestSupport
import Testing

@Suite struct ContactMappingTests {
  private static let whole: JSON = [
    "id": "1", "parentFolderId": "f", "displayName": "Lena Fog", "fileAs": "Fog, Lena",
    "title": "Dr.", "givenName": "Lena", "middleName": nil, "surname": "Fog", "generation": nil,
    "initials": "L.F.", "nickName": "Le", "yomiGivenName": nil, "yomiSurname": nil,
    "emailAddresses": [
      ["address": "lena@contoso.example", "name": "home"], ["address": "", "name": "lost"],
    ],
    "mobilePhone": "+1 555 0100", "businessPhones": ["0101", 5_550_146], "homePhones": [],
    "businessAddress": ["street": "9 Dock St.", "city": "Port Town", "countryOrRegion": "Norway"],
    "homeAddress": [:], "otherAddress": nil, "companyName": "Contoso", "yomiCompanyName": nil,
    "department": nil, "officeLocation": "20/1101", "jobTitle": nil, "profession": nil,
    "manager": nil, "assistantName": nil, "birthday": "1984-04-01T11:59:00Z",
    "spouseName": "Otto", "children": ["Kim"], "businessHomePage": "https://contoso.example",
    "imAddresses": ["sip:lena@contoso.example"], "personalNotes": "Tall", "categories": ["Red"],
  ]

  @Test func `a contact is read whole`() throws {
    let contact = try #require(Contact(graph: Self.whole))
    #expect(contact.id == "1")
    #expect(try contact.folderID.value == "f")
    #expect(try contact.name.value.full(.givenFirst) == "Dr. Lena Fog")
    #expect(
      try contact.emails.value == [ContactEmail(address: "lena@contoso.example", name: "home")])
    #expect(
      try contact.phones.value.map { "\($0.kind) \($0.number.text)" }
        == ["mobile +1 555 0100", "business 0101", "business 5550146"])
    #expect(try contact.addresses.value.keys.sorted { $0.rawValue < $1.rawValue } == [.business])
    #expect(try contact.work.value.office == "20/1101")
    #expect(try contact.birthday.value == Birthday("1984-04-01"))
    #expect(try contact.family.value == Family(spouse: "Otto", children: ["Kim"]))
    #expect(try contact.note.value == "Tall")
  }

  @Test(arguments: [
    ("1984-04-01T11:59:00Z", "1984-04-01"), ("1984-04-01T00:00:00Z", "1984-04-01"),
    ("1984-04-01T23:59:59.0000000Z", "1984-04-01"), ("1974-07-22", "1974-07-22"),
    ("1604-02-29T11:59:00Z", "--02-29"), ("datetime-value", nil), ("", nil),
    ("0001-01-01T00:00:00Z", "0001-01-01"),
  ])
  func `a birthday is the date in UTC`(sent: String, written: String?) {
    #expect(Birthday(graph: sent)?.text == written)
  }

  @Test(arguments: ["1984-04-01", "--02-29", "2000-02-29"])
  func `a birthday survives the way to the service and back`(text: String) throws {
    let birthday = try #require(Birthday(text))
    #expect(Birthday(graph: birthday.graphText) == birthday)
    #expect(birthday.graphText.hasSuffix("T11:59:00Z"))
  }

  @Test func `what a list left out is an error to read and no difference to write`() throws {
    let contact = try #require(
      Contact(graph: ["id": "1", "displayName": nil, "companyName": "Contoso"]))
    #expect(try contact.displayName.value == nil)
    #expect(throws: UnfetchedProperty(name: "personalNotes")) { try contact.note.value }
    #expect(throws: UnfetchedProperty(name: "yomiCompanyName")) { try contact.work.value }
    #expect(throws: UnfetchedProperty.self) { try contact.creationBody() }
    var changed = contact
    changed.displayName = .known("Ana")
    #expect(try changed.changes(from: contact) == ["displayName": "Ana"])
    changed.note = .known("New")
    #expect(throws: UnfetchedProperty(name: "personalNotes")) {
      try changed.changes(from: contact)
    }
  }

  @Test func `only what differs is sent, and the shown name along with its parts`() throws {
    let contact = try #require(Contact(graph: Self.whole))
    #expect(try contact.changes(from: contact) == nil)
    var changed = contact
    changed.name = .known(
      PersonName(title: "Dr.", given: "Lena", surname: "Fogg", initials: "L.F."))
    changed.birthday = .known(nil)
    changed.phones = .known([])
    changed.addresses = .known([.home: PostalAddress(city: "Oslo")])
    #expect(
      try changed.changes(from: contact) == [
        "surname": "Fogg", "nickName": nil, "displayName": "Lena Fog", "birthday": nil,
        "mobilePhone": nil, "businessPhones": [],
        "businessAddress": [
          "street": nil, "city": nil, "state": nil, "postalCode": nil, "countryOrRegion": nil,
        ],
        "homeAddress": [
          "street": nil, "city": "Oslo", "state": nil, "postalCode": nil, "countryOrRegion": nil,
        ],
      ])
  }

  @Test func `a create holds what there is`() throws {
    var contact = Contact(id: "")
    contact.name = .known(PersonName(given: "Ana", surname: ""))
    contact.emails = .known([ContactEmail(address: "a@contoso.example")])
    contact.birthday = .known(Birthday("--02-29"))
    #expect(
      try contact.creationBody() == [
        "givenName": "Ana", "emailAddresses": [["address": "a@contoso.example"]],
        "birthday": "1604-02-29T11:59:00Z",
      ])
  }

  @Test func `a whole contact made again is the same`() throws {
    let contact = try #require(Contact(graph: Self.whole))
    var again = try #require(try contact.creationBody().object)
    for (member, value) in Self.whole.object?.members ?? [] where again[member] == nil {
      again[member] = value.array == nil ? .null : []
    }
    again["id"] = "1"
    again["parentFolderId"] = "f"
    #expect(Contact(graph: .object(again)) == contact)
  }

  @Test(.enabled(if: OfficialSamples.folder != nil, "skipped: contacts of the official samples"))
  func `official contacts are read`() throws {
    let contacts = try OfficialSamples.objects {
      $0["id"] != nil && $0["givenName"] != nil && $0["emailAddresses"] != nil
    }
    print("official contacts read: \(contacts.count)")
    #expect(contacts.count > 1)
    for (file, object) in contacts {
      let contact = try #require(Contact(graph: .object(object)), "\(file)")
      #expect(contact.title(.givenFirst) == object["displayName"]?.string, "\(file)")
      #expect(contact.emails.ifKnown?.count == object["emailAddresses"]?.array?.count, "\(file)")
    }
  }
}
