import FoundationEssentials
import HTTP
import Host
import JSON
import Synchronization
import TestSupport
import Testing

/// `remind`: what comes up when, by which words, and what was said of it elsewhere.
@Suite struct RemindCommandTests {
  private typealias Bench = SyncCommandTests.Bench

  /// Programs that were started, in the place of starting them.
  final class Programs: Sendable {
    private let started = Mutex<[[String]]>([])

    var words: [[String]] { started.withLock { $0 } }

    var starter: ProgramStarter {
      ProgramStarter(isInstalled: { $0 != "nothing" }) { (words, _) throws(HostError) in
        self.started.withLock { $0.append(words) }
        if words[0] == "broken" { throw HostError("start", "broken", .system(13)) }
        return nil
      }
    }
  }

  private static let view =
    "GET /me/reminderView(startDateTime='2026-11-30T08:10:00Z',endDateTime='2026-11-30T09:00:00Z')"

  /// An event at ten past eight, ten minutes from now, whose reminder has just come up.
  private static func event(
    _ id: String = "a", _ subject: String = "Stand-up", minutes: Int = 15, _ more: String = ""
  ) -> String {
    timed(
      id, subject, "2026-11-30T08:10:00.0000000", "2026-11-30T09:00:00.0000000",
      #","type":"singleInstance","isReminderOn":true,"reminderMinutesBeforeStart":\#(minutes)"#
        + more)
  }

  private static func seen(_ id: String, fires: String) -> String {
    #"{"eventId":"\#(id)","eventSubject":"x","#
      + #""eventStartTime":{"dateTime":"2026-11-30T08:10:00","timeZone":"UTC"},"#
      + #""reminderFireTime":{"dateTime":"\#(fires)","timeZone":"UTC"}}"#
  }

