import HTTP
import JSON
import TestSupport
import Testing

/// Categories, automatic replies and the settings of the mailbox.
@Suite struct SettingsCommandTests {
  static let replies =
    #"{"status":"scheduled","externalAudience":"contactsOnly","internalReplyMessage":"<html><body><p>I am at sea &amp; back on Monday.<br>Ask Jonas.</p></body></html>","externalReplyMessage":"<p>Away.</p>","scheduledStartDateTime":{"dateTime":"2026-11-29T23:00:00.0000000","timeZone":"UTC"},"scheduledEndDateTime":{"dateTime":"2026-12-04T23:00:00.0000000","timeZone":"UTC"}}"#
  static func settings(_ replies: String = replies) -> String {
    #"{"timeZone":"W. Europe Standard Time","language":{"locale":"en-GB"},"dateFormat":"dd/MM/yyyy","timeFormat":"HH:mm","workingHours":{"daysOfWeek":["monday","tuesday"],"startTime":"08:30:00.0000000","endTime":"17:00:00.0000000","timeZone":{"name":"Tokyo Standard Time"}},"automaticRepliesSetting":\#(replies)}"#
  }

  private func machine(
    replies: String = Self.replies, _ more: [String: [Service.Answer]] = [:]
  ) -> Machine {
    Machine(
      Service(
        [
          "GET /me/mailboxSettings": [.ok(Self.settings(replies))],
          "GET /me/mailboxSettings/automaticRepliesSetting": [.ok(replies)],
          "PATCH /me/mailboxSettings": [.ok("{}")],
          "GET /me/outlook/masterCategories": [
            .list(
              #"{"id":"2","displayName":"travel","color":"preset7"},{"id":"1","displayName":"Finance","color":"none"}"#
            )
          ],
          "POST /me/outlook/masterCategories": [
            .ok(#"{"id":"3","displayName":"Sea","color":"preset20"}"#)
          ],
          "POST /me/events": [
            .ok(timed("new", "x", "2026-11-30T09:00:00", "2026-11-30T09:30:00"))
          ],
        ].merging(more) { $1 }))
  }

  private func change(_ outcome: Outcome) throws -> JSON? {
    let requests = outcome.requests.filter { $0.method == "PATCH" }
    #expect(requests.count <= 1)
    return try requests.first?.body.map { try JSON(parsing: $0) }
  }

  // MARK: Categories

  @Test func `categories by name, with their colours in words`() async throws {
    try expectGolden(await machine().transcript("categories"), "categories.txt")
    let items = try await machine().run("categories", "--json").items
    #expect(items.map { $0["displayName"] } == ["Finance", "travel"])
    #expect(
      await machine().run("categories", "--format", "tsv").outputLines.first
        == "id\tdisplayName\tcolor")
  }

  @Test(arguments: [
    ("dark-teal", "preset20"), ("DarkTeal", "preset20"), ("preset20", "preset20"),
    ("red", "preset0"), ("grey", "preset12"), ("dark grey", "preset13"),
  ])
  func `a category is made in a colour by any of its names`(word: String, preset: String)
    async throws
  {
    let outcome = await machine().run("new-category", "Sea", "--color", word)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let body = try outcome.requests("POST", "/masterCategories").first?.body
      .map { try JSON(parsing: $0) }
    #expect(body == ["displayName": "Sea", "color": .string(preset)])
  }

  @Test func `a category that is there already, and colours that are none`() async throws {
    let taken = machine(["POST /me/outlook/masterCategories": [.error(409, "ErrorDuplicate")]])
    let outcome = await taken.run("new-category", "Finance")
    #expect(outcome.status == 6 && outcome.errors.contains("is there already"))
    #expect(await machine().run("new-category", "x", "--color", "preset25").status == 2)
    #expect(await machine().run("new-category", "").status == 2)
  }

