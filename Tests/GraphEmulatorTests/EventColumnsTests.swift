import FoundationEssentials
import JSON
import Testing

@testable import GraphEmulator

@Suite struct EventColumnsTests {
  /// Some hundred events of all kinds.
  private static func probe(_ events: Int = 300) throws -> ServiceProbe {
    try ServiceProbe { try Seed(.random(events: events, contacts: 0, seed: 5), now: $0) }
  }

  static let window = "startDateTime=2026-06-01T00:00:00Z&endDateTime=2027-06-01T00:00:00Z"

  /// What the columns find has to be what whole events say.
  @Test(
    arguments: [
      "start/dateTime ge '2026-11-01T00:00:00'",
      "start/dateTime ge '2026-11-01' and end/dateTime lt '2027-02-01T00:00:00Z'",
      "end/dateTime gt '2026-12-01T10:00:00+01:00' and startswith(subject,'S')",
      "contains(subject,'re') or isAllDay eq true", "not (showAs eq 'busy')",
      "isCancelled eq true", "subject eq 'review'", "importance ne 'normal' and isReminderOn",
      "categories/any(c:c eq 'Team')", "type eq 'seriesMaster'", "type eq 'occurrence'",
      "organizer/emailAddress/address ne 'mira@harbor.example'", "seriesMasterId ne null",
      "createdDateTime lt 2026-11-01T00:00:00Z", "startswith(tolower(subject),'d')",
      "location/displayName ne '' and start/dateTime ge '2026-12-01'",
      "reminderMinutesBeforeStart gt 10", "responseStatus/response eq 'organizer'",
      "start/dateTime ge 'soon'",
    ])
  func `columns and whole events agree`(filter: String) async throws {
    let graph = try Self.probe()
    for list in ["/me/events?", "/me/calendarView?\(Self.window)&"] {
      let ids = await graph.all(
        "\(list)$top=1000&$select=id&$orderby=start/dateTime desc,subject&$filter="
          + PercentCoding.encoded(filter)
      ).compactMap { $0["id"]?.string }
      let rules = try #require(ResourceRules.events.filter)
      let test = try ODataFilterParser.filter(filter, rules: rules)
      let whole = await graph.all("\(list)$top=1000&$orderby=start/dateTime desc,subject")
      let expected = whole.filter { test.matches($0) }.compactMap { $0["id"]?.string }
      #expect(ids == expected, "\(list)")
    }
  }

  @Test func `orders by columns are those of whole events`() async throws {
    let graph = try Self.probe()
    for order in [
      "subject,start/dateTime", "end/dateTime desc", "isAllDay desc,subject desc",
      "createdDateTime",
    ] {
      let path = "/me/calendarView?\(Self.window)&$top=1000"
      let sorted = await graph.all(path + "&$orderby=" + PercentCoding.encoded(order))
      let all = await graph.all(path)
      let options = try QueryOptions(
        QueryString("$orderby=" + PercentCoding.encoded(order) + "&$top=1000"), for: .events)
      let expected = options.page(of: all) { $0 }.items
      #expect(sorted.map { $0["id"] } == expected.map { $0["id"] }, "\(order)")
    }
  }

  @Test func `counts follow the filter`() async throws {
    let graph = try Self.probe()
    let filter = PercentCoding.encoded("startswith(subject,'S')")
    let found = await graph.all("/me/events?$top=1000&$filter=\(filter)")
    let count = await graph.get("/me/events/$count?$filter=\(filter)")
    #expect(String(decoding: count.bytes, as: UTF8.self) == "\(found.count)")
    #expect(!found.isEmpty && found.count < 300)
    let page = await graph.get("/me/events?$count=true&$top=1&$filter=\(filter)")
    #expect(page.json["@odata.count"]?.int == found.count)
  }
}
