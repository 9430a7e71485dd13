import HTTP
import JSON
import TestSupport
import Testing

/// `new-contact --interactive`.
@Suite struct ContactInterviewTests {
  private static func machine(_ typed: String...) -> Machine {
    var machine = Machine(
      Service([
        "POST /me/contacts": [
          .success(.json(#"{"id":"new","displayName":"Ana Silva"}"#, status: 201))
        ]
      ]))
    machine.typed = typed
    return machine
  }

  private static func body(_ outcome: Outcome) throws -> JSON {
    try JSON(parsing: try #require(outcome.requests("POST", "/me/contacts").first?.body))
  }

  @Test func `field by field, with a look at the end`() async throws {
    let outcome = await Self.machine(
      "Ana", " Silva ", "", "Contoso", "Pilot", "home=ana@contoso.example", "as@fabrikam.example",
      "", "+1 713 555 0100", "", "work=9 Dock St.;Port Town;WA;98000;US", "", "1984-04-01", "",
      "y"
    ).run("new-contact", "--interactive")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Create this contact? [y/N]"))
    #expect(outcome.errors.contains("Port Town, WA 98000"))
    #expect(
      try Self.body(outcome) == [
        "givenName": "Ana", "surname": "Silva", "displayName": "Ana Silva",
        "companyName": "Contoso", "jobTitle": "Pilot",
        "emailAddresses": [
          ["address": "ana@contoso.example", "name": "home"],
          ["address": "as@fabrikam.example"],
        ],
        "mobilePhone": "+1 713 555 0100",
        "businessAddress": [
          "street": "9 Dock St.", "city": "Port Town", "state": "WA", "postalCode": "98000",
          "countryOrRegion": "US",
        ],
        "birthday": "1984-04-01T11:59:00Z",
      ])
  }

  @Test func `what cannot be is said, and asked again`() async throws {
    let outcome = await Self.machine(
      "Ana", "", "", "", "", "nobody", "a@x.example", "", "callme", "fax=12", "5550100", "", "",
      "1985-02-30", "02-29", "", "y"
    ).run("new-contact", "--interactive")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for text in ["\"nobody\" is no mail address", "has no digit", "kind \"fax\"", "1985-02-30"] {
      #expect(outcome.errors.contains(text), "\(text)")
    }
    #expect(try Self.body(outcome)["birthday"]?.string == "1604-02-29T11:59:00Z")
  }

  @Test func `what was given is not asked, and nothing at all is asked again`() async throws {
    let given = await Self.machine("", "", "", "", "", "", "", "", "", "y").run(
      "new-contact", "--interactive", "--given-name", "Ana", "--email", "a@x.example")
    #expect(given.status == 0, "\(given.errors)")
    #expect(!given.errors.contains("First name"))
    let empty = await Self.machine(
      "", "", "", "", "", "", "", "", "", "", "Ana", "", "", "", "", "", "", "", "", "", "y"
    ).run("new-contact", "--interactive")
    #expect(empty.status == 0, "\(empty.errors)")
    #expect(empty.errors.contains("A contact needs a name"))
    #expect(try Self.body(empty)["givenName"] == "Ana")
  }

  @Test func `no, the end of input and no terminal make nothing`() async {
    let no = await Self.machine("Ana", "", "", "", "", "", "", "", "", "", "n")
      .run("new-contact", "--interactive")
    #expect(no.status == 8)
    let end = await Self.machine("Ana", "Silva").run("new-contact", "--interactive")
    #expect(end.status == 8)
    var scripted = Self.machine()
    scripted.typed = nil
    let alone = await scripted.run("new-contact", "--interactive")
    #expect(alone.status == 2)
    #expect(await Self.machine("Ana").run("new-contact", "--interactive", "--no-input").status == 2)
    #expect([no, end, alone].allSatisfy { $0.requests("POST", "").isEmpty })
    let dry = await Self.machine("Ana", "", "", "", "", "", "", "", "", "").run(
      "new-contact", "--interactive", "--dry-run")
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.requests.isEmpty)
  }
}
