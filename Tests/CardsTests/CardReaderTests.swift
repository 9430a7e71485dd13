import Cards
import Contacts
import TestSupport
import Testing

@Suite struct CardReaderTests {
  /// A picture of one point (PNG).
  static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  @Test(arguments: ["\r\n", "\n", "\r"])
  func `every end of a line ends one, and a fold may part a character`(end: String) throws {
    var bytes: [UInt8] = []
    for part in [
      Array("BEGIN:VCARD".utf8), Array("VERSION:4.0".utf8), Array("FN:B".utf8) + [0xC3],
      [0x20, 0xBC] + Array("rgerb".utf8) + [0xC3], [0x09, 0xBC] + Array("ro".utf8), [],
      Array("NOTE:first\\".utf8), Array(" nsecond".utf8), Array("  and two".utf8),
      Array("end:vcard ".utf8),
    ] {
      bytes += part + Array(end.utf8)
    }
    let reading = Reading(bytes)
    let card = try #require(reading.contacts.first)
    #expect(card.displayName == "Bürgerbüro")
    #expect(card.note == "first\nsecond and two")
    #expect(card.remarks.isEmpty)
  }

  @Test func `a file comes in pieces of any size`() throws {
    let text = try Self.sample()
    let whole = CardReader.items(of: text)
    #expect(whole.count == 3)
    for size in [1, 2, 3, 7, 64] {
      var reader = CardReader()
      var items: [ContactFileItem] = []
      for start in stride(from: 0, to: text.count, by: size) {
        items += reader.add(Array(text[start..<min(start + size, text.count)]))
      }
      items += reader.finish()
      #expect(items == whole, "pieces of \(size)")
    }
  }

  @Test func `a photo counts in every folding`() throws {
    let picture = Self.picture
    let middle = picture.index(picture.startIndex, offsetBy: 60)
    let (first, second) = (picture[..<middle], picture[middle...])
    let forms: [(String, String)] = [
      ("2.1", "PHOTO;JPEG;ENCODING=BASE64:\(first)\n \(second)\n"),
      ("2.1", "PHOTO;ENCODING=BASE64;TYPE=PNG:\n  \(first)\n  \(second)\n\n"),
      ("2.1", "PHOTO;PNG;BASE64:\(first)\n\(second)\n"),
      ("3.0", "PHOTO;ENCODING=b;TYPE=PNG:\(first)\n \(second)"),
      ("3.0", "PHOTO;BASE64:\(first)\n\t\(second)"),
      ("3.0", "PHOTO;VALUE=uri:data:image/png;base64,\(picture)"),
      ("4.0", "PHOTO:data:image/png;base64,\(first)\n \(second)"),
      ("4.0", "PHOTO;ENCODING=b:\(picture.filter { $0 != "=" })"),
    ]
    for (version, lines) in forms {
      let card = try Reading.card("FN:Ann\n\(lines)\nTEL;TYPE=HOME:1", version: version)
      #expect(card.photo?.count == 70, "\(lines)")
      #expect(card.phones(.home) == ["1"])
      #expect(card.remarks.isEmpty)
    }
  }

  @Test(arguments: [
    ("PHOTO;VALUE=uri:https://contoso.example/a.jpg", "link"), ("PHOTO;ENCODING=b:R0lGODlh", "GIF"),
    ("PHOTO;ENCODING=b:/9j/4AAQ", "damaged"), ("PHOTO;ENCODING=b:####", "damaged"),
  ])
  func `a photo that is none is left out and told`(line: String, reason: String) throws {
    let card = try Reading.card("FN:Ann\n" + line)
    #expect(card.photo == nil)
    #expect(card.remarks.count == 1)
    #expect(card.remarks.first?.reason?.contains(reason) == true)
  }

  @Test(
    arguments: [
      ("CHARSET=ISO-8859-1", [0x4D, 0xFC, 0x6C], "Mül"),
      ("CHARSET=windows-1251", [0xC8, 0xF0], "Ир"),
      ("CHARSET=ISO-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"),
      ("CHARSET=KOI8-R", [0xE9, 0xD2], "Ир"),
      ("X-NONE=1", [0x4D, 0xFC, 0x6C], "Mül"), ("X-NONE=1", [0x80], "€"),
      ("CHARSET=UTF-8", [0x4D, 0xC3, 0xBC], "Mü"), ("CHARSET=UTF-8", [0x4D, 0xFC], "Mü"),
      ("CHARSET=ISO-8859-1", [0x4D, 0xC3, 0xBC], "Mü"),
    ] as [(String, [UInt8], String)])
  func `a charset is the one that is named, else Windows-1252`(
    parameter: String, bytes: [UInt8], expected: String
  ) throws {
    let start = "BEGIN:VCARD\nVERSION:2.1\nFN;\(parameter):"
    let reading = Reading(Array(start.utf8) + bytes + Array("\nEND:VCARD\n".utf8))
    #expect(reading.contacts.first?.displayName == expected)
  }

