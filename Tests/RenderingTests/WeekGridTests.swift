import CalendarTime
import Calendaring
import FoundationEssentials
import Rendering
import Terminal
import TestSupport
import Testing

@Suite struct WeekGridTests {
  private func grid(
    _ days: Range<CalendarDate>, _ name: String = "Europe/Berlin", now: String = "2000-01-01T00:00",
    clock: ClockStyle = .twentyFourHours, palette: EventPalette = EventPalette()
  ) throws -> WeekGrid {
    let zone = try zone(name)
    return WeekGrid(
      time: TimeText(zone: zone, clock: clock), now: utc(now), days: days,
      work: WorkingTime(
        days: [.monday, .tuesday, .wednesday, .thursday, .friday], start: 30_600, end: 61_200,
        zone: zone), palette: palette, shortIDs: gridShortIDs)
  }

  private static let week = days("2026-11-30", "2026-12-07")

  private func text(_ page: EventList.Page, colored: Bool = false) -> String {
    page.lines.rendered(colored: colored)
  }

  // MARK: Pictures

  @Test(arguments: [60, 80, 120, 200])
  func `a hard week at the width of a terminal`(width: Int) throws {
    let grid = try grid(Self.week, now: "2026-11-30T08:10")
    let page = grid.page(gridWeek, on: GridSurface(width: width))
    try expectGolden(text(page), "week-grid-\(width).txt")
  }

  @Test func `a hard week in colour, in ASCII, by hours, in a file`() throws {
    let grid = try grid(Self.week, now: "2026-12-03T12:40", clock: .twelveHours)
    let colored = try self.grid(
      Self.week, now: "2026-12-03T12:40", clock: .twelveHours, palette: gridPalette)
    try expectGolden(
      text(colored.page(gridWeek, on: GridSurface(width: 100)), colored: true),
      "week-grid-color.txt")
    let plain = gridWeek.filter {
      ($0.subject ?? "").utf8.allSatisfy { $0 < 128 }
        && ($0.location ?? "").utf8.allSatisfy { $0 < 128 }
    }
    let ascii = text(grid.page(plain, on: GridSurface(width: 80, symbols: .ascii)))
    #expect(ascii.utf8.allSatisfy { $0 < 128 })
    try expectGolden(ascii, "week-grid-ascii.txt")
    // A terminal of 30 lines has no room for half hours.
    try expectGolden(
      text(grid.page(gridWeek, on: GridSurface(width: 100, height: 30))), "week-grid-hours.txt")
    let file = GridSurface(width: 80, showsNumbers: false)
    try expectGolden(text(grid.page(gridWeek, on: file)), "week-grid-file.txt")
  }

  @Test func `weeks in which the clocks change`() throws {
    func event(_ id: String, _ subject: String, _ start: String, _ end: String) -> CalendarEvent {
      CalendarEvent(id: id, subject: subject, span: timed(start, end))
    }
    // One o'clock in UTC is when Europe's clocks go.
    let spring = try grid(days("2026-03-23", "2026-03-30"))
    let page = spring.page(
      [
        event("e1", "Backup", "2026-03-29T00:30", "2026-03-29T01:30"),
        event("e2", "Restore", "2026-03-29T01:30", "2026-03-29T02:00"),
        event("e3", "The same hours", "2026-03-28T00:30", "2026-03-28T02:30"),
      ], on: GridSurface(width: 100))
    try expectGolden(text(page), "week-grid-spring.txt")
    let autumn = try grid(days("2026-10-19", "2026-10-26"))
    let other = autumn.page(
      [
        event("e1", "First half past two", "2026-10-25T00:30", "2026-10-25T01:00"),
        event("e2", "Second half past two", "2026-10-25T01:30", "2026-10-25T02:00"),
        event("e3", "Over all of it", "2026-10-25T00:00", "2026-10-25T02:00"),
      ], on: GridSurface(width: 100))
    try expectGolden(text(other), "week-grid-autumn.txt")
  }

  @Test func `a crowd is counted in the grid and listed below it`() throws {
    var events = (1...9).map { number in
      CalendarEvent(
        id: "c\(number)", subject: "C\(number)c",
        span: timed("2026-12-01T09:00", "2026-12-01T1\(number % 3):30"))
    }
    events += (1...8).map { number in
      CalendarEvent(
        id: "d\(number)", subject: "F\(number)f",
        span: .allDay(first: date("2026-12-02"), end: date("2026-12-04")), location: "Hall")
    }
    let grid = try grid(Self.week)
    let page = grid.page(events, on: GridSurface(width: 100))
    try expectGolden(text(page), "week-grid-crowd.txt")
    for width in [32, 60, 80, 130, 250] {
      let page = grid.page(events, on: GridSurface(width: width))
      let lines = page.lines.map(\.text)
      #expect(lines.contains { $0.contains("+") && $0.contains("│") })
      for event in events {
        let name = event.subject ?? ""
        #expect(lines.contains { $0.contains(name) }, "\(name) at \(width)")
      }
    }
  }

  // MARK: Cells

