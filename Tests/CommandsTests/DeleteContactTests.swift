import HTTP
import JSON
import TestSupport
import Testing

/// What a deletion of contacts asks, sends and says.
@Suite struct DeleteContactTests {
  private static let ids = ["ana", "bo", "cy"].map { $0 + "-with-a-long-id" }

  /// Three contacts without pictures.
  private func service() -> Service {
    var scripts: [String: [Service.Answer]] = [:]
    for id in Self.ids {
      scripts["GET /me/contacts/\(id)"] = [
        .ok(EditContactTests.contact(id, ["displayName": .string(String(id.prefix(3)))]))
      ]
      scripts["DELETE /me/contacts/\(id)"] = [.status(204)]
    }
    return Service(scripts)
  }

  @Test func `one is asked about and deleted as it was read`() async throws {
    let machine = Machine(service())
    let asked = await machine.run("delete-contact", Self.ids[0])
    #expect(asked.status == 8)
    #expect(asked.errors.contains("Delete ana?") && asked.errors.contains("--yes"))
    #expect(asked.requests("DELETE", "").isEmpty)
    let outcome = await machine.run("delete-contact", Self.ids[0], "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Deleted ana.\n")
    let requests = outcome.requests("DELETE", "")
    #expect(requests.count == 1)
    #expect(requests.first?.headers["If-Match"] == "W/\"1\"")
    let json = await machine.run("delete-contact", Self.ids[0], "--yes", "--json")
    #expect(try json.json == ["deleted": .string(Self.ids[0])])
  }

  @Test func `with a token of the environment it is said that nothing can be undone`() async {
    let asked = await Machine(service()).run("delete-contact", Self.ids[0])
    #expect(asked.errors.contains("With GRAPHCAL_ACCESS_TOKEN nothing can be undone."))
  }

  @Test func `a picture that cannot be read is told before`() async throws {
    let home = try TemporaryHome()
    let machine = Machine(home: home, service())
    #expect(await machine.signIn(scopes: "Contacts.ReadWrite").status == 0)
    await machine.service.script(
      "GET /me/contacts/\(Self.ids[0])/photo/$value", .error(403, "ErrorAccessDenied"))
    let asked = await machine.run("delete-contact", Self.ids[0])
    #expect(asked.status == 8)
    #expect(asked.errors.contains("The picture of ana cannot be read"), "\(asked.errors)")
  }

  @Test func `several are asked about once, each named once`() async throws {
    let machine = Machine(service())
    let words = ["delete-contact"] + Self.ids + [Self.ids[0]]
    let dry = await machine.run(words + ["--dry-run"])
    #expect(try dry.items.map { $0["method"] } == ["DELETE", "DELETE", "DELETE"])
    #expect(dry.requests("DELETE", "").isEmpty)
    let asked = await machine.run(words)
    #expect(asked.errors.contains("Delete 3 contacts (ana, bo-, cy-)?"), "\(asked.errors)")
    let outcome = await machine.run(words + ["--yes", "--json"])
    #expect(try outcome.items.map { $0["deleted"]?.string } == Self.ids)
    #expect(outcome.requests("DELETE", "").count == 3)
    #expect(await machine.run(words + ["--yes", "--read-only"]).status == 8)
  }

  @Test func `a failure half-way tells what was done and what was not tried`() async {
    let machine = Machine(service())
    await machine.service.script(
      "DELETE /me/contacts/\(Self.ids[1])", .error(412, "ErrorIrresolvableConflict"))
    let outcome = await machine.run(["delete-contact"] + Self.ids + ["--yes"])
    #expect(outcome.status == 9)
    #expect(outcome.output == "Deleted ana.\n")
    #expect(
      outcome.errors.contains(
        "1 of 3 contacts was deleted; bo- was changed since it was read, and was not deleted; "
          + "not tried: cy-"), "\(outcome.errors)")
    #expect(outcome.requests("DELETE", "").count == 2)
    let alone = await machine.run("delete-contact", Self.ids[1], "--yes")
    #expect(alone.status == 6)
  }

  @Test func `one that is not there stops all before the first is deleted`() async {
    let outcome = await Machine(service()).run(
      "delete-contact", Self.ids[0], "somebody-with-a-long-id", "--yes")
    #expect(outcome.status == 3)
    #expect(outcome.requests("DELETE", "").isEmpty)
  }

  @Test func `without extensions of the service a contact is read as ever`() async {
    let machine = Machine(service())
    await machine.service.script(
      "GET /me/contacts/\(Self.ids[0])", .error(400, "ExpandNotSupported"),
      .ok(EditContactTests.contact(Self.ids[0])))
    #expect(await machine.run("delete-contact", Self.ids[0], "--yes").status == 0)
  }
}
