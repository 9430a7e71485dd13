import HTTP
import JSON
import TestSupport
import Testing

/// `contacts --unified`.
@Suite struct UnifiedContactTests {
  private static let scopes = "User.Read Contacts.Read openid profile"

  private static func contact(_ id: String, _ name: String, _ mail: String, _ more: String = "")
    -> String
  {
    #"{"id":"\#(id)","parentFolderId":"f-0","displayName":"\#(name)","givenName":null,"surname":null,"#
      + #""middleName":null,"title":null,"generation":null,"initials":null,"nickName":null,"#
      + #""yomiGivenName":null,"yomiSurname":null,"businessPhones":[],"homePhones":[],"#
      + #""mobilePhone":null,"emailAddresses":[{"address":"\#(mail)"}]\#(more)}"#
  }

  /// Graph for two people: each token sees its own contacts.
  struct TwoMailboxes: Transport {
    let base: Service

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let isSecond = request.headers["Authorization"]?.hasSuffix("2") == true
      guard isSecond, HTTPURL(request.url)?.path.hasSuffix("/me/contacts") == true else {
        return try await base.send(request)
      }
      return try Service.Answer.list(
        contact(
          "id-3", "Ana", "ana@fabrikam.example",
          #","companyName":"Fabrikam","yomiCompanyName":null,"department":null,"jobTitle":null,"#
            + #""officeLocation":null,"profession":null,"manager":null,"assistantName":null"#)
      ).get()
    }
  }

  private static func service() -> Service {
    Service([
      "GET /me/contacts": [
        .list(
          contact("id-1", "Ana Silva", "ana@fabrikam.example") + ","
            + contact("id-0", "Bo Lind", "bo@contoso.example"))
      ],
      "GET /me/contactFolders": [.list(#"{"id":"f-1","displayName":"Suppliers"}"#)],
      "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      "GET /me/contactFolders/f-1/childFolders": [.list("")],
      "GET /me/contactFolders/f-1/contacts": [
        .list(
          contact("id-2", "Ana", "ana@fabrikam.example").replacing("f-0", with: "f-1"))
      ],
    ])
  }

  @Test func `one line a person with the folders`() async throws {
    let machine = Machine(Self.service())
    let plain = try await machine.run("contacts", "--json").items
    #expect(plain.count == 3)
    let items = try await machine.run("contacts", "--unified", "--json").items
    #expect(items.map { $0["displayName"]?.string } == ["Ana Silva", "Bo Lind"])
    let sources = try #require(items.first?["graphcal"]?["sources"]?.array)
    #expect(sources.map { $0["folder"]?.string } == ["Contacts", "Suppliers"])
    #expect(sources.map { $0["contact"]?.string } == ["id-1", "id-2"])
    let rows = await machine.run("contacts", "--unified", "--format", "tsv")
    #expect(rows.output.hasPrefix("id\tname\temail\tphone\tcompany\tbirthday\tfolders\taccounts\n"))
    try expectGolden(
      await Machine(Self.service(), columns: 100).transcript("contacts", "--unified"),
      "contacts-unified-100.txt")
    // A person is found by what stands in any of the contacts.
    let found = try await machine.run("contacts", "silva", "fabrikam", "--unified", "--json").items
    #expect(found.count == 1)
    #expect(found.first?["graphcal"]?["sources"]?.array?.count == 2)
    let one = await machine.run("contacts", "--unified", "--limit", "1")
    #expect(one.errors.contains("showing 1 of 2 people"))
    let field = await machine.run("contacts", "--unified", "--fields", "mobilePhone", "--json")
    #expect(field.status == 2)
  }

  @Test func `one line a person over the accounts`() async throws {
    let home = try TemporaryHome()
    var machine = Machine(home: home, Self.service())
    machine.transport = TwoMailboxes(base: machine.service)
    _ = await machine.signIn(1, as: .kim, scopes: Self.scopes)
    _ = await machine.signIn(2, as: .lee, scopes: Self.scopes)
    let items = try await machine.run("contacts", "--unified", "--account", "all", "--json").items
    #expect(items.map { $0["displayName"]?.string } == ["Ana Silva", "Bo Lind"])
    let sources = try #require(items.first?["graphcal"]?["sources"]?.array)
    #expect(
      Set(sources.compactMap { $0["account"]?.string })
        == ["kim@contoso.example", "lee@contoso.example"])
    #expect(items.first?["companyName"]?.string == "Fabrikam")
  }
}
