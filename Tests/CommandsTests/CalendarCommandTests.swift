import HTTP
import JSON
import TestSupport
import Testing

/// Calendars made, changed, deleted and shared.
@Suite struct CalendarCommandTests {
  private static func calendar(_ id: String, _ name: String, _ more: String) -> String {
    #"{"id":"\#(id)","name":"\#(name)",\#(more)}"#
  }
  private static let own = #""owner":{"name":"Kim Lind","address":"kim@contoso.example"}"#
  static let calendars = [
    calendar(
      "cal-default", "Calendar",
      #""isDefaultCalendar":true,"isRemovable":false,"canEdit":true,"canShare":true,"canViewPrivateItems":true,"color":"auto",\#(own)"#
    ),
    calendar(
      "cal-sail", "Sailing",
      #""isDefaultCalendar":false,"isRemovable":true,"canEdit":true,"canShare":true,"canViewPrivateItems":true,"color":"lightBlue",\#(own)"#
    ),
    calendar(
      "cal-aiko", "Aiko",
      #""isDefaultCalendar":false,"isRemovable":true,"canEdit":true,"canShare":false,"canViewPrivateItems":true,"color":"lightRed","owner":{"name":"Aiko Tanaka","address":"aiko@contoso.example"}"#
    ),
  ].joined(separator: ",")
  static let groups =
    #"{"id":"g1","name":"My Calendars"},{"id":"g2","name":"People's Calendars"}"#
  static let permissions =
    #"{"id":"p1","isRemovable":true,"isInsideOrganization":true,"role":"read","allowedRoles":["freeBusyRead","limitedRead","read","write"],"emailAddress":{"name":"Ana Lopes","address":"ana@contoso.example"}},{"id":"p2","isRemovable":false,"isInsideOrganization":true,"role":"freeBusyRead","allowedRoles":["none","freeBusyRead","limitedRead","read","write"],"emailAddress":{"name":"My Organization"}}"#

