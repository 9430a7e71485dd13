import CalendarTime
import FoundationEssentials
import Testing

@testable import Calendaring

@Suite struct FreeTimeTests {
  /// Minutes after a Monday's midnight in UTC.
  private func at(_ minutes: Int) -> Date {
    Date(timeIntervalSince1970: 1_795_996_800 + Double(minutes) * 60)
  }

  private func span(_ start: Int, _ end: Int) -> Range<Date> { at(start)..<at(end) }

  @Test func `gaps are what the busy time leaves, long enough`() {
    let day = [span(540, 1020)]
    let busy = [span(600, 660), span(630, 700), span(500, 545), span(1000, 2000)]
    #expect(
      FreeTime.gaps(in: day, outside: busy, lasting: 30 * 60) == [span(545, 600), span(700, 1000)])
    #expect(FreeTime.gaps(in: day, outside: busy, lasting: 56 * 60) == [span(700, 1000)])
    #expect(FreeTime.gaps(in: day, outside: [], lasting: 60) == day)
    #expect(FreeTime.gaps(in: [], outside: busy, lasting: 60).isEmpty)
    #expect(FreeTime.gaps(in: day, outside: [span(0, 5000)], lasting: 60).isEmpty)
  }

  @Test func `random busy times: no slot touches one, and no minute that is free is lost`() {
    var seed: UInt64 = 7
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<200 {
      let windows = (0..<3).map { _ in
        let s = random(2000); return span(s, s + random(600))
      }
      let busy = (0..<8).map { _ in
        let s = random(2500); return span(s, s + random(200))
      }
      let gaps = FreeTime.gaps(in: windows, outside: busy, lasting: 0)
      for minute in 0..<3000 {
        let instant = at(minute).addingTimeInterval(30)
        let isFree =
          windows.contains { $0.contains(instant) } && !busy.contains { $0.contains(instant) }
        #expect(gaps.contains { $0.contains(instant) } == isFree)
      }
    }
  }

  @Test func `slots begin at round times, one after the other`() {
    let slots = FreeTime.slots(
      in: [span(545, 640), span(700, 765)], lasting: 30 * 60, step: 30, count: 5, zone: .utc)
    #expect(slots == [span(570, 600), span(600, 630), span(720, 750)])
    #expect(
      FreeTime.slots(in: [span(0, 1440)], lasting: 3600, step: 30, count: 2, zone: .utc).count == 2)
  }

  @Test func `working time follows the wall clock over a change of it`() throws {
    let zone = try ZoneDatabase.system(environment: [:]).zone(named: "Europe/Berlin")
    let work = WorkingTime(
      days: [.friday, .monday], start: 9 * 3600, end: 17 * 3600, zone: zone)
    // Friday 26 and Monday 29 March 2027; the clocks go forward on the 28th.
    let begin = zone.startOfDay(try #require(CalendarDate(year: 2027, month: 3, day: 26)))
    let windows = work.windows(in: begin..<begin.addingTimeInterval(5 * 86_400))
    #expect(
      windows.map { $0.lowerBound.rfc3339(in: zone) } == [
        "2027-03-26T09:00:00+01:00", "2027-03-29T09:00:00+02:00",
      ])
    #expect(windows.allSatisfy { $0.upperBound.timeIntervalSince($0.lowerBound) == 8 * 3600 })
    let night = WorkingTime(days: [.friday], start: 22 * 3600, end: 6 * 3600, zone: zone)
    let shifts = night.windows(in: begin..<begin.addingTimeInterval(5 * 86_400))
    #expect(shifts.map { $0.upperBound.rfc3339(in: zone) } == ["2027-03-27T06:00:00+01:00"])
    let whole = WorkingTime(days: [.friday], start: 0, end: 86_400, zone: zone)
    #expect(whole.windows(in: begin..<begin.addingTimeInterval(86_400)).count == 1)
  }
}

@Suite struct ConflictTests {
  private func event(
    _ id: String, _ start: Int, _ end: Int, showAs: CalendarEvent.ShowAs = .busy,
    response: CalendarEvent.Response = .accepted, isCancelled: Bool = false
  ) -> CalendarEvent {
    let begin = Date(timeIntervalSince1970: 1_795_996_800)
    return CalendarEvent(
      id: id,
      span: .timed(
        start: begin.addingTimeInterval(Double(start) * 60),
        end: begin.addingTimeInterval(Double(end) * 60)),
      isCancelled: isCancelled, showAs: showAs, response: response)
  }

  private func found(_ events: CalendarEvent...) -> [[String]] {
    events.conflicts(in: .utc).map { $0.events.map(\.id) }
  }

  @Test func `what overlaps is found, what touches is not`() {
    #expect(found(event("a", 0, 60), event("b", 60, 120)).isEmpty)
    #expect(found(event("a", 0, 61), event("b", 60, 120)) == [["a", "b"]])
    #expect(found(event("b", 60, 120), event("a", 0, 61)) == [["a", "b"]])
    #expect(
      found(event("a", 0, 90), event("b", 60, 120), event("c", 100, 130), event("d", 500, 600))
        == [["a", "b"], ["b", "c"]])
    #expect(
      found(event("a", 0, 300), event("b", 60, 120), event("c", 200, 230))
        == [["a", "b"], ["a", "c"]])
    #expect(found(event("a", 0, 90), event("b", 30, 60), event("c", 40, 80)) == [["a", "b", "c"]])
  }

  @Test func `each event clashes with just those that it overlaps`() {
    let events = [event("a", 0, 90), event("b", 60, 120), event("c", 100, 130), event("d", 80, 85)]
    #expect(
      events.clashes(in: .utc) == [
        "a": ["b", "d"], "b": ["a", "d", "c"], "c": ["b"], "d": ["a", "b"],
      ]
    )
    #expect([event("a", 0, 60), event("b", 60, 90)].clashes(in: .utc).isEmpty)
  }

  @Test func `what takes no time is no conflict`() {
    let base = event("a", 0, 60)
    #expect(found(base, event("b", 0, 60, showAs: .free)).isEmpty)
    #expect(found(base, event("b", 0, 60, isCancelled: true)).isEmpty)
    #expect(found(base, event("b", 0, 60, response: .declined)).isEmpty)
    #expect(found(base, event("b", 0, 60, showAs: .workingElsewhere)).isEmpty)
    #expect(found(base, event("b", 30, 30)).isEmpty)
    #expect(found(base, event("b", 0, 60, showAs: .tentative)) == [["a", "b"]])
    #expect(found(base, event("b", 0, 60, response: .none)) == [["a", "b"]])
  }

  @Test func `a busy whole day conflicts with what is on it`() throws {
    let day = try #require(CalendarDate(year: 2026, month: 11, day: 30))
    let leave = CalendarEvent(
      id: "leave", span: .allDay(first: day, end: day.adding(days: 1)), showAs: .oof)
    let other = event("a", 600, 660)
    #expect([leave, other].conflicts(in: .utc).count == 1)
    var birthday = leave
    birthday.showAs = .free
    #expect([birthday, other].conflicts(in: .utc).isEmpty)
  }
}
