import JSON

/// The address books of the demo.
enum DemoContacts {
  /// A contact; `more` holds what does not fit into the first few.
  private static func contact(
    _ given: String, _ surname: String, _ address: String?, mobile: String? = nil,
    work: [String] = [], company: String? = nil, job: String? = nil, birthday: String? = nil,
    picture hue: Int? = nil, _ more: JSONObject = [:]
  ) -> JSON {
    var contact: JSONObject = [
      "givenName": .string(given), "surname": .string(surname),
      "mobilePhone": .string(orNull: mobile), "businessPhones": .array(work.map { .string($0) }),
      "companyName": .string(orNull: company), "jobTitle": .string(orNull: job),
      "birthday": .string(orNull: birthday), "createdDateTime": "2024-03-11T09:20:00Z",
    ]
    if let address {
      contact["emailAddresses"] = [
        ["name": .string("\(given) \(surname)"), "address": .string(address)]
      ]
    }
    if let hue {
      contact["photo"] = .string(Base64.text(DemoPicture.png(hue: hue), alphabet: .plain))
    }
    for (name, value) in more { contact[name] = value }
    return .object(contact)
  }

  /// Mira's default folder.
  static let own: [JSON] = [
    contact(
      "Jonas", "Okafor", "jonas@harbor.example", mobile: "+45 32 55 01 18",
      company: "Harbor", job: "Engineer", birthday: "1988-02-29T11:59:00Z", picture: 30),
    contact(
      "Aiko", "Tanaka", "aiko@harbor.example", company: "Harbor", job: "Designer",
      birthday: "1991-11-03T00:00:00Z", picture: 330,
      ["yomiGivenName": "アイコ", "yomiSurname": "タナカ", "displayName": "田中 愛子"]),
    contact(
      "Priya", "Raman", "priya.raman@monsoon-freight.example", mobile: "+91 20 5550 0134",
      company: "Monsoon Freight", job: "Head of Operations", picture: 280,
      [
        "businessAddress": [
          "street": "7 Koregaon Park Road", "city": "Pune", "state": "Maharashtra",
          "postalCode": "411001", "countryOrRegion": "India",
        ]
      ]),
    contact(
      "Leila", "Haddad", "leila@fjord-logistics.example", mobile: "+47 55 55 01 40",
      work: ["+47 55 55 01 00", "+47 55 55 01 41"], company: "Fjord Logistics",
      job: "Account Manager", ["categories": ["Customer"], "assistantName": "Erik Moe"]),
    contact(
      "Tomáš", "Dvořák", "tomas.dvorak@kotva.example", work: ["+420 2 5550 0119"],
      company: "Kotva s.r.o.", job: "Vendor Manager", ["businessHomePage": "https://kotva.example"]),
    contact(
      "Noor", "van der Berg", "noor@mail.example", mobile: "06-5550-0142",
      birthday: "1995-12-04T11:59:00Z", picture: 160, ["nickName": "Nootje"]),
    contact(
      "Zoë", "Åkesson", "praxis@akesson.example", work: ["(040) 555-0100"],
      company: "Praxis Dr. Åkesson", ["title": "Dr.", "profession": "Dentist"]),
    contact(
      "Ólafur", "Jónsson", "olafur@nordur.example", mobile: "+354 555 0123",
      birthday: "1979-06-17T00:00:00Z",
      ["homeAddress": ["city": "Akureyri", "countryOrRegion": "Ísland"]]),
    contact(
      "Wei", "Zhang", "wei.zhang@mail.example",
      [
        "displayName": "张伟", "givenName": "伟",
        "surname": "张",
      ]),
    contact(
      "민준", "김", "minjun.kim@mail.example", mobile: "+82 10-5550-0177", picture: 210,
      ["displayName": "김민준"]),
    contact("Mary Ann", "O'Hara", "maryann.ohara@mail.example", mobile: "+1 555.010.0142 x7"),
    contact(
      "Søren", "Østergård", "soren@mail.example", mobile: "+45 32 55 01 55",
      birthday: "2001-01-01T00:00:00Z"),
    contact("Nia", "Mensah", "nia@mail.example", picture: 90, ["children": ["Kojo", "Esi"]]),
    contact(
      "Ana María", "García-López", "ana.garcia@mail.example", mobile: "+34 91 555 01 22",
      [
        "emailAddresses": [
          ["name": "Ana (work)", "address": "ana.garcia@puerto.example"],
          ["name": "Ana", "address": "ana.garcia@mail.example"],
          ["name": "Ana (old)", "address": "ana@viejo.example"],
        ],
        "homePhones": ["+34 91 555 01 23"],
        "personalNotes": "Allergic to cats 🐈.\nPlays the cello.",
      ]),
    contact(
      "Grandma", "", nil, mobile: "+46 40 555 0101", birthday: "1938-08-24T11:59:00Z",
      ["surname": nil, "fileAs": "Grandma", "categories": ["Personal"]]),
    contact(
      "", "", "kantine@harbor.example",
      [
        "givenName": nil, "surname": nil, "companyName": "Harbor canteen",
        "displayName": "Harbor canteen",
      ]),
  ]

  /// Mira's other folders.
  static let folders: [JSON] = [
    [
      "displayName": "Suppliers",
      "contacts": [
        contact(
          "Marek", "Kowalski", "marek@stal.example", work: ["+48 22 555 01 66"],
          company: "Stal Gdańsk", job: "Sales"),
        contact(
          "Ελένη", "Παπαδοπούλου", "eleni@pireas.example", work: ["+30 21 0555 0188"],
          company: "Πειραιάς Shipping"),
        contact("Юлия", "Соколова", "yulia@volna.example", company: "Волна", job: "Инженер"),
        contact("יעל", "כהן", "yael@haifa-cranes.example", company: "Haifa Cranes"),
        contact(
          "Petra", "Müller", "petra@mueller-lacke.example", work: ["+49 40 5550 0166"],
          company: "Müller Lacke"),
      ],
      "childFolders": [
        [
          "displayName": "Paint",
          "contacts": [
            contact("Chloé", "L'Écuyer", "chloe@bleu-marine.example", company: "Bleu Marine")
          ],
        ]
      ],
    ],
    [
      "displayName": "Sailing club",
      "contacts": [
        contact(
          "Björn", "Svensson", "bjorn@segel.example", mobile: "+46 8 555 01 00",
          birthday: "1969-04-30T00:00:00Z", ["personalNotes": "Skipper of Albatross"]),
        contact("Ingrid", "Svensson", "ingrid@segel.example"),
        contact("José", "da Silva", "jose@segel.example", mobile: "+351 21 555 0177"),
        contact("太郎", "山田", "taro@segel.example", ["displayName": "山田 太郎"]),
      ],
    ],
  ]

  /// The few that Sam knows.
  static let ofSam: [JSON] = [
    contact("Grandma", "Rivera", nil, mobile: "+1 555 0100"),
    contact("Alex", "Kim", "alex.kim@mail.example", mobile: "+1 555 0144", picture: 50),
    contact("Dana", "Reyes", "dana@soccer.example", company: "Eastside Soccer"),
  ]
}