  private static let awkward: [CalendarEvent] = {
    let names = ["\u{1b}[31mred\u{202e}\r\n", "", "🇭🇺", "e\u{301}", "ﷺﷺﷺ", "각각각"]
    return gridWeek
      + names.enumerated().map { index, name in
        CalendarEvent(
          id: "x\(index)", subject: name,
          span: timed("2026-12-02T0\(index):10", "2026-12-02T15:00"), organizer: lena,
          location: name)
      }
  }()

  @Test(arguments: [60..<120, 120..<180, 180..<251, 32..<60])
  func `every line has exactly the width`(widths: Range<Int>) throws {
    let grid = try grid(Self.week, now: "2026-12-02T10:00", clock: .twelveHours)
    for width in widths {
      let surface = GridSurface(
        width: width, symbols: width % 3 == 0 ? .ascii : .unicode, showsNumbers: width % 5 > 0)
      let lines = grid.page(Self.awkward, on: surface).lines
      let end = try #require(
        lines.lastIndex { "└+".contains($0.text.drop { $0 == " " }.first ?? " ") })
      for line in lines[1...end] where line.cells != width { Issue.record("\(line.text)") }
      for line in lines where line.cells > width { Issue.record("\(line.text)") }
      #expect(end > 20)
    }
  }

  @Test func `vertical lines stand in the same cells in every row`() throws {
    let grid = try grid(Self.week, now: "2026-12-02T10:00")
    for width in [60, 80, 120, 200] {
      let lines = grid.page(gridWeek, on: GridSurface(width: width)).lines
      func places(_ line: StyledLine) -> Set<Int> {
        var found: Set<Int> = []
        var cell = 0
        for character in line.text {
          if "│┊├┼┤┌┬┐└┴┘▶".contains(character) { found.insert(cell) }
          cell += DisplayWidth.of(character)
        }
        return found
      }
      let bottom = try #require(lines.last { $0.text.contains("┴") })
      let wanted = places(bottom)
      #expect(wanted.count == 8)
      let rule = try #require(lines.firstIndex { $0.text.contains("├") })
      let last = try #require(lines.firstIndex(of: bottom))
      for line in lines[rule...last] { #expect(wanted.isSubset(of: places(line)), "\(line.text)") }
    }
  }

  @Test func `nothing remote is obeyed`() throws {
    let grid = try grid(Self.week)
    for width in [40, 80, 200] {
      let output = text(grid.page(Self.awkward, on: GridSurface(width: width)))
      #expect(
        !output.unicodeScalars.contains {
          $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) || $0 == "\u{202e}"
        })
    }
  }

  // MARK: What is shown

  @Test func `the numbers are those of the list`() throws {
    let grid = try grid(Self.week)
    let list = EventList(time: grid.time, now: grid.now, days: grid.days)
    #expect(
      grid.page(gridWeek, on: GridSurface(width: 80)).numbered
        == list.page(gridWeek, on: Surface(width: 80)).numbered)
    let file = grid.page(gridWeek, on: GridSurface(width: 200, showsNumbers: false))
    #expect(text(file).contains("┏ Sprint planning"))
    #expect(text(grid.page(gridWeek, on: GridSurface(width: 200))).contains("┏ 4 Sprint planning"))
  }

  @Test(arguments: 0..<20)
  func `every event is named in the grid or below it`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let grid = try grid(Self.week)
    let events = (0..<Int.random(in: 1...60, using: &random)).map { index -> CalendarEvent in
      let start = utc("2026-11-29T20:00").addingTimeInterval(
        Double(Int.random(in: 0..<7 * 96, using: &random) * 900))
      let lengths: [Double] = [0, 900, 1800, 3600, 5400, 30_000, 90_000]
      let length = lengths.randomElement(using: &random) ?? 0
      return CalendarEvent(
        id: "e\(index)", subject: Self.shortName(index),
        span: .timed(start: start, end: start.addingTimeInterval(length)))
    }
    for width in [[32, 80], [60, 120], [100, 250]][seed % 3] {
      let page = grid.page(events, on: GridSurface(width: width, showsNumbers: seed % 2 == 0))
      // Names of three letters are never broken where they count as readable.
      let output = text(page)
      for id in page.numbered {
        let name = Self.shortName(Int(id.dropFirst()) ?? -1)
        #expect(output.contains(name), "\(name) at \(width)\n\(output)")
      }
      let touching = events.filter { $0.span.touches(week(grid), dates: grid.days) }
      #expect(Set(page.numbered) == Set(touching.map(\.id)))
    }
  }

  @Test(arguments: [60, 80, 100, 130, 200])
  func `every event can be referred to, in the grid or below it`(width: Int) throws {
    // Seventeen a day, on full and half hours; hours and days give no number above 31.
    let events = (0..<119).map { index -> CalendarEvent in
      let start = utc("2026-11-30T05:00")
        .addingTimeInterval(Double(index / 17 * 86_400 + index % 17 * 1800))
      return CalendarEvent(
        id: "e\(index)", subject: ["Meeting", "打ち合わせ", "👩‍👩‍👧‍👦 day"][index % 3],
        span: .timed(start: start, end: start.addingTimeInterval(1800)))
    }
    let output = text(try grid(Self.week).page(events, on: GridSurface(width: width)))
    let words = Set(output.split { !$0.isNumber }.map(String.init))
    for number in 32...119 { #expect(words.contains(String(number)), "\(number)\n\(output)") }
  }

  private static func shortName(_ index: Int) -> String { "Q\(index.padded(to: 2))" }

  private func week(_ grid: WeekGrid) -> Range<Date> {
    grid.time.zone.range(from: grid.days.lowerBound, to: grid.days.upperBound)
  }

  @Test func `an empty week shows the working hours`() throws {
    let grid = try grid(Self.week)
    let lines = grid.page([], on: GridSurface(width: 80)).lines.map(\.text)
    #expect(lines.last == "No events")
    #expect(lines[2].hasPrefix("08:00│"))
    #expect(lines.contains { $0.hasPrefix("16:00│") })
    #expect(!lines.contains { $0.hasPrefix("17:00│") })
    // Half past eight to five: 17 half hours on five days.
    #expect(lines.count { $0.contains("·") } == 17)
    var unknown = grid
    unknown.work = nil
    let usual = unknown.page([], on: GridSurface(width: 80)).lines.map(\.text)
    #expect(usual.contains { $0.hasPrefix("17:00│") })
    #expect(!usual.contains { $0.contains("·") })
  }

  @Test func `hours without anything are folded and those with something are not`() throws {
    let grid = try grid(Self.week)
    let late = CalendarEvent(
      id: "e", subject: "Call", span: timed("2026-12-01T21:00", "2026-12-01T21:30"))
    let lines = grid.page([late], on: GridSurface(width: 80)).lines.map(\.text)
    let fold = try #require(lines.firstIndex { $0.contains("⋮") })
    #expect(lines[fold - 2].hasPrefix("16:00│"))
    #expect(lines[fold + 1].hasPrefix("22:00│") && lines[fold + 1].contains("╺1 Call"))
    #expect(lines.count { $0.contains("⋮") } == 1)
  }

  @Test func `today and this moment are marked`() throws {
    let grid = try grid(Self.week, now: "2026-12-02T12:40")
    let lines = grid.page([], on: GridSurface(width: 80)).lines.map(\.text)
    #expect(lines[1].contains("Wed 2 ●"))
    let row = try #require(lines.first { $0.contains("▶") })
    #expect(row.hasPrefix("13:40▶╌"))
    #expect(row.contains("│━") && row.contains("━│") && !row.contains("┼"))
    // Another week has neither, and a moment at night brings its row.
    let other = try self.grid(days("2026-12-07", "2026-12-14"), now: "2026-12-02T12:40")
    #expect(!text(other.page([], on: GridSurface(width: 80))).contains("▶"))
    let night = try self.grid(Self.week, now: "2026-12-02T02:10")
    #expect(text(night.page([], on: GridSurface(width: 80))).contains("03:10▶"))
    #expect(text(night.page([], on: GridSurface(width: 60))).contains("now▶"))
  }

  @Test func `states are told apart without colour`() throws {
    let grid = try grid(Self.week)
    let output = text(grid.page(gridWeek, on: GridSurface(width: 120)))
    for (sign, meaning) in [
      ("×", "cancelled"), ("−", "declined"), ("?", "not answered"), ("~", "tentative"),
      ("║", "away"), ("│", "free"), ("╎", "elsewhere"),
    ] {
      #expect(output.contains("\(sign) \(meaning)"))
    }
    // A legend explains what is there, and nothing else.
    let few = gridWeek.filter { $0.id == "t3" || $0.id == "w2" }
    let lines = grid.page(few, on: GridSurface(width: 120)).lines.map(\.text)
    #expect(lines.contains("~ tentative"))
  }

  @Test func `a day that the zone skipped has no column`() throws {
    let grid = try grid(days("2011-12-26", "2012-01-02"), "Pacific/Apia")
    let events = [
      CalendarEvent(
        id: "e", subject: "Crossing",
        span: .allDay(first: date("2011-12-29"), end: date("2012-01-01")))
    ]
    let lines = grid.page(events, on: GridSurface(width: 80)).lines.map(\.text)
    #expect(lines[1].contains("Thu 29") && lines[1].contains("Sat 31"))
    #expect(!lines[1].contains("30"))
    #expect(lines[2].contains("╺ 1 Crossing"))
  }

  @Test func `weeks that do not begin with Monday have no number`() throws {
    let sunday = try grid(days("2026-11-29", "2026-12-06"))
    let title = sunday.page([], on: GridSurface(width: 80)).lines[0].text
    #expect(title.hasPrefix("29 Nov – 5 Dec 2026 "))
    #expect(title.hasSuffix("Europe/Berlin"))
    let turn = try grid(days("2026-12-28", "2027-01-04"))
    #expect(
      turn.page([], on: GridSurface(width: 80)).lines[0].text
        .hasPrefix("Week 53  28 Dec 2026 – 3 Jan 2027"))
  }
}
