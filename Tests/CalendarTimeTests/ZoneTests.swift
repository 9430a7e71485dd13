import CalendarTime
import FoundationEssentials
import Testing

@Suite struct ZoneTests {
  static let database = ZoneDatabase.system(environment: [:])

  // C010
  @Test func `a wall time in the spring gap takes the offset before it`() throws {
    let zone = try Self.database.zone(named: "America/New_York")
    let wall = try wallTime(2026, 3, 8, 2, 30)
    let moved = Date(unixSecond: 1_772_955_000)
    #expect(zone.resolve(wall) == .gap(moved, by: 3600))
    #expect(zone.wallTime(at: moved) == (try wallTime(2026, 3, 8, 3, 30)))
    #expect(zone.abbreviation(at: moved) == "EDT")
  }

  // C011
  @Test func `a wall time of the autumn overlap is two instants`() throws {
    let zone = try Self.database.zone(named: "america/new_york")
    #expect(zone.name == "America/New_York")
    let first = Date(unixSecond: 1_793_511_000)
    let second = first.addingTimeInterval(3600)
    #expect(
      zone.resolve(try wallTime(2026, 11, 1, 1, 30)) == .overlap(first: first, second: second))
    #expect(zone.offset(at: first) == -4 * 3600)
    #expect(zone.offset(at: second) == -5 * 3600)
  }

  // C009
  @Test func `a day that Samoa skipped is empty`() throws {
    let zone = try Self.database.zone(named: "Pacific/Apia")
    let skipped = try #require(CalendarDate(year: 2011, month: 12, day: 30))
    #expect(zone.day(skipped).isEmpty)
    #expect(zone.startOfDay(skipped) == zone.startOfDay(skipped.adding(days: 1)))
    #expect(
      zone.startOfDay(skipped).timeIntervalSince(zone.startOfDay(skipped.adding(days: -1)))
        == 86_400)
  }
}

func wallTime(
  _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
) throws -> WallTime {
  let date = try #require(CalendarDate(year: year, month: month, day: day))
  return WallTime(date: date, hour: hour, minute: minute, second: second)
}
