import Cards
import Contacts
import Testing

@Suite struct CardCaseTests {
  @Test
  func `soft breaks of version 2_1 stand anywhere, and a value is decoded before it is split`()
    throws
  {
    let card = try Reading.card(
      """
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9F=D0=B5=D1=82=D1=80=D0=BE=D0=B2=D0=B0;=D0=98=D1=80=D0=B8=D0=
      =BD=D0=B0;;;
      FN;CHARSET=UTF-8;QUOTED-PRINTABLE:=D0=98=D1=80=D0=B8=D0=BD=D0=B0 =
      =D0=9F=D0=B5=D1=82=D1=80=D0=BE=D0=B2=D0=B0
      NOTE;ENCODING=QUOTED-PRINTABLE:Line one=0D=0ALine two=3B still two
      ADR;HOME;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;;Gro=C3=9Fe Gasse 7;K=C3=B6ln;;50667;Germany
      TEL;CELL:+1-555-0100
      """, version: "2.1")
    #expect(card.name == PersonName(given: "Ирина", surname: "Петрова"))
    #expect(card.displayName == "Ирина Петрова")
    #expect(card.note == "Line one\nLine two; still two")
    #expect(
      card.address(.home)
        == PostalAddress(
          street: "Große Gasse 7", city: "Köln", postalCode: "50667", country: "Germany"))
    #expect(card.phones(.mobile) == ["+1-555-0100"])
    #expect(card.remarks.isEmpty)
  }

  @Test func `types count in every dialect`() throws {
    let card = try Reading.card(
      """
      FN:Types
      TEL;CELL;VOICE:+1-555-0101
      TEL;TYPE=WORK;TYPE=VOICE;TYPE=pref:+1-555-0102
      TEL;TYPE=HOME,FAX:+1-555-0103
      TEL;TYPE="work,fax":+1-555-0104
      tel;type=home:+1-555-0105
      TEL;X-Pager2:+1-555-0106
      TEL:+1-555-0107
      EMAIL;INTERNET;PREF:a@contoso.example
      EMAIL;TYPE=work;PREF=1:b@contoso.example
      EMAIL;type=INTERNET;type=HOME:c@contoso.example
      """)
    #expect(card.phones(.mobile) == ["+1-555-0101"])
    // The plain one goes where there is room: mobile, then business, then home.
    #expect(card.phones(.business) == ["+1-555-0102", "+1-555-0107"])
    #expect(card.phones(.home) == ["+1-555-0105"])
    #expect(card.emails == ["a@contoso.example", "b@contoso.example", "c@contoso.example"])
    #expect(
      card.note == """
        More contact details:
        Home fax: +1-555-0103
        Work fax: +1-555-0104
        Phone (x-pager2): +1-555-0106
        """)
    #expect(
      card.told == [
        "Home fax: +1-555-0103", "Work fax: +1-555-0104", "Phone (x-pager2): +1-555-0106",
      ])
    #expect(card.remarks.allSatisfy { $0.isInNote })
    #expect(card.remarks.map(\.line) == [6, 7, 9])
  }

  @Test func `groups give their values a word and vanish`() throws {
    let card = try Reading.card(
      """
      PRODID:-//Contoso Inc.//Phone OS 18//EN
      N:Fog;Lena;;;
      FN:Lena Fog
      item1.EMAIL;type=INTERNET;type=pref:lena@contoso.example
      item1.X-ABLabel:Invoices
      item2.URL:https://contoso.example
      item2.X-ABLabel:_$!<HomePage>!$_
      ITEM3.ADR;type=HOME:;;9 Dock St.;Port Town;;12345;Norway
      item3.X-ABADR:no
      item4.X-ABDATE;type=pref:2011-06-18
      item4.X-ABLabel:_$!<Anniversary>!$_
      item9.X-ABLabel:orphan
      X-ABShowAs:COMPANY
      """)
    #expect(
      card.contact.emails.ifKnown
        == [ContactEmail(address: "lena@contoso.example", name: "Invoices")])
    #expect(card.webPage == "https://contoso.example")
    #expect(
      card.address(.home)
        == PostalAddress(
          street: "9 Dock St.", city: "Port Town", postalCode: "12345", country: "Norway"))
    #expect(card.note == "More contact details:\nAnniversary: 2011-06-18")
    #expect(card.told == ["Anniversary: 2011-06-18"])
    let all = "\(card.contact)"
    for word in ["X-ABLabel", "_$!<", "item1.", "orphan", "Phone OS"] {
      #expect(!all.contains(word))
    }
  }

  @Test func `eight cards are seven contacts and a word about the one that is nobody`() throws {
    let cards = [
      "N:Reed;Otto;J.;Dr.;MBA",
      "N:;;;;\nFN:\nORG:Fabrikam\\, Ltd.;R\\;D;Lab 2",
      "EMAIL:help@adventure-works.example",
      "VERSION:4.0\nFN:Cher",
      "UID:5\nREV:20261130T080000Z",
      "ADR;TYPE=WORK:PO Box 7;Suite 3;Building C\\n9 Dock St.\\; rear;Port Town;WA;98000;USA\nFN:Six",
      "FN:Seven\nADR;TYPE=HOME:;;Main St. 1,Flat 2;Town;;;",
      "ORG:First\nORG:Second\nN:O\\'Hara\\\\Smith;Ann\nN:Other;Name",
    ]
    let reading = Reading(
      cards.map { "BEGIN:VCARD\nVERSION:3.0\n\($0)\nEND:VCARD\n" }.joined())
    #expect(
      reading.refusals == ["5, line 20: it tells of nobody: no name, address or number"])
    let read = reading.contacts
    try #require(read.map(\.number) == [1, 2, 3, 4, 6, 7, 8])
    #expect(
      read[0].name
        == PersonName(title: "Dr.", given: "Otto", middle: "J.", surname: "Reed", generation: "MBA")
    )
    #expect(read[0].displayName == "Dr. Otto J. Reed MBA")
    #expect(
      read[1].work == Employment(company: "Fabrikam, Ltd.", department: "R;D", office: "Lab 2"))
    #expect(read[1].displayName == "Fabrikam, Ltd.")
    #expect(read[2].displayName == "help@adventure-works.example")
    #expect(read[3].displayName == "Cher")
    #expect(read[3].work.company == nil)
    #expect(
      read[4].address(.business)
        == PostalAddress(
          street: "Building C\n9 Dock St.; rear\nSuite 3\nPO Box 7", city: "Port Town", state: "WA",
          postalCode: "98000", country: "USA"))
    #expect(read[5].address(.home)?.street == "Main St. 1, Flat 2")
    #expect(read[6].work.company == "First")
    #expect(read[6].name == PersonName(given: "Ann", surname: "O'Hara\\Smith"))
    #expect(read[6].told == ["ORG: Second", "N: Other;Name"])
  }

  @Test(
    arguments: [
      ("BDAY:--0509", "--05-09"), ("BDAY:--05-09", "--05-09"),
      ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-09", "--05-09"),
      ("BDAY;value=date:1604-05-09", "--05-09"),
      ("BDAY;VALUE=DATE:16040509", "--05-09"), ("BDAY:--0229", "--02-29"),
      ("BDAY:1900-05-09", "--05-09"), ("BDAY;X-APPLE-OMIT-YEAR=1800:1800-05-09", "--05-09"),
      ("BDAY:19850412T000000Z", "1985-04-12"), ("BDAY:1985-04-12T23:10:00-05:00", "1985-04-12"),
      ("BDAY;VALUE=DATE:1985-04-12", "1985-04-12"), ("BDAY:1985/4/2", "1985-04-02"),
      ("BDAY:1985-10", nil), ("BDAY:1985", nil), ("BDAY;VALUE=text:circa 1800", nil),
      ("BDAY:---12", nil), ("BDAY:T102200", nil), ("BDAY:1985-02-30", nil), ("BDAY:", nil),
    ] as [(String, String?)])
  func `a birthday is the day as it is written, or left out and told`(
    line: String, expected: String?
  ) throws {
    let card = try Reading.card("FN:Ann\n" + line)
    #expect(card.birthday?.text == expected)
    let isTold = expected == nil && line != "BDAY:"
    #expect(card.told.isEmpty != isTold)
    #expect(card.displayName == "Ann")
  }

  @Test func `more than fits is in the note, and a card made of it has it again`() throws {
    let card = try Reading.card(
      """
      N:Reed;Otto;;;
      FN:Otto Reed
      EMAIL;TYPE=WORK:o1@adventure-works.example
      EMAIL;TYPE=HOME:o2@adventure-works.example
      EMAIL:o3@adventure-works.example
      EMAIL:o4@adventure-works.example
      EMAIL;TYPE=PREF:o5@adventure-works.example
      TEL;TYPE=WORK:+1-555-0130
      TEL;TYPE=WORK:+1-555-0131
      TEL;TYPE=WORK:+1-555-0132
      TEL;TYPE=CELL:+1-555-0133
      TEL;TYPE=CELL:+1-555-0134
      NOTE:Met in Oslo
      """)
    #expect(
      card.emails == ["o5", "o1", "o2"].map { "\($0)@adventure-works.example" })
    #expect(card.phones(.business) == ["+1-555-0130", "+1-555-0131"])
    #expect(card.phones(.mobile) == ["+1-555-0133"])
    #expect(
      card.note == """
        Met in Oslo

        More contact details:
        E-mail: o3@adventure-works.example
        E-mail: o4@adventure-works.example
        Work phone: +1-555-0132
        Mobile phone: +1-555-0134
        """)
    for version in CardWriter.Version.allCases {
      let bytes = try CardWriter(version).card(of: card.contact)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("NOTE:Met in Oslo\r\n"))
      #expect(text.contains(":o4@adventure-works.example\r\n"))
      #expect(text.contains(":+1-555-0134\r\n"))
      #expect(Reading(bytes).contacts.map(\.contact) == [card.contact])
    }
  }

  @Test func `numbers stay as they are typed, and controls of a terminal in no file`() throws {
    let numbers = [
      "+36 1 555 0140", "(555) 010-0141", "+1 555.010.0142 x7", "+1-555-0100,,99#",
      "\u{ff0b}81\u{ff0d}3\u{2010}555\u{20100}143", "tel:+15550144", "0800 CALLME",
    ]
    for number in numbers {
      var contact = Contact(id: "")
      contact.displayName = .known("Ann")
      contact.phones = .known([ContactPhone(kind: .home, number: PhoneNumber(number))])
      for version in CardWriter.Version.allCases {
        let bytes = try CardWriter(version).card(of: contact)
        #expect(Reading(bytes).contacts.first?.phones(.home) == [number])
      }
    }
    #expect(
      try Reading.card("TEL;VALUE=uri;TYPE=\"voice,work\":tel:+1-555-0144;ext=7", version: "4.0")
        .phones(.business) == ["+1-555-0144 x7"])
    var contact = Contact(id: "")
    contact.displayName = .known("\u{1B}]52;c;Y3VybCB4\u{7}Lunch\u{9B}31mred\u{7F}")
    contact.note = .known("one\r\ntwo\u{0}")
    contact.emails = .known([ContactEmail(address: "a@contoso.example")])
    var aliases = MuttAliases()
    try aliases.add(contact)
    var book = AbookFile()
    for text in [
      String(decoding: try CardWriter(.v4).card(of: contact), as: UTF8.self),
      try ContactTableWriter().row(of: contact), aliases.text, try book.entry(of: contact),
    ] {
      #expect(text.contains("Lunch"))
      #expect(text.contains("red"))
      #expect(
        text.unicodeScalars.allSatisfy {
          $0 == "\n" || $0 == "\r" || $0.value >= 32 && !(0x7F...0x9F).contains($0.value)
        })
      #expect(!text.replacing("\r\n", with: "\n").contains("\r"))
    }
  }

  @Test func `who a card is of is told by its UID and not by its name`() throws {
    let reading = Reading(
      """
      BEGIN:VCARD
      VERSION:3.0
      UID:u1
      FN:Lena Fog
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      UID:u2
      FN:Lena Fog
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      FN:Kim Dock
      END:VCARD
      """)
    #expect(reading.contacts.map(\.uid) == ["u1", "u2", nil])
    #expect(reading.contacts.map(\.line) == [1, 6, 11])
  }
}
