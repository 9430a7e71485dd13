import Foundation
import Testing

/// Changing, deleting, moving and merging contacts over real HTTP, and taking that back.
@Suite struct ContactChangeTests {
  /// A signed-in home at an emulator with the demo address book.
  private struct Bench {
    let emulator: Emulator
    let home: Home

    init(seed: String = "demo", _ options: String...) async throws {
      emulator = try Emulator(seed: seed, options)
      home = try Home(emulator: emulator)
      let scopes = "User.Read,MailboxSettings.Read,Contacts.ReadWrite,Calendars.ReadWrite"
      #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    }

    /// Runs the program, which has to succeed.
    @discardableResult
    func run(
      _ words: String..., environment: [String: String] = [:],
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
      let outcome = try await home.graphcal(words, environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
      return outcome
    }

    /// The short id of the one contact that a search finds.
    func id(_ query: String) async throws -> String {
      let items = try await run("contacts", query, "--json").items
      #expect(items.count == 1)
      return try #require((items.first?["graphcal"] as? [String: Any])?["id"] as? String)
    }

    /// The short id of a new contact.
    func make(_ words: String...) async throws -> String {
      let outcome = try await home.graphcal(["new-contact", "--json"] + words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let contact = try outcome.json as? [String: Any]
      return try #require((contact?["graphcal"] as? [String: Any])?["id"] as? String)
    }

    func show(_ reference: String) async throws -> [String: Any] {
      try await run("show-contact", reference, "--json").json as? [String: Any] ?? [:]
    }

    /// Everything of a contact that a client can write, as it would be compared by eye.
    func writable(_ reference: String) async throws -> NSDictionary {
      let contact = try await show(reference).filter { name, _ in
        !["id", "changeKey", "createdDateTime", "lastModifiedDateTime", "graphcal"].contains(name)
          && !name.contains("@")
      }
      return NSDictionary(dictionary: contact)
    }

    /// The full id of a contact, as it stands in a path.
    func fullID(_ reference: String) async throws -> String {
      let id = try await show(reference)["id"] as? String ?? ""
      return id.replacingOccurrences(of: "/", with: "%2F")
    }

    /// The picture of a contact; empty where it has none.
    func picture(_ reference: String) async throws -> String {
      try await curl("-sf", "contacts/\(fullID(reference))/photo/$value", then: "| sha256sum")
    }

    /// Asks the emulator for something below `/me`, as another program would.
    @discardableResult
    func curl(
      _ options: String, _ path: String, then: String = ""
    ) async throws -> String {
      let line =
        "curl \(options) -H \"Authorization: Bearer $(graphcal token)\" "
        + "'\(emulator.ready.graphURL)/me/\(path)' \(then)"
      return try await home.shell(line).output
    }

    func count() async throws -> Int {
      try await run("contacts", "--json").items.count
    }
  }

  @Test func `a contact is changed, and changed back`() async throws {
    let bench = try await Bench()
    let id = try await bench.id("leila")
    let before = try await bench.writable(id)
    try await bench.run(
      "edit-contact", id, "--surname", "Haddad Moe", "--add-email", "private=l@mail.example",
      "--remove-category", "customer", "--address", "home=Bryggen 1;Bergen;;5003;Norway",
      "--birthday", "02-29", "--phone", "mobile=")
    let after = try await bench.show(id)
    #expect(after["displayName"] as? String == "Leila Haddad Moe")
    #expect(after["mobilePhone"] is NSNull)
    #expect((after["businessPhones"] as? [String])?.count == 2)
    #expect(after["birthday"] as? String == "1604-02-29T11:59:00Z")
    #expect((after["emailAddresses"] as? [Any])?.count == 2)
    let shown = try await bench.run("show-contact", id)
    #expect(shown.output.contains("29 Feb\n"))
    try await bench.run("edit-contact", id, "--address", "home=Bergen 2")
    #expect((try await bench.show(id)["homeAddress"] as? [String: Any])?.count == 1)
    let patches = try bench.emulator.requests("PATCH", "").count
    #expect(try await bench.home.graphcal("edit-contact", id, "--birthday", "02-30").status == 2)
    #expect(
      try await bench.home.graphcal(
        "edit-contact", id, "--add-email", "a@x.example", "--add-email", "b@x.example"
      ).status == 2)
    #expect(try bench.emulator.requests("PATCH", "").count == patches)
    try await bench.run("undo")
    let undone = try await bench.run("undo")
    #expect(undone.output.hasPrefix("Changed back "))
    #expect(try await bench.writable(id) == before)
    #expect(try await bench.home.graphcal("undo").status == 3)
  }

  @Test(arguments: [("2000-02-29", "29 Feb 2000 (26)"), ("02-29", "29 Feb\n")])
  func `birthdays of 29 February survive create, show and edit`(
    birthday: String, shown: String
  ) async throws {
    let bench = try await Bench(seed: "empty")
    let id = try await bench.make("--given-name", "Kim", "--birthday", birthday)
    #expect(try await bench.run("show-contact", id).output.contains(shown))
    try await bench.run("edit-contact", id, "--job-title", "Cook")
    #expect(try await bench.run("show-contact", id).output.contains(shown))
    try await bench.run("edit-contact", id, "--birthday", "1999-12-31")
    try await bench.run("undo")
    #expect(try await bench.run("show-contact", id).output.contains(shown))
  }

  @Test func `a conflict where nothing has changed is sent again`() async throws {
    let bench = try await Bench(seed: "demo", "--fault", "412:PATCH /me/contacts/:1")
    let id = try await bench.id("leila")
    try await bench.run("edit-contact", id, "--job-title", "Boss")
    #expect(try await bench.show(id)["jobTitle"] as? String == "Boss")
  }

  @Test func `deleted contacts come back whole, under their old names`() async throws {
    let bench = try await Bench()
    let all = try await bench.count()
    let ids = [
      try await bench.id("noor"), try await bench.id("ana.garcia"),
      try await bench.id("svensson björn"),
    ]
    try await bench.curl(
      "-sf -X POST -H 'Content-Type: application/json' "
        + "-d '{\"extensionName\":\"com.example.crm\",\"number\":\"7\"}'",
      "contacts/\(bench.fullID(ids[0]))/extensions")
    var before: [NSDictionary] = []
    for id in ids { before.append(try await bench.writable(id)) }
    let picture = try await bench.picture(ids[0])
    #expect(try await bench.home.graphcal("delete-contact", ids[0]).status == 8)
    let deleted = try await bench.run("delete-contact", ids[0], ids[1], ids[2], "--yes")
    #expect(deleted.output.split(separator: "\n").count == 3)
    #expect(try await bench.count() == all - 3)
    #expect(try await bench.home.graphcal("show-contact", ids[0]).status == 3)
    let undo = try await bench.run("undo", "--json")
    let new = try undo.items.compactMap { ($0["graphcal"] as? [String: Any])?["id"] as? String }
    #expect(Set(new).count == 3 && Set(new).isDisjoint(with: ids))
    for (id, old) in zip(ids, before) {
      #expect(try await bench.writable(String(id.prefix(6))) == old)
    }
    #expect(try await bench.picture(ids[0]) == picture)
    #expect(picture.count > 60)
    let extensions = try await bench.curl("-sf", "contacts/\(bench.fullID(ids[0]))/extensions")
    #expect(extensions.contains("com.example.crm"))
    #expect(try await bench.count() == all)
    // A second time, and what was done before it, under the id of long ago.
    try await bench.run("edit-contact", ids[0], "--nickname", "N")
    try await bench.run("delete-contact", ids[0], "--yes")
    try await bench.run("undo")
    try await bench.run("undo")
    #expect(try await bench.writable(ids[0]) == before[0])
  }

  @Test func `an undoing that stops half-way goes on and makes nothing twice`() async throws {
    let bench = try await Bench(seed: "demo", "--fault", "503:POST /contacts:1")
    let all = try await bench.count()
    let (one, two) = (try await bench.id("wei"), try await bench.id("haddad"))
    try await bench.run("delete-contact", one, two, "--yes")
    let stopped = try await bench.home.graphcal("undo", "--max-wait", "0")
    #expect(stopped.status == 7, "\(stopped.errors)")
    try await bench.run("undo")
    #expect(try await bench.count() == all)
    #expect(try await bench.show(one)["displayName"] as? String == "张伟")
  }

  @Test func `a deletion whose answer is lost is done once`() async throws {
    let bench = try await Bench(seed: "demo", "--fault", "drop:DELETE /me/contacts/:1")
    let id = try await bench.id("leila")
    try await bench.run("delete-contact", id, "--yes")
    let restored = try await bench.run("undo")
    #expect(restored.output.hasPrefix("Restored "))
    #expect(try await bench.show(id)["displayName"] as? String == "Leila Haddad")
  }

  @Test func `what was changed again since is shown, and nothing is undone`() async throws {
    let bench = try await Bench()
    let id = try await bench.id("leila")
    try await bench.run("edit-contact", id, "--job-title", "Boss")
    try await bench.curl(
      "-sf -X PATCH -H 'Content-Type: application/json' -d '{\"jobTitle\":\"Captain\"}'",
      "contacts/\(bench.fullID(id))")
    let refused = try await bench.home.graphcal("undo")
    #expect(refused.status == 6)
    #expect(refused.errors.contains("job title is now \"Captain\""))
    #expect(try await bench.show(id)["jobTitle"] as? String == "Captain")
  }
}
