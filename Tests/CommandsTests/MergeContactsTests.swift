import HTTP
import JSON
import TestSupport
import Testing

/// What a merge of contacts shows, asks and sends.
@Suite struct MergeContactsTests {
  private static let (ana, bo) = ("ana-with-a-long-id", "bo-with-a-long-id")
  private static let picture = HTTPResponse(
    status: 200, headers: ["Content-Type": "image/png"], body: [0x89, 0x50, 0x4E, 0x47])

  /// Ana, and another one of her with more than she has places for.
  private func service() -> Service {
    let other = EditContactTests.contact(
      Self.bo,
      [
        "displayName": "Ana S.", "givenName": "Ana", "surname": "Silva", "nickName": "Aninha",
        "emailAddresses": [
          ["address": "third@z.example"], ["address": "fourth@z.example", "name": "old"],
        ],
        "mobilePhone": "+351 21 555 0177", "jobTitle": "Captain", "children": ["Kim", "Bo"],
        "categories": ["Friend"], "personalNotes": "Plays the cello",
        "homeAddress": ["city": "Lisboa"], "birthday": "1984-02-29T11:59:00Z",
      ])
    return Service([
      "GET /me/contacts/\(Self.ana)": [.ok(EditContactTests.contact(Self.ana))],
      "PATCH /me/contacts/\(Self.ana)": [.ok(EditContactTests.contact(Self.ana, etag: "2"))],
      "GET /me/contacts/\(Self.bo)": [.ok(other)],
      "GET /me/contacts/\(Self.bo)/photo/$value": [.success(Self.picture)],
      "PUT /me/contacts/\(Self.ana)/photo/$value": [.status(200)],
      "DELETE /me/contacts/\(Self.bo)": [.status(204)],
    ])
  }

  private let words = ["merge-contacts", ana, bo]

  @Test func `what it will hold is shown before it is asked`() async throws {
    let machine = Machine(service())
    let asked = await machine.run(words)
    #expect(asked.status == 8)
    #expect(!asked.requests.contains { $0.method != "GET" })
    try expectGolden(asked.transcript, "merge-contacts.txt")
  }

  @Test(arguments: [ana, bo])
  func `a picture that cannot be read stops it`(id: String) async throws {
    let service = service()
    await service.script(
      "GET /me/contacts/\(id)/photo/$value", .error(403, "ErrorAccessDenied"))
    let outcome = await Machine(service).run(words + ["--yes"])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing was merged"))
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `the first takes everything, the others go last`() async throws {
    let outcome = await Machine(service()).run(words + ["--yes"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Merged into "))
    let writes = outcome.requests.filter { $0.method != "GET" }
    #expect(writes.map(\.method) == ["PATCH", "PUT", "DELETE"])
    #expect(writes[0].headers["If-Match"] == "W/\"1\"")
    #expect(writes[1].body == Self.picture.body)
    #expect(writes[1].headers["Content-Type"] == "image/png")
    #expect(writes[2].headers["If-Match"] == "W/\"1\"")
    let note =
      "Tall\nand kind\n\nPlays the cello\n\nName: Ana S.\nE-mail: old fourth@z.example\n"
      + "Mobile: +351 21 555 0177\nJob title: Captain"
    let body = try JSON(parsing: writes[0].body ?? [])
    #expect(
      body == [
        "nickName": "Aninha", "displayName": "Ana Silva",
        "emailAddresses": [
          ["address": "ana@x.example", "name": "home"],
          ["address": "silva@y.example", "name": "Ana Silva"], ["address": "third@z.example"],
        ],
        "otherAddress": [
          "street": nil, "city": "Lisboa", "state": nil, "postalCode": nil, "countryOrRegion": nil,
        ],
        "birthday": "1984-02-29T11:59:00Z", "children": ["Kim", "Bo"],
        "categories": ["Customer", "Friend"],
        "personalNotes": .string(note),
      ])
  }

  @Test func `programs get the contact with what it got`() async throws {
    let outcome = await Machine(service()).run(words + ["--yes", "--json"])
    let merge = try outcome.json["graphcal"]?["merge"]
    #expect(merge?["deleted"] == [.string(Self.bo)])
    #expect(merge?["picture"] == true)
    #expect(
      merge?["changes"]?.array?.contains([
        "property": "jobTitle", "value": "Captain", "inNote": true,
      ]) == true)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a dry run shows all requests and sends none`() async throws {
    let outcome = await Machine(service()).run(words + ["--dry-run"])
    #expect(try outcome.items.map { $0["method"] } == ["PATCH", "PUT", "DELETE"])
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test func `one contact cannot be merged with itself`() async {
    let machine = Machine(service())
    #expect(await machine.run("merge-contacts", Self.ana, Self.ana, "--yes").status == 2)
    #expect(await machine.run("merge-contacts", Self.ana).status == 2)
    #expect(await machine.run(words + ["--read-only"]).status == 8)
  }

  @Test func `where the first cannot be changed nothing is deleted`() async {
    let machine = Machine(service())
    await machine.service.script(
      "PATCH /me/contacts/\(Self.ana)", .error(403, "ErrorAccessDenied"))
    let outcome = await machine.run(words + ["--yes"])
    #expect(outcome.status == 5)
    #expect(outcome.requests.filter { $0.method != "GET" }.count == 1)
  }

  @Test(arguments: ["PUT", "DELETE"])
  func `a failure half-way loses nothing and says how to go on`(method: String) async {
    let machine = Machine(service())
    let path = method == "PUT" ? "\(Self.ana)/photo/$value" : Self.bo
    await machine.service.script(
      "\(method) /me/contacts/\(path)", .error(412, "ErrorIrresolvableConflict"))
    let outcome = await machine.run(words + ["--yes"])
    #expect(outcome.status == 9)
    #expect(
      outcome.errors.contains("Ana Silva holds everything now, and Ana S. is still there"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("graphcal merge-contacts \(Self.ana) \(Self.bo)"))
    #expect(outcome.requests("DELETE", "").count == (method == "PUT" ? 0 : 1))
  }

  @Test func `a picture that nobody keeps is told`() async {
    let machine = Machine(service())
    await machine.service.script(
      "GET /me/contacts/\(Self.ana)/photo/$value",
      .success(HTTPResponse(status: 200, headers: ["Content-Type": "image/png"], body: [1])))
    let asked = await machine.run(words)
    #expect(asked.errors.contains("The picture of Ana S. is not kept"), "\(asked.errors)")
    let outcome = await machine.run(words + ["--yes"])
    #expect(outcome.requests("PUT", "").isEmpty)
  }
}
