import FoundationEssentials
import HTTP
import JSON
import TestSupport
import Testing

/// `contacts` and `show-contact`.
@Suite struct ContactCommandTests {
  /// The parts of a name that the service has nothing for.
  private static let noParts =
    #""middleName":null,"title":null,"generation":null,"initials":null,"nickName":null,"#
    + #""yomiGivenName":null,"yomiSurname":null,"#
  private static let lena =
    #"{"id":"id-lena","parentFolderId":"f-0","displayName":"Lena Fog","givenName":"Lena","surname":"Fog","#
    + noParts
    + #""emailAddresses":[{"address":"lena@contoso.example","name":"home"},"#
    + #"{"address":"lf@fabrikam.example"}],"mobilePhone":"+36 1 555 0140","businessPhones":[],"homePhones":[],"#
    + #""categories":["Red"],"birthday":"1984-04-01T11:59:00Z","@odata.etag":"W/\"1\"""#
  private static let whole =
    lena
    + #","companyName":"Contoso","yomiCompanyName":null,"department":null,"officeLocation":null,"#
    + #""jobTitle":"Pilot","profession":null,"manager":null,"assistantName":null,"spouseName":"Otto","#
    + #""children":["Kim","Bo"],"businessHomePage":null,"imAddresses":[],"personalNotes":"Tall\u001b[31m","#
    + #""homeAddress":{"street":"1 Infinite Loop","city":"Cupertino","state":"CA","postalCode":"95014","countryOrRegion":"US"},"#
    + #""businessAddress":{},"otherAddress":{}}"#
  private static let muller =
    #"{"id":"id-muller","parentFolderId":"f-1","displayName":"Jürgen Müller","givenName":"Jürgen","surname":"Müller","#
    + noParts
    + #""emailAddresses":[],"mobilePhone":null,"businessPhones":["06-1-555-0140"],"homePhones":[],"categories":[],"birthday":null}"#
  private static let ana =
    #"{"id":"id-ana","parentFolderId":"f-0","displayName":"Ana O'Brien","givenName":"Ana","surname":"O'Brien","#
    + noParts
    + #""emailAddresses":[{"address":"ana+x@contoso.example"}],"mobilePhone":null,"businessPhones":[],"homePhones":[],"#
    + #""categories":[],"birthday":"1604-02-29T11:59:00Z"}"#

