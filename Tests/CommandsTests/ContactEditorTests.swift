import FoundationEssentials
import HTTP
import Host
import JSON
import TestSupport
import Testing

/// A contact changed as text in an editor.
@Suite struct ContactEditorTests {
  private let id = "a-contact-with-a-long-id"
  /// Where the texts lie, since every test has its own.
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func service(_ more: JSONObject = [:]) -> Service {
    Service([
      "GET \(EditContactTests.path)": [.ok(EditContactTests.contact(etag: "1", more))],
      "PATCH \(EditContactTests.path)": [.ok(EditContactTests.contact(etag: "2"))],
    ])
  }

  /// Opens the contact in an editor that does to its text what `change` does.
  private func edit(
    _ service: Service? = nil, _ words: [String] = ["--editor"],
    _ change: @escaping @Sendable (String) -> String
  ) async -> (outcome: Outcome, shown: String) {
    var machine = Machine(
      service ?? self.service(), ["EDITOR": "ed", "TMPDIR": home.folder])
    let shown = Locked("")
    machine.programs = ProgramStarter(isInstalled: { _ in true }) { (words, _) throws(HostError) in
      let path = words.last ?? ""
      let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
      shown.withLock { $0 = text }
      let changed = change(text)
      if changed != text { try? Data(changed.utf8).write(to: URL(filePath: path)) }
      return nil
    }
    let outcome = await machine.run(["edit-contact", id] + words)
    return (outcome, shown.withLock { $0 })
  }

  /// Takes away the text that a failure has kept, and gives it.
  private func takeKept(_ outcome: Outcome) throws -> String {
    let tail = try #require(outcome.errors.split(separator: "--editor=").last)
    let path = String(tail.prefix { !$0.isWhitespace })
    let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    try Files.remove(path)
    try Files.removeFolder(Paths.folder(of: path))
    return text
  }

  @Test func `the form has a line for everything`() async throws {
    let service = service([
      "homeAddress": ["street": "1 Loop\n2nd floor", "city": "Oslo", "countryOrRegion": "NO"],
      "title": "Dr.\u{1b}[31m",
    ])
    let (outcome, shown) = await edit(service) { $0 }
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("nothing was changed"))
    #expect(outcome.requests("PATCH", "").isEmpty)
    try expectGolden(shown, "contact-form.txt")
  }

  @Test(
    arguments: [
      ("Job title: Cook", "Job title: Captain", ["jobTitle": "Captain"]),
      ("Job title: Cook\n", "", ["jobTitle": nil]),
      ("Job title: Cook", "job title:", ["jobTitle": nil]),
      ("Surname: Silva", "Surname: Costa", ["surname": "Costa", "displayName": "Ana Costa"]),
      ("Tall\nand kind", "Tall", ["personalNotes": "Tall"]),
      (
        "and kind\n", "and kind\n\n# of my own\n",
        ["personalNotes": "Tall\nand kind\n\n# of my own"]
      ),
      ("Birthday: 02-29", "Birthday: 2000-02-29", ["birthday": "2000-02-29T11:59:00Z"]),
      ("Child: Kim", "Child: Kim\nChild: Bo", ["children": ["Kim", "Bo"]]),
      ("Work phone: 2\n", "", ["businessPhones": ["1"]]),
      ("Home phone:", "Home phone: 1", ["businessPhones": ["2"], "homePhones": ["1"]]),
      (
        "home <ana@x.example>", "work <ana@x.example>",
        [
          "emailAddresses": [
            ["address": "ana@x.example", "name": "work"],
            ["address": "silva@y.example", "name": "Ana Silva"],
          ]
        ]
      ),
      (
        "E-mail: silva@y.example", "E-mail: work=new@y.example",
        [
          "emailAddresses": [
            ["address": "ana@x.example", "name": "home"],
            ["address": "new@y.example", "name": "work"],
          ]
        ]
      ),
      (
        "Home street: 1 Loop", "Home street: 1 Loop\n  2nd floor",
        [
          "homeAddress": [
            "street": "1 Loop\n2nd floor", "city": "Oslo", "state": "X", "postalCode": nil,
            "countryOrRegion": nil,
          ]
        ]
      ),
    ] as [(String, String, JSONObject)])
  func `only what was changed is sent`(old: String, new: String, body: JSONObject) async throws {
    let (outcome, shown) = await edit { $0.replacing(old, with: new) }
    #expect(shown.contains(old))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let requests = outcome.requests("PATCH", "")
    #expect(requests.first?.headers["If-Match"] == "W/\"1\"")
    #expect(try JSON(parsing: requests.first?.body ?? []) == .object(body))
  }

  @Test(arguments: [
    ("Surname:", "Surnam:", "line 9 is no field of a contact"),
    ("Nickname:", "Nickname:\nNickname: x", "a second time"),
    ("Birthday: 02-29", "Birthday: 02-30", "no date that a calendar has"),
    ("Home phone:", "Home phone: none", "has no digit"),
    ("E-mail: silva@y.example", "E-mail: silva", "is no mail address"),
    (
      "E-mail: silva@y.example", "E-mail: b@x.example\nE-mail: c@x.example\nE-mail: d@x.example",
      "ana@x.example, b@x.example, c@x.example, d@x.example"
    ),
  ])
  func `a form that cannot be read is kept`(
    old: String, new: String, message: String
  ) async throws {
    let (outcome, _) = await edit { $0.replacing(old, with: new) }
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.requests("PATCH", "").isEmpty)
    #expect(try takeKept(outcome).contains(new))
  }

  @Test func `a kept text is taken up again`() async throws {
    let (outcome, shown) = await edit { $0.replacing("Birthday: 02-29", with: "Birthday: 02-30") }
    let path = try #require(outcome.errors.split(separator: "--editor=").last)
      .prefix { !$0.isWhitespace }
    let (again, text) = await edit(nil, ["--editor=\(path)"]) {
      $0.replacing("Birthday: 02-30", with: "Birthday: 02-28")
    }
    #expect(text == shown.replacing("Birthday: 02-29", with: "Birthday: 02-30"))
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      try JSON(parsing: again.requests("PATCH", "").first?.body ?? [])
        == ["birthday": "1604-02-28T11:59:00Z"])
    try Files.remove(String(path))
    try Files.removeFolder(Paths.folder(of: String(path)))
  }

  @Test func `a change of the same thing in the meantime is shown and the text is kept`()
    async throws
  {
    let service = service()
    await service.script(
      "GET \(EditContactTests.path)", .ok(EditContactTests.contact()),
      .ok(EditContactTests.contact(etag: "2", ["jobTitle": "Pilot"])))
    await service.script(
      "PATCH \(EditContactTests.path)", .error(412, "ErrorIrresolvableConflict"))
    let (outcome, _) = await edit(service) { $0.replacing("Cook", with: "Captain") }
    #expect(outcome.status == 6)
    #expect(outcome.errors.contains("there \"Pilot\", here \"Captain\""))
    #expect(try takeKept(outcome).contains("Captain"))
  }

  @Test func `an empty text changes nothing, and other options do not go along`() async {
    let (outcome, _) = await edit { _ in "\n" }
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("nothing was changed"))
    #expect(outcome.requests("PATCH", "").isEmpty)
    let (both, _) = await edit(nil, ["--editor", "--job-title", "x"]) { $0 }
    #expect(both.status == 2)
  }
}
