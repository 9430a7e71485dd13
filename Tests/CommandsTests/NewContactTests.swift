import HTTP
import JSON
import Host
import TestSupport
import Testing

/// `new-contact`, `contact-folders`, `birthdays` and `duplicates`.
@Suite struct NewContactTests {
  private static func contact(_ id: String, _ name: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","parentFolderId":"f-0","displayName":"\#(name)","givenName":null,"surname":null,"#
      + #""middleName":null,"title":null,"generation":null,"initials":null,"nickName":null,"#
      + #""yomiGivenName":null,"yomiSurname":null,"mobilePhone":null,"businessPhones":[],"homePhones":[],"#
      + #""emailAddresses":[]\#(more)}"#
  }

  private static func service(_ contacts: [String] = []) -> Service {
    Service([
      "GET /me/contacts": [.list(contacts.joined(separator: ","))],
      "POST /me/contacts": [.success(.json(contact("new", "John Appleseed"), status: 201))],
      "POST /me/contactFolders/f-1/contacts": [
        .success(.json(contact("new", "John Appleseed"), status: 201))
      ],
      "GET /me/contactFolders": [.list(#"{"id":"f-1","displayName":"Suppliers"}"#)],
      "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      "GET /me/contactFolders/f-1/childFolders": [.list(#"{"id":"f-2","displayName":"Old"}"#)],
      "GET /me/contactFolders/f-2/childFolders": [.list("")],
    ])
  }

  private static let john = [
    "new-contact", "--given-name", "John", "--surname", "Appleseed", "--email",
    "home=john@contoso.example", "--email", "work=j.appleseed@contoso.example", "--phone",
    "mobile=+1-713-555-0100", "--address", "work=1 Infinite Loop;Cupertino;CA;95014;US",
    "--birthday", "1984-04-01",
  ]

  let machine = Machine(service())

  @Test func `a contact is sent once with all that was said`() async throws {
    let outcome = await machine.run(Self.john)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("John Appleseed"))
    let requests = outcome.requests("POST", "/me/contacts")
    #expect(requests.count == 1)
    #expect(
      try JSON(parsing: try #require(requests.first?.body)) == [
        "givenName": "John", "surname": "Appleseed", "displayName": "John Appleseed",
        "emailAddresses": [
          ["address": "john@contoso.example", "name": "home"],
          ["address": "j.appleseed@contoso.example", "name": "work"],
        ],
        "mobilePhone": "+1-713-555-0100",
        "businessAddress": [
          "street": "1 Infinite Loop", "city": "Cupertino", "state": "CA", "postalCode": "95014",
          "countryOrRegion": "US",
        ],
        "birthday": "1984-04-01T11:59:00Z",
      ])
  }

  @Test func `a dry run prints the request and sends nothing`() async throws {
    let outcome = await machine.run(Self.john + ["--folder", "suppliers", "--dry-run"])
    #expect(try outcome.items.first?["url"]?.string == "/me/contactFolders/f-1/contacts")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
    let readOnly = await machine.run(Self.john + ["--read-only"])
    #expect(readOnly.status == 8)
  }

