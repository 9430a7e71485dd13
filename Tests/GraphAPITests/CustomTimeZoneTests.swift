import CalendarTime
import FoundationEssentials
import GraphAPI
import JSON
import Testing

/// Zones that are told by their rules.
@Suite struct CustomTimeZoneTests {
  private static let pacific: JSON = [
    "@odata.type": "#microsoft.graph.customTimeZone", "bias": 480, "name": "Customized Time Zone",
    "standardOffset": [
      "time": "02:00:00.0000000", "dayOccurrence": 1, "dayOfWeek": "sunday", "month": 11, "year": 0,
    ],
    "daylightOffset": [
      "daylightBias": -60, "time": "02:00:00.0000000", "dayOccurrence": 2, "dayOfWeek": "sunday",
      "month": 3, "year": 0,
    ],
  ]

  @Test func `the rules of a zone are those of its name`() throws {
    let rule = try #require(CustomTimeZone.posixRule(Self.pacific))
    let zone = try #require(Zone(posixRule: rule, name: "custom"))
    let named = try ZoneDatabase.system(environment: [:]).zone(named: "America/Los_Angeles")
    let year = try #require(Date(parsingRFC3339: "2026-01-01T00:00:00Z"))
    #expect(zone.hasOffsets(of: named, in: year..<year.addingTimeInterval(3 * 366 * 86_400)))
  }

  @Test(
    arguments: [
      (["bias": -330], 19_800), (["bias": 0], 0), (["bias": -60], 3600),
      (["bias": 210, "standardOffset": ["month": 0]], -12_600),
    ] as [(JSON, Int)])
  func `a zone without changes is its offset`(json: JSON, offset: Int) throws {
    let rule = try #require(CustomTimeZone.posixRule(json))
    let zone = try #require(Zone(posixRule: rule, name: "custom"))
    #expect(zone.offset(at: Date(timeIntervalSince1970: 1_800_000_000)) == offset)
  }

  @Test func `what is no zone has no rule`() {
    #expect(CustomTimeZone.posixRule(["name": "UTC"]) == nil)
    #expect(CustomTimeZone.posixRule(nil) == nil)
    #expect(CustomTimeZone.posixRule(["bias": 100_000]) == nil)
  }
}
