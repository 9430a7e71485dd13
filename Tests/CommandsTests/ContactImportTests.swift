import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

@testable import Commands

/// What `import` sends for vCards and tables of contacts, what it leaves alone and what it tells.
@Suite struct ContactImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ text: String, _ name: String = "a.vcf") throws -> String {
    let path = folder.at(name)
    try NewFile.write(Array(text.utf8), to: path, replacing: true)
    return path
  }

  private static func card(_ lines: String, version: String = "3.0") -> String {
    "BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n"
  }

  /// A contact as the service has it; `more` goes before what is empty.
  static func stored(_ id: String, _ more: JSONObject, uid: String? = nil) -> JSON {
    var contact: JSONObject = [
      "id": .string(id), "@odata.etag": "W/\"1\"", "parentFolderId": "f-0",
    ]
    for name in [
      "assistantName", "birthday", "businessHomePage", "companyName", "department", "displayName",
      "fileAs", "generation", "givenName", "initials", "jobTitle", "manager", "middleName",
      "mobilePhone", "nickName", "officeLocation", "personalNotes", "profession", "spouseName",
      "surname", "title", "yomiCompanyName", "yomiGivenName", "yomiSurname",
    ] { contact[name] = JSON.null }
    for name in [
      "businessPhones", "categories", "children", "emailAddresses", "homePhones", "imAddresses",
    ] { contact[name] = [] }
    for name in ["businessAddress", "homeAddress", "otherAddress"] { contact[name] = [:] }
    for (name, value) in more { contact[name] = value }
    if let uid {
      contact["singleValueExtendedProperties"] = [
        [
          "id": "String {2c8a0f5e-6d0b-4b7e-9a51-6f0c4b1d7e93} Name graphcalSourceUID",
          "value": .string(uid),
        ]
      ]
    }
    return .object(contact)
  }

  private static let lena = stored(
    "id-of-lena",
    [
      "displayName": "Lena Fog", "givenName": "Lena", "surname": "Fog", "fileAs": "Fog, Lena",
      "emailAddresses": [["address": "lena@contoso.example", "name": "lena@contoso.example"]],
    ], uid: "u1")
  private static let otto = stored(
    "id-of-otto",
    [
      "displayName": "Otto Reed", "givenName": "Otto", "surname": "Reed",
      "emailAddresses": [["address": "otto@adventure-works.example", "name": "Otto Reed"]],
    ])
  private static let kim = stored("id-of-kim", ["displayName": "Kim Dock"])

  private static let lenaCard = card(
    "UID:u1\nN:Fog;Lena;;;\nFN:Lena Fog\nEMAIL:lena@contoso.example")
  private static let ottoCard = card(
    "N:Reed;Otto;;;\nFN:Otto Reed\nEMAIL:otto@adventure-works.example")
  private static let kimCard = card("FN:Kim Dock")

  private func machine(
    _ contacts: [JSON] = [], _ more: [String: [Service.Answer]] = [:]
  ) -> Machine {
    let made = Self.stored("id-of-new", ["displayName": "New"])
    return Machine(
      Service(
        [
          "GET /me/contacts": [.list(contacts.map { $0.text(.wire) }.joined(separator: ","))],
          "GET /me/contactFolders": [.list(#"{"id":"f-1","displayName":"Suppliers"}"#)],
          "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
          "GET /me/contactFolders/f-1/childFolders": [.list("")],
          "GET /me/contactFolders/f-1/contacts": [.list("")],
          "POST /me/contacts": [.success(.json(made.text(.wire), status: 201))],
          "POST /me/contactFolders/f-1/contacts": [.success(.json(made.text(.wire), status: 201))],
          "PATCH /me/contacts/id-of-lena": [.ok(Self.lena.text(.wire))],
          "PUT /me/contacts/id-of-new/photo/$value": [.status(200)],
          "PUT /me/contacts/id-of-lena/photo/$value": [.status(200)],
        ].merging(more) { $1 }))
  }

  /// The bodies of the creates of a run, in the order of their names.
  private func created(_ outcome: Outcome) throws -> [JSON] {
    try outcome.requests("POST", "/contacts").map { try JSON(parsing: $0.body ?? []) }
      .sorted { ($0["displayName"]?.string ?? "") < ($1["displayName"]?.string ?? "") }
  }

  // C072, run 1
  @Test func `cards are made once each, and their identity is kept with them`() async throws {
    let path = try file(Self.lenaCard + Self.ottoCard + Self.kimCard)
    let outcome = await machine().run("import", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("3 new, 0 changed\n"), "\(outcome.output)")
    let bodies = try created(outcome)
    #expect(bodies.map { $0["displayName"] } == ["Kim Dock", "Lena Fog", "Otto Reed"])
    let kept = bodies.map { body in
      (body["singleValueExtendedProperties"]?.array ?? []).compactMap { $0["value"]?.string }
        .filter { $0 == "u1" }
    }
    #expect(kept == [[], ["u1"], []])
    let read = try #require(outcome.requests("GET", "/me/contacts").last)
    #expect(read.url.contains("graphcalSourceUID"))
  }

  // C072, run 2
  @Test func `the same file again makes nothing, with a word on who was known by name alone`()
    async throws
  {
    let path = try file(Self.lenaCard + Self.ottoCard + Self.kimCard)
    let outcome = await machine([Self.lena, Self.otto, Self.kim]).run("import", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    #expect(
      outcome.output.hasSuffix("0 new, 0 changed, 2 unchanged, 1 skipped\n"), "\(outcome.output)")
    #expect(outcome.output.contains("somebody of this name is there already"))
  }

  // C072, run 3
  @Test func `what a card has otherwise is changed, and what it does not speak of stays`()
    async throws
  {
    var old = Self.lena.object ?? [:]
    old["spouseName"] = "Ole"
    let card = Self.lenaCard.replacing("\nEMAIL:", with: "\nTEL;TYPE=CELL:+1-555-0100\nEMAIL:")
    let outcome = await machine([.object(old)]).run("import", try file(card))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("0 new, 1 changed\n"), "\(outcome.output)")
    let patch = try #require(outcome.requests("PATCH", "/me/contacts/id-of-lena").first)
    #expect(patch.headers["If-Match"] == "W/\"1\"")
    #expect(try JSON(parsing: patch.body ?? []) == ["mobilePhone": "+1-555-0100"])
  }

  // C072, runs 4 and 5
  @Test func `another identity is another person, and one that stands twice counts once`()
    async throws
  {
    let other = Self.card("UID:u2\nFN:Lena Fog\nEMAIL:lena.fog@fabrikam.example")
    let outcome = await machine([Self.lena]).run("import", try file(other + other), "--json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try outcome.items.map { $0["status"] } == ["created", "skipped"])
    #expect(try outcome.items[1]["reason"]?.string?.contains("on line 1 already") == true)
    #expect(try outcome.items.map { $0["uid"] } == ["u2", "u2"])
  }

  @Test func `somebody of the same name and address is not merged in silence`() async throws {
    let card = Self.ottoCard.replacing("\nEMAIL:", with: "\nORG:Works\nEMAIL:")
    let outcome = await machine([Self.otto]).run("import", try file(card))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    #expect(outcome.output.contains("differs in company"), "\(outcome.output)")
    #expect(outcome.output.hasSuffix("0 new, 0 changed, 1 skipped\n"))
    let namesake = Self.card("FN:Otto Reed\nEMAIL:otto@fabrikam.example")
    let made = await machine([Self.otto]).run("import", try file(namesake))
    #expect(made.requests("POST", "/me/contacts").count == 1)
    #expect(made.errors.contains("somebody of this name is there already"))
  }

  // C069
  @Test func `what does not fit is in the note, and told`() async throws {
    let card = Self.card(
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
      """)
    let outcome = await machine().run("import", try file(card))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try #require(try created(outcome).first)
    #expect(
      body["emailAddresses"]?.array?.compactMap { $0["address"]?.string }
        == ["o5", "o1", "o2"].map { "\($0)@adventure-works.example" })
    #expect(body["businessPhones"] == ["+1-555-0130", "+1-555-0131"])
    #expect(body["mobilePhone"] == "+1-555-0133")
    #expect(body["personalNotes"]?.string?.contains("E-mail: o4@adventure-works.example") == true)
    #expect(
      outcome.errors.contains("E-mail goes into the note: o3@adventure-works.example"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("Work phone goes into the note: +1-555-0132"))
  }

  // C061, C063, C064, C067
  @Test func `what old and odd cards say arrives, and a summary tells the rest`() async throws {
    let old = Self.card(
      """
      N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9F=D0=B5=D1=82=D1=80=D0=BE=D0=B2=D0=B0;=D0=98=D1=80=D0=B8=D0=
      =BD=D0=B0;;;
      FN;CHARSET=UTF-8;QUOTED-PRINTABLE:=D0=98=D1=80=D0=B8=D0=BD=D0=B0 =
      =D0=9F=D0=B5=D1=82=D1=80=D0=BE=D0=B2=D0=B0
      TEL;CELL:+1-555-0100
      """, version: "2.1")
    let types = Self.card(
      """
      FN:Types
      TEL;TYPE=WORK;TYPE=VOICE;TYPE=pref:+1-555-0102
      TEL;TYPE=HOME,FAX:+1-555-0103
      tel;type=home:+1-555-0105
      BDAY:--0229
      X-SHOE-SIZE:43
      """)
    let groups = Self.card(
      """
      FN:Lena Fog
      item1.EMAIL;type=INTERNET;type=pref:lena@contoso.example
      item1.X-ABLabel:Invoices
      item4.X-ABDATE;type=pref:2011-06-18
      item4.X-ABLabel:_$!<Anniversary>!$_
      """)
    let outcome = await machine().run("import", try file(old + types + groups))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bodies = try created(outcome)
    try #require(bodies.count == 3)
    #expect(bodies[0]["emailAddresses"]?[0]?["name"] == "Invoices")
    #expect(bodies[0]["personalNotes"]?.string?.contains("Anniversary: 2011-06-18") == true)
    #expect(bodies[1]["businessPhones"] == ["+1-555-0102"])
    #expect(bodies[1]["homePhones"] == ["+1-555-0105"])
    #expect(bodies[1]["birthday"] == "1604-02-29T11:59:00Z")
    #expect(bodies[2]["surname"] == "Петрова")
    #expect(bodies[2]["givenName"] == "Ирина")
    #expect(outcome.errors.contains("Home fax goes into the note: +1-555-0103"))
    #expect(outcome.errors.contains("X-SHOE-SIZE is left out: 43"), "\(outcome.errors)")
  }

  // C066
  @Test func `one card that is nobody keeps no other back`() async throws {
    let cards =
      Self.card("N:Reed;Otto;J.;Dr.;MBA") + Self.card("UID:5\nREV:20261130T080000Z")
      + Self.card("EMAIL:help@adventure-works.example") + "BEGIN:VCARD\nFN:Cut"
    let outcome = await machine().run("import", try file(cards), "--jsonl")
    #expect(outcome.status == 9)
    let items = try outcome.outputLines.map { try JSON(parsing: $0) }
    #expect(items.map { $0["status"] } == ["created", "refused", "created", "refused"])
    #expect(items[1]["error"]?["line"] == 5)
    #expect(try created(outcome).count == 2)
    #expect(outcome.errors.contains("2 of 4 contacts could not be imported"))
  }

  @Test func `a dry run prints the requests and what would change, and writes nothing`()
    async throws
  {
    let path = try file(Self.lenaCard + Self.ottoCard)
    let outcome = await machine([Self.lena]).run("import", path, "--dry-run")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    #expect(try outcome.items.map { $0["url"] } == ["/me/contacts"])
    #expect(outcome.errors.hasSuffix("1 new, 0 changed, 1 unchanged\n"))
    let same = await machine([Self.lena, Self.otto]).run("import", path, "--dry-run")
    #expect(same.output.isEmpty)
    #expect(same.errors == "0 new, 0 changed, 2 unchanged\n")
    let readOnly = await machine().run("import", path, "--read-only")
    #expect(readOnly.status == 8)
    #expect(readOnly.requests.isEmpty)
  }

  @Test func `a folder is looked into alone and gets what is new`() async throws {
    let outcome = await machine([Self.lena]).run(
      "import", try file(Self.lenaCard), "--folder", "suppliers")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("POST", "/me/contactFolders/f-1/contacts").count == 1)
    let nowhere = await machine().run("import", try file(Self.lenaCard), "--folder", "X")
    #expect(nowhere.status == 3)
    let wrong = await machine().run("import", try file(Self.lenaCard), "--invite")
    #expect(wrong.status == 2)
    #expect(wrong.requests.isEmpty)
  }

  @Test(arguments: [
    ("a.vcf", "", "holds no contact"), ("a.vcf", "no card at all", "holds no contact"),
    ("a.csv", "", "it is empty"), ("a.csv", "colour,weight\nred,3\n", "no column of its header"),
  ])
  func `a file without a contact is refused`(
    name: String, text: String, words: String
  ) async throws {
    let outcome = await machine().run("import", try file(text, name))
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `a table is known by its columns, whatever the file is called`() async throws {
    let table =
      "First Name,Last Name,E-mail Address,Mobile Phone\nAna,Silva,ana@contoso.example,+1-555-0170\n"
    for name in ["people.csv", "people"] {
      let outcome = await machine().run("import", try file(table, name))
      #expect(outcome.status == 0, "\(outcome.errors)")
      let body = try #require(try created(outcome).first)
      #expect(body["givenName"] == "Ana")
      #expect(body["mobilePhone"] == "+1-555-0170")
    }
  }

  @Test func `a folder is no file`() async throws {
    let outcome = await machine().run("import", folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.requests.isEmpty)
  }

  /// A whole PNG of one pixel.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Array("IEND".utf8)
    + [0, 0, 0, 0]

  @Test func `a photo is set once, and left alone where it is the same`() async throws {
    let text = Data(Self.png).base64EncodedString()
    let photo = "\nPHOTO;ENCODING=b;TYPE=PNG:\(text)"
    let new = await machine().run(
      "import", try file(Self.ottoCard.replacing("\nFN:", with: photo + "\nFN:")))
    #expect(new.status == 0, "\(new.errors)")
    let put = try #require(new.requests("PUT", "/photo/$value").first)
    #expect(put.headers["Content-Type"] == "image/png")
    #expect(put.body == Self.png)
    let card = Self.lenaCard.replacing("\nFN:", with: photo + "\nFN:")
    func answer(_ status: Int, _ body: JSON) -> [String: [Service.Answer]] {
      let response: JSON = [
        "responses": [["id": "0", "status": .number(status), "body": body]]
      ]
      return ["POST /$batch": [.ok(response.text(.wire))]]
    }
    let same = await machine([Self.lena], answer(200, .string(text))).run("import", try file(card))
    #expect(same.output == "0 new, 0 changed, 1 unchanged\n", "\(same.errors)")
    #expect(same.requests("PUT", "").isEmpty)
    let none: JSON = ["error": ["code": "ErrorItemNotFound", "message": "No."]]
    let other = await machine([Self.lena], answer(404, none)).run("import", try file(card))
    #expect(other.output.hasSuffix("0 new, 1 changed\n"), "\(other.output)")
    #expect(other.requests("PUT", "/me/contacts/id-of-lena/photo/$value").count == 1)
  }
}
