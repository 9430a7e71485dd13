import HTTP
import JSON
import TestSupport
import Testing

/// What a move of contacts sends, and what stands when it stops half-way.
@Suite struct MoveContactTests {
  private static let (ana, bo) = ("ana-with-a-long-id", "bo-with-a-long-id")
  private static let new = "new-with-a-long-id"

  private func service() -> Service {
    let created = EditContactTests.contact(Self.new, ["parentFolderId": "f-1"])
    return Service([
      "GET /me/contacts/\(Self.ana)": [.ok(EditContactTests.contact(Self.ana))],
      "GET /me/contacts/\(Self.bo)": [
        .ok(EditContactTests.contact(Self.bo, ["displayName": "Bo"]))
      ],
      "GET /me/contacts": [.list(EditContactTests.contact(Self.ana))],
      "GET /me/contactFolders": [.list(#"{"id":"f-1","displayName":"Suppliers"}"#)],
      "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      "GET /me/contactFolders/f-1/childFolders": [.list("")],
      "GET /me/contacts/\(Self.ana)/photo/$value": [
        .success(HTTPResponse(status: 200, headers: ["Content-Type": "image/jpeg"], body: [7]))
      ],
      "POST /me/contactFolders/f-1/contacts": [.success(.json(created, status: 201))],
      "PUT /me/contacts/\(Self.new)/photo/$value": [.status(200)],
      "DELETE /me/contacts/\(Self.ana)": [.status(204)],
      "DELETE /me/contacts/\(Self.bo)": [.status(204)],
      "DELETE /me/contacts/\(Self.new)": [.status(204)],
    ])
  }

  private let words = ["move-contact", ana, "--folder", "suppliers"]

  private func writes(_ outcome: Outcome) -> [HTTPRequest] {
    outcome.requests.filter { $0.method != "GET" }
  }

  @Test func `it is made there with its picture, then deleted here`() async throws {
    let outcome = await Machine(service()).run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Moved "))
    #expect(outcome.output.contains("Ana Silva in Suppliers"))
    let writes = writes(outcome)
    #expect(writes.map(\.method) == ["POST", "PUT", "DELETE"])
    let body = try JSON(parsing: writes[0].body ?? [])
    #expect(body["emailAddresses"]?[0] == ["name": "home", "address": "ana@x.example"])
    #expect(body["birthday"] == "1604-02-29T11:59:00Z")
    #expect(body["id"] == nil && body["parentFolderId"] == nil && body["jobTitle"] == "Cook")
    #expect(writes[1].body == [7])
    #expect(writes[2].headers["If-Match"] == "W/\"1\"")
  }

  @Test func `a dry run shows all requests and sends none`() async throws {
    let outcome = await Machine(service()).run(words + ["--dry-run"])
    #expect(try outcome.items.map { $0["method"] } == ["POST", "PUT", "DELETE"])
    #expect(writes(outcome).isEmpty)
  }

  @Test(
    arguments: [
      (["move-contact", ana], 2), (["move-contact", ana, "--folder", "Friends"], 3),
      (["move-contact", ana, "--folder", "Contacts"], 2),
      (["move-contact", ana, "--folder", "Suppliers", "--read-only"], 8),
    ] as [([String], Int32)])
  func `what cannot be is refused before anything is written`(
    words: [String], status: Int32
  ) async {
    let outcome = await Machine(service()).run(words)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(writes(outcome).isEmpty)
  }

  @Test(arguments: ["PUT", "DELETE"])
  func `where it stops half-way the copy is taken away again`(method: String) async {
    let machine = Machine(service())
    let path = method == "PUT" ? "\(Self.new)/photo/$value" : Self.ana
    await machine.service.script(
      "\(method) /me/contacts/\(path)", .error(412, "ErrorIrresolvableConflict"))
    let outcome = await machine.run(words)
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("Ana Silva was not moved and is as it was"))
    #expect(writes(outcome).last?.url.contains(Self.new) == true)
    #expect(writes(outcome).last?.method == "DELETE")
  }

  @Test func `where the copy cannot be taken away, what stands is told`() async {
    let machine = Machine(service())
    let refusal = Service.Answer.error(403, "ErrorAccessDenied")
    await machine.service.script("DELETE /me/contacts/\(Self.ana)", refusal)
    await machine.service.script("DELETE /me/contacts/\(Self.new)", refusal)
    let outcome = await machine.run(words)
    #expect(outcome.status == 9)
    #expect(outcome.errors.contains("Ana Silva stands in \"Suppliers\" as"), "\(outcome.errors)")
    #expect(outcome.errors.contains("delete-contact \(Self.ana) finishes the move"))
  }

  @Test func `a lost answer of the create is told, and nothing is deleted`() async {
    let machine = Machine(service())
    await machine.service.script(
      "POST /me/contactFolders/f-1/contacts", .error(503, "UnknownError"))
    let outcome = await machine.run(words + ["--max-wait", "0"])
    #expect(outcome.status == 7)
    #expect(outcome.errors.contains("it is still where it was"))
    #expect(outcome.requests("DELETE", "").isEmpty)
  }

  @Test func `of several those not tried are named`() async {
    let machine = Machine(service())
    await machine.service.script(
      "POST /me/contactFolders/f-1/contacts",
      .success(.json(EditContactTests.contact(Self.new), status: 201)),
      .error(507, "ErrorQuotaExceeded"))
    let outcome = await machine.run(
      "move-contact", Self.ana, Self.bo, "--folder", "Suppliers")
    #expect(outcome.status == 9)
    #expect(outcome.output.hasPrefix("Moved "))
    #expect(outcome.errors.contains("1 of 2 contacts was moved"))
  }

  @Test func `a picture that cannot be read is asked about`() async {
    let machine = Machine(service())
    await machine.service.script(
      "GET /me/contacts/\(Self.ana)/photo/$value", .error(403, "ErrorAccessDenied"))
    let asked = await machine.run(words)
    #expect(asked.status == 8)
    #expect(asked.errors.contains("will be lost"))
    #expect(writes(asked).isEmpty)
    #expect(await machine.run(words + ["--yes"]).status == 0)
  }
}
