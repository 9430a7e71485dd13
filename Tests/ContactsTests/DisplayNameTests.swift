import Contacts
import Testing

@Suite struct DisplayNameTests {
  private func contact(_ shown: String?, _ name: PersonName, company: String? = nil) -> Contact {
    var contact = Contact(id: "1")
    contact.displayName = .known(shown)
    contact.name = .known(name)
    contact.work = .known(Employment(company: company))
    return contact
  }

  @Test(arguments: [
    ("John Appleseed", "Jon Appleseed"), ("Appleseed John", "Appleseed Jon"),
    ("Appleseed, John", "Appleseed, Jon"), ("Johnny", "Johnny"),
  ])
  func `a shown name follows the name it was made of`(shown: String, expected: String) throws {
    let old = contact(shown, PersonName(given: "John", surname: "Appleseed"))
    var new = old
    new.name = .known(PersonName(given: "Jon", surname: "Appleseed"))
    try new.followName(from: old, order: .givenFirst)
    #expect(try new.displayName.value == expected)
  }

  @Test func `a title of which the service made nothing plays no part`() throws {
    let old = contact(
      "Ana Silva MBA", PersonName(title: "Dr.", given: "Ana", surname: "Silva", generation: "MBA"))
    var new = old
    new.name = .known(
      PersonName(title: "Dr.", given: "Ana", surname: "Costa", generation: "MBA"))
    try new.followName(from: old, order: .givenFirst)
    #expect(try new.displayName.value == "Ana Costa MBA")
  }

  @Test func `a company is shown under its new name`() throws {
    let old = contact("Fabrikam", PersonName(), company: "Fabrikam")
    var new = old
    new.work = .known(Employment(company: "Contoso"))
    try new.followName(from: old, order: .givenFirst)
    #expect(try new.displayName.value == "Contoso")
  }

  @Test func `one that was chosen now stays, and an empty one is made anew`() throws {
    let old = contact("John Appleseed", PersonName(given: "John", surname: "Appleseed"))
    var new = old
    new.name = .known(PersonName(given: "Jon", surname: "Appleseed"))
    new.displayName = .known("Jonny")
    try new.followName(from: old, order: .givenFirst)
    #expect(try new.displayName.value == "Jonny")
    new.displayName = .known(nil)
    try new.followName(from: old, order: .familyFirst)
    #expect(try new.displayName.value == "Appleseed Jon")
  }
}
