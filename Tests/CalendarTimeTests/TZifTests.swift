import Foundation
import Testing

@testable import CalendarTime

@Suite struct TZifTests {
  /// The zone of a file, which only the loading of a database can make.
  static func zone(_ builder: TZifBuilder) throws -> Zone {
    Zone(name: "Test/Zone", rules: try TZif.rules(from: builder.bytes))
  }

  static func instant(_ text: String) throws -> Date {
    try #require(Date(parsingRFC3339: text))
  }

  @Test func `a rule alone holds for all years`() throws {
    let zone = try Self.zone(TZifBuilder(footer: "CET-1CEST,M3.5.0,M10.5.0/3"))
    for (text, offset) in [
      ("0001-07-01T00:00:00Z", 7200), ("2026-03-29T00:59:59Z", 3600),
      ("2026-03-29T01:00:00Z", 7200), ("2026-10-25T00:59:59Z", 7200),
      ("2026-10-25T01:00:00Z", 3600), ("9999-12-31T23:59:59Z", 3600),
    ] {
      #expect(zone.offset(at: try Self.instant(text)) == offset, "\(text)")
    }
  }

  @Test func `a file of version 1 has no rule`() throws {
    let zone = try Self.zone(
      TZifBuilder(
        version: 0, changes: [(-1_000_000_000, 1), (1_000_000_000, 0)],
        types: [(3600, 0, 0), (7200, 1, 4)], names: "ONE\0TWO\0"))
    #expect(zone.abbreviation(at: Date(unixSecond: -1_000_000_001)) == "ONE")
    #expect(zone.abbreviation(at: Date(unixSecond: -1_000_000_000)) == "TWO")
    #expect(zone.abbreviation(at: Date(unixSecond: 1_000_000_000)) == "ONE")
    #expect(zone.offset(at: .distantFuture) == 3600)
    #expect(zone.offset(at: .distantPast) == 3600)
  }

  @Test(arguments: [
    // Summer time that begins with the year and ends with it: always.
    ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2027-01-01T03:59:59Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2027-01-01T04:30:00Z", -14_400),
    // Times of day below zero and beyond a day (Greenland, Gaza).
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7200),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800),
    // Winter time that the data calls summer time (Ireland).
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-01T00:00:00Z", 0),
    // The south, the 366th day, and days without 29 February.
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-12-31T00:00:00Z", 39_600),
    ("AAA0BBB,J60/0,J61/0", "2024-03-01T12:00:00Z", 3600),
    ("AAA0BBB,J60/0,J61/0", "2024-02-29T12:00:00Z", 0),
    ("AAA0BBB,59/0,60/0", "2024-02-29T12:00:00Z", 3600),
    ("AAA0BBB,59/0,60/0", "2025-03-01T12:00:00Z", 3600),
    ("AAA0BBB", "2026-07-01T12:00:00Z", 3600), ("<ABC+1>-1:02:03", "2026-07-01T12:00:00Z", 3723),
  ])
  func `a rule gives an offset`(rule: String, at text: String, offset: Int) throws {
    let zone = try Self.zone(TZifBuilder(footer: rule))
    #expect(zone.offset(at: try Self.instant(text)) == offset)
  }

  @Test(arguments: [
    "CE-1", "CET", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J366", "<CET-1",
    "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-26", "CET-1:60", "CET-1 ", "<a>-1",
    "CET--1", "CET-1CEST,M3.5.0,M10.5.0,",
  ])
  func `a rule that breaks the grammar is refused`(rule: String) {
    #expect(PosixRule(parsing: rule) == nil)
    #expect(throws: TZifError.invalid("footer \(rule)")) {
      try TZif.rules(from: TZifBuilder(footer: rule).bytes)
    }
  }

  @Test func `a file cut off anywhere is refused`() throws {
    let whole = TZifBuilder(
      changes: [(0, 1), (100, 0)], types: [(0, 0, 0), (3600, 1, 4)], names: "ONE\0TWO\0",
      footer: "ONE0"
    ).bytes
    #expect(try TZif.rules(from: whole).times == [0, 100])
    for length in 0..<whole.count {
      #expect(throws: TZifError.self, "\(length)") {
        try TZif.rules(from: Array(whole.prefix(length)))
      }
    }
  }

  @Test func `any byte may be wrong without a crash`() throws {
    let whole = TZifBuilder(
      changes: [(0, 1), (100, 0)], types: [(0, 0, 0), (3600, 1, 4)], names: "ONE\0TWO\0",
      leaps: [(50, 1)], footer: "ONE0TWO,M3.5.0,M10.5.0/3"
    ).bytes
    for index in whole.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var bytes = whole
        bytes[index] = value
        guard let rules = try? TZif.rules(from: bytes) else { continue }
        let zone = Zone(name: "Test/Zone", rules: rules)
        _ = zone.offset(at: .distantPast)
        _ = zone.resolve(zone.wallTime(at: Date(unixSecond: 50)))
        _ = zone.transitions(in: Date(unixSecond: -1000)..<Date(unixSecond: 1000))
      }
    }
  }

  @Test(arguments: [
    (TZifBuilder(types: []), TZifError.invalid("header counts")),
    (TZifBuilder(changes: [(0, 1)]), .invalid("type index")),
    (TZifBuilder(changes: [(5, 0), (5, 0)]), .invalid("order of changes")),
    (TZifBuilder(types: [(93_600, 0, 0)]), .invalid("offset 93600")),
    (TZifBuilder(types: [(0, 2, 0)]), .invalid("summer time mark")),
    (TZifBuilder(types: [(0, 0, 4)]), .invalid("abbreviation index")),
    (TZifBuilder(names: "UTC"), .invalid("abbreviation index")),
  ])
  func `a table that breaks the format is refused`(builder: TZifBuilder, error: TZifError) {
    #expect(throws: error) { try TZif.rules(from: builder.bytes) }
  }

  @Test func `text is no zone file`() {
    #expect(throws: TZifError.notTZif) { try TZif.rules(from: Array("# version 2025b".utf8)) }
    #expect(throws: TZifError.notTZif) { try TZif.rules(from: []) }
  }

  @Test func `a file that counts leap seconds is brought back to the common scale`() throws {
    let rules = try TZif.rules(
      from: TZifBuilder(
        changes: [(40, 0), (1_000_027, 0)], leaps: [(50, 1), (1000, 27)]
      ).bytes)
    #expect(rules.times == [40, 1_000_000])
  }

  @Test func `an offset around midnight never makes a day vanish`() throws {
    // Clocks skip from 23:30 to 00:30: the day begins at half past midnight.
    let zone = try Self.zone(
      TZifBuilder(
        changes: [(84_600, 1)], types: [(0, 0, 0), (3600, 1, 4)], names: "ONE\0TWO\0"))
    let day = CalendarDate(daysSinceEpoch: 1)
    #expect(zone.startOfDay(day) == Date(unixSecond: 84_600))
    #expect(zone.wallTime(at: zone.startOfDay(day)).clockText == "00:30")
    // And back from 00:01 to 23:01, as Newfoundland did: midnight comes twice, the first counts.
    let back = try Self.zone(
      TZifBuilder(
        changes: [(86_460, 1)], types: [(0, 0, 0), (-3600, 1, 4)], names: "ONE\0TWO\0"))
    #expect(back.startOfDay(day) == Date(unixSecond: 86_400))
    #expect(back.day(day).upperBound == Date(unixSecond: 2 * 86_400 + 3600))
  }
}
