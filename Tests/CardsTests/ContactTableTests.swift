import Cards
import Contacts
import TestSupport
import Testing

@Suite struct ContactTableTests {
  private func read(_ text: String) throws -> Reading {
    try read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) throws -> Reading {
    var reading = Reading("")
    reading.items = try ContactTable(bytes).items
    return reading
  }

  @Test func `the table of Outlook`() throws {
    let reading = try read(
      """
      "Title","First Name","Last Name","Company","Business Street","Business Street 2","Business City","Business Country/Region","Business Phone","Business Phone 2","Home Fax","Mobile Phone","Primary Phone","Birthday","Categories","Children","E-mail Address","E-mail Type","E-mail Display Name","E-mail 2 Address","Notes","Hobby","Gender"\r
      "Dr.","Lena","Fog","Contoso, Ltd.","9 Dock St.","Rear","Port Town","Norway","+47 1","+47 2","+47 3","+47 4","+47 5","4/28/1985","Red;Friends","Ann, Ida","lena@contoso.example","SMTP","Lena Fog (lena@contoso.example)","l@x.example","one\r
      ""two"", three","Chess",""\r
      "","Otto","","","","","","","","","","","","0/0/00","","","","","","","","",""\r
      "","","","","","","","","","","","","","0/0/00","","","","","","","","Golf",""\r

      """)
    let lena = try #require(reading.contacts.first)
    #expect(lena.name == PersonName(title: "Dr.", given: "Lena", surname: "Fog"))
    #expect(lena.displayName == "Dr. Lena Fog")
    #expect(lena.work.company == "Contoso, Ltd.")
    #expect(
      lena.address(.business)
        == PostalAddress(street: "9 Dock St.\nRear", city: "Port Town", country: "Norway"))
    #expect(lena.phones(.mobile) == ["+47 4"])
    #expect(lena.phones(.business) == ["+47 1", "+47 2"])
    #expect(lena.phones(.home) == ["+47 5"])
    #expect(lena.birthday?.text == "1985-04-28")
    #expect(lena.contact.categories.ifKnown == ["Red", "Friends"])
    #expect(lena.contact.family.ifKnown?.children == ["Ann", "Ida"])
    #expect(
      lena.contact.emails.ifKnown == [
        ContactEmail(address: "lena@contoso.example", name: "Lena Fog (lena@contoso.example)"),
        ContactEmail(address: "l@x.example"),
      ])
    #expect(lena.note == "one\n\"two\", three\n\nMore contact details:\nHome fax: +47 3")
    #expect(lena.told == ["Hobby: Chess", "Home fax: +47 3"])
    #expect(reading.contacts.map(\.line) == [2, 4])
    #expect(
      reading.refusals == ["3, line 5: it tells of nobody: no name, address or number"])
  }

  @Test func `the table of a German Outlook, with semicolons and in Windows-1252`() throws {
    let text = """
      Anrede;Vorname;Nachname;Firma;Straße geschäftlich;Ort geschäftlich;Postleitzahl privat;Telefon geschäftlich;Mobiltelefon;Geburtstag;E-Mail-Adresse;E-Mail: Angezeigter Name;Notizen
      Frau;Jürgen;Groß;Fabrikam;Große Gasse 7;Köln;50667;+49 1;+49 2;12.4.1985;j@fabrikam.example;Jürgen;a;b
      """
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let card = try #require(try read(bytes).contacts.first)
    #expect(card.name == PersonName(title: "Frau", given: "Jürgen", surname: "Groß"))
    #expect(card.address(.business) == PostalAddress(street: "Große Gasse 7", city: "Köln"))
    #expect(card.address(.home)?.postalCode == "50667")
    #expect(card.phones(.business) == ["+49 1"])
    #expect(card.birthday?.text == "1985-04-12")
    #expect(card.note == "a")
    #expect(card.told == ["column 14: b"])
  }

  @Test func `the table of Google, of old and of late`() throws {
    let old = try read(
      """
      Name,Given Name,Additional Name,Family Name,Name Prefix,Birthday,Group Membership,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Type,E-mail 2 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,Website 1 - Type,Website 1 - Value,Relation 1 - Type,Relation 1 - Value,Custom Field 1 - Type,Custom Field 1 - Value
      Lena M. Fog,Lena,M.,Fog,Dr., --05-09,* myContacts ::: Friends,Home,a@x.example,* Work,b@x.example ::: c@x.example,Mobile,+1 ::: +2,Work Fax,+3,Home,"9 Dock St.
      Port Town",9 Dock St.,Port Town,,Contoso,Head,Profile,https://x.example,Spouse,Bo,Shoe size,39
      """)
    let card = try #require(old.contacts.first)
    #expect(card.displayName == "Lena M. Fog")
    #expect(card.birthday?.text == "--05-09")
    #expect(card.contact.categories.ifKnown == ["Friends"])
    #expect(card.emails == ["b@x.example", "c@x.example", "a@x.example"])
    #expect(card.contact.emails.ifKnown?.map(\.name) == ["work", "work", "home"])
    #expect(card.phones(.mobile) == ["+1"])
    #expect(card.address(.home) == PostalAddress(street: "9 Dock St.", city: "Port Town"))
    #expect(card.work == Employment(company: "Contoso", jobTitle: "Head"))
    #expect(card.contact.family.ifKnown?.spouse == "Bo")
    #expect(card.told == ["custom field (Shoe size): 39", "Mobile phone: +2", "Work fax: +3"])

    let new = try read(
      "\u{FEFF}First Name,Last Name,Phonetic Last Name,Organization Name,Organization Department,"
        + "Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,"
        + "Phone 2 - Label,Phone 2 - Value,Event 1 - Label,Event 1 - Value\r\n"
        + "Ann,Fog,フォグ,Contoso,R&D,1985-04-12,* myContacts,,ann@x.example,Boat,+4,,+5,"
        + "Anniversary,2011-06-18\r\n")
    let ann = try #require(new.contacts.first)
    #expect(ann.name == PersonName(given: "Ann", surname: "Fog", yomiSurname: "フォグ"))
    #expect(ann.work == Employment(company: "Contoso", department: "R&D"))
    #expect(ann.birthday?.text == "1985-04-12")
    #expect(ann.phones(.mobile) == ["+4"])
    #expect(ann.phones(.business) == ["+5"])
    #expect(ann.note == "More contact details:\nAnniversary: 2011-06-18")
  }

  @Test(
    arguments: [
      ("4/5/1985", nil, "--"), ("4/5/1985", "13/1/1990", "1985-05-04"),
      ("4/5/1985", "1/13/1990", "1985-04-05"), ("5/5/1985", nil, "1985-05-05"),
      ("4/28/1985", nil, "1985-04-28"), ("28/4/1985", nil, "1985-04-28"),
      ("4.5.1985", nil, "1985-05-04"), ("4/5/85", nil, "--"), ("1985-05-04", nil, "1985-05-04"),
    ] as [(String, String?, String)])
  func `a date that may be two days is left out unless the table tells`(
    date: String, other: String?, expected: String
  ) throws {
    let reading = try read(
      "First Name,Birthday\nAnn,\(date)\n" + (other.map { "Bo,\($0)\n" } ?? ""))
    let ann = try #require(reading.contacts.first)
    #expect((ann.birthday?.text ?? "--") == expected)
    #expect(ann.remarks.isEmpty == (expected != "--"))
  }

  @Test func `tabs and UTF-16 part columns as well`() throws {
    let text = "\u{FEFF}First Name\tLast Name\r\nZoë\tFog\r\n"
    let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try read(bytes).contacts.first?.displayName == "Zoë Fog")
  }

  @Test func `what is no such table is refused`() throws {
    #expect(throws: ContactTable.Problem.empty) { try ContactTable(Array("\n\n".utf8)) }
    #expect(throws: ContactTable.Problem.unknownHeader("date, amount")) {
      try ContactTable(Array("date,amount\n1,2\n".utf8))
    }
  }

  @Test func `a table reads back as it was written`() throws {
    var random = SeededRandom(seed: 9)
    let writer = ContactTableWriter()
    var contacts = [CardWriterTests.lena()]
    for _ in 0..<100 {
      var contact = RandomContact.make(using: &random)
      contact.chatAddresses = .known(["sip:a@contoso.example"])
      contact.categories = .known(["Red", "Old friends"])
      contact.family = .known(Family(spouse: "Bo", children: ["Ann, jr.", "Ida"]))
      if let note = contact.note.ifKnown ?? nil {
        contact.note = .known(String(note.reversed().drop { $0.isWhitespace }.reversed()))
      }
      contacts.append(contact)
    }
    contacts[0].categories = .known(["Red"])
    var text = writer.header
    for contact in contacts { text += try writer.row(of: contact) }
    let read = try read(text)
    #expect(read.contacts.map(\.contact) == contacts)
    try expectGolden(
      (writer.header + (try writer.row(of: contacts[0]))).replacing("\r\n", with: "\n"),
      "outlook.csv")
  }

  @Test func `a quote that is never closed is told with its line, and swallows nobody`() {
    let text = "First Name,Last Name,Notes\nAna,Silva,ok\nBo,Berg,\"5 inch\nCy,Carl,x\n"
    #expect(throws: ContactTable.Problem.openQuote(line: 3)) {
      try ContactTable(Array(text.utf8))
    }
  }

  @Test func `columns of the same title are all read, in their order`() throws {
    let reading = try read(
      """
      First Name,E-mail Address,E-mail Display Name,E-mail Address,Email,E-mail 2 Address,Mobile,Mobile,Notes,Notes,Company,Company,Organization Name,Children,Children,E-mail 1 - Value,E-mail 1 - Value
      Ana,a@x.example,Ana (home),b@x.example,,c@x.example,+1,+2,one,two,Contoso,Contoso,Fabrikam,Ida,Bo,d@x.example,e@x.example
      """)
    let ana = try #require(reading.contacts.first)
    #expect(ana.emails == ["a@x.example", "b@x.example", "c@x.example"])
    #expect(ana.contact.emails.ifKnown?.first?.name == "Ana (home)")
    #expect(ana.phones(.mobile) == ["+1"])
    #expect(ana.contact.family.ifKnown?.children == ["Ida", "Bo"])
    #expect(ana.work.company == "Contoso")
    #expect(
      ana.note == "one\n\ntwo\n\nMore contact details:\nE-mail: d@x.example\nE-mail: e@x.example\n"
        + "Mobile phone: +2")
    #expect(ana.told.contains("Organization Name: Fabrikam"))
    #expect(!ana.told.contains { $0.hasPrefix("Company") })
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
    ("-2+3+cmd|x!A0", "'-2+3+cmd|x!A0"), ("'=1", "''=1"), ("''@x", "'''@x"),
    ("\u{FF1D}1", "'\u{FF1D}1"), ("+A1", "'+A1"), ("+49 x", "'+49 x"), ("- milk", "'- milk"),
    ("+", "'+"),
    // What is no formula stays as it is: above all numbers to call.
    ("+49 30 1234567", "+49 30 1234567"), ("+1 (425) 555-0100 x12", "+1 (425) 555-0100 x12"),
    ("+1/425.555.0100 ext. 12", "+1/425.555.0100 ext. 12"), ("-5", "-5"), ("'tis", "'tis"),
    ("'", "'"), ("O'Hara", "O'Hara"), ("a=b", "a=b"),
  ])
  func `no cell is a formula, and each reads back as it was`(text: String, cell: String) throws {
    var contact = Contact(id: "")
    contact.name = .known(PersonName(given: "Ana"))
    contact.work = .known(Employment(company: text))
    contact.displayName = .known("Ana")
    let writer = ContactTableWriter()
    let row = try writer.row(of: contact)
    let header = writer.header.filter { $0 != "\u{FEFF}" }.split(separator: ",")
    let place = try #require(header.firstIndex(of: "Company"))
    let cells = row.split(separator: ",", omittingEmptySubsequences: false)
    #expect(cells[place].filter { $0 != "\"" } == cell)
    #expect(try read(writer.header + row).contacts.first?.work.company == text)
  }

  @Test func `an apostrophe of another program before a sign of formulas is no part of the text`()
    throws
  {
    let reading = try read("First Name,Mobile Phone,Notes\nAna,'+49 30 1,'=x\n")
    #expect(reading.contacts.first?.phones(.mobile) == ["+49 30 1"])
    #expect(reading.contacts.first?.note == "=x")
  }
}
