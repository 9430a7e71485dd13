import Commands
import HTTP
import JSON
import TestSupport
import Testing

/// Times around a clock change, as typed and as shown.
@Suite struct ClockChangeTests {
  private static let created =
    #"{"id":"AAMkNEW","subject":"Backup","start":{"dateTime":"$START","timeZone":"UTC"},"end":{"dateTime":"$END","timeZone":"UTC"}}"#

  private func new(_ words: String...) async throws -> (outcome: Outcome, body: JSON) {
    let outcome = await Machine().run(
      ["new-event", "--subject", "Backup window", "--dry-run"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.requests("POST", "/events").isEmpty)
    return (outcome, try #require(try outcome.items.first?["body"]))
  }

  // C010
  @Test(arguments: [
    (
      "2026-03-08 02:30", "America/New_York", "2026-03-08T03:30:00.0000000",
      "2026-03-08T04:00:00.0000000", "Eastern Standard Time"
    ),
    (
      "2026-03-29 02:30", "Europe/Berlin", "2026-03-29T03:30:00.0000000",
      "2026-03-29T04:00:00.0000000", "W. Europe Standard Time"
    ),
  ])
  func `a start that the clocks skip is moved by the gap and told`(
    typed: String, zone: String, start: String, end: String, name: String
  ) async throws {
    let (outcome, body) = try await new("--start", typed, "--duration", "30m", "--tz", zone)
    #expect(body["start"] == ["dateTime": .string(start), "timeZone": .string(name)])
    #expect(body["end"] == ["dateTime": .string(end), "timeZone": .string(name)])
    #expect(outcome.errors.contains("02:30"))
    #expect(outcome.errorLines.count == 1)
  }

  @Test func `what was created in the gap is shown at its real time`() async throws {
    let answer = Self.created.replacing("$START", with: "2026-03-08T07:30:00.0000000")
      .replacing("$END", with: "2026-03-08T08:00:00.0000000")
    let machine = Machine(Service(["POST /me/events": [.ok(answer)]]))
    try expectGolden(
      await machine.transcript(
        "new-event", "--subject", "Backup", "--start", "2026-03-08 02:30", "--duration", "30m",
        "--tz", "America/New_York"), "new-event-gap.txt")
  }

  // C011
  @Test func `a start that comes twice is the first and told, and an offset pins the other`()
    async throws
  {
    let first = try await new("--start", "2026-11-01 01:30", "--tz", "America/New_York")
    #expect(first.outcome.errorLines.count == 1)
    // Wall time alone would name two instants, so UTC is sent.
    #expect(
      first.body["start"] == ["dateTime": "2026-11-01T05:30:00.0000000", "timeZone": "UTC"])
    let second = try await new("--start", "2026-11-01T01:30-05:00", "--tz", "America/New_York")
    #expect(second.outcome.errors.isEmpty)
    #expect(
      second.body["start"] == ["dateTime": "2026-11-01T06:30:00.0000000", "timeZone": "UTC"])
  }

  @Test func `two events of the same wall time are told apart`() async throws {
    let machine = Machine(
      events: timed("O2", "Second", "2026-11-01T06:30:00", "2026-11-01T07:00:00") + ","
        + timed("O1", "First", "2026-11-01T05:30:00", "2026-11-01T06:00:00"))
    let words = [
      "agenda", "--tz", "America/New_York", "--from", "2026-11-01", "--to", "2026-11-02",
    ]
    try expectGolden(await machine.run(words).transcript, "agenda-overlap.txt")
    let items = try await machine.run(words + ["--json"]).items
    #expect(
      items.map { $0["graphcal"]?["start"] }
        == ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"])
    #expect(items.map { $0["graphcal"]?["durationMinutes"] } == [30, 30])
  }

  // C011
  @Test func `two times that look the same are no conflict`() async throws {
    let machine = Machine(
      Service(
        events: timed("O2", "Second", "2026-11-01T06:30:00", "2026-11-01T07:00:00") + ","
          + timed("O1", "First", "2026-11-01T05:30:00", "2026-11-01T06:00:00")),
      now: "2026-10-31T12:00:00Z")
    let words = ["conflicts", "--tz", "America/New_York", "--json"]
    #expect(try await machine.run(words).items.isEmpty)
    // With one more half an hour they would meet.
    let longer = Machine(
      Service(
        events: timed("O2", "Second", "2026-11-01T06:30:00", "2026-11-01T07:00:00") + ","
          + timed("O1", "First", "2026-11-01T05:30:00", "2026-11-01T06:45:00")),
      now: "2026-10-31T12:00:00Z")
    #expect(try await longer.run(words).items.count == 2)
  }

  // C013
  @Test func `a meeting is sent as wall time with its zone`() async throws {
    let (_, body) = try await new("--start", "2026-03-04 09:00", "--tz", "America/New_York")
    #expect(
      body["start"] == [
        "dateTime": "2026-03-04T09:00:00.0000000", "timeZone": "Eastern Standard Time",
      ])
  }

  @Test func `a zone without a Windows name goes as UTC and that is told`() async throws {
    let (outcome, body) = try await new("--start", "2026-07-01 09:00", "--tz", "GMT+0415")
    #expect(body["start"] == ["dateTime": "2026-07-01T04:45:00.0000000", "timeZone": "UTC"])
    #expect(outcome.errors.contains("UTC"))
  }

  @Test(arguments: [
    ("2026-03-08", "2026-03-08T05:00:00Z", "2026-03-15T04:00:00Z"),
    ("2026-11-01", "2026-11-01T04:00:00Z", "2026-11-08T05:00:00Z"),
  ])
  func `a week with a clock change is asked for from midnight to midnight`(
    day: String, start: String, end: String
  ) async throws {
    let outcome = await Machine(events: "").run(
      "week", day, "--tz", "America/New_York", "--week-start", "sunday", "--verbose")
    #expect(outcome.status == 0)
    let asked = try #require(outcome.requests("GET", "/calendarView").first)
    #expect(asked.url.contains("startDateTime=\(start)&endDateTime=\(end)"))
    #expect(outcome.errors.contains("range \(day)T00:00:00-0"))
  }
}
