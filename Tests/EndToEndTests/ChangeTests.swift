import Foundation
import Testing

/// Changing, deleting, copying and moving events over real HTTP, and taking that back.
@Suite struct ChangeTests {
  struct Bench {
    let emulator: Emulator
    let home: Home

    init(_ options: String...) async throws {
      try await self.init(options)
    }

    init(_ options: [String]) async throws {
      emulator = try Emulator(seed: "empty", options)
      home = try Home(emulator: emulator, ["TZ": "Europe/Berlin"])
      #expect(try await home.graphcal("login", "--device-code").status == 0)
    }

    /// Runs the program, which has to succeed.
    @discardableResult
    func run(
      _ words: String..., environment: [String: String] = [:],
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Outcome {
      let outcome = try await home.graphcal(
        words + ["--tz", "Europe/Berlin"], environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
      return outcome
    }

    /// The short id of a new event.
    func make(_ words: String...) async throws -> String {
      let outcome = try await home.graphcal(
        ["new-event", "--tz", "Europe/Berlin", "--json", "--yes"] + words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let event = try outcome.json as? [String: Any]
      return (event?["graphcal"] as? [String: Any])?["id"] as? String ?? ""
    }

    /// `start subject` of everything in a range of days, in order.
    func starts(_ from: String, days: Int = 60, calendar: String? = nil) async throws -> [String] {
      let more = calendar.map { ["--calendar", $0] } ?? []
      let agenda = try await home.graphcal(
        ["agenda", "--from", from, "--days", String(days), "--tz", "Europe/Berlin", "--json"]
          + more)
      return try agenda.items.map { item in
        let start = (item["graphcal"] as? [String: Any])?["start"] as? String ?? ""
        return "\(start.prefix(16)) \(item["subject"] as? String ?? "")"
      }
    }

    /// The short ids of the events with a subject, in order.
    func ids(_ subject: String, _ from: String, days: Int = 60) async throws -> [String] {
      let agenda = try await home.graphcal(
        "agenda", "--from", from, "--days", String(days), "--tz", "Europe/Berlin", "--json")
      return try agenda.items.filter { $0["subject"] as? String == subject }
        .compactMap { ($0["graphcal"] as? [String: Any])?["id"] as? String }
    }

    func show(_ reference: String) async throws -> [String: Any] {
      try await run("show", reference, "--json").json as? [String: Any] ?? [:]
    }
  }

  // MARK: One event

  @Test func `a start alone keeps the length, a date alone the time of day`() async throws {
    let bench = try await Bench()
    let id = try await bench.make(
      "--subject", "Call", "--start", "2026-12-01 09:00", "--duration", "45m")
    try await bench.run("edit-event", id, "--start", "10:30")
    try await bench.run("edit-event", id, "--start", "2026-12-03")
    var event = try await bench.show(id)
    var times = event["graphcal"] as? [String: Any]
    #expect(times?["start"] as? String == "2026-12-03T10:30:00+01:00")
    #expect(times?["end"] as? String == "2026-12-03T11:15:00+01:00")
    try await bench.run("edit-event", id, "--all-day")
    event = try await bench.show(id)
    #expect(event["isAllDay"] as? Bool == true)
    try await bench.run("edit-event", id, "--start", "14:00", "--duration", "1h")
    event = try await bench.show(id)
    times = event["graphcal"] as? [String: Any]
    #expect(event["isAllDay"] as? Bool == false)
    #expect(times?["start"] as? String == "2026-12-03T14:00:00+01:00")
    for _ in 0..<4 { try await bench.run("undo") }
    times = try await bench.show(id)["graphcal"] as? [String: Any]
    #expect(times?["start"] as? String == "2026-12-01T09:00:00+01:00")
    // What was made goes again, but only after a yes.
    #expect(try await bench.home.graphcal("undo").status == 8)
    try await bench.run("undo", "--yes")
    #expect(try await bench.starts("2026-12-01").isEmpty)
    let nothing = try await bench.home.graphcal("undo")
    #expect(nothing.status == 3)
  }

  @Test func `somebody more and a new text leave the others and the way into the meeting`()
    async throws
  {
    let emulator = try Emulator()
    let home = try Home(emulator: emulator)
    #expect(try await home.graphcal("login", "--device-code").status == 0)
    let search = try await home.graphcal("agenda", "--days", "30", "--json")
    let meeting = try #require(
      try search.items.first { item in
        item["isOnlineMeeting"] as? Bool == true && item["isOrganizer"] as? Bool == true
          && (item["attendees"] as? [Any])?.isEmpty == false
          && item["type"] as? String == "singleInstance"
      })
    let id = try #require((meeting["graphcal"] as? [String: Any])?["id"] as? String)
    let before = try #require(
      try await home.graphcal("show", id, "--json").json as? [String: Any])
    let edit = try await home.graphcal(
      "edit-event", id, "--add-attendee", "bo@adventure-works.example", "--body", "new", "--yes")
    #expect(edit.status == 0, "\(edit.errors)")
    let after = try #require(
      try await home.graphcal("show", id, "--json").json as? [String: Any])
    let body = try #require((after["body"] as? [String: Any])?["content"] as? String)
    #expect(body.hasPrefix("new"))
    let link = (before["onlineMeeting"] as? [String: Any])?["joinUrl"] as? String
    #expect(after["isOnlineMeeting"] as? Bool == true)
    #expect((after["onlineMeeting"] as? [String: Any])?["joinUrl"] as? String == link)
    let old = before["attendees"] as? [[String: Any]] ?? []
    let new = after["attendees"] as? [[String: Any]] ?? []
    #expect(new.count == old.count + 1)
    for (left, right) in zip(old, new) {
      #expect(NSDictionary(dictionary: left) == NSDictionary(dictionary: right))
    }
    #expect(try emulator.requests("PATCH", "").count == 1)
    let undo = try await home.graphcal("undo")
    #expect(undo.status == 1)
    #expect(undo.errors.contains("mails cannot be called back"))
  }

