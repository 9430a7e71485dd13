import HTTP
import JSON
import Testing

@testable import Commands

/// Names on the command line, turned into people with addresses.
@Suite struct PeopleByNameTests {
  private static func person(_ name: String, _ addresses: String...) -> KnownPerson? {
    KnownPerson(names: [name], addresses: addresses)
  }

  private static let known = [
    person("Ana María García-López", "ana.garcia@puerto.example", "ana@viejo.example"),
    person("Anatol Berg", "anatol@berg.example"),
    person("Žofie Müller", "zofie@contoso.example"),
    person("Mary Ann O'Hara", "maryann.ohara@mail.example"),
    person("김민준", "minjun.kim@mail.example"),
    person("Jonas Okafor", "jonas@harbor.example"),
    person("Jonas Okafor-Lund", "jl@harbor.example"),
  ].compactMap(\.self)

  @Test(arguments: [
    ("ana", ["ana.garcia@puerto.example"]), ("ANA MARIA", ["ana.garcia@puerto.example"]),
    ("garcia lopez", ["ana.garcia@puerto.example"]), ("anat", ["anatol@berg.example"]),
    ("an", ["ana.garcia@puerto.example", "anatol@berg.example", "maryann.ohara@mail.example"]),
    ("muller zof", ["zofie@contoso.example"]), ("ZOFIE MULLER", ["zofie@contoso.example"]),
    ("ohara", ["maryann.ohara@mail.example"]), ("민준", ["minjun.kim@mail.example"]),
    ("minjun", ["minjun.kim@mail.example"]),
    ("jonas okafor", ["jonas@harbor.example"]),
    ("jonas", ["jonas@harbor.example", "jl@harbor.example"]), ("nas", []), ("-", []), ("", []),
  ])
  func `a name means whoever it fits most closely`(name: String, addresses: [String]) {
    #expect(Self.known.named(name).map { $0.addresses[0] } == addresses)
  }

  @Test func `people who share an address are one`() {
    let merged = [
      Self.person("Ana", "a@x.example"), Self.person("Bo", "b@x.example"),
      Self.person("Ana García", "A@X.example", "c@x.example"),
      Self.person("Boris", "c@x.example", "b@x.example"),
    ].compactMap(\.self).merged
    #expect(merged.count == 1)
    #expect(merged.first?.names == ["Ana", "Ana García", "Bo", "Boris"])
    #expect(merged.first?.addresses == ["a@x.example", "c@x.example", "b@x.example"])
    #expect(KnownPerson(names: ["Ana"], addresses: [nil, "", "no address"]) == nil)
  }

  private static let me =
    #"{"displayName":"Mira Lindqvist","mail":"mira@harbor.example","userPrincipalName":"m@h.example"}"#
  private static func service(_ more: [String: [Service.Answer]] = [:]) -> Service {
    Service(
      [
        "GET /me": [.ok(me)],
        "GET /me/contacts": [
          .list(
            #"{"id":"1","displayName":"Žofie Müller","nickName":"Zo","emailAddresses":[{"address":"zofie@contoso.example"}]},"#
              + #"{"id":"2","displayName":"Grandma","emailAddresses":[]}"#)
        ],
        "GET /me/contactFolders": [.list(#"{"id":"f/1"}"#)],
        "GET /me/contactFolders/f%2F1/contacts": [
          .list(
            #"{"id":"3","givenName":"Bo","surname":"Lund","emailAddresses":[{"address":"bo@lund.example"}]}"#
          )
        ],
        "GET /me/contactFolders/f%2F1/childFolders": [.list("")],
        "GET /me/people": [
          .list(
            #"{"id":"p","displayName":"Bo Ek","scoredEmailAddresses":[{"address":"bo.ek@fjord.example"}]},"#
              + #"{"id":"q","displayName":"Zofie","scoredEmailAddresses":[{"address":"Zofie@contoso.example"}]}"#
          )
        ],
      ].merging(more) { $1 })
  }

  private func invite(_ who: String..., on service: Service) async -> Outcome {
    await Machine(service).run(
      ["new-event", "--subject", "x", "--dry-run"] + who.flatMap { ["--attendee", $0] })
  }

  private func addresses(_ outcome: Outcome) throws -> [String?] {
    let body = try #require(try outcome.items.first?["body"])
    return (body["attendees"]?.array ?? []).map { $0["emailAddress"]?["address"]?.string }
  }

  @Test func `addresses cost no request`() async throws {
    let outcome = await invite("Kim <kim@x.example>; lee@x.example", on: Self.service())
    #expect(try addresses(outcome) == ["kim@x.example", "lee@x.example"])
    #expect(outcome.requests.map { HTTPURL($0.url)?.path } == ["/v1.0/me/mailboxSettings"])
  }

  @Test func `a name is found in contacts, their folders and people, and told`() async throws {
    let outcome = await invite("zofie; Bo Lund;me;zo; k@x.example", on: Self.service())
    #expect(
      try addresses(outcome)
        == ["zofie@contoso.example", "bo@lund.example", "mira@harbor.example", "k@x.example"])
    #expect(outcome.errors.contains("zofie: Žofie Müller <zofie@contoso.example>"))
    #expect(outcome.requests("GET", "/me/contacts").count == 1)
    #expect(outcome.requests("GET", "/calendarView").isEmpty)
    let searches = outcome.requests("GET", "/me/people")
    #expect(searches.count == 3)
    #expect(searches[0].url.contains("$search=%22Bo%20Lund%22"))
    #expect(searches[0].headers["X-PeopleQuery-QuerySources"] == "Mailbox,Directory")
    #expect(searches[0].headers["Authorization"] != nil)
  }

  @Test func `a name that several have lists them, one that nobody has says where it looked`() async
  {
    let several = await invite("bo", on: Self.service())
    #expect(several.status == 2)
    #expect(several.errors.contains("Bo Lund <bo@lund.example>, Bo Ek <bo.ek@fjord.example>"))
    let nobody = await invite("zzz", on: Self.service(["GET /me/calendarView": [.list("")]]))
    #expect(nobody.status == 3)
    #expect(nobody.errors.contains("looked in contacts, people, meetings"))
    let broken = await invite("a@@b", on: Self.service())
    #expect(broken.status == 2)
  }

  @Test func `sources that may not be asked are passed over, and meetings help out`() async throws {
    let refused = Service.Answer.error(403, "ErrorAccessDenied")
    let service = Self.service([
      "GET /me/contacts": [refused], "GET /me/people": [refused],
      "GET /me/calendarView": [
        .list(
          #"{"id":"e","organizer":{"emailAddress":{"name":"Tomáš Dvořák","address":"tomas@kotva.example"}},"attendees":[{"emailAddress":{"name":"Nia","address":"nia@x.example"}}]}"#
        )
      ],
    ])
    let outcome = await invite("dvorak", "nia", on: service)
    #expect(try addresses(outcome) == ["tomas@kotva.example", "nia@x.example"])
    #expect(!outcome.errors.contains("not looked for"))
    #expect(outcome.requests("GET", "/calendarView").count == 1)
    let nobody = await invite("zzz", on: service)
    #expect(nobody.status == 3)
    #expect(nobody.errors.contains("contacts not:"))
    // What is no refusal is an error, so that nobody else is invited by accident.
    await service.script("GET /me/people", .status(500))
    #expect(await invite("nia", on: service).status == 7)
  }
}