  @Test(arguments: [
    (["--email", "a@x.example;b@x.example"], "is no mail address"),
    (["--email", "nobody"], "is no mail address"),
    (
      [
        "--email", "a@x.example", "--email", "b@x.example", "--email", "c@x.example", "--email",
        "d@x.example",
      ],
      "a@x.example, b@x.example, c@x.example, d@x.example"
    ),
    (["--phone", "mobile=1", "--phone", "mobile=2"], "1 mobile number,"),
    (["--phone", "fax=1"], "no place for a number of the kind \"fax\""),
    (["--phone", "home=callme"], "has no digit"),
    (["--address", "moon=x"], "no place for an address of the kind \"moon\""),
    (["--address", "a;b;c;d;e;f"], "has 6"),
    (["--birthday", "1985-02-29"], "is no date that a calendar has"),
    (["--note", "a", "--note-file", "b"], "both give the note"),
  ])
  func `what no contact can hold is refused before anything is sent`(
    words: [String], message: String
  ) async throws {
    let outcome = await machine.run(["new-contact", "--given-name", "Ana"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a contact of nothing is none`() async throws {
    #expect(await machine.run("new-contact", "--note", "x").status == 2)
    #expect(await machine.run("new-contact").status == 2)
  }

  @Test func `a create whose outcome is not known is not repeated, and that is said`() async throws
  {
    await machine.service.script(
      "POST /me/contacts",
      .failure(
        TransportError(
          reason: .connectionLost, host: "graph.test", detail: "reset", wasNotSent: false)))
    let outcome = await machine.run(Self.john)
    #expect(outcome.status == 7)
    #expect(
      outcome.errors.contains("not known whether the service has done it: create the contact"))
    #expect(outcome.requests("POST", "/me/contacts").count == 1)
  }

  @Test func `numbers and labels find their places`() async throws {
    let outcome = await machine.run(
      "new-contact", "--given-name", "Ana", "--phone", "1", "--phone", "2", "--phone", "home=3",
      "--email", "a=b@x.example", "--email", "A=B@x.example", "--dry-run")
    let body = try #require(try outcome.items.first?["body"])
    #expect(body["mobilePhone"] == "1")
    #expect(body["businessPhones"] == ["2"])
    #expect(body["homePhones"] == ["3"])
    #expect(body["emailAddresses"] == [["address": "B@x.example", "name": "A"]])
  }

  @Test func `folders are a tree`() async throws {
    let machine = Machine(Self.service([Self.contact("1", "Ana")]), columns: 80)
    try expectGolden(await machine.transcript("contact-folders"), "contact-folders.txt")
    let items = try await machine.run("contact-folders", "--json").items
    #expect(
      items.map { $0["graphcal"]?["path"]?.string } == ["Contacts", "Suppliers", "Suppliers/Old"])
    #expect(items.map { $0["graphcal"]?["isDefault"]?.bool } == [true, false, false])
  }

  @Test func `birthdays come in their order, the 29th of February on the 28th`() async throws {
    let contacts = [
      ("today", "1990-11-30"), ("yesterday", "1990-11-29"), ("leap", "1604-02-29"),
      ("soon", "2000-12-01"), ("far", "1990-06-01"),
    ].map { Self.contact($0.0, $0.0, #","birthday":"\#($0.1)T11:59:00Z""#) }
    let machine = Machine(Self.service(contacts), columns: 80)
    await machine.service.script("GET /me/contactFolders", .list(""))
    try expectGolden(await machine.transcript("birthdays"), "birthdays.txt")
    var pipe = machine
    pipe.environment.variables["GRAPHCAL_FORCE_TTY"] = nil
    let piped = await pipe.run("birthdays")
    #expect(piped.status == 0 && !piped.output.contains("1  "), "\(piped.output)")
    let year = try await machine.run("birthdays", "--next", "365d", "--json").items
    #expect(
      year.map { $0["graphcal"]?["nextBirthday"]?.string } == [
        "2026-11-30", "2026-12-01", "2027-02-28", "2027-06-01", "2027-11-29",
      ])
    #expect(year.map { $0["graphcal"]?["age"]?.int } == [36, 26, nil, 37, 37])
    #expect(await machine.run("birthdays", "--next", "2h").status == 2)
  }

  @Test func `doubles are shown with what they share`() async throws {
    let mail = #","emailAddresses":[{"address":"ana@x.example"}]"#
    let contacts = [
      Self.contact("1", "Ana Silva").replacing(#","emailAddresses":[]"#, with: mail),
      Self.contact("2", "Bo"),
      Self.contact("3", "SILVA, Ána").replacing(#","emailAddresses":[]"#, with: mail),
    ]
    let machine = Machine(Self.service(contacts), columns: 80)
    await machine.service.script("GET /me/contactFolders", .list(""))
    try expectGolden(await machine.transcript("duplicates"), "duplicates.txt")
    var pipe = machine
    pipe.environment.variables["GRAPHCAL_FORCE_TTY"] = nil
    let piped = await pipe.run("duplicates")
    #expect(piped.status == 0 && !piped.output.contains("1  "), "\(piped.output)")
    let groups = try await machine.run("duplicates", "--json").items
    #expect(groups.count == 1)
    #expect(groups.first?["contacts"]?.array?.count == 2)
    #expect(groups.first?["reasons"]?.array?.count == 2)
  }
}
