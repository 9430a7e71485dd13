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
    let bench = try await Bench(seed: "demo", "--fault", "412:PATCH /contacts/*:1")
    let id = try await bench.id("leila")
    try await bench.run("edit-contact", id, "--job-title", "Boss")
    #expect(try await bench.show(id)["jobTitle"] as? String == "Boss")
    #expect(try bench.emulator.requests("PATCH", "").map(\.status) == [412, 200])
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

  @Test(arguments: ["drop", "truncate"])
  func `a contact that is made in another's place is made once, though the answer is lost`(
    fault: String
  ) async throws {
    let bench = try await Bench("--fault", "\(fault):POST /me/contactFolders/*/contacts:2")
    let contact = try await bench.id("marek")
    try await bench.run("delete-contact", contact, "--yes")
    try await bench.run("undo")
    #expect(try await bench.run("contacts", "marek", "--json").items.count == 1)
    try await bench.run("new-contact-folder", "Elsewhere")
    try await bench.run("move-contact", contact, "--folder", "Elsewhere")
    let moved = try await bench.run("contacts", "marek", "--json").items
    #expect(moved.count == 1)
    #expect((moved.first?["graphcal"] as? [String: Any])?["folder"] as? String == "Elsewhere")
  }

  @Test func `a deletion whose answer is lost is done once`() async throws {
    let bench = try await Bench(seed: "demo", "--fault", "drop:DELETE /contacts/*:1")
    let id = try await bench.id("leila")
    try await bench.run("delete-contact", id, "--yes")
    let restored = try await bench.run("undo")
    #expect(restored.output.hasPrefix("Restored "))
    #expect(try await bench.show(id)["displayName"] as? String == "Leila Haddad")
    #expect(try bench.emulator.requests("DELETE", "").count == 2)
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

  // MARK: Moving

  @Test func `contacts are moved with their pictures, and moved back`() async throws {
    let bench = try await Bench()
    let ids = [try await bench.id("noor"), try await bench.id("haddad")]
    var before: [NSDictionary] = []
    for id in ids { before.append(try await bench.writable(id)) }
    let picture = try await bench.picture(ids[0])
    let moved = try await bench.run("move-contact", ids[0], ids[1], "--folder", "suppliers/paint")
    #expect(moved.output.split(separator: "\n").count == 2)
    let there = try await bench.run("contacts", "--folder", "suppliers/paint", "--json").items
    #expect(there.count == 3)
    #expect(try await bench.show(ids[0])["displayName"] as? String == "Noor van der Berg")
    #expect(try await bench.picture(ids[0]) == picture)
    let again = try await bench.home.graphcal(
      "move-contact", ids[0], "--folder", "suppliers/paint")
    #expect(again.status == 2)
    try await bench.run("undo")
    for (id, old) in zip(ids, before) { #expect(try await bench.writable(id) == old) }
    #expect(try await bench.picture(ids[0]) == picture)
    #expect(
      try await bench.run("contacts", "--folder", "suppliers/paint", "--json").items.count == 1)
    #expect(try await bench.home.graphcal("undo").status == 3)
    // A journey of several stations goes back by the same ones.
    for folder in ["Suppliers", "Sailing club"] {
      try await bench.run("move-contact", ids[0], "--folder", folder)
    }
    try await bench.run("undo")
    #expect(
      try await bench.run("contacts", "noor", "--folder", "Suppliers", "--json").items.count == 1)
    try await bench.run("undo")
    #expect(try await bench.writable(ids[0]) == before[0])
    #expect(try await bench.picture(ids[0]) == picture)
  }

  @Test func `a contact that cannot be deleted where it was stays there alone`() async throws {
    let bench = try await Bench(seed: "demo", "--fault", "412:DELETE /contacts/*:1")
    let all = try await bench.count()
    let id = try await bench.id("noor")
    let before = try await bench.writable(id)
    let stopped = try await bench.home.graphcal("move-contact", id, "--folder", "Suppliers")
    #expect(stopped.status == 6, "\(stopped.errors)")
    #expect(try await bench.count() == all)
    #expect(try await bench.writable(id) == before)
    #expect(try await bench.home.graphcal("undo").status == 3)
  }

  // MARK: Merging

  /// Two contacts of one person, the second with more than the first has places for, and a picture.
  private func doubles(_ bench: Bench) async throws -> (first: String, second: String) {
    let first = try await bench.make(
      "--given-name", "Lena", "--surname", "Fog", "--email", "home=lena@x.example", "--phone",
      "mobile=+36 1 555 0140", "--note", "Tall", "--birthday", "02-29")
    let second = try await bench.make(
      "--display-name", "L. Fog", "--given-name", "Lena", "--surname", "Fog", "--nickname", "Leni",
      "--email", "work=lena@y.example", "--email", "old=l@z.example", "--email",
      "club=fog@w.example", "--phone", "mobile=+36 1 555 0199", "--company", "Harbor",
      "--category", "Friend", "--birthday", "1984-02-29", "--folder", "Suppliers", "--address",
      "home=1 Loop;Oslo;;0150;NO")
    try await bench.curl("-sf -o '\(bench.home.path("face.png"))'", "photo/$value")
    try await bench.curl(
      "-sf -X PUT -H 'Content-Type: image/png' "
        + "--data-binary '@\(bench.home.path("face.png"))'",
      "contacts/\(bench.fullID(second))/photo/$value")
    return (first, second)
  }

  @Test func `two contacts are merged into one, and both come back`() async throws {
    let bench = try await Bench()
    let all = try await bench.count()
    let (first, second) = try await doubles(bench)
    let before = [try await bench.writable(first), try await bench.writable(second)]
    let picture = try await bench.picture(second)
    #expect(try await bench.home.graphcal("merge-contacts", first, second).status == 8)
    let merged = try await bench.run("merge-contacts", first, second, "--yes")
    #expect(merged.output.hasPrefix("Merged into "))
    #expect(merged.errors.contains("club fog@w.example"))
    let whole = try await bench.show(first)
    let addresses = (whole["emailAddresses"] as? [[String: Any]] ?? []).map { $0["name"] }
    #expect(addresses as? [String] == ["home", "work", "old"])
    #expect(
      whole["personalNotes"] as? String
        == "Tall\n\nName: L. Fog\nE-mail: club fog@w.example\nMobile: +36 1 555 0199")
    #expect(whole["birthday"] as? String == "1984-02-29T11:59:00Z")
    #expect(whole["companyName"] as? String == "Harbor")
    #expect(try await bench.picture(first) == picture)
    #expect(try await bench.count() == all + 1)
    #expect(try await bench.home.graphcal("show-contact", second).status == 3)
    let undo = try await bench.run("undo")
    #expect(undo.output.contains("Restored ") && undo.output.contains("Changed back "))
    #expect(try await bench.writable(first) == before[0])
    #expect(try await bench.writable(second) == before[1])
    #expect(try await bench.picture(second) == picture)
    #expect(try await bench.picture(first) != picture)
    #expect(try await bench.count() == all + 2)
    #expect(try await bench.home.graphcal("undo").status == 8)
    // The old name of the second one is still its own.
    #expect(try await bench.show(second)["displayName"] as? String == "L. Fog")
  }

  @Test func `a name to show that somebody has thought of comes back`() async throws {
    let bench = try await Bench(seed: "empty")
    let first = try await bench.make(
      "--given-name", "Own", "--surname", "Dis", "--display-name", "Zorro")
    try await bench.run("edit-contact", first, "--given-name", "Owen")
    try await bench.run("undo")
    #expect(try await bench.show(first)["displayName"] as? String == "Zorro")
    let second = try await bench.make("--given-name", "P2", "--suffix", "III")
    let before = try await (bench.writable(first), bench.writable(second))
    try await bench.run("merge-contacts", first, second, "--yes")
    try await bench.run("undo")
    #expect(try await bench.writable(first) == before.0)
    #expect(try await bench.writable(second) == before.1)
  }

  @Test func `a merge that stops half-way loses nothing, and goes on`() async throws {
    let bench = try await Bench(seed: "demo", "--fault", "503:DELETE /contacts/*:1")
    let (first, second) = try await doubles(bench)
    let before = [try await bench.writable(first), try await bench.writable(second)]
    let all = try await bench.count()
    let stopped = try await bench.home.graphcal(
      "merge-contacts", first, second, "--yes", "--max-wait", "0")
    #expect(stopped.status == 9, "\(stopped.errors)")
    #expect(try await bench.count() == all)
    #expect(try await bench.writable(second) == before[1])
    let note = try await bench.show(first)["personalNotes"] as? String
    try await bench.run("merge-contacts", first, second, "--yes")
    #expect(try await bench.count() == all - 1)
    #expect(try await bench.show(first)["personalNotes"] as? String == note)
    try await bench.run("undo")
    try await bench.run("undo")
    #expect(try await bench.writable(first) == before[0])
    #expect(try await bench.writable(second) == before[1])
    #expect(try await bench.count() == all)
  }

  @Test func `contacts of the same name stay two, and are reported`() async throws {
    let bench = try await Bench(seed: "empty")
    _ = try await bench.make("--given-name", "Lena", "--surname", "Fog", "--email", "l@x.example")
    _ = try await bench.make("--given-name", "Lena", "--surname", "Fog", "--email", "l2@y.example")
    _ = try await bench.make("--given-name", "Kim", "--surname", "Dock")
    _ = try await bench.make("--given-name", "Kim", "--surname", "Dock")
    #expect(try await bench.count() == 4)
    let groups = try await bench.run("duplicates", "--json").items
    let kinds = groups.map { group in
      (group["reasons"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
    }
    #expect(kinds == [["name"], ["name"]])
  }

  // MARK: As text

  @Test func `a contact is changed as text in an editor`() async throws {
    let bench = try await Bench()
    let id = try await bench.id("ana.garcia")
    let before = try await bench.writable(id)
    let script = bench.home.path("editor.sh")
    try "#!/bin/sh\nsed -i -e 's/^Home phone: .*/Home phone: 123/' \"$1\"\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
    try await bench.run("edit-contact", id, "--editor", environment: ["EDITOR": script])
    let patch = try #require(try bench.emulator.requests("PATCH", "").first)
    #expect(patch.text.contains(#""json":{"homePhones":["123"]}"#), "\(patch.text)")
    #expect(try await bench.show(id)["homePhones"] as? [String] == ["123"])
    let idle = try await bench.run("edit-contact", id, "--editor", environment: ["EDITOR": "true"])
    #expect(idle.errors.contains("nothing was changed"))
    let failed = try await bench.home.graphcal(
      "edit-contact", id, "--editor", environment: ["VISUAL": "false", "EDITOR": script])
    #expect(failed.status == 8)
    let kept = try #require(
      failed.errors.split(separator: "--editor=").last?.split(separator: "\n").first)
    try FileManager.default.removeItem(atPath: String(kept))
    #expect(try bench.emulator.requests("PATCH", "").count == 1)
    try await bench.run("undo")
    #expect(try await bench.writable(id) == before)
  }
}
