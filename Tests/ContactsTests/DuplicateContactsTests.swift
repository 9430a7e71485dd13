import Contacts
import Testing

@Suite struct DuplicateContactsTests {
  private func contact(
    _ name: String, mail: String? = nil, phone: String? = nil, company: String? = nil
  ) -> Contact {
    var contact = Contact(id: name)
    contact.displayName = .known(name)
    if let mail { contact.emails = .known([ContactEmail(address: mail)]) }
    if let phone {
      contact.phones = .known([ContactPhone(kind: .mobile, number: PhoneNumber(phone))])
    }
    contact.work = .known(Employment(company: company))
    return contact
  }

  private func groups(_ contacts: [Contact]) -> [DuplicateContacts.Group] {
    DuplicateContacts.groups(contacts, order: .givenFirst) { $0.lowercased() }
  }

  @Test func `contacts belong together by mail, line or name, also through a third`() {
    let found = groups([
      contact("Ana Silva", mail: "ana@contoso.example"),
      contact("Bo", phone: "+1 713 555 0100"),
      contact("Silva, Ana", phone: "+36 1 555 0140"),
      contact("A. S.", mail: " ANA@contoso.example", phone: "06 1 555 0140"),
      contact("Cleo", mail: "cleo@contoso.example"),
    ])
    #expect(found.map(\.members) == [[0, 2, 3]])
    #expect(
      found.first?.reasons == [
        .name("Ana Silva"), .email("ana@contoso.example"), .phone("+36 1 555 0140"),
      ])
  }

  @Test func `contacts without anything are not each other's doubles`() {
    #expect(groups([contact(""), contact(" "), contact("")]).isEmpty)
    #expect(groups([]).isEmpty)
  }

  @Test func `companies without a person are compared by their name`() {
    #expect(
      groups([contact("", company: "Fabrikam"), contact("", company: "fabrikam")]).map(\.members)
        == [[0, 1]])
  }

  @Test func `many contacts with one number make one group`() {
    let contacts = (0..<3000).map { contact("Person \($0)", phone: "+1 713 555 0100") }
    let found = groups(contacts)
    #expect(found.map(\.members.count) == [3000])
    #expect(found.first?.reasons == [.phone("+1 713 555 0100")])
  }
}