  @Test func `an event is changed as text in an editor`() async throws {
    let bench = try await Bench()
    let id = try await bench.make(
      "--subject", "Call", "--start", "2026-12-01 09:00", "--location", "Room 1", "--body",
      "one\ntwo")
    let script = bench.home.path("editor.sh")
    try """
    #!/bin/sh
    sed -i -e 's/^Subject: .*/Subject: Call: Kim/' -e 's/ 09:30/ 10:00/' -e 's/^two/three/' \
    -e 's/^Location: .*/Location:/' "$1"
    """.write(toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
    try await bench.run("edit-event", id, "--editor", environment: ["EDITOR": script])
    let event = try await bench.show(id)
    #expect(event["subject"] as? String == "Call: Kim")
    #expect((event["body"] as? [String: Any])?["content"] as? String == "one\nthree")
    #expect((event["location"] as? [String: Any])?["displayName"] as? String == "")
    #expect(
      (event["graphcal"] as? [String: Any])?["end"] as? String == "2026-12-01T10:00:00+01:00")
    let idle = try await bench.run("edit-event", id, "--editor", environment: ["EDITOR": "true"])
    #expect(idle.errors.contains("nothing was changed"))
    let failed = try await bench.home.graphcal(
      "edit-event", id, "--editor", environment: ["VISUAL": "false", "EDITOR": script])
    #expect(failed.status == 8)
    let wrong = bench.home.path("wrong.sh")
    try "#!/bin/sh\nsed -i -e 's/^Start: .*/Start: soon/' \"$1\"\n"
      .write(toFile: wrong, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: wrong)
    let kept = try await bench.home.graphcal(
      "edit-event", id, "--editor", environment: ["EDITOR": wrong])
    #expect(kept.status == 2)
    let path = try #require(
      kept.errors.split(separator: "--editor=").last?.split(separator: "\n").first)
    #expect(FileManager.default.fileExists(atPath: String(path)))
    try FileManager.default.removeItem(atPath: String(path))
  }

  @Test func `files and an online meeting are added to an event that stands`() async throws {
    let bench = try await Bench()
    let id = try await bench.make(
      "--subject", "Call", "--start", "2026-12-01 09:00", "--body", "Agenda")
    let file = bench.home.path("plan.txt")
    try "the plan".write(toFile: file, atomically: true, encoding: .utf8)
    try await bench.run("edit-event", id, "--online", "--attach", file, "--subject", "Talk")
    let event = try await bench.show(id)
    #expect(event["isOnlineMeeting"] as? Bool == true)
    #expect(event["hasAttachments"] as? Bool == true)
    #expect(event["subject"] as? String == "Talk")
    let missing = try await bench.home.graphcal(
      "edit-event", id, "--attach", bench.home.path("none.txt"))
    #expect(missing.status == 2)
    // A copy has the file too, and a way into a meeting of its own.
    let copy = try await bench.run("copy-event", id, "--start", "2026-12-02", "--json")
    let other = try #require(try copy.json as? [String: Any])
    let new = try await bench.show(
      (other["graphcal"] as? [String: Any])?["id"] as? String ?? "")
    #expect(new["hasAttachments"] as? Bool == true)
    let links = [event, new].map { ($0["onlineMeeting"] as? [String: Any])?["joinUrl"] as? String }
    #expect(links[0] != nil && links[1] != nil && links[0] != links[1])
  }

  @Test func `a conflict where nothing has changed is sent again`() async throws {
    let bench = try await Bench("--fault", "412:PATCH /me/events/*:1")
    let id = try await bench.make("--subject", "Call", "--start", "2026-12-01 09:00")
    try await bench.run("edit-event", id, "--subject", "Talk")
    #expect(try await bench.show(id)["subject"] as? String == "Talk")
  }

  // MARK: Series

  @Test(arguments: [[], ["--quirk", "recurrence-drops-exceptions"]])
  func `this event and those following`(quirk: [String]) async throws {
    let bench = try await Bench(quirk)
    let master = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-01 09:00", "--repeat", "weekly", "--count", "6")
    let ids = try await bench.ids("Sync", "2026-12-01")
    #expect(ids.count == 6)
    // One before and one after are changed, one before and one after are deleted.
    try await bench.run("edit-event", ids[0], "--scope", "this", "--subject", "First", "--yes")
    try await bench.run("edit-event", ids[4], "--scope", "this", "--subject", "Fifth", "--yes")
    try await bench.run("delete-event", ids[1], "--scope", "this", "--yes")
    try await bench.run("delete-event", ids[3], "--scope", "this", "--yes")
    let before = try await bench.starts("2026-12-01")
    #expect(
      before == [
        "2026-12-01T09:00 First", "2026-12-15T09:00 Sync", "2026-12-29T09:00 Fifth",
        "2027-01-05T09:00 Sync",
      ])
    let refused = try await bench.home.graphcal("edit-event", ids[2], "--start", "10:00")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--scope"))
    try await bench.run("edit-event", ids[2], "--scope", "following", "--start", "10:00", "--yes")
    #expect(
      try await bench.starts("2026-12-01") == [
        "2026-12-01T09:00 First", "2026-12-15T10:00 Sync", "2026-12-29T10:00 Fifth",
        "2027-01-05T10:00 Sync",
      ])
    let old = try await bench.show(master)
    let range = (old["recurrence"] as? [String: Any])?["range"] as? [String: Any]
    #expect(range?["endDate"] as? String == "2026-12-08")
    #expect(try bench.emulator.requests("POST", "/events").count == 2)
    try await bench.run("undo", "--yes")
    #expect(try await bench.starts("2026-12-01") == before)
  }

  @Test(arguments: [[], ["--quirk", "recurrence-drops-exceptions"]])
  func `a whole series, its rule and its end`(quirk: [String]) async throws {
    let bench = try await Bench(quirk)
    let master = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-01 09:00", "--repeat", "weekly", "--count", "4")
    let ids = try await bench.ids("Sync", "2026-12-01")
    try await bench.run("delete-event", ids[1], "--scope", "this", "--yes")
    try await bench.run("edit-event", ids[2], "--scope", "this", "--location", "Roof")
    let before = try await bench.starts("2026-12-01")
    try await bench.run(
      "edit-event", ids[3], "--scope", "series", "--start", "08:00", "--duration", "1h", "--yes")
    #expect(
      try await bench.starts("2026-12-01") == [
        "2026-12-01T08:00 Sync", "2026-12-15T08:00 Sync", "2026-12-22T08:00 Sync",
      ])
    try await bench.run("undo", "--yes")
    #expect(try await bench.starts("2026-12-01") == before)
    try await bench.run("edit-event", master, "--scope", "series", "--until", "2026-12-15", "--yes")
    #expect(try await bench.starts("2026-12-01").count == 2)
    try await bench.run(
      "edit-event", master, "--scope", "series", "--repeat", "weekly on tue,thu", "--count", "3",
      "--yes")
    #expect(
      try await bench.starts("2026-12-01").map { String($0.prefix(10)) }
        == ["2026-12-01", "2026-12-03"])
    try await bench.run("edit-event", master, "--scope", "series", "--repeat", "none", "--yes")
    #expect(try await bench.starts("2026-12-01") == ["2026-12-01T09:00 Sync"])
  }

  @Test func `an event that would pass its neighbour stays where it is`() async throws {
    let bench = try await Bench()
    _ = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-01 09:00", "--repeat", "weekly", "--count", "3")
    let ids = try await bench.ids("Sync", "2026-12-01")
    let edit = try await bench.home.graphcal(
      "edit-event", ids[0], "--scope", "this", "--start", "2026-12-09 09:00")
    #expect(edit.status == 1)
    #expect(edit.errors.contains("before or after it in its series"))
    #expect(try await bench.starts("2026-12-01").count == 3)
  }

  // MARK: Deleting

  @Test func `a deleted series comes back with its single changes, and its name`() async throws {
    let bench = try await Bench()
    let master = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-01 09:00", "--repeat", "weekly", "--count", "4",
      "--body", "Agenda", "--category", "Team")
    let ids = try await bench.ids("Sync", "2026-12-01")
    try await bench.run("delete-event", ids[1], "--scope", "this", "--yes")
    try await bench.run(
      "edit-event", ids[2], "--scope", "this", "--start", "2026-12-16 11:00", "--subject", "Late")
    let before = try await bench.starts("2026-12-01")
    #expect(before[1] == "2026-12-16T11:00 Late")
    try await bench.run("delete-event", ids[3], "--scope", "series", "--yes")
    #expect(try await bench.starts("2026-12-01").isEmpty)
    let undo = try await bench.run("undo")
    #expect(undo.output.hasPrefix("Restored "))
    #expect(try await bench.starts("2026-12-01") == before)
    for id in [master, ids[2], ids[3]] {
      let show = try await bench.home.graphcal("show", String(id.prefix(6)), "--json")
      #expect(show.status == 0, "\(show.errors)")
    }
    #expect(try await bench.show(ids[2])["subject"] as? String == "Late")
    #expect(try await bench.show(master)["categories"] as? [String] == ["Team"])
  }

  @Test func `a deleted event comes back once, also when the answer is lost`() async throws {
    let bench = try await Bench(
      "--fault", "drop:DELETE /events/*:1", "--fault", "drop:POST /me/calendars/*/events:1")
    let id = try await bench.make("--subject", "Lunch", "--start", "2026-12-01 12:00")
    let asked = try await bench.home.graphcal("delete-event", id)
    #expect(asked.status == 8)
    #expect(asked.errors.contains("--yes"))
    try await bench.run("delete-event", id, "--yes")
    #expect(try await bench.starts("2026-12-01").isEmpty)
    try await bench.run("undo")
    #expect(try await bench.starts("2026-12-01") == ["2026-12-01T12:00 Lunch"])
    #expect(try await bench.show(id)["subject"] as? String == "Lunch")
    // What was made at first has come back as another event, and goes.
    #expect(try await bench.home.graphcal("undo").status == 8)
    let file = try #require(
      FileManager.default.contentsOfDirectory(atPath: bench.home.path("state/graphcal"))
        .first { $0.hasPrefix("mailbox-") && $0.hasSuffix(".sqlite") })
    let path = bench.home.path("state/graphcal/" + file)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await bench.home.graphcal("logout", "--keep-copy").status == 0)
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(try await bench.home.graphcal("login", "--device-code").status == 0)
    #expect(try await bench.home.graphcal("logout").status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the rest of a series is deleted and comes back`() async throws {
    let bench = try await Bench()
    _ = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-01 09:00", "--repeat", "weekly", "--count", "5")
    let ids = try await bench.ids("Sync", "2026-12-01")
    try await bench.run("delete-event", ids[3], "--scope", "this", "--yes")
    let before = try await bench.starts("2026-12-01")
    try await bench.run("delete-event", ids[2], "--scope", "following", "--yes")
    #expect(try await bench.starts("2026-12-01").count == 2)
    try await bench.run("undo", "--yes")
    #expect(try await bench.starts("2026-12-01") == before)
  }

  // MARK: Copying and moving

  @Test func `an event is copied and moved to another calendar`() async throws {
    let bench = try await Bench()
    let graph = bench.emulator.ready.graphURL
    let made = try await bench.home.shell(
      "curl -sf -X POST \(graph)/me/calendars -H \"Authorization: Bearer $(graphcal token)\" "
        + "-H 'Content-Type: application/json' -d '{\"name\":\"Team\"}'")
    #expect(made.status == 0, "\(made.errors)")
    let id = try await bench.make(
      "--subject", "Lunch", "--start", "2026-12-01 12:00", "--duration", "45m", "--body", "Fish")
    let copy = try await bench.run("copy-event", id, "--start", "2026-12-03 13:00", "--json")
    let event = try copy.json as? [String: Any]
    #expect(
      (event?["graphcal"] as? [String: Any])?["end"] as? String == "2026-12-03T13:45:00+01:00")
    try await bench.run("move-event", id, "--calendar", "Team")
    #expect(try await bench.starts("2026-12-01") == ["2026-12-03T13:00 Lunch"])
    #expect(
      try await bench.starts("2026-12-01", calendar: "Team") == ["2026-12-01T12:00 Lunch"])
    let moved = try await bench.show(id)
    #expect((moved["body"] as? [String: Any])?["content"] as? String == "Fish")
    _ = try await bench.make(
      "--subject", "Sync", "--start", "2026-12-02 09:00", "--repeat", "weekly", "--count", "3")
    let ids = try await bench.ids("Sync", "2026-12-01")
    try await bench.run("delete-event", ids[1], "--scope", "this", "--yes")
    try await bench.run("edit-event", ids[2], "--scope", "this", "--subject", "Last")
    try await bench.run(
      "move-event", ids[0], "--calendar", "Team", "--scope", "series", "--yes")
    #expect(
      try await bench.starts("2026-12-02", calendar: "Team") == [
        "2026-12-02T09:00 Sync", "2026-12-16T09:00 Last",
      ])
    #expect(try await bench.starts("2026-12-02") == ["2026-12-03T13:00 Lunch"])
  }
}
