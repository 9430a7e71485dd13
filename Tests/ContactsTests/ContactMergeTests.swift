import Contacts
import Testing

@Suite struct ContactMergeTests {
  private func ana() -> Contact {
    var contact = Contact(id: "1")
    contact.displayName = .known("Ana Silva")
    contact.name = .known(PersonName(given: "Ana", surname: "Silva"))
    contact.emails = .known(["a", "b"].map { ContactEmail(address: "\($0)@contoso.example") })
    contact.phones = .known([ContactPhone(kind: .mobile, number: PhoneNumber("+1 713 555 0100"))])
    contact.addresses = .known([.home: PostalAddress(city: "Lisboa")])
    contact.birthday = .known(Birthday("--04-01"))
    contact.note = .known("Met in Porto")
    return contact
  }

  @Test func `the first keeps what it has, and empty places are filled`() throws {
    var other = Contact(id: "2")
    other.displayName = .known("Ana Silva")
    other.name = .known(PersonName(given: "Ana", surname: "Silva", nickname: "Aninha"))
    other.emails = .known([
      ContactEmail(address: "A@contoso.example"),
      ContactEmail(address: "c@x.example", name: "home"),
    ])
    other.phones = .known([
      ContactPhone(kind: .business, number: PhoneNumber("713-555-0100")),
      ContactPhone(kind: .home, number: PhoneNumber("713-555-0111")),
    ])
    other.addresses = .known([.home: PostalAddress(city: "Porto")])
    other.work = .known(Employment(company: "Contoso"))
    other.birthday = .known(Birthday("1984-04-01"))
    other.categories = .known(["Red"])
    let merge = try ContactMerge(ana(), with: [other])
    let merged = merge.merged
    #expect(merged.id == "1")
    #expect(try merged.name.value.nickname == "Aninha")
    #expect(
      try merged.emails.value.map(\.address)
        == ["a@contoso.example", "b@contoso.example", "c@x.example"])
    #expect(try merged.phones.value.map(\.number.text) == ["+1 713 555 0100", "713-555-0111"])
    #expect(
      try merged.addresses.value
        == [.home: PostalAddress(city: "Lisboa"), .other: PostalAddress(city: "Porto")])
    #expect(try merged.work.value.company == "Contoso")
    #expect(try merged.birthday.value == Birthday("1984-04-01"))
    #expect(try merged.note.value == "Met in Porto")
    #expect(merge.changes.allSatisfy { !$0.isInNote })
    #expect(
      merge.changes.map(\.value) == [
        "Aninha", "home c@x.example", "713-555-0111", "Red", "Porto", "Contoso", "1984-04-01",
      ])
  }

  @Test func `what finds no place is in the note`() throws {
    var other = Contact(id: "2")
    other.displayName = .known("A. Silva")
    other.name = .known(PersonName(given: "Anna", surname: "Silva"))
    other.emails = .known(["c", "d"].map { ContactEmail(address: "\($0)@contoso.example") })
    other.phones = .known([ContactPhone(kind: .mobile, number: PhoneNumber("+1 713 555 0199"))])
    other.birthday = .known(Birthday("1990-01-01"))
    other.note = .known("Likes tea")
    let merge = try ContactMerge(ana(), with: [other])
    #expect(
      try merge.merged.note.value == """
        Met in Porto

        Likes tea

        Name: A. Silva
        Name: Anna Silva
        E-mail: d@contoso.example
        Mobile: +1 713 555 0199
        Birthday: 1990-01-01
        """)
    #expect(merge.changes.map(\.isInNote) == [false, false, true, true, true, true, true])
  }

  @Test(arguments: [
    ("Silva, Ana", false), ("Ana Silva", false), ("Silva Ana", false), ("File 82", true),
  ])
  func `a text to sort by is kept where somebody has thought of it`(text: String, isKept: Bool)
    throws
  {
    var first = ana()
    first.fileAs = .known("Ana")
    var other = ana()
    other.fileAs = .known(text)
    let merge = try ContactMerge(first, with: [other])
    #expect(merge.changes.map(\.value) == (isKept ? [text] : []))
    #expect(try merge.merged.fileAs.value == "Ana")
  }

  @Test func `a contact merged with its own copy is unchanged`() throws {
    let merge = try ContactMerge(ana(), with: [ana(), ana()])
    #expect(merge.merged == ana())
    #expect(merge.changes.isEmpty)
  }

  @Test func `a nameless contact takes the whole name`() throws {
    let name = PersonName(title: "Dr.", given: "Ana", surname: "Silva", generation: "MBA")
    var other = Contact(id: "2")
    other.name = .known(name)
    let merge = try ContactMerge(Contact(id: "1"), with: [other])
    #expect(try merge.merged.name.value == name)
  }

  @Test func `the label of an address comes along, a second one is in the note`() throws {
    var first = ana()
    first.emails = .known([
      ContactEmail(address: "a@contoso.example", name: "home"),
      ContactEmail(address: "b@contoso.example", name: "Ana Silva"),
    ])
    var other = Contact(id: "2")
    other.emails = .known([
      ContactEmail(address: "A@contoso.example", name: "private"),
      ContactEmail(address: "b@contoso.example", name: "work"),
    ])
    let merge = try ContactMerge(first, with: [other])
    #expect(try merge.merged.emails.value.map(\.name) == ["home", "work"])
    #expect(try merge.merged.note.value == "Met in Porto\n\nE-mail: private A@contoso.example")
  }

  @Test func `a merge that is taken up again adds nothing twice`() throws {
    var other = Contact(id: "2")
    other.displayName = .known("A. Silva")
    other.phones = .known([
      ContactPhone(kind: .mobile, number: PhoneNumber("+351 21 555 0177"))
    ])
    other.note = .known("Plays the cello")
    let once = try ContactMerge(ana(), with: [other]).merged
    let again = try ContactMerge(once, with: [other])
    #expect(again.changes.isEmpty)
    #expect(again.merged == once)
    #expect(try once.note.value.map { $0.contains("Mobile: +351 21 555 0177") } == true)
  }
}
