import CalendarTime
import Testing

import Calendaring

@Suite struct WorkWeekTests {
  private func zone(_ name: String) throws -> Zone {
    try ZoneDatabase.system(environment: [:]).zone(named: name)
  }

  private func minutes(_ work: WorkWeek, _ day: String, _ zone: Zone) throws -> [Range<Int>] {
    work.minutes(on: try #require(CalendarDate(parsing: day)), in: zone)
  }

  @Test func `hours at home and abroad`() throws {
    let berlin = try zone("Europe/Berlin")
    let work = WorkWeek(
      weekdays: [.monday, .friday], start: 8 * 60 + 30, end: 17 * 60, zone: berlin)
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
    let night = WorkWeek(
      weekdays: Set(Weekday.allCases), start: 22 * 60, end: 6 * 60, zone: .utc)
    #expect(try minutes(night, "2026-11-30", .utc) == [0..<360, 1320..<1440])
    let none = WorkWeek(weekdays: Set(Weekday.allCases), start: 60, end: 60, zone: .utc)
    #expect(try minutes(none, "2026-11-30", .utc).isEmpty)
  }

  @Test func `hours follow the clocks of their own zone`() throws {
    let work = WorkWeek(
      weekdays: [.monday], start: 9 * 60, end: 10 * 60, zone: try zone("America/New_York"))
    let berlin = try zone("Europe/Berlin")
    // New York changes its clocks three weeks before Berlin.
    #expect(try minutes(work, "2026-03-02", berlin) == [900..<960])
    #expect(try minutes(work, "2026-03-09", berlin) == [840..<900])
    #expect(try minutes(work, "2026-03-30", berlin) == [900..<960])
  }
}
