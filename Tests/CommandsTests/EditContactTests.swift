import HTTP
import JSON
import TestSupport
import Testing

/// What a change of a contact sends, and what it says.
@Suite struct EditContactTests {
  /// A whole contact; `more` replaces members.
  static func contact(
    _ id: String = "a-contact-with-a-long-id", etag: String = "1", _ more: JSONObject = [:]
  ) -> String {
    var contact: JSONObject = [
      "@odata.etag": .string("W/\"\(etag)\""), "id": .string(id), "parentFolderId": "f-0",
      "displayName": "Ana Silva", "givenName": "Ana", "surname": "Silva", "middleName": nil,
      "title": nil, "generation": nil, "initials": nil, "nickName": nil, "yomiGivenName": nil,
      "yomiSurname": nil, "fileAs": "Silva, Ana", "yomiCompanyName": nil, "companyName": "Harbor",
      "department": nil, "officeLocation": nil, "jobTitle": "Cook", "profession": nil,
      "manager": nil, "assistantName": nil, "spouseName": nil, "children": ["Kim"],
      "businessHomePage": nil, "imAddresses": [], "personalNotes": "Tall\nand kind",
      "categories": ["Customer"], "birthday": "1604-02-29T11:59:00Z",
      "emailAddresses": [
        ["name": "home", "address": "ana@x.example"],
        ["name": "Ana Silva", "address": "silva@y.example"],
      ],
      "mobilePhone": "+1 713 555 0100", "businessPhones": ["1", "2"], "homePhones": [],
      "homeAddress": ["street": "1 Loop", "city": "Oslo", "state": "X"], "businessAddress": [:],
      "otherAddress": [:],
    ]
    for (name, value) in more.members { contact[name] = value }
    return JSON.object(contact).text(.wire)
  }

  static let path = "/me/contacts/a-contact-with-a-long-id"

  private func service(_ answers: Service.Answer...) -> Service {
    Service([
      "GET \(Self.path)": [.ok(Self.contact())],
      "PATCH \(Self.path)": answers.isEmpty ? [.ok(Self.contact(etag: "2"))] : answers,
    ])
  }

  private func edit(_ words: [String]) async -> Outcome {
    await Machine(service()).run(["edit-contact", "a-contact-with-a-long-id"] + words)
  }

  private static let emails: [JSON] = [
    ["address": "ana@x.example", "name": "home"],
    ["address": "silva@y.example", "name": "Ana Silva"],
  ]

  private static func address(_ parts: JSONObject) -> JSON {
    var address: JSONObject = [
      "street": nil, "city": nil, "state": nil, "postalCode": nil, "countryOrRegion": nil,
    ]
    for (name, value) in parts.members { address[name] = value }
    return .object(address)
  }

  @Test(
    arguments: [
      (["--job-title", "Captain"], ["jobTitle": "Captain"]),
      (["--job-title", ""], ["jobTitle": nil]), (["--note", ""], ["personalNotes": nil]),
      (["--birthday", "2000-02-29"], ["birthday": "2000-02-29T11:59:00Z"]),
      (["--birthday", ""], ["birthday": nil]),
      (["--surname", "Costa"], ["surname": "Costa", "displayName": "Ana Costa"]),
      (["--nickname", "A"], ["nickName": "A", "displayName": "Ana Silva"]),
      (["--display-name", "Aninha"], ["displayName": "Aninha"]),
      (
        ["--add-email", "work=a@z.example"],
        ["emailAddresses": .array(emails + [["address": "a@z.example", "name": "work"]])]
      ),
      (
        ["--add-email", "work=ANA@x.example"],
        ["emailAddresses": [["address": "ANA@x.example", "name": "work"], emails[1]]]
      ),
      (["--remove-email", "SILVA@y.example"], ["emailAddresses": [emails[0]]]),
      (
        ["--email", "new@z.example", "--email", "ana@x.example"],
        ["emailAddresses": [["address": "new@z.example"], emails[0]]]
      ),
      (["--email", ""], ["emailAddresses": []]),
      (["--phone", "mobile=0"], ["mobilePhone": "0"]),
      (["--phone", "business="], ["businessPhones": []]),
      (["--phone", "home=1"], ["businessPhones": ["2"], "homePhones": ["1"]]),
      (["--phone", ""], ["mobilePhone": nil, "businessPhones": []]),
      (["--add-phone", "home=3"], ["homePhones": ["3"]]),
      (["--remove-phone", "713-555-0100"], ["mobilePhone": nil]),
      (["--remove-phone", "1", "--add-phone", "work=9"], ["businessPhones": ["2", "9"]]),
      (["--add-category", "Friend"], ["categories": ["Customer", "Friend"]]),
      (["--remove-category", "customer"], ["categories": []]),
      (["--category", "Friend"], ["categories": ["Friend"]]),
      (["--child", ""], ["children": []]), (["--child", "Bo"], ["children": ["Bo"]]),
      (
        ["--address", "home=2 Loop;Oslo"],
        ["homeAddress": address(["street": "2 Loop", "city": "Oslo"])]
      ),
      (["--address", "home="], ["homeAddress": address([:])]),
      (["--address", "work=;;;;NO"], ["businessAddress": address(["countryOrRegion": "NO"])]),
      (["--file-as", "Ana"], ["fileAs": "Ana"]),
    ] as [([String], JSONObject)])
  func `only what is given is sent`(words: [String], body: JSONObject) async throws {
    let outcome = await edit(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Changed "))
    let requests = outcome.requests("PATCH", Self.path)
    #expect(requests.count == 1)
    #expect(requests.first?.headers["If-Match"] == "W/\"1\"")
    #expect(try JSON(parsing: requests.first?.body ?? []) == .object(body))
  }

  @Test(
    arguments: [
      ([], 2, "nothing to change"),
      (["--birthday", "1985-02-29"], 2, "no date that a calendar has"),
      (["--add-email", "nobody"], 2, "--add-email"), (["--add-phone", "fax=1"], 2, "fax"),
      (["--note", "a", "--note-file", "b"], 2, "--note-file"),
      (["--remove-email", "bo@x.example"], 3, "ana@x.example, silva@y.example"),
      (["--remove-phone", "12345678"], 3, "+1 713 555 0100, 1, 2"),
      (["--remove-category", "Friend"], 3, "Customer"),
      (["--add-phone", "work=3"], 2, "1, 2, 3"),
      (["--add-phone", "3"], 2, "business numbers"),
      (
        ["--add-email", "third@x.example", "--add-email", "fourth@x.example"], 2,
        "ana@x.example, silva@y.example, third@x.example, fourth@x.example"
      ),
    ] as [([String], Int32, String)])
  func `what cannot be is refused before anything is written`(
    words: [String], status: Int32, message: String
  ) async {
    let outcome = await edit(words)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.requests("PATCH", "").isEmpty)
  }