  @Test func `a charset that is not read costs its property alone`() throws {
    let reading = Reading(
      Array("BEGIN:VCARD\nVERSION:2.1\nTITLE;CHARSET=SHIFT_JIS:".utf8) + [0x83, 0x52]
        + Array("\nFN:Ann\nEND:VCARD\n".utf8))
    let card = try #require(reading.contacts.first)
    #expect(card.work.jobTitle == nil)
    #expect(card.remarks.first?.reason == "its charset SHIFT_JIS is not read")
  }

  @Test(arguments: [true, false], [true, false])
  func `a file may be UTF-16, with its mark or without`(isLittle: Bool, isMarked: Bool) throws {
    let text = (isMarked ? "\u{FEFF}" : "") + "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Zoë 😀\r\nEND:VCARD"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittle ? pair.reversed() : pair
    }
    #expect(Reading(bytes).contacts.first?.displayName == "Zoë 😀")
    var reader = CardReader()
    let items = bytes.flatMap { reader.add([$0]) } + reader.finish()
    #expect(items == CardReader.items(of: bytes))
  }

  @Test func `a mark of UTF-8 and NUL bytes do no harm`() throws {
    let reading = Reading(
      [0xEF, 0xBB, 0xBF] + Array("BEGIN:VCARD\nVERSION:3.0\nFN:An\u{0}n\nEND:VCARD\n".utf8))
    #expect(reading.contacts.first?.displayName == "Ann")
  }

  @Test func `one bad card never loses the rest`() throws {
    let reading = Reading(
      """
      stray line
      BEGIN:VCARD
      VERSION:3.0
      FN:No end
      BEGIN:VCARD
      VERSION:3.0
      this is no property
      FN:Odd line
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      X-ADDRESSBOOKSERVER-KIND:group
      FN:Team
      END:VCARD
      BEGIN:VCARD
      VERSION:2.1
      FN:With agent
      AGENT:
      BEGIN:VCARD
      VERSION:2.1
      FN:Agent
      END:VCARD
      TEL;HOME:1
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      FN:Cut
      """)
    #expect(reading.contacts.map(\.displayName) == ["No end", "Odd line", "With agent"])
    #expect(reading.contacts[0].remarks.map(\.reason) == ["it is missing"])
    #expect(reading.contacts[1].remarks.map(\.line) == [7])
    #expect(reading.contacts[2].phones(.home) == ["1"])
    #expect(
      reading.refusals == [
        "3, line 10: it is a list of people and not a contact",
        "5, line 25: the file ends within the card",
      ])
  }

  @Test func `what is no file of cards has none`() {
    var reader = CardReader()
    #expect(reader.add(Array("<html><body>Sign in</body></html>".utf8)).isEmpty)
    #expect(reader.finish().isEmpty)
    #expect(reader.count == 0)
    #expect(Reading("").items.isEmpty)
  }

  @Test func `a line without end and a fold of 100,000 lines cost one property`() throws {
    var reader = CardReader()
    var items = reader.add(Array("BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nNOTE:".utf8))
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<10 { items += reader.add(piece) }
    items += reader.add(Array("\nTITLE:Boss\nROLE:a\n".utf8))
    items += reader.add(
      Array(repeatElement(Array(" 0123456789012\n".utf8), count: 100_000).joined()))
    items += reader.add(Array("TEL;TYPE=HOME:1\nEND:VCARD\n".utf8)) + reader.finish()
    guard case .contact(let card)? = items.first else {
      Issue.record("there is no contact")
      return
    }
    #expect(card.displayName == "Ann")
    #expect(card.work == Employment(jobTitle: "Boss"))
    #expect(card.phones(.home) == ["1"])
    #expect(card.remarks.map(\.reason) == Array(repeating: "it is longer than 1 MB", count: 2))
    #expect(card.remarks.map(\.line) == [4, 6])
  }

  @Test func `a card of very many properties is kept as far as it goes`() throws {
    let many = (0..<6000).map { "X-ODD:\($0)\n" }.joined()
    let card = try Reading.card("FN:Ann\n" + many)
    #expect(card.displayName == "Ann")
    #expect(card.remarks.contains { $0.reason == "the card is too large" })
  }

  @Test func `a dangling soft break does not swallow the end of the card`() throws {
    let reading = Reading(
      "BEGIN:VCARD\nVERSION:2.1\nFN:Ann\nNOTE;QUOTED-PRINTABLE:abc=\nEND:VCARD\nBEGIN:VCARD\n"
        + "VERSION:2.1\nFN:Bo\nEND:VCARD\n")
    #expect(reading.contacts.map(\.displayName) == ["Ann", "Bo"])
  }

  @Test func `other forms of one value count once, the preferred first`() throws {
    let card = try Reading.card(
      """
      N;ALTID=1;LANGUAGE=ja;SORT-AS="ヤマダ,タロウ":山田;太郎;;;
      N;ALTID=1;LANGUAGE=en:Yamada;Taro;;;
      FN;PREF=2:Taro Yamada
      FN;PREF=1:山田太郎
      X-PHONETIC-ORG:コントソ
      ORG:コントソ株式会社
      RELATED;TYPE=spouse;VALUE=text:Hanako
      RELATED;TYPE=child;VALUE=text:Ken
      X-JABBER:taro@contoso.example
      IMPP:sip:taro@contoso.example
      GENDER:M
      """, version: "4.0")
    #expect(
      card.name
        == PersonName(given: "太郎", surname: "山田", yomiGiven: "タロウ", yomiSurname: "ヤマダ"))
    #expect(card.displayName == "山田太郎")
    #expect(card.work.yomiCompany == "コントソ")
    #expect(card.contact.family.ifKnown == Family(spouse: "Hanako", children: ["Ken"]))
    #expect(
      card.contact.chatAddresses.ifKnown == [
        "xmpp:taro@contoso.example", "sip:taro@contoso.example",
      ]
    )
    #expect(card.told == ["N: Yamada;Taro;;;", "FN: Taro Yamada", "GENDER: M"])
  }

  @Test func `extras of vendors are understood or told`() throws {
    let card = try Reading.card(
      """
      FN:Ann
      X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Annie;1;;;;;;;;;;;;;
      X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Bo;14;;;;;;;;;;;;;
      X-EVOLUTION-FILE-AS:Fog\\, Ann
      X-MS-MANAGER:Cy
      X-SOCIALPROFILE;type=mastodon:https://social.example/@ann
      LABEL;TYPE=HOME:9 Dock St.\\nPort Town
      item1.TEL:+1-555-0100
      item1.X-ABLabel:Boat
      X-CONTOSO-SHOE-SIZE:39
      GEO:1;2
      """)
    #expect(card.name.nickname == "Annie")
    #expect(card.contact.family.ifKnown?.spouse == "Bo")
    #expect(card.contact.fileAs.ifKnown == "Fog, Ann")
    #expect(card.work.manager == "Cy")
    #expect(card.webPage == "https://social.example/@ann")
    #expect(card.address(.home)?.street == "9 Dock St.\nPort Town")
    #expect(card.phones(.mobile) == ["+1-555-0100"])
    #expect(
      card.told == ["label of +1-555-0100: Boat", "X-CONTOSO-SHOE-SIZE: 39", "GEO: 1;2"])
  }

  @Test func `bytes of any kind are read without harm`() throws {
    var random = SeededRandom(seed: 7)
    let sample = try Self.sample()
    let marks = Array("\r\n ;:,=\\\"\u{0}".utf8) + [0xFF, 0xC3]
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = marks.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      let items = CardReader.items(of: bytes)
      for case .contact(let read) in items {
        // What was read can be written, and reads back as it is.
        let written = try CardWriter(.v4).card(of: read.contact)
        #expect(Reading(written).items.count == 1)
      }
    }
  }

  /// Three cards with a little of everything.
  static func sample() throws -> [UInt8] {
    Array(
      """
      BEGIN:VCARD\r
      VERSION:2.1\r
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9F;=D0=98=\r
      =D1=80;;;\r
      TEL;CELL;VOICE:+1-555-0101\r
      PHOTO;PNG;ENCODING=BASE64:\(picture.prefix(50))\r
       \(picture.dropFirst(50))\r
      \r
      END:VCARD\r
      BEGIN:VCARD\r
      VERSION:3.0\r
      N:Fog;Lena;;;\r
      FN:Lena Fog\r
      item1.EMAIL;type=INTERNET;type=pref:lena@contoso.example\r
      item1.X-ABLabel:_$!<Work>!$_\r
      ADR;TYPE=WORK:;;9 Dock St.\\, rear;Port Town;;12345;Norway\r
      CATEGORIES:Friends,Red\r
      NOTE:one\\ntwo\r
      END:VCARD\r
      BEGIN:VCARD\r
      VERSION:4.0\r
      FN:Zoë\r
      BDAY:--0509\r
      TEL;VALUE=uri;TYPE="work,voice":tel:+1-555-0102\r
      END:VCARD\r

      """.utf8)
  }
}
