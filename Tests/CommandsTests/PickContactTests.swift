import HTTP
import Host
import JSON
import TestSupport
import Testing

/// `pick-contact` with a scripted terminal.
@Suite struct PickContactTests {
  private static func contact(_ id: String, _ name: String, _ more: String) -> String {
    #"{"id":"\#(id)","parentFolderId":"f-0","displayName":"\#(name)","givenName":null,"surname":null,"#
      + #""middleName":null,"title":null,"generation":null,"initials":null,"nickName":null,"#
      + #""yomiGivenName":null,"yomiSurname":null,"businessPhones":[],"homePhones":[],"homeAddress":{},"#
      + #""otherAddress":{},"@odata.etag":"W/\"1\""\#(more)}"#
  }

  private static let noAddress = #","businessAddress":{}"#
  private static let lena = contact(
    "id-lena", "Lena Fog",
    #","emailAddresses":[{"address":"lena@contoso.example","name":"home"},"#
      + #"{"address":"lf@fabrikam.example","name":"work"}],"mobilePhone":"+36 1 555 0140","#
      + #""businessAddress":{"street":"1 Infinite Loop","city":"Cupertino","state":"CA","#
      + #""postalCode":"95014","countryOrRegion":"US"}"#)
  private static let muller = contact(
    "id-muller", "Jürgen Müller", #","emailAddresses":[],"mobilePhone":"555 0199""# + noAddress)
  private static let eve = contact(
    "id-eve", #"Eve\u001b[2J\nMallory"#,
    #","emailAddresses":[{"address":"eve@x.example\u001b[31m"}],"mobilePhone":null"# + noAddress)

  private static func machine(_ keys: String...) -> Machine {
    var machine = Machine(
      Service([
        "GET /me/contacts": [.list([lena, muller, eve].joined(separator: ","))],
        "GET /me/contactFolders": [.list("")],
        "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      ]))
    machine.keys = keys
    return machine
  }

  @Test func `each address is a line of its own, and the one picked is printed`() async throws {
    let shown = await Self.machine("lena").run("pick-contact")
    #expect(shown.status == 130)
    #expect(
      shown.screen.prefix(4) == [
        "> lena", "  2 of 4  ·  Enter takes, Esc leaves",
        "> Lena Fog       lena@contoso.example  home", "  Lena Fog       lf@fabrikam.example  work",
      ])
    let picked = await Self.machine("lena", "\u{1B}[B", "\r").run("pick-contact")
    #expect(picked.status == 0, "\(picked.errors)")
    #expect(picked.output == "lf@fabrikam.example\n")
    let begun = await Self.machine("\r").run("pick-contact", "fabrikam")
    #expect(begun.output == "lf@fabrikam.example\n")
  }

  @Test func `a value of one line stays one line`() async throws {
    let twice = Self.contact(
      "id-two", "Ines Two",
      #","emailAddresses":[{"address":"a@b.example\nBcc: evil@x.example"}],"mobilePhone":null"#
        + Self.noAddress)
    var machine = Machine(
      Service([
        "GET /me/contacts": [.list(twice)], "GET /me/contactFolders": [.list("")],
        "GET /me/contactFolders/f-0": [.ok(#"{"id":"f-0","displayName":"Contacts"}"#)],
      ]))
    machine.keys = ["\r"]
    let outcome = await machine.run("pick-contact")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.outputLines.count == 1, "\(outcome.output)")
  }

  @Test func `who has no address is shown and cannot be picked`() async throws {
    let outcome = await Self.machine("muller", "\r").run("pick-contact")
    #expect(outcome.screen.contains("> Jürgen Müller  no mail address"))
    #expect(outcome.screen[1] == "  1 of 4  no mail address")
    let hidden = await Self.machine("muller").run("pick-contact", "--only-with")
    #expect(hidden.screen[1].hasPrefix("  0 of 3"))
  }

  @Test func `another property is printed`() async throws {
    let phone = await Self.machine("0140\r").run("pick-contact", "--property", "phone")
    #expect(phone.output == "+36 1 555 0140\n")
    let letter = await Self.machine("loop\r").run("pick-contact", "--property", "address")
    #expect(letter.output == "Lena Fog\n1 Infinite Loop\nCupertino, CA 95014\nUNITED STATES\n")
    let request = try #require(letter.requests("GET", "/me/contacts").last)
    #expect(request.url.contains("businessAddress"))
    let id = await Self.machine("muller\r").run("pick-contact", "--property", "id")
    #expect(id.output.count == 5, "\(id.output)")
    let none = await Self.machine().run("pick-contact", "--property", "phone", "--folder", "None")
    #expect(none.status == 3)
  }

  @Test func `several are printed in the order they were marked, or as an array`() async throws {
    let keys = ["fabrikam", "\t", "\u{15}", "eve", "\t", "\r"]
    var machine = Self.machine()
    machine.keys = keys
    let text = await machine.run("pick-contact", "--multiple")
    #expect(text.output == "lf@fabrikam.example\neve@x.example\n")
    let json = await machine.run("pick-contact", "--multiple", "--json")
    let items = try json.items
    #expect(
      items.map { $0["graphcal"]?["picked"]?["value"]?.string } == [
        "lf@fabrikam.example", "eve@x.example\u{1B}[31m",
      ])
    #expect(items.first?["graphcal"]?["picked"]?["label"]?.string == "work")
    #expect(items.first?["emailAddresses"]?.array?.count == 2)
    machine.keys = ["lena\r"]
    let one = try await machine.run("pick-contact", "--json").json
    #expect(one["graphcal"]?["picked"]?["property"]?.string == "email")
    machine.keys = ["lena\r"]
    let row = await machine.run("pick-contact", "--format", "tsv")
    #expect(row.output.hasPrefix("value\tid\tname\t"))
    #expect(row.outputLines.last?.hasPrefix("lena@contoso.example\t") == true)
  }

  @Test(arguments: [["\u{1B}", ""], ["\u{3}"], ["x", "\u{1B}", ""], []])
  func `nothing is printed when nothing is picked`(keys: [String]) async {
    var machine = Self.machine()
    machine.keys = keys
    let outcome = await machine.run("pick-contact")
    #expect(outcome.status == 130)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("nothing was picked"))
  }

  @Test func `names that would move the cursor do not`() async {
    let outcome = await Self.machine("eve").run("pick-contact")
    #expect(outcome.screen[2] == "> Eve Mallory    eve@x.example")
  }

  @Test func `without a terminal nothing is asked of the service`() async {
    var machine = Self.machine()
    machine.keys = nil
    for words in [["pick-contact"], ["pick-contact", "--json"]] {
      let outcome = await machine.run(words)
      #expect(outcome.status == 2)
      #expect(outcome.requests.isEmpty)
    }
    #expect(await Self.machine("\r").run("pick-contact", "--no-input").status == 2)
    var dumb = Self.machine("\r")
    dumb.environment.variables["TERM"] = "dumb"
    let outcome = await dumb.run("pick-contact")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("TERM is dumb"))
  }
}