  @Test func `what is so already is not sent`() async {
    let outcome = await edit(["--job-title", "Cook", "--add-category", "customer"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("so already"))
    #expect(outcome.requests("PATCH", "").isEmpty)
  }

  @Test func `a dry run shows the request and sends none`() async throws {
    let outcome = await edit(["--job-title", "Captain", "--dry-run"])
    let item = try #require(try outcome.items.first)
    #expect(item["method"] == "PATCH")
    #expect(item["url"] == .string(Self.path))
    #expect(item["headers"]?["If-Match"] == "W/\"1\"")
    #expect(item["body"] == ["jobTitle": "Captain"])
    #expect(outcome.requests("PATCH", "").isEmpty)
    let readOnly = await edit(["--job-title", "Captain", "--read-only"])
    #expect(readOnly.status == 8)
    #expect(readOnly.requests.isEmpty)
  }

  // MARK: Others change it too

  private static let moved = Service.Answer.error(412, "ErrorIrresolvableConflict")

  @Test func `a change of something else in the meantime is kept`() async throws {
    let service = service(Self.moved, .ok(Self.contact(etag: "3")))
    await service.script(
      "GET \(Self.path)", .ok(Self.contact()),
      .ok(Self.contact(etag: "2", ["displayName": "Ana S.", "jobTitle": "Captain"])))
    let outcome = await Machine(service).run(
      "edit-contact", "a-contact-with-a-long-id", "--surname", "Costa")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("changed meanwhile (display name, job title)"))
    let patches = outcome.requests("PATCH", "")
    #expect(patches.map { $0.headers["If-Match"] } == ["W/\"1\"", "W/\"2\""])
    // The name that somebody else has given it stays.
    #expect(
      try JSON(parsing: patches.last?.body ?? []) == ["surname": "Costa", "displayName": "Ana S."])
  }

  @Test func `a change of the same thing in the meantime is shown`() async {
    let service = service(Self.moved)
    await service.script(
      "GET \(Self.path)", .ok(Self.contact()),
      .ok(Self.contact(etag: "2", ["jobTitle": "Pilot"])))
    let outcome = await Machine(service).run(
      "edit-contact", "a-contact-with-a-long-id", "--job-title", "Captain")
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("job title: there \"Pilot\", here \"Captain\""))
    #expect(outcome.requests("PATCH", "").count == 1)
  }

  @Test func `a contact that keeps changing is left alone`() async {
    let service = service(Self.moved)
    await service.script(
      "GET \(Self.path)", .ok(Self.contact()), .ok(Self.contact(etag: "2")))
    let outcome = await Machine(service).run(
      "edit-contact", "a-contact-with-a-long-id", "--job-title", "Captain")
    #expect(outcome.status == 6)
    #expect(outcome.requests("PATCH", "").count == 2)
  }

  @Test(arguments: [true, false])
  func `after a lost answer the contact is read`(wasDone: Bool) async {
    let changed = Self.contact(etag: "2", ["jobTitle": "Captain"])
    let service = service(.error(503, "UnknownError"), .ok(changed))
    await service.script(
      "GET \(Self.path)", .ok(Self.contact()), .ok(wasDone ? changed : Self.contact()))
    let outcome = await Machine(service).run(
      "edit-contact", "a-contact-with-a-long-id", "--job-title", "Captain")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("PATCH", "").count == (wasDone ? 1 : 2))
  }

  @Test func `two contacts with one short id are both named`() async throws {
    let service = Service([
      "GET /me/contacts": [.list(#"{"id":"contact-4591"},{"id":"contact-8061"}"#)],
      "GET /me/contactFolders": [.list("")],
    ])
    let machine = Machine(service)
    let outcome = await machine.run("edit-contact", "hsah", "--job-title", "x")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("more than one item: hsahhpepk5p4, hsahvnx9c6nx"))
    #expect(outcome.requests("PATCH", "").isEmpty)
    let wrong = await machine.run("edit-contact", "a", "--job-title", "x")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("no row number, no short id and no full id"))
  }
}
