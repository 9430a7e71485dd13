import FoundationEssentials
import JSON
import Testing

@testable import GraphEmulator

@Suite struct EventImportTests {
  @Test func `an imported event keeps what only the service writes, and mails nobody`() throws {
    let graph = try CalendarGraph()
    let event: JSON = timed(
      "Review", "2026-12-01T09:00", "2026-12-01T10:00", zone: "Europe/Berlin",
      more: [
        "organizer": ["emailAddress": ["name": "Jonas", "address": "jonas@harbor.example"]],
        "attendees": [
          [
            "emailAddress": ["address": "aiko@harbor.example"],
            "status": ["response": "accepted", "time": "2026-11-01T00:00:00Z"],
          ]
        ],
        "isCancelled": true, "createdDateTime": "2026-10-01T08:00:00Z", "iCalUId": "ABC",
      ])
    _ = try graph.store.perform(for: graph.store.directory.users[0], now: graph.now) {
      (mailbox) throws(GraphError) in
      try mailbox.importEvent(
        event.object ?? [:], in: try mailbox.defaultCalendar(), alphabet: .plain)
    }
    let got = try graph.all("/me/events")[0]
    #expect(got["isOrganizer"] == false && got["isCancelled"] == true && got["iCalUId"] == "ABC")
    #expect(got["responseStatus"]?["response"] == "notResponded")
    #expect(got["attendees"]?[0]?["status"]?["response"] == "accepted")
    #expect(got["createdDateTime"] == "2026-10-01T08:00:00.0000000Z")
    #expect(try graph.all("/me/events", user: 2).isEmpty)
    #expect(try graph.get("/me/events/\(got.pathID)")["id"] == got["id"])
  }

  @Test func `an imported series brings its exceptions and deleted days`() throws {
    let graph = try CalendarGraph()
    var more = SeriesTests.weekly(["monday"], from: "2026-12-07", count: 4)
    more["cancelledOccurrences"] = ["OID.x.2026-12-14"]
    more["exceptionOccurrences"] = [
      [
        "originalStart": "2026-12-21T09:00:00Z", "subject": "Party",
        "start": ["dateTime": "2026-12-22T18:00:00", "timeZone": "UTC"],
        "end": ["dateTime": "2026-12-22T22:00:00", "timeZone": "UTC"],
      ]
    ]
    let event = timed("Jour fixe", "2026-12-07T09:00", "2026-12-07T10:00", more: more)
    _ = try graph.store.perform(for: graph.store.directory.users[0], now: graph.now) {
      (mailbox) throws(GraphError) in
      try mailbox.importEvent(event.object ?? [:], in: try mailbox.defaultCalendar())
    }
    let found = try graph.all(
      "/me/calendarView?startDateTime=2026-12-01&endDateTime=2027-01-01&$orderby=start/dateTime")
    #expect(found.map(\.subject) == ["Jour fixe", "Party", "Jour fixe"])
    #expect(found[1].startText == "2026-12-22T18:00 UTC")
  }
}
