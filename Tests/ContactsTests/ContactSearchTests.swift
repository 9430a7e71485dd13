import Contacts
import Testing

@Suite struct ContactSearchTests {
  private static func finds(_ query: String) -> Bool {
    var contact = Contact(id: "1")
    contact.displayName = .known("Jürgen Müller")
    contact.name = .known(PersonName(given: "Jürgen", surname: "Müller"))
    contact.work = .known(Employment(company: "Adventure Works"))
    contact.emails = .known([ContactEmail(address: "jm@adventure-works.example", name: "Invoices")])
    contact.phones = .known([ContactPhone(kind: .mobile, number: PhoneNumber("+36 1 555 0140"))])
    return ContactSearch(query, folded: plain).finds(contact)
  }

  /// Case and the one accent of these tests.
  @Sendable private static func plain(_ text: String) -> String {
    text.lowercased().replacing("ü", with: "u")
  }

  @Test(arguments: [
    "", "muller", "MÜLLER jur", "adventure", "jm@adv", "invoices", "555 0140", "06-1-555-0140",
    "works muller",
  ])
  func `every word is found somewhere`(query: String) { #expect(Self.finds(query)) }

  @Test(arguments: ["miller", "muller contoso", "555 0141", "12"])
  func `one word that is nowhere is enough to miss`(query: String) {
    #expect(!Self.finds(query))
  }

  @Test func `what was not fetched holds nothing, and is an error to read`() {
    var contact = Contact(id: "1")
    contact.displayName = .known("Ana")
    contact.note = .notFetched("personalNotes")
    contact.emails = .notFetched("emailAddresses")
    #expect(ContactSearch("ana", folded: Self.plain).finds(contact))
    #expect(!ContactSearch("ana@", folded: Self.plain).finds(contact))
    #expect(throws: UnfetchedProperty(name: "personalNotes")) { try contact.note.value }
    #expect(throws: UnfetchedProperty(name: "emailAddresses")) {
      try ContactMerge(Contact(id: "2"), with: [contact])
    }
  }
}