  /// A machine whose copy has these events.
  private static func bench(
    _ events: String..., view: String? = nil, more: [String: String] = [:]
  ) async throws -> (bench: Bench, programs: Programs) {
    var bench = try await Bench(more)
    let programs = Programs()
    bench.machine.programs = programs.starter
    let service = bench.machine.service
    await service.script(
      SyncCommandTests.deltaPath, Bench.page(events.joined(separator: ","), delta: "d1"))
    await service.script(Bench.link("d1"), Bench.page("", delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(Self.view, .list(view ?? seen("a", fires: "2026-11-30T07:55:00")))
    return (bench, programs)
  }

  @Test func `a program is started once, whatever comes after`() async throws {
    let (bench, programs) = try await Self.bench(Self.event())
    let words = ["remind", "--once", "--run", "notify", "--", "{time} {subject}", "in {minutes}"]
    let first = await bench.machine.run(words)
    #expect(first.status == 0 && first.output.isEmpty, "\(first.errors)")
    #expect(programs.words == [["notify", "--", "08:10 Stand-up", "in 10"]])
    #expect(await bench.machine.run(words).status == 0)
    #expect(await bench.machine.run("remind", "--once").output.isEmpty)
    #expect(programs.words.count == 1)
  }

  @Test func `without a program it is a line`() async throws {
    let (bench, _) = try await Self.bench(
      Self.event("a", "Stand-up", #","location":{"displayName":"Room 4"}"#),
      more: ["GRAPHCAL_FORCE_TTY": "100"])
    try expectGolden(await bench.machine.run("remind", "--once").output, "remind.txt")
  }

  @Test func `for a program it is an object`() async throws {
    let (bench, _) = try await Self.bench(
      Self.event(
        "a", "Stand-up",
        #","onlineMeeting":{"joinUrl":"https://teams.microsoft.com/l/meetup-join/x"}"#))
    let line = try await bench.machine.run("remind", "--once", "--jsonl").json
    #expect(line["event"]?["subject"] == "Stand-up")
    #expect(line["fires"] == "2026-11-30T07:55:00Z" && line["minutes"] == 10)
    #expect(line["join"] == "https://teams.microsoft.com/l/meetup-join/x")
  }

  @Test(arguments: [
    ("not yet", event(minutes: 5), 0),
    ("no reminder", event().replacing(#""isReminderOn":true"#, with: #""isReminderOn":false"#), 0),
    ("cancelled", event("a", "x", #","isCancelled":true"#), 0),
    ("declined", event("a", "x", #","responseStatus":{"response":"declined"}"#), 0),
    ("accepted", event("a", "x", #","responseStatus":{"response":"accepted"}"#), 1),
  ])
  func `only what has a reminder now`(name: String, event: String, count: Int) async throws {
    let (bench, _) = try await Self.bench(
      event,
      view: Self.seen("a", fires: name == "not yet" ? "2026-11-30T08:05:00" : "2026-11-30T07:55:00")
    )
    #expect(await bench.machine.run("remind", "--once").outputLines.count == count, "\(name)")
  }

  @Test func `only accepted ones, if told`() async throws {
    let mine = Self.event("a", "Mine", #","isOrganizer":true"#)
    let open = Self.event(
      "b", "Open", #","isOrganizer":false,"responseStatus":{"response":"notResponded"}"#)
    let yes = Self.event(
      "c", "Yes", #","isOrganizer":false,"responseStatus":{"response":"accepted"}"#)
    let seen = ["a", "b", "c"].map { Self.seen($0, fires: "2026-11-30T07:55:00") }
    let (bench, _) = try await Self.bench(mine, open, yes, view: seen.joined(separator: ","))
    let some = await bench.machine.run("remind", "--once", "--accepted", "--jsonl")
    let names = try some.outputLines.map { try JSON(parsing: $0)["event"]?["subject"]?.string }
    #expect(names == ["Mine", "Yes"])
    #expect(await bench.machine.run("remind", "--once").outputLines.count == 1)
  }

  @Test func `what was dismissed elsewhere does not come, what was snoozed comes then`()
    async throws
  {
    let (bench, programs) = try await Self.bench(Self.event(), view: "")
    #expect(await bench.machine.run("remind", "--once").output.isEmpty)
    await bench.machine.service.script(
      Self.view, .list(Self.seen("a", fires: "2026-11-30T08:05:00")))
    #expect(await bench.machine.run("remind", "--once").output.isEmpty)
    var later = bench.machine
    later.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:05:00Z"
    #expect(
      await later.run("remind", "--once", "--run", "say", "{minutes}").status == 0)
    #expect(programs.words == [["say", "5"]])
    // Snoozed once more after it was given.
    await bench.machine.service.script(
      Self.view, .list(Self.seen("a", fires: "2026-11-30T08:08:00")))
    later.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T08:09:00Z"
    #expect(await later.run("remind", "--once").outputLines.count == 1)
  }

  @Test func `where the service cannot say, the copy counts`() async throws {
    let (bench, _) = try await Self.bench(Self.event())
    await bench.machine.service.script(Self.view, .error(403, "ErrorAccessDenied"))
    #expect(await bench.machine.run("remind", "--once").outputLines.count == 1)
    let (other, _) = try await Self.bench(Self.event())
    await other.machine.service.script(
      Bench.link("d1"),
      .failure(
        TransportError(
          reason: .cannotConnect, host: "graph.test", detail: "refused", wasNotSent: true)))
    let outcome = await other.machine.run("remind", "--once")
    #expect(outcome.status == 0 && outcome.outputLines.count == 1)
    #expect(outcome.errors.contains("as of just now"), "\(outcome.errors)")
    let (third, _) = try await Self.bench(Self.event())
    let offline = await third.machine.run("remind", "--once", "--offline")
    #expect(offline.outputLines.count == 1 && offline.requests.isEmpty)
  }

  @Test(arguments: [
    ("2026-11-30T08:40:00Z", [String](), 1, ""),
    ("2026-11-30T08:40:00Z", ["--missed", "30m"], 0, "1 reminder of events that are not over"),
    ("2026-11-30T09:00:00Z", [], 0, ""),
  ])
  func `one that was missed comes late, but neither too late nor after the event`(
    now: String, words: [String], count: Int, note: String
  ) async throws {
    let (bench, _) = try await Self.bench(Self.event())
    var later = bench.machine
    later.environment.variables["GRAPHCAL_NOW"] = now
    let outcome = await later.run(["remind", "--once"] + words)
    #expect(outcome.outputLines.count == count, "\(outcome.errors)")
    #expect(note.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(note))
    #expect(await later.run("remind", "--once").outputLines.isEmpty)
  }

  @Test func `whole days count from midnight`() async throws {
    let day = allDay("a", "Holiday", "2026-12-01", "2026-12-02")
      .replacing(
        #""isAllDay":true"#,
        with:
          #""isAllDay":true,"type":"singleInstance","isReminderOn":true,"reminderMinutesBeforeStart":1080"#
      )
    for (zone, count) in [("America/New_York", 0), ("UTC", 1), ("Asia/Tokyo", 1)] {
      let (bench, _) = try await Self.bench(day)
      await bench.machine.service.script(
        "GET /me/reminderView(startDateTime='2026-12-01T00:00:00Z',endDateTime='2026-12-02T00:00:00Z')",
        .error(400, "ErrorInvalidRequest"))
      let outcome = await bench.machine.run("remind", "--once", "--tz", zone)
      #expect(outcome.outputLines.count == count, "\(zone) \(outcome.errors)")
    }
  }

  @Test func `whole days can be put off as well`() async throws {
    let day = allDay("a", "Holiday", "2026-12-01", "2026-12-02")
      .replacing(
        #""isAllDay":true"#,
        with:
          #""isAllDay":true,"type":"singleInstance","isReminderOn":true,"reminderMinutesBeforeStart":1020"#
      )
    let view =
      "GET /me/reminderView(startDateTime='2026-11-30T15:00:00Z',endDateTime='2026-12-01T15:00:00Z')"
    func seen(_ fires: String) -> Service.Answer {
      .list(
        Self.seen("a", fires: fires).replacing("2026-11-30T08:10:00", with: "2026-12-01T00:00:00"))
    }
    for (fires, count) in [("2026-11-30T07:00:00", 1), ("2026-11-30T08:30:00", 0)] {
      let (bench, _) = try await Self.bench(day)
      await bench.machine.service.script(view, seen(fires))
      let outcome = await bench.machine.run("remind", "--once", "--tz", "Asia/Tokyo")
      #expect(outcome.outputLines.count == count, "\(fires) \(outcome.errors)")
    }
  }

  @Test func `events of a series have reminders of their own`() async throws {
    let master = Self.event("S", "Daily").replacing("singleInstance", with: "seriesMaster")
    let stub = timed(
      "S1", nil, "2026-11-30T08:10:00.0000000", "2026-11-30T09:00:00.0000000",
      #","type":"occurrence","seriesMasterId":"S""#)
    let (bench, programs) = try await Self.bench(
      master, stub, view: Self.seen("S1", fires: "2026-11-30T07:55:00"))
    #expect(await bench.machine.run("remind", "--once", "--run", "say", "{subject}").status == 0)
    #expect(programs.words == [["say", "Daily"]])
  }

  @Test func `it runs on, and gives each when it comes up`() async throws {
    let later = Self.event("b", "Later", minutes: 5)
    let (bench, programs) = try await Self.bench(
      Self.event(), later,
      view: Self.seen("a", fires: "2026-11-30T07:55:00") + ","
        + Self.seen("b", fires: "2026-11-30T08:05:00"), more: ["GRAPHCAL_NOW": ""])
    let outcome = await WatchCommandTests.run(
      bench.machine, rounds: 7, "remind", "--run", "say", "{subject} {minutes}")
    #expect(outcome.status == 130)
    #expect(programs.words == [["say", "Stand-up 10"], ["say", "Later 5"]], "\(outcome.errors)")
  }

  @Test func `a program that fails is told, and the others go on`() async throws {
    let (bench, programs) = try await Self.bench(
      Self.event(), Self.event("b", "Other"),
      view: ["a", "b"].map { Self.seen($0, fires: "2026-11-30T07:55:00") }.joined(separator: ","))
    let outcome = await bench.machine.run("remind", "--once", "--run", "broken", "{id}")
    #expect(outcome.status == 9)
    // Each is tried once more, and not again.
    #expect(programs.words.count == 4)
    let told = outcome.errorLines.filter { $0.hasPrefix("cannot start broken") }
    #expect(told.filter { $0.hasSuffix("it is started once more in 1 s") }.count == 2)
    #expect(told.filter { $0.hasSuffix("again; the reminder is lost") }.count == 2)
    #expect(await bench.machine.run("remind", "--once", "--run", "broken").status == 0)
    #expect(programs.words.count == 4)
  }

  @Test func `an event that is not sent yet reminds, and does so once`() async throws {
    var (bench, programs) = try await Self.bench(view: "")
    bench.machine.randomness = .counting(from: 0)
    let words = ["remind", "--once", "--run", "notify", "--", "{subject}"]
    for more in [[], ["--repeat", "daily"]] {
      let made = await bench.machine.run(
        ["new-event", "--subject", "Tea", "--start", "2026-11-30T08:10Z", "--offline", "--yes"]
          + more)
      #expect(made.status == 0, "\(made.errors)")
      bench.machine.randomness = .counting(from: 64)
    }
    #expect(await bench.machine.run(["--offline"] + words).status == 0)
    #expect(programs.words == [["notify", "--", "Tea"], ["notify", "--", "Tea"]])
    // Sent, they have other ids, and their reminders were given all the same.
    let service = bench.machine.service
    await service.script(
      "POST /me/events", .ok(Self.event("n", "Tea")),
      .ok(Self.event("S", "Tea").replacing("singleInstance", with: "seriesMaster")))
    let occurrence = Self.event("S1", "Tea", #","seriesMasterId":"S""#)
      .replacing("singleInstance", with: "exception")
    await service.script(
      Bench.link("d1"),
      Bench.page(
        [
          Self.event("n", "Tea"), occurrence,
          Self.event("S", "Tea").replacing("singleInstance", with: "seriesMaster"),
        ].joined(separator: ","), delta: "d2"))
    await service.script(Bench.link("d2"), Bench.page("", delta: "d2"))
    await service.script("GET /me/events/S/instances", .list(#"{"id":"S1"}"#))
    #expect(await bench.machine.run("sync").status == 0)
    await service.script(
      Self.view,
      .list(["n", "S1"].map { Self.seen($0, fires: "2026-11-30T07:55:00") }.joined(separator: ",")))
    let sent = await bench.machine.run(words)
    #expect(sent.status == 0, "\(sent.errors)")
    #expect(programs.words.count == 2)
  }

  @Test(arguments: [
    ("--evil", ["{subject}"], [" --evil"]),
    ("--evil", ["-m", "{subject}", "x{subject}"], ["-m", " --evil", "x--evil"]),
    ("--evil", ["--", "{subject}"], ["--", "--evil"]),
    ("$(x) `y` ; z\nq", ["{subject}"], ["$(x) `y` ; z q"]),
    ("a\u{1B}[31mb\u{202E}c", ["{subject}"], ["abc"]),
    ("{location}", ["{subject}"], ["{location}"]),
    (
      "x", ["{{subject}}", "{\"a\":{}}", "{", "{ subject }"],
      ["{subject}", "{\"a\":{}}", "{", "{ subject }"]
    ),
    (
      "x", ["{start}", "{end}", "{id}{join}{location}"],
      ["2026-11-30T08:10:00Z", "2026-11-30T09:00:00Z", "ID"]
    ),
  ])
  func `what somebody wrote stays within its word`(
    subject: String, words: [String], expected: [String]
  ) async throws {
    let (bench, programs) = try await Self.bench(Self.event("a", subject))
    let outcome = await bench.machine.run(["remind", "--once", "--run", "say"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = await bench.machine.run("agenda", "--json", "--offline", "--from", "2026-11-30")
    let id = try #require(try shown.items.first?["graphcal"]?["id"]?.string)
    #expect(
      programs.words == [["say"] + expected.map { $0.replacing("ID", with: id) }])
  }

  @Test(arguments: [
    (["remind", "--run"], "--run needs a command"),
    (["remind", "--run", "nothing"], "there is no program nothing"),
    (["remind", "--run", "say", "{subjekt}"], "did you mean {subject}"),
    (["remind", "--run", "{subject}"], "named by nobody else"),
    (["remind", "--snooze", "a", "--run", "say"], "does not go with"),
    (["remind", "--snooze", "a", "--dismiss", "b"], "exclude each other"),
    (["remind", "--for", "5m"], "add --snooze REF"),
    (["remind", "--snooze", "a", "--for", "5s"], "from 1m to 30d"),
    (["remind", "--json"], "use --jsonl"),
    (["remind", "--jsonl", "--fields", "nothing"], "nothing"),
  ])
  func `what cannot be is refused before anything is asked`(
    words: [String], hint: String
  ) async throws {
    let (bench, programs) = try await Self.bench(Self.event())
    let outcome = await bench.machine.run(words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty && programs.words.isEmpty)
  }

  @Test func `snoozing and dismissing tell the service`() async throws {
    let (bench, _) = try await Self.bench(Self.event("event-with-a-long-id"))
    let service = bench.machine.service
    let path = "/me/events/event-with-a-long-id"
    await service.script("POST \(path)/snoozeReminder", .status(200))
    await service.script("POST \(path)/dismissReminder", .status(200))
    let snoozed = await bench.machine.run("remind", "--snooze", "event-with-a-long-id")
    #expect(snoozed.status == 0, "\(snoozed.errors)")
    #expect(snoozed.output.hasPrefix("Snoozed the reminder of "))
    #expect(snoozed.output.hasSuffix(" until 08:10\n"))
    let request = try #require(snoozed.requests("POST", "/snoozeReminder").first)
    #expect(
      String(decoding: request.body ?? [], as: UTF8.self)
        == #"{"newReminderTime":{"dateTime":"2026-11-30T08:10:00.0000000","timeZone":"UTC"}}"#)
    let dismissed = await bench.machine.run(
      "remind", "--dismiss", "event-with-a-long-id", "--json")
    #expect(try dismissed.json["dismissed"] == true)
    #expect(dismissed.requests("POST", "/dismissReminder").first?.body == nil)
    // Nothing is sent where nothing may be.
    for option in ["--dry-run", "--read-only"] {
      let held = await bench.machine.run(
        "remind", "--snooze", "event-with-a-long-id", "--for", "1h", option)
      #expect(held.status == (option == "--dry-run" ? 0 : 8))
      #expect(held.requests("POST", "/snoozeReminder").isEmpty)
      #expect(held.output.contains("2026-11-30T09:00:00") == (option == "--dry-run"))
    }
    #expect(await bench.machine.run("remind", "--dismiss", "no-such-id-anywhere").status == 3)
  }
}
