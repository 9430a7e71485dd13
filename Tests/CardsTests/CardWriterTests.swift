import Cards
import Contacts
import TestSupport
import Testing

@Suite struct CardWriterTests {
  @Test(arguments: CardWriter.Version.allCases)
  func `a contact reads back as it was written`(version: CardWriter.Version) throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<200 {
      let contact = RandomContact.make(using: &random)
      let bytes = try CardWriter(version).card(
        of: contact, .init(uid: "urn:uuid:1", revision: "2026-11-30T17:00:00Z"))
      let reading = Reading(bytes)
      let read = try #require(reading.contacts.first)
      #expect(reading.items.count == 1)
      #expect(read.contact == contact)
      #expect(read.uid == "urn:uuid:1")
      // What is in the note already is told again and no more.
      #expect(read.remarks.allSatisfy { $0.isInNote })
      try check(bytes)
    }
  }

  @Test(arguments: CardWriter.Version.allCases)
  func `a card has the properties of its version`(version: CardWriter.Version) throws {
    let bytes = try CardWriter(version).card(
      of: Self.lena(),
      .init(uid: "u1", revision: "2026-11-30T17:00:00Z", photo: Array(Self.point())))
    try check(bytes)
    try expectGolden(
      String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"),
      "card-\(version.rawValue).vcf")
    let read = try #require(Reading(bytes).contacts.first)
    #expect(read.contact == Self.lena())
    #expect(read.photo == Self.point())
  }

  @Test func `a company is a company`() throws {
    var contact = Contact(id: "1")
    contact.displayName = .known("Fabrikam")
    contact.work = .known(Employment(company: "Fabrikam"))
    let new = String(decoding: try CardWriter(.v4).card(of: contact), as: UTF8.self)
    let old = String(decoding: try CardWriter(.v3).card(of: contact), as: UTF8.self)
    #expect(new.contains("KIND:org\r\n") && !new.contains("\r\nN"))
    #expect(old.contains("X-ABShowAs:COMPANY\r\n") && old.contains("\r\nN:;;;;\r\n"))
  }

  @Test func `a contact known in part is refused`() throws {
    var contact = Contact(id: "1")
    contact.note = .notFetched("personalNotes")
    #expect(throws: UnfetchedProperty(name: "personalNotes")) {
      try CardWriter(.v4).card(of: contact)
    }
  }

  @Test func `a name that is shown with an address stays with it`() throws {
    var contact = Self.lena()
    contact.emails = .known([
      ContactEmail(address: "lena@contoso.example", name: "Lena Fog (lena@contoso.example)"),
      ContactEmail(address: "l@x.example", name: "Lena \"the\" Fog; Sales"),
    ])
    contact.displayName = .known("Lena")
    contact.note = .known(nil)
    for version in CardWriter.Version.allCases {
      let bytes = try CardWriter(version).card(of: contact)
      #expect(Reading(bytes).contacts.first?.contact == contact)
    }
  }

  /// Every line is of 75 octets at most and UTF-8 by itself, and ends with CR LF.
  private func check(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 13) {
      let line = rest[..<end]
      #expect(line.count <= 75)
      #expect(String(validating: line, as: UTF8.self) != nil)
      try #require(rest[(end + 1)...].first == 10)
      rest = rest[(end + 2)...]
    }
    #expect(rest.isEmpty)
  }

  static func point() -> [UInt8] {
    let card = try? Reading.card("FN:A\nPHOTO;ENCODING=b:\(CardReaderTests.picture)")
    return card?.photo ?? []
  }

  static func lena() -> Contact {
    var contact = Contact(id: "")
    contact.name = .known(
      PersonName(
        title: "Dr.", given: "Lena", middle: "M.", surname: "Fog; née Smith", generation: "MBA",
        initials: "LMF", nickname: "Leni"))
    contact.displayName = .known("Lena Fog")
    contact.fileAs = .known("Fog, Lena")
    contact.work = .known(
      Employment(
        company: "Contoso, Ltd.", department: "R;D", office: "Lab 2", jobTitle: "Head",
        profession: "Chemist", manager: "Otto Reed", assistant: "Kim Dock"))
    contact.emails = .known([
      ContactEmail(address: "lena@contoso.example", name: "work"),
      ContactEmail(address: "lena@home.example", name: "Invoices"),
      ContactEmail(address: "l@x.example"),
    ])
    contact.phones = .known([
      ContactPhone(kind: .mobile, number: PhoneNumber("+47 555 0100")),
      ContactPhone(kind: .business, number: PhoneNumber("+47 555 0101 x7")),
      ContactPhone(kind: .business, number: PhoneNumber("+47 555 0105")),
      ContactPhone(kind: .home, number: PhoneNumber("+47 555 0106")),
      ContactPhone(kind: .home, number: PhoneNumber("tel:+475550102")),
    ])
    contact.addresses = .known([
      .business: PostalAddress(
        street: "9 Dock St.\nBuilding C", city: "Port Town", postalCode: "12345", country: "Norway"),
      .other: PostalAddress(city: "Bergen"),
    ])
    contact.birthday = .known(Birthday("--02-29"))
    contact.family = .known(Family(spouse: "Bo Fog", children: ["Ann", "Ida"]))
    contact.webPage = .known("https://contoso.example/a,b;c")
    contact.chatAddresses = .known(["sip:lena@contoso.example", "lena.fog"])
    contact.categories = .known(["Red", "Friends, old"])
    contact.note = .known(
      "Met in Oslo, at the fair.\nLikes 📞 and • tea\\coffee\n\nMore contact details:\n"
        + "E-mail (boat): lena@boat.example\nWork fax: +47 555 0103\nPager: 17\n"
        + "Phone (Boat): +47 555 0104\n"
        + "Web page (blog): https://blog.example\nAnniversary: 2011-06-18")
    return contact
  }
}
