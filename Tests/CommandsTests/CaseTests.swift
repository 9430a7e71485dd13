import HTTP
import JSON
import TestSupport
import Testing

/// Trouble that people had with programs of this kind, where it touches commands of several kinds.
@Suite struct CaseTests {
  private static let day = ["--from", "2026-04-15", "--to", "2026-04-15", "--tz", "UTC"]

  private static func free(_ events: [String]) -> Service {
    FreeCommandTests.service([
      "GET /me/calendars": [
        .list(
          #"{"id":"c1","name":"Calendar","isDefaultCalendar":true,"owner":{"name":"Mira","address":"mira@h.example"}}"#
        )
      ], "GET /me/calendars/c1/calendarView": [.list(events.joined(separator: ","))],
    ])
  }

  private static func event(_ id: String, _ hour: Int, _ more: String) -> String {
    timed(
      id, id, "2026-04-15T\(hour < 10 ? "0" : "")\(hour):00:00",
      "2026-04-15T\(hour < 9 ? "0" : "")\(hour + 1):00:00", "," + more)
  }

  private func slots(_ events: [String]) async throws -> [String?] {
    let outcome = await Machine(Self.free(events), now: "2026-04-01T08:00:00Z").run(
      ["free", "--for", "1h", "--next", "20", "--json"] + Self.day)
    return try outcome.items.map {
      $0["graphcal"]?["start"]?.string.map { String($0.dropFirst(11)) }
    }
  }

  // C023: of what may not be seen it is known that it takes time.
  @Test func `private events take time, each as its kind says`() async throws {
    let found = try await slots([
      Self.event("P1", 9, #""sensitivity":"private","showAs":"busy""#),
      Self.event("P2", 11, #""sensitivity":"private","showAs":"oof""#),
      Self.event("P3", 13, #""sensitivity":"confidential","showAs":"workingElsewhere""#),
    ])
    #expect(
      found == [
        "07:00:00Z", "08:00:00Z", "10:00:00Z", "12:00:00Z", "13:00:00Z", "14:00:00Z",
      ])
  }

  // C024
  private static let cancelled = [
    event("K1", 9, #""isCancelled":true,"showAs":"free""#),
    event("K2", 10, #""isCancelled":true,"showAs":"busy""#),
    event("K3", 11, #""isCancelled":false,"showAs":"busy""#),
    event("K4", 12, #""isCancelled":true,"type":"exception""#),
  ]

  @Test func `cancelled meetings take no time`() async throws {
    #expect(
      try await slots(Self.cancelled) == [
        "07:00:00Z", "08:00:00Z", "09:00:00Z", "10:00:00Z", "12:00:00Z", "13:00:00Z", "14:00:00Z",
      ])
  }

  @Test func `a cancelled meeting of somebody else is deleted, not called off`() async throws {
    let id = "AAMkAGI2CANCELLED"
    let event = timed(
      id, "Canceled: Budget", "2026-04-15T09:00:00", "2026-04-15T10:00:00",
      #","isCancelled":true,"isOrganizer":false,"organizer":{"emailAddress":{"address":"kim@x.example"}}"#
        + #","attendees":[{"emailAddress":{"address":"mira@h.example"}}],"type":"singleInstance""#)
    let outcome = await Machine(
      Service([
        "GET /me/events/\(id)": [.ok(event)],
        "GET /me/events/\(id)/calendar": [.ok(#"{"id":"c1","name":"Calendar"}"#)],
        "DELETE /me/events/\(id)": [.status(204)],
      ])
    ).run("delete-event", id, "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let writes = outcome.requests.filter { $0.method != "GET" }
    #expect(writes.map(\.method) == ["DELETE"])
    #expect(!outcome.requests.contains { $0.url.hasSuffix("/cancel") })
  }

  // C044: a search is made here, so that no sign of it can become a part of a request.
  @Test(arguments: [
    "What's new", "Q&A + R#1 100%", "O''Hara", "a\"b", "Zoë", "x' or subject ne '",
  ])
  func `signs in a search are letters like any other`(words: String) async throws {
    let subject = JSON.string(words).text(.wire).dropFirst().dropLast()
    let machine = Machine(
      events: timed("S1", "Other", "2026-11-30T09:00:00", "2026-11-30T10:00:00") + ","
        + timed("S2", "…", "2026-11-30T09:00:00", "2026-11-30T10:00:00")
        .replacing("…", with: String(subject)))
    let outcome = await machine.run("events", "--json", "--", words)
    #expect(try outcome.items.map { $0["id"]?.string } == ["S2"], "\(outcome.errors)")
    for request in outcome.requests {
      #expect(!request.url.contains("filter") && !request.url.contains("search"))
    }
  }

  // C077
  @Test func `a deletion that nobody can be asked about deletes nothing`() async {
    let id = "AAMkAGI2SINGLE00"
    let outcome = await Machine(
      Service([
        "GET /me/events/\(id)": [
          .ok(timed(id, "Lunch", "2026-12-01T11:00:00", "2026-12-01T12:00:00"))
        ], "GET /me/events/\(id)/calendar": [.ok(#"{"id":"c1","name":"Calendar"}"#)],
      ])
    ).run("delete-event", id)
    #expect(outcome.status == 8)
    #expect(outcome.errors.contains("--yes"))
    #expect(outcome.requests.allSatisfy { $0.method == "GET" })
  }
}