  private func machine(
    columns: Int? = nil, _ more: [String: [Service.Answer]] = [:]
  ) -> Machine {
    Machine(
      Service(
        [
          "GET /me/calendars": [.list(Self.calendars)],
          "GET /me/calendarGroups": [.list(Self.groups)],
          "GET /me/calendarGroups/g1/calendars": [
            .list(#"{"id":"cal-default"},{"id":"cal-sail"}"#)
          ],
          "GET /me/calendarGroups/g2/calendars": [.list(#"{"id":"cal-aiko"}"#)],
          "GET /me/calendars/cal-sail/calendarPermissions": [.list(Self.permissions)],
          "GET /me/calendars/cal-sail/events": [
            .ok(#"{"@odata.count":12,"value":[{"id":"e"}]}"#)
          ],
        ].merging(more) { $1 }), columns: columns)
  }

  private func sent(_ outcome: Outcome) throws -> [(method: String, path: String, body: JSON?)] {
    try outcome.requests.filter { $0.method != "GET" }.map { request in
      let path = String((HTTPURL(request.url)?.path ?? "").dropFirst("/v1.0".count))
      return (request.method, path, try request.body.map { try JSON(parsing: $0) })
    }
  }

  // MARK: Listing

  @Test func `calendars with groups, owners, colours and rights`() async throws {
    try expectGolden(await machine(columns: 100).transcript("calendars"), "calendars-rights.txt")
    try expectGolden(await machine(columns: 80).transcript("calendars"), "calendars-rights-80.txt")
    let items = try await machine().run("calendars", "--json").items
    #expect(items[2]["graphcal"]?["group"] == "People's Calendars")
    #expect(items[2]["canShare"] == false)
    let rows = await machine().run("calendars", "--format", "tsv").outputLines
    #expect(rows[1].hasSuffix("\ttrue\ttrue\tauto\tMy Calendars"))
  }

  // MARK: Making, changing, deleting

  @Test func `a calendar is made in a group and with a colour`() async throws {
    let created = #"{"id":"new","name":"Regatta","color":"lightTeal"}"#
    let here = machine(["POST /me/calendars": [.ok(created)]])
    let plain = await here.run("new-calendar", "Regatta", "--color", "teal")
    #expect(plain.status == 0, "\(plain.errors)")
    #expect(plain.output.hasPrefix("Created ") && plain.output.hasSuffix("  Regatta, teal\n"))
    var requests = try sent(plain)
    #expect(requests.count == 1 && requests[0].path == "/me/calendars")
    #expect(requests[0].body == ["name": "Regatta", "color": "lightTeal"])

    let grouped = machine(["POST /me/calendarGroups/g2/calendars": [.ok(created)]])
    requests = try sent(
      await grouped.run("new-calendar", "Regatta", "--group", "people's calendars"))
    #expect(requests.map(\.path) == ["/me/calendarGroups/g2/calendars"])
    #expect(requests[0].body == ["name": "Regatta"])
    let nowhere = await here.run("new-calendar", "Regatta", "--group", "Nope")
    #expect(nowhere.status == 3 && nowhere.errors.contains("My Calendars"))
  }

  @Test func `a name that is taken, none, and a colour that is none`() async throws {
    let taken = machine(["POST /me/calendars": [.error(409, "ErrorFolderExists")]])
    let outcome = await taken.run("new-calendar", "Sailing")
    #expect(outcome.status == 6 && outcome.errors.contains("\"Sailing\" is there already"))
    for words in [
      ["new-calendar", " "], ["new-calendar", "x", "--color", "plaid"],
      ["edit-calendar", "Sailing"],
      ["edit-calendar", "Sailing", "--name", ""],
    ] {
      let wrong = await machine().run(words)
      #expect(wrong.status == 2, "\(words)")
      #expect(try sent(wrong).isEmpty)
    }
  }

  @Test func `a calendar is renamed by name, by row and by short id`() async throws {
    let changed = #"{"id":"cal-sail","name":"Regatta","color":"lightBlue"}"#
    let here = machine(["PATCH /me/calendars/cal-sail": [.ok(changed)]])
    let byName = await here.run("edit-calendar", "sailing", "--name", "Regatta")
    #expect(byName.status == 0, "\(byName.errors)")
    #expect(try sent(byName).map(\.body) == [["name": "Regatta"]])
    let id = try #require(
      await here.run("calendars", "--json").items[1]["graphcal"]?["id"]?.string)
    let byID = try sent(await here.run("edit-calendar", id, "--color", "lightred"))
    #expect(byID.map(\.body) == [["color": "lightRed"]])
    let nobody = await here.run("edit-calendar", "Nope", "--color", "red")
    #expect(nobody.status == 3 && nobody.errors.contains("Sailing"))
  }

  @Test func `a row of the last list is a calendar too`() async throws {
    let home = try TemporaryHome()
    let changed = #"{"id":"cal-sail","name":"Sailing","color":"lightRed"}"#
    let here = Machine(
      home: home,
      Service([
        "GET /me/calendars": [.list(Self.calendars)],
        "PATCH /me/calendars/cal-sail": [.ok(changed)],
      ]), columns: 80)
    _ = await here.signIn(1, as: .kim)
    #expect(await here.run("calendars").status == 0)
    let outcome = await here.run("edit-calendar", "2", "--color", "red")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try sent(outcome).map(\.path) == ["/me/calendars/cal-sail"])
  }

  @Test func `a deletion says what goes with it and asks`() async throws {
    var here = machine(["DELETE /me/calendars/cal-sail": [.status(204)]])
    let nobody = await here.run("delete-calendar", "Sailing")
    #expect(nobody.status == 8)
    #expect(nobody.errors.contains("the 12 events and series in it"))
    #expect(try sent(nobody).isEmpty)
    here.typed = ["n"]
    let no = await here.run("delete-calendar", "Sailing")
    #expect(try no.status == 8 && sent(no).isEmpty)
    here.typed = ["y"]
    let yes = await here.run("delete-calendar", "Sailing")
    #expect(yes.status == 0, "\(yes.errors)")
    #expect(try sent(yes).map(\.method) == ["DELETE"])
    let dry = await here.run("delete-calendar", "Sailing", "--dry-run")
    #expect(try sent(dry).isEmpty)
    #expect(try dry.items.map { $0["url"] } == ["/me/calendars/cal-sail"])
  }

  @Test func `the default calendar stays, and somebody else's only leaves the list`() async throws {
    let own = await machine().run("delete-calendar", "Calendar", "--yes")
    #expect(own.status == 2 && own.errors.contains("default calendar"))
    #expect(try sent(own).isEmpty)
    let other = await machine().run("delete-calendar", "Aiko")
    #expect(other.errors.contains("It stays theirs"))
  }

  @Test(arguments: [
    ["new-calendar", "x"], ["edit-calendar", "Sailing", "--name", "y"],
    ["delete-calendar", "Sailing", "--yes"],
    ["share-calendar", "Sailing", "--with", "bo@contoso.example", "--role", "read", "--yes"],
    ["new-category", "x"], ["out-of-office", "off"], ["edit-settings", "--language", "de-DE"],
  ])
  func `read-only mode writes nothing, and a dry run shows what would be`(words: [String])
    async throws
  {
    let refused = await machine().run(words + ["--read-only"])
    #expect(refused.status == 8)
    #expect(try sent(refused).isEmpty)
    let dry = await machine().run(words + ["--dry-run"])
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(try sent(dry).isEmpty)
    #expect(try dry.items.count == 1)
  }

  // MARK: Sharing

  @Test func `who may do what is listed`() async throws {
    try expectGolden(
      await machine(columns: 80).transcript("share-calendar", "Sailing", "--list"),
      "share-calendar-list.txt")
    let items = try await machine().run("share-calendar", "Sailing", "--json").items
    #expect(items.map { $0["role"] } == ["read", "freeBusyRead"])
  }

  @Test func `somebody new is let in after a question`() async throws {
    let here = machine([
      "POST /me/calendars/cal-sail/calendarPermissions": [.ok(#"{"id":"p3","role":"write"}"#)]
    ])
    let words = [
      "share-calendar", "Sailing", "--with", "Bo <bo@contoso.example>", "--role", "write",
    ]
    let asked = await here.run(words)
    #expect(asked.status == 8 && asked.errors.contains("They get a mail"))
    #expect(try sent(asked).isEmpty)
    let done = await here.run(words + ["--yes"])
    #expect(done.status == 0, "\(done.errors)")
    #expect(
      try sent(done).map(\.body) == [
        ["emailAddress": ["address": "bo@contoso.example", "name": "Bo"], "role": "write"]
      ])
  }

  @Test func `a role is changed where it can be, and revoked`() async throws {
    let here = machine([
      "PATCH /me/calendars/cal-sail/calendarPermissions/p1": [.ok(#"{"id":"p1","role":"write"}"#)],
      "PATCH /me/calendars/cal-sail/calendarPermissions/p2": [.ok(#"{"id":"p2","role":"none"}"#)],
      "DELETE /me/calendars/cal-sail/calendarPermissions/p1": [.status(204)],
    ])
    func run(_ words: String...) async -> Outcome {
      await here.run(["share-calendar", "Sailing", "--yes"] + words)
    }
    let changed = await run("--with", "ANA@contoso.example", "--role", "write")
    #expect(try sent(changed).map(\.body) == [["role": "write"]], "\(changed.errors)")
    let same = await run("--with", "ana@contoso.example", "--role", "read")
    #expect(try same.status == 0 && sent(same).isEmpty)
    let delegate = await run("--with", "ana@contoso.example", "--role", "delegate")
    #expect(try delegate.status == 2 && sent(delegate).isEmpty)
    #expect(delegate.errors.contains("free-busy, titles, read, write"))
    let all = await run("--with", "organisation", "--role", "none")
    #expect(try sent(all).map(\.path) == ["/me/calendars/cal-sail/calendarPermissions/p2"])
    let named = await run("--revoke", "ana")
    #expect(try sent(named).map(\.method) == ["DELETE"], "\(named.errors)")
    let revoked = await run("--revoke", "ana@contoso.example")
    #expect(try sent(revoked).map(\.method) == ["DELETE"], "\(revoked.errors)")
    #expect(await run("--revoke", "organisation").status == 2)
    #expect(await run("--revoke", "nobody@contoso.example").status == 3)
  }

  @Test func `only an owner shares, and both halves have to be said`() async throws {
    let other = await machine().run(
      "share-calendar", "Aiko", "--with", "bo@contoso.example", "--role", "read", "--yes")
    #expect(other.status == 5 && other.errors.contains("Aiko Tanaka"))
    for words in [
      ["--with", "bo@contoso.example"], ["--role", "read"],
      ["--with", "bo@contoso.example", "--role", "king"],
      ["--list", "--revoke", "bo@contoso.example"],
    ] {
      let outcome = await machine().run(["share-calendar", "Sailing"] + words)
      #expect(outcome.status == 2, "\(words)")
      #expect(outcome.requests.isEmpty)
    }
  }
}
