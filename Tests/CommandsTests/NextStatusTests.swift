import FoundationEssentials
import Host
import JSON
import TestSupport
import Testing

/// `next` for bars, from the local copy alone.
@Suite struct NextStatusTests {
  private typealias Bench = SyncCommandTests.Bench

  private static func timed(
    _ id: String, _ subject: String, _ start: String, _ end: String, _ more: String = ""
  ) -> String {
    #"{"id":"\#(id)","subject":"\#(subject)","type":"singleInstance","showAs":"busy","#
      + #""start":{"dateTime":"\#(start):00.0000000","timeZone":"UTC"},"#
      + #""end":{"dateTime":"\#(end):00.0000000","timeZone":"UTC"}\#(more)}"#
  }

  private static let day = [
    timed(
      "a", "Stand <up> & #1", "2026-11-30T07:45", "2026-11-30T08:15",
      #","onlineMeeting":{"joinUrl":"https://teams.microsoft.com/l/meetup-join/1"}"#),
    timed(
      "b", "Budget", "2026-11-30T08:25", "2026-11-30T09:00",
      #","location":{"displayName":"Room \"4\""}"#),
    timed("c", "Gone", "2026-11-30T08:05", "2026-11-30T12:00", #","isCancelled":true"#),
    timed(
      "d", "Not mine", "2026-11-30T08:05", "2026-11-30T12:00",
      #","responseStatus":{"response":"declined"}"#),
    timed("e", "Late", "2026-12-01T09:00", "2026-12-01T10:00"),
    timed("f", "Lunch", "2026-11-30T12:00", "2026-11-30T13:00").replacing("busy", with: "free"),
  ]

  private static let fair = timed(
    "g", "Fair", "2026-11-30T00:00", "2026-12-01T00:00", #","isAllDay":true"#
  ).replacing("busy", with: "oof")

  private static func bench(_ events: [String]) async throws -> SyncCommandTests.Bench {
    let bench = try await Bench()
    await bench.machine.service.script(
      "GET /me/calendars/c1/calendarView/delta",
      Bench.page(events.joined(separator: ","), delta: "d1"))
    #expect(await bench.machine.run("sync").status == 0)
    return bench
  }

  private static func at(_ time: String, _ machine: Machine) -> Machine {
    var later = machine
    later.environment.variables["GRAPHCAL_NOW"] = "2026-11-30T\(time):00Z"
    return later
  }

  private static func line(_ machine: Machine, _ words: String...) async -> String {
    let outcome = await machine.run(["next", "--format"] + words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    return outcome.output
  }

  @Test(arguments: [
    ("08:00", "Stand <up> & #1 [online], 15 min left\n"),
    ("08:14", "Stand <up> & #1 [online], 1 min left\n"),
    ("08:15", "Budget in 10 min\n"), ("08:25", "Budget, 35 min left\n"),
    ("09:00", "nothing left today\n"),
  ])
  func `what is on with the minutes left, or what comes with the minutes to go`(
    time: String, line: String
  ) async throws {
    let bench = try await Self.bench(Self.day)
    #expect(await Self.line(Self.at(time, bench.machine), "text") == line)
  }

  @Test func `what runs out names what comes soon after`() async throws {
    let bench = try await Self.bench([
      Self.timed("a", "One", "2026-11-30T08:00", "2026-11-30T09:00"),
      Self.timed("b", "Two", "2026-11-30T09:00", "2026-11-30T09:30"),
    ])
    #expect(await Self.line(Self.at("08:45", bench.machine), "text") == "One, 15 min left\n")
    let soon = Self.at("08:55", bench.machine)
    #expect(await Self.line(soon, "text") == "One, 5 min left, then Two\n")
    #expect(try JSON(parsing: await Self.line(soon, "waybar"))["class"] == ["soon"])
  }

  @Test func `an event of the whole day is told when nothing else is left`() async throws {
    let bench = try await Self.bench(Self.day + [Self.fair])
    #expect(await Self.line(bench.machine, "text").hasPrefix("Stand"))
    #expect(await Self.line(Self.at("09:00", bench.machine), "text") == "Fair, all day\n")
  }

  @Test func `late in the evening the night belongs to the day`() async throws {
    let bench = try await Self.bench([
      Self.timed("a", "Flight", "2026-12-01T00:30", "2026-12-01T03:00")
    ])
    #expect(
      await Self.line(Self.at("23:50", bench.machine), "text", "--stale-after", "1d")
        == "Flight in 40 min\n")
  }

  @Test func `waybar gets markup that says what the mailbox says, and classes`() async throws {
    let bench = try await Self.bench(Self.day + [Self.fair])
    let running = try JSON(parsing: await Self.line(bench.machine, "waybar"))
    #expect(
      running == [
        "text": "Stand &lt;up&gt; &amp; #1 [online], 15 min left", "alt": "running",
        "class": ["running", "online"], "percentage": 50,
        "tooltip": .string(
          """
          all day  Fair
          07:45–08:15  Stand &lt;up&gt; &amp; #1 [Microsoft Teams]
          08:25–09:00  Budget, Room "4"
          12:00–13:00  Lunch
          """),
      ])
    let evening = try JSON(
      parsing: await Self.line(Self.at("13:00", bench.machine), "waybar", "--stale-after", "1d"))
    #expect(evening["class"] == ["allday"])
    #expect(evening["tooltip"] == "all day  Fair\ntomorrow 09:00  Late")
    #expect(await Self.line(bench.machine, "waybar").split(separator: "\n").count == 1)
  }

  @Test func `tmux sees no style, and i3 no markup`() async throws {
    let bench = try await Self.bench(Self.day)
    #expect(
      await Self.line(bench.machine, "tmux") == "Stand <up> & ##1 [online], 15 min left\n")
    let block = try JSON(parsing: await Self.line(bench.machine, "i3status"))
    #expect(
      block == [
        "name": "graphcal", "instance": "running", "markup": "none", "urgent": false,
        "full_text": "Stand <up> & #1 [online], 15 min left", "short_text": "15 min left",
      ])
    let soon = await Self.line(Self.at("08:15", bench.machine), "i3status")
    #expect(try JSON(parsing: soon)["urgent"] == true)
  }

  @Test func `a copy that has grown old is told with its age`() async throws {
    let bench = try await Self.bench(Self.day)
    let late = Self.at("11:30", bench.machine)
    #expect(await Self.line(late, "text") == "nothing left today (as of 3 h ago)\n")
    let item = try JSON(parsing: await Self.line(late, "waybar"))
    #expect(item["class"] == ["free", "stale"])
    #expect(item["tooltip"]?.string?.hasSuffix("as of 3 h ago") == true)
    #expect(await Self.line(late, "text", "--stale-after", "4h") == "nothing left today\n")
    #expect(await Self.line(late, "text", "--stale-after", "4h", "--empty", "") == "\n")
    // A copy from the future, where the clock was put back.
    #expect(
      await Self.line(Self.at("07:00", bench.machine), "text").hasSuffix(
        "by this machine's clock)\n"))
  }