  private static func service() -> Service {
    Service([
      "GET /me/contacts": [.list(lena + "}," + ana)],
      "GET /me/contacts/id-lena": [.ok(whole)],
      "GET /me/contactFolders": [
        .list(#"{"id":"f-1","displayName":"Suppliers"}"#)
      ],
      "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      "GET /me/contactFolders/f-1/childFolders": [.list("")],
      "GET /me/contactFolders/f-1/contacts": [.list(muller)],
    ])
  }

  let machine = Machine(service())

  private func names(_ words: String...) async throws -> [String?] {
    let outcome = await machine.run(["contacts"] + words + ["--json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.items.map { $0["displayName"]?.string }
  }

  @Test func `contacts of all folders are listed by their first names`() async throws {
    #expect(try await names() == ["Ana O'Brien", "Jürgen Müller", "Lena Fog"])
    try expectGolden(
      await Machine(Self.service(), columns: 100).transcript("contacts"), "contacts-100.txt")
    try expectGolden(
      await Machine(Self.service(), columns: 60).transcript("contacts"), "contacts-60.txt")
  }

  @Test func `rows have numbers where something remembers them`() async {
    for words in [["contacts"], ["contacts", "--unified"]] {
      let terminal = await Machine(Self.service(), columns: 100).run(words)
      #expect(terminal.output.contains("\n1  "), "\(terminal.output)")
      let pipe = await Machine(Self.service()).run(words)
      #expect(!pipe.output.contains("\n1  ") && pipe.output.contains("Lena"), "\(pipe.output)")
    }
  }

  @Test func `a search is blind to accents and letter case, and knows numbers`() async throws {
    #expect(try await names("muller") == ["Jürgen Müller"])
    #expect(try await names("O'BRIEN") == ["Ana O'Brien"])
    #expect(try await names("ana+x@") == ["Ana O'Brien"])
    #expect(try await names("555 0140") == ["Jürgen Müller", "Lena Fog"])
    #expect(try await names("fog", "contoso") == ["Lena Fog"])
    #expect(try await names("nobody").isEmpty)
  }

  @Test func `a choice by folder, category and property, and other orders`() async throws {
    #expect(try await names("--folder", "suppliers") == ["Jürgen Müller"])
    #expect(try await names("--category", "red") == ["Lena Fog"])
    #expect(
      try await names("--has", "birthday", "--sort", "birthday") == ["Ana O'Brien", "Lena Fog"])
    #expect(try await names("--has", "phone") == ["Jürgen Müller", "Lena Fog"])
    #expect(try await names("--limit", "1") == ["Ana O'Brien"])
    let limited = await machine.run("contacts", "--limit", "1")
    #expect(limited.errors.contains("showing 1 of 3 contacts"))
    let unknown = await machine.run("contacts", "--folder", "Friends")
    #expect(unknown.status == 3)
    #expect(unknown.errors.contains("Contacts, Suppliers"))
  }

  @Test func `surnames lead where that is the custom`() async throws {
    let hungarian = Machine(Self.service(), ["LC_MESSAGES": "hu_HU.UTF-8", "LANG": "hu_HU.UTF-8"])
    #expect(
      try await hungarian.run("contacts", "--json").items.map { $0["displayName"]?.string }
        == ["Lena Fog", "Jürgen Müller", "Ana O'Brien"])
  }

  @Test func `an item holds exactly the properties of lists`() async throws {
    let items = try await machine.run("contacts", "lena", "--json").items
    let item = try #require(items.first)
    #expect(item.object?.keys.contains("companyName") == true)
    #expect(item["companyName"] == .null)
    #expect(item["@odata.etag"]?.string == #"W/"1""#)
    #expect(item["graphcal"]?["folder"]?.string == "Contacts")
    #expect(item["graphcal"]?["name"]?.string == "Lena Fog")
    #expect(item["personalNotes"] == nil)
    let tsv = await machine.run("contacts", "lena", "--format", "tsv")
    #expect(tsv.output.hasPrefix("id\tname\temail\tphone\tcompany\tbirthday\tfolder\tetag\n"))
    #expect(tsv.output.contains("\tLena Fog\t"))
  }

  @Test func `chosen fields limit what is asked for`() async throws {
    let outcome = await machine.run("contacts", "--fields", "mobilePhone", "--json")
    #expect(try outcome.items.count == 3)
    #expect(try outcome.items[2] == ["mobilePhone": "+36 1 555 0140"])
    let request = try #require(outcome.requests("GET", "/me/contacts").last)
    #expect(request.url.contains("mobilePhone") && !request.url.contains("emailAddresses"))
    let searched = await machine.run("contacts", "lena", "--fields", "mobilePhone", "--json")
    #expect(
      try #require(searched.requests("GET", "/me/contacts").last).url.contains("emailAddresses"))
  }

  @Test func `a contact in full`() async throws {
    let terminal = Machine(Self.service(), columns: 80, ["LC_MESSAGES": "de_DE.UTF-8"])
    try expectGolden(
      await terminal.transcript("show-contact", "id-lena-in-full"), "show-contact-missing.txt")
    await machine.service.script("GET /me/contacts/id-lena-in-full", .ok(Self.whole))
    await terminal.service.script("GET /me/contacts/id-lena-in-full", .ok(Self.whole))
    try expectGolden(
      await terminal.transcript("show-contact", "id-lena-in-full"), "show-contact-80.txt")
    let json = try await machine.run("show-contact", "id-lena-in-full", "--json").json
    #expect(json["spouseName"]?.string == "Otto")
    #expect(json["personalNotes"]?.string == "Tall\u{1b}[31m")
  }

  @Test func `without the permission nothing is asked, and the next step is named`() async throws {
    await machine.service.script("GET /me/contacts", .error(403, "ErrorAccessDenied"))
    await machine.service.script("GET /me/contactFolders", .error(403, "ErrorAccessDenied"))
    let outcome = await machine.run("contacts")
    #expect(outcome.status == 5)
  }
}
