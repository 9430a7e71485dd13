import CalendarTime
import Calendaring
import FoundationEssentials
import Rendering
import Terminal
import TestSupport
import Testing

@Suite struct MonthGridTests {
  private func grid(
    _ year: Int = 2026, _ month: Int = 12, _ name: String = "Europe/Berlin",
    now: String = "2000-01-01T00:00", firstWeekday: Weekday = .monday,
    clock: ClockStyle = .twentyFourHours, palette: EventPalette = EventPalette()
  ) throws -> MonthGrid {
    MonthGrid(
      time: TimeText(zone: try zone(name), clock: clock), now: utc(now),
      month: try #require(Month(year: year, month: month)), firstWeekday: firstWeekday,
      palette: palette)
  }

  private func text(_ page: EventList.Page, colored: Bool = false) -> String {
    page.lines.rendered(colored: colored)
  }

  /// The hard week, and some more of December.
  private static let month: [CalendarEvent] =
    gridWeek + [
      CalendarEvent(
        id: "m1", subject: "Long weekend",
        span: .allDay(first: date("2026-12-11"), end: date("2026-12-15")), showAs: .oof),
      CalendarEvent(
        id: "m2", subject: "Christmas",
        span: .allDay(first: date("2026-12-25"), end: date("2026-12-27")), showAs: .free),
      CalendarEvent(
        id: "m3", subject: "New Year",
        span: .allDay(first: date("2027-01-01"), end: date("2027-01-02"))),
      CalendarEvent(
        id: "m4", subject: "Party", span: timed("2026-12-31T19:00", "2027-01-01T02:00")),
    ]

  // MARK: Pictures

  @Test(arguments: [60, 80, 120, 200])
  func `a month at the width of a terminal`(width: Int) throws {
    let grid = try grid(now: "2026-12-03T12:40")
    let page = grid.page(Self.month, on: GridSurface(width: width))
    try expectGolden(text(page), "month-grid-\(width).txt")
  }

  @Test func `a month in colour, in ASCII, from Sunday on`() throws {
    let grid = try grid(now: "2026-12-03T09:30", firstWeekday: .sunday, clock: .twelveHours)
    let colored = try self.grid(
      now: "2026-12-03T09:30", firstWeekday: .sunday, clock: .twelveHours, palette: gridPalette)
    try expectGolden(
      text(colored.page(Self.month, on: GridSurface(width: 120)), colored: true),
      "month-grid-color.txt")
    let plain = Self.month.filter { ($0.subject ?? "").utf8.allSatisfy { $0 < 128 } }
    let ascii = text(grid.page(plain, on: GridSurface(width: 80, symbols: .ascii)))
    #expect(ascii.utf8.allSatisfy { $0 < 128 })
    try expectGolden(ascii, "month-grid-ascii.txt")
  }

  // MARK: Cells

