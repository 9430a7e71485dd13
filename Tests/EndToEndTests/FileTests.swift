import Foundation
import TestSupport
import Testing

/// Files of calendars, out of one program and into the other, over real HTTP.
@Suite struct FileTests {
  private struct Bench {
    let emulator: Emulator
    let home: Home

    init(seed: String = "demo", scopes: String? = nil) async throws {
      emulator = try Emulator(seed: seed)
      home = try Home(emulator: emulator, ["TZ": "Europe/Berlin"])
      let words = scopes.map { ["--scopes", $0] } ?? []
      #expect(try await home.graphcal(["login", "--device-code"] + words).status == 0)
    }

    func file(_ name: String, _ text: String) throws -> String {
      let path = home.path(name)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    /// The methods and bodies of everything that was written.
    var writes: [String] {
      get throws {
        try ["POST", "PATCH", "DELETE"].flatMap { method in
          try emulator.requests(method, "").filter { !$0.path.contains("oauth2") }
            .map { "\(method) \($0.path)" }
        }
      }
    }
  }

  @Test func `a year that was written reads as no difference`() async throws {
    let bench = try await Bench()
    let path = bench.home.path("y.ics")
    let written = try await bench.home.graphcal(
      "export", "--from", "2026-01-01", "--to", "2026-12-31", "-o", path)
    #expect(written.status == 0, "\(written.errors)")
    let before = try bench.writes.count
    let read = try await bench.home.graphcal("import", path, "--dry-run")
    #expect(read.status == 0, "\(read.errors)")
    #expect(read.errors.contains("0 new, 0 changed"), "\(read.errors)")
    #expect(read.output.isEmpty, "\(read.output)")
    let whole = try await bench.home.shell("graphcal export | graphcal import - --dry-run")
    #expect(whole.errors.contains("0 new, 0 changed"), "\(whole.errors) \(whole.output)")
    #expect(try bench.writes.count == before)
  }

  private static let team = """
    BEGIN:VCALENDAR
    VERSION:2.0
    BEGIN:VEVENT
    UID:talk@team.example
    DTSTART;TZID=Europe/Berlin:20261201T140000
    DTEND;TZID=Europe/Berlin:20261201T150000
    SUMMARY:Talk
    ATTENDEE:mailto:kim@contoso.example
    DESCRIPTION:First\\nSecond\\, third
    CATEGORIES:Blue
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:-PT20M
    END:VALARM
    END:VEVENT
    BEGIN:VEVENT
    UID:fair@team.example
    DTSTART;VALUE=DATE:20261202
    DTEND;VALUE=DATE:20261204
    SUMMARY:Fair
    TRANSP:TRANSPARENT
    END:VEVENT
    BEGIN:VEVENT
    UID:s1@contoso.example
    DTSTART;TZID=Asia/Tokyo:20261201T090000
    DTEND;TZID=Asia/Tokyo:20261201T100000
    RRULE:FREQ=DAILY;INTERVAL=3;COUNT=4
    EXDATE;TZID=Asia/Tokyo:20261204T090000
    SUMMARY:Watch change
    END:VEVENT
    BEGIN:VEVENT
    UID:s1@contoso.example
    RECURRENCE-ID;TZID=America/New_York:20261206T190000
    DTSTART;TZID=America/New_York:20261206T203000
    DTEND;TZID=America/New_York:20261206T213000
    SUMMARY:Watch change (moved)
    END:VEVENT
    END:VCALENDAR

    """

  private func starts(_ home: Home, _ subject: String) async throws -> [String] {
    let agenda = try await home.graphcal(
      "agenda", "--from", "2026-12-01", "--days", "14", "--tz", "UTC", "--json")
    return try agenda.items.filter { ($0["subject"] as? String)?.hasPrefix(subject) == true }
      .compactMap { ($0["graphcal"] as? [String: Any])?["start"] as? String }
  }

