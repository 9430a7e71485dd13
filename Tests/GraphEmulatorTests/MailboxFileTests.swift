import JSON
import SQLite
import TestSupport
import Testing

@testable import GraphEmulator

@Suite struct MailboxFileTests {
  @Test func `a mailbox in a file is there again, with its ids and its rounds`() throws {
    let folder = try TemporaryFolder()
    let location = Database.Location.file(path: folder.path + "/mailbox.sqlite", .create)
    let window = "startDateTime=2027-01-01T00:00:00Z&endDateTime=2027-02-01T00:00:00Z"
    let first = try CalendarGraph(location: location)
    let event = try first.add(timed("x", "2027-01-05T09:00", "2027-01-05T10:00"))
    let round = try first.get("/me/calendarView/delta?\(window)")
    let second = try CalendarGraph(location: location)
    #expect(try second.get("/me/events/\(event.pathID)")["@odata.etag"] == event["@odata.etag"])
    try second.json("PATCH", "/me/events/\(event.pathID)", ["subject": "y"])
    let link = round["@odata.deltaLink"]?.string ?? ""
    let next = try second.get(String(link.dropFirst("http://127.0.0.1:8080/v1.0".count)))
    #expect(next["value"]?.array?.map(\.subject) == ["y"])
    #expect(try second.all("/me/calendars").count == 1)
  }

  @Test func `a view looks up its window in the index`() throws {
    let graph = try CalendarGraph()
    try graph.add(timed("x", "2027-01-05T09:00", "2027-01-05T10:00"))
    let plan = try graph.store.database.rows(
      """
      EXPLAIN QUERY PLAN SELECT item FROM spans JOIN items ON items.number = spans.item \
      WHERE spans.calendar = 1 AND size = 12 AND spans.start < 9 AND spans.start >= 1 \
      AND isDeleted = 0
      """
    ) { (row) in row.text(3) }
    #expect(plan.contains { $0.hasPrefix("SEARCH spans") && $0.contains("spans_window") })
    #expect(!plan.contains { $0.hasPrefix("SCAN") })
  }

  @Test func `a day among thousands of events is found without reading the others`() throws {
    let graph = try CalendarGraph()
    try graph.store.perform(for: graph.store.directory.users[0], now: graph.now) {
      (mailbox) throws(GraphError) in
      let calendar = try mailbox.defaultCalendar()
      let event = timed("x", "2027-01-05T09:00", "2027-01-05T10:00")
      let properties = try EventProperties(event.object ?? [:], zones: graph.store.zones)
      let document = try NewEvent(mailbox: mailbox).document(properties, calendar: calendar)
      let item = try mailbox.addEvent(document, in: calendar)
      // Rows without a document that could be read: a view that reads them fails.
      try mailbox.sql { (database) throws(SQLiteError) in
        try database.run(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) \
          INSERT INTO items (mailbox, kind, parent, created, modified, createdChange, change, \
          document) SELECT ?, 'event', ?, 0, 0, 1, 1, '' FROM n
          """, mailbox.number, calendar.number)
        try database.run(
          """
          INSERT INTO spans (item, calendar, isSeries, size, start, finish, earliest, latest) \
          SELECT number, parent, 0, 12, 1.8e9 + 3600 * number, 1.8e9 + 3600 * number + 1800, 0, 0 \
          FROM items WHERE kind = 'event' AND number > ?
          """, item.number)
      }
    }
    let view = "startDateTime=2027-01-05T09:30:00Z&endDateTime=2027-01-05T10:00:00Z"
    #expect(try graph.all("/me/calendarView?\(view)").map(\.subject) == ["x"])
  }
}