  @Test(arguments: [60..<120, 120..<180, 180..<251, 32..<60])
  func `every line has exactly the width`(widths: Range<Int>) throws {
    let grid = try grid(now: "2026-12-03T12:40", clock: .twelveHours)
    for width in widths {
      let surface = GridSurface(
        width: width, symbols: width % 3 == 0 ? .ascii : .unicode, showsNumbers: width % 5 > 0)
      let lines = grid.page(Self.month, on: surface).lines
      let end = try #require(
        lines.lastIndex { "└+".contains($0.text.drop { $0 == " " }.first ?? " ") })
      for line in lines[1...end] where line.cells != width { Issue.record("\(line.text)") }
      for line in lines where line.cells > width { Issue.record("\(line.text)") }
    }
  }

  // MARK: What is shown

  @Test func `weeks have their number, by their Thursday where they do not begin with Monday`()
    throws
  {
    func numbers(_ grid: MonthGrid) -> [String] {
      grid.page([], on: GridSurface(width: 80)).lines.map(\.text)
        .filter { $0.dropFirst(3).first.map { "┌├".contains($0) } ?? false }
        .map { String($0.prefix(2)) }
    }
    #expect(numbers(try grid(2026, 12)) == ["49", "50", "51", "52", "53"])
    #expect(numbers(try grid(2027, 1)) == ["53", " 1", " 2", " 3", " 4"])
    let sunday = try grid(2026, 12, firstWeekday: .sunday)
    let lines = sunday.page([], on: GridSurface(width: 80)).lines.map(\.text)
    #expect(lines[1].contains("Sun") && lines[1].drop { $0 == " " }.hasPrefix("Sun"))
    #expect(lines[2].hasPrefix("49 ┌─ 29 Nov "))
    #expect(numbers(sunday) == ["49", "50", "51", "52", "53"])
    #expect(sunday.days == days("2026-11-29", "2027-01-03"))
  }

  @Test func `days outside name their month and are dim, today is marked`() throws {
    let grid = try grid(now: "2026-12-03T12:40")
    let page = grid.page(Self.month, on: GridSurface(width: 120))
    let first = page.lines[2]
    #expect(first.text.contains("─ 30 Nov ─") && first.text.contains("─ 1 ─"))
    #expect(first.text.contains("─ 3 ● ─"))
    let outside = try #require(first.runs.first { $0.text.contains("30 Nov") })
    #expect(outside.style == .dim)
    let inside = try #require(first.runs.first { $0.text == " 1 " })
    #expect(inside.style == .bold)
    let inbox = try #require(
      page.lines.flatMap(\.runs).first { $0.text.contains("Inbox") })
    #expect(inbox.style == .dim)
  }

  @Test func `what does not fit is counted on its day`() throws {
    let events = (0..<9).map { index in
      CalendarEvent(
        id: "e\(index)", subject: "E\(index)",
        span: timed("2026-12-08T0\(index):00", "2026-12-08T0\(index):30"))
    }
    let grid = try grid()
    let page = grid.page(events, on: GridSurface(width: 120))
    let output = text(page)
    #expect(output.contains("E3"))
    #expect(!output.contains("E4"))
    #expect(output.contains("+5 more"))
    #expect(page.lines.last?.text == "9 events; 5 not drawn: graphcal month 2026-12 --list")
    #expect(page.numbered.count == 9)
    let narrow = text(grid.page(events, on: GridSurface(width: 60)))
    #expect(narrow.contains("│+5     │"))
  }

  @Test func `a terminal's height is used when it is known`() throws {
    let events = (0..<9).map { index in
      CalendarEvent(
        id: "e\(index)", subject: "E\(index)",
        span: timed("2026-12-08T0\(index):00", "2026-12-08T0\(index):30"))
    }
    let grid = try grid()
    for (height, shown) in [(23, 7), (24, 9), (60, 9), (10, 1)] {
      let page = grid.page(events, on: GridSurface(width: 120, height: height))
      let names = (0..<9).count { index in text(page).contains("E\(index)") }
      #expect(names == shown, "\(height)")
      if height >= 23 { #expect(page.lines.count < height) }
    }
  }

  @Test(arguments: 2...14)
  func `a month of six weeks fits a small terminal, with the line of the shell`(count: Int) throws {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    // August 2026 begins on a Saturday and ends on a Monday.
    let events = (1...31).flatMap { day in
      (0..<count).map { index in
        CalendarEvent(
          id: "e\(day)-\(index)", subject: "E\(index)",
          span: timed(
            "2026-08-\(two(day))T\(two(index)):00", "2026-08-\(two(day))T\(two(index)):30"))
      }
    }
    let page = try grid(2026, 8).page(events, on: GridSurface(width: 80, height: 24))
    #expect(page.lines.count < 24)
  }

  @Test func `what goes over several days is left out of all or of none`() throws {
    var events = (0..<7).map { index in
      CalendarEvent(
        id: "b\(index)", subject: "B\(index)",
        span: .allDay(first: date("2026-12-08"), end: date("2026-12-10")))
    }
    events.append(
      CalendarEvent(id: "t", subject: "T", span: timed("2026-12-09T08:00", "2026-12-09T09:00")))
    let page = try grid().page(events, on: GridSurface(width: 120))
    let output = text(page)
    #expect(output.contains("B3") && !output.contains("B4"))
    #expect(output.contains("+3 more") && output.contains("+4 more"))
    #expect(page.lines.last?.text == "8 events; 4 not drawn: graphcal month 2026-12 --list")
  }

  @Test func `events are counted in the month and numbered in the whole grid`() throws {
    let page = try grid().page(Self.month, on: GridSurface(width: 200))
    // Five of the hard week lie in November alone, and New Year in January.
    #expect(page.lines.last?.text.hasPrefix("24 events, 1 cancelled, 1 not answered") == true)
    #expect(page.numbered.count == Self.month.count)
    let empty = try grid(2026, 2).page([], on: GridSurface(width: 80))
    #expect(empty.lines.last?.text == "No events in February 2026")
  }

  @Test func `times before names`() throws {
    let event = [
      CalendarEvent(id: "a", subject: "A", span: timed("2026-12-08T08:15", "2026-12-08T08:30")),
      CalendarEvent(id: "b", subject: "B", span: timed("2026-12-08T22:00", "2026-12-09T04:00")),
      CalendarEvent(id: "c", subject: "C", span: timed("2026-12-08T11:00", "2026-12-08T11:00")),
    ]
    func surface(_ width: Int) -> GridSurface { GridSurface(width: width, showsNumbers: false) }
    let wide = text(try grid().page(event, on: surface(120)))
    for line in ["┃09:15 A", "◆12:00 C", "┃23:00 B", "┃←05:00 B"] { #expect(wide.contains(line)) }
    let narrow = text(try grid().page(event, on: surface(80)))
    for line in ["│9:15 A", "│12 C", "│23 B", "│←5 B"] { #expect(narrow.contains(line)) }
    let twelve = try grid(clock: .twelveHours)
    let long = text(twelve.page(event, on: surface(120)))
    for line in ["┃9:15am A", "◆12:00pm C", "┃11:00pm B"] { #expect(long.contains(line)) }
    let short = text(twelve.page(event, on: surface(80)))
    for line in ["│9:15a A", "│12p C", "│11p B"] { #expect(short.contains(line)) }
    // Where there is room for one of both, the number is what an event is referred to by.
    let numbered = text(try grid().page(event, on: GridSurface(width: 80)))
    for line in ["│1 A ", "│2 C ", "│3 B ", "│3 ←B "] { #expect(numbered.contains(line)) }
    let both = text(try grid().page(event, on: GridSurface(width: 140)))
    #expect(both.contains("┃1 09:15 A"))
  }

  @Test(arguments: [60, 80, 100, 120, 160, 250])
  func `every event that is drawn can be referred to`(width: Int) throws {
    // Three on each of the 35 days; the numbers of days end with 31.
    let events = (0..<105).map { index -> CalendarEvent in
      let start = utc("2026-11-30T08:00")
        .addingTimeInterval(Double(index / 3 * 86_400 + index % 3 * 3600))
      return CalendarEvent(
        id: "e\(index)", subject: "Meeting",
        span: .timed(start: start, end: start.addingTimeInterval(1800)))
    }
    let output = text(try grid().page(events, on: GridSurface(width: width)))
    let words = Set(output.split { !$0.isNumber }.map(String.init))
    for number in 32...105 { #expect(words.contains(String(number)), "\(number)\n\(output)") }
  }

  @Test func `a day that the zone skipped is empty`() throws {
    let event = CalendarEvent(
      id: "e", subject: "Crossing",
      span: .allDay(first: date("2011-12-29"), end: date("2012-01-01")))
    let page = try grid(2011, 12, "Pacific/Apia").page([event], on: GridSurface(width: 120))
    #expect(text(page).contains("╺ 1 Crossing ━━"))
    #expect(page.numbered == ["e"])
  }
}
