import HTTP
import Host
import JSON
import Terminal
import TestSupport
import Testing

/// Grids of `week` and `month`: when they are drawn, with what, and what works after them.
@Suite struct GridCommandTests {
  private static let events =
    allDay("AAMkAGI2FAIR000=", "Fair", "2026-11-30", "2026-12-02") + ","
    + timed(
      "AAMkAGI2CALL000=", "Call with Kim", "2026-11-30T07:45:00", "2026-11-30T08:30:00",
      #","categories":["Team"],"isOrganizer":false,"responseStatus":{"response":"notResponded"}"#)
    + ","
    + timed(
      "AAMkAGI2PLAN000=", "Planning", "2026-11-30T08:00:00", "2026-11-30T10:00:00",
      #","showAs":"tentative""#)
    + ","
    + timed(
      "AAMkAGI2LUNCH00=", "Lunch", "2026-12-01T12:00:00", "2026-12-01T12:45:00",
      #","type":"occurrence","categories":["Food"],"location":{"displayName":"Canteen"}"#)

  private static let settings =
    #"{"timeZone":"UTC","workingHours":{"daysOfWeek":["monday","tuesday"],"startTime":"08:00:00.0000000","endTime":"16:00:00.0000000","timeZone":{"name":"UTC"}}}"#

  private static let categories =
    #"{"displayName":"Team","color":"preset7"},{"displayName":"Food","color":"preset4"}"#

  private func service(_ more: [String: [Service.Answer]] = [:]) -> Service {
    Service(
      events: Self.events,
      [
        "GET /me/mailboxSettings": [.ok(Self.settings)],
        "GET /me/outlook/masterCategories": [.list(Self.categories)],
        "GET /me/events/AAMkAGI2PLAN000%3D": [
          .ok(timed("AAMkAGI2PLAN000=", "Planning", "2026-11-30T08:00:00", "2026-11-30T10:00:00"))
        ],
      ].merging(more) { $1 })
  }

  private func isGrid(_ outcome: Outcome) -> Bool { outcome.output.contains("┌") }

  // MARK: Pictures

  @Test func `a week and a month as people see them`() async throws {
    let machine = Machine(service(), columns: 80)
    try expectGolden(await machine.transcript("week"), "week-grid-80.txt")
    try expectGolden(await machine.transcript("month"), "month-grid-80.txt")
    var file = Machine(service(), ["COLUMNS": "100"])
    file.environment.variables["LANG"] = "C"
    try expectGolden(await file.transcript("week", "--grid"), "week-grid-100-ascii.txt")
  }

  @Test func `the week of somebody else has their working hours, or none`() async throws {
    let other = "/users/aiko%40contoso.example"
    func service(_ answer: Service.Answer) -> Service {
      self.service([
        "GET \(other)/calendarView": [.list(Self.events)],
        "POST /me/calendar/getSchedule": [answer],
      ])
    }
    let words = ["week", "--of", "aiko@contoso.example"]
    let hours =
      #"{"scheduleId":"aiko@contoso.example","workingHours":{"daysOfWeek":["friday"],"startTime":"09:00:00.0000000","endTime":"12:00:00.0000000","timeZone":{"name":"UTC"}}}"#
    let theirs = await Machine(service(.list(hours)), columns: 80).run(words)
    #expect(theirs.status == 0, "\(theirs.errors)")
    #expect(theirs.requests("POST", "/getSchedule").count == 1)
    let nobodys = await Machine(service(.error(403, "ErrorAccessDenied")), columns: 80).run(words)
    #expect(nobodys.status == 0, "\(nobodys.errors)")
    let own = await Machine(self.service(), columns: 80).run("week")
    #expect(own.requests("POST", "/getSchedule").isEmpty)
    // Three pictures: their Friday, nothing, and one's own Monday and Tuesday.
    #expect(theirs.output != nobodys.output)
    #expect(own.output != nobodys.output && own.output != theirs.output)
  }

  // MARK: Grid or list

  @Test(arguments: ["week", "month"])
  func `a grid is for wide terminals, and for whoever asks`(command: String) async throws {
    for (columns, words, grid) in [
      (80, [], true), (60, [], true), (59, [], false), (nil, [], false), (80, ["--list"], false),
      (nil, ["--grid"], true), (40, ["--grid"], true), (80, ["--format", "table"], false),
      (80, ["--json"], false), (80, ["--list", "--json"], false), (80, ["--fields"], false),
    ] as [(Int?, [String], Bool)] {
      let outcome = await Machine(service(), columns: columns).run([command] + words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(isGrid(outcome) == grid, "\(command) \(words) \(columns ?? 0)")
    }
    for other in [
      ["--json"], ["--jsonl"], ["--format", "tsv"], ["--format", "table"], ["--list"],
    ] {
      let outcome = await Machine(service(), columns: 80).run([command, "--grid"] + other)
      #expect(outcome.status == 2, "\(other)")
      #expect(outcome.requests.isEmpty)
      #expect(outcome.errors.contains("exclude each other"))
    }
  }

  @Test(arguments: ["week", "month"])
  func `off a terminal a grid is as wide as COLUMNS, else 80`(command: String) async throws {
    for (columns, width) in [("", 80), ("120", 120), ("60", 60), ("200", 200)] {
      let outcome = await Machine(service(), ["COLUMNS": columns]).run(command, "--grid")
      let rows = outcome.outputLines.filter {
        "┌├└".contains($0.drop { $0 == " " || $0.isNumber }.first ?? " ")
      }
      #expect(rows.count >= 3)
      for row in rows { #expect(DisplayWidth.of(row) == width) }
      #expect(outcome.outputLines.allSatisfy { DisplayWidth.of($0) <= width })
    }
    for columns in ["1", "10", "20", "31"] {
      let outcome = await Machine(service(), ["COLUMNS": columns]).run(command, "--grid")
      #expect(outcome.status == 0)
      #expect(!isGrid(outcome) && outcome.output.contains("Planning"))
      #expect(outcome.errors.contains("a grid needs 32 columns, and here are \(columns)"))
    }
  }

  @Test func `other lists stay lists`() async {
    for command in ["today", "agenda"] {
      #expect(!isGrid(await Machine(service(), columns: 100).run(command)))
      #expect(await Machine(service()).run(command, "--grid").status == 2)
    }
  }

  // C014
  @Test(arguments: [
    ("monday", "Mon Tue Wed Thu Fri Sat Sun"), ("sunday", "Sun Mon Tue Wed Thu Fri Sat"),
    ("saturday", "Sat Sun Mon Tue Wed Thu Fri"),
  ])
  func `the names of the days stand over the columns in their order`(
    first: String, names: String
  ) async throws {
    for command in ["week", "month"] {
      let outcome = await Machine(service(), columns: 80).run(command, "--week-start", first)
      let heading = try #require(outcome.outputLines.first { $0.contains("Wed") })
      let words = heading.split { !$0.isLetter }.filter { $0.count == 3 }.map(String.init)
      #expect(words.joined(separator: " ") == names)
      #expect(outcome.output.contains("Week 49") == (command == "week" && first == "monday"))
    }
  }

  // MARK: What works after a grid

  @Test func `the number in a block names the event`() async throws {
    for (command, columns) in [("week", 200), ("month", 180)] {
      let home = try TemporaryHome()
      let machine = Machine(home: home, service(), columns: columns)
      _ = await machine.signIn()
      let grid = await machine.run(command)
      let text = try #require(grid.outputLines.first { $0.contains("Planning") })
      let before = text.split(separator: "Planning", omittingEmptySubsequences: false)[0]
      let numbers = before.split { !$0.isNumber && $0 != ":" }.filter { !$0.contains(":") }
      let number = try #require(numbers.last.map(String.init))
      let show = await machine.run("show", number)
      #expect(show.status == 0, "\(show.errors)")
      #expect(show.output.contains("Planning"))
    }
  }

  // MARK: What is asked of the service

  @Test func `colours of categories are asked for once, and only where they are seen`() async throws
  {
    let home = try TemporaryHome()
    var machine = Machine(home: home, service(), columns: 100)
    _ = await machine.signIn()
    let plain = await machine.run("week")
    #expect(plain.requests("GET", "/masterCategories").isEmpty)
    machine.environment.variables["NO_COLOR"] = nil
    let list = await machine.run("week", "--list")
    #expect(list.requests.count == 1)
    let first = await machine.run("week")
    #expect(first.requests("GET", "/masterCategories").count == 1)
    #expect(first.output.contains("\u{1b}[34m") && first.output.contains("\u{1b}[32mLunch"))
    #expect(first.output.contains("Team") && first.output.contains("Food"))
    let second = await machine.run("week")
    #expect(second.output == first.output)
    #expect(second.requests.count == 1)
  }

  @Test func `categories that may not be read cost nothing but their colours`() async throws {
    let home = try TemporaryHome()
    let refusing = service(["GET /me/outlook/masterCategories": [.error(403, "ErrorAccessDenied")]])
    let machine = Machine(home: home, refusing, columns: 100, ["NO_COLOR": ""])
    _ = await machine.signIn()
    let week = await machine.run("week")
    #expect(week.status == 0)
    #expect(week.errors.isEmpty)
    #expect(isGrid(week))
    #expect(await machine.run("week").requests("GET", "/masterCategories").isEmpty)
  }

  @Test func `several calendars have their colours and their names`() async throws {
    let other = timed("T1", "Retro", "2026-12-01T09:00:00", "2026-12-01T11:00:00")
    let many = service([
      "GET /me/calendars": [
        .list(
          #"{"id":"c","name":"Calendar","color":"auto"},{"id":"t","name":"Team","color":"lightTeal"}"#
        )
      ],
      "GET /me/calendars/c/calendarView": [.list(Self.events)],
      "GET /me/calendars/t/calendarView": [.list(other)],
    ])
    let outcome = await Machine(many, columns: 120, ["NO_COLOR": ""])
      .run("week", "--calendar", "all")
    #expect(outcome.output.contains("\u{1b}[36mRetro"))
    #expect(outcome.output.contains("\u{1b}[36m┃\u{1b}[0m\u{1b}[2m Team"))
    let plain = await Machine(many, columns: 120).run("week", "--calendar", "all")
    #expect(plain.output.contains("Retro") && plain.output.contains("Team"))
  }

  @Test(arguments: [
    (settings, 16), ("{}", 0),
    (#"{"timeZone":"UTC","workingHours":{"startTime":"x","endTime":"17:00"}}"#, 0),
    (
      #"{"timeZone":"UTC","workingHours":{"daysOfWeek":["friday"],"startTime":"09:00:00","endTime":"10:00:00","timeZone":{"name":"Custom zone"}}}"#,
      2
    ),
    (
      #"{"timeZone":"UTC","workingHours":{"daysOfWeek":["friday","nonsense"],"startTime":"09:00:00","endTime":"10:00:00","timeZone":{"name":"Tokyo Standard Time"}}}"#,
      2
    ),
  ])
  func `working hours are shaded as the mailbox has them`(
    settings: String, rows: Int
  ) async throws {
    let service = Service(events: "", ["GET /me/mailboxSettings": [.ok(settings)]])
    let outcome = await Machine(service, columns: 80).run("week")
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count { $0.contains("·") } == rows)
  }

  // MARK: Months

  /// The days asked for, by the bounds of the request in UTC.
  private func bounds(_ outcome: Outcome) throws -> String {
    let url = try #require(outcome.requests("GET", "/calendarView").first?.url)
    let dates = url.split { "=&".contains($0) }.filter { $0.hasSuffix("T00:00:00Z") }
    return dates.map { String($0.prefix(10)) }.joined(separator: "..")
  }

  @Test(arguments: [
    ([], "2026-11-01..2026-12-01"), (["+1"], "2026-12-01..2027-01-01"),
    (["-1"], "2026-10-01..2026-11-01"), (["2026-02"], "2026-02-01..2026-03-01"),
    (["2024-02-10"], "2024-02-01..2024-03-01"), (["tomorrow"], "2026-12-01..2027-01-01"),
    (["2026-W53"], "2026-12-01..2027-01-01"),
    // A grid has whole weeks.
    (["--grid"], "2026-10-26..2026-12-07"),
    (["--grid", "--week-start", "sunday"], "2026-11-01..2026-12-06"),
    (["2027-02", "--grid"], "2027-02-01..2027-03-01"),
  ])
  func `which days a month asks for`(words: [String], days: String) async throws {
    let outcome = await Machine(service()).run(["month"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bounds(outcome) == days)
  }

  @Test(arguments: ["2026-13", "+x", "soon", "31.2."])
  func `a month that is none is a mistake of usage`(when: String) async {
    let outcome = await Machine(service()).run("month", when)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(when))
    #expect(outcome.requests("GET", "/calendarView").isEmpty)
  }

  @Test func `a month for programs is a list of its events`() async throws {
    let outcome = await Machine(service()).run("month", "--json")
    #expect(
      try outcome.items.compactMap { $0["subject"]?.string }.sorted() == [
        "Call with Kim", "Fair", "Planning",
      ])
    #expect(
      await Machine(service()).run("month", "+1", "--jsonl", "--fields", "subject").outputLines
        == [#"{"subject":"Fair"}"#, #"{"subject":"Lunch"}"#])
  }
}
