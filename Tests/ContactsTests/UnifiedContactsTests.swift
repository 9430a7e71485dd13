import Contacts
import Testing

/// Contacts of one person, found without anybody looking.
@Suite struct UnifiedContactsTests {
  private static func contact(
    _ name: String, mail: [String] = [], phone: [String] = [], company: String? = nil
  ) -> Contact {
    var contact = Contact(id: name)
    contact.displayName = .known(name)
    contact.emails = .known(mail.map { ContactEmail(address: $0) })
    contact.phones = .known(phone.map { ContactPhone(kind: .home, number: PhoneNumber($0)) })
    contact.work = .known(Employment(company: company))
    return contact
  }

  private static func groups(_ contacts: [Contact]) -> [[Int]] {
    UnifiedContacts.groups(contacts, order: .givenFirst) { $0.lowercased() }
  }

  @Test func `an address or a line makes one person where the names agree`() {
    #expect(
      Self.groups([
        Self.contact("Ana Silva", mail: ["ana@x.example"]),
        Self.contact("Bo Lind", phone: ["+36 1 555 0140"]),
        Self.contact("silva, ana", mail: ["ANA@x.example", "a@y.example"]),
        Self.contact("Bo", phone: ["06-1-555-0140"]),
        Self.contact("Ana", mail: ["a@y.example"]),
        Self.contact("a@y.example", mail: ["a@y.example"]),
      ]) == [[0, 2, 4, 5], [1, 3]])
  }

  @Test func `a household, an office and a namesake stay apart`() {
    let found = Self.groups([
      Self.contact("Ana Silva", phone: ["+1 713 555 0100"]),
      Self.contact("Rui Silva", phone: ["+1 713 555 0100"]),
      Self.contact("Ana Costa", mail: ["info@x.example"]),
      Self.contact("Bo Lind", mail: ["info@x.example"]),
      Self.contact("John Smith", mail: ["js@x.example"]),
      Self.contact("John Smith", mail: ["john@y.example"]),
      Self.contact(""), Self.contact(""),
    ])
    #expect(found == [[0], [1], [2], [3], [4], [5], [6], [7]])
  }

  @Test func `everybody stands in one group, and a shared address costs no square of time`() {
    let shared = (0..<5_000).map { Self.contact("Person \($0)", mail: ["all@x.example"]) }
    let found = Self.groups(shared + [Self.contact("Person 3", mail: ["all@x.example"])])
    #expect(found.count == 5_000)
    #expect(found.contains([3, 5_000]))
    #expect(found.flatMap(\.self).sorted() == Array(0...5_000))
    #expect(Self.groups([]).isEmpty)
  }

  @Test func `the first has the say, the others add`() throws {
    let whole = try #require(
      Contact.union(of: [
        Self.contact("Ana Silva", mail: ["ana@x.example"], phone: ["+1 713 555 0100"]),
        Self.contact(
          "Ana", mail: ["ANA@x.example", "a@y.example"], phone: ["713 555 0100", "555 0199 22"],
          company: "Contoso"),
      ]))
    #expect(whole.title(.givenFirst) == "Ana Silva")
    #expect(whole.emails.ifKnown?.map(\.address) == ["ana@x.example", "a@y.example"])
    #expect(whole.phones.ifKnown?.map(\.number.text) == ["+1 713 555 0100", "555 0199 22"])
    #expect(whole.work.ifKnown?.company == "Contoso")
    #expect(Contact.union(of: []) == nil)
  }
}