  @Test func `the subject gives way where there is little room`() async throws {
    let bench = try await Self.bench([
      Self.timed("a", "A very long subject 漢字", "2026-11-30T08:30", "2026-11-30T09:00")
    ])
    #expect(await Self.line(bench.machine, "text", "--width", "20") == "A very lo… in 30 min\n")
    #expect(await Self.line(bench.machine, "text", "--width", "8") == "A v… in 30 min\n")
  }

  @Test(arguments: ["text", "waybar", "tmux", "i3status"])
  func `without a copy the bar says what to type`(form: String) async throws {
    let bench = try await SyncCommandTests.Bench()
    let outcome = await bench.machine.run("next", "--format", form)
    #expect(outcome.status == 3 && outcome.requests.isEmpty)
    #expect(outcome.output.contains("no calendar: graphcal sync"), "\(outcome.output)")
    #expect(outcome.errors.contains("graphcal sync"))
    if form == "waybar" {
      #expect(try JSON(parsing: outcome.output)["class"] == ["missing"])
    }
  }

  @Test func `other calendars are chosen by name`() async throws {
    let bench = try await Self.bench(Self.day)
    #expect(await Self.line(bench.machine, "text", "--calendar", "calendar").hasPrefix("Stand"))
    #expect(await Self.line(bench.machine, "text", "--calendar", "all").hasPrefix("Stand"))
    let missing = await bench.machine.run("next", "--format", "text", "--calendar", "Nowhere")
    #expect(missing.status == 3 && missing.errors.contains("Nowhere"))
  }

  @Test(arguments: [
    ["--format", "tmux", "--fresh"], ["--format", "tmux", "--of", "x@y.example"],
    ["--format", "waybar", "--json"], ["--width", "20"], ["--format", "tmux", "--width", "0"],
    ["--format", "text", "--stale-after", "soon"], ["--format", "xml"],
  ])
  func `what does not go together is refused`(words: [String]) async throws {
    let bench = try await SyncCommandTests.Bench()
    let outcome = await bench.machine.run(["next"] + words)
    #expect(outcome.status == 2 && outcome.requests.isEmpty, "\(outcome.errors)")
  }

  @Test func `the forms of lists stay`() async throws {
    let bench = try await Self.bench(Self.day)
    let rows = await bench.machine.run("next", "--format", "tsv", "--offline")
    #expect(rows.status == 0 && rows.output.hasPrefix("id\tstart\t"), "\(rows.errors)")
  }
}
