import Foundation
import TestSupport
import Testing

/// Many changes at once, by the real programs.
@Suite struct ApplyTests {
  private struct Bench {
    let emulator: Emulator
    let home: Home

    init(seed: String = "empty", _ options: String...) async throws {
      emulator = try Emulator(seed: seed, options)
      home = try Home(emulator: emulator, ["TZ": "Europe/Berlin"])
      let scopes = "User.Read,MailboxSettings.Read,Calendars.ReadWrite,Contacts.ReadWrite"
      #expect(try await home.graphcal("login", "--device-code", "--scopes", scopes).status == 0)
    }

    /// Writes a file that changes are applied from.
    func file(_ text: String) throws -> String {
      let path = home.path("changes")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    func names() async throws -> [String] {
      try await home.graphcal("contacts", "--json").items.compactMap {
        $0["displayName"] as? String
      }
    }

    /// How often a batch was asked for.
    var batches: Int { get throws { try emulator.requests("POST", "/$batch").count } }
  }

  private static func contacts(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "{\"givenName\":\"Number\",\"surname\":\"\($0)\"}\n" }.joined()
  }

  @Test func `contacts and events are made, changed and deleted, and a list goes back unchanged`()
    async throws
  {
    let bench = try await Bench()
    let path = try bench.file(
      Self.contacts(1...45)
        + #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00","location":"Roof"}"#
        + "\n" + #"{"subject":"Fair","start":"2026-12-02","end":"2026-12-04"}"# + "\n")
    let created = try await bench.home.graphcal("apply", path)
    #expect(created.status == 0, "\(created.errors)")
    #expect(created.output.split(separator: "\n").count == 47)
    #expect(try bench.batches == 4)
    #expect(Set(try await bench.names()).count == 45)
    for list in ["contacts --jsonl", "contacts --format tsv", "week --jsonl", "week --format tsv"] {
      let same = try await bench.home.shell("graphcal \(list) | graphcal apply -")
      #expect(same.status == 0, "\(list): \(same.errors)")
      #expect(same.output.isEmpty)
      #expect(same.errors.contains("nothing was sent"), "\(same.errors)")
    }
    let edited = try await bench.home.shell(
      "graphcal contacts --jsonl | sed 's/\"surname\":\"7\"/\"surname\":\"Seven\"/' | graphcal apply -"
    )
    #expect(edited.status == 0, "\(edited.errors)")
    #expect(edited.output.contains("Changed"))
    #expect(edited.output.split(separator: "\n").count == 1)
    let deleted = try await bench.home.shell(
      "graphcal contacts number --jsonl | sed 's/^{/{\"action\":\"delete\",/' "
        + "| graphcal apply - --yes --jsonl | grep -c '\"status\":\"done\"'")
    #expect(deleted.output == "45\n", "\(deleted.errors)")
    #expect(try await bench.names().isEmpty)
  }

  @Test func `an edited week changes the edited lines alone, and none that was changed meanwhile`()
    async throws
  {
    let bench = try await Bench()
    for (subject, start) in [("One", "9:00"), ("Two", "11:00"), ("Three", "13:00")] {
      let made = try await bench.home.graphcal(
        "new-event", "--subject", subject, "--start", "2026-12-01 \(start)")
      #expect(made.status == 0, "\(made.errors)")
    }
    let file = bench.home.path("w.tsv")
    let line = "graphcal week --format tsv | sed 's/One/First/; s/Three/Third/' > \(file)"
    #expect(try await bench.home.shell(line).status == 0)
    let preview = try await bench.home.graphcal("apply", file, "--dry-run")
    #expect(preview.status == 0, "\(preview.errors)")
    #expect(preview.errors.contains("  - subject: \"One\"\n  + subject: \"First\""))
    #expect(preview.errors.contains("1 line unchanged"))
    #expect(try preview.items.count == 1)
    let other = try await bench.home.shell(
      "graphcal edit-event $(graphcal week --json | grep -o '\"id\":\"[a-z0-9]*\",\"start\":\"2026-12-01T13' "
        + "| cut -d'\"' -f4) --location Roof")
    #expect(other.status == 0, "\(other.errors)")
    let applied = try await bench.home.graphcal("apply", file)
    #expect(applied.status == 9, "\(applied.errors)")
    #expect(applied.output.contains("Refused") && applied.output.contains("\"Third\""))
    let week = try await bench.home.graphcal("week", "--json").items
    #expect(week.map { $0["subject"] as? String } == ["First", "Two", "Three"])
    let again = try await bench.home.graphcal("apply", file)
    #expect(again.status == 6, "\(again.errors)")
  }

  @Test func `what the service puts off goes again, and everything is there once`() async throws {
    let bench = try await Bench(
      "--fault", "429,retry-after=0:POST /me/contacts:3", "--fault",
      "503,retry-after=0:POST /me/events:1", "--fault", "429,retry-after=0:POST /$batch:1")
    let path = try bench.file(
      Self.contacts(1...25)
        + #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00"}"#)
    let applied = try await bench.home.graphcal("apply", path)
    #expect(applied.status == 0, "\(applied.errors)")
    let names = try await bench.names()
    #expect(names.count == 25 && Set(names).count == 25)
    #expect(try await bench.home.graphcal("week", "--json").items.count == 1)
  }

  @Test(arguments: ["drop", "truncate", "504"])
  func `a batch whose answer is lost makes nothing twice`(fault: String) async throws {
    let bench = try await Bench("--fault", "\(fault):POST /$batch:1")
    let path = try bench.file(
      Self.contacts(1...22)
        + #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00"}"#)
    let applied = try await bench.home.graphcal("apply", path)
    #expect(applied.status == 0, "\(applied.errors)")
    let names = try await bench.names()
    #expect(names.count == 22 && Set(names).count == 22)
    #expect(try await bench.home.graphcal("week", "--json").items.count == 1)
  }

  @Test func `two runs of one file at once make everything once`() async throws {
    let bench = try await Bench("--fault", "slow=300:POST /$batch:1")
    let path = try bench.file(Self.contacts(1...4))
    async let first = bench.home.graphcal("apply", path)
    async let second = bench.home.graphcal("apply", path)
    // The second one would make the same again, which a script has to want.
    #expect(try await [first, second].map(\.status).sorted() == [0, 8])
    #expect(try await bench.names().count == 4)
  }

  @Test func `of an address what a line leaves out stays`() async throws {
    let bench = try await Bench()
    let path = try bench.file(#"{"givenName":"Bo","homeAddress":{"city":"Oslo"}}"#)
    #expect(try await bench.home.graphcal("apply", path).status == 0)
    let id = try #require(
      try await bench.home.graphcal("contacts", "--json").items.first?["id"] as? String)
    let more = try bench.file(
      #"{"id":"\#(id)","kind":"contact","homeAddress":{"street":"Storgata 1"}}"#)
    let applied = try await bench.home.graphcal("apply", more)
    #expect(applied.status == 0, "\(applied.errors)")
    let shown = try await bench.home.graphcal("show-contact", id, "--json").json as? [String: Any]
    let address = shown?["homeAddress"] as? [String: Any]
    #expect(address?["city"] as? String == "Oslo")
    #expect(address?["street"] as? String == "Storgata 1")
  }

  @Test func `a run that is interrupted says so, and goes on with what was left`() async throws {
    let bench = try await Bench("--fault", "slow=150:POST /$batch:8")
    let path = try bench.file(Self.contacts(1...130))
    let running = try bench.home.start("apply", path)
    #expect(await eventually { (try? bench.batches) ?? 0 >= 2 })
    running.send(SIGINT)
    let outcome = try await running.outcome()
    #expect(outcome.status == 130, "\(outcome.status) \(outcome.errors)")
    let resumed = try await bench.home.graphcal("apply", path)
    #expect(resumed.status == 0, "\(resumed.errors)")
    let names = try await bench.names()
    #expect(names.count == 130 && Set(names).count == 130)
  }

  @Test func `a run that was killed goes on and makes nothing twice`() async throws {
    let bench = try await Bench("--fault", "slow=150:POST /$batch:8")
    let path = try bench.file(
      Self.contacts(1...130)
        + #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00"}"#)
    let running = try bench.home.start("apply", path)
    #expect(await eventually { (try? bench.batches) ?? 0 >= 2 })
    running.send(SIGKILL)
    _ = try await running.outcome()
    let resumed = try await bench.home.graphcal("apply", path)
    #expect(resumed.status == 0, "\(resumed.errors)")
    let names = try await bench.names()
    #expect(names.count == 130 && Set(names).count == 130)
    #expect(try await bench.home.graphcal("week", "--json").items.count == 1)
    // Once more on purpose is asked about.
    let again = try await bench.home.graphcal("apply", path)
    #expect(again.status == 8)
    #expect(again.errors.contains("131 items"), "\(again.errors)")
    #expect(try await bench.names().count == 130)
    #expect(try await bench.home.graphcal("apply", path, "--yes").status == 0)
    #expect(try await bench.names().count == 260)
  }

  @Test func `a mended file goes on with the lines that were not done`() async throws {
    let bench = try await Bench()
    let good = Self.contacts(1...3)
    let bad = #"{"givenName":"Long","surname":"4","jobTitle":"x"}"# + "\n"
    let path = try bench.file(good + "{\"givenName\":\"Odd\",\"folder\":\"Nowhere\"}\n")
    let first = try await bench.home.graphcal("apply", path, "--skip-bad-lines")
    #expect(first.status == 9, "\(first.errors)")
    _ = try bench.file(good + bad)
    let second = try await bench.home.graphcal("apply", path)
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.errors.contains("going on with what was begun"))
    #expect(try await bench.names().count == 4)
  }

  @Test func `attendees are told only after the number of people was confirmed`() async throws {
    let bench = try await Bench()
    let path = try bench.file(
      #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00","attendees":["a@x.example","b@x.example"]}"#
    )
    let refused = try await bench.home.graphcal("apply", path)
    #expect(refused.status == 8)
    #expect(refused.errors.contains("2 people will be told by mail"))
    #expect(try await bench.home.graphcal("week", "--json").items.isEmpty)
    #expect(try await bench.home.graphcal("apply", path, "--yes").status == 0)
    #expect(try await bench.home.graphcal("week", "--json").items.count == 1)
  }

  @Test func `a file that was applied is taken back as one`() async throws {
    let bench = try await Bench()
    let made = try await bench.home.graphcal(
      "apply",
      try bench.file(
        Self.contacts(1...3)
          + #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00","location":"Roof"}"#
          + "\n" + #"{"subject":"Fair","start":"2026-12-02","end":"2026-12-04"}"#))
    #expect(made.status == 0, "\(made.errors)")
    func state() async throws -> [String] {
      let contacts = try await bench.home.graphcal("contacts", "--json").items.map {
        "\($0["displayName"] ?? "") \($0["surname"] ?? "")"
      }
      let events = try await bench.home.graphcal("week", "--json").items.map { event in
        let computed = event["graphcal"] as? [String: Any]
        let place = (event["location"] as? [String: Any])?["displayName"] ?? ""
        return "\(event["subject"] ?? "") \(computed?["start"] ?? "") \(place)"
      }
      return contacts + events
    }
    let before = try await state()
    let short = try await bench.home.graphcal("contacts", "number 3", "--json").items
      .compactMap { ($0["graphcal"] as? [String: Any])?["id"] as? String }
    let list = bench.home.path("list.jsonl")
    let line =
      "(graphcal contacts --jsonl; graphcal week --jsonl) "
      + "| sed 's/\"surname\":\"1\"/\"surname\":\"One\"/; s/\"displayName\":\"Roof\"/\"displayName\":\"Cellar\"/; "
      + "/Number 3/s/^{/{\"action\":\"delete\",/; /Fair/s/^{/{\"action\":\"delete\",/' > \(list); "
      + "echo '{\"company\":\"Fresh\"}' >> \(list); graphcal apply \(list) --yes"
    let applied = try await bench.home.shell(line)
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(applied.output.split(separator: "\n").count == 5, "\(applied.output)")
    #expect(try await state() != before)
    let asked = try await bench.home.graphcal("undo")
    #expect(asked.status == 8)
    #expect(asked.errors.contains("Undo that you applied"), "\(asked.errors)")
    let undone = try await bench.home.graphcal("undo", "--yes")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await state() == before)
    // Short ids go on naming what has come back.
    let shown = try await bench.home.graphcal("show-contact", try #require(short.first))
    #expect(shown.output.contains("Number 3"), "\(shown.errors)")
    // The file before it is the next to be taken back, as far as it stands as it was applied.
    let first = try await bench.home.graphcal("undo")
    #expect(first.status == 8)
    #expect(first.errors.contains("Undo that you applied"), "\(first.errors)")
  }

  @Test func `what was taken back or is another file does not count as applied`() async throws {
    let bench = try await Bench()
    let path = try bench.file(Self.contacts(1...2))
    #expect(try await bench.home.graphcal("apply", path).status == 0)
    #expect(try await bench.home.graphcal("undo", "--yes").status == 0)
    let again = try await bench.home.graphcal("apply", path, "--no-input")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try await bench.names().count == 2)
    let other = try await bench.home.graphcal("apply", try bench.file(Self.contacts(3...3)))
    #expect(other.status == 0 && !other.errors.contains("before"), "\(other.errors)")
  }

  @Test func `what was changed since a file was applied is left alone by undo`() async throws {
    let bench = try await Bench()
    let path = try bench.file(
      #"{"subject":"One","start":"2026-12-01T09:00","end":"2026-12-01T10:00"}"# + "\n"
        + #"{"subject":"Two","start":"2026-12-01T11:00","end":"2026-12-01T12:00"}"#)
    #expect(try await bench.home.graphcal("apply", path).status == 0)
    // Changed by a program that keeps no journal here.
    let elsewhere = try Home(emulator: bench.emulator)
    #expect(
      try await elsewhere.graphcal("login", "--device-code", "--scopes", "write").status == 0)
    let id = try await bench.home.graphcal("week", "--json").items
      .filter { $0["subject"] as? String == "One" }.compactMap { $0["id"] as? String }.first
    let edited = try await elsewhere.graphcal("edit-event", id ?? "", "--location", "Roof")
    #expect(edited.status == 0, "\(edited.errors)")
    let undone = try await bench.home.graphcal("undo", "--yes")
    #expect(undone.status == 9, "\(undone.errors)")
    let left = try await bench.home.graphcal("week", "--json").items
    #expect(left.map { $0["subject"] as? String } == ["One"])
  }

  @Test func `mails that a file has sent are not taken back`() async throws {
    let bench = try await Bench()
    let path = try bench.file(
      #"{"subject":"Talk","start":"2026-12-01T09:00","end":"2026-12-01T10:00","attendees":["a@x.example"]}"#
    )
    #expect(try await bench.home.graphcal("apply", path, "--yes").status == 0)
    let undone = try await bench.home.graphcal("undo", "--yes")
    #expect(undone.status == 1)
    #expect(undone.errors.contains("others were told by mail"), "\(undone.errors)")
  }
}
