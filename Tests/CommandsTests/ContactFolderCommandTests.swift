import HTTP
import JSON
import TestSupport
import Testing

/// `new-contact-folder`, `edit-contact-folder` and `delete-contact-folder`.
@Suite struct ContactFolderCommandTests {
  private static let suppliers =
    #"{"id":"f-1","displayName":"Suppliers","parentFolderId":"f-0"}"#
  private static let friends = #"{"id":"f-3","displayName":"Friends","parentFolderId":"f-0"}"#
  private static let old = #"{"id":"f-2","displayName":"Old","parentFolderId":"f-1"}"#

  let machine = Machine(
    Service([
      "GET /me/contacts": [.list(#"{"id":"c-0","parentFolderId":"f-0"}"#)],
      "GET /me/contactFolders": [.list(suppliers + "," + friends)],
      "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      "GET /me/contactFolders/f-1/childFolders": [.list(old)],
      "GET /me/contactFolders/f-2/childFolders": [.list("")],
      "GET /me/contactFolders/f-3/childFolders": [.list("")],
      "GET /me/contactFolders/f-1/contacts": [.list(#"{"id":"c-1"},{"id":"c-2"}"#)],
      "GET /me/contactFolders/f-2/contacts": [.list(#"{"id":"c-3"}"#)],
      "GET /me/contactFolders/f-3/contacts": [.list("")],
      "POST /me/contactFolders": [
        .success(.json(#"{"id":"new","displayName":"Crew"}"#, status: 201))
      ],
      "POST /me/contactFolders/f-1/childFolders": [
        .success(.json(#"{"id":"new","displayName":"Crew"}"#, status: 201))
      ],
      "PATCH /me/contactFolders/f-1": [
        .ok(#"{"id":"f-1","displayName":"Partners","parentFolderId":"f-0"}"#)
      ],
      "PATCH /me/contactFolders/f-2": [.ok(old)],
      "DELETE /me/contactFolders/f-1": [.status(204)],
      "DELETE /me/contactFolders/f-2": [.status(204)],
      "DELETE /me/contactFolders/f-3": [.status(204)],
    ]))

  private static func body(_ outcome: Outcome, _ method: String) throws -> JSON {
    try JSON(parsing: try #require(outcome.requests(method, "").first?.body))
  }

  @Test func `a folder is made beside the others or in one of them`() async throws {
    let plain = await machine.run("new-contact-folder", "Crew")
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(plain.output.hasPrefix("Created ") && plain.output.hasSuffix("  Crew\n"))
    #expect(plain.requests("POST", "/me/contactFolders").count == 1)
    #expect(try Self.body(plain, "POST") == ["displayName": "Crew"])
    let inner = await machine.run("new-contact-folder", "Crew", "--parent", "suppliers")
    #expect(inner.output.hasSuffix("  Crew in Suppliers\n"), "\(inner.errors)")
    #expect(inner.requests("POST", "/f-1/childFolders").count == 1)
    let standard = await machine.run("new-contact-folder", "Crew", "--parent", "Contacts")
    #expect(standard.requests("POST", "/me/contactFolders").count == 1)
    let json = try await machine.run("new-contact-folder", "Crew", "--json").json
    #expect(json["id"] == "new")
    let dry = await machine.run("new-contact-folder", "Crew", "--dry-run")
    #expect(try dry.items.first?["body"]?["displayName"] == "Crew")
    #expect(dry.requests("POST", "").isEmpty)
    #expect(await machine.run("new-contact-folder", "Crew", "--parent", "Nowhere").status == 3)
    let taken = await machine.run("new-contact-folder", "contacts")
    #expect(taken.status == 2 && taken.requests("POST", "").isEmpty, "\(taken.errors)")
    #expect(await machine.run("new-contact-folder", " ").status == 2)
    #expect(await machine.run("new-contact-folder", "Crew", "--read-only").status == 8)
  }

  @Test func `a name in use is told as that`() async {
    await machine.service.script("POST /me/contactFolders", .error(409, "ErrorFolderExists"))
    await machine.service.script("PATCH /me/contactFolders/f-1", .error(409, "ErrorFolderExists"))
    for words in [
      ["new-contact-folder", "Friends"], ["edit-contact-folder", "Suppliers", "--name", "Friends"],
    ] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 6)
      #expect(outcome.errors.contains("\"Friends\" is there already"))
    }
  }

  @Test func `a folder gets another name or another place`() async throws {
    let named = await machine.run("edit-contact-folder", "suppliers", "--name", "Partners")
    #expect(named.status == 0, "\(named.errors)")
    #expect(try Self.body(named, "PATCH") == ["displayName": "Partners"])
    let moved = await machine.run("edit-contact-folder", "Suppliers/Old", "--parent", "Friends")
    #expect(try Self.body(moved, "PATCH") == ["parentFolderId": "f-3"])
    let out = await machine.run("edit-contact-folder", "Old", "--parent", "contacts")
    #expect(try Self.body(out, "PATCH") == ["parentFolderId": "f-0"])
    let dry = await machine.run("edit-contact-folder", "Old", "--name", "Older", "--dry-run")
    #expect(dry.requests("PATCH", "").isEmpty && dry.output.contains("PATCH"))
  }

  @Test(arguments: [
    (["edit-contact-folder", "Contacts", "--name", "X"], 2, "is the default folder"),
    (["edit-contact-folder", "Suppliers", "--parent", "Old"], 2, "cannot be moved into itself"),
    (["edit-contact-folder", "Suppliers", "--parent", "f-1"], 2, "cannot be moved into itself"),
    (["edit-contact-folder", "Suppliers"], 2, "changes nothing"),
    (["edit-contact-folder", "Nowhere", "--name", "X"], 3, "Contacts, Suppliers"),
    (["delete-contact-folder", "Contacts", "--yes"], 2, "is the default folder"),
    (["delete-contact-folder", "f-0", "--yes"], 2, "is the default folder"),
    (["delete-contact-folder", "Nowhere", "--yes"], 3, "Contacts, Suppliers"),
    (["delete-contact-folder", "Old", "--read-only"], 8, "read-only"),
  ])
  func `what cannot be is refused and nothing is sent`(
    words: [String], status: Int32, text: String
  ) async {
    let outcome = await machine.run(words)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }

  @Test(arguments: [
    ("Suppliers", "with 3 contacts and one folder in it?"),
    ("Old", "\"Suppliers/Old\" with one contact in it?"), ("Friends", "which is empty?"),
  ])
  func `what goes with a folder is asked first`(name: String, question: String) async {
    var machine = machine
    let alone = await machine.run("delete-contact-folder", name)
    #expect(alone.status == 8)
    machine.typed = ["n"]
    let refused = await machine.run("delete-contact-folder", name)
    #expect(refused.status == 8)
    #expect(refused.errors.contains(question), "\(refused.errors)")
    #expect(refused.requests("DELETE", "").isEmpty)
    machine.typed = ["y"]
    let done = await machine.run("delete-contact-folder", name)
    #expect(done.status == 0)
    #expect(done.requests("DELETE", "").count == 1)
    let dry = await machine.run("delete-contact-folder", name, "--dry-run")
    #expect(dry.requests("DELETE", "").isEmpty && dry.output.contains("DELETE"))
  }
}