  @Test func `a category that nobody made is told, or asked about`() async throws {
    let words = ["new-event", "--subject", "x", "--start", "10:00", "--category", "Finanze"]
    let told = await machine().run(words)
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.errors.contains("there is no category \"Finanze\""))
    let known = await machine().run(Array(words.dropLast()) + ["finance"])
    #expect(!known.errors.contains("no category"))
    var asked = machine()
    asked.typed = ["n"]
    let no = await asked.run(words)
    #expect(no.status == 8 && no.requests("POST", "/events").isEmpty)
    asked.typed = ["y"]
    let yes = await asked.run(words)
    #expect(yes.requests("POST", "/events").count == 1)
    // Whoever may not read categories is not bothered.
    let refused = machine(["GET /me/outlook/masterCategories": [.error(403, "ErrorAccessDenied")]])
    #expect(!(await refused.run(words)).errors.contains("category"))
  }

  // MARK: Automatic replies

  @Test func `automatic replies as they stand`() async throws {
    try expectGolden(await machine().transcript("out-of-office"), "out-of-office.txt")
    let json = try await machine().run("out-of-office", "--json").json
    #expect(json["status"] == "scheduled")
    #expect(json["graphcal"]?["isActive"] == true)
    #expect(json["graphcal"]?["start"] == "2026-11-30T00:00:00+01:00")
    let off = #"{"status":"disabled","externalAudience":"none"}"#
    #expect(await machine(replies: off).run("out-of-office").output.contains("off"))
  }

  @Test func `replies are scheduled by whole days in the mailbox's zone`() async throws {
    let outcome = await machine().run(
      "out-of-office", "--from", "2026-12-21", "--to", "2027-01-03", "--message",
      "Back <soon> & rested.\nKim", "--audience", "contacts")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try change(outcome) == [
        "automaticRepliesSetting": [
          "status": "scheduled",
          "scheduledStartDateTime": [
            "dateTime": "2026-12-21T00:00:00.0000000", "timeZone": "W. Europe Standard Time",
          ],
          "scheduledEndDateTime": [
            "dateTime": "2027-01-04T00:00:00.0000000", "timeZone": "W. Europe Standard Time",
          ],
          "internalReplyMessage":
            "<html><body>\n<p>Back &lt;soon&gt; &amp; rested.<br>\nKim</p>\n</body></html>",
          "externalAudience": "contactsOnly",
        ]
      ])
    // What stands afterwards is read, not assumed.
    #expect(outcome.requests("GET", "/me/mailboxSettings").count >= 1)
    #expect(outcome.output.contains("I am at sea & back on Monday."))
  }

  @Test func `only what is said changes`() async throws {
    for (words, change) in [
      (["on"], ["status": "alwaysEnabled"]), (["off"], ["status": "disabled"]),
      (["--external-message", ""], ["externalReplyMessage": ""]),
      (["--audience", "none"], ["externalAudience": "none"]),
    ] as [([String], JSON)] {
      let outcome = await machine().run(["out-of-office"] + words)
      #expect(try self.change(outcome) == ["automaticRepliesSetting": change], "\(words)")
    }
    let until = await machine().run("out-of-office", "--to", "18:00")
    let sent = try change(until)?["automaticRepliesSetting"]
    #expect(sent?["scheduledStartDateTime"]?["dateTime"] == "2026-11-30T09:00:00.0000000")
    #expect(sent?["scheduledEndDateTime"]?["dateTime"] == "2026-11-30T18:00:00.0000000")
  }

  @Test func `what makes replies say nothing is told`() async throws {
    let off = #"{"status":"disabled","externalAudience":"all"}"#
    let texts = await machine(replies: off).run("out-of-office", "--message", "x")
    #expect(texts.errors.contains("graphcal out-of-office on"))
    let bare =
      #"{"status":"alwaysEnabled","externalAudience":"all","internalReplyMessage":"<p>\u00a0</p>"}"#
    let asked = await machine(replies: bare).run("out-of-office", "on")
    #expect(asked.status == 8 && asked.errors.contains("--message"), "\(asked.errors)")
    #expect(try change(asked) == nil)
    let on = await machine(replies: bare).run("out-of-office", "on", "--yes")
    #expect(on.errors.contains("--message") && on.errors.contains("--external-message"))
  }

  @Test(arguments: [
    ["--from", "2026-12-21"], ["off", "--message", "x"], ["maybe"], ["--audience", "friends"],
    ["--from", "2026-12-21", "--to", "2026-12-20"], ["--to", "yesterday"], ["--to", "soon"],
  ])
  func `what cannot be meant is refused before anything is sent`(words: [String]) async throws {
    let outcome = await machine().run(["out-of-office"] + words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(try change(outcome) == nil)
  }

  // MARK: Settings

  @Test func `settings are changed one by one`() async throws {
    for (words, expected) in [
      (["--zone", "Europe/Lisbon"], ["timeZone": "GMT Standard Time"]),
      (["--zone", "Tokyo Standard Time"], ["timeZone": "Tokyo Standard Time"]),
      (["--language", "pt_pt"], ["language": ["locale": "pt-PT"]]),
      (
        ["--work-days", "sun-tue,fri", "--work-hours", "8:30-17"],
        [
          "workingHours": [
            "daysOfWeek": ["monday", "tuesday", "friday", "sunday"],
            "startTime": "08:30:00.0000000", "endTime": "17:00:00.0000000",
          ]
        ]
      ),
      (
        ["--work-zone", "Asia/Tokyo"],
        ["workingHours": ["timeZone": ["name": "Tokyo Standard Time"]]]
      ),
      (
        ["--date-pattern", "yyyy-MM-dd", "--time-pattern", "h:mm tt"],
        ["dateFormat": "yyyy-MM-dd", "timeFormat": "h:mm tt"]
      ),
    ] as [([String], JSON)] {
      let outcome = await machine().run(["edit-settings"] + words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try change(outcome) == expected, "\(words)")
    }
    try expectGolden(
      await machine().transcript("edit-settings", "--zone", "Europe/Berlin"), "edit-settings.txt")
  }

  @Test(arguments: [
    [], ["--zone", "Mars/Olympus"], ["--language", "english"], ["--language", "de"],
    ["--work-days", "mon-xyz"], ["--work-days", ""], ["--work-hours", "17-8"],
    ["--work-hours", "8:30"], ["--work-hours", "8:75-9"], ["--date-pattern", "soon"],
    ["--time-pattern", "mm"], ["--work-zone", "+01:00"],
  ])
  func `settings that mean nothing are refused before anything is sent`(words: [String])
    async throws
  {
    let outcome = await machine().run(["edit-settings"] + words)
    #expect(outcome.status == 2, "\(words) \(outcome.errors)")
    #expect(try change(outcome) == nil)
  }

  @Test func `the next command knows the new settings`() async throws {
    let home = try TemporaryHome()
    let before = Self.settings()
    let service = Service([
      "GET /me/mailboxSettings": [.ok(before)], "PATCH /me/mailboxSettings": [.ok("{}")],
      "GET /me/calendarView": [.list("")],
    ])
    let here = Machine(home: home, service)
    _ = await here.signIn(
      1, as: .kim, scopes: "Calendars.ReadWrite MailboxSettings.ReadWrite User.Read")
    #expect(await here.run("today").status == 0)
    await service.script(
      "GET /me/mailboxSettings", .ok(before.replacing("W. Europe", with: "Tokyo")))
    #expect(await here.run("edit-settings", "--zone", "Asia/Tokyo").status == 0)
    let today = await here.run("today", "--verbose")
    #expect(today.errors.contains("Asia/Tokyo"), "\(today.errors)")
    #expect(today.requests("GET", "/me/mailboxSettings").isEmpty)
  }
}
