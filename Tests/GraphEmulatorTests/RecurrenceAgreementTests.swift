import CalendarTime
import Calendaring
import FoundationEssentials
import GraphAPI
import JSON
import TestSupport
import Testing

/// The client's expansion of a series against the emulator's, which shares no code with it.
@Suite struct RecurrenceAgreementTests {
  /// Zones whose clocks change by an hour, by half an hour, by a day, and never.
  private static let zoneNames = [
    "W. Europe Standard Time", "Eastern Standard Time", "Lord Howe Standard Time",
    "Samoa Standard Time", "Tokyo Standard Time", "UTC",
  ]

  @Test(arguments: 0..<8)
  func `client and emulator agree on the instants of any series`(seed: UInt64) throws {
    let graph = try CalendarGraph()
    let zones = ZoneDatabase.system(environment: [:])
    var random = SeededRandom(seed: seed)
    var compared = 0
    for _ in 0..<60 {
      let name = Self.zoneNames.randomElement(using: &random) ?? "UTC"
      let rule = RecurrenceRule.random(timeZone: name, using: &random)
      let secondOfDay = 1800 * Int.random(in: 0..<48, using: &random)
      let wall = WallTime(date: rule.start, secondOfDay: secondOfDay)
      let master = try graph.add(
        timed("x", wall.text(), wall.text(), zone: name, more: ["recurrence": rule.graphJSON]))
      #expect(Recurrence(graph: master["recurrence"]) == .rule(rule))
      let days = Self.window(of: rule, using: &random)
      let clock = Double(Int.random(in: 0..<86_400, using: &random))
      let window =
        Zone.utc.startOfDay(days.lowerBound).addingTimeInterval(
          clock)..<Zone.utc.startOfDay(days.upperBound).addingTimeInterval(clock)
      let expected = rule.instants(
        in: window, secondOfDay: secondOfDay, zone: try zones.zone(named: name))
      #expect(
        try instances(of: master, in: window, graph).compactMap { Date(parsingRFC3339: $0 + "Z") }
          == expected, "\(rule)")
      compared += expected.count
    }
    #expect(compared > 300)
  }

  @Test(arguments: 100..<103)
  func `client and emulator agree on the days of any series`(seed: UInt64) throws {
    let graph = try CalendarGraph()
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let rule = RecurrenceRule.random(timeZone: "Tokyo Standard Time", using: &random)
      let master = try graph.add(
        timed(
          "x", rule.start.description, rule.start.adding(days: 1).description,
          zone: "Tokyo Standard Time", more: ["isAllDay": true, "recurrence": rule.graphJSON]))
      let window = Self.window(of: rule, using: &random)
      let found = try instances(
        of: master,
        in: Zone.utc.startOfDay(window.lowerBound)..<Zone.utc.startOfDay(window.upperBound), graph)
      #expect(
        found == rule.dates(in: window).map { WallTime(date: $0).text() }, "\(rule)")
    }
  }

  /// Some days of a series: few of a dense one, and as many as a view may span of others.
  private static func window(
    of rule: RecurrenceRule, using random: inout SeededRandom
  ) -> Range<CalendarDate> {
    var length = 1820
    var latest = 3000
    switch rule.pattern {
    case .daily, .weekly:
      length = min(length, 40 * rule.interval)
      latest = 400
    default: break
    }
    let first = rule.start.adding(days: Int.random(in: -length...latest, using: &random))
    return first..<first.adding(days: length)
  }

  /// When the instances of a series begin, as the emulator writes it in UTC, in order.
  private func instances(
    of master: JSON, in window: Range<Date>, _ graph: CalendarGraph
  ) throws -> [String] {
    let bounds =
      "startDateTime=\(window.lowerBound.rfc3339())&endDateTime=\(window.upperBound.rfc3339())"
    return try graph.all("/me/events/\(master.pathID)/instances?\(bounds)&$top=1000&$select=start")
      .compactMap { $0["start"]?["dateTime"]?.string }.sorted()
  }
}
