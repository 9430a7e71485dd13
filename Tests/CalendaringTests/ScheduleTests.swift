import CalendarTime
import FoundationEssentials
import Testing

@testable import Calendaring

@Suite struct ScheduleTests {
  private func at(_ minutes: Int) -> Date {
    Date(timeIntervalSince1970: 1_795_996_800 + Double(minutes) * 60)
  }

  private func item(_ start: Int, _ end: Int, _ status: CalendarEvent.ShowAs) -> Schedule.Item {
    Schedule.Item(range: at(start)..<at(end), status: status)
  }

  private var schedule: Schedule {
    Schedule(items: [
      item(60, 120, .tentative), item(0, 90, .busy), item(80, 100, .oof), item(120, 180, .free),
      item(150, 240, .workingElsewhere), item(240, 300, .unknown),
    ])
  }

  @Test(arguments: [
    (0, 60, CalendarEvent.ShowAs.busy), (60, 90, .oof), (90, 95, .oof), (100, 120, .tentative),
    (120, 150, .free), (140, 160, .workingElsewhere), (230, 250, .unknown), (300, 400, .free),
  ])
  func `of what overlaps, the strongest counts`(
    start: Int, end: Int, status: CalendarEvent.ShowAs
  ) {
    #expect(schedule.status(in: at(start)..<at(end)) == status)
  }

  @Test func `free and elsewhere take no time, tentative as it is asked`() {
    #expect(
      schedule.taken(countingTentative: true).joined()
        == [at(0)..<at(120), at(240)..<at(300)])
    #expect(
      schedule.taken(countingTentative: false).joined()
        == [at(0)..<at(100), at(240)..<at(300)])
  }

  @Test func `meetings may begin at every round time of a gap`() {
    let starts = FreeTime.starts(
      in: [at(10)..<at(100), at(120)..<at(150)], lasting: 45 * 60, step: 30, zone: .utc)
    #expect(starts == [at(30)..<at(75)])
    #expect(
      FreeTime.starts(in: [at(0)..<at(120)], lasting: 3600, step: 30, zone: .utc)
        == [at(0)..<at(60), at(30)..<at(90), at(60)..<at(120)])
  }
}
