import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// `--jq` and `--template`, between what a command prints and standard output.
@Suite struct ShapedOutputTests {
  private static let events =
    timed(
      "e1", "Plan", "2026-11-30T09:00:00", "2026-11-30T10:30:00",
      #","location":{"displayName":"Room 4"}"#) + ","
    + timed("e2", "A\u{1B}[31m b\u{202E}c", "2026-11-30T11:00:00", "2026-11-30T11:30:00") + ","
    + allDay("e3", "Fair", "2026-12-01", "2026-12-02")

  private func lines(_ words: String..., columns: Int? = nil) async -> [String] {
    let outcome = await Machine(events: Self.events, columns: columns).run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.outputLines
  }

  @Test func `a filter prints strings as they are and the rest as JSON`() async {
    #expect(await lines("week", "--json", "--jq", ".[0].subject") == ["Plan"])
    #expect(
      await lines("week", "--jq", ".[] | .isAllDay, {b: 1, a: .id}") == [
        "null", #"{"a":"e1","b":1}"#, "null", #"{"a":"e2","b":1}"#, "true", #"{"a":"e3","b":1}"#,
      ])
    #expect(
      await lines("week", "--jq", "map(.graphcal.durationMinutes // 0) | add") == ["120"])
    #expect(
      await lines("week", "--jsonl", "--jq", ".graphcal.start") == [
        "2026-11-30T09:00:00Z", "2026-11-30T11:00:00Z", "2026-12-01",
      ])
    #expect(await lines("week", "--jq", "empty") == [])
  }

  @Test func `no terminal obeys what a filter prints`() async {
    let hostile = "A\u{1B}[31m b\u{202E}c"
    #expect(await lines("week", "--jq", ".[1].subject") == [hostile])
    #expect(await lines("week", "--jq", ".[1].subject", columns: 80) == ["A bc"])
    #expect(
      await lines("week", "--jq", ".[1] | [.subject]") == [#"["A\u001b[31m b\u202ec"]"#])
  }

  @Test func `fields and single things are filtered too`() async {
    #expect(
      await lines("week", "--json", "--fields", "subject", "--jq", ".[0] | keys")
        == [#"["subject"]"#])
    #expect(await lines("version", "--jq", "keys | length > 2") == ["true"])
    #expect(await lines("zones", "UTC", "--jq", ".windows") == ["UTC"])
    #expect(await lines("week", "--json", "--fields", "--jq", ".x").contains("subject"))
  }

  @Test func `requests of a dry run are filtered, and no item`() async {
    let words = ["new-event", "--subject", "x", "--start", "10:00", "--dry-run"]
    let outcome = await Machine(events: "").run(words + ["--jq", ".[0].body.subject"])
    #expect(outcome.output == "x\n", "\(outcome.errors)")
    let filled = await Machine(events: "").run(words + ["--template", "{subject}"])
    #expect(filled.output.hasPrefix("[{"), "\(filled.errors)")
  }

  @Test func `what is done is filtered after it is done`() async {
    let machine = Machine(
      Service(
        events: "",
        [
          "POST /me/events": [
            .ok(timed("n1", "x", "2026-11-30T10:00:00", "2026-11-30T10:30:00"))
          ]
        ]))
    let made = await machine.run(
      "new-event", "--subject", "x", "--start", "10:00", "--jq", ".subject")
    #expect(made.output == "x\n", "\(made.errors)")
    let broken = await machine.run(
      "new-event", "--subject", "x", "--start", "10:00", "--jq", ".subject.nope")
    #expect(broken.status == 1)
    #expect(broken.errors.contains("what was asked for is done"), "\(broken.errors)")
    #expect(broken.errors.contains("Cannot index string"), "\(broken.errors)")
  }

  @Test(arguments: [
    (["week", "--jq", ".[ $"], "not understood"), (["week", "--jq", "nope"], "nope/0"),
    (["week", "--jq", "import \"a\" as a; ."], "reads other files"),
    (["week", "--jq", ".", "--template", "{subject}"], "--template"),
    (["week", "--jq", ".", "--format", "tsv"], "--format"),
    (["week", "--template", "{subject}", "--json"], "exclude"),
    (["week", "--template", "{subject}", "--format", "tsv"], "exclude"),
    (["week", "--template", "{subjct}"], "subject"), (["week", "--template", "x"], "no field"),
    (["contacts", "--template", "{start}"], "displayName"),
    (["calendars", "--template", "{nope}"], "name"), (["week", "--template", "{start:%Q}"], "%Q"),
  ])
  func `what cannot be done is refused before the wire`(words: [String], text: String) async {
    let outcome = await Machine(events: Self.events).run(words)
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
    #expect(outcome.requests.isEmpty)
    #expect(outcome.errors.hasPrefix("graphcal: ") || words.contains("--json"))
  }

  @Test func `an error of a filter keeps what came before it`() async {
    let outcome = await Machine(events: Self.events).run(
      "week", "--jq", #".[0].subject, error("enough"), 2"#)
    #expect(outcome.status == 1)
    #expect(outcome.output == "Plan\n")
    #expect(outcome.errorLines.first == "graphcal: the filter of --jq stopped")
    #expect(outcome.errors.contains("enough"))
    let halted = await Machine(events: Self.events).run("week", "--jsonl", "--jq", ".id, halt")
    #expect(halted.output == "e1\n")
    #expect(halted.status == 0)
  }

  @Test func `a filter sees the environment without the token`() async {
    let outcome = await Machine(events: "").run(
      "week", "--jq",
      "env.TZ, $ENV.GRAPHCAL_ACCESS_TOKEN, env.GRAPHCAL_ACCESS_TOKEN, (env | has(\"HOME\"))")
    #expect(outcome.output == "UTC\nnull\nnull\nfalse\n")
  }

  @Test func `debug goes to standard error`() async {
    let machine = Machine(events: Self.events)
    let outcome = await machine.run("week", "--jq", ".[0].subject | debug | ascii_upcase")
    #expect(outcome.output == "PLAN\n")
    #expect(outcome.errors.contains("Plan"))
    let quiet = await machine.run("week", "--quiet", "--jq", ".[0].subject | debug")
    #expect(quiet.errors.isEmpty)
  }

  @Test func `a template prints a line an item`() async {
    #expect(
      await lines("week", "--template", "{start:%a %H:%M} {subject|8} {location}") == [
        "Mon 09:00 Plan     Room 4", "Mon 11:00 A bc", "Tue --:-- Fair",
      ])
    #expect(
      await lines("week", "--tz", "Asia/Tokyo", "--template", "{start:%H:%M %Z}").first
        == "18:00 JST")
    #expect(await lines("zones", "UTC", "--template", "{iana} {windows}") == ["UTC UTC"])
  }

  @Test func `one event has fields that no list has`() async {
    let event = timed(
      "AAMkAGI2WHOLE00=", "Plan", "2026-11-30T09:00:00", "2026-11-30T10:30:00",
      #","body":{"contentType":"text","content":"Agenda"}"#)
    let machine = Machine(Service(["GET /me/events/AAMkAGI2WHOLE00%3D": [.ok(event)]]))
    let words = ["show", "AAMkAGI2WHOLE00="]
    let body = await machine.run(words + ["--json", "--fields", "body.content,originalStart"])
    #expect(
      body.output == #"{"body":{"content":"Agenda"},"originalStart":null}"# + "\n", "\(body.errors)"
    )
    let line = await machine.run(words + ["--template", "{subject}: {body}"])
    #expect(line.output == "Plan: Agenda\n", "\(line.errors)")
    #expect(await machine.run(words + ["--json", "--fields"]).outputLines.contains("recurrence"))
  }

  @Test func `a field that one thing does not have is told with those it has`() async {
    let outcome = await Machine().run("zones", "UTC", "--template", "{nope}")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("abbreviation, dataVersion, iana"), "\(outcome.errors)")
  }

  @Test func `pages of help tell of both`() async {
    for topic in ["filters", "templates"] {
      let outcome = await Machine().run("help", topic)
      #expect(outcome.status == 0)
      #expect(outcome.outputLines.allSatisfy { $0.count <= 108 })
    }
  }
}
