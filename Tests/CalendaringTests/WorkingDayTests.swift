import CalendarTime
import Testing

import Calendaring

@Suite struct WorkingDayTests {
  private func zone(_ name: String) throws -> Zone {
    try ZoneDatabase.system(environment: [:]).zone(named: name)
  }

  private func minutes(_ work: WorkingTime, _ day: String, _ zone: Zone) throws -> [Range<Int>] {
    work.minutes(on: try #require(CalendarDate(parsing: day)), in: zone)
  }

  @Test func `hours at home and abroad`() throws {
    let berlin = try zone("Europe/Berlin")
    let work = WorkingTime(
      days: [.monday, .friday], start: 30_600, end: 61_200, zone: berlin)
    // Monday 30 November 2026.
    #expect(try minutes(work, "2026-11-30", berlin) == [510..<1020])
    #expect(try minutes(work, "2026-12-01", berlin).isEmpty)
    #expect(try minutes(work, "2026-12-04", berlin) == [510..<1020])
    // Tokyo is eight hours ahead: half past four in the afternoon to one o'clock at night.
    let tokyo = try zone("Asia/Tokyo")
    #expect(try minutes(work, "2026-11-30", tokyo) == [990..<1440])
    #expect(try minutes(work, "2026-12-01", tokyo) == [0..<60])
    // Kiritimati's Tuesday holds nothing of Berlin's Tuesday, and much of its Monday.
    let kiritimati = try zone("Pacific/Kiritimati")
    #expect(try minutes(work, "2026-12-01", kiritimati) == [0..<360])
    #expect(try minutes(work, "2026-11-30", kiritimati) == [1290..<1440])
  }

  @Test func `two working days can meet on one`() throws {
    let night = WorkingTime(
      days: Set(Weekday.allCases), start: 79_200, end: 21_600, zone: .utc)
    #expect(try minutes(night, "2026-11-30", .utc) == [0..<360, 1320..<1440])
    let whole = WorkingTime(days: [.monday], start: 0, end: 86_400, zone: .utc)
    #expect(try minutes(whole, "2026-11-30", .utc) == [0..<1440])
    #expect(try minutes(whole, "2026-12-01", .utc).isEmpty)
  }

  @Test func `hours follow the clocks of their own zone`() throws {
    let work = WorkingTime(
      days: [.monday], start: 32_400, end: 36_000, zone: try zone("America/New_York"))
    let berlin = try zone("Europe/Berlin")
    // New York changes its clocks three weeks before Berlin.
    #expect(try minutes(work, "2026-03-02", berlin) == [900..<960])
    #expect(try minutes(work, "2026-03-09", berlin) == [840..<900])
    #expect(try minutes(work, "2026-03-30", berlin) == [900..<960])
  }
}