  // C049, C059
  @Test func `a file that is imported twice is there once, and invites nobody`() async throws {
    let bench = try await Bench(seed: "empty")
    let path = try bench.file("team.ics", Self.team)
    let first = try await bench.home.graphcal("import", path)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.hasSuffix("3 new, 0 changed\n"), "\(first.output)")
    #expect(
      try await starts(bench.home, "Watch") == [
        "2026-12-01T00:00:00Z", "2026-12-07T01:30:00Z", "2026-12-10T00:00:00Z",
      ])
    #expect(try await starts(bench.home, "Talk") == ["2026-12-01T13:00:00Z"])
    let before = try bench.writes
    let second = try await bench.home.graphcal("import", path)
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.output == "0 new, 0 changed, 3 unchanged\n", "\(second.output)")
    #expect(try bench.writes == before)
    for post in try bench.emulator.requests("POST", "/me/events") {
      #expect(!post.text.replacingOccurrences(of: " ", with: "").contains("\"attendees\":[{"))
    }
    // Once more in the words of this program.
    let again = try await bench.home.shell("graphcal export | graphcal import - --dry-run")
    #expect(again.errors.contains("0 new, 0 changed, 3 unchanged"), "\(again.errors)")
  }

  @Test func `what has changed in the file changes in the calendar, day by day`() async throws {
    let bench = try await Bench(seed: "empty")
    #expect(
      try await bench.home.graphcal("import", try bench.file("team.ics", Self.team)).status == 0)
    let changed = Self.team
      .replacingOccurrences(of: "T203000", with: "T210000")
      .replacingOccurrences(of: "T213000", with: "T220000")
      .replacingOccurrences(
        of: "EXDATE;TZID=Asia/Tokyo:20261204T090000",
        with: "EXDATE;TZID=Asia/Tokyo:20261204T090000,20261210T090000"
      )
      .replacingOccurrences(of: "SUMMARY:Talk", with: "SUMMARY:Talk, moved")
    let path = try bench.file("team.ics", changed)
    let asked = try await bench.home.graphcal("import", path)
    #expect(asked.status == 8, "\(asked.errors)")
    let done = try await bench.home.graphcal("import", path, "--yes")
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.output.hasSuffix("0 new, 2 changed, 1 unchanged\n"), "\(done.output)")
    #expect(
      try await starts(bench.home, "Watch") == ["2026-12-01T00:00:00Z", "2026-12-07T02:00:00Z"])
    let again = try await bench.home.graphcal("import", path)
    #expect(again.output == "0 new, 0 changed, 3 unchanged\n", "\(again.output)")
  }

  @Test func `an import is undone as one, and what was changed since stays`() async throws {
    let bench = try await Bench(seed: "empty")
    let path = try bench.file("team.ics", Self.team)
    #expect(try await bench.home.graphcal("import", path).status == 0)
    let asked = try await bench.home.graphcal("undo")
    #expect(asked.status == 8, "\(asked.errors)")
    #expect(asked.errors.contains("imported events from \(path)"), "\(asked.errors)")
    let undone = try await bench.home.graphcal("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    for subject in ["Watch", "Talk", "Fair"] {
      #expect(try await starts(bench.home, subject).isEmpty)
    }
    #expect(try await bench.home.graphcal("undo", "--yes").status == 3)

    #expect(try await bench.home.graphcal("import", path).status == 0)
    let changed = try bench.file(
      "changed.ics",
      Self.team.replacingOccurrences(of: "SUMMARY:Talk", with: "SUMMARY:Talk, long\nLOCATION:Roof")
        .replacingOccurrences(of: "SUMMARY:Fair", with: "STATUS:CANCELLED\nSUMMARY:Fair"))
    let second = try await bench.home.graphcal("import", changed, "--yes")
    #expect(
      second.output.hasSuffix("0 new, 1 changed, 1 cancelled, 1 unchanged\n"), "\(second.output)")
    let back = try await bench.home.graphcal("undo", "--yes")
    #expect(back.status == 0, "\(back.errors)")
    #expect(try await starts(bench.home, "Fair").count == 1)
    let talk = try #require(
      try await bench.home.graphcal("events", "Talk", "--json").items.first)
    #expect(talk["subject"] as? String == "Talk")
    #expect((talk["location"] as? [String: Any])?["displayName"] as? String == "")
    #expect(try await starts(bench.home, "Watch").count == 3)
  }

  @Test func `what was changed since an import is not undone`() async throws {
    let bench = try await Bench(seed: "empty")
    let path = try bench.file("team.ics", Self.team)
    #expect(try await bench.home.graphcal("import", path).status == 0)
    // By another machine, whose journal is its own.
    let other = try Home(emulator: bench.emulator, ["TZ": "Europe/Berlin"])
    #expect(try await other.graphcal("login", "--device-code").status == 0)
    let talk = try #require(try await other.graphcal("events", "Talk", "--json").items.first)
    let id = try #require((talk["graphcal"] as? [String: Any])?["id"] as? String)
    let edited = try await other.graphcal("edit-event", id, "--subject", "Talk of mine")
    #expect(edited.status == 0, "\(edited.errors)")
    let partly = try await bench.home.graphcal("undo", "--yes")
    #expect(partly.status == 9, "\(partly.errors)")
    #expect(try await starts(bench.home, "Talk").count == 1)
    #expect(try await starts(bench.home, "Watch").isEmpty)
    #expect(try await bench.home.graphcal("undo", "--yes").status == 3)
  }

  @Test func `the 31st of every month is on no other day`() async throws {
    let bench = try await Bench(seed: "empty")
    func series(_ rule: String) -> String {
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:rent@team.example
      DTSTART;VALUE=DATE:20260131
      RRULE:\(rule)
      SUMMARY:Rent
      END:VEVENT
      END:VCALENDAR

      """
    }
    let path = try bench.file("rent.ics", series("FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5"))
    let done = try await bench.home.graphcal("import", path)
    #expect(done.status == 0, "\(done.errors)")
    let agenda = try await bench.home.graphcal(
      "agenda", "--from", "2026-01-01", "--to", "2026-12-31", "--json")
    let days = try agenda.items.compactMap {
      ($0["graphcal"] as? [String: Any])?["start"] as? String
    }
    #expect(days == ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31", "2026-08-31"])
    let again = try await bench.home.graphcal("import", path)
    #expect(again.output == "0 new, 0 changed, 1 unchanged\n", "\(again.output) \(again.errors)")
    let own = try await bench.home.shell("graphcal export | graphcal import - --dry-run")
    #expect(own.errors.contains("0 new, 0 changed, 1 unchanged"), "\(own.errors)")
    let endless = try bench.file("endless.ics", series("FREQ=MONTHLY;BYMONTHDAY=31"))
    let refused = try await bench.home.graphcal("import", endless)
    #expect(refused.status == 2)
    #expect(
      refused.output.contains("line 5: Outlook cannot keep \"RRULE:FREQ=MONTHLY;BYMONTHDAY=31\""),
      "\(refused.output)")
  }

  @Test func `odd signs in texts are no difference to the file that was made of them`()
    async throws
  {
    let bench = try await Bench(
      seed: "empty", scopes: "write")
    let event =
      #"{"action":"create","kind":"event","subject":" One\nTwo \u001b[31m","body":{"contentType":"text","content":"a\u0007b\u2028c\r\nd "},"location":{"displayName":"Roof\u0001\u0085top "},"categories":["A\u0001;b"],"start":"2026-12-01T09:00:00Z","end":"2026-12-01T10:00:00Z"}"#
    let person =
      #"{"action":"create","kind":"contact","displayName":"Ana\nSilva \u001b[1m","personalNotes":"=1+1\u0007","mobilePhone":"+49 30 1234567","jobTitle":"@SUM(A1)","companyName":"'=x"}"#
    let made = try await bench.home.graphcal(
      "apply", try bench.file("odd.jsonl", event + "\n" + person + "\n"), "--yes")
    #expect(made.status == 0, "\(made.errors)")
    let events = try await bench.home.shell("graphcal export | graphcal import - --dry-run")
    #expect(
      events.errors.contains("0 new, 0 changed, 1 unchanged"), "\(events.errors) \(events.output)")
    for form in ["vcard", "vcard4", "csv"] {
      let contacts = try await bench.home.shell(
        "graphcal export --contacts --format \(form) | graphcal import - --dry-run")
      #expect(
        contacts.errors.contains("0 new, 0 changed, 1 unchanged"),
        "\(form): \(contacts.errors) \(contacts.output)")
    }
  }

  @Test func `a mailbox is carried into another and comes out the same`() async throws {
    let old = try await Bench()
    let new = try await Bench(seed: "empty")
    let path = old.home.path("all.ics")
    #expect(try await old.home.graphcal("export", "-o", path).status == 0)
    let imported = try await new.home.graphcal("import", path)
    #expect(imported.status == 0, "\(imported.errors)")
    let again = try await new.home.graphcal("import", path)
    #expect(again.output.contains("\n0 new, 0 changed"), "\(again.output) \(again.errors)")
    // What was called off there and never came here is no event that is there unchanged.
    #expect(again.output.contains("1 skipped\n"), "\(again.output)")
    func lines(_ bench: Bench) async throws -> [String] {
      try await bench.home.graphcal("export").output.split(separator: "\r\n").map(String.init)
        .filter { line in
          ["SUMMARY", "DTSTART", "RRULE", "EXDATE", "RECURRENCE-ID"].contains {
            line.hasPrefix($0)
          }
        }.sorted()
    }
    let (before, after) = (try await lines(old), try await lines(new))
    // What was called off is not made anew.
    let lost = Set(before).subtracting(after)
    #expect(lost.count == 2, "\(lost)")
    #expect(lost.contains { $0.contains("Canceled") })
    #expect(Set(after).subtracting(before).isEmpty)
  }

  @Test func `an invitation of a mail program is answered`() async throws {
    let bench = try await Bench()
    let invites = try await bench.home.graphcal("invites", "--json").items
    let invitation = try #require(invites.first { ($0["type"] as? String) == "singleInstance" })
    let uid = try #require(invitation["iCalUId"] as? String)
    let subject = try #require(invitation["subject"] as? String)
    let mail = """
      BEGIN:VCALENDAR
      METHOD:REQUEST
      BEGIN:VEVENT
      UID:\(uid)
      DTSTART:20261203T090000Z
      SUMMARY:\(subject)
      END:VEVENT
      END:VCALENDAR

      """
    let path = try bench.file("invite.ics", mail)
    let answered = try await bench.home.shell("graphcal respond - accept --yes < \(path)")
    #expect(answered.status == 0, "\(answered.errors)")
    #expect(answered.output.contains("Accepted"))
    #expect(try bench.emulator.requests("POST", "/accept").count == 1)
    let other = try bench.file("other.ics", mail.replacingOccurrences(of: uid, with: "nobody"))
    let unknown = try await bench.home.shell("graphcal respond - accept --yes < \(other)")
    #expect(unknown.status == 3, "\(unknown.errors)")
    let off = try bench.file("off.ics", mail.replacingOccurrences(of: "REQUEST", with: "CANCEL"))
    let cancelled = try await bench.home.shell("graphcal respond - accept --yes < \(off)")
    #expect(cancelled.status == 2, "\(cancelled.errors)")
    #expect(try bench.emulator.requests("POST", "/accept").count == 1)
  }

  @Test func `a file that was cut off imports nothing`() async throws {
    let bench = try await Bench(seed: "empty")
    let text = Self.team
    for count in stride(from: 40, to: text.utf8.count - 20, by: 97) {
      let path = try bench.file("cut.ics", String(decoding: text.utf8.prefix(count), as: UTF8.self))
      let outcome = try await bench.home.graphcal("import", path)
      #expect(outcome.status == 2, "\(count): \(outcome.output)")
    }
    #expect(try bench.writes.isEmpty)
  }
}
